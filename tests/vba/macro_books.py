"""Workbooks with macros for the tests: some as the product makes them, and some with modules of a test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import openpyxl

import xladdin
from tests.helpers.clubs import NOW
from xladdin.commands.programs import sample_files
from xladdin.files.club_file import open_club_file
from xladdin.files.package import PackageEdit
from xladdin.vba import Module, ModuleKind, build_vba_project
from xladdin.workbook.macro_modules import build_document_modules, make_standard_module, use_crlf
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.styles import fonts_in_schema_order

FUNCTIONS = "xladdin.functions"
MACRO = re.compile(r'ObjectType="Button".*?FmlaMacro>\[0\]!(\w+)<', re.DOTALL)
"""The macro behind a button, in the drawing of its sheet."""
ROOT_RELATIONSHIPS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'
NO_TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'


def macro_book(folder: Path) -> Path:
    path = folder / "montreal.xlsm"
    create_workbook(xladdin.system("montreal"), path, sample_files("montreal"), NOW)
    return path


def workbook_of(modules: Sequence[Module], path: Path) -> Path:
    workbook = openpyxl.Workbook()
    workbook.code_name = "ThisWorkbook"
    workbook.active.sheet_properties.codeName = "Sheet1"
    package = BytesIO()
    with ZipFile(package, "w") as archive:
        archive.writestr("[Content_Types].xml", NO_TYPES)
        archive.writestr("_rels/.rels", ROOT_RELATIONSHIPS)
        archive.writestr(
            "xl/vbaProject.bin", build_vba_project([*build_document_modules("ThisWorkbook", ["Sheet1"]), *modules])
        )
    workbook.vba_archive = ZipFile(package)
    with fonts_in_schema_order():
        workbook.save(path)
    return path


def standard(name: str, code: str) -> Module:
    return make_standard_module(use_crlf(f'Attribute VB_Name = "{name}"\n{code}'))


def class_of(name: str, code: str) -> Module:
    return Module(name, ModuleKind.CLASS, use_crlf(f'Attribute VB_Name = "{name}"\n{code}'))


RUN_PYTHON = standard(
    "xlwings",
    """
Public Function RunPython(command As String)
    ThisWorkbook.Sheets(1).Range("A1").Value = command
End Function
""",
)
"""It replaces the module of xlwings, and writes down what it would ask Python."""


def buttons_on(path: Path) -> dict[str, list[str]]:
    club = open_club_file(path)
    edit = PackageEdit(club.package)
    buttons = {}
    for sheet, part in club.sheets.items():
        drawings = [edit.read(drawing).decode() for drawing in edit.find_related_parts(part, "vmlDrawing").values()]
        buttons[sheet] = [macro for drawing in drawings for macro in MACRO.findall(drawing)]
    return {sheet: macros for sheet, macros in buttons.items() if macros}
