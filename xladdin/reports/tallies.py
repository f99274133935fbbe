"""Games of a season or a session as columns, and what each player did in them: the ground of several reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from xladdin.cells.numbers import Number
from xladdin.model import Period
from xladdin.replay import Replay, season_of


@dataclass(frozen=True)
class GameColumns:
    """Rated games, one entry a game in each column. Players are positions in the log's list of players.

    Ratings are those a game was rated from; a change is None where the game gives the player none (a newcomer's own).
    """

    date: Sequence[date]
    player1: Sequence[int]
    score1: Sequence[Number]
    player2: Sequence[int]
    score2: Sequence[Number]
    double: Sequence[int]
    rating1: Sequence[Number | None]
    rating2: Sequence[Number | None]
    change1: Sequence[Number | None]
    change2: Sequence[Number | None]

    def __len__(self) -> int:
        return len(self.date)


@dataclass(frozen=True)
class Tally:
    """What every player did in some games, one entry a player in each list."""

    games: list[int]
    wins: list[int]
    losses: list[int]
    ties: list[int]
    points_for: list[Number]
    points_against: list[Number]

    def spread(self, player: int) -> Number:
        """Points scored less points given away."""
        return self.points_for[player] - self.points_against[player]

    def average_for(self, player: int) -> float | None:
        """Mean score of the player; None without a game."""
        return self.points_for[player] / self.games[player] if self.games[player] else None

    def average_against(self, player: int) -> float | None:
        """Mean score of the opponents; None without a game."""
        return self.points_against[player] / self.games[player] if self.games[player] else None

    def points(self, player: int) -> float:
        """Wins, and half of the ties: what an evening is placed by."""
        return self.wins[player] + self.ties[player] / 2


def tally(games: GameColumns, players: int, *, tie_counts_as_win: bool = False) -> Tally:
    """Adds up the games for each of so many players. tie_counts_as_win: a tie is entered as a win of both."""
    played, wins, losses, ties = ([0] * players for _ in range(4))
    points_for: list[Number] = [0] * players
    points_against: list[Number] = [0] * players
    even = wins if tie_counts_as_win else ties
    for player1, score1, player2, score2 in zip(games.player1, games.score1, games.player2, games.score2):
        played[player1] += 1
        played[player2] += 1
        points_for[player1] += score1
        points_for[player2] += score2
        points_against[player1] += score2
        points_against[player2] += score1
        if score1 > score2:
            wins[player1] += 1
            losses[player2] += 1
        elif score1 < score2:
            losses[player1] += 1
            wins[player2] += 1
        else:
            even[player1] += 1
            even[player2] += 1
    return Tally(played, wins, losses, ties, points_for, points_against)


class ClubGames:
    """The games of a replay that reports ask for: those of the last season and of the last session, each once."""

    def __init__(self, replay: Replay) -> None:
        games = replay.log.games
        self.replay = replay
        self._games = games
        self._players = len(replay.log.players)

    @cached_property
    def session(self) -> GameColumns:
        """Games of the last session."""
        return self._of(self.replay.last_session)

    @cached_property
    def season_periods(self) -> list[Period]:
        """Sessions of the season of the last session, in their order."""
        return season_periods(self.replay)

    @cached_property
    def season(self) -> GameColumns:
        """Games of the season of the last session."""
        return self._of(self.season_periods)

    @cached_property
    def session_tally(self) -> Tally:
        """What each player did in the last session."""
        return self._tally(self.session)

    @cached_property
    def season_tally(self) -> Tally:
        """What each player did this season."""
        return self._tally(self.season)

    def _tally(self, games: GameColumns) -> Tally:
        return tally(games, self._players, tie_counts_as_win=self.replay.log.system.tie_counts_as_win)

    @cached_property
    def _columns(self) -> tuple[Sequence[Any], ...]:
        games, replay = self._games, self.replay
        ratings_and_changes = [replay.rated[heading] for heading in replay.log.system.log_kind.spilled]
        return (
            games.date, games.player1, games.score1, games.player2, games.score2, games.double, *ratings_and_changes,
        )  # fmt: skip

    def _of(self, periods: Sequence[Period]) -> GameColumns:
        return GameColumns(*(of_periods(column, periods) for column in self._columns))


def of_periods(column: Sequence[Any], periods: Sequence[Period]) -> Sequence[Any]:
    """The entries of a column that belong to some periods, in the order of both."""
    if not periods:
        return column[:0]
    if periods[-1].stop - periods[0].start == sum(period.stop - period.start for period in periods):
        return column[periods[0].start : periods[-1].stop]
    return [entry for period in periods for entry in column[period.start : period.stop]]


def season_periods(replay: Replay) -> list[Period]:
    """Rating periods of the season of the last session, in their order."""
    if not replay.last_session:
        return []
    month = replay.log.system.season_month
    season = season_of(replay.last_session[0].date, month)
    return [period for period in replay.log.periods if season_of(period.date, month) == season]


def last_ratings(replay: Replay) -> dict[int, Number | None]:
    """Rating from which each player of the last session was rated; None for who is not rated by changes yet."""
    games, rated, session, kind = replay.log.games, replay.rated, replay.last_session, replay.log.system.log_kind
    if not kind.is_paired:
        placed = of_periods(replay.log.placings.player, session)
        return dict(zip(placed, of_periods(rated[kind.rating1], session)))
    ratings: dict[int, Number | None] = {}
    player1, player2 = of_periods(games.player1, session), of_periods(games.player2, session)
    figures = (of_periods(rated[heading], session) for heading in kind.spilled)
    rating1, rating2, change1, change2 = figures
    sides = zip(player1, rating1, change1, player2, rating2, change2)
    for player, rating, change, opponent, others, opponents_change in sides:
        ratings.setdefault(player, None if change is None else rating)
        ratings.setdefault(opponent, None if opponents_change is None else others)
    return ratings
