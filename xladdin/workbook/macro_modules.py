"""Build the modules of a workbook's VBA project: those that Excel requires, those of xlwings, and our macros.

`python -m xladdin.workbook.macro_modules xladdin.functions` prints the VBA that xlwings generates for the worksheet
functions. It runs as a process of its own, because it replaces modules that xlwings imports.
"""

from __future__ import annotations

import functools
import importlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from io import BytesIO
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import xladdin
from xladdin.errors import XladdinError
from xladdin.files.safe_write import BACKUP_FOLDER, MAX_BACKUP_DAYS, MAX_BACKUP_MONTHS, MAX_BACKUPS
from xladdin.game_log.parsing import read_text
from xladdin.languages import ENGLISH_LANGUAGE, Language
from xladdin.messages import Message, msg
from xladdin.vba import ENCODING, Button, Module, ModuleKind, build_drawing, build_vba_project

if TYPE_CHECKING:
    from openpyxl import Workbook

    from xladdin.cells import ClubWorkbook

WORKBOOK_BASE = "00020819-0000-0000-C000-000000000046"
SHEET_BASE = "00020820-0000-0000-C000-000000000046"
# The class identifiers of a workbook, a worksheet and a class module in Excel.
CLASS_BASE = "FCFB3D2A-A0FA-1068-A738-08002B3371B5"

CLASS_FILE_HEADER = re.compile(r"\AVERSION 1\.0 CLASS\r\nBEGIN\r\n(?:  .*\r\n)*END\r\n")

OPEN_EVENT = """
Private Sub Workbook_Open()
    DescribeFunctions
End Sub
"""


# The texts of the macros, by their placeholders in the source.
_TEXTS = {
    "finish_evening": msg("Finish the evening"),
    "from_the_web": msg(
        "The workbook is open from the web (OneDrive, SharePoint), and no folder of this "
        "computer was chosen for the files next to it."
    ),
    "import_games": msg("Import games"),
    "make_pdf": msg("Make PDF"),
    "no_copy": msg('No copy could be saved in the folder "{backups}" next to the workbook.', backups=BACKUP_FOLDER),
    "no_page": msg("No page was created."),
    "no_pdf": msg("No PDF was created. If it is open in another program, close it there and try again."),
    "no_python": msg("Excel may not start Python yet. Run once in a terminal: xlwings runpython install"),
    "nothing_changed": msg("Nothing was changed."),
    "nothing_to_print": msg("None of the printable sheets is shown in this workbook."),
    "other_xlwings": msg(
        "The macros of this workbook belong to xlwings {xlwings}. If another version is installed now, close the "
        "workbook, and run in a terminal, in its folder:",
        xlwings=version("xlwings"),
    ),
    "recalculate": msg("Recalculate"),
    "save_first": msg("Save the workbook into a folder first."),
    "saved_as": msg("Saved as"),
    "web_page": msg("Web page"),
    "which_folder": msg("The workbook is in OneDrive. Where should its PDF and copies be saved?"),
    "without_copy": msg("Recalculate without a copy? It cannot be undone."),
}


def build_document_modules(workbook_name: str, sheet_names: Sequence[str]) -> list[Module]:
    """Return the modules of the workbook and of its sheets, by their code names. The first runs at opening."""
    sheets = [_build_document_module(name, SHEET_BASE, "") for name in sheet_names]
    return [_build_document_module(workbook_name, WORKBOOK_BASE, OPEN_EVENT), *sheets]


def read_xlwings_modules() -> list[Module]:
    """Return the modules xlwings.bas and Dictionary.cls of the installed xlwings."""
    package_files = files("xlwings")
    return [
        make_standard_module(package_files.joinpath("xlwings.bas").read_bytes().decode("cp1252")),
        make_class_module(package_files.joinpath("addin", "Dictionary.cls").read_bytes().decode("cp1252")),
    ]


