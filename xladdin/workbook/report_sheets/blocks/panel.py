"""The panel right of the weekly sheet's list: headings, words over two lines each, and the key."""

from __future__ import annotations

from collections.abc import Sequence

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.workbook.report_sheets.weekly import HIGHLIGHTS, KEY_HEADING, KEY_LINES, PANEL_COLUMN, PANEL_WIDTH
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write

GAP = 1.5
"""Width between list and panel [characters]."""


def add_panel(sheet: Worksheet, groups: Sequence[int], key: int) -> None:
    """Formats the panel. groups: the row of each heading with its highlights below; key: the key's first row."""
    sheet.column_dimensions[column_letters(PANEL_COLUMN)].width = PANEL_WIDTH
    sheet.column_dimensions[column_letters(PANEL_COLUMN - 1)].width = GAP
    for first in groups:
        head = sheet.cell(first, PANEL_COLUMN)
        head.style = styles.LABEL
        head.alignment = Alignment("left", "center", shrink_to_fit=True)
        for row in range(first + 1, first + 1 + 2 * HIGHLIGHTS):
            cell = sheet.cell(row, PANEL_COLUMN)
            cell.style = styles.PROSE if (row - first) % 2 == 0 else styles.NOTE
            cell.alignment = Alignment("left", "center", shrink_to_fit=True)
    write(sheet, key - 1, PANEL_COLUMN, KEY_HEADING, styles.LABEL)
    for row in range(key, key + KEY_LINES):
        sheet.cell(row, PANEL_COLUMN).style = styles.NOTE
