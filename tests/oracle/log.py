"""What a club wrote down, and what its ratings must be."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """A line of the Players table. None is a blank cell."""

    start_rating: int | None = None
    start_games: int | None = None
    start_last_played: dt.date | None = None


@dataclass(frozen=True)
class ScoreGame:
    """A line of the Games table. `double` names the player of a double game. `kind` is Unrated, Forfeit or None."""

    date: dt.date
    player_1: str
    score_1: int | None
    player_2: str
    score_2: int | None
    double: str | None = None
    kind: str | None = None

    @property
    def is_bye(self) -> bool:
        """Whether one player sat out."""
        return "Bye" in (self.player_1, self.player_2)

    @property
    def has_result(self) -> bool:
        """Whether both players are there with both scores."""
        typed = self.score_1 is not None and self.score_2 is not None
        return typed and not {self.player_1, self.player_2} & {"Bye", ""}

    @property
    def rated(self) -> bool:
        """Unplayed, unrated and forfeit games, and games against Bye or nobody, are not rated."""
        return self.has_result and self.kind is None


@dataclass(frozen=True)
class Adjustment:
    """A line of the Adjustments table. With player None it is for everyone."""

    date: dt.date
    player: str | None
    points: int


@dataclass(frozen=True)
class Row:
    """What a game was rated from and what it gave, with None where the cell is blank."""

    rating_1: int | None = None
    rating_2: int | None = None
    change_1: int | None = None
    change_2: int | None = None


@dataclass(frozen=True)
class Outcome:
    """The end of a replay: rating and games by player, and one row for each game in the order of the log."""

    ratings: Mapping[str, int | None]
    games: Mapping[str, int]
    rows: list[Row]
