"""Numbers as the field uses them, and the one rounding rule."""

import math
from collections.abc import Sequence
from itertools import repeat
from operator import add

from xladdin.cells.limits import LARGEST_EXACT

Number = float
"""A rating, score or change: an int if it is whole, else a float."""

HALF = 0.5 + 5e-10
"""A number goes over to the next integer from a half on, even a half that arithmetic has left at 0.4999999999."""


def rounded(value: float) -> int:
    """Return the nearest integer, halves away from zero, as Excel's ROUND(ROUND(value, 9), 0)."""
    return math.trunc(value + math.copysign(HALF, value))


def rounded_to(value: float, places: int) -> float:
    """Return the value to so many decimals, halves away from zero."""
    scale: int = 10**places
    return rounded(value * scale) / scale


def all_rounded(values: Sequence[float]) -> list[int]:
    """Round a column as `rounded` does a number."""
    return list(map(math.trunc, map(add, values, map(math.copysign, repeat(HALF), values))))


TOLERANCE = 1e-12
"""How far a stored number may be from ours. Every engine and file rounds the last digits in its own way."""


def same_number(held: float, wanted: float) -> bool:
    """Return whether a number held elsewhere is ours: within `TOLERANCE` of its size, or of 1 if it is smaller."""
    return abs(held - wanted) <= TOLERANCE * max(abs(wanted), 1)


def number_in(cell: object) -> Number | None:
    """Return the number that a cell holds. It is None for anything else, even TRUE and FALSE."""
    return cell if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None


def sign(value: float) -> int:
    """1, 0 or -1 for a value above, at or below 0."""
    return (value > 0) - (value < 0)


def whole(value: float) -> Number:
    """Return the value as an int if it is whole, so that ratings stay whole: 4.0 -> 4. 1e300 has no such digits."""
    return int(value) if -LARGEST_EXACT <= value <= LARGEST_EXACT and value == math.floor(value) else value


def both_scores(own: Number, others: Number) -> str:
    """Return the scores of a game in one text: "412–378". One below 0 has a true minus."""
    return f"{own:g}–{others:g}".replace("-", "\N{MINUS SIGN}")
