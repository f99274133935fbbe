"""The sheet Player of a new workbook: a cell to pick a name, look-ups of all that is known, and a chart.

Without a picked name it shows the first player of Standings. A recalculation writes the hidden sheets that the formulas
look into. `report_sheets.player_lines` describes their places. The formulas look for the picked name once, and find
each line of a list by its number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.renderers.sheet import HEADING_ROW, HEADLINE_ROW
from xladdin.reports.described.ratings_lists import standings
from xladdin.reports.player import LAST_SHOWN, OPPONENTS_SHOWN
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import ReportBlock
from xladdin.workbook.report_sheets.history.axes import DAYS_OF_ROOM
from xladdin.workbook.report_sheets.history.picked import POINTS_OF_ROOM
from xladdin.workbook.report_sheets.player_lines import (
    CHART_COLUMN,
    FACTS_COLUMN,
    INDEX,
    INDEX_COLUMN,
    OPPONENTS_COLUMN,
    fact_lines,
    hidden_columns,
    layout,
)
from xladdin.workbook.schema import (
    PLAYER,
    PLAYER_FACTS,
    PLAYER_GAMES,
    PLAYER_OPPONENTS,
    STANDINGS,
    Column,
    Kind,
    hidden_name,
    report_name,
)
from xladdin.workbook.sheets.input_sheets import allow_entries
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import define_name, name_cells, write, write_formula
from xladdin.workbook.words.chosen import formula_of_words

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

PICK = "player_picked"
"""The defined name of the cell with the player's name."""
_LEADER = f"${column_letters(FACTS_COLUMN + 2)}${HEADLINE_ROW}"
"""The cell beside it: the player shown while it is blank."""
CHART_ROWS, CHART_WIDTH = (HEADING_ROW + 1, HEADING_ROW + 16), 40.0
"""The rows of the chart, and the width of the column beside the opponents, in sight on a laptop."""
FIRST = HEADING_ROW + 1
_LINE, _FIRST_GAME, _GAMES, _FIRST_OPPONENT, _OPPONENTS, _MORE = (
    f"${column_letters(INDEX_COLUMN)}${row}" for row in range(FIRST, FIRST + len(INDEX))
)


