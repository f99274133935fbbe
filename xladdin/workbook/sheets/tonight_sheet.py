"""What a new Tonight sheet has beside its two lists: cells to mark who is here, and the evening's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.vba.buttons import Button
from xladdin.workbook.report_sheets.blocks.layout import AS_OF_ROW, HEADING_ROW, HEADLINE_ROW
from xladdin.workbook.report_sheets.evening.tonight import (
    HERE,
    LIST_COLUMN,
    SETTINGS_COLUMN,
    evening_settings,
    layout,
)
from xladdin.workbook.schema import TONIGHT, Column, Kind
from xladdin.workbook.sheets.input_sheets import LISTED_PLAYERS, entry_rule
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import define_name, write

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.worksheet import Worksheet

_STEPS = (
    f"1  Mark who is here with {HERE}.",
    "2  Pair: the button Pair tonight, or the",
    "    script of that name in xlwings Lite.",
    "3  Type the scores on Games, pair again.",
)
_LABEL_WIDTH, _VALUE_WIDTH = 30.0, 17.0


def add_tonight_sheet(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet."""
    from xladdin.workbook.report_sheets.blocks.building import build_sheet

    sheet = build_sheet(workbook, layout(system))
    sheet.merge_cells(f"A{AS_OF_ROW}:{column_letters(LIST_COLUMN - 2)}{AS_OF_ROW}")
    sheet.cell(AS_OF_ROW, 1).alignment = styles.centred("left", shrink=True)  # out of date, it is wider than the print
    write(sheet, HEADLINE_ROW, LIST_COLUMN, "Who is here", styles.LABEL)
    write(sheet, HEADLINE_ROW, SETTINGS_COLUMN, "How to pair", styles.LABEL)
    for column, width in ((SETTINGS_COLUMN, _LABEL_WIDTH), (SETTINGS_COLUMN + 1, _VALUE_WIDTH)):
        sheet.column_dimensions[column_letters(column)].width = width
    _add_marks(sheet)
    row = _add_settings(workbook, sheet, system)
    for number, step in enumerate(_STEPS, row + 1):
        write(sheet, number, SETTINGS_COLUMN, step)


def pair_button(system: RatingSystem) -> Button:
    """The button of a macro workbook, below the steps."""
    first = HEADING_ROW + len(evening_settings(system)) + len(_STEPS) + 3
    letter = column_letters(SETTINGS_COLUMN)
    return Button("Pair tonight", "PairTonight", f"{letter}{first}:{letter}{first + 1}")


def _add_marks(sheet: Worksheet) -> None:
    """Yellow cells beside every name, as many as there are names."""
    from openpyxl.worksheet.datavalidation import DataValidation

    letter = column_letters(LIST_COLUMN + 2)
    cells = f"{letter}{HEADING_ROW + 1}:{letter}{HEADING_ROW + LISTED_PLAYERS}"
    rule = DataValidation(type="list", formula1=f'"{HERE}"', allow_blank=True, showErrorMessage=True)
    rule.errorTitle, rule.error = "Here", f"Mark with {HERE}, or leave blank."
    sheet.add_data_validation(rule)
    rule.add(cells)
    name = f"${column_letters(LIST_COLUMN)}{HEADING_ROW + 1}"
    styles.input_rule(sheet, cells, f'{name}<>""')


def _add_settings(workbook: Workbook, sheet: Worksheet, system: RatingSystem) -> int:
    """Adds the settings, and gives the row below them."""
    row = HEADING_ROW
    for setting in evening_settings(system):
        row += 1
        write(sheet, row, SETTINGS_COLUMN, setting.label)
        cell = sheet.cell(row, SETTINGS_COLUMN + 1)
        cell.value = None if setting.default == "" else setting.default
        cell.style = styles.INPUT
        cell.number_format = styles.number_format(setting.kind)
        cell.alignment = styles.alignment(Kind.YES)
        rule = _choice(setting.words) if setting.words else entry_rule(Column(setting.label, setting.kind))
        if rule is not None:
            sheet.add_data_validation(rule)
            rule.add(cell)
        define_name(workbook, setting.name, f"{TONIGHT}!${column_letters(SETTINGS_COLUMN + 1)}${row}")
    return row + 1


def _choice(words: tuple[str, ...]) -> DataValidation:
    from openpyxl.worksheet.datavalidation import DataValidation

    rule = DataValidation(type="list", formula1=f'"{",".join(words)}"', allow_blank=True, showErrorMessage=True)
    rule.errorTitle, rule.error = "Tonight", f"Choose {' or '.join(words)}."
    return rule
