"""The cells in which a director chooses a sheet's session or season, and the cells that repeat the choice."""

from __future__ import annotations

from copy import copy
from typing import Any

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.workbook.report_sheets.blocks.layout import CHOICE_ROW, SUBTITLE_ROW
from xladdin.workbook.schema import Kind
from xladdin.workbook.shown import THE_LAST, repeated
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import allow, name_cells, write, write_formula

_WIDTH, _GAP_WIDTH = 31.0, 2.0
"""The widths of the column, and of the gaps between it and the print [characters]."""
SESSION_CHOICES, SEASON_CHOICES, EVENT_CHOICES = "session_choices", "season_choices", "event_choices"


def add_choice(sheet: Worksheet, column: int, label: str, name: str, choices: str, *, is_date: bool = False) -> None:
    """A cell for a choice below its label, beside the print. `choices` is the name of the list."""
    cell = _labelled(sheet, column, label)
    cell.style = styles.INPUT
    cell.number_format = _format(is_date)
    cell.alignment = Alignment("center", "center")
    name_cells(sheet.parent, name, sheet.title, f"${column_letters(column)}${CHOICE_ROW}")
    title = label.partition(" (")[0]  # Excel takes 32 characters at most
    allow(
        sheet,
        cell.coordinate,
        title,
        "Choose from the list; blank is the last.",
        prompt="Blank: the last. Choose, then recalculate.",
        prompt_title=title,
        type="list",
        formula1=choices,
    )


def repeat_choice(sheet: Worksheet, column: int, label: str, name: str, *, is_date: bool = False) -> None:
    """The choice made on another sheet."""
    cell = _labelled(sheet, column, label)
    write_formula(sheet, CHOICE_ROW, column, repeated(name), value=THE_LAST)
    cell.number_format = _format(is_date)


def _format(is_date: bool) -> str:
    return styles.number_format(Kind.DATE) if is_date else "General"


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
