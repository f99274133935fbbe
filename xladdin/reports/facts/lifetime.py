"""All seasons: the log's content, and what the logs before it have left behind."""

from collections import Counter
from collections.abc import Mapping
from copy import copy
from functools import cached_property

from xladdin.cells.numbers import Number
from xladdin.replay import Replay
from xladdin.reports.facts.spans import Span
from xladdin.reports.facts.tallies import ByOpponent, EventRecord, Meetings, Record


class Lifetime(Span):
    """The whole log, and the past beside it for counts by player and by opponent."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay, replay.log.periods, replay.log.unrated)
        self._past = replay.log.past

    @cached_property
    def played(self) -> Mapping[int, int]:
        """The number of rated games or events of each player who has any."""
        games = Counter({player: past.games for player, past in self._past.players.items() if past.games})
        games.update(super().played)
        return games

    def record(self, player: int) -> Record | EventRecord:
        """The record of the player's games, or events: how many there were, how many were won, and the averages."""
        own, past = super().record(player), self._past.players.get(player)
        if past is None:
            return own
        if isinstance(own, EventRecord):
            events = own.events + past.games
            percentiles = (own.average or 0) * own.events + past.points_for
            return EventRecord(events, own.won + past.wins, percentiles / events if events else None)
        tally = self.tally
        games = tally.games[player] + past.games
        return Record(
            own.wins + past.wins,
            own.losses + past.losses,
            own.ties + past.ties,
            games,
            _average(tally.points_for[player] + past.points_for, games),
            _average(tally.points_against[player] + past.points_against, games),
        )

    def against(self, player: int) -> ByOpponent:
        """The player's results against each opponent."""
        past = self._past.pairs.get(player)
        if not past:
            return super().against(player)
        found = {other: copy(met) for other, met in super().against(player).items()}
        for other, before in past.items():
            met = found.setdefault(other, Meetings())
            met.wins += before.wins
            met.losses += before.losses
            met.ties += before.ties
            met.spread += before.spread
        return found


def _average(points: Number, games: int) -> float | None:
    return points / games if games else None
