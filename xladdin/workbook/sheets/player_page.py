"""The Player sheet's page, whatever the club rates: the cell to pick a name in, its blocks, facts and chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets import standings
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, HEADLINE_ROW, ReportBlock, SheetLayout
from xladdin.workbook.schema import PLAYER, STANDINGS, Column, Kind
from xladdin.workbook.sheets.input_sheets import entry_rule
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import define_name, write, write_formula

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

PICK = "player_picked"
"""Defined name of the cell with the player's name."""
SHOWN_GAMES, SHOWN_OPPONENTS = 60, 250
FACTS_COLUMN, OPPONENTS_COLUMN, GAMES_COLUMN = 1, 5, 11
CHART_COLUMN, CHART_ROWS = 21, (25, 44)
"""First of the two hidden columns that the chart reads, and the rows that it covers."""
ROW_BITS = 2**20
"""A date and a row in one number: more than a sheet has rows."""
FIRST = HEADING_ROW + 1


def filled(column: int) -> str:
    """True for a row of formulas that shows something."""
    return f'${column_letters(column)}{FIRST}<>""'


def begin_player_sheet(workbook: Workbook, shape: SheetLayout) -> Worksheet:
    """Titles and headings, and the cell to pick a name in."""
    from xladdin.workbook.report_sheets.blocks.building import build_sheet

    sheet = build_sheet(workbook, shape)
    write(sheet, HEADLINE_ROW, FACTS_COLUMN, "Pick a player", styles.LABEL)
    picked = sheet.cell(HEADLINE_ROW, FACTS_COLUMN + 1)
    picked.style = styles.INPUT
    rule = entry_rule(Column("Player", Kind.PLAYER))
    assert rule is not None
    sheet.add_data_validation(rule)
    rule.add(picked)
    define_name(workbook, PICK, f"'{PLAYER}'!${column_letters(FACTS_COLUMN + 1)}${HEADLINE_ROW}")
    _print_one_page(sheet, shape)
    return sheet


def _print_one_page(sheet: Worksheet, shape: SheetLayout) -> None:
    """Prints as many rows as there are games; formulas that show nothing would fill further pages with headings."""
    last_row = HEADING_ROW + SHOWN_GAMES
    sheet.print_area = f"A1:{column_letters(shape.blocks[-1].last_column)}{last_row}"
    sheet.page_setup.fitToHeight = 1
    letter = column_letters(OPPONENTS_COLUMN)
    further = f'COUNTIF({letter}{last_row + 1}:{letter}{HEADING_ROW + SHOWN_OPPONENTS},"?*")'
    words = f'IF({further}=0,"","Not printed: "&{further}&" more below")'
    write_formula(sheet, HEADLINE_ROW, OPPONENTS_COLUMN, words, styles.AS_OF, value="")


Fact = tuple[str, str, str, Kind]
"""Label, formula, formula of its date or nothing, and what it holds."""


def listed_rating() -> str:
    """The rating of the picked player on Players."""
    return f"INDEX(Players[Rating],MATCH({literally(PICK)},Players[Player],0))"


def listed_rank(system: RatingSystem) -> str:
    """His rank on Standings."""
    columns = [column.heading for column in standings.layout(system).blocks[0].columns]
    rank, name = (column_letters(1 + columns.index(heading)) for heading in ("Rank", "Player"))
    rows = f"${FIRST}:${{0}}${styles.LAST_FORMATTED_ROW}"
    place = f"MATCH({literally(PICK)},'{STANDINGS}'!${name}{rows.format(name)},0)"
    return f"INDEX('{STANDINGS}'!${rank}{rows.format(rank)},{place})"


def write_facts(sheet: Worksheet, facts: Sequence[Fact]) -> None:
    """The lines to the left; blank where there is nothing to say."""
    for row, (label, value, when, shown) in enumerate(facts, FIRST):
        write(sheet, row, FACTS_COLUMN, label)
        for offset, formula, form in ((1, value, shown), (2, when, Kind.DATE)):
            if formula:
                found = f'IF({PICK}="","",IFERROR({formula},""))'
                write_formula(sheet, row, FACTS_COLUMN + offset, found, value="")
                cell = sheet.cell(row, FACTS_COLUMN + offset)
                cell.number_format = styles.number_format(form)
                cell.alignment = styles.alignment(form)


def format_row(sheet: Worksheet, row: int, block: ReportBlock) -> None:
    """The formats of a block's columns for one row of formulas."""
    for number, column in enumerate(block.columns, block.column):
        cell = sheet.cell(row, number)
        cell.number_format = styles.number_format(column.kind)
        cell.alignment = styles.alignment(column.kind)


def add_player_chart(sheet: Worksheet, points: Callable[[int], tuple[str, str]], kind: Kind) -> None:
    """The ratings of the lines that are shown; below the last of them its point is drawn again, which shows once.

    points: the cells of a line's date and rating, by its number from 1 on.
    """
    from xladdin.workbook.styles.charts import add_line, ratings_chart

    for number in range(1, SHOWN_GAMES + 1):
        row = HEADING_ROW + number
        for offset, point in enumerate(points(number)):
            column = CHART_COLUMN + offset
            above = f"{column_letters(column)}{row - 1}"
            missing = "NA()" if number == 1 else above
            write_formula(sheet, row, column, f'IF({point}="",{missing},{point})', value="#N/A")
            sheet.cell(row, column).font = styles.cell_font(8, pale=True)
    for offset in (0, 1):
        sheet.column_dimensions[column_letters(CHART_COLUMN + offset)].hidden = True
    cells = CellRange(CHART_ROWS[0], FACTS_COLUMN, CHART_ROWS[1], FACTS_COLUMN + 2)
    chart = ratings_chart("The last ratings", cells, styles.number_format(kind))
    chart.legend = None
    chart.visible_cells_only = False
    rows = HEADING_ROW + 1, HEADING_ROW + SHOWN_GAMES
    add_line(chart, sheet, (HEADLINE_ROW, FACTS_COLUMN + 1), CHART_COLUMN, CHART_COLUMN + 1, rows)
    sheet.add_chart(chart)


def literally(name: str) -> str:
    """A name to be found as it is spelled: MATCH takes *, ? and ~ for patterns."""
    for letter in "~*?":
        name = f'SUBSTITUTE({name},"{letter}","~{letter}")'
    return f"TRIM({name})"
