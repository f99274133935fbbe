"""The Crosstable sheet: a row a player, or two where spreads count, and a column for each opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.table import Area, CellValue
from xladdin.reports.crosstable import Crosstable, crosstable, event_crosstable
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    AS_OF_ROW,
    HEADING_ROW,
    HEADLINE_ROW,
    SUBTITLE_ROW,
    TITLE_ROW,
    WALL_NAME_WIDTH,
    WALL_ROW,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    kept_together,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import CROSSTABLE, CROSSTABLE_PLAYERS, Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MOST_PLAYERS = CROSSTABLE_PLAYERS.most
"""Columns of opponents that the sheet has."""
NOBODY = "×"
"""What stands where a player meets himself."""
_SIGNED = "+0;-0;0"
_FIXED = (
    ReportColumn("", None, Kind.COUNT, 4, left=True),
    ReportColumn("Player", None, Kind.PLAYER, WALL_NAME_WIDTH),
    ReportColumn("All", None, Kind.YES, 9, number_format=_SIGNED),
)
_PAGE_ROWS = 20
"""Rows below the headings that a page on its side holds, of Letter and of A4: whole players."""
_TITLE_HEIGHTS = {SUBTITLE_ROW: 32, AS_OF_ROW: 39, HEADLINE_ROW: 3}
"""Two lines, three, and a row that is not used [points]: a page has room for no more."""
_KEY_WIDTH = 60
"""Characters of a line of the key: it begins left of a few opponents at least."""


def layout(system: RatingSystem) -> SheetLayout:
    """Fixed columns, and as many for opponents as the sheet can have."""
    width = 7 if system.log_kind.counts_points else 6
    opponent = ReportColumn("", None, Kind.YES, width, number_format=_SIGNED, upright=True)
    row = HEADING_ROW + 1
    block = ReportBlock(
        (*_FIXED, *(opponent for _ in range(MOST_PLAYERS))),
        quiet_rows=f'AND($A{row}="",$C{row}<>"")' if system.log_kind.has_spread else "",
        has_foot=True,
        gaps=4,
    )
    return SheetLayout(
        CROSSTABLE,
        f"Crosstable: {system.log_kind.crosstable}",
        (block,),
        landscape=True,
        frozen_columns=len(_FIXED),
        heading_height=130,
        row_height=WALL_ROW,
        printed_columns=None,
        page_rows=_PAGE_ROWS,
        heading_columns=len(_FIXED),
    )


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """Names of the opponents, then the rows."""
    size = material.settings[CROSSTABLE_PLAYERS.name]
    table = crosstable(material.games, size) if material.games else event_crosstable(material.replay, size)
    sheet = layout(system)
    yield sheet.heading_values(table.players)
    key = in_lines(_key(system), material.say, _KEY_WIDTH)
    yield sheet.rows_area(kept_together(_rows(table, system), _PAGE_ROWS, key), foot=key)


def _key(system: RatingSystem) -> list[KeyWords]:
    kind = system.log_kind
    won = "2½–1½: 2½ points to 1½." if kind.counts_points else "3–1: won 3, lost 1; a third figure: tied."
    below = "Below: the sum of the spreads." if kind.is_paired else "Below: the sum of the differences in percent."
    return [KeyWords(won), *([KeyWords(below)] if kind.has_spread else [])]


def _rows(table: Crosstable, system: RatingSystem) -> Iterator[list[Sequence[CellValue]]]:
    """A row a player, or two that belong together."""
    everybody = range(len(table.players))
    in_points = system.log_kind.counts_points
    for one, player in enumerate(table.players):
        met = [table.against.get((one, other)) for other in everybody]
        total = table.total[one]
        cells: list[CellValue] = [None if meetings is None else meetings.result(in_points) for meetings in met]
        cells[one] = NOBODY
        rows: list[Sequence[CellValue]] = [(one + 1, player, total.result(in_points), *cells)]
        if system.log_kind.has_spread:
            rows.append((None, None, round(total.spread), *(None if m is None else round(m.spread) for m in met)))
        yield rows


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """The titles stay within the columns that every page repeats: further pages would cut them."""
    from xladdin.workbook.styles import palette as styles

    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW):
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=len(_FIXED))
        sheet.cell(row, 1).alignment = styles.centred("left", shrink=row == TITLE_ROW, wrap=row != TITLE_ROW)
    for row, height in _TITLE_HEIGHTS.items():
        sheet.row_dimensions[row].height = height


SHEET = ReportSheet(CROSSTABLE, layout, areas, finish=_finish)
