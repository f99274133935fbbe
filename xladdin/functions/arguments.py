"""The arguments of the worksheet functions: what each name takes, and its help in Excel.

All functions that share a name share its argument. It is plain data, so that importing the functions stays cheap. What
a kind accepts is in `evaluation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xladdin.systems import ANY_KEY, KEYS

SYSTEM_HELP = f"Rating system: {ANY_KEY}"
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
A_CELL_OR_RANGE = "a value, or a range"

CHOICES: Mapping[str, Mapping[str, str]] = {
    "system": dict.fromkeys(KEYS, ""),
    "result": {"W": "win", "L": "loss", "T": "tie", "1-0": "win", "0-1": "loss", "1/2-1/2": "tie"},
}
"""Office.js hosts offer these for an argument of these kinds, with words beside them. Other spellings work, too."""


class Argument(NamedTuple):
    """`kind`: key of `evaluation.KINDS`. `help`: unit and shape, in the 255 characters that Excel shows."""

    kind: str
    help: str


def _row_argument(kind: str, meaning: str) -> Argument:
    return Argument(kind, f"{meaning}: {A_CELL_OR_RANGE}")


ROW_ARGUMENTS = {
    "r1": _row_argument("number", "Rating of player 1 before the game or session [rating points]"),
    "r2": _row_argument("number", "Rating of player 2, the opponent, before the game or session [rating points]"),
    "s1": _row_argument("score", "Score of player 1 [points of the game, -200 to 2000]"),
    "s2": _row_argument("score", "Score of player 2 [points of the game, -200 to 2000]"),
    "diff": _row_argument("number", "Rating of the player minus rating of the opponent [rating points]"),
    "result": _row_argument("result", "Result from the player's side: W, L or T (also 1-0, 0-1, 1/2-1/2, draw)"),
    "spread": _row_argument("number", "Difference of the two scores [points of the game], its sign is ignored"),
    "rating": _row_argument("number", "Rating of the player before [rating points]"),
    "games": _row_argument("count", "Games the player had played before the session [whole number, 0 or more]"),
    "change": _row_argument("number", "Sum of the player's changes by the games [rating points]"),
    "wins": _row_argument("count", "Games won in the season [whole number, 0 or more]"),
    "losses": _row_argument("count", "Games lost in the season [whole number, 0 or more]"),
    "ties": _row_argument("count", "Games tied in the season [whole number, 0 if left out]"),
    "double": _row_argument("yes or no", "TRUE if player 1 plays two opponents at once [FALSE if left out]"),
    "percent_diff": _row_argument("number", "Percentage scored minus percentage expected [percent]"),
    "total": _row_argument("total", "Both scores of the game together [points of the game, above 0]"),
    "place": _row_argument("positive count", "Place in the tournament [1 is first, at most the number of players]"),
    "players": _row_argument("positive count", "Players in the tournament [whole number, 1 or more]"),
    "rounds": _row_argument("positive count", "Rounds of the tournament [whole number, 1 or more]"),
    "year": _row_argument("year", "Year of the tournament [four digits]"),
    "worlds": _row_argument("yes or no", "TRUE for a World Championship [FALSE if left out]"),
    "k": _row_argument("points", "K, the development coefficient [rating points, 0 or more, as 40, 20 or 10]"),
    "by_table": _row_argument("yes or no", "TRUE for FIDE's printed table [FALSE if left out: Elo's formula]"),
    "system": _row_argument("system", SYSTEM_HELP),
}
"""The arguments of the functions that work row by row."""

RANGE_ARGUMENTS = {
    "opponents": Argument("column", "Ratings of the opponents [rating points]: a range, one cell a game"),
    "scores": Argument("column", "Scores of the player [points of the game]: a range of the same length"),
    "opponent_scores": Argument("column", "Scores of the opponents [points of the game]: a range of the same length"),
    "results": Argument("column", "Results of the player, W, L or T: a range of the same length"),
    "system": Argument("system", SYSTEM_HELP),
    "players": Argument("table", "Players: a range with its heading row, columns named as in the Players table"),
    "games": Argument(
        "table",
        "Games, or Results where events are rated: a range with its heading row, columns named as in that table",
    ),
    "extra": Argument(
        "table", "Events or Groups, where the system has them; else Adjustments, optional: a range with its heading row"
    ),
    "rules": Argument(
        "table", "The sheet Rules from its headings on, as Rules!A3:D99; needed for bands, else the printed rules count"
    ),
}
"""The arguments of the functions that take whole ranges."""


def describe_change_arguments(changes: Mapping[str, Sequence[str]]) -> Mapping[str, Argument]:
    """Return the arguments of CLUBEXPLAIN, which are those of a CHANGE function, each with its usual and its other
    meanings.

    `changes` has the names of the arguments of each CHANGE function.
    """
    arguments = {}
    for position, ordinal in enumerate(ORDINALS):
        named = {name: names[position] for name, names in changes.items() if position < len(names)}
        usual = max(named.values(), key=list(named.values()).count)
        common = list(named.values()).count(usual) > 1
        meanings = [usual] if common else []
        meanings += [f"{name}: {argument}" for name, argument in named.items() if argument != usual or not common]
        which = "" if position else " of the system's CHANGE function"
        help_text = f"{ordinal} argument{which} ({'; '.join(meanings)})"
        arguments[f"argument{position + 1}"] = _row_argument("any", help_text)
    return arguments
