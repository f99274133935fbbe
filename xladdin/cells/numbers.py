"""Numbers as the field uses them, the one rounding rule, and the limits of sheets, cells and logs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import repeat
from operator import add
from typing import NamedTuple

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
"""The numbers of a sheet's last row and column."""
NEVER_FILLED = "$XFD$1"
"""The last cell of the first row, which we and directors leave empty."""
LONGEST_CELL = 32_767
"""The most characters that a cell of a workbook holds."""
SERIAL_DAY_ZERO = date(1899, 12, 30)
"""Day 0 of Excel's serial dates, for dates after February 1900."""
DAY_ZERO_1904 = date(1904, 1, 1)
"""Day 0 of a workbook that counts from 1904, such as those of old Macs."""
ERROR_VALUES = {
    "#NULL!": 2000,
    "#DIV/0!": 2007,
    "#VALUE!": 2015,
    "#REF!": 2023,
    "#NAME?": 2029,
    "#NUM!": 2036,
    "#N/A": 2042,
    "#GETTING_DATA": 2043,
    "#SPILL!": 2045,
    "#CONNECT!": 2046,
    "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048,
    "#FIELD!": 2049,
    "#CALC!": 2050,
}
"""Excel's error values with their numbers (XlCVError)."""
LARGEST_EXACT = 10**15
"""Excel keeps 15 digits. A larger number would lose points."""
LARGEST_INTEGER = 2**31 - 1
"""A larger integer reaches Excel as one of 64 bits, which no cell holds. A float of that size does not."""
LOWEST_NUMBER = -2_000_000_000
"""A lower whole number may be an error value of the classic host."""

EARLIEST_DATE = date(1930, 1, 1)
"""Ours: no club, camp or tournament of these systems is older. An earlier date is a year typed as a number."""
LOWEST_SCORE, HIGHEST_SCORE = -200, 2000
"""Ours: no club game of Scrabble comes near them, though penalties leave scores below 0. Beyond is a typing error."""
LARGEST_NUMBER = 1_000_000
"""Ours: ratings, points and settings are between this and its negative. A larger number is a typing error."""
LONGEST_NAME = 255
"""Characters that Excel shows of a heading. No name has as many."""
MOST_PERIODS = 120
"""The most rating periods of Rating history."""
MOST_IN_CROSSTABLE = 80
"""The most players of a crosstable."""
CLOSINGS_KEPT = 60
"""Ours: the closing ratings that a replay keeps, unless a club's setting says otherwise."""
DAY_HEADINGS = ("Date", "Start last played", "Start returned")
"""The columns in which a plain number is a day, if a cell has lost its format."""

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


def same_number(stored: float, computed: float) -> bool:
    """Return whether a stored number is the computed one: within `TOLERANCE` of its size, or of 1 if it is smaller."""
    return abs(stored - computed) <= TOLERANCE * max(abs(computed), 1)


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


def since_1900(cell: object) -> object:
    """Return a number of days from 1904 as one from 1900, and any other cell as it is."""
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return cell + (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
    return cell


def shared_ranks(figures: Iterable[object]) -> list[int]:
    """Return the rank of each line, counted from 1.

    The lines are in order of the figures, and equal figures share a rank.
    """
    ranks: list[int] = []
    before: object = None
    for place, figure in enumerate(figures, 1):
        ranks.append(ranks[-1] if ranks and figure == before else place)
        before = figure
    return ranks


class Scale(NamedTuple):
    """An axis from `low` to `high`, with a mark every `unit`."""

    low: float
    high: float
    unit: float


class ChartAxes(NamedTuple):
    """The scales of one chart, by the sheet and the name of the chart. With None the spreadsheet chooses.

    `days` is the axis below, counted from 1900. `values` is the axis at the left.
    """

    sheet: str
    chart: str
    days: Scale | None
    values: Scale | None

    def counted_from_1904(self) -> ChartAxes:
        """Return the same axes in a workbook that counts its days from 1904."""
        days = self.days
        if days is None:
            return self
        later = (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
        return self._replace(days=days._replace(low=days.low - later, high=days.high - later))
