"""The cells in which a director chooses the session or the season that a sheet shows, and those that repeat it."""

from __future__ import annotations

from copy import copy
from typing import Any

from openpyxl.styles import Alignment
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.workbook.report_sheets.blocks.layout import SUBTITLE_ROW
from xladdin.workbook.schema import Kind
from xladdin.workbook.shown import THE_LAST, repeated
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write, write_formula

SESSION_CHOICES, SEASON_CHOICES, EVENT_CHOICES = "session_choices", "season_choices", "event_choices"


def add_choice(sheet: Worksheet, column: int, label: str, name: str, choices: str, *, is_date: bool = False) -> None:
    """A labelled cell to choose in, two columns wide, in the band of the title. choices: name of the list."""
    cell = _labelled(sheet, column, label)
    cell.style = styles.INPUT
    cell.number_format = styles.number_format(Kind.DATE) if is_date else "General"
    cell.alignment = Alignment("center", "center")
    name_cells(sheet.parent, name, sheet.title, f"${column_letters(column + 1)}${SUBTITLE_ROW}")
    rule = DataValidation(type="list", formula1=choices)
    rule.allow_blank = rule.showErrorMessage = True
    title = label.partition(" (")[0]  # Excel takes 32 characters at most
    rule.errorTitle, rule.error = title, "Choose from the list; blank is the last."
    rule.showInputMessage = True
    rule.promptTitle, rule.prompt = title, "Blank: the last. Choose, then recalculate."
    sheet.add_data_validation(rule)
    rule.add(cell.coordinate)


def repeat_choice(sheet: Worksheet, column: int, label: str, name: str, *, is_date: bool = False) -> None:
    """What is chosen on another sheet."""
    cell = _labelled(sheet, column, label)
    write_formula(sheet, SUBTITLE_ROW, column + 1, repeated(name), value=THE_LAST)
    _as_in_the_band(cell, sheet.cell(SUBTITLE_ROW, 1))
    cell.number_format = styles.number_format(Kind.DATE) if is_date else "General"
    cell.alignment = Alignment("center", "center")


def _labelled(sheet: Worksheet, column: int, label: str) -> Any:
    """A label in the band of the title, and the cell beside it."""
    band = sheet.cell(SUBTITLE_ROW, 1)
    write(sheet, SUBTITLE_ROW, column, label)
    head = sheet.cell(SUBTITLE_ROW, column)
    _as_in_the_band(head, band)
    head.alignment = Alignment("right", "center")
    sheet.merge_cells(start_row=SUBTITLE_ROW, end_row=SUBTITLE_ROW, start_column=column + 1, end_column=column + 2)
    return sheet.cell(SUBTITLE_ROW, column + 1)


def _as_in_the_band(cell: Any, band: Any) -> None:
    """The look of the band's own words, in smaller print."""
    cell._style = copy(band._style)
    font = copy(band.font)
    font.sz = styles.BASE_SIZE
    cell.font = font
