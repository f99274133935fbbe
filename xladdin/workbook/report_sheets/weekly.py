"""What a description cannot say of Lexington's Weekly sheet: the looks of the panel beside the list, and the news.

Only the director types and changes the news.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.renderers.sheet import PAGE_GAP
from xladdin.reports.described.ratings_lists import (
    LEGEND_HEADING,
    LEGEND_LINES,
    LEGEND_ROW,
    NEWS_HEADING,
    NEWS_LINES,
    NEWS_ROW,
    PANEL_COLUMN,
    PANEL_LINES,
    SEASON_ROW,
    SESSION_ROW,
)
from xladdin.reports.report import Report
from xladdin.systems.system import RatingSystem

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

NEWS_NAME = "club_news"
"""The defined name of the cell that the director types the news into."""
GAP, WIDTH = 1.5, 31.5
"""The widths of the gap between list and panel, and of the panel [characters]."""


def add_panel(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Make room for the words beside the list, and for the club's news."""
    _format_panel(sheet, PANEL_COLUMN)
    _add_news_box(sheet, PANEL_COLUMN, PANEL_COLUMN + PAGE_GAP - 1)


def _format_panel(sheet: Worksheet, column: int) -> None:
    """Format the panel: headings, words over two lines each, and the key."""
    from openpyxl.styles import Alignment

    from xladdin.workbook import styles
    from xladdin.workbook.styles import write

    sheet.column_dimensions[column_letters(column)].width = WIDTH
    sheet.column_dimensions[column_letters(column - 1)].width = GAP
    for first in (SESSION_ROW, SEASON_ROW):
        head = sheet.cell(first, column)
        head.style = styles.LABEL
        head.alignment = Alignment("left", "center", shrink_to_fit=True)
        for row in range(first + 1, first + PANEL_LINES):
            cell = sheet.cell(row, column)
            cell.style = styles.NOTE if (row - first) % 2 == 0 or row == first + 1 else styles.PROSE
            cell.alignment = Alignment("left", "center", shrink_to_fit=True)
    write(sheet, LEGEND_ROW - 1, column, LEGEND_HEADING, styles.LABEL)
    letters = column_letters(column)
    styles.hidden_rule(sheet, f"{letters}{LEGEND_ROW - 1}", f'{letters}{LEGEND_ROW}=""')
    for row in range(LEGEND_ROW, LEGEND_ROW + LEGEND_LINES):
        sheet.cell(row, column).style = styles.NOTE


def news_formula() -> str:
    """Return the content of the printed box."""
    return f'IF({NEWS_NAME}="","",{NEWS_NAME})'


def _add_news_box(sheet: Worksheet, column: int, beside: int) -> None:
    """Add the club's news below the panel, and beside the printed page the cell for typing it.

    The panel begins at `column`, and the cell is at `beside`. Without news nothing is printed.
    """
    from openpyxl.styles import Alignment

    from xladdin.workbook import styles
    from xladdin.workbook.styles import name_cells, write, write_formula

    last, printed = NEWS_ROW + NEWS_LINES - 1, column_letters(column)
    for where in (column, beside):
        write(sheet, NEWS_ROW - 1, where, NEWS_HEADING, styles.LABEL)
        for row in range(NEWS_ROW, last + 1):
            sheet.cell(row, where).style = styles.INPUT if where == beside else styles.PROSE
    write_formula(sheet, NEWS_ROW, column, news_formula(), styles.PROSE, value="")
    styles.hidden_rule(sheet, f"{printed}{NEWS_ROW - 1}", f'{NEWS_NAME}=""')
    for where in (column, beside):
        sheet.cell(NEWS_ROW, where).alignment = Alignment("left", "top", wrap_text=True)
        sheet.merge_cells(start_row=NEWS_ROW, end_row=last, start_column=where, end_column=where)
    name_cells(sheet.parent, NEWS_NAME, sheet.title, f"${column_letters(beside)}${NEWS_ROW}")
