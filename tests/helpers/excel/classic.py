"""xlwings' classic host (VBA calling Python over COM) without Windows: its own code over stand-ins for COM.

The stand-ins cannot show Excel itself: how it parses, spills or shows a formula.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import ctypes
import ctypes.util
import datetime as dt
import importlib
import io
import logging
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

from tests.helpers.programs.child import call_in_child
from tests.helpers.values import ExcelError, Raised

PREPARED = f"{__name__}:install"
RANGE_IID = "{00020846-0000-0000-C000-000000000046}"
MISSING_ARGUMENT = -2147352572
"""An optional argument arrives as this when the formula leaves it out: DISP_E_PARAMNOTFOUND."""

ALREADY_IMPORTED = (asyncio, concurrent.futures, logging, subprocess, tempfile, ctypes.util)
"""Standard modules that xlwings imports too. They must not find themselves on "Windows"."""

COM_ERRORS = {
    "#NULL!": -2146826288,
    "#DIV/0!": -2146826281,
    "#VALUE!": -2146826273,
    "#REF!": -2146826265,
    "#NAME?": -2146826259,
    "#NUM!": -2146826252,
    "#N/A": -2146826246,
}
"""Excel's error values as COM hands them over: the SCODE of a VT_ERROR (CVErr codes 2000 to 2042)."""


class Omitted(Enum):
    """An optional argument that the formula leaves out before one that it gives."""

    OMITTED = "omitted"


def classic_functions(module: str, *, paths: Sequence[Path] = ()) -> dict[str, dict[str, Any]]:
    """Return what xlwings knows of each worksheet function of a module, by name.

    The keys are "doc", "category", "volatile", and "args". "args" is a list of dictionaries with "name", "doc",
    "optional" (True where the call may leave it out), "vararg" and "options" (the conversion that it asks for).
    """
    return call_in_child(f"{__name__}:_functions", module, prepared_by=PREPARED, paths=paths)


def classic_wrapper(module: str, *, paths: Sequence[Path] = ()) -> str:
    """Return the VBA source that xlwings generates for the functions of a module."""
    return call_in_child(f"{__name__}:_wrapper", module, prepared_by=PREPARED, paths=paths)


def classic_calls(
    module: str, calls: Sequence[tuple[str, Sequence[object]]], *, paths: Sequence[Path] = ()
) -> list[Any]:
    """Return the results of formulas, each a function name with arguments. One interpreter calls them all.

    An argument that is a list of rows is a range, so [[5]] is one cell. A scalar or a tuple of tuples is a constant in
    the formula. `Omitted.OMITTED` leaves an argument out, and a call leaves out those at the end that it does not give.
    None is an empty cell. A result is what VBA gets: a scalar, one row, or rows. If a call raises, the result is
    `Raised`.
    """
    return call_in_child(f"{__name__}:_calls", module, calls, prepared_by=PREPARED, paths=paths)


def _import(module: str) -> Any:
    return importlib.import_module(module)


def _functions(module: str) -> dict[str, dict[str, Any]]:
    found = {}
    for function in list(vars(_import(module)).values()):  # a look at one that is imported later adds its module
        facts = getattr(function, "__xlfunc__", None)
        if facts is None:
            continue
        arguments = [
            {
                "name": argument["name"],
                "doc": argument["doc"],
                "optional": "optional" in argument,
                "vararg": argument["vararg"],
                "options": {key: str(value) for key, value in argument["options"].items()},
            }
            for argument in facts["args"]
        ]
        found[facts["name"]] = {
            "doc": facts["ret"]["doc"],
            "category": facts["category"],
            "volatile": facts["volatile"],
            "args": arguments,
        }
    return found


def _wrapper(module: str) -> str:
    loaded = _import(module)
    from xlwings.udfs import generate_vba_wrapper

    source = io.StringIO()
    generate_vba_wrapper(module, loaded, source, SimpleNamespace(Name="club.xlsm"))
    return source.getvalue()


def _calls(module: str, calls: Sequence[tuple[str, Sequence[object]]]) -> list[Any]:
    loaded = _import(module)
    from xlwings.com_server import XLPython

    host = XLPython()
    results: list[Any] = []
    for name, arguments in calls:
        expected = len(getattr(loaded, name).__xlfunc__["args"])
        given = [_argument(argument) for argument in arguments]
        given += [_argument(Omitted.OMITTED)] * (expected - len(given))
        try:
            results.append(_returned(host.CallUDF(module, name, given, None, _argument([[None]]))))
        except Exception as error:
            results.append(Raised(type(error).__name__, str(error)))
    return results


