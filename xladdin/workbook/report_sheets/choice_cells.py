"""The cells in which a director chooses the session or the season that a sheet shows, and those that repeat it."""

from __future__ import annotations

from openpyxl.styles import Alignment
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.workbook.report_sheets.layout import AS_OF_ROW
from xladdin.workbook.schema import Kind
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write, write_formula

SESSION_CHOICES, SEASON_CHOICES, EVENT_CHOICES = "session_choices", "season_choices", "event_choices"


def add_choice(sheet: Worksheet, column: int, label: str, name: str, choices: str, *, is_date: bool = False) -> None:
    """A labelled cell to choose in, two columns wide, beside what the sheet is as of. choices: name of the list."""
    cell = _labelled(sheet, column, label)
    cell.style = styles.INPUT
    cell.number_format = styles.number_format(Kind.DATE) if is_date else "General"
    cell.alignment = Alignment("center", "center")
    name_cells(sheet.parent, name, sheet.title, f"${column_letters(column + 1)}${AS_OF_ROW}")
    rule = DataValidation(type="list", formula1=choices)
    rule.allow_blank = rule.showErrorMessage = True
    rule.errorTitle, rule.error = label, "Choose from the list; blank is the last."
    rule.showInputMessage = True
    rule.promptTitle, rule.prompt = label, "Blank: the last. Choose, then recalculate."
    sheet.add_data_validation(rule)
    rule.add(cell.coordinate)


def repeat_choice(sheet: Worksheet, column: int, label: str, name: str, *, is_date: bool = False) -> None:
    """What is chosen on another sheet."""
    cell = _labelled(sheet, column, label)
    write_formula(sheet, AS_OF_ROW, column + 1, f'IF({name}="","the last",{name})', styles.AS_OF)
    cell.number_format = styles.number_format(Kind.DATE) if is_date else "General"
    cell.alignment = Alignment("center", "center")


def _labelled(sheet: Worksheet, column: int, label: str):  # type: ignore[no-untyped-def]
    write(sheet, AS_OF_ROW, column, label, styles.AS_OF)
    sheet.cell(AS_OF_ROW, column).alignment = Alignment("right", "center")
    sheet.merge_cells(start_row=AS_OF_ROW, end_row=AS_OF_ROW, start_column=column + 1, end_column=column + 2)
    return sheet.cell(AS_OF_ROW, column + 1)
