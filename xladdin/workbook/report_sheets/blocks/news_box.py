"""The box on the weekly sheet for the club's news: typed by the director, and written by nothing else."""

from __future__ import annotations

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.workbook.report_sheets.weekly import NEWS_HEADING, NEWS_LINES, NEWS_NAME, NEWS_ROW, PANEL_COLUMN
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import name_cells, write


def add_news_box(sheet: Worksheet) -> None:
    """Adds the box below the panel beside the list, with its defined name."""
    write(sheet, NEWS_ROW - 1, PANEL_COLUMN, NEWS_HEADING, styles.LABEL)
    last = NEWS_ROW + NEWS_LINES - 1
    for row in range(NEWS_ROW, last + 1):
        sheet.cell(row, PANEL_COLUMN).style = styles.INPUT
    box = sheet.cell(NEWS_ROW, PANEL_COLUMN)
    box.alignment = Alignment("left", "top", wrap_text=True)
    sheet.merge_cells(start_row=NEWS_ROW, end_row=last, start_column=PANEL_COLUMN, end_column=PANEL_COLUMN)
    name_cells(sheet.parent, NEWS_NAME, sheet.title, f"${column_letters(PANEL_COLUMN)}${NEWS_ROW}")
