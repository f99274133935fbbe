"""The record of each player in some games: won, lost, tied, points, byes, and by opponent. It also counts events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.model import GameKind, UnratedGame


class GameColumns(NamedTuple):
    """Rated games, one entry a game in each column. Players are positions in the log's list of players.

    Ratings are those a game was rated from. A change is None if the game gives the player none (a newcomer's own).
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

    @property
    def results(self) -> Iterable[tuple[int, Number, int, Number]]:
        """Player 1 with the score, player 2 with theirs, game by game."""
        return zip(self.player1, self.score1, self.player2, self.score2)


class Tally(NamedTuple):
    """The record of every player in some games, one entry a player in each list.

    `games` and `points` are of rated games alone. `wins` and `losses` count forfeits too, which also have counts of
    their own. `wins` counts the byes of a club that counts them so.
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
        """Whether anything is in the player's won, lost and tied."""
        return bool(self.wins[player] or self.losses[player] or self.ties[player])

    def spread(self, player: int) -> Number:
        """Points scored minus points conceded."""
        return self.points_for[player] - self.points_against[player]

    def average_for(self, player: int) -> float | None:
        """The mean score of the player, or None without a game."""
        return self.points_for[player] / self.games[player] if self.games[player] else None

    def average_against(self, player: int) -> float | None:
        """The mean score of the opponents, or None without a game."""
        return self.points_against[player] / self.games[player] if self.games[player] else None

    def record(self, player: int) -> Record:
        """The player's record."""
        counts = self.wins[player], self.losses[player], self.ties[player]
        return Record(*counts, self.games[player], self.average_for(player), self.average_against(player))

    def points(self, player: int) -> float:
        """Wins, and half of the ties. They place the players of an evening."""
        return self.wins[player] + self.ties[player] / 2


def tally(
    games: GameColumns,
    players: int,
    unrated: Iterable[UnratedGame] = (),
    *,
    tie_counts_as_win: bool = False,
    bye_counts_as_win: bool = False,
) -> Tally:
    """Adds up the games for each of so many players. With `tie_counts_as_win`, a tie is a win of both."""
    played, wins, losses, ties = ([0] * players for _ in range(4))
    points_for: list[Number] = [0] * players
    points_against: list[Number] = [0] * players
    even = wins if tie_counts_as_win else ties
    for player1, score1, player2, score2 in games.results:
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
    """The winner and the loser."""
    assert game.player2 is not None and game.score1 is not None and game.score2 is not None
    players = game.player1, game.player2
    return players if game.score1 > game.score2 else players[::-1]


def there(game: UnratedGame) -> tuple[int, ...]:
    """The players who were there for a row that is not rated. For a forfeit it is nobody."""
    if game.kind is GameKind.FORFEIT:
        return ()
    return (game.player1,) if game.player2 is None else (game.player1, game.player2)


@dataclass(slots=True)
class Meetings:
    """A player's results against another: won, lost and tied as in the tally, and the spread.

    For events it is how often the player finished ahead, behind and level, and the sum of percentiles between them.
    """

    wins: int = 0
    losses: int = 0
    ties: int = 0
    spread: Number = 0

    def add(self, spread: Number) -> None:
        """Counts one meeting by its spread, from the player's side."""
        self.spread += spread
        if spread > 0:
            self.wins += 1
        elif spread < 0:
            self.losses += 1
        else:
            self.ties += 1


ByOpponent = Mapping[int, Meetings]
"""The opponent met last is first. At the end are those with only forfeits."""


def meetings(
    games: GameColumns, players: int, unrated: Iterable[UnratedGame], *, tie_counts_as_win: bool
) -> Sequence[ByOpponent]:
    """The results of each of so many players against each opponent."""
    found: list[dict[int, Meetings]] = [{} for _ in range(players)]
    for player1, score1, player2, score2 in reversed(list(games.results)):
        _between(found, player1, player2).add(score1 - score2)
        _between(found, player2, player1).add(score2 - score1)
    if tie_counts_as_win:
        for mine in found:
            for met in mine.values():
                met.wins, met.ties = met.wins + met.ties, 0
    for game in unrated:
        if game.kind is GameKind.FORFEIT:
            winner, loser = sides_of_forfeit(game)
            _between(found, winner, loser).wins += 1
            _between(found, loser, winner).losses += 1
    return found


def _between(found: Sequence[dict[int, Meetings]], player: int, opponent: int) -> Meetings:
    mine = found[player]
    met = mine.get(opponent)
    if met is None:
        met = mine[opponent] = Meetings()
    return met


class Record(NamedTuple):
    """Won, lost and tied as in the tally, the number of rated games, and their mean scores, or None without one."""

    wins: int
    losses: int
    ties: int
    games: int
    average: float | None
    opponents_average: float | None


class EventRecord(NamedTuple):
    """The events with and won by the player, and the mean percentile, or None without an event."""

    events: int
    won: int
    average: float | None
