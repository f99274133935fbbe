"""The Dip Pouch rating in fractions, each player's life told from the first event to the last."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

START = 40
FIRST_COUNTED_YEAR = 2001


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
    """What a result was rated from and what it gave."""

    percentile: Fraction
    value: Fraction
    before: Fraction
    change: Fraction


def value(event: Tournament) -> Fraction:
    """Tournament value in percent."""
    if event.worlds:
        return Fraction(20)
    if event.date.year < FIRST_COUNTED_YEAR:
        return Fraction(0)
    divisor = Fraction(7) if event.rounds == 1 else Fraction(7, 2)
    return min(Fraction(15), event.players / divisor + 2)


def percentile(place: int, players: int) -> Fraction:
    """The final placing as a percentile score."""
    return (players + Fraction(1, 2) - place) / players * 100


def replay(
    start: Mapping[str, int | None], events: Sequence[Tournament], results: Sequence[Finish]
) -> tuple[dict[str, Fraction], list[FinishRow]]:
    """Ratings at the end by player, and one row a result in the log's order."""
    ratings: dict[str, Fraction] = {}
    rows: dict[int, FinishRow] = {}
    for player, typed in start.items():
        rating = Fraction(START if typed is None else typed)
        for event in sorted(events, key=lambda event: event.date):
            for number, result in enumerate(results):
                if (result.event, result.player) != (event.name, player):
                    continue
                score = percentile(result.place, event.players)
                change = (score - rating) * value(event) / 100
                rows[number] = FinishRow(score, value(event), rating, change)
                rating += change
        ratings[player] = rating
    return ratings, [rows[number] for number in range(len(results))]
