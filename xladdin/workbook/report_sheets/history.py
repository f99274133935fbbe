"""The History sheet: ratings at the end of the last periods, and two charts over a block that never moves.

The latest period stands first, so that every player's ratings begin in the first row and end where he was not rated
yet: the picked player's chart then needs no cell without a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.table import Area, CellValue
from xladdin.reports.history import History, history
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import HISTORY, HISTORY_PERIODS, Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

MOST_PERIODS, MOST_PLAYERS = HISTORY_PERIODS.most, 250
"""Size of the block that the charts read; of a larger club it holds the best players."""
PRINTED = 10
"""Columns of players that are printed."""
CHART_COLUMNS = (("Second chart:", 15.0), ("", 26.0), ("", 46.0))
"""Where the charts stand, left of the block: the label of the picked player's cell, that cell, and the rest."""
DATE_COLUMN = len(CHART_COLUMNS) + 2
TOP_TITLE, TOP_TITLE_ROW = "The top five of the list", HEADING_ROW + 1
"""Title of the first chart, a cell, so that it is in the language of the sheet."""


def layout(system: RatingSystem) -> SheetLayout:
    """Date, the event's name where there are events, and a column for each player."""
    columns = [ReportColumn("Date", None, Kind.DATE, 12)]
    rating = Kind.DECIMAL if system.rating_decimals else Kind.RATING
    if not system.log_kind.is_paired:
        columns.append(ReportColumn("Event", None, Kind.EVENT, 24))
    first_player = len(columns)
    columns.extend(ReportColumn("", None, rating, 8, upright=True) for _ in range(MOST_PLAYERS))
    return SheetLayout(
        HISTORY,
        "Ratings history",
        (ReportBlock(tuple(columns), DATE_COLUMN),),
        landscape=True,
        heading_height=130,
        printed_columns=DATE_COLUMN + first_player + PRINTED - 1,
        labels=tuple(label for label, _ in CHART_COLUMNS if label),
        beside=(TOP_TITLE,),
        panel_row=TOP_TITLE_ROW + 1,
    )


def first_player_column(system: RatingSystem) -> int:
    """Number of the first player's column."""
    return DATE_COLUMN + (1 if system.log_kind.is_paired else 2)


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """Names of the players, then the rows."""
    table = table_of(material)
    sheet = layout(system)
    yield sheet.heading_values(table.players)
    yield sheet.rows_area(list(_rows(table, with_titles=not system.log_kind.is_paired)))


def table_of(material: Material) -> History:
    """What the sheet shows."""
    return history(material.replay, material.settings[HISTORY_PERIODS.name], MOST_PLAYERS)


def _rows(table: History, with_titles: bool) -> Iterator[Sequence[CellValue]]:
    for (day, title), ratings in zip(table.periods, table.ratings):
        yield (day, title, *ratings) if with_titles else (day, *ratings)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.history_charts import add_charts

    add_charts(sheet, system)


SHEET = ReportSheet(HISTORY, layout, areas, finish=_finish)
