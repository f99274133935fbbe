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

from xladdin.cells.addresses import column_letters
from xladdin.systems.system import RatingSystem
from xladdin.workbook.rules import formulas as rule
from xladdin.workbook.schema import tables_of

if TYPE_CHECKING:
    from openpyxl import Workbook

FIRST_DATA_ROW = 2
"""Row of a table's first data, below the headings."""
RULES = rule.RulesSheet()
NO_CELL = '""'
"""What stands for the cell of a column that the table does not have."""

Cell = Callable[[str], str]
"""Reference to the cell of a heading in the row at hand; two quotes, which count as blank, where there is none."""


def live_formulas(system: RatingSystem, letters: Mapping[str, str]) -> dict[str, str]:
    """Formula of each live column of a log table by heading, without "=" and with `{row}` for the row number.

    letters: column letter of each heading of the table: Games, Events or Results. The formulas need the names that
    `add_live_names` puts into the workbook.
    """

    def cell(heading: str) -> str:
        return f"{letters[heading]}{{row}}" if heading in letters else NO_CELL

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
        return f"{system.log_kind.table}!${letters[heading]}1" if heading in letters else '""'

    names = {"list_ratings": _LIST_RATINGS[system.key]}
    if system.key in _COUNTS_GAMES:
        names["list_games"] = _LIST_GAMES
    players = system.log_kind.players
    numbers = ("_1", "_2") if system.log_kind.is_paired else ("",)
    names.update((f"list_rating{n}", listed(cell(h), "list_ratings")) for n, h in zip(numbers, players))
    return names | _NAMES[system.key](cell, system)


def add_live_names(workbook: Workbook, system: RatingSystem) -> None:
    """Gives a new workbook the names that its live formulas use."""
    from xladdin.workbook.styles.cell_writing import define_name

    columns = tables_of(system)[system.log_kind.table].columns
    letters = {column.heading: column_letters(position) for position, column in enumerate(columns, 1)}
    for name, formula in live_names(system, letters).items():
        define_name(workbook, name, formula)


def listed(player: str, values: str) -> str:
    """The value of a player in a `list_` name; #N/A where the list does not name the player."""
    return _beside(player, "Players[Player]", values)


def unless(condition: str, formula: str) -> str:
    """The formula, or a blank cell where the condition holds."""
    return f'IF({condition},"",{formula})'


def no_plain_game(cell: Cell, system: RatingSystem) -> str:
    """Condition that the row's kind says that it is not rated; nothing where the table has no such column."""
    kind = cell(system.log_kind.kind_of_game)
    return "" if kind == NO_CELL else f'TRIM({kind})<>""'


def any_blank(*cells: str, or_else: str = "") -> str:
    """Condition that one of the cells is blank, or another condition holds."""
    conditions = [*(f'{cell}=""' for cell in cells), *([or_else] if or_else else [])]
    return f"OR({','.join(conditions)})" if len(conditions) > 1 else conditions[0]


def _beside(key: str, keys: str, values: str) -> str:
    """The value beside a key. Not by MATCH, to which * and ? in a name are wildcards and outer blanks matter."""
    return f'LOOKUP(2,1/((TRIM({keys})=TRIM({key}))*({key}<>"")),{values})'


# A player whom no recalculation has rated yet counts with what the system begins with.
_RATING_OR_START = (
    "IF(ISNUMBER(Players[Rating]),Players[Rating],"
    "IF(ISNUMBER(Players[Start rating]),Players[Start rating],rule_new_rating))"
)
_LIST_RATINGS = {
    "mississauga": _RATING_OR_START,
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
    "dptr": _RATING_OR_START,
}
_COUNTS_GAMES = ("mississauga", "lexington")
_LIST_GAMES = "IF(ISNUMBER(Players[Games]),Players[Games],IF(ISNUMBER(Players[Start games]),Players[Start games],0))"


def _difference(cell: Cell, system: RatingSystem) -> str:
    rating1, rating2 = map(cell, system.log_kind.ratings)
    difference = f'IF(COUNT({rating1},{rating2})=2,{rating1}-{rating2},IFERROR(list_rating_1-list_rating_2,""))'
    not_rated = no_plain_game(cell, system)
    return unless(not_rated, difference) if not_rated else difference