def build_club_macros(printable_sheets: Sequence[str], language: Language = ENGLISH_LANGUAGE) -> Module:
    """Return the module with the macros of the buttons. `printable_sheets` go into the PDF, even if renamed."""
    texts = {name: _render_vba_text(text, language).replace('"', '""') for name, text in _TEXTS.items()}
    source = render_template(
        "club_macros.bas",
        backups=BACKUP_FOLDER,
        max_backups=str(MAX_BACKUPS),
        max_days=str(MAX_BACKUP_DAYS),
        max_months=str(MAX_BACKUP_MONTHS),
        printable_sheets="/".join(printable_sheets),  # the name of a sheet cannot have a slash
        xlwings=version("xlwings"),
        **texts,
    )
    return make_standard_module(source)


def _render_vba_text(text: Message, language: Language) -> str:
    """Render a text for VBA, in English if VBA's code page lacks a letter of the translation."""
    translated = language.render(text)
    try:
        translated.encode(ENCODING)
    except UnicodeEncodeError:
        return str(text)
    return translated


def make_standard_module(source: str) -> Module:
    """Return the module of the text of a .bas file, which is stored unchanged."""
    return Module(_read_attribute(source, "VB_Name"), ModuleKind.STANDARD, source)


def make_class_module(source: str) -> Module:
    """Return the module of the text of a .cls file.

    Excel's export adds a header to the file and omits three attributes of the module. This function reverses both.
    """
    text, headers = CLASS_FILE_HEADER.subn("", source)
    if headers != 1:
        raise ValueError("a class module's file must begin with VERSION 1.0 CLASS and a BEGIN-END block")
    text = re.sub(r"(Attribute VB_Name = .*\r\n)", rf'\1Attribute VB_Base = "0{{{CLASS_BASE}}}"\r\n', text, count=1)
    implied = "Attribute VB_TemplateDerived = False\r\nAttribute VB_Customizable = False\r\n"
    text = re.sub(r"(Attribute VB_Exposed = .*\r\n)", rf"\1{implied}", text, count=1)
    description = _read_attribute(text, "VB_Description", "").replace(r"\r\n", "\r\n")
    return Module(_read_attribute(text, "VB_Name"), ModuleKind.CLASS, text, description)


def render_template(file: str, **values: str) -> str:
    """Fill in the `{placeholders}` of a VBA source file of this package, and return it with the line ends of VBA."""
    text = files(__package__).joinpath("macros", file).read_text(encoding="ascii")
    for name, value in values.items():
        if f"{{{name}}}" not in text:
            raise ValueError(f"{file} has no place for {name}")
        text = text.replace(f"{{{name}}}", value)
    return use_crlf(text)


def use_crlf(text: str) -> str:
    """Return the text with the line ends of VBA (CR LF)."""
    return "".join(f"{line}\r\n" for line in text.splitlines())


def _build_document_module(name: str, base: str, code: str) -> Module:
    attributes = f"""\
Attribute VB_Name = "{name}"
Attribute VB_Base = "0{{{base}}}"
Attribute VB_GlobalNameSpace = False
Attribute VB_Creatable = False
Attribute VB_PredeclaredId = True
Attribute VB_Exposed = True
Attribute VB_TemplateDerived = False
Attribute VB_Customizable = True
"""
    return Module(name, ModuleKind.DOCUMENT, use_crlf(attributes + code))


def _read_attribute(source: str, attribute: str, default: str | None = None) -> str:
    match = re.search(rf'^Attribute {attribute} = "(.*)"\r$', source, re.MULTILINE)
    if match is None and default is None:
        raise ValueError(f"VBA source without the line Attribute {attribute}")
    return match[1] if match is not None else str(default)


# The header that xlwings writes above the wrappers. By this module name it finds and replaces them.
WRAPPER_HEADER = """\
Attribute VB_Name = "xlwings_udfs"
'Generated by xlwings and xladdin: changes will be lost.
#Const App = "Microsoft Excel"
"""

# VBA's constants of the error values.
EXCEL_ERRORS = {
    "#NULL!": "xlErrNull",
    "#DIV/0!": "xlErrDiv0",
    "#VALUE!": "xlErrValue",
    "#REF!": "xlErrRef",
    "#NAME?": "xlErrName",
    "#NUM!": "xlErrNum",
    "#N/A": "xlErrNA",
}

# The most characters of a help text in Excel's function wizard.
MAX_HELP_LENGTH = 255

