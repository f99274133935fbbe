"""The line of a player's rating, as a drawing within the page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number

WIDTH, HEIGHT = 358, 232
"""Of the drawing, in its own units: those of a phone."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 46, 18, 204
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_LINES = 6
_DAYS_NAMED = 4
_NEAR = 62
"""Room that the name of a day takes."""


class Level(NamedTuple):
    """A line across: where it lies, and the rating that it stands for."""

    y: float
    rating: Number


class DayMark(NamedTuple):
    """A day below the chart. anchor: which end of its name stands at x."""

    x: float
    day: date
    anchor: str


class Chart(NamedTuple):
    """A drawing's parts. line: the points of the line; first, last: x, y and rating of its ends;
    falls_at_first: whether it leads down from the first."""

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
    """The chart of ratings by day, in order of time; None of fewer than two: there is no line."""
    if len(points) < 2:
        return None
    ratings = [rating for _, rating in points]
    step = _step(max(ratings) - min(ratings))
    foot, head = math.floor(min(ratings) / step) * step, math.ceil(max(ratings) / step) * step
    if foot == head:
        head += step
    start, end = points[0][0].toordinal(), points[-1][0].toordinal()
    days = max(end - start, 1)

    def x(day: date) -> float:
        return round(_LEFT + (day.toordinal() - start) / days * (WIDTH - _LEFT - _RIGHT), 1)

    def y(rating: Number) -> float:
        return round(_BOTTOM - (rating - foot) / (head - foot) * (_BOTTOM - _TOP), 1)

    line = " ".join(f"{x(day):g},{y(rating):g}" for day, rating in points)
    lines = range(round((head - foot) / step) + 1)
    levels = [Level(y(foot + number * step), foot + number * step) for number in lines]
    ends = [(x(day), y(rating), rating) for day, rating in (points[0], points[-1])]
    return Chart(line, levels, _marks([(x(day), day) for day, _ in points]), ends[0], ends[1], ratings[1] < ratings[0])


def _step(span: Number) -> Number:
    return next((step for step in _STEPS if span / step <= _MOST_LINES - 1), 10 ** math.ceil(math.log10(max(span, 1))))


def _marks(days: Sequence[tuple[float, date]]) -> list[DayMark]:
    """The first and the last day, and those nearest to the places between them that leave room."""
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
