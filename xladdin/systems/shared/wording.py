"""The few words that the systems share when they explain a change."""

import re

from xladdin.cells.numbers import Number

RESULT_WORDS = {1: "wins", 0: "ties", -1: "loses"}
_CHANGE = re.compile(r"; change -?[0-9.]+$")
"""The end of the arithmetic in words."""


def standing(diff: Number) -> str:
    """Compares the player with the opponent. `diff`: player's rating minus opponent's. 227 -> "favourite by 227"."""
    if diff == 0:
        return "level"
    return f"{'favourite' if diff > 0 else 'underdog'} by {abs(diff):g}"


def without_change(words: str) -> str:
    """The arithmetic of a change without its end, for places that show the change beside it."""
    return _CHANGE.sub("", words)


def with_decimals(number: float, places: int) -> str:
    """A number with so many decimals. A number that rounds to nothing has no minus."""
    return f"{round(number, places) + 0:.{places}f}"