def add_player_page(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet. `add_player_lines` adds those behind it."""
    from xladdin.workbook.report_sheets.blocks.building import build_sheet

    shape = layout(system)
    sheet = build_sheet(workbook, shape)
    _add_pick(workbook, sheet, system)
    _add_index(sheet)
    _add_facts(sheet, system)
    _, opponents, games = shape.blocks
    _add_list(sheet, opponents, PLAYER_OPPONENTS, INDEX_COLUMN + 1, (_FIRST_OPPONENT, _OPPONENTS), OPPONENTS_SHOWN)
    _add_list(sheet, games, PLAYER_GAMES, INDEX_COLUMN + 2, (_FIRST_GAME, _GAMES), LAST_SHOWN)
    words = formula_of_words("and {} more, met less often").replace("{}", f'"&{_MORE}&"')
    more = f'IF(N({_MORE})=0,"",{words})'
    write_formula(sheet, HEADLINE_ROW, OPPONENTS_COLUMN + 1, more, styles.AS_OF)  # a name runs on up to here
    _add_chart(sheet, opponents, games, POINTS_OF_ROOM[bool(system.rating_decimals)])


def add_player_lines(workbook: Workbook, system: RatingSystem) -> None:
    """The sheets of values: headings, and the formats of a recalculation's values below them."""
    for name, columns in hidden_columns(system).items():
        sheet = workbook.create_sheet(name)
        sheet.sheet_state = "hidden"
        for number, (heading, kind) in enumerate(columns, 1):
            styles.format_column(sheet, number, kind)
            if heading:
                write(sheet, 1, number, heading)
        name_cells(workbook, hidden_name(name), name, "$A$1")


def literally(name: str) -> str:
    """A name in the form that finds it as spelled. MATCH takes *, ? and ~ for patterns."""
    for letter in "~*?":
        name = f'SUBSTITUTE({name},"{letter}","~{letter}")'
    return f"TRIM({name})"


def _add_pick(workbook: Workbook, sheet: Worksheet, system: RatingSystem) -> None:
    write(sheet, HEADLINE_ROW, FACTS_COLUMN, "Pick a player", styles.LABEL)
    picked = sheet.cell(HEADLINE_ROW, FACTS_COLUMN + 1)
    picked.style = styles.INPUT
    picked.number_format = styles.number_format(Kind.PLAYER)
    allow_entries(sheet, picked.coordinate, Column("Player", Kind.PLAYER))
    define_name(workbook, PICK, f"'{PLAYER}'!${column_letters(FACTS_COLUMN + 1)}${HEADLINE_ROW}")
    names = standings(system).sections[0].keys_on("sheet").index("player") + 1
    first = f'IFERROR(INDEX({report_name(STANDINGS)},2,{names})&"","")'
    write_formula(sheet, HEADLINE_ROW, FACTS_COLUMN + 2, f'IF({PICK}="",{first},"")', styles.LABEL)
    sheet.cell(HEADLINE_ROW, FACTS_COLUMN + 2).alignment = styles.indented()


def _add_index(sheet: Worksheet) -> None:
    """The picked player's line, and the places of the games and opponents."""
    name = f'IF({PICK}="",{_LEADER},{PICK})'
    found = f"MATCH({literally(name)},{_column(PLAYER_FACTS, 1)},0)"
    write_formula(sheet, FIRST, INDEX_COLUMN, f'IF({name}="","",IFERROR({found},""))')
    for number in range(2, len(INDEX) + 1):
        formula = _looked_up(PLAYER_FACTS, number, _LINE)
        write_formula(sheet, FIRST + number - 1, INDEX_COLUMN, formula)
    for column in range(CHART_COLUMN, INDEX_COLUMN + 3):
        sheet.column_dimensions[column_letters(column)].hidden = True


def _column(sheet: str, number: int) -> str:
    letters = column_letters(number)
    return f"'{sheet}'!${letters}:${letters}"


def _looked_up(sheet: str, number: int, line: str, *, may_be_blank: bool = False) -> str:
    """The formula of a hidden sheet's value in a column. `line` is the cell with the line, or is blank."""
    found = f"INDEX({_column(sheet, number)},{line})"
    return f'IF({line}="","",{f"""IF({found}="","",{found})""" if may_be_blank else found})'


def _add_facts(sheet: Worksheet, system: RatingSystem) -> None:
    column = len(INDEX)
    for row, fact in enumerate(fact_lines(system), FIRST):
        write(sheet, row, FACTS_COLUMN, fact.label)
        for offset, kind in ((1, fact.kind), (2, Kind.DATE if fact.when else None)):
            if kind is not None:
                column += 1
                formula = _looked_up(PLAYER_FACTS, column, _LINE, may_be_blank=True)
                write_formula(sheet, row, FACTS_COLUMN + offset, formula)
                _format(sheet, row, FACTS_COLUMN + offset, kind)


def _add_list(
    sheet: Worksheet, block: ReportBlock, hidden: str, lines: int, extent: tuple[str, str], shown: int
) -> None:
    """A list of the picked player. `lines`: column of its lines' numbers. `extent`: cells of the first and the number.

    A change may be blank.
    """
    first, count = extent
    for number in range(1, shown + 1):
        row = HEADING_ROW + number
        line = f"${column_letters(lines)}{row}"
        write_formula(sheet, row, lines, f'IF(N({count})<{number},"",{first}+{number - 1})')
        for offset, column in enumerate(block.columns):
            formula = _looked_up(hidden, offset + 1, line, may_be_blank=column.kind is Kind.CHANGE)
            write_formula(sheet, row, block.column + offset, formula)
            _format(sheet, row, block.column + offset, column.kind, column.size)


def _format(sheet: Worksheet, row: int, column: int, kind: Kind, size: float = styles.BASE_SIZE) -> None:
    cell = sheet.cell(row, column)
    cell.number_format = styles.number_format(kind) if kind not in styles.LEFT_KINDS else "General"
    cell.alignment = styles.alignment(kind)
    if size != styles.BASE_SIZE:
        cell.font = styles.cell_font(size)


def _add_chart(sheet: Worksheet, opponents: ReportBlock, games: ReportBlock, room: int) -> None:
    """The ratings of the lines shown. Below the last of them its point is drawn again, which shows once.

    A game that was typed late is drawn on the latest day of those before it, so that no line runs backwards.
    `room`: how far beyond the ratings the axis goes at the least [rating points], to put a single one in the middle.
    """
    from xladdin.workbook.report_sheets.blocks.building import GAP_WIDTH
    from xladdin.workbook.styles.charts import ON_SCREEN, add_line, add_room, ratings_chart

    headings = [column.heading for column in games.columns]
    kind = games.columns[headings.index("Then")].kind
    rows = HEADING_ROW + 1, HEADING_ROW + LAST_SHOWN
    for number in range(1, LAST_SHOWN + 1):
        row = HEADING_ROW + number
        for column, heading in ((CHART_COLUMN, "Date"), (CHART_COLUMN + 1, "Then")):
            letters = column_letters(games.column + headings.index(heading))
            missing = "NA()" if number == 1 else f"{column_letters(column)}{row - 1}"
            drawn = f"MAX({letters}{row}:{letters}${rows[1]})" if heading == "Date" else f"{letters}{row}"
            write_formula(sheet, row, column, f'IF({letters}{row}="",{missing},{drawn})', value="#N/A")
            sheet.cell(row, column).font = styles.cell_font(8, pale=True)
    beside = games.column - 1
    for column in range(opponents.last_column + 1, beside):
        sheet.column_dimensions[column_letters(column)].width = GAP_WIDTH
    sheet.column_dimensions[column_letters(beside)].width = CHART_WIDTH
    write(sheet, HEADING_ROW, beside, "The last ratings", styles.LABEL)
    cells = CellRange(CHART_ROWS[0], beside, CHART_ROWS[1], beside)
    chart = ratings_chart(cells, styles.number_format(kind), size=ON_SCREEN)
    chart.visible_cells_only = False
    drawn_columns = CHART_COLUMN, CHART_COLUMN + 1
    dates, ratings = (CellRange(rows[0], column, rows[1], column) for column in drawn_columns)
    add_line(chart, sheet, (HEADLINE_ROW, FACTS_COLUMN + 1), dates, ratings)
    ends = rows[1] + 1, rows[1] + 2
    for column, points, beyond in zip(drawn_columns, (dates, ratings), (DAYS_OF_ROOM, room)):
        for row, end in zip(ends, (f"MIN({points})-{beyond}", f"MAX({points})+{beyond}")):
            write_formula(sheet, row, column, f"IFERROR({end},NA())", value="#N/A")
            sheet.cell(row, column).font = styles.cell_font(8, pale=True)
    add_room(chart, sheet, *(CellRange(ends[0], column, ends[1], column) for column in drawn_columns))
    sheet.add_chart(chart)
