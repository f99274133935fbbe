"""The live formulas of the log tables: native formulas over the row, the Players list and the names of the Rules sheet.

They work in any Excel from 2010 on and in LibreOffice 7.4, with no add-in. A cell's formula reads the cells of its own
row (`{row}` stands for the row number) and defined names. What takes a table of the Rules sheet or a look at the list
is such a name, so that every formula stays short enough to read:

- `list_ratings`, `list_games`: one value for each player of the list, what the player's next game is rated from;
- `list_rating_1`, `game_points` and so on: about the row they are used in, since their references are relative.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from xladdin.systems.system import RatingSystem
from xladdin.workbook.addresses import column_letters
from xladdin.workbook.schema import tables_of

if TYPE_CHECKING:
    from openpyxl import Workbook

FIRST_DATA_ROW = 2
"""Row of a table's first data, below the headings."""

YES = ("Yes", "Y", "True", "1", "X")
"""Ways to say yes, as `xladdin.log.readings.read_yes` takes them; Excel compares without regard to case."""

OUTCOMES = {
    1: ("W", "Win", "1", "1-0"),
    0: ("T", "Tie", "D", "Draw", "0.5", "0,5", "1/2", "½", "1/2-1/2", "½-½", "0.5-0.5"),
    -1: ("L", "Loss", "0", "0-1"),
}
"""Ways to write a result, as `xladdin.systems.system.outcome` takes them; 0,5 is a half where decimals have a comma."""

Cell = Callable[[str], str]
"""Reference to the cell of a heading in the row at hand; two quotes, which count as blank, where there is none."""


