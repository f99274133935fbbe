"""The floor under a replay in Python: the least work that these rows need, and the rules of a system alone.

A floor looks up each cell of the five columns once. It rates each session from the ratings at its start, keeps every
rating and change, and puts the players in order. It checks no cell, and keeps no last date and no history. It looks
after no newcomer, cushion or limit, and only one floor counts games. So a system can only take longer than its floor.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator
from datetime import date
from itertools import groupby
from operator import neg
from typing import Any

from tests.benchmarks.club_games import ClubGames
from xladdin.model import Games, Period, Player
from xladdin.systems.system import RatingSystem

FIRST_RATING = 1000
DIFFERENCES = range(-1500, 1501)
"""Differences of the ratings. The changes draw the ratings together, so no difference is larger."""

ChangesOfSession = Callable[[slice, list[int], list[int]], list[int]]
"""Gives the changes of the first players, from the rows of the games and both ratings before each game."""
MoveRatings = Callable[[list[int], list[int], list[int], list[int]], None]
"""Moves the ratings by a session, from both players and the change of each game."""


def band_floor(games: ClubGames) -> object:
    """The change is one look-up by ratings difference and one by the winner, as in bands."""
    return _replayed(games, _band_changes(games), _move_by_game)


def summing_floor(games: ClubGames) -> object:
    """The same, but it takes the changes of each player as one sum over the session, and counts the games."""
    played = [0] * len(games.players)

    def move(ratings: list[int], players: list[int], opponents: list[int], gains: list[int]) -> None:
        sums = [0] * len(ratings)
        for player, opponent, gain in zip(players, opponents, gains):
            sums[player] += gain
            sums[opponent] -= gain
            played[player] += 1
            played[opponent] += 1
        for player in {*players, *opponents}:
            ratings[player] += sums[player]

    return _replayed(games, _band_changes(games), move), played


def _band_changes(games: ClubGames) -> ChangesOfSession:
    scores1, scores2 = _scores(games)
    won = [own > other for own, other in zip(scores1, scores2)]
    change = {difference: (-10 - difference // 40, 10 - difference // 40) for difference in DIFFERENCES}

    def changes(rows: slice, ratings1: list[int], ratings2: list[int]) -> list[int]:
        return [change[own - other][result] for own, other, result in zip(ratings1, ratings2, won[rows])]

    return changes


def share_floor(games: ClubGames) -> object:
    """The change is half of how far the share of points is off the expected one. Beyond a limit it is the logarithm."""
    scores1, scores2 = _scores(games)
    shares = [100 * own / (own + other) for own, other in zip(scores1, scores2)]
    expected = {difference: 50 + difference / 40 for difference in DIFFERENCES}

    def changes(rows: slice, ratings1: list[int], ratings2: list[int]) -> list[int]:
        off = [share - expected[own - other] for share, own, other in zip(shares[rows], ratings1, ratings2)]
        return [round(points / 2 if -10 <= points <= 10 else math.log(abs(points))) for points in off]

    return _replayed(games, changes, _move_by_game)


def _move_by_game(ratings: list[int], players: list[int], opponents: list[int], gains: list[int]) -> None:
    for player, opponent, gain in zip(players, opponents, gains):
        ratings[player] += gain
        ratings[opponent] -= gain


class _Cells(dict[Any, Any]):
    """Each distinct cell means itself."""

    def __missing__(self, cell: object) -> object:
        self[cell] = cell
        return cell


def rules_alone(system: RatingSystem, games: ClubGames) -> tuple[tuple[list[Any], ...], list[int]]:
    """The rules of a system alone, from cells that it looks up and does not check. It keeps no history."""
    position = {name: number for number, name in enumerate(games.players)}
    first, second = (list(map(position.__getitem__, names)) for names in (games.first, games.second))
    scores1, scores2 = _results(games) if system.log_kind.result else _scores(games)
    days = list(map(_Cells().__getitem__, games.dates))
    system = dataclasses.replace(system)  # with nothing remembered from another replay
    ledger = system.open_ledger([Player(name, initial_rating=FIRST_RATING) for name in games.players])
    rate = system.rater(ledger, Games(days, first, scores1, second, scores2, [0] * len(days)), [])
    columns: tuple[list[Any], ...] = tuple([] for _ in system.log_kind.rated)
    for period in _sessions(days):
        for column, values in zip(columns, rate(period)):
            column.extend(values)
    return columns, sorted(range(len(ledger.rating)), key=ledger.rating.__getitem__)


def _results(games: ClubGames) -> tuple[list[float], list[float]]:
    results = list(map(_Cells().__getitem__, games.outcomes))
    return results, [1 - result for result in results]


def _sessions(days: list[date]) -> Iterator[Period]:
    start = 0
    for day, session in groupby(days):
        stop = start + sum(1 for _ in session)
        yield Period(day, start, stop)
        start = stop


def _scores(games: ClubGames) -> Iterator[list[int]]:
    cells = _Cells()
    return (list(map(cells.__getitem__, scores)) for scores in (games.score1, games.score2))


def _replayed(games: ClubGames, changes: ChangesOfSession, move: MoveRatings) -> object:
    position = {name: number for number, name in enumerate(games.players)}
    first, second = (list(map(position.__getitem__, names)) for names in (games.first, games.second))
    days = list(map(_Cells().__getitem__, games.dates))
    ratings = [FIRST_RATING] * len(games.players)
    columns: tuple[list[int], ...] = [], [], [], []
    for _, start, stop, _ in _sessions(days):
        rows = slice(start, stop)
        players, opponents = first[rows], second[rows]
        ratings1, ratings2 = [ratings[player] for player in players], [ratings[player] for player in opponents]
        gains = changes(rows, ratings1, ratings2)
        move(ratings, players, opponents, gains)
        for column, values in zip(columns, (ratings1, ratings2, gains, map(neg, gains))):
            column.extend(values)
    return columns, sorted(range(len(ratings)), key=ratings.__getitem__)
