"""What History has beside its table: a chart of the top ten, and one of the player picked in a cell."""

from __future__ import annotations

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xladdin.systems.system import RatingSystem
from xladdin.workbook import styles
from xladdin.workbook.addresses import column_letters
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
WIDTH, HEIGHT = 16.6, 9.0
"""Of a chart [cm]."""
SECOND_CHART_ROW = HEADING_ROW + 12
LOWEST = {"mississauga": 600, "montreal": 1000, "lexington": 800, "dptr": 30}
"""Foot of the first chart, since Excel would begin at 0 [rating points]. Montreal: its floor. Lexington: "the lowest
rated players would still be above 1000", with room. Mississauga, dptr: ours, below what a top ten comes to."""


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
    chart = ratings_chart("The top ten", width=WIDTH, height=HEIGHT, lowest=LOWEST.get(system.key))
    first = first_player_column(system)
    for column in range(first, first + CHARTED):
        add_line(chart, sheet, (HEADING_ROW, column), DATE_COLUMN, column, (FIRST_ROW, LAST_ROW))
    sheet.add_chart(chart, f"A{HEADING_ROW}")


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
    chart = ratings_chart("The player picked above", width=WIDTH, height=HEIGHT)
    add_line(chart, sheet, (HEADLINE_ROW, 2), dates, ratings, (FIRST_ROW, LAST_ROW))
    sheet.add_chart(chart, f"A{SECOND_CHART_ROW}")
