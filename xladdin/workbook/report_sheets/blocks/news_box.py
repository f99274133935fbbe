"""The box on the weekly sheet for the club's news: typed by the director, and written by nothing else."""

from __future__ import annotations

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.workbook.report_sheets.weekly import LAST_COLUMN, NEWS_HEADING, NEWS_LINES, NEWS_NAME, NEWS_ROW
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write


def add_news_box(sheet: Worksheet) -> None:
    """Adds the box over the width of both halves, with its defined name."""
    write(sheet, NEWS_ROW - 1, 1, NEWS_HEADING, styles.LABEL)
    for row in range(NEWS_ROW, NEWS_ROW + NEWS_LINES):
        for column in range(1, LAST_COLUMN + 1):
            sheet.cell(row, column).style = styles.INPUT
    box = sheet.cell(NEWS_ROW, 1)
    box.alignment = Alignment("left", "top", wrap_text=True)
    sheet.merge_cells(start_row=NEWS_ROW, end_row=NEWS_ROW + NEWS_LINES - 1, start_column=1, end_column=LAST_COLUMN)
    name_cells(sheet.parent, NEWS_NAME, sheet.title, f"$A${NEWS_ROW}")
