"""The longest runs of each player: games won and lost, sessions won and attended, one after the other."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.model import UnratedGame
from xladdin.reports.facts.tallies import GameColumns, there

_WIN = 1e7
"""The weight of a win beside a spread, so that one number places an evening."""


class Run(NamedTuple):
    """The length of a run, and the day on which it was first so long."""

    length: int
    day: date


NO_RUN = Run(0, date.min)
ByPlayer = Mapping[int, Run]


class Runs(NamedTuple):
    """The longest runs by player, without players who had none."""

    won: ByPlayer
    lost: ByPlayer
    sessions_won: ByPlayer
    attended: ByPlayer


class _Longest(dict[int, Run]):
    def extended(self, player: int, run: int, day: date) -> int:
        """The player's run, one longer than it was."""
        run += 1
        if run > self.get(player, NO_RUN).length:
            self[player] = Run(run, day)
        return run


def runs(
    games: GameColumns, unrated: Iterable[UnratedGame], sessions: Sequence[date], *, tie_counts_as_win: bool
) -> Runs:
    """The longest runs among some rated games and the rows beside them. `sessions` are the club's, in order of time.

    The first in a session wins it: by wins (a tie is half a win unless the system counts it whole), then by spread.
    Sessions won count among those in which the player had a rated game. A tie ends every run of games, unless it counts
    as a win. A forfeit was not played.
    """
    won, lost, firsts, attended = _Longest(), _Longest(), _Longest(), _Longest()
    evenings: defaultdict[date, dict[int, float]] = defaultdict(dict)
    winning: defaultdict[int, int] = defaultdict(int)
    losing: defaultdict[int, int] = defaultdict(int)
    for day, (player1, score1, player2, score2) in zip(games.date, games.results):
        spread = score1 - score2
        evening = evenings[day]
        if spread == 0:
            for player in (player1, player2):
                evening[player] = evening.get(player, 0) + (_WIN if tie_counts_as_win else _WIN / 2)
                winning[player] = won.extended(player, winning[player], day) if tie_counts_as_win else 0
                losing[player] = 0
            continue
        winner, loser = (player1, player2) if spread > 0 else (player2, player1)
        evening[winner] = evening.get(winner, 0) + _WIN + abs(spread)
        evening[loser] = evening.get(loser, 0) - abs(spread)
        winning[winner], losing[winner] = won.extended(winner, winning[winner], day), 0
        winning[loser], losing[loser] = 0, lost.extended(loser, losing[loser], day)
    present: defaultdict[date, set[int]] = defaultdict(set)
    for game in unrated:
        present[game.date].update(there(game))
    first_runs: dict[int, int] = {}
    came_runs: dict[int, int] = {}
    for day in sessions:
        if day not in evenings and not present.get(day):
            continue
        evening = evenings.get(day, {})
        best = max(evening.values(), default=None)
        for player, figure in evening.items():
            first_runs[player] = firsts.extended(player, first_runs.get(player, 0), day) if figure == best else 0
        came = present[day] | evening.keys()
        came_runs = {player: attended.extended(player, came_runs.get(player, 0), day) for player in came}
    return Runs(won, lost, firsts, attended)
