"""The Crosstable sheet: a row a player, or two if spreads count, and a column for each opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.table import Area, CellValue
from xladdin.reports.crosstable import Crosstable, crosstable, result
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    AS_OF_ROW,
    FIRST_ROW,
    HEADLINE_ROW,
    SUBTITLE_ROW,
    TITLE_ROW,
    WALL_NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import CROSSTABLE, CROSSTABLE_PLAYERS, Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MOST_PLAYERS = CROSSTABLE_PLAYERS.most
"""The most columns of opponents on the sheet."""
NOBODY = "×"
"""The sign in the cell of a player against the same player."""
_SIGNED = "+0;-0;0"
_FIXED = (
    ReportColumn("", None, Kind.COUNT, 4, left=True),
    ReportColumn("Player", None, Kind.PLAYER, WALL_NAME_WIDTH),
    ReportColumn("All", None, Kind.YES, 9, number_format=_SIGNED),
)
_ROW, _HEADINGS = 12.0, 96.0
"""The heights of a row, and of the names above, with two lines for long names [points]."""
_TITLE_HEIGHTS = {SUBTITLE_ROW: 32, AS_OF_ROW: 39, HEADLINE_ROW: 3}
"""Two lines, three, and a row without use [points]. The titles stay within the columns that every page repeats."""
_PAGE_PLAYERS = 20
"""The opponents on a page. A larger table goes on pages beside each other."""
_ALL = KeyWords("All: the whole season.")
_KEY_WIDTH = 46
"""The characters of a line of the key. It stays within the columns that every page repeats."""


def layout(system: RatingSystem) -> SheetLayout:
    """Fixed columns, and as many for opponents as the sheet can have."""
    width = 7 if system.log_kind.counts_points else 5.5
    opponent = ReportColumn("", None, Kind.YES, width, number_format=_SIGNED, named=True, upright=True)
    row = FIRST_ROW
    block = ReportBlock(
        (*_FIXED, *(opponent for _ in range(MOST_PLAYERS))),
        quiet_rows=f'AND($A{row}="",$C{row}<>"")' if system.log_kind.has_spread else "",
        has_foot=True,
    )
    return SheetLayout(
        CROSSTABLE,
        f"Crosstable: {system.log_kind.crosstable}",
        (block,),
        landscape=not system.log_kind.has_spread,  # with a row a player, a page is full across first
        frozen_columns=len(_FIXED),
        heading_height=_HEADINGS,
        row_height=_ROW,
        printed_columns=None,
        pages_high=1,
        page_columns=_PAGE_PLAYERS,
        heading_columns=len(_FIXED),
    )


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The names of the opponents, then the rows."""
    sheet, table = layout(system), crosstable(material.facts, material.settings[CROSSTABLE_PLAYERS.name])
    yield sheet.heading_values(table.players)
    key = in_lines(_key(system), material.say, _KEY_WIDTH)
    yield sheet.rows_area([row for rows in _rows(table, system) for row in rows], foot=key)


def _key(system: RatingSystem) -> list[KeyWords]:
    kind = system.log_kind
    won = "2½–1½: 2½ points to 1½." if kind.counts_points else "3–1: won 3, lost 1; a third figure: tied."
    below = "Below: the sum of the spreads." if kind.is_paired else "Below: the sum of the differences in percent."
    return [KeyWords(won), *([KeyWords(below)] if kind.has_spread else []), _ALL]


def _rows(table: Crosstable, system: RatingSystem) -> Iterator[list[Sequence[CellValue]]]:
    """A row a player, or two that belong together."""
    everybody = range(len(table.players))
    in_points = system.log_kind.counts_points
    for one, player in enumerate(table.players):
        met = [table.against.get((one, other)) for other in everybody]
        total = table.total[one]
        cells: list[CellValue] = [None if meetings is None else result(meetings, in_points) for meetings in met]
        cells[one] = NOBODY
        rows: list[Sequence[CellValue]] = [(one + 1, player, result(total, in_points), *cells)]
        if system.log_kind.has_spread:
            rows.append((None, None, round(total.spread), *(None if m is None else round(m.spread) for m in met)))
        yield rows


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """Keeps the titles within the columns that every page repeats. Further pages would cut them."""
    from xladdin.workbook.styles import palette as styles

    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW):
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=len(_FIXED))
        sheet.cell(row, 1).alignment = styles.centred(
            "left", shrink=row == TITLE_ROW, wrap=row != TITLE_ROW, indent=int(row != AS_OF_ROW)
        )
    for row, height in _TITLE_HEIGHTS.items():
        sheet.row_dimensions[row].height = height


SHEET = ReportSheet(CROSSTABLE, layout, areas, finish=_finish)
