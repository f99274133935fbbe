"""The events of each player, and whom he met there: who finished ahead of whom."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number, sign
from xladdin.replay import Replay
from xladdin.reports.own_games.played import Played


class PlacedEvent(NamedTuple):
    """An event from the player's side. players: how many took part; running: the rating after it."""

    date: date
    event: str
    place: int
    players: int
    percentile: Number
    rating: Number
    change: Number
    running: Number


class EventRecord(NamedTuple):
    """Events taken part in and won, and the mean percentile, None without an event."""

    events: int
    won: int
    average: float | None


class Meeting(NamedTuple):
    """Another player in an event of the player's. result: 1 finished behind him, -1 ahead, 0 level.

    percentile: the player's less the other's.
    """

    opponent: str
    result: int
    percentile: Number


def placed_events(found: Replay, mine: Played) -> Iterator[PlacedEvent]:
    """The player's events in order of time."""
    log, kind = found.log, found.log.system.log_kind
    if kind.is_paired:
        return
    headings = (kind.percentile, kind.rating1, kind.change1, kind.new_rating)
    columns = [found.rated[heading] for heading in headings]
    for row, _ in mine:
        event = log.events[log.placings.event[row]]
        percentile, rating, change, after = (column[row] or 0 for column in columns)
        place = log.placings.place[row]
        yield PlacedEvent(event.date, event.name, place, event.players, percentile, rating, change, after)


def meetings(found: Replay, mine: Played) -> Iterator[Meeting]:
    """Everybody in the player's events, the latest event first, in the order of its results."""
    log, kind = found.log, found.log.system.log_kind
    placings, percentiles = log.placings, found.rated.get(kind.percentile, [])
    starts = [period.start for period in log.periods]
    for row, _ in reversed(() if kind.is_paired else mine):
        period = log.periods[bisect_right(starts, row) - 1]
        for other in range(period.start, period.stop):
            if other != row:
                result = sign(placings.place[other] - placings.place[row])
                more = (percentiles[row] or 0) - (percentiles[other] or 0)
                yield Meeting(log.players[placings.player[other]].name, result, more)


def event_record(events: Sequence[PlacedEvent]) -> EventRecord:
    """The record of some events."""
    total = sum(event.percentile for event in events)
    return EventRecord(len(events), sum(event.place == 1 for event in events), total / len(events) if events else None)
