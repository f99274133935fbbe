"""Prints what Excel must know of a module's worksheet functions, as xlwings' own generator states it.

`wrappers` runs it as a separate program: `python -m xladdin.workbook.macros.wrapper_generator xladdin.functions`.
Everywhere but on Windows the decorators of xlwings do nothing. So this process sets the real ones (`xlwings.udfs`) in
their place before it imports the functions. It also replaces three modules of pywin32, which generating never calls.
Neither must ever happen in a process that uses xlwings or the functions for anything else.
"""

import importlib
import io
import json
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

from xladdin.errors import XladdinError

RESERVED_WORDS = """
abs addressof and any array as attribute boolean byref byte byval call case cbool cbyte ccur cdate cdbl cdec cdecl
cint circle clng clnglng clngptr close const csng cstr currency cvar cverr date debug decimal declare defbool
defbyte defcur defdate defdbl defdec defint deflng deflnglng deflngptr defobj defsng defstr defvar dim do doevents
double each else elseif empty end endif enum eqv erase event exit false fix for friend function get global gosub
goto if imp implements in input inputb int integer is lbound len lenb let like lineinput lock long longlong longptr
loop lset me mod new next not nothing null on open option optional or paramarray preserve print private pset public
put raiseevent redim rem resume return rset scale seek select set sgn shared single spc static stop string sub tab
then to true type typeof ubound unlock until variant wend while with withevents write xor
"""
RESERVED = frozenset(RESERVED_WORDS.split())
"""The reserved identifiers of VBA ([MS-VBAL] 3.3.5.2). An argument with such a name gets an underscore behind it."""


def main(module_name: str) -> None:
    """Print a JSON object: `source` (VBA), `functions` (name, category, help, arguments), `exceptions`."""
    udfs = _real_decorators()
    module = importlib.import_module(module_name)
    described = [value.__xlfunc__ for value in list(vars(module).values()) if hasattr(value, "__xlfunc__")]
    for function in described:
        for argument in function["args"]:
            argument["name"] += "_" if argument["name"].lower() in RESERVED else ""
    source = io.StringIO()
    udfs.generate_vba_wrapper(module_name, module, source, SimpleNamespace(Name="club.xlsm"))
    functions = [
        {
            "name": function["name"],
            "category": function["category"],
            "help": function["ret"]["doc"],
            "arguments": [argument["doc"] for argument in function["args"] if not argument["vba"]],
        }
        for function in sorted(described, key=lambda function: function["name"])
    ]
    json.dump({"source": source.getvalue(), "functions": functions, "exceptions": _exceptions()}, sys.stdout)


def _real_decorators() -> Any:
    import xlwings

    try:
        import xlwings.udfs as udfs
    except ImportError:
        for name in ("pythoncom", "pywintypes", "win32com", "win32com.client"):
            sys.modules[name] = ModuleType(name)
        sys.modules["pythoncom"].CoInitialize = None  # type: ignore[attr-defined]
        sys.modules["win32com.client"].Dispatch = None  # type: ignore[attr-defined]
        import xlwings.udfs as udfs
    for name, decorator in {"func": "xlfunc", "arg": "xlarg", "ret": "xlret", "script": "xlsub"}.items():
        setattr(xlwings, name, getattr(udfs, decorator))
    return udfs


def _exceptions() -> dict[str, str]:
    """Return every exception of ours that is defined by now, by its full name, with its Excel error value."""
    errors: dict[str, str] = {}
    kinds: list[type[XladdinError]] = [XladdinError]
    for kind in kinds:
        errors[f"{kind.__module__}.{kind.__qualname__}"] = kind.excel_error
        kinds += kind.__subclasses__()
    return dict(sorted(errors.items()))


if __name__ == "__main__":
    main(sys.argv[1])