RESULT_LINE = re.compile(r"^( *)(\w+) = (XLPy\.CallUDF\(.*?\))$(?=\n *Exit Function$)", re.MULTILINE | re.DOTALL)
FAILURE_LINE = re.compile(r"^( *)(\w+) = Err\.Description$", re.MULTILINE)


@dataclass(frozen=True)
class WorksheetFunction:
    """A worksheet function as Excel's function wizard shows it."""

    name: str
    category: str | int
    help: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Wrappers:
    """The worksheet functions of a module, as xlwings describes them.

    Attributes:
        source: The VBA that xlwings generates.
        functions: The functions.
        exceptions: Excel's error value for each of our exceptions, by its full name.
    """

    source: str
    functions: tuple[WorksheetFunction, ...]
    exceptions: Mapping[str, str]


@functools.cache
def generate_wrappers(functions_module: str) -> Wrappers:
    """Run xlwings' generator for an importable module in a separate process, which works on any system.

    Raises:
        RuntimeError: The module cannot be imported. The message contains the error output of the process.
    """
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
    environment.pop("XLWINGS_ON_SERVER", None)  # with it, xlwings would use other decorators
    command = [sys.executable, "-m", __name__, functions_module]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", errors="replace")
    if run.returncode:
        raise RuntimeError(f"xlwings could not generate the VBA wrappers of {functions_module}:\n{run.stderr}")
    answer = json.loads(run.stdout)
    functions = [WorksheetFunction(**item | {"arguments": tuple(item["arguments"])}) for item in answer["functions"]]
    return Wrappers(answer["source"], tuple(functions), answer["exceptions"])


def build_function_modules(functions_module: str, language: Language) -> list[Module]:
    """Return the module of the function wrappers, and the module that registers their help."""
    wrappers = generate_wrappers(functions_module)
    return [build_wrapper_module(wrappers), build_help_module(wrappers.functions, language)]


def build_wrapper_module(wrappers: Wrappers) -> Module:
    """Return the module of the function wrappers.

    Their results and errors are passed to our VBA functions, which return real error values instead of texts.
    """
    source, results = RESULT_LINE.subn(r"\1\2 = ConvertErrors(\3)", wrappers.source)
    source, failures = FAILURE_LINE.subn(r"\1\2 = ConvertException(Err.Description)", source)
    # Each wrapper has a result line for Excel, one for other Office programs, and one failure line.
    if (results, failures) != (2 * len(wrappers.functions), len(wrappers.functions)):
        raise RuntimeError("this xlwings generates VBA wrappers of a form that xladdin does not know")
    cases = [
        f'        Case InStr(description, "{exception}: ") > 0: ConvertException = CVErr({EXCEL_ERRORS[error]})'
        for exception, error in wrappers.exceptions.items()
    ]
    return make_standard_module(
        use_crlf(WRAPPER_HEADER + source) + render_template("true_errors.bas", exceptions="\n".join(cases))
    )


def build_help_module(functions: Sequence[WorksheetFunction], language: Language) -> Module:
    """Return the module that registers the help of functions and arguments with Excel at opening."""
    descriptions = "\n".join(_write_description(function, language) for function in functions)
    return make_standard_module(render_template("function_help.bas", descriptions=descriptions))


def _write_description(function: WorksheetFunction, language: Language) -> str:
    from xladdin.functions import CATALOGUE

    help_text, arguments = function.help, list(function.arguments)
    if function.name in CATALOGUE:  # xlwings has its help in English only
        spec = CATALOGUE[function.name]
        help_text = _render_vba_text(spec.description, language)
        arguments = [_render_vba_text(argument.help, language) for argument in spec.arguments.values()]
    category = str(function.category) if isinstance(function.category, int) else _write_literal(function.category)
    argument_list = ", _\n        ".join(map(_write_literal, arguments))
    argument_help = f", Array( _\n        {argument_list})" if argument_list else ""
    name, description = _write_literal(function.name), _write_literal(help_text)
    return f"    Describe {name}, {category}, _\n        {description}{argument_help}"


def _write_literal(text: str) -> str:
    """Return a VBA string literal on one line, shortened to the limit of the function wizard."""
    line = " ".join(text.split())[:MAX_HELP_LENGTH]
    return '"' + line.replace('"', '""') + '"'


