"""The floor under a replay in Python: the least that these rows ask for, with nothing that a club needs besides.

Each cell of the five columns is looked up once; each session is rated from the ratings at its start; every rating and
change is kept, and the players are put in order. No cell is checked, no game counted, no last date or history kept, and
no newcomer, cushion or limit looked after. What a real rating system takes can only lie above.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import neg

from tests.benchmarks.club_games import ClubGames

FIRST_RATING = 1000
HIGHEST_SCORE = 2000
LARGEST_DIFFERENCE = 5000

ChangeOfSession = Callable[[slice, list[int], list[int]], list[int]]
"""Changes of the first players, from the games' rows and both ratings before each."""


def band_floor(games: ClubGames) -> object:
    """A change that is one look-up by ratings difference and one by who won, as in bands."""
    scores1, scores2 = _scores(games)
    won = [own > other for own, other in zip(scores1, scores2)]
    change = {
        difference: (-min(max(10 + difference // 40, 0), 20), min(max(10 - difference // 40, 0), 20))
        for difference in range(-LARGEST_DIFFERENCE, LARGEST_DIFFERENCE)
    }

    def changes(rows: slice, ratings1: list[int], ratings2: list[int]) -> list[int]:
        return [change[own - other][result] for own, other, result in zip(ratings1, ratings2, won[rows])]

    return _replayed(games, changes)


def share_floor(games: ClubGames) -> object:
    """A change from the share of the points, half of what is off the expected one; beyond a limit its logarithm."""
    scores1, scores2 = _scores(games)
    shares = [100 * own / (own + other) for own, other in zip(scores1, scores2)]
    expected = {
        difference: 50 + math.copysign(math.sqrt(abs(difference)) / 2, difference)
        for difference in range(-LARGEST_DIFFERENCE, LARGEST_DIFFERENCE)
    }

    def changes(rows: slice, ratings1: list[int], ratings2: list[int]) -> list[int]:
        off = [share - expected[own - other] for share, own, other in zip(shares[rows], ratings1, ratings2)]
        return [round(points / 2 if -10 <= points <= 10 else math.log(abs(points))) for points in off]

    return _replayed(games, changes)


def _scores(games: ClubGames) -> Iterator[list[int]]:
    known = {score: score for score in range(HIGHEST_SCORE)}
    return (list(map(known.__getitem__, scores)) for scores in (games.score1, games.score2))


def _replayed(games: ClubGames, changes: ChangeOfSession) -> object:
    position = {name: number for number, name in enumerate(games.players)}
    known_days = {day: day for day in games.dates}
    first, second = (list(map(position.__getitem__, names)) for names in (games.first, games.second))
    days = list(map(known_days.__getitem__, games.dates))
    ratings = [FIRST_RATING] * len(games.players)
    columns: tuple[list[int], ...] = [], [], [], []
    start = 0
    for _, session in groupby(days):
        stop = start + sum(1 for _ in session)
        rows = slice(start, stop)
        players, opponents = first[rows], second[rows]
        ratings1, ratings2 = [ratings[player] for player in players], [ratings[player] for player in opponents]
        gains = changes(rows, ratings1, ratings2)
        for player, opponent, gain in zip(players, opponents, gains):
            ratings[player] += gain
            ratings[opponent] -= gain
        for column, values in zip(columns, (ratings1, ratings2, gains, map(neg, gains))):
            column.extend(values)
        start = stop
    return columns, sorted(range(len(ratings)), key=ratings.__getitem__)
