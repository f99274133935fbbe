"""Events in which players are placed, not paired: the report of the last one, and who finished ahead of whom."""

from __future__ import annotations

from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.model import Placings
from xladdin.replay import Replay


class PlacingLine(NamedTuple):
    """One player's line in the report of an event. percentile 0-100; value in percent; players: in the event."""

    place: int
    player: str
    nation: str | None
    percentile: Number | None
    old: Number | None
    change: Number | None
    new: Number | None
    words: str
    value: Number | None
    players: int


def event_lines(replay: Replay) -> list[PlacingLine]:
    """The report of the last event, best place first; placings that are missing from the log are missing here."""
    log = replay.log
    if not replay.last_session:
        return []
    assert isinstance(log.games, Placings)
    span = range(replay.last_session[0].start, replay.last_session[0].stop)
    event = log.events[log.games.event[span[0]]]
    facts = event.players, event.rounds, event.date.year, event.world_championship
    percentiles, values, before, changes, after = (replay.rated[heading] for heading in log.system.rated)
    lines = []
    for row in sorted(span, key=log.games.place.__getitem__):
        player = log.players[log.games.player[row]]
        place = log.games.place[row]
        lines.append(
            PlacingLine(
                place=place,
                player=player.name,
                nation=player.nation or None,
                percentile=percentiles[row],
                old=before[row],
                change=changes[row],
                new=after[row],
                words=log.system.explain(before[row], place, *facts),
                value=values[row],
                players=event.players,
            )
        )
    return lines
