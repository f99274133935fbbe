"""The line of a player's rating, as a drawing within the page."""

import math
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number

WIDTH, HEIGHT = 358, 232
"""The size of the drawing, in its own units: those of a phone."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 46, 18, 204
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES = 6
_DAYS_NAMED = 4
_NEAR = 62
"""The room that the name of a day takes."""


class Level(NamedTuple):
    """A line across: its height, and its rating."""

    y: float
    rating: Number


class DayMark(NamedTuple):
    """A day below the chart. `anchor` is the end of its name that is at x."""

    x: float
    day: date
    anchor: str


class Chart(NamedTuple):
    """The parts of a drawing. `line` has the points. `first` and `last` are x, y and rating of its ends.
    `falls_at_first` says whether it leads down from the first."""

    line: str
    levels: Sequence[Level]
    days: Sequence[DayMark]
    first: tuple[float, float, Number]
    last: tuple[float, float, Number]
    falls_at_first: bool
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    bottom: float = _BOTTOM
    width: int = WIDTH
    height: int = HEIGHT


def rating_chart(points: Sequence[tuple[date, Number]]) -> Chart | None:
    """Return the chart of ratings by day, in order of time. Fewer than two ratings make no line, and give None."""
    if len(points) < 2:
        return None
    ratings = [rating for _, rating in points]
    y, levels = _scale(ratings, _TOP, _BOTTOM)
    start, end = points[0][0].toordinal(), points[-1][0].toordinal()
    days = max(end - start, 1)

    def x(day: date) -> float:
        return round(_LEFT + (day.toordinal() - start) / days * (WIDTH - _LEFT - _RIGHT), 1)

    line = " ".join(f"{x(day):g},{y(rating):g}" for day, rating in points)
    ends = [(x(day), y(rating), rating) for day, rating in (points[0], points[-1])]
    return Chart(line, levels, _marks([(x(day), day) for day, _ in points]), ends[0], ends[1], ratings[1] < ratings[0])


def _scale(ratings: Sequence[Number], top: float, bottom: float) -> tuple[Callable[[Number], float], list[Level]]:
    """Return the height of each rating between these two, and the lines across, which are at round ratings."""
    span = max(ratings) - min(ratings)
    largest = 10 ** math.ceil(math.log10(max(span, 1)))
    step = next((step for step in _STEPS if span / step <= _MOST_LINES - 1), largest)
    foot, head = math.floor(min(ratings) / step) * step, math.ceil(max(ratings) / step) * step
    head += step if foot == head else 0

    def y(rating: Number) -> float:
        return round(bottom - (rating - foot) / (head - foot) * (bottom - top), 1)

    lines = range(round((head - foot) / step) + 1)
    return y, [Level(y(foot + number * step), foot + number * step) for number in lines]


def _marks(days: Sequence[tuple[float, date]]) -> list[DayMark]:
    """Return the first and the last day, and those nearest to the places between them that leave room."""
    (first, first_day), (last, last_day) = days[0], days[-1]
    marks = [DayMark(first, first_day, "start")]
    for part in range(1, _DAYS_NAMED - 1):
        wanted = first + (last - first) * part / (_DAYS_NAMED - 1)
        x, day = min(days, key=lambda one: abs(one[0] - wanted))
        if x - marks[-1].x >= _NEAR * (1.5 if len(marks) == 1 else 1) and last - x >= _NEAR * 1.5:
            marks.append(DayMark(x, day, "middle"))
    if last_day != first_day:
        marks.append(DayMark(last, last_day, "end"))
    return marks


LINES_WIDTH, LINES_HEIGHT = 900, 228
_PLOT = (38, 8, 204)
"""The left, top and bottom of the lines. The names are right of them, and the days below."""
_NAME_GAP, _NAME_SIZE = 20, 15
SPARK_WIDTH, SPARK_HEIGHT = 150, 26


class NamedLine(NamedTuple):
    """A player's line: its points, and where the name beside its end is."""

    player: str
    points: str
    end: float
    name_y: float


class LinesChart(NamedTuple):
    """The lines of some players in one drawing."""

    lines: Sequence[NamedLine]
    levels: Sequence[Level]
    days: Sequence[DayMark]
    right: float
    left: float = _PLOT[0]
    bottom: float = _PLOT[2]
    width: int = LINES_WIDTH
    height: int = LINES_HEIGHT


def lines_chart(
    series: Sequence[tuple[str, Sequence[Number | None]]], sessions: Sequence[date], across: int = LINES_WIDTH
) -> LinesChart:
    """Return the lines of players, best first, session by session. Names keep apart. `across` is the chart's width."""
    left, top, bottom = _PLOT
    longest = max(_room_of(player) for player, _ in series)
    right = across - round(longest * _NAME_SIZE) - 12
    apart = (right - left) / max(len(sessions) - 1, 1)
    known = [rating for _, ratings in series for rating in ratings if rating is not None]
    y, levels = _scale(known, top, bottom)
    lines: list[NamedLine] = []
    last_name = -math.inf
    ends = sorted(series, key=lambda one: -(one[1][-1] or 0))
    lowest = bottom - _NAME_GAP * (len(ends) - 1)
    for player, ratings in ends:
        points = [(round(left + at * apart, 1), y(rating)) for at, rating in enumerate(ratings) if rating is not None]
        end = points[-1][1]
        last_name = max(min(end, lowest), last_name + _NAME_GAP)
        lowest += _NAME_GAP
        lines.append(NamedLine(player, " ".join(f"{x:g},{at:g}" for x, at in points), end, last_name))
    days = _marks([(round(left + at * apart, 1), day) for at, day in enumerate(sessions)])
    return LinesChart(lines, levels, days, right, width=across)


def _room_of(name: str) -> float:
    """Return about how wide a bold name is, as a multiple of the type's size. Letters of Chinese are square."""
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.62 for letter in name)


def spark(ratings: Sequence[Number]) -> str:
    """Return the points of a small line of ratings. Fewer than two ratings give nothing."""
    if len(ratings) < 2:
        return ""
    least, span = min(ratings), (max(ratings) - min(ratings)) or 1
    apart = (SPARK_WIDTH - 8) / (len(ratings) - 1)
    high = SPARK_HEIGHT - 8
    return " ".join(
        f"{4 + at * apart:.1f},{4 + high - (rating - least) / span * high:.1f}" for at, rating in enumerate(ratings)
    )
