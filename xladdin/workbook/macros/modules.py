"""The modules of a club workbook's VBA project: what Excel wants, what xlwings ships, and our own macros."""

import re
from collections.abc import Sequence
from importlib.metadata import version
from importlib.resources import files

from xladdin.files.safety.backups import FOLDER, KEPT, KEPT_DAYS, KEPT_MONTHS
from xladdin.vba.project import Module, ModuleKind

WORKBOOK_BASE = "00020819-0000-0000-C000-000000000046"
SHEET_BASE = "00020820-0000-0000-C000-000000000046"
CLASS_BASE = "FCFB3D2A-A0FA-1068-A738-08002B3371B5"
"""The classes of a workbook, a worksheet and a class module, in Excel's own words."""

CLASS_FILE_HEADER = re.compile(r"\AVERSION 1\.0 CLASS\r\nBEGIN\r\n(?:  .*\r\n)*END\r\n")

OPENING = """
Private Sub Workbook_Open()
    DescribeFunctions
End Sub
"""


def document_modules(workbook_name: str, sheet_names: Sequence[str]) -> list[Module]:
    """Return the modules behind the workbook, which runs at opening, and behind its sheets, by their code names."""
    sheets = [_document(name, SHEET_BASE, "") for name in sheet_names]
    return [_document(workbook_name, WORKBOOK_BASE, OPENING), *sheets]


def xlwings_modules() -> list[Module]:
    """xlwings.bas and Dictionary.cls of the installed xlwings. Its macros need them."""
    shipped = files("xlwings")
    return [
        standard_module(shipped.joinpath("xlwings.bas").read_bytes().decode("cp1252")),
        class_module(shipped.joinpath("addin", "Dictionary.cls").read_bytes().decode("cp1252")),
    ]


def club_macros(printable_sheets: Sequence[str]) -> Module:
    """Return the macros behind the buttons. `printable_sheets` go into the PDF, even under new names."""
    source = template(
        "club_macros.bas",
        backups=FOLDER,
        kept_backups=str(KEPT),
        kept_days=str(KEPT_DAYS),
        kept_months=str(KEPT_MONTHS),
        printable_sheets="/".join(printable_sheets),  # no sheet's name holds a slash
        xlwings=version("xlwings"),
    )
    return standard_module(source)


def standard_module(source: str) -> Module:
    """Return the module of a .bas file's text, which is stored as it is."""
    return Module(_attribute(source, "VB_Name"), ModuleKind.STANDARD, source)


def class_module(source: str) -> Module:
    """Return the module of a .cls file's text.

    Excel's export drops three attributes and adds a header that belongs to the file alone. Storing undoes both.
    """
    text, headers = CLASS_FILE_HEADER.subn("", source)
    if headers != 1:
        raise ValueError("a class module's file must begin with VERSION 1.0 CLASS and a BEGIN-END block")
    text = re.sub(r"(Attribute VB_Name = .*\r\n)", rf'\1Attribute VB_Base = "0{{{CLASS_BASE}}}"\r\n', text, count=1)
    implied = "Attribute VB_TemplateDerived = False\r\nAttribute VB_Customizable = False\r\n"
    text = re.sub(r"(Attribute VB_Exposed = .*\r\n)", rf"\1{implied}", text, count=1)
    description = _attribute(text, "VB_Description", "").replace(r"\r\n", "\r\n")
    return Module(_attribute(text, "VB_Name"), ModuleKind.CLASS, text, description)


def template(file: str, **values: str) -> str:
    """Return the VBA source in one of this package's files with its `{placeholders}` filled, lines ended by CR LF."""
    text = files(__package__).joinpath(file).read_text(encoding="ascii")
    for name, value in values.items():
        if f"{{{name}}}" not in text:
            raise ValueError(f"{file} has no place for {name}")
        text = text.replace(f"{{{name}}}", value)
    return with_crlf(text)


def with_crlf(text: str) -> str:
    """`text` with the line ends of VBA."""
    return "".join(f"{line}\r\n" for line in text.splitlines())


def _document(name: str, base: str, code: str) -> Module:
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
    return Module(name, ModuleKind.DOCUMENT, with_crlf(attributes + code))


def _attribute(source: str, attribute: str, default: str | None = None) -> str:
    found = re.search(rf'^Attribute {attribute} = "(.*)"\r$', source, re.MULTILINE)
    if found is None and default is None:
        raise ValueError(f"VBA source without the line Attribute {attribute}")
    return found[1] if found is not None else str(default)
