"""The longest runs: sessions won, games won, sessions attended, one after the other."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from xladdin.model import UnratedGame
from xladdin.replay import Replay
from xladdin.reports.records import SHOWN, RecordLine
from xladdin.reports.tallies import GameColumns, there

SESSIONS_WON, GAMES_WON, SESSIONS_ATTENDED = "Sessions won in a row", "Games won in a row", "Sessions attended in a row"
LEAST = 2
"""Ours: one alone is no run."""


class _Runs:
    """The run that each player is in, and the longest so far with its last day."""

    def __init__(self) -> None:
        self._current: defaultdict[int, int] = defaultdict(int)
        self._best: dict[int, tuple[int, date]] = {}

    def hit(self, player: int, day: date) -> None:
        """The player's run goes on."""
        self._current[player] += 1
        if self._current[player] > self._best.get(player, (0, day))[0]:
            self._best[player] = self._current[player], day

    def miss(self, player: int) -> None:
        """The player's run ends."""
        self._current[player] = 0

    def longest(self, record: str, replay: Replay, shown: int) -> list[RecordLine]:
        """The longest runs, the earliest of equals first, each with its last day."""
        runs = [(length, day, player) for player, (length, day) in self._best.items() if length >= LEAST]
        best = heapq.nsmallest(shown, runs, key=lambda run: (-run[0], run[1]))
        names = replay.log.players
        return [
            RecordLine(None if number else record, length, names[player].name, date=day)
            for number, (length, day, player) in enumerate(best)
        ]


def streaks(
    replay: Replay, games: GameColumns, unrated: Sequence[UnratedGame], shown: int = SHOWN
) -> list[list[RecordLine]]:
    """The longest runs among some rated games and the rows beside them, by kind.

    A session is won by who comes first in it: by wins, a tie being half of one unless the system counts it whole, then
    spread. Sessions won count among those in which the player had a rated game; a tie ends a run of games won.
    """
    even = 1.0 if replay.log.system.tie_counts_as_win else 0.5
    won, firsts, attended = _Runs(), _Runs(), _Runs()
    evenings: defaultdict[date, dict[int, list[float]]] = defaultdict(dict)
    present: defaultdict[date, set[int]] = defaultdict(set)
    for day, player1, score1, player2, score2 in zip(
        games.date, games.player1, games.score1, games.player2, games.score2
    ):
        for player, own, other in ((player1, score1, score2), (player2, score2, score1)):
            worth = 1.0 if own > other else even if own == other else 0.0
            figures = evenings[day].setdefault(player, [0.0, 0.0])
            figures[0] += worth
            figures[1] += own - other
            if worth == 1.0:
                won.hit(player, day)
            else:
                won.miss(player)
    for game in unrated:
        present[game.date].update(there(game))
    sessions = [day for day in replay.log.sessions if day in evenings or present.get(day)]
    before: set[int] = set()
    for day in sessions:
        evening = evenings.get(day, {})
        best = max(evening.values(), default=None)
        for player, figures in evening.items():
            if figures == best:
                firsts.hit(player, day)
            else:
                firsts.miss(player)
        came = present[day] | evening.keys()
        for player in before - came:
            attended.miss(player)
        for player in came:
            attended.hit(player, day)
        before = came
    kinds = ((SESSIONS_WON, firsts), (GAMES_WON, won), (SESSIONS_ATTENDED, attended))
    return [runs.longest(record, replay, shown) for record, runs in kinds]
