"""The longest runs: sessions won, games won, sessions attended, one after the other."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Sequence
from datetime import date

from xladdin.model import UnratedGame
from xladdin.replay import Replay
from xladdin.reports.season.records import SHOWN, RecordLine
from xladdin.reports.tallies import GameColumns, there

SESSIONS_WON, GAMES_WON, SESSIONS_ATTENDED = "Sessions won in a row", "Games won in a row", "Attended in a row"
_WIN = 1e7
"""What a win weighs beside a spread, so that one number places an evening."""
LEAST = 2
"""Ours: one alone is no run."""


class _Runs:
    """The longest run of each player so far, with its last day."""

    def __init__(self) -> None:
        self._best: dict[int, tuple[int, date]] = {}

    def extended(self, player: int, run: int, day: date) -> int:
        """The player's run, one longer than it was."""
        run += 1
        best = self._best.get(player)
        if best is None or run > best[0]:
            self._best[player] = run, day
        return run

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
    whole = replay.log.system.tie_counts_as_win
    won, firsts, attended = _Runs(), _Runs(), _Runs()
    evenings: defaultdict[date, dict[int, float]] = defaultdict(dict)
    present: defaultdict[date, set[int]] = defaultdict(set)
    current: defaultdict[int, int] = defaultdict(int)
    columns = zip(games.date, games.player1, games.score1, games.player2, games.score2)
    for day, player1, score1, player2, score2 in columns:
        spread = score1 - score2
        evening = evenings[day]
        if spread == 0:
            evening[player1] = evening.get(player1, 0) + (_WIN if whole else _WIN / 2)
            evening[player2] = evening.get(player2, 0) + (_WIN if whole else _WIN / 2)
            for player in (player1, player2):
                current[player] = won.extended(player, current[player], day) if whole else 0
            continue
        winner, loser = (player1, player2) if spread > 0 else (player2, player1)
        evening[winner] = evening.get(winner, 0) + _WIN + abs(spread)
        evening[loser] = evening.get(loser, 0) - abs(spread)
        current[winner] = won.extended(winner, current[winner], day)
        current[loser] = 0
    for game in unrated:
        present[game.date].update(there(game))
    sessions = [day for day in replay.log.sessions if day in evenings or present.get(day)]
    first_runs: dict[int, int] = {}
    came_runs: dict[int, int] = {}
    for day in sessions:
        evening = evenings.get(day, {})
        best = max(evening.values(), default=None)
        for player, figure in evening.items():
            first_runs[player] = firsts.extended(player, first_runs.get(player, 0), day) if figure == best else 0
        came = present[day] | evening.keys()
        came_runs = {player: attended.extended(player, came_runs.get(player, 0), day) for player in came}
    kinds = ((SESSIONS_WON, firsts), (GAMES_WON, won), (SESSIONS_ATTENDED, attended))
    return [runs.longest(record, replay, shown) for record, runs in kinds]
