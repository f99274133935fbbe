"""The field's words as plain data: players, games, placings, events, adjustments, rating periods.

Games and placings are kept as columns, one list for each property with one entry a row. A log of 100,000 games is then
a handful of lists, and a rating period is a slice of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple

from xladdin.cells import LARGEST_NUMBER, int_if_whole
from xladdin.errors import InvalidTypeError, OutOfRangeError
from xladdin.messages import msg

# The names of what an import asks about rows that come in.
AFTER_MIDNIGHT, NO_CROSS = "Sent after midnight", "No cross under Active"
# Our own choice: all points of a game and twice a boost. No game gives more.
LARGEST_PERCENT = 200


class Result(NamedTuple):
    """A newcomer's game: the opponent's rating [rating points] and the share of the points scored [percent]."""

    opponent: float
    percent: float


def format_results(results: Sequence[Result]) -> str:
    """Return a newcomer's games as a cell holds them, `1500: 56.4; 1432: 61`.

    Each has the opponent's rating and the percentage with its boost.
    """
    return "; ".join(
        f"{int_if_whole(opponent_rating)!r}: {int_if_whole(percent)!r}" for opponent_rating, percent in results
    )


def parse_results(text: str) -> tuple[Result, ...]:
    """Read the games that `format_results` wrote. Raises InvalidTypeError or OutOfRangeError for any other text."""
    try:
        pairs = [[float(number) for number in game.split(":")] for game in text.split(";")]
        results = tuple(Result(int_if_whole(opponent), int_if_whole(percent)) for opponent, percent in pairs)
    except (ValueError, OverflowError):
        raise InvalidTypeError(
            msg('must be games such as "1500: 56.4; 1432: 61": opponent\'s rating, percentage scored')
        ) from None
    if not all(abs(opponent) <= LARGEST_NUMBER and abs(percent) <= LARGEST_PERCENT for opponent, percent in results):
        raise OutOfRangeError(msg("has an impossible rating or percentage"))
    return results


class Player(NamedTuple):
    """A player as the director enters one. Ratings are in rating points. Blank start columns are None and 0."""

    name: str
    start_rating: float | None = None
    start_games: int = 0
    start_last_played: date | None = None
    start_missed: int = 0
    """How many sessions of the club the player has missed since the last game, when the log begins."""
    start_corrected: float | None = None
    """The rating that corrections have given a new player who has not begun when the log begins."""
    best_before: float | None = None
    """The best rating of the player in earlier logs."""
    start_assigned: float | None = None
    start_results: tuple[Result, ...] = ()
    start_returned: date | None = None
    """A newcomer's assigned rating, the games counted by the log before, and the date of starting over (Lexington)."""
    nation: str = ""
    group: str = ""
    active: bool = True
    left: bool = False
    """The player was at camp and has gone. The games stay rated, but the lists leave the player out (SCA)."""
    initial_rating: float | None = None
    """The rating that the player's group starts the week with (SCA)."""


class Adjustment(NamedTuple):
    """Points given to one player, or to everybody, before the first rating period on or after a date.

    `row` is the position in the table.
    """

    date: date
    player: int | None
    points: float
    row: int = 0


class Event(NamedTuple):
    """A tournament. `players` is the number of players in it, even if fewer results are kept."""

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
        """The event's name. A session has its date for a name."""
        return self.event or self.date.isoformat()


@dataclass
class Games:
    """Columns of rated games, in the order of their rating periods.

    Players are positions in the list of players. Scores are points in Scrabble and 1, 0.5 or 0 in chess.
    `double` is 1 or 2 for the player who plays two opponents at once, else 0. `row` is the position in the table.
    """

    date: list[date] = field(default_factory=list)
    player1: list[int] = field(default_factory=list)
    score1: list[float] = field(default_factory=list)
    player2: list[int] = field(default_factory=list)
    score2: list[float] = field(default_factory=list)
    double: list[int] = field(default_factory=list)
    row: Sequence[int] = ()

    @property
    def players(self) -> Sequence[Sequence[int]]:
        """The players of each side."""
        return self.player1, self.player2

    def count_doubles(self, player: int) -> int:
        """Return how many games the player has played against two opponents at once."""
        sides = ((self.player1, 1), (self.player2, 2))
        return sum(
            seat == player and double == side for players, side in sides for seat, double in zip(players, self.double)
        )


class RatedGame(NamedTuple):
    """A rated game from one player's side, with the ratings before it.

    `is_double` says whether the player plays two opponents at once. `basis` is what the change also depends on, as the
    log keeps it: the games that the player had played, or the K.
    """

    rating: float
    opponent_rating: float
    score: float
    opponent_score: float
    is_double: bool
    basis: float | None


