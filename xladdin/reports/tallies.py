"""Games of a season or a session as columns, and what each player did in them: the ground of several reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from xladdin.cells.numbers import Number
from xladdin.model import GameKind, Period, UnratedGame
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
    """What every player did in some games, one entry a player in each list.

    games and points are of rated games alone. wins and losses count forfeits too, which stand by themselves as well,
    and wins the byes of a club that counts them so.
    """

    games: list[int]
    wins: list[int]
    losses: list[int]
    ties: list[int]
    points_for: list[Number]
    points_against: list[Number]
    forfeits_won: list[int]
    forfeits_lost: list[int]
    byes: list[int]

    def has_record(self, player: int) -> bool:
        """Whether anything stands in the player's won, lost and tied."""
        return bool(self.wins[player] or self.losses[player] or self.ties[player])

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


def tally(
    games: GameColumns,
    players: int,
    unrated: Iterable[UnratedGame] = (),
    *,
    tie_counts_as_win: bool = False,
    bye_counts_as_win: bool = False,
) -> Tally:
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
    forfeits_won, forfeits_lost, byes = ([0] * players for _ in range(3))
    for game in unrated:
        if game.kind is GameKind.BYE:
            byes[game.player1] += 1
            wins[game.player1] += bye_counts_as_win
        elif game.kind is GameKind.FORFEIT:
            winner, loser = sides_of_forfeit(game)
            forfeits_won[winner] += 1
            forfeits_lost[loser] += 1
            wins[winner] += 1
            losses[loser] += 1
    return Tally(played, wins, losses, ties, points_for, points_against, forfeits_won, forfeits_lost, byes)


def sides_of_forfeit(game: UnratedGame) -> tuple[int, int]:
    """Winner and loser."""
    assert game.player2 is not None and game.score1 is not None and game.score2 is not None
    players = game.player1, game.player2
    return players if game.score1 > game.score2 else players[::-1]


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
    def session_unrated(self) -> list[UnratedGame]:
        """Unrated games, forfeits and byes of the last session."""
        return [game for game in self.replay.log.unrated if game.date == self.replay.last_date]

    @cached_property
    def season_unrated(self) -> list[UnratedGame]:
        """Unrated games, forfeits and byes of the season of the last session."""
        return season_unrated(self.replay)

    @cached_property
    def session_players(self) -> set[int]:
        """Who was there at the last session."""
        rated = {*self.session.player1, *self.session.player2}
        return rated | {player for game in self.session_unrated for player in there(game)}

    @cached_property
    def session_games(self) -> int:
        """How many games were played in the last session, unrated ones too."""
        return len(self.session) + sum(game.kind is GameKind.UNRATED for game in self.session_unrated)

    @cached_property
    def session_tally(self) -> Tally:
        """What each player did in the last session."""
        return self._tally(self.session, self.session_unrated)

    @cached_property
    def season_tally(self) -> Tally:
        """What each player did this season."""
        return self._tally(self.season, self.season_unrated)

    @cached_property
    def everything(self) -> GameColumns:
        """Games of all seasons."""
        return self._of(self.replay.log.periods)

    def of_season(self, season: int) -> GameColumns:
        """Games of the season that began in a year."""
        return self._of(season_periods(self.replay, season))

    def _tally(self, games: GameColumns, unrated: Sequence[UnratedGame]) -> Tally:
        system = self.replay.log.system
        return tally(
            games,
            self._players,
            unrated,
            tie_counts_as_win=system.tie_counts_as_win,
            bye_counts_as_win=system.counts_byes_as_wins,
        )

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


def season_periods(replay: Replay, season: int | None = None) -> list[Period]:
    """Rating periods of a season in their order. season: the year it began; that of the last session where None."""
    wanted = replay.season if season is None else season
    month = replay.log.system.season_month
    return [period for period in replay.log.periods if season_of(period.date, month) == wanted]


def season_unrated(replay: Replay, season: int | None = None) -> list[UnratedGame]:
    """Unrated games, forfeits and byes of a season, that of the last session where None."""
    wanted = replay.season if season is None else season
    month = replay.log.system.season_month
    return [game for game in replay.log.unrated if season_of(game.date, month) == wanted]


def there(game: UnratedGame) -> tuple[int, ...]:
    """Who was there for a row that is not rated: nobody for a forfeit."""
    if game.kind is GameKind.FORFEIT:
        return ()
    return (game.player1,) if game.player2 is None else (game.player1, game.player2)


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
