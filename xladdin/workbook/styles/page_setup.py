"""How a sheet is printed: whole columns, headings on every page, page numbers, one page wide on A4 and on Letter."""

from __future__ import annotations

from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_COLUMN, LAST_ROW

A4 = 9
"""Excel's number of the paper. On Letter, which is wider and shorter, the same sheet fits one page wide, too."""
MARGIN, FOOT_MARGIN = 0.5, 0.75
"""Inches: what every printer can do."""
FOOTER_SIZE, FILE_NAME = 8, "&F"
FOOTER = {"left": "&A", "center": "Printed &D", "right": "Page &P of &N"}


def set_up_printing(
    sheet: Worksheet,
    last_column: int = LAST_COLUMN,
    *,
    last_row: int = LAST_ROW,
    heading_rows: int = 1,
    landscape: bool = False,
    pages_high: int = 0,
) -> None:
    """Prints the columns from A to `last_column` as far down as they are filled, scaled to one page wide.

    last_column: the sheet's last where left out, which prints as far to the right as is filled, too;
    heading_rows: rows from the first on that every page repeats, with the club's title among them; a table's one row
    has none, so its pages bear the file's name; pages_high: pages that all of it must fit on, as many as it takes
    where 0.
    """
    # Down to the last row is what Excel shows as whole columns, $A:$F; openpyxl reads no area without rows.
    sheet.print_area = f"A1:{column_letters(last_column)}{last_row}"
    if heading_rows:
        sheet.print_title_rows = f"1:{heading_rows}"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = pages_high
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins.left = sheet.page_margins.right = sheet.page_margins.top = MARGIN
    sheet.page_margins.bottom = FOOT_MARGIN
    if heading_rows == 1:
        sheet.oddHeader.right.text, sheet.oddHeader.right.size = FILE_NAME, FOOTER_SIZE
        sheet.page_margins.top = FOOT_MARGIN
    sheet.page_margins.header = sheet.page_margins.footer = MARGIN * 0.6
    sheet.print_options.horizontalCentered = True
    for place, text in FOOTER.items():
        part = getattr(sheet.oddFooter, place)
        part.text, part.size = text, FOOTER_SIZE
