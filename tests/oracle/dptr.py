"""The rules of the Dip Pouch rating, typed from its page, and its log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .ranges import events_range, results_range
from .replaying import figures


@dataclass(frozen=True)
class Tournament:
    """A line of the Events table."""

    name: str
    date: dt.date
    players: int
    rounds: int
    worlds: bool = False


@dataclass(frozen=True)
class Finish:
    """A line of the Results table."""

    event: str
    player: str
    place: int


@dataclass(frozen=True)
class FinishRow:
    """What a result was rated from, and what it gave."""

    percentile: Fraction
    value: Fraction
    before: Fraction
    change: Fraction


RULES = {
    "new_rating": 40, "value_base": 2, "one_round_divisor": 7, "more_rounds_divisor": 3.5, "value_maximum": 15,
    "worlds_value": 20, "first_counted_year": 2001,
}  # fmt: skip


def replay(
    start: Mapping[str, int | None], events: Sequence[Tournament], results: Sequence[Finish]
) -> tuple[dict[str, Fraction], list[FinishRow]]:
    """Ratings at the end by player, and one row for each result in the order of the log."""
    tables = {
        "Players": [["Player", "Start rating"], *([name, typed] for name, typed in start.items())],
        "Events": events_range(events),
        "Results": results_range(results),
    }
    found = figures("dptr", tables, RULES)
    values = {event.name: found["Events", row, "Value"] for row, event in enumerate(events)}
    cells = ("Percentile", "Rating before", "Change")
    rows = []
    for row, result in enumerate(results):
        percentile, before, change = (found["Results", row, heading] for heading in cells)
        rows.append(FinishRow(percentile, values[result.event], before, change))  # type: ignore[arg-type]
    return {name: found["Players", row, "Rating"] for row, name in enumerate(start)}, rows  # type: ignore[misc]
