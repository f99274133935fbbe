"""The sheet Rating history: ratings at the end of the last periods, and two charts over a block that never moves.

The latest period comes first. So every player's ratings begin in the first row and end at the first rating, and the
picked player's chart needs no cell without a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.table import Area, CellValue
from xladdin.reports.context import ReportContext
from xladdin.reports.history import History, history
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import ReportBlock, ReportColumn, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.history.axes import CHARTED
from xladdin.workbook.report_sheets.history.block import (
    CHART_COLUMNS,
    CHART_ROWS,
    CHOICE,
    DATE_COLUMN,
    MOST_PLAYERS,
    TOP_TITLE,
    TOP_TITLE_ROW,
    HistoryColumns,
)
from xladdin.workbook.report_sheets.history.ends import ROWS as ROWS_OF_ENDS
from xladdin.workbook.report_sheets.history.ends import ends_of_lines
from xladdin.workbook.schema import HISTORY, Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_NAMES = 19.0
"""The width of a player's column. A name takes two lines above it. High headings leave a gap above the charts."""
_ROW = 19.0
"""Points from row to row, so that both charts fill their page."""


def layout(system: RatingSystem) -> SheetLayout:
    """The date, the event's name if there are events, and a column for each player."""
    columns = [ReportColumn("Date", None, Kind.DATE, 12)]
    rating = Kind.DECIMAL if system.rating_decimals else Kind.RATING
    if not system.log_kind.is_paired:
        columns.append(ReportColumn("Event", None, Kind.EVENT, 24))
    columns += [ReportColumn("", None, rating, _NAMES, named=True)] * MOST_PLAYERS
    return SheetLayout(
        HISTORY,
        "Ratings history",
        (ReportBlock(tuple(columns), DATE_COLUMN),),
        row_height=_ROW,
        printed_columns=len(CHART_COLUMNS),
        pages_high=1,
        last_row=CHART_ROWS[-1][1],
        lines=((HistoryColumns(system).ends, ROWS_OF_ENDS),),
        labels=(CHOICE,),
        beside=(TOP_TITLE,),
        panel_row=TOP_TITLE_ROW + 2,
    )


def areas(context: ReportContext, system: RatingSystem) -> Iterator[Area]:
    """The names of the players, the rows, and the ends of the first chart's lines."""
    table = table_of(context)
    sheet = layout(system)
    yield sheet.heading_values(table.players)
    yield sheet.lines_area(ends_of_lines(table, bool(system.rating_decimals)), CHARTED + 1)
    yield sheet.rows_area(list(_rows(table, with_titles=not system.log_kind.is_paired)))


def table_of(context: ReportContext) -> History:
    """The table on the sheet."""
    return history(context.replay, context.history_periods, MOST_PLAYERS)


def _rows(table: History, with_titles: bool) -> Iterator[Sequence[CellValue]]:
    for (day, title), ratings in zip(table.periods, table.ratings):
        yield (day, title, *ratings) if with_titles else (day, *ratings)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.history.charts import add_charts

    add_charts(sheet, system)


SHEET = ReportSheet(HISTORY, layout, areas, finish=_finish)
