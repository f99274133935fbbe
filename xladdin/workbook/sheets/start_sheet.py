"""The Start sheet: what to do in four steps, and what the last recalculation found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets import first_extents, start_change_formula
from xladdin.workbook.rules.sheet import edited_rules_formula
from xladdin.workbook.schema import (
    AS_OF_NAME,
    EXTENTS_NAME,
    FINGERPRINT_NAMES,
    OUTCOME_NAME,
    RECALCULATED_NAME,
    START,
    TITLE_NAME,
    Kind,
)
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import define_name, write, write_formula
from xladdin.workbook.styles.page_setup import set_up_printing

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

RECALCULATE_CELLS, PDF_CELLS = "A10:A11", "A13:A14"
"""Where the buttons of a macro workbook stand."""
STATUS_ROW = 16
TWO_LINES = 30
"""Height of a row whose formula may give two lines [points]; no program fits a row to a formula by itself."""
WHERE_ROW = 25

_STEPS = {
    "game": ("Players: one row each. Choose the group, and Yes where the player is at camp.", "Games"),
    "session": ("Players: one row each. Start rating and games only for who comes with them.", "Games"),
    "event": ("Players: one row each, as they shall be printed.", "Events and Results"),
}
_OTHER_COMPUTER = (
    "On another computer: install Python, then `pip install xladdin`; on the sheet xlwings.conf write that "
    "computer's python.exe behind INTERPRETER_WIN (xladdin doctor FILE names it)."
)
_WHERE = (
    ("Change cells, Calculator", "Any Excel, LibreOffice: nothing to install. They follow the Rules sheet."),
    ("Names with LAMBDA", "In an .xlsx: Excel 2024, Microsoft 365 and the web, nothing to install. Printed tables."),
    (
        "Python functions",
        "Windows with Python and xlwings; Mac and web through xlwings Lite or Server. Printed tables.",
    ),
    ("Recalculation", "The button of an .xlsm (Windows, Mac), of xlwings Lite or Server, or: xladdin recalc FILE"),
)


def add_start_sheet(workbook: Workbook, system: RatingSystem, macros: bool) -> None:
    """Adds Start. macros: whether the workbook has buttons that run macros."""
    sheet = workbook.create_sheet(START)
    sheet.sheet_view.showGridLines = False
    for letter, width in zip("ABC", (26, 96, 16)):
        sheet.column_dimensions[letter].width = width
    write_formula(sheet, 1, 1, TITLE_NAME, styles.TITLE)
    write(sheet, 2, 1, f"{system.title}: ratings", styles.SUBTITLE)
    _add_steps(sheet, system, macros)
    _add_status(workbook, sheet, system)
    set_up_printing(sheet, 2, landscape=True)
    write(sheet, WHERE_ROW, 1, "What works where", styles.SUBTITLE)
    for row, (what, where) in enumerate(_WHERE, WHERE_ROW + 1):
        write(sheet, row, 1, what, styles.LABEL)
        write(sheet, row, 2, where, styles.PROSE)


def _add_steps(sheet: Worksheet, system: RatingSystem, macros: bool) -> None:
    players, log = _STEPS[system.period]
    press = "Press Recalculate below." if macros else "Save and close the file, then run: xladdin recalc FILE."
    steps = (
        players,
        f"{log}: type one row after the other; the table grows, and the changes show at once.",
        f"{press} Every rating is computed again from the first row on.",
        "Print Standings, Scoreboard and the other sheets for the wall.",
    )
    write(sheet, 4, 1, "Four steps", styles.SUBTITLE)
    for number, step in enumerate(steps, 1):
        write(sheet, 4 + number, 1, f"Step {number}", styles.LABEL)
        write(sheet, 4 + number, 2, step, styles.PROSE)
    if macros:
        write(sheet, 10, 2, "Allow macros when Excel asks. A copy goes into the folder backups first.", styles.PROSE)
        write(sheet, 13, 2, _OTHER_COMPUTER, styles.PROSE)


def _add_status(workbook: Workbook, sheet: Worksheet, system: RatingSystem) -> None:
    """Cells that a recalculation writes, by name, and two live ones."""
    write(sheet, STATUS_ROW, 1, "The last recalculation", styles.SUBTITLE)
    written = (("Recalculated", RECALCULATED_NAME), ("Outcome", OUTCOME_NAME), ("The sheets stand", AS_OF_NAME))
    for row, (label, name) in enumerate(written, STATUS_ROW + 1):
        write(sheet, row, 1, label, styles.LABEL)
        sheet.cell(row, 2).style = styles.PROSE
        define_name(workbook, name, f"{START}!$B${row}")
    edited = (
        f'IF({edited_rules_formula(system)}=0,"As printed.","Edited: change cells, Calculator and recalculation follow '
        'the Rules sheet; Python functions and LAMBDA names keep the printed tables.")'
    )
    live = (("Since then", start_change_formula(system)), ("Rules", edited))
    for row, (label, formula) in enumerate(live, STATUS_ROW + 1 + len(written)):
        write(sheet, row, 1, label, styles.LABEL)
        write_formula(sheet, row, 2, formula, styles.PROSE)
        sheet.row_dimensions[row].height = TWO_LINES
    sheet.column_dimensions["C"].hidden = True  # what was entered then: for the live line above alone
    for row, name in enumerate(FINGERPRINT_NAMES, STATUS_ROW + 1):
        define_name(workbook, name, f"{START}!$C${row}")
    sheet.cell(row, 3).number_format = styles.number_format(Kind.DATE)
    write(sheet, row + 1, 3, first_extents(system))
    define_name(workbook, EXTENTS_NAME, f"{START}!$C${row + 1}")
