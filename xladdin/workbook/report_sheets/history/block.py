"""Where the table of History is, and how large it may be; and what its charts read beside it, which never moves."""

from __future__ import annotations

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW
from xladdin.workbook.report_sheets.history.axes import CHARTED
from xladdin.workbook.schema import HISTORY_PERIODS

MOST_PERIODS, MOST_PLAYERS = HISTORY_PERIODS.most, 250
"""Size of the block that the charts read; of a larger club it holds the best players."""
CHART_COLUMNS = (18.0, 32.0, 50.0)
"""Widths of the columns in which the charts are, left of the block: what is printed."""
CHOICE, CHOICE_COLUMN, CHOICE_WIDTH = "Second chart:", len(CHART_COLUMNS) + 1, 28.0
"""Label, column and width of the cell that picks a player, beside the charts."""
DATE_COLUMN = CHOICE_COLUMN + 1
CHART_ROWS = ((HEADING_ROW + 1, HEADING_ROW + 15), (HEADING_ROW + 18, HEADING_ROW + 29))
"""First and last row of each chart: below what is frozen and repeated, and both on one page, of Letter too."""
ROWS = (HEADING_ROW + 1, HEADING_ROW + MOST_PERIODS)
"""First and last row of the table that the charts read."""
TOP_TITLE, TOP_TITLE_ROW = "The top five of the list", HEADING_ROW
"""Title of the first chart, a cell, so that it is in the language of the sheet; beside the names above the table."""


class HistoryColumns:
    """Where the cells are that the charts read: numbers of columns, and the points of the picked player.

    choice: which player is picked, and below it points that give the line room; ends: the first of those that say where
    the lines of the first chart end; picked: dates and ratings of the second chart, side by side, for one below the
    other they would print empty pages.
    """

    def __init__(self, system: RatingSystem) -> None:
        self.first_player = DATE_COLUMN + (1 if system.log_kind.is_paired else 2)
        self._last_player = self.first_player + MOST_PLAYERS - 1
        self.choice = self._last_player + 2
        self.ends = self.choice + 2
        first = self.ends + CHARTED + 2
        self.picked = tuple(CellRange(row, first, row, first + MOST_PERIODS - 1) for row in (ROWS[0], ROWS[0] + 1))

    def players(self, row: int | str) -> str:
        """Cells of all players in a row."""
        return f"${column_letters(self.first_player)}{row}:${column_letters(self._last_player)}{row}"
