"""Highs of a season or a session: game, loss, combined, win margin, closest win, upset, rating gain."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from operator import add, sub
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.text import counted
from xladdin.replay import Replay
from xladdin.reports.tallies import GameColumns, season_periods

SHOWN = 3
"""How many of the best of each kind are shown."""


class RecordLine(NamedTuple):
    """One of the best of a kind. record: the kind's name, in its first line alone.

    score: of the game, the player's first; for a gain the ratings it led from and to; for events their number.
    event: where it happened.
    """

    record: str | None
    value: Number | None
    player: str
    opponent: str | None = None
    score: str | None = None
    date: date | None = None
    event: str | None = None


def game_records(replay: Replay, games: GameColumns, shown: int = SHOWN) -> list[list[RecordLine]]:
    """The best of each kind among some games, the earliest of equals first. A tie is neither won nor lost."""
    finder = _GameRecords(replay, games, shown)
    spreads = finder.spreads
    won = [number for number, spread in enumerate(spreads) if spread]
    records = []
    if replay.log.system.log_kind.has_scores:
        margins = list(map(abs, spreads))
        everything = range(len(games))
        lows = list(map(min, games.score1, games.score2))
        records = [
            finder.highest("High game", list(map(max, games.score1, games.score2)), everything),
            finder.highest("High loss", lows, won, loser_first=True),
            finder.highest("High combined", list(map(add, games.score1, games.score2)), everything),
            finder.highest("Biggest win", margins, won),
            finder.lowest("Closest win", margins, won),
        ]
    upsets = finder.upsets(won)
    return [*records, finder.highest("Biggest upset", upsets, upsets)]


class _GameRecords:
    """Finds the best of some games, and puts each into a line."""

    def __init__(self, replay: Replay, games: GameColumns, shown: int) -> None:
        self._names = [player.name for player in replay.log.players]
        self._by_score = replay.log.system.log_kind.has_scores
        self._games = games
        self._shown = shown
        self.spreads = list(map(sub, games.score1, games.score2))

    def highest(
        self,
        record: str,
        values: Sequence[Number] | Mapping[int, Number],
        among: Iterable[int],
        *,
        loser_first: bool = False,
    ) -> list[RecordLine]:
        """The games of the highest values."""
        numbers = heapq.nlargest(self._shown, among, key=values.__getitem__)
        return _labelled(record, [self._line(number, values[number], loser_first) for number in numbers])

    def lowest(self, record: str, values: Sequence[Number], among: Iterable[int]) -> list[RecordLine]:
        """The games of the lowest values."""
        numbers = heapq.nsmallest(self._shown, among, key=values.__getitem__)
        return _labelled(record, [self._line(number, values[number], loser_first=False) for number in numbers])

    def upsets(self, won: Iterable[int]) -> dict[int, Number]:
        """By how much the loser was rated higher, of each game won by the lower rated."""
        upsets = {}
        for number in won:
            rating1, rating2 = self._games.rating1[number], self._games.rating2[number]
            if rating1 is not None and rating2 is not None:
                ahead = rating2 - rating1 if self.spreads[number] > 0 else rating1 - rating2
                if ahead > 0:
                    upsets[number] = ahead
        return upsets

    def _line(self, number: int, value: Number, loser_first: bool) -> RecordLine:
        games = self._games
        sides = [(games.player1[number], games.score1[number]), (games.player2[number], games.score2[number])]
        if (self.spreads[number] < 0) != loser_first:
            sides.reverse()
        (player, own), (opponent, others) = sides
        score = f"{own:g}–{others:g}" if self._by_score else None
        return RecordLine(None, value, self._names[player], self._names[opponent], score, games.date[number])


def gain_records(replay: Replay, shown: int = SHOWN) -> list[RecordLine]:
    """Who has gained most rating since the season began, of those who were rated then and have not started over."""
    ledger, season = replay.ledger, season_periods(replay)
    gains = {
        player: ledger.rating[player] - start
        for player, start in enumerate(replay.season_start)
        if start is not None
        and ledger.rating[player] > start
        and not (season and ledger.has_started_over(player, season[0].date))
    }
    lines = [
        RecordLine(
            None,
            gains[player],
            replay.log.players[player].name,
            score=f"{_shown(replay.season_start[player])} → {_shown(replay.ledger.rating[player])}",
        )
        for player in heapq.nlargest(shown, gains, key=gains.__getitem__)
    ]
    return _labelled("Rating gain", lines)


def most_games(replay: Replay, played: Mapping[int, int], shown: int = SHOWN) -> list[RecordLine]:
    """Who has played most. played: number of games by player."""
    most = heapq.nlargest(shown, played, key=played.__getitem__)
    lines = [RecordLine(None, played[player], replay.log.players[player].name) for player in most]
    return _labelled("Most games", lines)


def most_events(replay: Replay, shown: int = SHOWN) -> list[RecordLine]:
    """Who has been to most events of the season."""
    placings = replay.log.placings
    attended = Counter(placings.player[row] for p in season_periods(replay) for row in range(p.start, p.stop))
    lines = [
        RecordLine(None, None, replay.log.players[player].name, score=counted(number, "event"))
        for player, number in attended.most_common(shown)
    ]
    return _labelled("Most events", lines)


def event_records(replay: Replay, shown: int = SHOWN, *, all_seasons: bool = False) -> list[list[RecordLine]]:
    """The season's, or all seasons', biggest gain in one event, and the highest rating after one. A loss is no gain."""
    placings, events, kind = replay.log.placings, replay.log.events, replay.log.system.log_kind
    periods = replay.log.periods if all_seasons else season_periods(replay)
    rows = [row for period in periods for row in range(period.start, period.stop)]
    records = []
    for record, heading in (("Biggest gain", kind.change1), ("Highest rating", kind.new_rating)):
        values = {row: value for row in rows if (value := replay.rated[heading][row]) is not None and value > 0}
        lines = []
        for row in heapq.nlargest(shown, values, key=values.__getitem__):
            event = events[placings.event[row]]
            player = replay.log.players[placings.player[row]].name
            lines.append(RecordLine(None, values[row], player, date=event.date, event=event.name))
        records.append(_labelled(record, lines))
    return records


def _labelled(record: str, lines: list[RecordLine]) -> list[RecordLine]:
    return [line._replace(record=None if number else record) for number, line in enumerate(lines)]


def _shown(rating: Number | None) -> str:
    return f"{rating:.2f}" if isinstance(rating, float) else str(rating)
