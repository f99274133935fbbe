"""What people type into the tables of a club, as objects and as ranges with a heading row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Range = list[list[Any]]
Tables = dict[str, Range]
"""The ranges of a log by table, in the order in which the CLUB functions take them."""


@dataclass(frozen=True)
class Entry:
    """A line of the Players table. None is a blank cell."""

    start_rating: int | None = None
    start_games: int | None = None
    start_last_played: dt.date | None = None


@dataclass(frozen=True)
class ScoreGame:
    """A line of the Games table. `double` names the player of a double game. `kind` is Unrated, Forfeit or None.

    Where a club logs results, who has the higher score has won. Without scores a game is not yet played.
    """

    date: dt.date
    player_1: str
    score_1: float | None
    player_2: str
    score_2: float | None
    double: str | None = None
    kind: str | None = None

    @property
    def sides(self) -> tuple[str, str]:
        return self.player_1, self.player_2

    @property
    def is_bye(self) -> bool:
        return "Bye" in (self.player_1, self.player_2)

    @property
    def result(self) -> str | None:
        if self.score_1 is None or self.score_2 is None:
            return None
        return "(1-0)" if self.score_1 > self.score_2 else "(0-1)" if self.score_1 < self.score_2 else "(1/2-1/2)"

    @property
    def rated(self) -> bool:
        """Tell whether the game is rated: played, of no kind, and against somebody."""
        return self.result is not None and self.kind is None and not self.is_bye


@dataclass(frozen=True)
class Adjustment:
    """A line of the Adjustments table. With player None it is for everyone."""

    date: dt.date
    player: str | None
    points: int


@dataclass(frozen=True)
class Camper:
    """A line of the Players table of a camp. In `start_permanent` None is a blank cell."""

    group: str
    active: bool = True
    start_permanent: int | None = None


Club = tuple[Mapping[str, Entry], Sequence[ScoreGame], Sequence[Adjustment]]
Camp = tuple[Mapping[str, int], Mapping[str, Camper], Sequence[ScoreGame]]


def club_tables(
    players: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    extra: Sequence[Adjustment] = (),
    *,
    by_results: bool = False,
) -> Tables:
    return {
        "Players": [
            ["Player", "Start rating", "Start games", "Start last played"],
            *([name, e.start_rating, e.start_games, e.start_last_played] for name, e in players.items()),
        ],
        "Games": _results(games)
        if by_results
        else [
            ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Double", "Kind"],
            *([g.date, g.player_1, g.score_1, g.player_2, g.score_2, g.double, g.kind] for g in games),
        ],
        "Adjustments": [["Date", "Player", "Points"], *([a.date, a.player, a.points] for a in extra)],
    }


def _results(games: Sequence[ScoreGame]) -> Range:
    return [
        ["Date", "White", "Black", "Result", "Kind"],
        *([g.date, g.player_1, g.player_2, g.result, g.kind] for g in games),
    ]


def camp_tables(groups: Mapping[str, int], campers: Mapping[str, Camper], games: Sequence[ScoreGame]) -> Tables:
    return {
        "Players": [
            ["Player", "Group", "Active", "Start permanent"],
            *([name, c.group, "Yes" if c.active else "No", c.start_permanent] for name, c in campers.items()),
        ],
        "Games": _results(games),
        "Groups": [["Group", "Initial rating"], *([name, rating] for name, rating in groups.items())],
    }