def live_formulas(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Formula of each live column of a log table by heading, without "=" and with `{row}` for the row number.

    letters: column letter of each heading of the table: Games, Events or Results. The formulas need the names that
    `add_live_names` puts into the workbook.
    """

    def cell(heading: str) -> str:
        return f"{letters[heading]}{{row}}" if heading in letters else '""'

    formulas = _CELL_FORMULAS[system.key](cell, system)
    return {heading: formula for heading, formula in formulas.items() if heading in letters}


def calculated_column_formula(formula: str) -> str:
    """What a table keeps as the formula of a column, for the rows that will be typed below its last.

    Excel keeps references of the A1 kind there as they read in the first row of data: a table in A10:C13 whose column
    copies A2, A3, A4 has `<calculatedColumnFormula>A2</calculatedColumnFormula>`.
    """
    return formula.replace("{row}", str(FIRST_DATA_ROW))


def live_names(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Defined names that the live formulas use, each with its formula as a workbook stores it.

    letters: column letter of each heading of the system's log table. A relative reference in a name is stored as it
    reads in cell A1: there `Games!$C1` is the cell in column C of whatever row the name is used in.
    """

    def cell(heading: str) -> str:
        return f"{system.log_table}!${letters[heading]}1" if heading in letters else '""'

    names = {"list_ratings": _LIST_RATINGS[system.key]}
    if system.period == "event":
        names["list_rating"] = _listed(cell("Player"), "list_ratings")
    else:
        names["list_rating_1"], names["list_rating_2"] = (_listed(cell(h), "list_ratings") for h in system.opponents)
    return names | _NAMES[system.key](cell, system)


def add_live_names(workbook: Workbook, system: RatingSystem) -> None:
    """Gives a new workbook the names that its live formulas use."""
    from xladdin.workbook.writing_cells import define_name

    columns = tables_of(system)[system.log_table].columns
    letters = {column.heading: column_letters(position) for position, column in enumerate(columns, 1)}
    for name, formula in live_names(system, letters).items():
        define_name(workbook, name, formula)


def band(key: str, starts: str, values: str) -> str:
    """Formula of the value in the last row of a Rules table whose start is at most the key; the first row below all.

    starts: name of the table's first column; values: name of another column, or a formula that chooses one.
    """
    return f"LOOKUP(MAX({key},MIN({starts})),{starts},{values})"


def rounded(number: str) -> str:
    """Formula that rounds as `xladdin.tables.rounded` does: a computed half counts as a half."""
    return f"ROUND(ROUND({number},9),0)"


def _row_of(key: str, keys: str, values: str) -> str:
    """Formula of the value beside a name in a table. Not by MATCH, to which * and ? are wildcards and blanks matter."""
    return f'LOOKUP(2,1/((TRIM({keys})=TRIM({key}))*({key}<>"")),{values})'


def _listed(player: str, values: str) -> str:
    return _row_of(player, "Players[Player]", values)


# A player whom no recalculation has rated yet counts with what the system begins with.
_LIST_RATINGS = {
    "mississauga": (
        "IF(ISNUMBER(Players[Rating]),Players[Rating],"
        "IF(ISNUMBER(Players[Start rating]),Players[Start rating],rule_new_rating))"
    ),
    "montreal": (
        "IF(ISNUMBER(Players[Rating]),Players[Rating],IF(ISNUMBER(Players[Start rating]),"
        "IF(Players[Start rating]<rule_floor,rule_floor,Players[Start rating]),MAX(rule_new_rating,rule_floor)))"
    ),
    "lexington": (
        "IF(ISNUMBER(Players[Assigned]),Players[Assigned],IF(ISNUMBER(Players[Rating]),Players[Rating],"
        'IF(ISNUMBER(Players[Start rating]),Players[Start rating],"")))'
    ),
    "sca": (
        "IF(ISNUMBER(Players[Rating]),Players[Rating],IF(COUNTIF(Groups[Group],Players[Group]),"
        'SUMIF(Groups[Group],Players[Group],Groups[Initial rating]),""))'
    ),
    "dptr": (
        "IF(ISNUMBER(Players[Rating]),Players[Rating],"
        "IF(ISNUMBER(Players[Start rating]),Players[Start rating],rule_new_rating))"
    ),
}
_LIST_GAMES = "IF(ISNUMBER(Players[Games]),Players[Games],IF(ISNUMBER(Players[Start games]),Players[Start games],0))"


def _difference(cell: Cell, system: RatingSystem) -> str:
    rating1, rating2 = map(cell, system.rated[:2])
    return f'IF(COUNT({rating1},{rating2})=2,{rating1}-{rating2},IFERROR(list_rating_1-list_rating_2,""))'


def _unless_blank(headings: tuple[str, ...], cell: Cell, formula: str, *or_else: str) -> str:
    conditions = ",".join([*(f'{cell(heading)}=""' for heading in headings), *or_else])
    return f'IF(OR({conditions}),"",{formula})'


def _mississauga_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    change = _unless_blank(("Difference", *system.scores), cell, "game_basic_change+game_spread_bonus")
    own = cell("Change 1")
    return {"Difference": _difference(cell, system), "Change 1": change, "Change 2": f'IF({own}="","",-{own})'}


def _mississauga_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    diff, spread = cell("Difference"), f"({cell('Score 1')}-{cell('Score 2')})"
    winning = f"IF({diff}*{spread}<0,rule_basic_if_underdog_wins,rule_basic_if_favourite_wins)"
    won = f"SIGN{spread}*{band(f'ABS({diff})', 'rule_basic_from', winning)}"
    tied = f"-SIGN({diff})*{band(f'ABS({diff})', 'rule_basic_from', 'rule_basic_if_tie')}"
    bonus = band(f"ABS{spread}", "rule_spread_from", "rule_spread_bonus")
    return {
        "game_basic_change": f"IF({spread}=0,{tied},{won})",
        "game_spread_bonus": f"SIGN{spread}*(ABS({diff})<=rule_spread_limit)*{bonus}",
    }


def _montreal_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    def change(points: str, player: str) -> str:
        halved = rounded(f"{points}*rule_double_share")
        plays_two = f"TRIM({cell('Double')})=TRIM({cell(player)})"
        return _unless_blank(("Difference", *system.scores), cell, f"IF(AND({points}<0,{plays_two}),{halved},{points})")

    player1, player2 = system.opponents
    return {
        "Difference": _difference(cell, system),
        "Change 1": change("game_points", player1),
        "Change 2": change("-game_points", player2),
    }


def _montreal_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    diff, spread = cell("Difference"), f"({cell('Score 1')}-{cell('Score 2')})"
    winning = f"IF({diff}*{spread}<0,rule_points_if_underdog_wins,rule_points_if_favourite_wins)"
    tied = f"-SIGN({diff})*INT(ABS({diff})/rule_tie_step)"
    points = band(f"ABS({diff})", "rule_points_from", winning)
    spread_points = f"MIN(INT(ABS{spread}/rule_spread_step),rule_spread_maximum)"
    return {"game_points": f"IF({spread}=0,{tied},SIGN{spread}*({points}+{spread_points}))"}


def _lexington_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    def change(points: str, games: str) -> str:
        share = f"IF({games}<rule_full_change_games,1,rule_veteran_share)"
        established = f'IF({games}<rule_established_games,"",{rounded(f"{points}*{share}")})'
        return _unless_blank(("Difference", *system.scores), cell, established, f"{score1}+{score2}=0")

    score1, score2 = map(cell, system.scores)

    return {
        "Difference": _difference(cell, system),
        "Change 1": change("game_points", "game_games_1"),
        "Change 2": change("-game_points", "game_games_2"),
    }


def _lexington_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    score1, score2, diff = cell("Score 1"), cell("Score 2"), cell("Difference")
    higher = f"SQRT(ABS({diff})+rule_root_shift)+rule_expected_base"
    beyond = "SIGN(game_percent_over)*ABS(LN(ABS(game_percent_over))*rule_log_factor-rule_log_shift)"

    def games(own: str, player: str) -> str:
        return f"IF(ISNUMBER({cell(own)}),{cell(own)},{_listed(cell(player), 'list_games')})"

    return {
        "list_games": _LIST_GAMES,
        "game_games_1": games("Games 1", "Player 1"),
        "game_games_2": games("Games 2", "Player 2"),
        "game_percent": f"100*{score1}/({score1}+{score2})+rule_win_boost*SIGN({score1}-{score2})",
        "game_expected": f"IF({diff}<0,100-({higher}),{higher})",
        "game_percent_over": "game_percent-game_expected",
        "game_points": f"IF(ABS(game_percent_over)<=rule_straight_limit,game_percent_over,{beyond})",
    }


def _sca_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    diff, own = cell("Difference"), cell("White change")
    points = f"IF(ABS({diff})>rule_difference_limit,INT(rule_beyond_limit),INT(ABS({diff})/rule_difference_step))"
    change = f'IF(OR({diff}="",ISNA(game_outcome)),"",game_outcome*rule_win_points-SIGN({diff})*{points})'
    return {"Difference": _difference(cell, system), "White change": change, "Black change": f'IF({own}="","",-{own})'}


def _sca_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    written = cell("Result")
    for left_out in " ()[]":
        written = f'SUBSTITUTE({written},"{left_out}","")'
    forms = ",".join(f'"{form}"' for written_so in OUTCOMES.values() for form in written_so)
    outcomes = ",".join(str(outcome) for outcome, written_so in OUTCOMES.items() for _ in written_so)
    return {"game_outcome": f"LOOKUP(2,1/({written}={{{forms}}}),{{{outcomes}}})"}


def _dptr_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    date, players, rounds, worlds = map(cell, ("Date", "Players", "Rounds", "World Championship"))
    yes = ",".join(f'"{form}"' for form in YES)
    divisor = f"IF({rounds}-1=0,rule_one_round_divisor,rule_more_rounds_divisor)"
    value = (
        f"IF(OR(TRIM({worlds})={{{yes}}}),rule_worlds_value,IF(YEAR({date})<rule_first_counted_year,0,"
        f"MIN({players}/{divisor}+rule_value_base,rule_value_maximum)))"
    )
    place, percentile, before = map(cell, ("Place", "Percentile", "Rating before"))
    placed = f"({place}-result_players>0)"
    rating = f"IF(ISNUMBER({before}),{before},list_rating)"
    return {
        "Value": _unless_blank(("Date", "Players", "Rounds"), cell, value),
        "Percentile": _unless_blank(
            ("Event", "Place"),
            cell,
            f'IFERROR(IF({placed},"",(result_players+0.5-{place})/result_players*100),"")',
        ),
        "Change": f'IFERROR(({percentile}-{rating})*result_value/100,"")',
    }


def _dptr_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    return {
        "result_players": _row_of(cell("Event"), "Events[Event]", "Events[Players]"),
        "result_value": _row_of(cell("Event"), "Events[Event]", "Events[Value]"),
    }


_CELL_FORMULAS: dict[str, Callable[[Cell, RatingSystem], dict[str, str]]] = {
    "mississauga": _mississauga_cells,
    "montreal": _montreal_cells,
    "lexington": _lexington_cells,
    "sca": _sca_cells,
    "dptr": _dptr_cells,
}
_NAMES: dict[str, Callable[[Cell, RatingSystem], dict[str, str]]] = {
    "mississauga": _mississauga_names,
    "montreal": _montreal_names,
    "lexington": _lexington_names,
    "sca": _sca_names,
    "dptr": _dptr_names,
}
