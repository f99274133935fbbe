"""The right of the weekly sheet's list: the best of the session and the season, the key, the club's news.

Only the director types and changes the news.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.workbook.report_sheets.blocks.layout import FIRST_ROW

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

HIGHLIGHTS = 7
"""The most highlights of the session or the season, each over two lines."""
HEADS = 2
"""The lines above them: the day or the season, and how many came or were played."""
SESSION_ROW = FIRST_ROW
SEASON_ROW = SESSION_ROW + HEADS + 2 * HIGHLIGHTS + 1
KEY_ROW, KEY_LINES, KEY_HEADING = SEASON_ROW + HEADS + 2 * HIGHLIGHTS + 2, 7, "How to read the list"
NEWS_ROW, NEWS_LINES = KEY_ROW + KEY_LINES + 2, 6
"""The place of the club's news, below its heading, and its most lines."""
NEWS_NAME, NEWS_HEADING = "club_news", "Club news"
GAP, WIDTH = 1.5, 31.5
"""The widths of the gap between list and panel, and of the panel [characters]."""


def lines(column: int) -> tuple[tuple[int, int, int], ...]:
    """The column, number and first row of each group of lines that a recalculation writes."""
    highlights = HEADS + 2 * HIGHLIGHTS
    return (column, highlights, SESSION_ROW), (column, highlights, SEASON_ROW), (column, KEY_LINES, KEY_ROW)


def add_panel(sheet: Worksheet, column: int) -> None:
    """Formats the panel: headings, words over two lines each, and the key."""
    from openpyxl.styles import Alignment

    from xladdin.workbook.styles import palette as styles
    from xladdin.workbook.styles.cell_writing import write

    sheet.column_dimensions[column_letters(column)].width = WIDTH
    sheet.column_dimensions[column_letters(column - 1)].width = GAP
    for first in (SESSION_ROW, SEASON_ROW):
        head = sheet.cell(first, column)
        head.style = styles.LABEL
        head.alignment = Alignment("left", "center", shrink_to_fit=True)
        for row in range(first + 1, first + HEADS + 2 * HIGHLIGHTS):
            cell = sheet.cell(row, column)
            cell.style = styles.NOTE if (row - first) % 2 == 0 or row == first + 1 else styles.PROSE
            cell.alignment = Alignment("left", "center", shrink_to_fit=True)
    write(sheet, KEY_ROW - 1, column, KEY_HEADING, styles.LABEL)
    letters = column_letters(column)
    styles.hidden_rule(sheet, f"{letters}{KEY_ROW - 1}", f'{letters}{KEY_ROW}=""')
    for row in range(KEY_ROW, KEY_ROW + KEY_LINES):
        sheet.cell(row, column).style = styles.NOTE


def news_formula() -> str:
    """The content of the printed box."""
    return f'IF({NEWS_NAME}="","",{NEWS_NAME})'


def add_news_box(sheet: Worksheet, column: int, beside: int) -> None:
    """Adds the club's news below the panel, and beside the printed page the cell for typing it.

    The panel begins at `column`, and the cell is at `beside`. Without news nothing is printed.
    """
    from openpyxl.styles import Alignment

    from xladdin.workbook.styles import palette as styles
    from xladdin.workbook.styles.cell_writing import name_cells, write, write_formula

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
