"""The cells in which a director chooses a sheet's session or season, and the cells that repeat the choice."""

from copy import copy
from typing import Any

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.renderers.sheet import SUBTITLE_ROW
from xladdin.reports.report import Choice
from xladdin.workbook.report_sheets.blocks.layout import CHOICE_ROW
from xladdin.workbook.schema import Kind
from xladdin.workbook.shown import THE_LAST, repeated
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import allow, name_cells, write, write_formula

_WIDTH, _GAP_WIDTH = 31.0, 2.0
"""The widths of the column, and of the gaps between it and the print [characters]."""


def add_choice(sheet: Worksheet, column: int, choice: Choice) -> None:
    """Adds the cell for a sheet's choice, beside the print and below its label."""
    cell = _labelled(sheet, column, choice.label)
    if choice.choices:
        cell.style = styles.INPUT
    else:
        write_formula(sheet, CHOICE_ROW, column, repeated(choice.name), value=THE_LAST)
    cell.number_format = styles.number_format(Kind.DATE) if choice.is_date else "General"
    if not choice.choices:
        return
    cell.alignment = Alignment("center", "center")
    name_cells(sheet.parent, choice.name, sheet.title, f"${column_letters(column)}${CHOICE_ROW}")
    title = choice.label.partition(" (")[0]  # Excel takes 32 characters at most
    allow(
        sheet,
        cell.coordinate,
        title,
        "Choose from the list; blank is the last.",
        prompt="Blank: the last. Choose, then recalculate.",
        prompt_title=title,
        type="list",
        formula1=choice.choices,
    )


def _labelled(sheet: Worksheet, column: int, label: str) -> Any:
    """A label in the band of the title, and the cell below it."""
    band, head = sheet.cell(SUBTITLE_ROW, 1), sheet.cell(SUBTITLE_ROW, column)
    write(sheet, SUBTITLE_ROW, column, label)
    head._style = copy(band._style)
    font = copy(band.font)
    font.sz = styles.BASE_SIZE
    head.font = font
    for number in (column - 2, column - 1):
        dimension = sheet.column_dimensions[column_letters(number)]
        dimension.width = min(dimension.width, _GAP_WIDTH)
    sheet.column_dimensions[column_letters(column)].width = _WIDTH
    cell = sheet.cell(CHOICE_ROW, column)
    cell.alignment = Alignment("center", "center")
    return cell
