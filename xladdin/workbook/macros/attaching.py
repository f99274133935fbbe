"""Macros for a workbook that openpyxl is about to save: it becomes an .xlsm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZipFile

from xladdin.vba.buttons import Button, button_drawing
from xladdin.vba.project import vba_project
from xladdin.workbook.macros.modules import club_macros, document_modules, xlwings_modules
from xladdin.workbook.macros.settings import add_settings_sheet
from xladdin.workbook.macros.wrappers import function_modules

if TYPE_CHECKING:
    from openpyxl import Workbook

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
) -> None:
    """Give a finished openpyxl workbook its VBA project and its buttons. Save it as .xlsm.

    `buttons` has the buttons of each sheet, by its name. `printable_sheets` go into the PDF. Adds the sheet
    `xlwings.conf` and names every sheet for VBA, so all other sheets must be there. Raises ValueError for a sheet that
    is not there and for sheets that hold only a chart.
    """
    missing = {*buttons, *printable_sheets} - set(workbook.sheetnames)
    if missing:
        raise ValueError(f"the workbook has no sheet {', '.join(sorted(missing))}: add it before its macros")
    if workbook.chartsheets:
        raise ValueError(
            "a sheet that holds only a chart has no place in a workbook with macros: put it on a worksheet"
        )
    add_settings_sheet(workbook, functions_module)

    workbook.code_name = WORKBOOK_CODE_NAME
    for number, sheet in enumerate(workbook.worksheets, start=1):
        sheet.sheet_properties.codeName = f"Sheet{number}"
    project = vba_project(
        [
            *document_modules(WORKBOOK_CODE_NAME, [sheet.sheet_properties.codeName for sheet in workbook.worksheets]),
            club_macros(printable_sheets),
            *function_modules(functions_module),
            *xlwings_modules(),
        ]
    )
    drawings = {}
    for number, (sheet, on_it) in enumerate(buttons.items(), start=1):
        workbook[sheet].legacy_drawing = DRAWING_PART.format(number=number)
        drawings[workbook[sheet].legacy_drawing] = button_drawing(on_it, number)
    workbook.vba_archive = _archive(project, drawings)


def _archive(project: bytes, drawings: Mapping[str, bytes]) -> ZipFile:
    """Return the package from which openpyxl copies macros when it saves, as if it had loaded them."""
    package = BytesIO()
    with ZipFile(package, "w") as archive:
        archive.writestr("[Content_Types].xml", CONTENT_TYPES)
        archive.writestr("_rels/.rels", EMPTY_RELATIONSHIPS)
        archive.writestr("xl/vbaProject.bin", project)
        for part, drawing in drawings.items():
            archive.writestr(part, drawing)
    return ZipFile(package)
