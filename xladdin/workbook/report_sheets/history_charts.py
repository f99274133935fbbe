"""What History has beside its table: a chart of the top ten, and one of the player picked in a cell."""

from __future__ import annotations

from typing import Any

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.addresses import CellRange, column_letters
from xladdin.workbook.charts import add_line, ratings_chart
from xladdin.workbook.report_sheets.history_sheet import (
    CHART_COLUMNS,
    CHARTED,
    DATE_COLUMN,
    MOST_PERIODS,
    MOST_PLAYERS,
    first_player_column,
)
from xladdin.workbook.report_sheets.layout import HEADING_ROW, HEADLINE_ROW
from xladdin.workbook.schema import Kind
from xladdin.workbook.writing_cells import write, write_formula

FIRST_ROW = HEADING_ROW + 1
LAST_ROW = HEADING_ROW + MOST_PERIODS
PICKED_CELL = f"$B${HEADLINE_ROW}"
CHART_ROWS = ((HEADING_ROW, HEADING_ROW + 8), (HEADING_ROW + 10, HEADING_ROW + 21))
"""First and last row of each chart: both on the first page, of Letter too. One covers the high row of headings."""
LOWEST = {"mississauga": 800, "montreal": 1000, "lexington": 1000, "dptr": 30}
"""Foot of the first chart, since Excel would begin at 0 [rating points]. Montreal: its floor. Lexington: "the lowest
rated players would still be above 1000". Mississauga, dptr: ours, below what a top ten comes to."""


def add_charts(sheet: Worksheet, system: RatingSystem) -> None:
    """Adds both charts, the cell that picks a player, and the two columns that the second chart reads."""
    for number, (label, width) in enumerate(CHART_COLUMNS, 1):
        sheet.column_dimensions[column_letters(number)].width = width
        write(sheet, HEADLINE_ROW, number, label, styles.LABEL)
    names = _names(system)
    write_formula(sheet, HEADLINE_ROW, 2, f'{names.split(":")[0]}&""', styles.INPUT)
    choice = DataValidation(type="list", formula1=names, allow_blank=True, showErrorMessage=True)
    choice.errorTitle, choice.error = "Second chart", "Choose a player of this sheet."
    sheet.add_data_validation(choice)
    choice.add(PICKED_CELL.replace("$", ""))
    _add_top_ten(sheet, system)
    _add_picked(sheet, system)


def _names(system: RatingSystem) -> str:
    """Cells with the players' names."""
    first = first_player_column(system)
    return f"${column_letters(first)}${HEADING_ROW}:${column_letters(first + MOST_PLAYERS - 1)}${HEADING_ROW}"


def _add_top_ten(sheet: Worksheet, system: RatingSystem) -> None:
    """The first columns of players; a cell for each name in the legend, which must not be blank."""
    chart = _chart(system, "The top ten", 0, LOWEST.get(system.key))
    first = first_player_column(system)
    for column in range(first, first + CHARTED):
        name = (HEADLINE_ROW, column + MOST_PLAYERS + 4)
        heading = f"{column_letters(column)}${HEADING_ROW}"
        write_formula(sheet, *name, f'IF({heading}="","–",{heading})', styles.AS_OF)
        add_line(chart, sheet, name, DATE_COLUMN, column, (FIRST_ROW, LAST_ROW))
    sheet.add_chart(chart)


def _add_picked(sheet: Worksheet, system: RatingSystem) -> None:
    """The picked player's dates and ratings; below the first of them the cells repeat it, which draws nothing more."""
    first = first_player_column(system)
    dates = first + MOST_PLAYERS + 1
    ratings = dates + 1
    position = f"${column_letters(ratings)}${HEADLINE_ROW}"
    write(sheet, HEADLINE_ROW, dates, "Second chart", styles.AS_OF)
    write_formula(sheet, HEADLINE_ROW, ratings, f"IFERROR(MATCH({PICKED_CELL},{_names(system)},0),1)", styles.AS_OF)
    for column, kind in ((dates, Kind.DATE), (ratings, Kind.DECIMAL)):
        styles.format_column(sheet, column, kind, computed=True)
    block = f"${column_letters(first)}{{row}}:${column_letters(first + MOST_PLAYERS - 1)}{{row}}"
    for row in range(FIRST_ROW, LAST_ROW + 1):
        rating = f"INDEX({block.format(row=row)},{position})"
        date = f"${column_letters(DATE_COLUMN)}{row}"
        for column, value, kind in ((dates, date, Kind.DATE), (ratings, rating, Kind.DECIMAL)):
            above = f"{column_letters(column)}{row - 1}"
            formula = f"N({value})" if row == FIRST_ROW else f'IF({rating}="",{above},{value})'
            write_formula(sheet, row, column, formula, styles.AS_OF)
            sheet.cell(row, column).number_format = styles.number_format(kind)
    chart = _chart(system, "The player picked above", 1)
    add_line(chart, sheet, (HEADLINE_ROW, 2), dates, ratings, (FIRST_ROW, LAST_ROW))
    sheet.add_chart(chart)


def _chart(system: RatingSystem, title: str, number: int, lowest: float | None = None) -> Any:
    first_row, last_row = CHART_ROWS[number]
    cells = CellRange(first_row, 1, last_row, len(CHART_COLUMNS))
    rating = Kind.DECIMAL if system.period == "event" else Kind.RATING
    return ratings_chart(title, cells, styles.number_format(rating), lowest=lowest)