def _to_come(cell: Cell, system: RatingSystem) -> str:
    """Condition that a game with scores is not played yet, or nobody scored in it."""
    scores = list(map(cell, system.log_kind.results))
    return any_blank(cell("Difference"), *scores, or_else=f"{'+'.join(scores)}=0")


def _mississauga_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    to_come, own = _to_come(cell, system), cell("Change 1")
    return {
        "Difference": _difference(cell, system),
        "Change 1": unless(to_come, "game_basic_change+SIGN(game_spread)*game_spread_bonus"),
        "Change 2": unless(any_blank(own), f"-{own}"),
    }


def _mississauga_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    diff = cell("Difference")
    return {
        "game_spread": f"{cell('Score 1')}-{cell('Score 2')}",
        "game_basic_change": rule.mississauga_basic(RULES, diff, "game_spread"),
        "game_spread_bonus": rule.mississauga_spread(RULES, "game_spread", diff),
    }


def _montreal_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    to_come = _to_come(cell, system)

    def change(points: str, player: str) -> str:
        return unless(to_come, rule.montreal_halved(RULES, points, f"TRIM({cell('Double')})=TRIM({cell(player)})"))

    player1, player2 = system.log_kind.players
    return {
        "Difference": _difference(cell, system),
        "Change 1": change("game_points", player1),
        "Change 2": change("-game_points", player2),
    }


def _montreal_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    return {
        "game_spread": f"{cell('Score 1')}-{cell('Score 2')}",
        "game_basic_points": rule.montreal_basic(RULES, cell("Difference"), "game_spread"),
        "game_spread_points": rule.montreal_spread(RULES, "game_spread"),
        "game_points": "game_basic_points+SIGN(game_spread)*game_spread_points",
    }


def _lexington_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    to_come = _to_come(cell, system)

    def change(points: str, games: str) -> str:
        established = unless(f"{games}<rule_established_games", rule.lexington_change(RULES, points, games))
        return unless(to_come, established)

    return {
        "Difference": _difference(cell, system),
        "Change 1": change("game_points", "game_games_1"),
        "Change 2": change("-game_points", "game_games_2"),
    }


def _lexington_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    def games(own: str, player: str) -> str:
        return f"IF(ISNUMBER({cell(own)}),{cell(own)},{listed(cell(player), 'list_games')})"

    return {
        "game_games_1": games("Games 1", "Player 1"),
        "game_games_2": games("Games 2", "Player 2"),
        "game_percent": rule.lexington_percent(RULES, cell("Score 1"), cell("Score 2")),
        "game_expected": rule.lexington_expected(RULES, cell("Difference")),
        "game_percent_over": "game_percent-game_expected",
        "game_points": rule.lexington_points(RULES, "game_percent_over"),
    }


def _sca_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    diff, own = cell("Difference"), cell("White change")
    to_come = any_blank(diff, or_else="ISERROR(game_outcome)")
    return {
        "Difference": _difference(cell, system),
        "White change": unless(to_come, rule.sca_change(RULES, diff, "game_outcome")),
        "Black change": unless(any_blank(own), f"-{own}"),
    }


def _sca_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    return {"game_outcome": rule.outcome(cell("Result"))}


def _dptr_cells(cell: Cell, system: RatingSystem) -> dict[str, str]:
    date, players, rounds, worlds = map(cell, ("Date", "Players", "Rounds", "World Championship"))
    value = rule.dptr_value(RULES, players, rounds, f"YEAR({date})", rule.is_yes(worlds))
    event, place, percentile, before = map(cell, ("Event", "Place", "Percentile", "Rating before"))
    placed = unless(f"{place}-result_players>0", rule.dptr_percentile(place, "result_players"))
    rating = f"IF(ISNUMBER({before}),{before},list_rating)"
    return {
        "Value": unless(any_blank(date, players, rounds), value),
        "Percentile": unless(any_blank(event, place), f'IFERROR({placed},"")'),
        "Change": f'IFERROR({rule.dptr_change(rating, percentile, "result_value")},"")',
    }


def _dptr_names(cell: Cell, system: RatingSystem) -> dict[str, str]:
    return {
        "result_players": _beside(cell("Event"), "Events[Event]", "Events[Players]"),
        "result_value": _beside(cell("Event"), "Events[Event]", "Events[Value]"),
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
