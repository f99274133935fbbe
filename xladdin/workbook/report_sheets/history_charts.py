"""What History has beside its table: a chart of the top five, and one of the player picked in a cell.

The charts read fixed cells. Some of them are helpers to the right of the table, all live: names for the legend, the
picked player's ratings, and two points for each chart that are not drawn but give its axes room.
"""

from __future__ import annotations

from typing import Any

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, HEADLINE_ROW
from xladdin.workbook.report_sheets.history import (
    CHART_COLUMNS,
    DATE_COLUMN,
    MOST_PERIODS,
    MOST_PLAYERS,
    first_player_column,
)
from xladdin.workbook.report_sheets.history_axes import CHARTED, DAYS_OF_ROOM, NAMES_ROOM, scale_formulas
from xladdin.workbook.schema import Kind
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import write, write_formula
from xladdin.workbook.styles.charts import add_leader, add_line, add_room, ratings_chart

ROWS = (HEADING_ROW + 1, HEADING_ROW + MOST_PERIODS)
"""First and last row of the table that the charts read."""
TOP_TITLE = "The top five of the list"
PICKED_CELL = f"$B${HEADLINE_ROW}"
CHART_ROWS = ((HEADING_ROW + 1, HEADING_ROW + 15), (HEADING_ROW + 18, HEADING_ROW + 29))
"""First and last row of each chart: below what is frozen and repeated, and both on the first page, of Letter too."""
NAME_ROW = CHART_ROWS[1][0] - 1
"""The title of the second chart, a cell: one in the chart shows no name where no spreadsheet has computed it."""
LEADER = 0.04
"""Share of the dates shown that the lines to the names take."""
LINES_OF_NAMES = 17
"""Names that go one below the other on the chart."""
POINTS_OF_ROOM = {False: 10, True: 1}
"""How far beyond the ratings the second chart reaches, so that a single one stands in the middle [rating points].

By whether ratings have decimals."""


def add_charts(sheet: Worksheet, system: RatingSystem) -> None:
    """Adds both charts, the cell that picks a player, and the helpers."""
    for number, (label, width) in enumerate(CHART_COLUMNS, 1):
        sheet.column_dimensions[column_letters(number)].width = width
        write(sheet, HEADLINE_ROW, number, label, styles.LABEL)
    builder = _Builder(sheet, system)
    builder.add_choice()
    builder.add_top_five()
    builder.add_picked()


