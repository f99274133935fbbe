"""The Crosstable sheet: a row a player, or two for spreads and long names, and a column for each opponent by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, product
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, CellValue
from xladdin.reports.crosstable import Crosstable, crosstable, key_of_crosstable, result
from xladdin.reports.short_names import in_two
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    AS_OF_ROW,
    FIRST_ROW,
    HEADING_ROW,
    HEADLINE_ROW,
    SUBTITLE_ROW,
    TITLE_ROW,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import CROSSTABLE, CROSSTABLE_PLAYERS, Kind
from xladdin.workbook.styles.paper_room import scale_of

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.writing.pages import Pages

MOST_PLAYERS = CROSSTABLE_PLAYERS.most
"""The most columns of opponents on the sheet."""
NOBODY = "×"
"""The sign in the cell of a player against the same player."""
_SIGNED = "+0;-0;0"
_FIXED = 3
"""The columns of number, player and all, which every page repeats."""
_NUMBER, _PLAYER = 2.7, 19.4
_SPREADS, _POINTS = (7.5, 5.3), (8.8, 6.35)
"""The widths of the column of all, and of an opponent: for 3–1–1 above +123, and for 2½–1½ [characters]."""
_ROW, _HEADINGS = 10.5, 14.25
"""The heights of a row, and of the numbers above, in whole dots of a screen [points]. 30 players fill a page."""
_TITLE_HEIGHTS = {TITLE_ROW: 21, SUBTITLE_ROW: 14.25, AS_OF_ROW: 45.75, HEADLINE_ROW: 0.75}
"""A line, another, four, and a row without use [points]. The titles stay within the first columns."""
_KEY_COLUMNS = 9
"""The opponents whose columns the key takes, beside the date. A page that has another beside it has as many."""
_LEAST_SCALE = 98
"""The per cent to which a page is made smaller at most. Its print is of 10 points at 100."""


def layout(system: RatingSystem) -> SheetLayout:
    """Fixed columns, and as many for opponents as the sheet can have."""
    everybody, opponent = (
        ReportColumn(heading, None, Kind.YES, width, number_format=_SIGNED, named=not heading)
        for heading, width in zip(("All", ""), _widths(system))
    )
    first = (ReportColumn("", None, Kind.COUNT, _NUMBER, left=True), ReportColumn("Player", None, Kind.PLAYER, _PLAYER))
    row = FIRST_ROW
    block = ReportBlock(
        (*first, everybody, *(opponent for _ in range(MOST_PLAYERS))),
        quiet_rows=f'AND($A{row}="",COLUMN()<>2)',
        opening_rows=f'AND($A{row}<>"",$B{row}<>"")',
    )
    return SheetLayout(
        CROSSTABLE,
        f"Crosstable: {system.log_kind.crosstable}",
        (block,),
        landscape=True,
        frozen_columns=_FIXED,
        heading_height=_HEADINGS,
        row_height=_ROW,
        printed_columns=None,
        heading_columns=_FIXED,
        lines=((_FIXED + 1, 1, AS_OF_ROW),),
        paging=partial(_pages, system),
    )


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The names of the opponents, then the rows."""
    sheet, table = layout(system), crosstable(material.facts, material.settings[CROSSTABLE_PLAYERS.name])
    yield sheet.heading_values(range(1, len(table.players) + 1))
    key = "   ".join(material.say.key(words, **values) for words, values in key_of_crosstable(system.log_kind))
    yield sheet.words(key if table.players else None)
    yield sheet.rows_area([row for rows in rows_of(table, system) for row in rows])


def rows_of(table: Crosstable, system: RatingSystem) -> Iterator[list[Sequence[CellValue]]]:
    """A row a player, or two that belong together. A long name goes on in the second one, which has the spreads."""
    everybody = range(len(table.players))
    in_points, has_spread = system.log_kind.counts_points, system.log_kind.has_spread
    names = [in_two(player) for player in table.players]
    has_two = has_spread or any(rest for _, rest in names)
    for one, (name, rest) in enumerate(names):
        met = [table.against.get((one, other)) for other in everybody]
        total = table.total[one]
        cells: list[CellValue] = [None if meetings is None else result(meetings, in_points) for meetings in met]
        cells[one] = NOBODY
        rows: list[Sequence[CellValue]] = [(one + 1, name, result(total, in_points), *cells)]
        if has_two:
            spreads = [None if not has_spread or among is None else round(among.spread) for among in (total, *met)]
            rows.append((None, rest, *spreads))
        yield rows


def _pages(system: RatingSystem, rows: int, columns: int) -> Pages:
    """The fewest pages on which its print keeps its size. They have equally many players, and part nobody.

    `rows` are those below the headings.
    """
    from xladdin.files.writing.pages import Pages

    players = max(columns - _FIXED, 1)
    each = max(rows // players, 1)
    above = sum(_TITLE_HEIGHTS.values()) + _HEADINGS + _ROW  # and a row of room, since programs round each height up

    def pages(wide: int, high: int, on_its_side: bool) -> Pages:
        across, down = -(-players // wide), -(-players // high)
        scale = scale_of(_wide(system, across), above + _ROW * each * down, on_its_side)
        row_ends = [HEADING_ROW + each * down * page for page in range(1, high)]
        return Pages(row_ends, scale, on_its_side, [_FIXED + across * page for page in range(1, wide)])

    def largest(number: int) -> Pages:
        wides = (wide for wide in range(1, number + 1) if number % wide == 0)
        ways = (pages(wide, number // wide, side) for wide, side in product(wides, (True, False)))
        return max(ways, key=lambda way: way.scale)

    return next(best for best in map(largest, count(1)) if best.scale >= _LEAST_SCALE)


def _widths(system: RatingSystem) -> tuple[float, float]:
    return _POINTS if system.log_kind.counts_points else _SPREADS


def _wide(system: RatingSystem, players: int) -> float:
    """The width of the first columns and of those of so many opponents [characters]."""
    everybody, opponent = _widths(system)
    return _NUMBER + _PLAYER + everybody + opponent * players


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """Keeps the titles within the columns that every page repeats. Further pages would cut them.

    A row is hardly higher than its print, which is in its middle. A long result shrinks.
    """
    from xladdin.workbook.styles import palette as styles

    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW):
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=_FIXED)
        sheet.cell(row, 1).alignment = styles.centred(
            "left", shrink=row != AS_OF_ROW, wrap=row == AS_OF_ROW, indent=int(row != AS_OF_ROW)
        )
    for row, height in _TITLE_HEIGHTS.items():
        sheet.row_dimensions[row].height = height
    for number in range(_FIXED, _FIXED + MOST_PLAYERS + 1):
        sheet.column_dimensions[column_letters(number)].alignment = styles.centred(shrink=True)
    sheet.column_dimensions["B"].alignment = styles.centred("left", shrink=True, indent=1)
    sheet.cell(AS_OF_ROW, _FIXED + 1).style = styles.NOTE
    sheet.cell(AS_OF_ROW, _FIXED + 1).alignment = styles.centred("left", wrap=True)
    sheet.merge_cells(start_row=AS_OF_ROW, end_row=AS_OF_ROW, start_column=_FIXED + 1, end_column=_FIXED + _KEY_COLUMNS)


SHEET = ReportSheet(CROSSTABLE, layout, areas, finish=_finish)
