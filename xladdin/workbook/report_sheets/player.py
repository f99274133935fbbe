"""What a description cannot say of the sheet Player: the cell that picks the player, formats by row, and the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.messages import msg
from xladdin.renderers.sheet import FIRST_ROW, HEADING_ROW, HEADLINE_ROW, kind_on_sheet
from xladdin.reports.described.player import (
    CHART_COLUMN,
    CHART_LABEL,
    CHART_POINTS,
    GAMES_COLUMN,
    PICK_LABEL,
    player_facts,
    player_report,
)
from xladdin.reports.names import PLAYER, SHOW_PLAYER
from xladdin.reports.player import LAST_SHOWN
from xladdin.reports.report import Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import Column, Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_PICK_COLUMN = 2
_CHART_ROWS, _CHART_WIDTH = (FIRST_ROW, FIRST_ROW + 15), 40.0
"""The rows of the chart, and the width of the column before the games, in sight on a laptop."""


def add_parts(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Add the cell that picks a player, the formats of the facts, and the chart."""
    _add_pick(sheet)
    _format_facts(sheet, system)
    _add_chart(sheet, system)


def _add_pick(sheet: Worksheet) -> None:
    from xladdin.workbook import styles
    from xladdin.workbook.input_sheets import allow_entries
    from xladdin.workbook.styles import name_cells, write

    write(sheet, HEADLINE_ROW, 1, PICK_LABEL, styles.LABEL)
    picked = sheet.cell(HEADLINE_ROW, _PICK_COLUMN)
    picked.style = styles.INPUT
    picked.number_format = styles.number_format(Kind.PLAYER)
    allow_entries(sheet, picked.coordinate, Column(msg("Player"), Kind.PLAYER))
    name_cells(sheet.parent, SHOW_PLAYER, PLAYER, f"${column_letters(_PICK_COLUMN)}${HEADLINE_ROW}")
    for column, style in ((_PICK_COLUMN + 1, styles.LABEL), (_PICK_COLUMN + 4, styles.AS_OF)):
        sheet.cell(HEADLINE_ROW, column).style = style
    sheet.cell(HEADLINE_ROW, _PICK_COLUMN + 1).alignment = styles.indented()


def _format_facts(sheet: Worksheet, system: RatingSystem) -> None:
    """Format the values of the facts, which are of several kinds in one column."""
    from xladdin.workbook import styles

    for row, fact in enumerate(player_facts(system), FIRST_ROW):
        kind = kind_on_sheet(fact.kind, system)
        cell = sheet.cell(row, 2)
        cell.number_format, cell.alignment = styles.number_format(kind), styles.alignment(kind)


def _add_chart(sheet: Worksheet, system: RatingSystem) -> None:
    from xladdin.workbook import styles
    from xladdin.workbook.charts import ON_SCREEN, add_line, add_room, ratings_chart
    from xladdin.workbook.report_sheets.new_sheets import GAP_WIDTH
    from xladdin.workbook.styles import write

    opponents = player_report(system).sections[1]
    beside = GAMES_COLUMN - 1
    for column in range(opponents.sheet.column + len(opponents.columns), beside):
        sheet.column_dimensions[column_letters(column)].width = GAP_WIDTH
    sheet.column_dimensions[column_letters(beside)].width = _CHART_WIDTH
    for column in (CHART_COLUMN, CHART_COLUMN + 1):
        sheet.column_dimensions[column_letters(column)].hidden = True
    # Excel gives a date that a button writes this format by itself.
    sheet.column_dimensions[column_letters(CHART_COLUMN)].number_format = styles.number_format(Kind.DATE)
    write(sheet, HEADING_ROW, beside, CHART_LABEL, styles.LABEL)
    rating = styles.number_format(kind_on_sheet(Kind.RATING, system))
    chart = ratings_chart(CellRange(_CHART_ROWS[0], beside, _CHART_ROWS[1], beside), rating, size=ON_SCREEN)
    chart.visible_cells_only = False
    last, end = FIRST_ROW + LAST_SHOWN - 1, FIRST_ROW + CHART_POINTS - 1
    points, room = (
        [CellRange(first, column, end_row, column) for column in (CHART_COLUMN, CHART_COLUMN + 1)]
        for first, end_row in ((FIRST_ROW, last), (last + 1, end))
    )
    add_line(chart, sheet, (HEADLINE_ROW, _PICK_COLUMN), *points)
    add_room(chart, sheet, *room)
    sheet.add_chart(chart)