class GameKind(Enum):
    """The kinds of rows of Games that move no rating, each with the word that notes and reports use."""

    UNRATED = "unrated"
    """The game was played, but for fun. Only the Scoreboard and the attendance count it."""
    FORFEIT = "forfeit"
    """The game was not played. The higher score marks the winner."""
    BYE = "bye"
    """One player was there and had no opponent."""


class UnratedGame(NamedTuple):
    """A row of Games that moves no rating. Players are positions in the list of players.

    In a bye player1 sat out, and player2 and the scores are None. `row` is the position in the table.
    """

    kind: GameKind
    date: date
    player1: int
    score1: float | None
    player2: int | None
    score2: float | None
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
        """The players who were placed. There is only one side."""
        return (self.player,)


class Absence(NamedTuple):
    """How long a player has stayed away: sessions or events of the club missed since the last, and full years."""

    sessions: int
    years: int = 0


@dataclass
class RatingState:
    """What is known of every player as the replay goes on, one entry a player in the order of the players.

    `rating` is the current rating, or what is used before the first. `games` counts rated games, even from before the
    log. `last_played` is the date of the last one. `entered_rated` says whether the player entered with a rating.
    """

    rating: list[float]
    games: list[int]
    last_played: list[date | None]
    entered_rated: list[bool]

    @classmethod
    def at_start(cls, players: Sequence[Player], new_rating: float) -> RatingState:
        """Return the state before the log, from the start columns.

        A player who comes without a rating gets `new_rating`.
        """
        return RatingState(
            rating=[_first(player.start_rating, player.start_corrected, new_rating) for player in players],
            games=[player.start_games for player in players],
            last_played=[player.start_last_played for player in players],
            entered_rated=[player.start_rating is not None for player in players],
        )

    def has_rating(self, player: int) -> bool:
        """Return whether the player has a rating: from games, or from the start."""
        return self.games[player] > 0 or self.entered_rated[player]

    def has_earned_rating(self, player: int, start_games: int) -> bool:
        """Return whether the rating was typed or comes from games of the log.

        `start_games` are those before the log.
        """
        return self.entered_rated[player] or self.games[player] > start_games

    def effective_rating(self, player: int) -> float:
        """Return the rating that counts for the player's opponent."""
        return self.rating[player]

    def known_ratings(self) -> list[float | None]:
        """Return the rating of every player who has one, else None."""
        players = zip(self.rating, self.games, self.entered_rated)
        return [rating if games > 0 or rated else None for rating, games, rated in players]

    def are_established(self, players: Sequence[int]) -> Sequence[bool]:
        """Return whether each of these players, who have all begun, is not a newcomer.

        Lists do not rank a newcomer yet.
        """
        return [True] * len(players)

    def has_started_over(self, player: int, since: date) -> bool:
        """Return whether the player's rating began again on that date or later, if the system has such a rule."""
        return False


def _first(*ratings: float | None) -> float:
    """Return the first rating that is known."""
    return next(rating for rating in ratings if rating is not None)


# 1 for a win, 0 for a tie, -1 for a loss, for every way to write it, in capitals and plain signs.
OUTCOMES: dict[object, int] = {
    **dict.fromkeys(("W", "WIN", "1", "1-0", 1), 1),
    **dict.fromkeys(("L", "LOSS", "0", "0-1", 0), -1),
    **dict.fromkeys(("T", "TIE", "D", "DRAW", "0.5", "1/2", "1/2-1/2", "0.5-0.5", 0.5), 0),
}


# The signs that a result may be written with, and what stands for each in `OUTCOMES`.
PLAIN_SIGNS = {
    **dict.fromkeys(" ()[]", ""),
    **dict.fromkeys("‐‑‒–—―−﹣－:", "-"),
    ",": ".",
    "½": "1/2",
}


_TO_PLAIN_SIGNS = str.maketrans(PLAIN_SIGNS)


def parse_outcome(result: object) -> int:
    """Return 1 for a win, 0 for a tie, -1 for a loss, from the side of the player of the row.

    `result` is W, L, T, win, loss, tie, draw, D, 1, 0, 0.5, "1-0", "0-1", "1/2-1/2", in any case, with or without
    brackets, with any dash, a colon, a decimal comma or a half sign. Raises InvalidTypeError for anything else: a
    typing error is not a draw.
    """
    if isinstance(result, str):
        key: object = "".join(result.upper().split()).translate(_TO_PLAIN_SIGNS)
    else:
        key = None if isinstance(result, bool) else result
    try:
        return OUTCOMES[key]
    except (KeyError, TypeError):
        raise InvalidTypeError(msg("must be W, L or T (or 1-0, 0-1, 1/2-1/2)")) from None
