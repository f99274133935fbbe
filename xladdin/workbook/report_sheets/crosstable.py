"""The Crosstable sheet: a row a player, or two if spreads count, and a column for each opponent by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, CellValue
from xladdin.reports.crosstable import Crosstable, crosstable, key_of_crosstable, result
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import LETTERS, SIDEWAYS, in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    AS_OF_ROW,
    FIRST_ROW,
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

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MOST_PLAYERS = CROSSTABLE_PLAYERS.most
"""The most columns of opponents on the sheet."""
NOBODY = "×"
"""The sign in the cell of a player against the same player."""
_SIGNED = "+0;-0;0"
_FIXED = (
    ReportColumn("", None, Kind.COUNT, 2.7, left=True),
    ReportColumn("Player", None, Kind.PLAYER, 24),
    ReportColumn("All", None, Kind.YES, 8.5, number_format=_SIGNED),
)
_SPREADS, _POINTS = 5.25, 6.35
"""The widths of an opponent's column: for 3–1–1 above +123, and for 2½–1½ in one row [characters]."""
_ROW, _HEADINGS = 11.0, 14.0
"""The heights of a row, and of the numbers above. With them the table of 20 players fills a page of 10 points."""
_TITLE_HEIGHTS = {TITLE_ROW: 27, SUBTITLE_ROW: 17, AS_OF_ROW: 36, HEADLINE_ROW: 3}
"""A line, another, three, and a row without use [points]. The titles stay within the columns of `_FIXED`."""
_PAGE_PLAYERS = 20
"""The opponents on a page. A larger table goes on pages beside each other, which repeat the columns of `_FIXED`."""


def layout(system: RatingSystem) -> SheetLayout:
    """Fixed columns, and as many for opponents as the sheet can have."""
    opponent = ReportColumn("", None, Kind.YES, _width(system), number_format=_SIGNED, named=True)
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
        landscape=True,
        upright_pages=system.log_kind.has_spread,  # with two rows a player, a long page is full across first
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
    players = len(table.players)
    yield sheet.heading_values(range(1, players + 1))
    wide = sum(column.width for column in _FIXED) + _width(system) * (players if players <= _PAGE_PLAYERS else 0)
    key = in_lines(key_of_crosstable(system.log_kind), material.say, min(SIDEWAYS, int(wide * LETTERS)))
    yield sheet.rows_area([row for rows in _rows(table, system) for row in rows], foot=key)


def _width(system: RatingSystem) -> float:
    return _POINTS if system.log_kind.counts_points else _SPREADS


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
    """Keeps the titles within the columns that every page repeats. Further pages would cut them.

    A row is hardly higher than its print, which is in its middle. A long result shrinks.
    """
    from xladdin.workbook.styles import palette as styles

    for row in (TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW):
        sheet.merge_cells(start_row=row, end_row=row, start_column=1, end_column=len(_FIXED))
        sheet.cell(row, 1).alignment = styles.centred(
            "left", shrink=row != AS_OF_ROW, wrap=row == AS_OF_ROW, indent=int(row != AS_OF_ROW)
        )
    for row, height in _TITLE_HEIGHTS.items():
        sheet.row_dimensions[row].height = height
    for number in range(len(_FIXED), len(_FIXED) + MOST_PLAYERS + 1):
        sheet.column_dimensions[column_letters(number)].alignment = styles.centred(shrink=True)
    sheet.column_dimensions["B"].alignment = styles.centred("left", shrink=True, indent=1)


SHEET = ReportSheet(CROSSTABLE, layout, areas, finish=_finish)
