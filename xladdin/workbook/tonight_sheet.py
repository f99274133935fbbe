"""The parts of a new Tonight sheet beside its two lists: cells to mark who is here, and the evening's settings."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from xladdin.cells import column_letters
from xladdin.languages import Language
from xladdin.messages import msg
from xladdin.renderers.sheet import AS_OF_ROW, HEADING_ROW, HEADLINE_ROW
from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.input_sheets import LISTED_PLAYERS, allow_entries
from xladdin.workbook.report_sheets.tonight import (
    AHEAD_NAME,
    BY_BUTTON,
    BY_FILE,
    HERE,
    HOW_TO_PAIR,
    LIST_COLUMN,
    MARK,
    NAME_FORMULA,
    PAIRED_NAME,
    SCORE,
    SETTINGS_COLUMN,
    WHO_IS_HERE,
    evening_settings,
    tonight_report,
)
from xladdin.workbook.schema import TONIGHT, Column, Kind
from xladdin.workbook.styles import allow, choose_one, define_name, input_rule, one_of, write, write_formula

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.vba import Button

NAMES_TO_COME, IN_STEPS_OF = 60, 40
"""The rows of the list, at least, for players typed on Players before the next recalculation."""
UNSEEN = ";;;"
"""The format of the cell that remembers the last paired round. The headline says it in words."""
_LABEL_WIDTH, _VALUE_WIDTH = 22.5, 15.5
"""With these widths all of it is in sight on a laptop."""


def names_on_tonight(players: int) -> int:
    """Return the names that the list has room for where the table Players holds so many."""
    return math.ceil(players / IN_STEPS_OF) * IN_STEPS_OF + NAMES_TO_COME


def add_tonight_sheet(workbook: Workbook, system: RatingSystem, macros: bool, names: int) -> None:
    """Add the sheet. `macros`: whether it has a button. `names`: those that its list has room for."""
    from xladdin.renderers.sheet import GAP_WIDTH
    from xladdin.workbook.report_sheets.new_sheets import build_sheet

    sheet = build_sheet(workbook, tonight_report(system), system)
    sheet.merge_cells(f"A{AS_OF_ROW}:{column_letters(LIST_COLUMN - 2)}{AS_OF_ROW}")
    sheet.cell(AS_OF_ROW, 1).alignment = styles.centred("left", shrink=True)  # out of date, it is wider than the print
    write(sheet, HEADLINE_ROW, LIST_COLUMN, WHO_IS_HERE, styles.LABEL)
    write(sheet, HEADLINE_ROW, SETTINGS_COLUMN, HOW_TO_PAIR, styles.LABEL)
    for column, width in enumerate((GAP_WIDTH, _LABEL_WIDTH, _VALUE_WIDTH), SETTINGS_COLUMN - 1):
        sheet.column_dimensions[column_letters(column)].width = width
    _add_marks(sheet)
    for row in range(HEADING_ROW + 1, HEADING_ROW + 1 + names):
        write_formula(sheet, row, LIST_COLUMN, NAME_FORMULA.format(row=row))
        sheet.cell(row, LIST_COLUMN).alignment = styles.alignment(Kind.PLAYER)
    row = _add_settings(workbook, sheet, system)
    for number, step in enumerate((MARK, BY_BUTTON if macros else BY_FILE, SCORE), row + 1):
        write(sheet, number, SETTINGS_COLUMN, step)


def pair_button(system: RatingSystem, language: Language) -> Button:
    """Return the button of a macro workbook, below the steps."""
    from xladdin.vba import Button

    first = HEADING_ROW + len(evening_settings(system)) + 8
    letter = column_letters(SETTINGS_COLUMN)
    return Button(language.render(msg("Pair tonight")), "PairTonight", f"{letter}{first}:{letter}{first + 1}")


def _add_marks(sheet: Worksheet) -> None:
    """Add yellow cells beside every name, for the mark and the division, as many as there are names."""
    letter = column_letters(LIST_COLUMN + 2)
    last = HEADING_ROW + LISTED_PLAYERS
    cells = f"{letter}{HEADING_ROW + 1}:{letter}{last}"
    allow(sheet, cells, msg("Here"), msg("Mark with x, or leave blank."), **one_of([HERE]))
    name = f"${column_letters(LIST_COLUMN)}{HEADING_ROW + 1}"
    input_rule(sheet, f"{letter}{HEADING_ROW + 1}:{column_letters(LIST_COLUMN + 3)}{last}", f'{name}<>""')


def _add_settings(workbook: Workbook, sheet: Worksheet, system: RatingSystem) -> int:
    """Add the settings, and give the row below them."""
    row = HEADING_ROW
    for setting in evening_settings(system):
        row += 1
        write(sheet, row, SETTINGS_COLUMN, setting.label)
        cell = sheet.cell(row, SETTINGS_COLUMN + 1)
        cell.value = None if setting.default == "" else setting.default
        cell.style = styles.INPUT
        cell.number_format = styles.number_format(setting.kind)
        cell.alignment = styles.alignment(Kind.YES)
        if setting.words:
            allow(sheet, cell.coordinate, TONIGHT, choose_one(setting.words), **one_of(setting.words))
        else:
            allow_entries(sheet, cell.coordinate, Column(setting.label, setting.kind))
        define_name(workbook, setting.name, f"{TONIGHT}!${column_letters(SETTINGS_COLUMN + 1)}${row}")
    row += 1
    sheet.cell(row, SETTINGS_COLUMN).number_format = UNSEEN
    define_name(workbook, PAIRED_NAME, f"{TONIGHT}!${column_letters(SETTINGS_COLUMN)}${row}")
    define_name(workbook, AHEAD_NAME, f"{TONIGHT}!${column_letters(LIST_COLUMN + 4)}${HEADLINE_ROW}")
    return row + 1
