"""The sheet Please look of a new workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.workbook.questions.looks import HEADINGS, KEY, OK, TABLE
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PLEASE_LOOK
from xladdin.workbook.sheets.value_tables import add_value_sheet, add_value_table
from xladdin.workbook.styles.first_rules import input_rule
from xladdin.workbook.styles.page_setup import set_up_printing

if TYPE_CHECKING:
    from openpyxl import Workbook

INSTRUCTION = f"These rows are rated, and look unusual. Fix the row, or type {OK} under Answer if it is right."
WIDTHS = {"No": 9.0, "What": 30.0, "Where": 18.0, "Why": 70.0, "Answer": 16.0, KEY: 20.0}
LAST_ANSWERED = 2000
"""The last row whose answer is yellow if there is a question."""


def add_please_look(workbook: Workbook) -> None:
    """Adds the sheet."""
    sheet = add_value_sheet(workbook, PLEASE_LOOK, INSTRUCTION)
    add_value_table(sheet, TABLE, WIDTHS, hidden=[KEY])
    answers = column_letters(HEADINGS.index("Answer") + 1)
    input_rule(sheet, f"{answers}{FIRST_DATA_ROW}:{answers}{LAST_ANSWERED}", f'$A{FIRST_DATA_ROW}<>""')
    set_up_printing(sheet, len(TABLE.columns) - 1, heading_rows=HEADINGS_ROW, landscape=True)
