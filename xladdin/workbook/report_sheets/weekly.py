"""What a description cannot say of Lexington's Weekly sheet: the panel beside the list, and the club's news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.renderers.sheet import PAGE_GAP
from xladdin.reports.described.ratings_lists import PANEL_COLUMN, weekly_sheet
from xladdin.reports.names import WEEKLY_SHEET
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets import weekly_panel
from xladdin.workbook.report_sheets.described import report_sheet

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


def _add_panel(sheet: Worksheet, system: RatingSystem) -> None:
    """Make room for the words beside the list, and for the club's news."""
    weekly_panel.add_panel(sheet, PANEL_COLUMN)
    weekly_panel.add_news_box(sheet, PANEL_COLUMN, PANEL_COLUMN + PAGE_GAP - 1)


SHEET = report_sheet(WEEKLY_SHEET, weekly_sheet, _add_panel, shows="session")
