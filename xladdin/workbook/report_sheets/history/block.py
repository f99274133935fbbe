"""The place and the largest size of the table of Rating history, and the cells beside it for its charts."""

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.renderers.sheet import HEADING_ROW
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.history.axes import CHARTED
from xladdin.workbook.schema import HISTORY_PERIODS

MOST_PERIODS, MOST_PLAYERS = HISTORY_PERIODS.most, 250
"""The size of the block that the charts read. For a larger club it holds the best players."""
CHART_COLUMNS = (18.0, 32.0, 50.0)
"""The widths of the columns of the charts, left of the block. They are printed."""
CHOICE, CHOICE_COLUMN, CHOICE_WIDTH = "Second chart:", len(CHART_COLUMNS) + 1, 28.0
"""The label, column and width of the cell that picks a player, beside the charts."""
DATE_COLUMN = CHOICE_COLUMN + 1
CHART_ROWS = ((HEADING_ROW + 1, HEADING_ROW + 15), (HEADING_ROW + 18, HEADING_ROW + 29))
"""The first and last row of each chart, below frozen and repeated rows, with both on one page, of Letter too."""
ROWS = (HEADING_ROW + 1, HEADING_ROW + MOST_PERIODS)
"""The first and last row of the table that the charts read."""
TOP_TITLE, TOP_TITLE_ROW = "The top five of the list", HEADING_ROW
"""The title of the first chart is a cell, to be in the sheet's language. It is beside the names above the table."""


class HistoryColumns:
    """The cells that the charts read: numbers of columns, and the points of the picked player.

    `choice` is the picked player, with points below it that give the line room. `ends` is the first column of the ends
    of lines in the first chart. `picked` has dates and ratings of the second chart, side by side, since one below the
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
        """The cells of all players in a row."""
        return f"${column_letters(self.first_player)}{row}:${column_letters(self._last_player)}{row}"