WORKBOOK_CODE_NAME = "ThisWorkbook"
DRAWING_PART = "xl/drawings/vmlDrawing{number}.vml"
EMPTY_RELATIONSHIPS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
CONTENT_TYPES = """\
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/>
<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>
</Types>
"""


def attach_macros(
    workbook: Workbook,
    functions_module: str = "xladdin.functions",
    *,
    buttons: Mapping[str, Sequence[Button]],
    printable_sheets: Sequence[str],
    language: Language = ENGLISH_LANGUAGE,
) -> None:
    """Add the VBA project and the buttons to a finished openpyxl workbook, which must be saved as .xlsm.

    The sheet `xlwings.conf` is added, and every sheet gets a code name, so all other sheets must exist already.

    Args:
        workbook: The workbook.
        functions_module: Name of the module with the worksheet functions.
        buttons: The buttons of each sheet, by its name.
        printable_sheets: Names of the sheets that go into the PDF.
        language: Language of the texts.

    Raises:
        ValueError: A sheet is missing, or the workbook has a chart sheet.
    """
    missing = {*buttons, *printable_sheets} - set(workbook.sheetnames)
    if missing:
        raise ValueError(f"the workbook has no sheet {', '.join(sorted(missing))}: add it before its macros")
    if workbook.chartsheets:
        raise ValueError(
            "a sheet that holds only a chart has no place in a workbook with macros: put it on a worksheet"
        )
    add_settings_sheet(workbook, functions_module, language)

    workbook.code_name = WORKBOOK_CODE_NAME
    for number, sheet in enumerate(workbook.worksheets, start=1):
        sheet.sheet_properties.codeName = f"Sheet{number}"
    project = build_vba_project(
        [
            *build_document_modules(
                WORKBOOK_CODE_NAME, [sheet.sheet_properties.codeName for sheet in workbook.worksheets]
            ),
            build_club_macros(printable_sheets, language),
            *build_function_modules(functions_module, language),
            *read_xlwings_modules(),
        ]
    )
    drawings = {}
    for number, (sheet, sheet_buttons) in enumerate(buttons.items(), start=1):
        workbook[sheet].legacy_drawing = DRAWING_PART.format(number=number)
        drawings[workbook[sheet].legacy_drawing] = build_drawing(sheet_buttons, number)
    workbook.vba_archive = _build_archive(project, drawings)


def _build_archive(project: bytes, drawings: Mapping[str, bytes]) -> ZipFile:
    """Return a package with the macros. openpyxl copies them when it saves, as if it had loaded this package."""
    package = BytesIO()
    with ZipFile(package, "w") as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        archive.writestr("_rels/.rels", EMPTY_RELATIONSHIPS)
        archive.writestr("xl/vbaProject.bin", project)
        for part, drawing in drawings.items():
            archive.writestr(part, drawing)
    return ZipFile(package)


SETTINGS_SHEET = "xlwings.conf"
# The key of the setting with the Python interpreter, by `sys.platform`, for the systems on which Excel runs.
INTERPRETER_KEYS = {"win32": "INTERPRETER_WIN", "darwin": "INTERPRETER_MAC"}

# The widths of the columns, in characters.
COLUMN_WIDTHS = {"A": 32, "B": 60, "C": 100}
# The version for which the macros were made, for people and `xladdin doctor`. xlwings ignores this setting.
VERSION_KEY = "XLWINGS VERSION"


# The wheel that `pip wheel . --no-deps` writes and pip installs.
WHEEL_NAME = f"xladdin-{xladdin.__version__}-py3-none-any.whl"

# A key, its value, and its explanation.
Setting = tuple[str, str | None, str]


def describe_installation() -> Message:
    """Return the line of Start that states what a computer needs for buttons and functions."""
    command = f"pip install {WHEEL_NAME} xlwings=={version('xlwings')}"
    return msg("Buttons and Python functions need: {command}", command=command)


