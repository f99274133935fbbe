"""The events of each player."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.replay import Replay
from xladdin.statistics import Rows


class PlacedEvent(NamedTuple):
    """An event from the player's side. `players` is the number in it. `running` is the rating after it."""

    date: date
    event: str
    place: int
    players: int
    percentile: Number
    rating: Number
    change: Number
    running: Number


def placed_events(found: Replay, mine: Rows) -> Iterator[PlacedEvent]:
    """Yield the player's events in order of time."""
    log, kind = found.log, found.log.system.log_schema
    headings = (kind.percentile, kind.rating1, kind.change1, kind.new_rating)
    columns = [found.rated[heading] for heading in headings]
    for row, _ in mine:
        event = log.events[log.placings.event[row]]
        percentile, rating, change, after = (column[row] or 0 for column in columns)
        place = log.placings.place[row]
        yield PlacedEvent(event.date, event.name, place, event.players, percentile, rating, change, after)
