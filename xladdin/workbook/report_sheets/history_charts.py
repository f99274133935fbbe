"""What History has beside its table: a chart of the top five, and one of the player picked in a cell.

The charts read fixed cells: the table, and the live ones of `history_helpers` to the right of it.
"""

from __future__ import annotations

from typing import Any

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.reports.history import History
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, HEADLINE_ROW
from xladdin.workbook.report_sheets.history import CHART_COLUMNS, DATE_COLUMN, TOP_TITLE, TOP_TITLE_ROW
from xladdin.workbook.report_sheets.history_axes import CHARTED
from xladdin.workbook.report_sheets.history_helpers import NAME_ROW, PICKED, PICKED_CELL, ROWS, HistoryHelpers
from xladdin.workbook.schema import Kind
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write, write_formula
from xladdin.workbook.styles.charts import add_leader, add_line, add_room, ratings_chart

CHART_ROWS = ((TOP_TITLE_ROW + 1, HEADING_ROW + 15), (NAME_ROW + 1, NAME_ROW + 12))
"""First and last row of each chart: below what is frozen and repeated, and both on the first page, of Letter too."""


def add_charts(sheet: Worksheet, system: RatingSystem) -> None:
    """Adds both charts, the cell that picks a player, and the helpers."""
    for number, (label, width) in enumerate(CHART_COLUMNS, 1):
        sheet.column_dimensions[column_letters(number)].width = width
        write(sheet, HEADLINE_ROW, number, label, styles.LABEL)
    builder = _Builder(sheet, system)
    builder.add_helpers()
    builder.add_choice()
    builder.add_top_five()
    builder.add_picked()


class _Builder:
    """Adds the charts of one sheet, and the live cells that they read."""

    def __init__(self, sheet: Worksheet, system: RatingSystem) -> None:
        self._sheet = sheet
        self._system = system
        self._at = HistoryHelpers(system)

    def add_helpers(self) -> None:
        """The live cells, with what they give for a table without players."""
        write(self._sheet, HEADLINE_ROW, self._at.dates, "Second chart", styles.AS_OF)
        for row, column, formula, value in self._at.cells(History((), (), ())):
            write_formula(self._sheet, row, column, formula, styles.AS_OF, value=value)
        self._sheet.cell(NAME_ROW, 1).style = styles.LABEL

    def add_choice(self) -> None:
        """The picked player's cell: the best one, until another is chosen from the list."""
        self._sheet.cell(*PICKED).style = styles.INPUT
        self._sheet.cell(*PICKED).alignment = styles.alignment(Kind.PLAYER)
        names = self._at.players(f"${HEADING_ROW}")
        choice = DataValidation(type="list", formula1=names, allow_blank=True, showErrorMessage=True)
        choice.errorTitle, choice.error = "Second chart", "Choose a player of this sheet."
        self._sheet.add_data_validation(choice)
        choice.add(PICKED_CELL.replace("$", ""))

    def add_top_five(self) -> None:
        """The first columns of players, named at the ends of their lines; where there are fewer, nothing is named."""
        write(self._sheet, TOP_TITLE_ROW, 1, TOP_TITLE, styles.LABEL)
        chart = self._chart(0)
        chart.legend = None
        points = (ROWS[0], ROWS[0] + 1)
        names = [(HEADLINE_ROW, self._at.names + number) for number in range(CHARTED)]
        for number, name in enumerate(names):
            column = self._at.first_player + number
            add_line(chart, self._sheet, name, DATE_COLUMN, column, ROWS, has_markers=False)
        for number, name in enumerate(names):
            add_leader(chart, self._sheet, name, self._at.days, self._at.heights + number, points, number)
        add_room(chart, self._sheet, self._at.top_room, self._at.top_room + 1, points)
        self._sheet.add_chart(chart)

    def add_picked(self) -> None:
        """The ratings of the player picked."""
        chart = self._chart(1)
        chart.legend = None
        add_line(chart, self._sheet, PICKED, self._at.dates, self._at.ratings, ROWS)
        add_room(chart, self._sheet, self._at.picked_room, self._at.picked_room + 1, (ROWS[0], ROWS[0] + 1))
        self._sheet.add_chart(chart)

    def _chart(self, number: int) -> Any:
        first_row, last_row = CHART_ROWS[number]
        cells = CellRange(first_row, 1, last_row, len(CHART_COLUMNS))
        has_decimals = number > 0 and self._system.rating_decimals  # the ends of the first one's axis are round
        rating = Kind.DECIMAL if has_decimals else Kind.RATING
        return ratings_chart("", cells, styles.number_format(rating))
