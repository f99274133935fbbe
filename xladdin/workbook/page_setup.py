"""How a sheet is printed: whole columns, headings on every page, page numbers, one page wide on A4 and on Letter.

The footer has club, sheet and page, and no date, since the sheet itself shows its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from xladdin.cells import LAST_COLUMN, LAST_ROW, NEVER_FILLED, column_letters
from xladdin.workbook.schema import PAPER_NUMBERS

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_PRINT_TITLES = re.compile(rb'<definedName name="_xlnm\.Print_Titles".*?</definedName>', re.DOTALL)
FOOTER_SIZE = 8
SHEET, PAGE = "&A", "&P / &N"


def set_up_printing(
    sheet: Worksheet,
    last_column: int = LAST_COLUMN,
    *,
    last_row: int = LAST_ROW,
    heading_rows: int = 1,
    landscape: bool = False,
    pages_high: int = 0,
    pages: Sequence[tuple[int, int]] = (),
    has_page_ends: bool = False,
    heading_columns: int = 0,
) -> None:
    """Print the columns from A to `last_column` as far down as they are filled, scaled to one page wide.

    `last_column` is the sheet's last unless given, which also prints as far to the right as is filled. All of it must
    fit on `pages_high` pages, or any number if that is 0. Every page repeats `heading_rows` rows from the first on. If
    there is no page below the first, none is told to: LibreOffice takes a quarter longer to open a workbook with all.
    `pages` are first and last columns of pages beside each other, scaled alike. Nothing else is printed, so a cell for
    a choice may be between them. With `has_page_ends` a recalculation says where pages end. Every page repeats
    `heading_columns` from the first on.
    """
    columns = pages or [(1, last_column)]
    # Down to the last row is what Excel takes as whole columns, $A:$F, and prints as far as it is filled. It prints all
    # blank pages of a shorter area. openpyxl reads no area without rows.
    sheet.print_area = ",".join(f"{column_letters(first)}1:{column_letters(last)}{last_row}" for first, last in columns)
    if heading_rows and pages_high != 1:
        sheet.print_title_rows = f"1:{heading_rows}"
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
    if heading_columns:
        sheet.print_title_cols = f"A:{column_letters(heading_columns)}"
    if len(columns) > 1 or has_page_ends:  # Excel minds no break where it fits a sheet to pages itself
        sheet.page_setup.scale = _scale(sheet, columns, landscape)
    else:
        sheet.page_setup.fitToWidth = 1
        sheet.page_setup.fitToHeight = pages_high
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
    margins = sheet.page_margins
    margins.left = margins.right = margins.top = margins.header = margins.footer = MARGIN
    margins.bottom = FOOT_MARGIN
    sheet.print_options.horizontalCentered = True


def _scale(sheet: Worksheet, pages: Sequence[tuple[int, int]], landscape: bool) -> int:
    """Return the per cent at which no page is wider than the paper. `pages`: their first and last columns."""
    dimensions = sheet.column_dimensions
    widest = max(
        sum(
            dimensions[column].width
            for column in map(column_letters, range(first, last + 1))
            if not dimensions[column].hidden
        )
        for first, last in pages
    )
    return scale_of(widest, 0, landscape)


def finish_pages(sheets: Iterable[Worksheet], title: str, paper: str) -> None:
    """Give every sheet its paper and its footer. `title` is the club's. `paper` is one of `PAPER_NUMBERS`.

    A text at the left of the footer, the key to a sheet's marks, comes before the club's title. Of a hidden sheet,
    an empty cell is to be printed, which is no page (see `areas_first`).
    """
    from xladdin.files.workbook_writer import title_of_footer

    for sheet in sheets:
        if sheet.sheet_state != "visible":
            sheet.print_area = NEVER_FILLED
        sheet.page_setup.paperSize = PAPER_NUMBERS[paper]
        key, footer = sheet.oddFooter.left.text, f"{title_of_footer(title)} · {SHEET}"
        for part, text in (
            (sheet.oddFooter.left, f"{key} · {footer}" if key else footer),
            (sheet.oddFooter.right, PAGE),
        ):
            part.text, part.size = text, FOOTER_SIZE


def areas_first(workbook: bytes) -> bytes:
    """Return the part of a workbook with the rows that pages repeat named after all print areas, as Excel itself does.

    For each of these names LibreOffice ends the pages of every sheet, down to the last row if no area has ended it.
    """
    titles = b"".join(_PRINT_TITLES.findall(workbook))
    return _PRINT_TITLES.sub(b"", workbook).replace(b"</definedNames>", titles + b"</definedNames>")


MARGIN, FOOT_MARGIN = 0.3, 0.6
"""Inches that every printer can do."""
LARGEST_SCALE = 100
_LETTER, _A4 = (8.5, 11.0), (210 / 25.4, 297 / 25.4)
"""Width and height upright [inches]."""
_CHARACTER, _POINT = 7.45 / 96, 1 / 72
"""The inches of a character of a column's width: 7 dots in Excel, and somewhat more in LibreOffice. Then a point's."""


def scale_of(width: float, height: float, on_its_side: bool) -> int:
    """Return the per cent at which so many characters [of columns] and points [of rows] fit on either paper."""
    wide, high = map(min, zip(*(paper[::-1] if on_its_side else paper for paper in (_LETTER, _A4))))
    across = (wide - 2 * MARGIN) / (width * _CHARACTER)
    down = (high - MARGIN - FOOT_MARGIN) / (height * _POINT) if height else 1
    return min(LARGEST_SCALE, int(100 * across), int(100 * down))
