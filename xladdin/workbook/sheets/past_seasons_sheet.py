"""The sheet Past seasons of a new workbook: a line a season to read, and the other memories hidden beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.log.past import CHAMPIONS, FACT_HEADINGS
from xladdin.workbook.schema import HEADINGS_ROW, PAST_SEASONS
from xladdin.workbook.seasons.past_seasons import FACT_TABLE, SEASON_TABLE
from xladdin.workbook.sheets.value_tables import add_value_sheet, add_value_table
from xladdin.workbook.styles.page_setup import set_up_printing

if TYPE_CHECKING:
    from openpyxl import Workbook

INSTRUCTION = "The seasons of earlier workbooks, as the last one left them."
WIDTHS = {"Average attendance": 21.0, "Games a session": 18.0, "Average score": 16.0, "Different players": 18.0,
          "Active players": 16.0, CHAMPIONS: 70.0}  # fmt: skip


def add_past_seasons(workbook: Workbook) -> None:
    """Adds the sheet."""
    sheet = add_value_sheet(workbook, PAST_SEASONS, INSTRUCTION)
    width = len(SEASON_TABLE.columns)
    add_value_table(sheet, SEASON_TABLE, WIDTHS)
    add_value_table(sheet, FACT_TABLE, {}, hidden=FACT_HEADINGS, first=width + 2)
    set_up_printing(sheet, width, heading_rows=HEADINGS_ROW, landscape=True)
