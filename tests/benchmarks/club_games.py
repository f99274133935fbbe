"""Games of an invented club, drawn from a seed, so that every side of a comparison has the same games.

The club meets every week and plays 2,500 games a year. So 100,000 games are forty years.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from random import Random

from tests.helpers.random_clubs import plain_games, plain_names
from xladdin.cells.table import CellTable

SEED = 2006
ATTENDANCE = 24
ROUNDS = 4
FIRST_SESSION = date(1935, 1, 1)
LONGEST_WEEKLY_LOG = 200_000
"""A log with more games than this has a session every day, so that a full sheet lies in the past."""
CAMP_RESULTS = {1: "(1-0)", 0: "(1/2-1/2)", -1: "(0-1)"}


@dataclass(frozen=True)
class ClubGames:
    """Columns of games in order of date. `players` holds all names."""

    players: list[str]
    dates: list[date]
    first: list[str]
    score1: list[int]
    second: list[str]
    score2: list[int]

    @property
    def outcomes(self) -> list[float]:
        """1, 0.5 or 0 for the first player of each game."""
        return [(own > other) + 0.5 * (own == other) for own, other in zip(self.score1, self.score2)]

    def tables(self, system: str) -> Mapping[str, CellTable]:
        """The games as a host hands them in. `system` is the key of a rating system that rates games."""
        if system == "sca":
            group = ["A"] * len(self.players)
            results = [CAMP_RESULTS[(s1 > s2) - (s1 < s2)] for s1, s2 in zip(self.score1, self.score2)]
            return {
                "Players": CellTable("Players", ("Player", "Group"), (self.players, group)),
                "Groups": CellTable("Groups", ("Group", "Initial rating"), (["A"], [1000])),
                "Games": CellTable(
                    "Games", ("Date", "White", "Black", "Result"), (self.dates, self.first, self.second, results)
                ),
            }
        headings = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")
        columns = (self.dates, self.first, self.score1, self.second, self.score2)
        return {
            "Players": CellTable("Players", ("Player",), (self.players,)),
            "Games": CellTable("Games", headings, columns),
        }


def club_games(games: int, players: int, seed: int = SEED) -> ClubGames:
    """This many games, session after session. A different part of the players comes to each session."""
    names = plain_names(players)
    pause = timedelta(weeks=1) if games <= LONGEST_WEEKLY_LOG else timedelta(days=1)
    log = plain_games(Random(seed), names, first_day=FIRST_SESSION, pause=pause, attendance=ATTENDANCE, rounds=ROUNDS)
    dates, firsts, scores1, seconds, scores2 = map(list, zip(*islice(log, games)))
    return ClubGames(names, dates, firsts, scores1, seconds, scores2)  # type: ignore[arg-type]
