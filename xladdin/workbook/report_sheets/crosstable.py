"""What a description cannot say of the Crosstable: its pages, and titles that keep within its first columns."""

from __future__ import annotations

from itertools import count, product
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.renderers.sheet import (
    AS_OF_ROW,
    HEADING_ROW,
    HEADLINE_ROW,
    SUBTITLE_ROW,
    TITLE_ROW,
    Region,
    section_regions,
)
from xladdin.reports.report import Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook.page_setup import scale_of

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.part_patch import Pages

_ROW, _HEADINGS = 10.5, 14.25
"""The heights of a row, and of the numbers above, in whole dots of a screen [points]. 30 players fill a page."""
_TITLE_HEIGHTS = {TITLE_ROW: 21, SUBTITLE_ROW: 14.25, AS_OF_ROW: 45.75, HEADLINE_ROW: 0.75}
"""A line, another, four, and a row without use [points]. The titles stay within the first columns."""
_KEY_COLUMNS = 9
"""The opponents whose columns the legend takes, beside the date. A page that has another beside it has as many."""
_LEAST_SCALE = 98
"""The per cent to which a page is made smaller at most. Its print is of 10 points at 100."""


def pages_of(region: Region, rows: int, columns: int) -> Pages:
    """Return the fewest pages on which its print keeps its size. They have equally many players, and part nobody.

    `rows` are those below the headings.
    """
    from xladdin.files.part_patch import Pages

    fixed = len(region.headings)
    players = max(columns - fixed, 1)
    everybody = sum(column.width for column in region.columns[:fixed])
    opponent = region.repeated.width if region.repeated else 0
    each = max(rows // players, 1)
    above = sum(_TITLE_HEIGHTS.values()) + _HEADINGS + _ROW  # and a row of room, since programs round each height up

    def pages(wide: int, high: int, on_its_side: bool) -> Pages:
        across, down = -(-players // wide), -(-players // high)
        scale = scale_of(everybody + opponent * across, above + _ROW * each * down, on_its_side)
        row_ends = [HEADING_ROW + each * down * page for page in range(1, high)]
        return Pages(row_ends, scale, on_its_side, [fixed + across * page for page in range(1, wide)])

    def largest(number: int) -> Pages:
        wides = (wide for wide in range(1, number + 1) if number % wide == 0)
        ways = (pages(wide, number // wide, side) for wide, side in product(wides, (True, False)))
        return max(ways, key=lambda way: way.scale)

    return next(best for best in map(largest, count(1)) if best.scale >= _LEAST_SCALE)


def finish_sheet(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Keep the titles within the columns that every page repeats. Further pages would cut them.

    A row is hardly higher than its print, which is in its middle. A long result shrinks.
    """
    from xladdin.workbook import styles

    (region,) = section_regions(report)
    fixed = len(region.headings)
    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW):
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=fixed)
        sheet.cell(row, 1).alignment = styles.centred(
            "left", shrink=row != AS_OF_ROW, wrap=row == AS_OF_ROW, indent=int(row != AS_OF_ROW)
        )
    for row, height in _TITLE_HEIGHTS.items():
        sheet.row_dimensions[row].height = height
    for number in range(3, region.last_column + 1):
        sheet.column_dimensions[column_letters(number)].alignment = styles.centred(shrink=True)
    sheet.column_dimensions["B"].alignment = styles.centred("left", shrink=True, indent=1)
    sheet.cell(AS_OF_ROW, fixed + 1).style = styles.NOTE
    sheet.cell(AS_OF_ROW, fixed + 1).alignment = styles.centred("left", wrap=True)
    sheet.merge_cells(start_row=AS_OF_ROW, end_row=AS_OF_ROW, start_column=fixed + 1, end_column=fixed + _KEY_COLUMNS)
