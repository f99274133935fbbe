"""How a sheet is printed: whole columns, headings on every page, page numbers, one page wide on A4 and on Letter."""

from __future__ import annotations

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

A4 = 9
"""Excel's number of the paper. On Letter, which is wider and shorter, the same sheet fits one page wide, too."""
MARGIN, FOOT_MARGIN = 0.5, 0.75
"""Inches: what every printer can do."""
FOOTER = {"left": "&A", "center": "Printed &D", "right": "Page &P of &N"}


def set_up_printing(
    sheet: Worksheet,
    last_column: int,
    *,
    heading_rows: int = 1,
    landscape: bool = False,
    pages_high: int = 0,
) -> None:
    """Prints the columns from A to `last_column` as far down as they are filled, scaled to one page wide.

    heading_rows: rows from the first on that every page repeats, with the club's title among them; pages_high: pages
    that all of it must fit on, as many as it takes where 0.
    """
    sheet.print_area = f"A:{get_column_letter(last_column)}"
    if heading_rows:
        sheet.print_title_rows = f"1:{heading_rows}"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = pages_high
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins.left = sheet.page_margins.right = sheet.page_margins.top = MARGIN
    sheet.page_margins.bottom = FOOT_MARGIN
    sheet.page_margins.header = sheet.page_margins.footer = MARGIN * 0.6
    sheet.print_options.horizontalCentered = True
    for place, text in FOOTER.items():
        getattr(sheet.oddFooter, place).text = text
        getattr(sheet.oddFooter, place).size = 8