class _Builder:
    """Adds the charts of one sheet; the helpers' columns are counted from the first one right of the table."""

    def __init__(self, sheet: Worksheet, system: RatingSystem) -> None:
        self._sheet = sheet
        self._system = system
        self._first_player = first_player_column(system)
        self._last_player = self._first_player + MOST_PLAYERS - 1
        self._helper = self._last_player + 2

    def add_choice(self) -> None:
        """The picked player's cell: the best one, until another is chosen from the list."""
        names = self._players(f"${HEADING_ROW}")
        write_formula(self._sheet, HEADLINE_ROW, 2, f'{names.split(":")[0]}&""', styles.INPUT)
        self._sheet.cell(HEADLINE_ROW, 2).alignment = styles.alignment(Kind.PLAYER)
        choice = DataValidation(type="list", formula1=names, allow_blank=True, showErrorMessage=True)
        choice.errorTitle, choice.error = "Second chart", "Choose a player of this sheet."
        self._sheet.add_data_validation(choice)
        choice.add(PICKED_CELL.replace("$", ""))

    def add_top_five(self) -> None:
        """The first columns of players, named at the ends of their lines; where there are fewer, nothing is named."""
        chart = self._chart(TOP_TITLE, 0)
        chart.legend = None
        names = self._helper + 6
        for number in range(CHARTED):
            column = self._first_player + number
            heading = f"{column_letters(column)}${HEADING_ROW}"
            self._help(HEADLINE_ROW, names + number, f'IF({heading}="","",{heading})')
            add_line(chart, self._sheet, (HEADLINE_ROW, names + number), DATE_COLUMN, column, ROWS, has_markers=False)
        self._add_leaders(chart, names)
        best = f"N({column_letters(self._first_player)}{ROWS[0]})"
        self._add_room(chart, self._helper + 2, self._table_column(DATE_COLUMN), (best, best), NAMES_ROOM)
        self._sheet.add_chart(chart)

    def add_picked(self) -> None:
        """The picked player's dates and ratings, latest first; where he was not rated yet, the cells repeat the last.

        A point drawn twice shows once, so no cell is blank or an error.
        """
        dates, ratings = self._helper, self._helper + 1
        write(self._sheet, HEADLINE_ROW, dates, "Second chart", styles.AS_OF)
        self._help(HEADLINE_ROW, ratings, f"IFERROR(MATCH({PICKED_CELL},{self._players(f'${HEADING_ROW}')},0),1)")
        position = f"${column_letters(ratings)}${HEADLINE_ROW}"
        for row in range(ROWS[0], ROWS[1] + 1):
            rating = f"INDEX({self._players(row)},{position})"
            for column, value in ((dates, f"${column_letters(DATE_COLUMN)}{row}"), (ratings, rating)):
                above = f"{column_letters(column)}{row - 1}"
                self._help(row, column, f"N({value})" if row == ROWS[0] else f'IF({rating}="",{above},{value})')
        write_formula(self._sheet, NAME_ROW, 1, f'{PICKED_CELL}&""', styles.LABEL)
        chart = self._chart("", 1)
        chart.legend = None
        add_line(chart, self._sheet, (HEADLINE_ROW, 2), dates, ratings, ROWS)
        own, room = self._table_column(ratings), POINTS_OF_ROOM[bool(self._system.rating_decimals)]
        self._add_room(chart, self._helper + 4, self._table_column(dates), (f"MIN({own})-{room}", f"MAX({own})+{room}"))
        self._sheet.add_chart(chart)

    def _add_leaders(self, chart: Any, names: int) -> None:
        """Two points for each of the names: the end of his line, and right of it where the name has room."""
        dates = self._table_column(DATE_COLUMN)
        days, heights = names + CHARTED, names + CHARTED + 1
        self._help(ROWS[0], days, f"MAX({dates})")
        self._help(ROWS[0] + 1, days, f"MAX({dates})+(MAX({dates})-MIN({dates})+{DAYS_OF_ROOM})*{LEADER}")
        first, last = (column_letters(self._first_player + number) for number in (0, CHARTED - 1))
        ends, block = f"${first}${ROWS[0]}:${last}${ROWS[0]}", f"${first}${ROWS[0]}:${last}${ROWS[1]}"
        has_decimals = bool(self._system.rating_decimals)
        gap, unit, low, high = (f"${column_letters(days)}${ROWS[0] + row}" for row in (2, 3, 4, 5))
        self._help(ROWS[0] + 2, days, f"({high}-{low})/{LINES_OF_NAMES}")
        for row, formula in enumerate(scale_formulas(block, has_decimals, unit, low), ROWS[0] + 3):
            self._help(row, days, formula)
        for number in range(CHARTED):
            rating = f"{column_letters(self._first_player + number)}{ROWS[0]}"
            before = f"{column_letters(heights + number - 1)}{ROWS[0]}"
            above = f"{column_letters(heights + number - 1)}{ROWS[0] + 1}"
            least = f"{low}+{CHARTED - 1 - number}*{gap}"  # so that the names below have room, too
            if number == 0:
                end, wanted = f"N({rating})", f"MIN({high},MAX({rating},AVERAGE({ends})+2*{gap}))"
                height = f"IF(COUNT({ends})=0,0,MAX({least},{wanted}))"
            else:
                end = f'IF({rating}="",{before},{rating})'
                height = f'IF({rating}="",{before},MAX({least},MIN({rating},{above}-{gap})))'
            self._help(ROWS[0], heights + number, end)
            self._help(ROWS[0] + 1, heights + number, height)
            cells = (HEADLINE_ROW, names + number)
            add_leader(chart, self._sheet, cells, days, heights + number, (ROWS[0], ROWS[0] + 1), number)

    def _add_room(self, chart: Any, column: int, dates: str, ratings: tuple[str, str], share: float = 0) -> None:
        later = f"+(MAX({dates})-MIN({dates}))*{share}" if share else ""
        days = f"MIN({dates})-{DAYS_OF_ROOM}*(COUNT({dates})>0)", f"MAX({dates})+{DAYS_OF_ROOM}{later}"
        for row, day, rating in zip((ROWS[0], ROWS[0] + 1), days, ratings):
            self._help(row, column, day)
            self._help(row, column + 1, rating)
        add_room(chart, self._sheet, column, column + 1, (ROWS[0], ROWS[0] + 1))

    def _chart(self, title: str, number: int) -> Any:
        first_row, last_row = CHART_ROWS[number]
        cells = CellRange(first_row, 1, last_row, len(CHART_COLUMNS))
        has_decimals = number > 0 and self._system.rating_decimals  # the ends of the first one's axis are round
        rating = Kind.DECIMAL if has_decimals else Kind.RATING
        return ratings_chart(title, cells, styles.number_format(rating))

    def _help(self, row: int, column: int, formula: str) -> None:
        write_formula(self._sheet, row, column, formula, styles.AS_OF)

    def _players(self, row: int | str) -> str:
        """Cells of all players in a row."""
        return f"${column_letters(self._first_player)}{row}:${column_letters(self._last_player)}{row}"

    def _table_column(self, column: int) -> str:
        letters = column_letters(column)
        return f"${letters}${ROWS[0]}:${letters}${ROWS[1]}"
