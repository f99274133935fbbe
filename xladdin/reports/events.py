"""Events with placings instead of pairings: the report of the last one, and who finished ahead of whom."""

from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import Message
from xladdin.model import Event
from xladdin.replay import Replay
from xladdin.systems.system import without_change


class PlacingLine(NamedTuple):
    """A player's line in the report of an event. `percentile` 0-100, `value` in percent, `players` in the event."""

    place: int
    player: str
    nation: str | None
    percentile: Number | None
    old: Number | None
    change: Number | None
    new: Number | None
    words: Message
    value: Number | None
    players: int

    @property
    def words_beside_change(self) -> Message:
        """The arithmetic without its end, for a place beside the change."""
        return without_change(self.words)


def last_event(replay: Replay) -> Event | None:
    """Return the event of `event_lines`."""
    if not replay.last_session:
        return None
    return replay.log.events[replay.log.placings.event[replay.last_session[0].start]]


def event_lines(replay: Replay) -> list[PlacingLine]:
    """Return the report of the last event, best place first.

    Placings that are missing from the log are missing here.
    """
    log = replay.log
    if not replay.last_session:
        return []
    span = range(replay.last_session[0].start, replay.last_session[0].stop)
    event = log.events[log.placings.event[span[0]]]
    statistics = event.players, event.rounds, event.date.year, event.world_championship
    kind, rated = log.system.log_schema, replay.rated
    before = rated[kind.rating1]
    lines = []
    for row in sorted(span, key=log.placings.place.__getitem__):
        player = log.players[log.placings.player[row]]
        place = log.placings.place[row]
        lines.append(
            PlacingLine(
                place=place,
                player=player.name,
                nation=player.nation or None,
                percentile=rated[kind.percentile][row],
                old=before[row],
                change=rated[kind.change1][row],
                new=rated[kind.new_rating][row],
                words=log.system.explain(before[row], place, *statistics),
                value=rated[kind.value][row],
                players=event.players,
            )
        )
    return lines
