"""Define the arguments of the worksheet functions: the type and the help text of each.

Arguments with the same name have the same meaning in all functions. The module has only data, so that it is imported
quickly. The types are implemented in `evaluation`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from xladdin.messages import Message, list_values, msg
from xladdin.systems import KEYS

SYSTEM_HELP = msg("Rating system: {keys}", keys=list_values(KEYS, alternative=True))
ORDINALS = (
    msg("First argument of the system's CHANGE function ({meanings})", meanings=""),
    msg("Second argument ({meanings})", meanings=""),
    msg("Third argument ({meanings})", meanings=""),
    msg("Fourth argument ({meanings})", meanings=""),
    msg("Fifth argument ({meanings})", meanings=""),
    msg("Sixth argument ({meanings})", meanings=""),
)

_WIN, _LOSS, _TIE = msg("win"), msg("loss"), msg("tie")
# The values that Excel offers for arguments of some types in Office.js hosts, with descriptions. Other spellings are
# valid, too.
CHOICES: Mapping[str, Mapping[str, str]] = {
    "system": dict.fromkeys(KEYS, ""),
    "result": {"W": _WIN, "L": _LOSS, "T": _TIE, "1-0": _WIN, "0-1": _LOSS, "1/2-1/2": _TIE},
}


class Argument(NamedTuple):
    """An argument of a worksheet function.

    Attributes:
        kind: Key of its type in `evaluation.KINDS`.
        help: Meaning, unit and shape, in at most 255 characters, since Excel cuts off longer help texts.
    """

    kind: str
    help: Message


def _row_argument(kind: str, meaning: Message) -> Argument:
    return Argument(kind, msg("{meaning}: a value, or a range", meaning=meaning))


# The arguments of the functions that work row by row.
ROW_ARGUMENTS = {
    "r1": _row_argument("number", msg("Rating of player 1 before the game or session [rating points]")),
    "r2": _row_argument("number", msg("Rating of player 2, the opponent, before the game or session [rating points]")),
    "s1": _row_argument("score", msg("Score of player 1 [points of the game, -200 to 2000]")),
    "s2": _row_argument("score", msg("Score of player 2 [points of the game, -200 to 2000]")),
    "diff": _row_argument("number", msg("Rating of the player minus rating of the opponent [rating points]")),
    "result": _row_argument("result", msg("Result from the player's side: W, L or T (also 1-0, 0-1, 1/2-1/2, draw)")),
    "spread": _row_argument("number", msg("Difference of the two scores [points of the game]; the sign is ignored")),
    "rating": _row_argument("number", msg("Rating of the player before [rating points]")),
    "games": _row_argument("count", msg("Games the player had played before the session [whole number, 0 or more]")),
    "change": _row_argument("number", msg("Sum of the player's changes by the games [rating points]")),
    "wins": _row_argument("count", msg("Games won in the season [whole number, 0 or more]")),
    "losses": _row_argument("count", msg("Games lost in the season [whole number, 0 or more]")),
    "ties": _row_argument("count", msg("Games tied in the season [whole number, 0 if left out]")),
    "double": _row_argument("yes or no", msg("TRUE if player 1 plays two opponents at once [FALSE if left out]")),
    "percent_diff": _row_argument("number", msg("Percentage scored minus percentage expected [percent]")),
    "total": _row_argument("total", msg("Both scores of the game together [points of the game, above 0]")),
    "place": _row_argument(
        "positive count", msg("Place in the tournament [1 is first, at most the number of players]")
    ),
    "players": _row_argument("positive count", msg("Players in the tournament [whole number, 1 or more]")),
    "rounds": _row_argument("positive count", msg("Rounds of the tournament [whole number, 1 or more]")),
    "year": _row_argument("year", msg("Year of the tournament [four digits]")),
    "worlds": _row_argument("yes or no", msg("TRUE for a World Championship [FALSE if left out]")),
    "k": _row_argument(
        "points", msg("K, the development coefficient [rating points, 0 or more, such as 40, 20 or 10]")
    ),
    "by_table": _row_argument("yes or no", msg("TRUE for FIDE's printed table [FALSE if left out: Elo's formula]")),
    "system": _row_argument("system", SYSTEM_HELP),
}

# The arguments of the functions that take whole ranges.
RANGE_ARGUMENTS = {
    "opponents": Argument("column", msg("Ratings of the opponents [rating points]: a range, one cell per game")),
    "scores": Argument("column", msg("Scores of the player [points of the game]: a range of the same length")),
    "opponent_scores": Argument(
        "column", msg("Scores of the opponents [points of the game]: a range of the same length")
    ),
    "results": Argument("column", msg("Results of the player, W, L or T: a range of the same length")),
    "system": Argument("system", SYSTEM_HELP),
    "players": Argument("table", msg("Players: a range with its heading row, columns named as in the Players table")),
    "games": Argument(
        "table",
        msg("Games, or Results where events are rated: a range with its heading row, columns named as in that table"),
    ),
    "extra": Argument(
        "table",
        msg("Events or Groups, where the system has them; else Adjustments, optional: a range with its heading row"),
    ),
    "rules": Argument(
        "table",
        msg(
            "The sheet Rules from its heading row down, such as Rules!A3:D99; required for bands. If left out, the "
            "printed rules apply"
        ),
    ),
}


def describe_change_arguments(changes: Mapping[str, Sequence[str]]) -> Mapping[str, Argument]:
    """Return the arguments of CLUBEXPLAIN, whose meanings depend on the system, with all their meanings.

    Args:
        changes: Names of the arguments of each CHANGE function, by the name of the function.
    """
    arguments = {}
    for position, ordinal in enumerate(ORDINALS):
        names_by_function = {name: names[position] for name, names in changes.items() if position < len(names)}
        most_common = max(names_by_function.values(), key=list(names_by_function.values()).count)
        common = list(names_by_function.values()).count(most_common) > 1
        meanings = [most_common] if common else []
        meanings += [
            f"{name}: {argument}"
            for name, argument in names_by_function.items()
            if argument != most_common or not common
        ]
        arguments[f"argument{position + 1}"] = _row_argument("any", ordinal.with_values(meanings="; ".join(meanings)))
    return arguments