def _argument(value: object) -> object:
    if value is Omitted.OMITTED:
        return MISSING_ARGUMENT
    if isinstance(value, list):
        return ComRange([[_to_com(cell) for cell in row] for row in value])
    if isinstance(value, tuple):
        return tuple(tuple(_to_com(cell) for cell in row) for row in value)
    return _to_com(value)


def _to_com(value: object) -> object:
    """Return the value of a cell as COM delivers it. Every number is a double, and a date has its own type."""
    if isinstance(value, ExcelError):
        return COM_ERRORS[value]
    if isinstance(value, dt.datetime):
        return TimeType(*value.timetuple()[:6], tzinfo=dt.UTC)
    if isinstance(value, dt.date):
        return TimeType(value.year, value.month, value.day, tzinfo=dt.UTC)
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    return value


def _returned(value: object) -> object:
    """Return a result as VBA gets it. Fails for what COM has no variant for."""
    if isinstance(value, (list, tuple)):
        return [_returned(cell) for cell in value]
    if value is None or isinstance(value, (bool, int, float, str, dt.datetime)):
        return value
    raise ComConversionError(f"{value!r} is no COM value")


class ComConversionError(TypeError):
    """pywin32 could not turn this result into a variant."""


class TimeType(dt.datetime):
    """A date as COM delivers it (pywintypes.datetime)."""


class CDispatch:
    """A COM object without type information."""


class ComError(Exception):
    """pywintypes.com_error."""

    __module__ = "pywintypes"


class ComRange(CDispatch):
    """Cells as a worksheet function receives them. `Value` is a scalar or a tuple of rows."""

    def __init__(self, rows: Sequence[Sequence[object]]) -> None:
        one_cell = len(rows) == 1 and len(rows[0]) == 1
        self.Value = rows[0][0] if one_cell else tuple(map(tuple, rows))
        self.Rows = SimpleNamespace(Count=len(rows))
        self.Columns = SimpleNamespace(Count=len(rows[0]))
        self.Count = len(rows) * len(rows[0])
        self.Row = self.Column = 1
        workbook = SimpleNamespace(Application=SimpleNamespace(Hwnd=1))
        self.Worksheet = SimpleNamespace(Name="Sheet1", Parent=workbook)
        type_information = SimpleNamespace(GetTypeAttr=lambda: SimpleNamespace(iid=RANGE_IID))
        self._oleobj_ = SimpleNamespace(GetTypeInfo=lambda: type_information)


def _module(name: str, **members: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module
    return module


def _not_wrapped(value: object) -> object:
    raise ValueError(f"{value!r} is not wrapped")


def install() -> None:
    """Put the stand-ins in place and import xlwings as if on Windows."""
    if "xlwings" in sys.modules:
        raise RuntimeError("xlwings is imported already: call this in an interpreter of its own")
    ole32 = SimpleNamespace(CLSIDFromString=lambda text, identifier: None)
    ctypes.windll, ctypes.oledll = SimpleNamespace(), SimpleNamespace(ole32=ole32)
    library = SimpleNamespace(PyCom_PyObjectFromIUnknown=SimpleNamespace())
    for name in ("win32api", "win32con", "win32event", "win32gui"):
        _module(name)
    _module("win32process", GetWindowThreadProcessId=lambda window: (1, 1))
    _module("pywintypes", TimeType=TimeType, com_error=ComError, IID=str)
    utc = SimpleNamespace(utc=lambda: dt.UTC)
    _module("win32timezone", TimeZoneInfo=utc)
    _module(
        "pythoncom",
        __file__="",
        CoInitialize=lambda: None,
        DISPATCH_PROPERTYGET=2,
        IID_IDispatch="IDispatch",
        IID_IEnumVARIANT="IEnumVARIANT",
        TypeIIDs={"IDispatch": type("PyIDispatch", (), {})},
    )
    client = _module(
        "win32com.client",
        CDispatch=CDispatch,
        CoClassBaseClass=type("CoClassBaseClass", (), {}),
        DispatchBaseClass=type("DispatchBaseClass", (), {}),
        Dispatch=lambda value: value,
        DispatchEx=lambda value: value,
    )
    util = _module("win32com.server.util", unwrap=_not_wrapped)
    server = _module(
        "win32com.server",
        util=util,
        dispatcher=_module("win32com.server.dispatcher"),
        policy=_module("win32com.server.policy"),
    )
    _module("win32com", client=client, server=server)
    with mock.patch.object(sys, "platform", "win32"), mock.patch.object(ctypes, "PyDLL", lambda _: library):
        import xlwings
    if xlwings.func.__module__ != "xlwings.udfs":
        raise RuntimeError("xlwings did not take its Windows path")
    for module in ("openpyxl", "xladdin.functions", "xladdin.macros"):  # what every call imports
        importlib.import_module(module)
