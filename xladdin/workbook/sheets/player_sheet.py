"""The Player sheet: a name is picked in a cell, and live native formulas fill in all that the log says of him.

A hidden sheet holds the player's own games, the latest first: each is found from the row below the one before, so that
all together run through the log once, and a line of plain formulas reads it. All figures on the sheet are counted over
those lines. The figures are those of `reports.player`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    ReportBlock,
    ReportColumn,
    SheetLayout,
)
from xladdin.workbook.schema import PLAYER, PLAYER_GAMES, Kind
from xladdin.workbook.sheets.player_page import (
    FACTS_COLUMN,
    GAMES_COLUMN,
    OPPONENTS_COLUMN,
    PICK,
    ROW_BITS,
    SHOWN_GAMES,
    SHOWN_OPPONENTS,
    Fact,
    add_player_chart,
    begin_player_sheet,
    filled,
    format_row,
    listed_rank,
    listed_rating,
    literally,
    write_facts,
)
from xladdin.workbook.styles.cell_writing import write, write_formula
from xladdin.workbook.styles.formula_rows import add_formula_rows
from xladdin.workbook.systems.terms import outcome

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

LINES = 2000
"""Games of one player that are counted: three a week for thirteen years."""
_FIRST_PLAIN_ROW = 6
"""The rows above it hold figures of all lines beside their own."""
_HEADINGS = (
    "Key", "Row", "Side", "Date", "Opponent", "Own", "Other", "Sign", "Opponents", "Won", "Lost", "Rating", "Stood",
    "Running", "First met", "Name, games", "Sorted", "As first", "As second", "Key as first", "Key as second",
)  # fmt: skip


class _Lines:
    """The columns of the hidden sheet as ranges for formulas."""

    key, row, side, date, opponent, own, other, sign, count, won, lost, rating, stood, running, met = "ABCDEFGHIJKLMNO"
    name, slow, first, second, first_key, second_key = "PQRSTU"

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
        ReportBlock(opponents, OPPONENTS_COLUMN, opening_rows=filled(OPPONENTS_COLUMN)),
        ReportBlock(games, GAMES_COLUMN, opening_rows=filled(GAMES_COLUMN)),
    )
    return SheetLayout(PLAYER, "Player: where he stands, and how he came there", blocks, landscape=True)


def add_player_sheet(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the sheet; `add_player_games` adds the hidden one behind it."""
    sheet = begin_player_sheet(workbook, layout(system))
    _add_facts(sheet, system)
    _add_opponents(sheet, system)
    _add_games(sheet, system)
    lines = _Lines
    add_player_chart(sheet, lambda number: (lines.at(lines.date, number), lines.at(lines.running, number)), Kind.RATING)


def _log(system: RatingSystem, heading: str) -> str:
    return f"{system.log_kind.table}[{heading}]"


