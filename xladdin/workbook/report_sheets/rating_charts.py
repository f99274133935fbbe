"""The charts beside the table of Rating history: the top five, and the player picked in a cell.

They read fixed cells: the table, and right of it the ends of its lines and the picked player's.
"""

from typing import Any

from openpyxl.styles import Alignment
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.messages import msg
from xladdin.renderers.sheet import AS_OF_ROW, HEADING_ROW, HEADLINE_ROW
from xladdin.reports.described.rating_history import (
    CHART_COLUMNS,
    CHART_ROWS,
    CHARTED,
    CHOICE,
    CHOICE_COLUMN,
    CHOICE_WIDTH,
    DATE_COLUMN,
    ROWS,
    TOP_TITLE,
    TOP_TITLE_ROW,
    HistoryColumns,
    ends_of_lines,
)
from xladdin.reports.history import History
from xladdin.reports.report import Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.charts import add_leader, add_line, add_room, ratings_chart
from xladdin.workbook.report_sheets.rating_history import NAME_ROW, PICKED, PICKED_CELL, live_cells
from xladdin.workbook.schema import Kind
from xladdin.workbook.styles import allow, write, write_formula


def add_charts(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Add both charts, the cell that picks a player, and the cells beside the table for the charts."""
    for number, width in enumerate((*CHART_COLUMNS, CHOICE_WIDTH), 1):
        sheet.column_dimensions[column_letters(number)].width = width
    write(sheet, AS_OF_ROW, CHOICE_COLUMN, CHOICE, styles.LABEL)
    builder = _Builder(sheet, report, system)
    builder.add_cells()
    builder.add_choice()
    builder.add_top_five()
    builder.add_picked()


class _Builder:
    """Adds the charts of one sheet, and the live cells that they read."""

    def __init__(self, sheet: Worksheet, report: Report, system: RatingSystem) -> None:
        self._sheet = sheet
        self._system = system
        self._at = HistoryColumns(report)

    def add_cells(self) -> None:
        """Add the cells beside the table, with their values if there are no players."""
        empty = History((), (), ())
        write(self._sheet, HEADLINE_ROW, self._at.choice, msg("Second chart"), styles.AS_OF)
        for row, column, formula, value in live_cells(self._at, self._system, empty):
            write_formula(self._sheet, row, column, formula, styles.AS_OF, value=value)
        self._sheet.cell(NAME_ROW, 1).style = styles.LABEL
        for row, values in enumerate(ends_of_lines(empty, False), HEADLINE_ROW):
            for column in range(self._at.ends, self._at.ends + CHARTED + 1):
                self._sheet.cell(row, column).style = styles.AS_OF
            for column, name in enumerate(values, self._at.ends):
                self._sheet.cell(row, column).value = name
        for row in (ROWS[0], ROWS[0] + 1):
            self._sheet.cell(row, self._at.ends).number_format = styles.number_format(Kind.DATE)

    def add_choice(self) -> None:
        """Add the picked player's cell. It shows the best one, until somebody chooses another from the list."""
        self._sheet.cell(*PICKED).style = styles.INPUT
        self._sheet.cell(*PICKED).alignment = styles.alignment(Kind.PLAYER)
        names = self._at.players(f"${HEADING_ROW}")
        cell, error = PICKED_CELL.replace("$", ""), msg("Choose a player of this sheet.")
        allow(self._sheet, cell, msg("Second chart"), error, type="list", formula1=names)

    def add_top_five(self) -> None:
        """Add the first columns of players, named at the ends of their lines. Missing players get no name."""
        write(self._sheet, TOP_TITLE_ROW, 1, TOP_TITLE, styles.LABEL)
        self._sheet.cell(TOP_TITLE_ROW, 1).alignment = Alignment("left", "bottom")
        chart = self._chart(0)
        ends = range(self._at.ends + 1, self._at.ends + 1 + CHARTED)
        names = [(HEADLINE_ROW, column) for column in ends]
        for number, name in enumerate(names):
            dates, ratings = (
                CellRange(ROWS[0], column, ROWS[1], column) for column in (DATE_COLUMN, self._at.first_player + number)
            )
            add_line(chart, self._sheet, name, dates, ratings, has_markers=False)
        for number, (name, column) in enumerate(zip(names, ends)):
            add_leader(chart, self._sheet, name, _two_points(self._at.ends), _two_points(column), number)
        self._sheet.add_chart(chart)

    def add_picked(self) -> None:
        """Add the ratings of the picked player."""
        chart = self._chart(1)
        add_line(chart, self._sheet, PICKED, *self._at.picked)
        add_room(chart, self._sheet, _two_points(self._at.choice), _two_points(self._at.choice + 1))
        self._sheet.add_chart(chart)

    def _chart(self, number: int) -> Any:
        first_row, last_row = CHART_ROWS[number]
        cells = CellRange(first_row, 1, last_row, len(CHART_COLUMNS))
        has_decimals = number > 0 and self._system.rating_decimals  # the ends of the first one's axis are round
        rating = Kind.DECIMAL if has_decimals else Kind.RATING
        return ratings_chart(cells, styles.number_format(rating))


def _two_points(column: int) -> CellRange:
    """Return the first two rows of the table in a column."""
    return CellRange(ROWS[0], column, ROWS[0] + 1, column)
