"""The Player sheet: a name is picked in a cell, and live native formulas fill in all that the log says of him.

A hidden sheet holds the player's own games, the latest first: one array formula finds their rows, and a line of plain
formulas reads each. All figures on the sheet are counted over those lines, so that no formula runs through the whole
log but the one. The figures are those of `reports.player`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets import standings
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    HEADLINE_ROW,
    ReportBlock,
    ReportColumn,
    SheetLayout,
)
from xladdin.workbook.schema import PLAYER, PLAYER_GAMES, STANDINGS, Column, Kind
from xladdin.workbook.sheets.input_sheets import entry_rule
from xladdin.workbook.styles import palette as styles
from xladdin.workbook.styles.cell_writing import define_name, write, write_formula
from xladdin.workbook.systems.terms import outcome

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

PICK = "player_picked"
"""Defined name of the cell with the player's name."""
LINES = 2000
"""Games of one player that are counted: three a week for thirteen years."""
SHOWN_GAMES, SHOWN_OPPONENTS = 60, 250
FACTS_COLUMN, OPPONENTS_COLUMN, GAMES_COLUMN = 1, 5, 11
CHART_COLUMN, CHART_ROWS = 21, (25, 44)
"""First of the two hidden columns that the chart reads, and the rows that it covers."""
_HEADINGS = (
    "Key", "Row", "Side", "Date", "Opponent", "Own", "Other", "Sign", "Opponents", "Won", "Lost", "Rating", "Stood",
    "Running", "First met",
)  # fmt: skip
_ROW_BITS = 2**20
"""A date and a row in one number: more than a sheet has rows."""
_FIRST = HEADING_ROW + 1


class _Lines:
    """The columns of the hidden sheet as ranges for formulas."""

    key, row, side, date, opponent, own, other, sign, count, won, lost, rating, stood, running, met = "ABCDEFGHIJKLMNO"

    @classmethod
    def all(cls, letter: str) -> str:
        """The whole column."""
        return f"'{PLAYER_GAMES}'!${letter}$2:${letter}${LINES + 1}"

    @classmethod
    def at(cls, letter: str, line: int) -> str:
        """The cell of one line, counted from 1."""
        return f"'{PLAYER_GAMES}'!${letter}${line + 1}"


def layout(system: RatingSystem) -> SheetLayout:
    """Facts to the left, opponents in the middle, the last games to the right."""
    kind = system.log_kind
    tie = kind.tie_word
    facts = tuple(ReportColumn(heading, None, Kind.TEXT, width) for heading, width in (("", 30), ("", 26), ("On", 16)))
    spread = (ReportColumn("Spread", None, Kind.SIGNED, 9),) if kind.has_scores else ()
    opponents = (
        ReportColumn("Opponent", None, Kind.PLAYER, 26),
        *(ReportColumn(heading, None, Kind.COUNT, 7) for heading in ("Won", "Lost", tie)),
        *spread,
    )
    scores = ("Score", "Against") if kind.has_scores else ("Points", "Against")
    games = (
        ReportColumn("Date", None, Kind.DATE, 16),
        ReportColumn("Opponent", None, Kind.PLAYER, 26),
        ReportColumn("Rating", None, Kind.RATING, 8),
        ReportColumn("Theirs", None, Kind.RATING, 8),
        *(ReportColumn(heading, None, Kind.COUNT if kind.has_scores else Kind.YES, 9) for heading in scores),
        ReportColumn("Change", None, Kind.CHANGE, 9),
        ReportColumn("Then", None, Kind.RATING, 8),
    )
    blocks = (
        ReportBlock(facts, FACTS_COLUMN),
        ReportBlock(opponents, OPPONENTS_COLUMN, opening_rows=_filled(OPPONENTS_COLUMN)),
        ReportBlock(games, GAMES_COLUMN, opening_rows=_filled(GAMES_COLUMN)),
    )
    return SheetLayout(PLAYER, "Player: where he stands, and how he came there", blocks, landscape=True)


def _filled(column: int) -> str:
    """True for a row of formulas that shows something."""
    return f'${column_letters(column)}{_FIRST}<>""'


