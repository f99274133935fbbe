"""The field's words as plain data: players, games, placings, events, adjustments, rating periods.

Games and placings are kept as columns, one list for each property with one entry a row: a log of 100,000 games is
then a handful of lists, and a rating period is a slice of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple

from xladdin.cells.numbers import Number


class Result(NamedTuple):
    """A newcomer's game: the opponent's rating [rating points] and the share of the points scored [percent]."""

    opponent: Number
    percent: Number


class Player(NamedTuple):
    """A player as the director enters one. Ratings in rating points; blank start columns are None and 0."""

    name: str
    start_rating: Number | None = None
    start_games: int = 0
    start_last_played: date | None = None
    start_missed: int = 0
    """Sessions of the club missed since the last game, when the log begins."""
    start_corrected: Number | None = None
    """What corrections have made of the new player's rating, of one who has not begun when the log begins."""
    start_assigned: Number | None = None
    start_results: tuple[Result, ...] = ()
    start_returned: date | None = None
    """A newcomer's assigned rating, games that the log before counted, and the date of starting over (Lexington)."""
    nation: str = ""
    group: str = ""
    active: bool = True
    left: bool = False
    """Was at camp and has gone: the games stay rated, and the lists name the player no more (SCA)."""
    initial_rating: Number | None = None
    """Rating that the player's group starts the week with (SCA)."""


class Adjustment(NamedTuple):
    """Points given to one player, or to everybody, before the first rating period on or after a date.

    row: position in the table.
    """

    date: date
    player: int | None
    points: Number
    row: int = 0


class Event(NamedTuple):
    """A tournament; `players` is the number who took part, also where fewer results are kept."""

    name: str
    date: date
    players: int
    rounds: int
    world_championship: bool = False
    place: str = ""
    boards: int | None = None


class Period(NamedTuple):
    """Results rated together, or one after the other, as the system says: rows `start` to `stop` of the columns."""

    date: date
    start: int
    stop: int
    event: str = ""

    @property
    def title(self) -> str:
        """The event's name; a session is called by its date."""
        return self.event or self.date.isoformat()


@dataclass
class Games:
    """Columns of rated games, in the order of their rating periods.

    Players are positions in the list of players. Scores are points in Scrabble and 1, 0.5 or 0 in chess.
    `double` is 1 or 2 for the player who plays two opponents at once, else 0. `row` is the position in the table.
    """

    date: list[date] = field(default_factory=list)
    player1: list[int] = field(default_factory=list)
    score1: list[Number] = field(default_factory=list)
    player2: list[int] = field(default_factory=list)
    score2: list[Number] = field(default_factory=list)
    double: list[int] = field(default_factory=list)
    row: Sequence[int] = ()

    @property
    def players(self) -> Sequence[Sequence[int]]:
        """The players of each side."""
        return self.player1, self.player2

    def double_by(self, player: int) -> int:
        """In how many games the player has played two opponents at once."""
        sides = ((self.player1, 1), (self.player2, 2))
        return sum(one == player and double == side for of, side in sides for one, double in zip(of, self.double))


class GameKind(Enum):
    """What a row of Games is that moves no rating, by the word that a note or a report says."""

    UNRATED = "unrated"
    """Played, but for fun: nothing but the Scoreboard and the attendance knows of it."""
    FORFEIT = "forfeit"
    """Not played; the higher score marks who won."""
    BYE = "bye"
    """One player was there and had no opponent."""


class UnratedGame(NamedTuple):
    """A row of Games that moves no rating. Players are positions in the list of players.

    player2 and the scores are None for a bye, in which player1 sat out. row: position in the table.
    """

    kind: GameKind
    date: date
    player1: int
    score1: Number | None
    player2: int | None
    score2: Number | None
    row: int


@dataclass
class Placings:
    """Columns of placings, in the order of their events. `event` and `player` are positions in their lists."""

    event: list[int] = field(default_factory=list)
    player: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    row: list[int] = field(default_factory=list)

    @property
    def players(self) -> Sequence[Sequence[int]]:
        """Those who were placed: there is one side."""
        return (self.player,)


class Absence(NamedTuple):
    """For how long a player has stayed away: sessions or events of the club missed since the last, and full years."""

    sessions: int
    years: int = 0


@dataclass
class Ledger:
    """What is known of every player as the replay goes on, one entry a player in the order of the players.

    rating: current rating, or what stands in for it until the player has begun; games: rated games so far, those
    before the log included; last_played: date of the last rated game; came_rated: whether the player entered rated.
    """

    rating: list[Number]
    games: list[int]
    last_played: list[date | None]
    came_rated: list[bool]

    @classmethod
    def at_start(cls, players: Sequence[Player], new_rating: Number) -> Ledger:
        """The ledger before the log, by the start columns. new_rating: of a player who comes without one."""
        return Ledger(
            rating=[_first(player.start_rating, player.start_corrected, new_rating) for player in players],
            games=[player.start_games for player in players],
            last_played=[player.start_last_played for player in players],
            came_rated=[player.start_rating is not None for player in players],
        )

    def has_begun(self, player: int) -> bool:
        """Whether the player has a rating: has played, or came with one."""
        return self.games[player] > 0 or self.came_rated[player]

    def faced_rating(self, player: int) -> Number:
        """The rating that an opponent's change would count the player at."""
        return self.rating[player]

    def begun_ratings(self) -> list[Number | None]:
        """The rating of every player who has one, else None."""
        players = zip(self.rating, self.games, self.came_rated)
        return [rating if games > 0 or rated else None for rating, games, rated in players]

    def are_established(self, players: Sequence[int]) -> Sequence[bool]:
        """Whether each of some players, who have begun, is no newcomer: one whose rating a list does not rank yet."""
        return [True] * len(players)

    def has_started_over(self, player: int, since: date) -> bool:
        """Whether the player's rating began again on that date or later, where a system knows such a thing."""
        return False


def _first(*ratings: Number | None) -> Number:
    """The first that is known."""
    return next(rating for rating in ratings if rating is not None)