def _add_facts(sheet: Worksheet, system: RatingSystem) -> None:
    kind = system.log_kind
    lines = _Lines
    month = "rule_season_month"
    last = lines.at(lines.date, 1)
    since = f"DATE(YEAR({last})-(MONTH({last})<{month}),{month},1)"
    in_season = f'{lines.all(lines.date)},">="&{since}'
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

    facts: list[Fact] = [
        ("Rating", listed_rating(), "", Kind.RATING),
        ("Rank", listed_rank(system), "", Kind.COUNT),
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
    write_facts(sheet, facts)


def _add_opponents(sheet: Worksheet, system: RatingSystem) -> None:
    lines, block = _Lines, layout(system).blocks[1]
    opponent, count = column_letters(OPPONENTS_COLUMN), lines.all(lines.count)
    for number in range(1, SHOWN_OPPONENTS + 1):
        row = HEADING_ROW + number
        filled = f'IF(${opponent}{row}="","",{{0}})'
        line = f"MATCH({number},{count},0)"
        games = f"{lines.all(lines.met)},{line}"  # by number: a name may read as a pattern or a comparison
        opponent_there = f'IFERROR(INDEX({lines.all(lines.opponent)},{line}),"")'
        write_formula(sheet, row, OPPONENTS_COLUMN, opponent_there, value="")
        for offset, result in enumerate((">0", "<0", "0"), 1):
            found = f'COUNTIFS({games},{lines.all(lines.sign)},"{result}")'
            write_formula(sheet, row, OPPONENTS_COLUMN + offset, filled.format(found), value="")
        if system.log_kind.has_scores:
            own, other = (f"SUMIFS({lines.all(letter)},{games})" for letter in (lines.own, lines.other))
            write_formula(sheet, row, OPPONENTS_COLUMN + 4, filled.format(f"{own}-{other}"), value="")
        format_row(sheet, row, block)


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
            write_formula(sheet, row, GAMES_COLUMN + offset, f'IF({game}="","",{formula})', value="")
        format_row(sheet, row, block)


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
    key = here if system.in_recorded_order else f"{_log(system, 'Date')}*{ROW_BITS}+{here}"
    keys = f"${lines.first_key}$2:${lines.second_key}${LINES + 1}"
    mine = f"(TRIM({first})=TRIM({PICK}))+(TRIM({second})=TRIM({PICK}))>0"
    is_rated = f"ISNUMBER({_log(system, kind.rating1)})"
    sheet[f"{lines.name}2"] = f"={literally(PICK)}"
    sheet[f"{lines.name}3"] = ArrayFormula(f"{lines.name}3", f"=SUM(({mine})*{is_rated})")
    found = (f"COUNT(${letter}$2:${letter}${LINES + 1})" for letter in (lines.first, lines.second))
    sheet[f"{lines.name}5"] = f"=MAX(1,{','.join(found)})"
    in_use = f"${lines.first_key}$2:INDEX(${lines.second_key}$2:${lines.second_key}${LINES + 1},${lines.name}$5)"
    sheet[f"{lines.name}4"] = f"=COUNT({keys})=${lines.name}$3"
    # Excel and LibreOffice sort the whole log for every line of this; it is left to names with blanks around them
    rated = f"IF({mine},IF({is_rated},{key}))"
    slow = f'IFERROR(LARGE({rated},ROW($A$2:$A${LINES + 1})-1),"")'
    array = f'=IF(OR({PICK}="",${lines.name}$4),"",{slow})'
    sheet[f"{lines.slow}2"] = ArrayFormula(f"{lines.slow}2:{lines.slow}{LINES + 1}", array)
    rows = {row: {**_line(system, row, in_use), **_found(system, row)} for row in range(2, LINES + 2)}
    for row in range(2, _FIRST_PLAIN_ROW):
        for letter, formula in rows.pop(row).items():
            sheet[f"{letter}{row}"] = f"={formula}"
    add_formula_rows(sheet, rows)


def _line(system: RatingSystem, row: int, in_use: str) -> dict[str, str]:
    """Formulas of one game of the player by their columns. in_use: the keys that are found, as a range."""
    lines, kind = _Lines, system.log_kind
    first, game, side = _log(system, kind.players[0]), f"${lines.row}{row}", f"${lines.side}{row}"
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
    first_met = f"MATCH({literally(opponent)},${lines.opponent}$2:${lines.opponent}${LINES + 1},0)"
    now = f"INDEX(Players[Rating],MATCH({literally(PICK)},Players[Player],0))"
    formulas = {
        lines.key: f'IF(${lines.name}$4,IFERROR(LARGE({in_use},{above}),""),${lines.slow}{row})',
        lines.row: f"MOD(${lines.key}{row},{ROW_BITS})-ROW({kind.table}[[#Headers],[Date]])",
        lines.side: f"IF(TRIM(INDEX({first},{game}))=TRIM({PICK}),1,2)",
        lines.date: f"INDEX({_log(system, 'Date')},{game})",
        lines.opponent: f"IFERROR(INDEX(Players[Player],MATCH({literally(met)},Players[Player],0)),TRIM({met}))",
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
    known = {letter: PICK if letter == lines.key else f"${lines.key}{row}" for letter in formulas}
    return {letter: f'IF({known[letter]}="","",{formula})' for letter, formula in formulas.items()}


def _found(system: RatingSystem, row: int) -> dict[str, str]:
    """Where the player stands as first and as second, each found from the row below the one before, and their keys."""
    lines, kind = _Lines, system.log_kind
    name = f"${lines.name}$2"
    formulas = {}
    for heading, found, its_key in zip(kind.players, (lines.first, lines.second), (lines.first_key, lines.second_key)):
        names = _log(system, heading)
        before, here = f"${found}{row - 1}", f"${found}{row}"
        if row == 2:
            formulas[found] = f'IF({PICK}="","",IFERROR(MATCH({name},{names},0),""))'
        else:
            below = f"INDEX({names},{before}+1):INDEX({names},ROWS({names}))"
            formulas[found] = f'IF({before}="","",IFERROR({before}+MATCH({name},{below},0),""))'
        at = f"{here}+ROW({kind.table}[[#Headers],[Date]])"
        key = at if system.in_recorded_order else f"INDEX({_log(system, 'Date')},{here})*{ROW_BITS}+{at}"
        rated = f"ISNUMBER(INDEX({_log(system, kind.rating1)},{here}))"
        formulas[its_key] = f'IF({here}="","",IF({rated},{key},""))'
    return formulas


def _of_side(system: RatingSystem, side: str, game: str, first: str, second: str) -> str:
    """What stands in a row of the log under the first heading where the player is player 1, else under the second."""
    return f"IF({side}=1,INDEX({_log(system, first)},{game}),INDEX({_log(system, second)},{game}))"
