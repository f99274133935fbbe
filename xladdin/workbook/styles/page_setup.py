"""How a sheet is printed: whole columns, headings on every page, page numbers, one page wide on A4 and on Letter.

The footer says club, sheet and page, and no date: the sheet says itself what it is as of.
"""

from __future__ import annotations

from collections.abc import Iterable

from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_COLUMN, LAST_ROW

PAPERS = {"Letter": 1, "A4": 9}
"""Excel's numbers of the papers. A sheet fits one page wide on either."""
MARGIN, SIDE_MARGIN, FOOT_MARGIN = 0.5, 0.3, 0.7
"""Inches: what every printer can do."""
FOOTER_SIZE = 8
SHEET, PAGE = "&A", "Page &P of &N"


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
    heading_rows: rows from the first on that every page repeats; pages_high: pages that all of it must fit on, as many
    as it takes where 0.
    """
    # Down to the last row is what Excel shows as whole columns, $A:$F; openpyxl reads no area without rows.
    sheet.print_area = f"A1:{column_letters(last_column)}{last_row}"
    if heading_rows:
        sheet.print_title_rows = f"1:{heading_rows}"
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = pages_high
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins.left = sheet.page_margins.right = SIDE_MARGIN
    sheet.page_margins.top, sheet.page_margins.bottom = MARGIN, FOOT_MARGIN
    sheet.page_margins.header = sheet.page_margins.footer = SIDE_MARGIN
    sheet.print_options.horizontalCentered = True


def finish_pages(sheets: Iterable[Worksheet], title: str, paper: str) -> None:
    """Gives every sheet its paper and its footer. title: the club's; paper: one of `PAPERS`.

    What stands to the left of the footer already, the key to a sheet's marks, comes before the club's title.
    """
    for sheet in sheets:
        sheet.page_setup.paperSize = PAPERS[paper]
        key, footer = sheet.oddFooter.left.text, f"{title.replace('&', '&&')} · {SHEET}"
        for part, text in (
            (sheet.oddFooter.left, f"{key} · {footer}" if key else footer),
            (sheet.oddFooter.right, PAGE),
        ):
            part.text, part.size = text, FOOTER_SIZE