def build_settings(functions_module: str, language: Language) -> list[Setting]:
    """Return the settings of a workbook with macros.

    The Python interpreter of this process is named if Excel runs on this system. Otherwise its value is blank.
    """
    interpreter_key = INTERPRETER_KEYS.get(sys.platform)
    return [
        (
            "INTERPRETER_WIN",
            sys.executable if interpreter_key == "INTERPRETER_WIN" else None,
            language.render(
                msg(
                    'Windows: the Python that has xladdin, such as {example}. Blank: the one that "python" starts. '
                    "On another computer, change it to the Python there.",
                    example=r"C:\Python\python.exe",
                )
            ),
        ),
        (
            "INTERPRETER_MAC",
            sys.executable if interpreter_key == "INTERPRETER_MAC" else None,
            language.render(
                msg(
                    'Mac: the Python that has xladdin, such as {example}. Blank: the one that "python" starts. '
                    "On another computer, change it to the Python there.",
                    example="/usr/local/bin/python3",
                )
            ),
        ),
        ("UDF MODULES", functions_module, language.render(msg("The worksheet functions."))),
        (
            "ADD_WORKBOOK_TO_PYTHONPATH",
            "False",
            language.render(msg("False: the folder of the workbook is not searched for Python files.")),
        ),
        (
            VERSION_KEY,
            version("xlwings"),
            language.render(
                msg("The version of xlwings that these macros belong to; the installed version must be the same.")
            ),
        ),
    ]


def read_settings(workbook: ClubWorkbook) -> dict[str, str]:
    """Return the values of the settings sheet by key in capitals, or {} without the sheet."""
    return {
        read_text(row[0]).upper(): read_text(row[1]) for row in workbook.sheet_values(SETTINGS_SHEET) if len(row) > 1
    }


def add_settings_sheet(workbook: Workbook, functions_module: str, language: Language) -> None:
    """Add the settings sheet, with a setting in each row."""
    sheet = workbook.create_sheet(SETTINGS_SHEET)
    for row, setting in enumerate(build_settings(functions_module, language), start=1):
        for column, text in enumerate(setting, start=1):
            cell = sheet.cell(row, column)
            if text is not None:
                cell.value = text
                cell.data_type = "s"
    for letter, width in COLUMN_WIDTHS.items():
        sheet.column_dimensions[letter].width = width


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
# The reserved identifiers of VBA ([MS-VBAL] 3.3.5.2). An argument with such a name gets an underscore at its end.
RESERVED_NAMES = frozenset(RESERVED_WORDS.split())


def print_wrappers(module_name: str) -> None:
    """Print a JSON object: `source` (VBA), `functions` (name, category, help, arguments) and `exceptions`.

    On other systems than Windows the decorators of xlwings do nothing. So before it imports the functions, this process
    replaces them by the real ones of `xlwings.udfs`. It also replaces three modules of pywin32, which the generator
    never calls. A process must do neither if it uses xlwings or the functions for anything else.
    """
    udfs = _install_real_decorators()
    module = importlib.import_module(module_name)
    function_specs = [value.__xlfunc__ for value in list(vars(module).values()) if hasattr(value, "__xlfunc__")]
    for function in function_specs:
        for argument in function["args"]:
            argument["name"] += "_" if argument["name"].lower() in RESERVED_NAMES else ""
    source = io.StringIO()
    udfs.generate_vba_wrapper(module_name, module, source, SimpleNamespace(Name="club.xlsm"))
    functions = [
        {
            "name": function["name"],
            "category": function["category"],
            "help": function["ret"]["doc"],
            "arguments": [argument["doc"] for argument in function["args"] if not argument["vba"]],
        }
        for function in sorted(function_specs, key=lambda function: function["name"])
    ]
    json.dump({"source": source.getvalue(), "functions": functions, "exceptions": _list_exceptions()}, sys.stdout)


def _install_real_decorators() -> Any:
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


def _list_exceptions() -> dict[str, str]:
    """Return Excel's error value of each imported exception of xladdin, by its full name."""
    errors: dict[str, str] = {}
    kinds: list[type[XladdinError]] = [XladdinError]
    for kind in kinds:
        errors[f"{kind.__module__}.{kind.__qualname__}"] = kind.excel_error
        kinds += kind.__subclasses__()
    return dict(sorted(errors.items()))


if __name__ == "__main__":
    print_wrappers(sys.argv[1])