def add_player_sheet(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet; `add_player_games` adds the hidden one behind it."""
    from xladdin.workbook.report_sheets.blocks.building import build_sheet

    shape = layout(system)
    sheet = build_sheet(workbook, shape)
    write(sheet, HEADLINE_ROW, FACTS_COLUMN, "Pick a player", styles.LABEL)
    picked = sheet.cell(HEADLINE_ROW, FACTS_COLUMN + 1)
    picked.style = styles.INPUT
    rule = entry_rule(Column("Player", Kind.PLAYER))
    assert rule is not None
    sheet.add_data_validation(rule)
    rule.add(picked)
    define_name(workbook, PICK, f"'{PLAYER}'!${column_letters(FACTS_COLUMN + 1)}${HEADLINE_ROW}")
    _add_facts(sheet, system)
    _add_opponents(sheet, system)
    _add_games(sheet, system)
    _add_chart(sheet, system)


def _log(system: RatingSystem, heading: str) -> str:
    return f"{system.log_kind.table}[{heading}]"


def _add_facts(sheet: Worksheet, system: RatingSystem) -> None:
    kind = system.log_kind
    lines = _Lines
    month = "rule_season_month"
    last = lines.at(lines.date, 1)
    since = f"DATE(YEAR({last})-(MONTH({last})<{month}),{month},1)"
    in_season = f'{lines.all(lines.date)},">="&{since}'
    columns = [column.heading for column in standings.layout(system).blocks[0].columns]
    rank, name = (column_letters(1 + columns.index(heading)) for heading in ("Rank", "Player"))
    list_rows = f"${_FIRST}:${{0}}${styles.LAST_FORMATTED_ROW}"
    place = f"MATCH({_literally(PICK)},'{STANDINGS}'!${name}{list_rows.format(name)},0)"
    stood = lines.all(lines.stood)

    def record(result: str, season: bool) -> str:
        conditions = [lines.all(lines.sign), f'"{result}"', *([in_season] if season else [])]
        return f"COUNTIFS({','.join(conditions)})"

    def average(letter: str, season: bool) -> str:
        if season:
            return f"AVERAGEIFS({lines.all(letter)},{in_season})"
        return f"AVERAGE({lines.all(letter)})"

    now = lines.at(lines.running, 1)
    ranked = f"COUNT({lines.at(lines.stood, 1)})"  # who is new has no rating of his own yet

    def extreme(function: str) -> tuple[str, str]:
        value = f"IF({ranked},{function}({stood},{now}),{function}({stood}))"
        # the first time that he stood there is the last of the lines; if none did, it is now
        when = f"IFERROR(LOOKUP(2,1/({stood}={value}),{lines.all(lines.date)}),{last})"
        return f'IF(COUNT({stood})=0,"",{value})', f'IF(COUNT({stood})=0,"",{when})'

    facts: list[tuple[str, str, str, Kind]] = [
        ("Rating", f"INDEX(Players[Rating],MATCH({_literally(PICK)},Players[Player],0))", "", Kind.RATING),
        ("Rank", f"INDEX('{STANDINGS}'!${rank}{list_rows.format(rank)},{place})", "", Kind.COUNT),
        ("Best", *extreme("MAX"), Kind.RATING),
        ("Lowest", *extreme("MIN"), Kind.RATING),
        ("Games counted here", f"COUNT({lines.all(lines.row)})", "", Kind.COUNT),
    ]
    for what, season in (("Season", True), ("All time", False)):
        for label, result in (("won", ">0"), ("lost", "<0"), (kind.tie_word.lower(), "0")):
            facts.append((f"{what}: {label}", record(result, season), "", Kind.COUNT))
        if kind.has_scores:
            facts.append((f"{what}: average score", average(lines.own, season), "", Kind.DECIMAL))
            facts.append((f"{what}: average of the opponents", average(lines.other, season), "", Kind.DECIMAL))
    facts.append(("Most won in a row", f"MAX({lines.all(lines.won)})", "", Kind.COUNT))
    facts.append(("Most lost in a row", f"MAX({lines.all(lines.lost)})", "", Kind.COUNT))
    for row, (label, value, when, shown) in enumerate(facts, _FIRST):
        write(sheet, row, FACTS_COLUMN, label)
        for offset, formula, form in ((1, value, shown), (2, when, Kind.DATE)):
            if formula:
                write_formula(sheet, row, FACTS_COLUMN + offset, f'IF({PICK}="","",IFERROR({formula},""))')
                cell = sheet.cell(row, FACTS_COLUMN + offset)
                cell.number_format = styles.number_format(form)
                cell.alignment = styles.alignment(form)


def _add_opponents(sheet: Worksheet, system: RatingSystem) -> None:
    lines, block = _Lines, layout(system).blocks[1]
    opponent, count = column_letters(OPPONENTS_COLUMN), lines.all(lines.count)
    for number in range(1, SHOWN_OPPONENTS + 1):
        row = HEADING_ROW + number
        filled = f'IF(${opponent}{row}="","",{{0}})'
        line = f"MATCH({number},{count},0)"
        games = f"{lines.all(lines.met)},{line}"  # by number: a name may read as a pattern or a comparison
        write_formula(sheet, row, OPPONENTS_COLUMN, f'IFERROR(INDEX({lines.all(lines.opponent)},{line}),"")')
        for offset, result in enumerate((">0", "<0", "0"), 1):
            found = f'COUNTIFS({games},{lines.all(lines.sign)},"{result}")'
            write_formula(sheet, row, OPPONENTS_COLUMN + offset, filled.format(found))
        if system.log_kind.has_scores:
            own, other = (f"SUMIFS({lines.all(letter)},{games})" for letter in (lines.own, lines.other))
            write_formula(sheet, row, OPPONENTS_COLUMN + 4, filled.format(f"{own}-{other}"))
        _format_row(sheet, row, block)


def _add_games(sheet: Worksheet, system: RatingSystem) -> None:
    lines, kind = _Lines, system.log_kind
    block = layout(system).blocks[2]
    for number in range(1, SHOWN_GAMES + 1):
        row = HEADING_ROW + number
        game, side = lines.at(lines.row, number), lines.at(lines.side, number)

        formulas = (
            lines.at(lines.date, number),
            lines.at(lines.opponent, number),
            lines.at(lines.rating, number),
            _of_side(system, side, game, kind.rating2, kind.rating1),
            lines.at(lines.own, number),
            lines.at(lines.other, number),
            _of_side(system, side, game, kind.change1, kind.change2),
            lines.at(lines.running, number),
        )
        for offset, formula in enumerate(formulas):
            write_formula(sheet, row, GAMES_COLUMN + offset, f'IF({game}="","",{formula})')
        _format_row(sheet, row, block)


def _format_row(sheet: Worksheet, row: int, block: ReportBlock) -> None:
    for number, column in enumerate(block.columns, block.column):
        cell = sheet.cell(row, number)
        cell.number_format = styles.number_format(column.kind)
        cell.alignment = styles.alignment(column.kind)


def add_player_games(workbook: Workbook, system: RatingSystem) -> None:
    """The hidden sheet: a line for each game of the player, the latest first."""
    from openpyxl.worksheet.formula import ArrayFormula

    lines, kind = _Lines, system.log_kind
    sheet = workbook.create_sheet(PLAYER_GAMES)
    sheet.sheet_state = "hidden"
    for column, heading in enumerate(_HEADINGS, 1):
        write(sheet, 1, column, heading)
    first, second = (_log(system, heading) for heading in kind.players)
    here = f"ROW({first})"
    key = here if system.in_recorded_order else f"{_log(system, 'Date')}*{_ROW_BITS}+{here}"
    mine = f"(TRIM({first})=TRIM({PICK}))+(TRIM({second})=TRIM({PICK}))>0"
    rated = f"IF({mine},IF(ISNUMBER({_log(system, kind.rating1)}),{key}))"
    cells = f"{lines.key}2:{lines.key}{LINES + 1}"
    array = f'=IF({PICK}="","",IFERROR(LARGE({rated},ROW($A$2:$A${LINES + 1})-1),""))'
    sheet[f"{lines.key}2"] = ArrayFormula(cells, array)
    now = f"INDEX(Players[Rating],MATCH({_literally(PICK)},Players[Player],0))"
    above_first = f"ROW({kind.table}[[#Headers],[Date]])"
    for row in range(2, LINES + 2):
        game, side = f"${lines.row}{row}", f"${lines.side}{row}"
        if kind.has_scores:
            own = _of_side(system, side, game, kind.score1, kind.score2)
            other = _of_side(system, side, game, kind.score2, kind.score1)
        else:
            won = f"({outcome(f'INDEX({_log(system, kind.result)},{game})')})"
            own, other = (f"(1{sign}(3-2*{side})*{won})/2" for sign in "+-")
        change = _of_side(system, side, game, kind.change1, kind.change2)
        opponent, sign = f"${lines.opponent}{row}", f"${lines.sign}{row}"
        above = row - 1
        met = _of_side(system, side, game, kind.player2, kind.player1)
        same_day = f"${lines.date}{above}=${lines.date}{row}"
        first_met = f"MATCH({_literally(opponent)},${lines.opponent}$2:${lines.opponent}${LINES + 1},0)"
        formulas = {
            lines.row: f"MOD(${lines.key}{row},{_ROW_BITS})-{above_first}",
            lines.side: f"IF(TRIM(INDEX({first},{game}))=TRIM({PICK}),1,2)",
            lines.date: f"INDEX({_log(system, 'Date')},{game})",
            lines.opponent: f"IFERROR(INDEX(Players[Player],MATCH({_literally(met)},Players[Player],0)),TRIM({met}))",
            lines.own: own,
            lines.other: other,
            lines.sign: f"SIGN(${lines.own}{row}-${lines.other}{row})",
            lines.met: first_met,
            lines.count: f"N(${lines.count}{above})+(${lines.met}{row}={above})",
            lines.won: f"IF({sign}>0,N(${lines.won}{row + 1})+1,0)",
            lines.lost: f"IF({sign}<0,N(${lines.lost}{row + 1})+1,0)",
            lines.rating: _of_side(system, side, game, kind.rating1, kind.rating2),
            lines.stood: f'IF(ISNUMBER({change}),${lines.rating}{row},"")',
            lines.running: now if row == 2 else f"IF({same_day},${lines.running}{above},${lines.rating}{above})",
        }
        for letter, formula in formulas.items():
            sheet[f"{letter}{row}"] = f'=IF(${lines.key}{row}="","",{formula})'


def _add_chart(sheet: Worksheet, system: RatingSystem) -> None:
    """The ratings of the games that are shown; below the last of them its point is drawn again, which shows once."""
    from xladdin.workbook.styles.charts import add_line, ratings_chart

    lines = _Lines
    for number in range(1, SHOWN_GAMES + 1):
        row = HEADING_ROW + number
        for offset, letter in enumerate((lines.date, lines.running)):
            column = CHART_COLUMN + offset
            above = f"{column_letters(column)}{row - 1}"
            missing = "NA()" if number == 1 else above
            write_formula(sheet, row, column, f'IF({lines.at(letter, number)}="",{missing},{lines.at(letter, number)})')
            sheet.cell(row, column).font = styles.cell_font(8, pale=True)
    for offset in (0, 1):
        sheet.column_dimensions[column_letters(CHART_COLUMN + offset)].hidden = True
    cells = CellRange(CHART_ROWS[0], FACTS_COLUMN, CHART_ROWS[1], FACTS_COLUMN + 2)
    chart = ratings_chart("The last games", cells, styles.number_format(Kind.RATING))
    chart.visible_cells_only = False
    rows = HEADING_ROW + 1, HEADING_ROW + SHOWN_GAMES
    add_line(chart, sheet, (HEADLINE_ROW, FACTS_COLUMN + 1), CHART_COLUMN, CHART_COLUMN + 1, rows)
    sheet.add_chart(chart)


def _of_side(system: RatingSystem, side: str, game: str, first: str, second: str) -> str:
    """What stands in a row of the log under the first heading where the player is player 1, else under the second."""
    return f"IF({side}=1,INDEX({_log(system, first)},{game}),INDEX({_log(system, second)},{game}))"


def _literally(name: str) -> str:
    """A name to be found as it is spelled: MATCH takes *, ? and ~ for patterns."""
    for letter in "~*?":
        name = f'SUBSTITUTE({name},"{letter}","~{letter}")'
    return f"TRIM({name})"
