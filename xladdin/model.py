"""Define the data of a log: players, games, placings, events, adjustments and rating periods.

Games and placings are stored as columns, one list per property with one entry per row, so that a log of 100,000 games
consists of a few lists, and a rating period is a slice of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import NamedTuple, Self

from xladdin.cells import MAX_NUMBER, int_if_whole
from xladdin.errors import InvalidTypeError, OutOfRangeError
from xladdin.messages import msg

# The names of two questions of an import about the rows of its source.
AFTER_MIDNIGHT, NO_CROSS = "Sent after midnight", "No cross under Active"
# The largest percentage of a game, our own choice: 100 for all points of a game, and as much again for the win boost.
MAX_PERCENT = 200


class Result(NamedTuple):
    """A game of a newcomer: the rating of the opponent [rating points], and the percentage of the points scored."""

    opponent: float
    percent: float


def format_results(results: Sequence[Result]) -> str:
    """Return the text of a cell with a newcomer's games: `1500: 56.4; 1432: 61`.

    A game is the rating of the opponent and the percentage scored, which includes the win boost.
    """
    return "; ".join(
        f"{int_if_whole(opponent_rating)!r}: {int_if_whole(percent)!r}" for opponent_rating, percent in results
    )


def parse_results(text: str) -> tuple[Result, ...]:
    """Parse the text that `format_results` returns.

    Raises:
        InvalidTypeError: The text has another form.
        OutOfRangeError: A rating or percentage is out of range.
    """
    try:
        pairs = [[float(number) for number in game.split(":")] for game in text.split(";")]
        results = tuple(Result(int_if_whole(opponent), int_if_whole(percent)) for opponent, percent in pairs)
    except (ValueError, OverflowError):
        raise InvalidTypeError(
            msg('must be games such as "1500: 56.4; 1432: 61": opponent\'s rating, percentage scored')
        ) from None
    if not all(abs(opponent) <= MAX_NUMBER and abs(percent) <= MAX_PERCENT for opponent, percent in results):
        raise OutOfRangeError(msg("has an impossible rating or percentage"))
    return results


class Player(NamedTuple):
    """A player as entered in the table Players. Ratings are in rating points.

    Attributes:
        name: Name of the player.
        start_rating: Rating before the log, or None.
        start_games: Number of rated games before the log.
        start_last_played: Date of the last game before the log, or None.
        start_missed: Number of sessions missed between that game and the log.
        start_corrected: Initial rating after adjustments, of a player without a game before the log, or None.
        best_before: Highest rating in earlier logs, or None.
        start_assigned: Assigned rating of a newcomer in an earlier log, or None (Lexington).
        start_results: Games of a newcomer in earlier logs (Lexington).
        start_returned: Date on which the player became a newcomer again after a long absence, or None (Lexington).
        nation: Nation, or "".
        group: Group, or "".
        active: Whether the player takes part, as typed in the column Active (SCA).
        left: Whether the player has left the camp. The games stay rated, but lists leave the player out (SCA).
        initial_rating: Initial rating of the player's group, or None (SCA).
    """

    name: str
    start_rating: float | None = None
    start_games: int = 0
    start_last_played: date | None = None
    start_missed: int = 0
    start_corrected: float | None = None
    best_before: float | None = None
    start_assigned: float | None = None
    start_results: tuple[Result, ...] = ()
    start_returned: date | None = None
    nation: str = ""
    group: str = ""
    active: bool = True
    left: bool = False
    initial_rating: float | None = None


class Adjustment(NamedTuple):
    """Points that are added to a rating before the first rating period on or after a date.

    Attributes:
        date: The date.
        player: Position of the player, or None for all players.
        points: Rating points, negative for a reduction.
        row: Row of the table, from 0.
    """

    date: date
    player: int | None
    points: float
    row: int = 0


class Event(NamedTuple):
    """A tournament.

    Attributes:
        name: Name of the event.
        date: Date of the event.
        players: Number of players, even if the log has fewer results.
        rounds: Number of rounds.
        world_championship: Whether it is a World Championship.
        place: Where it took place, or "".
        boards: Number of boards, or None.
    """

    name: str
    date: date
    players: int
    rounds: int
    world_championship: bool = False
    place: str = ""
    boards: int | None = None


class Period(NamedTuple):
    """A rating period: the rows from `start` to before `stop` in the columns of games or placings.

    Whether its rows are rated together or one after another depends on the system. `event` is the name of the event, or
    "" for a session.
    """

    date: date
    start: int
    stop: int
    event: str = ""

    @property
    def title(self) -> str:
        """The name of the event, or the date of the session."""
        return self.event or self.date.isoformat()


@dataclass(eq=False, repr=False)
class Games:
    """The columns of rated games, in the order of their rating periods.

    Attributes:
        date: Date of each game.
        player1: Position of player 1 in the list of players.
        score1: Score of player 1: points in Scrabble, and 1, 0.5 or 0 in chess.
        player2: Position of player 2.
        score2: Score of player 2.
        double: 1 or 2 for the player who plays against two opponents at once, else 0.
        row: Row of the table, from 0.
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
        """The columns of players, one per side."""
        return self.player1, self.player2

    def count_doubles(self, player: int) -> int:
        """Return the number of games that the player has played against two opponents at once."""
        sides = ((self.player1, 1), (self.player2, 2))
        return sum(
            seat == player and double == side for players, side in sides for seat, double in zip(players, self.double)
        )


class RatedGame(NamedTuple):
    """A rated game from the point of view of one player, with the ratings before it.

    Attributes:
        rating: Rating of the player.
        opponent_rating: Rating of the opponent.
        score: Score of the player.
        opponent_score: Score of the opponent.
        is_double: Whether the player plays against two opponents at once.
        basis: Further number on which the change depends: the games played before, or K. It is None without one.
    """

    rating: float
    opponent_rating: float
    score: float
    opponent_score: float
    is_double: bool
    basis: float | None


class GameKind(Enum):
    """The kinds of rows of the table Games without effect on ratings, by the words of notes and reports."""

    UNRATED = "unrated"
    """A game that was played but is not rated. It counts only on the Scoreboard and for attendance."""
    FORFEIT = "forfeit"
    """A game that was not played. The player with the higher score wins."""
    BYE = "bye"
    """A player who was present and had no opponent."""


class UnratedGame(NamedTuple):
    """A row of the table Games without effect on ratings. Players are positions in the list of players.

    In a bye, `player1` sat out, and `player2` and the scores are None. `row` is the row of the table, from 0.
    """

    kind: GameKind
    date: date
    player1: int
    score1: float | None
    player2: int | None
    score2: float | None
    row: int


@dataclass(eq=False, repr=False)
class Placings:
    """The columns of placings, in the order of their events.

    `event` and `player` are positions in their lists, and `row` is the row of the table, from 0.
    """

    event: list[int] = field(default_factory=list)
    player: list[int] = field(default_factory=list)
    place: list[int] = field(default_factory=list)
    row: list[int] = field(default_factory=list)

    @property
    def players(self) -> Sequence[Sequence[int]]:
        """The columns of players, of which placings have only one."""
        return (self.player,)


class Absence(NamedTuple):
    """The number of sessions or events that a player has missed since the last one, and of full years."""

    sessions: int
    years: int = 0


@dataclass(eq=False, repr=False)
class RatingState:
    """The state of a replay. All lists have one entry per player.

    Attributes:
        rating: Current rating, or for a player without one the rating that is used in its place.
        games: Number of rated games, including those before the log.
        last_played: Date of the last rated game, or None.
        entered_rated: Whether the player entered the log with a rating.
    """

    rating: list[float]
    games: list[int]
    last_played: list[date | None]
    entered_rated: list[bool]

    @classmethod
    def at_start(cls, players: Sequence[Player], new_rating: float) -> Self:
        """Return the state before the first period, from the start columns.

        The rating of a player without a start rating is `new_rating`.
        """
        return cls(
            rating=[_first(player.start_rating, player.start_corrected, new_rating) for player in players],
            games=[player.start_games for player in players],
            last_played=[player.start_last_played for player in players],
            entered_rated=[player.start_rating is not None for player in players],
        )

    def has_rating(self, player: int) -> bool:
        """Return whether the player has a rating, from games or from before the log."""
        return self.games[player] > 0 or self.entered_rated[player]

    def has_earned_rating(self, player: int, start_games: int) -> bool:
        """Return whether the rating was typed as a start rating or earned in games of this log.

        `start_games` is the number of games before the log.
        """
        return self.entered_rated[player] or self.games[player] > start_games

    def effective_rating(self, player: int) -> float:
        """Return the rating with which changes of opponents are computed."""
        return self.rating[player]

    def known_ratings(self) -> list[float | None]:
        """Return one rating per player, None for a player without one."""
        players = zip(self.rating, self.games, self.entered_rated)
        return [rating if games > 0 or rated else None for rating, games, rated in players]

    def are_established(self, players: Sequence[int]) -> Sequence[bool]:
        """Return whether the rating of each of these players, who all have one, is established.

        Lists do not rank a newcomer, whose rating is not.
        """
        return [True] * len(players)

    def has_started_over(self, player: int, since: date) -> bool:
        """Return whether the player became a newcomer again on a date or later. By default no player does."""
        return False


def _first(*ratings: float | None) -> float:
    """Return the first rating that is not None."""
    return next(rating for rating in ratings if rating is not None)


# The outcome of each spelling of a result, in capitals and with the signs of `PLAIN_SIGNS`: 1 for a win, 0 for a tie,
# -1 for a loss.
OUTCOMES: dict[object, int] = {
    **dict.fromkeys(("W", "WIN", "1", "1-0", 1), 1),
    **dict.fromkeys(("L", "LOSS", "0", "0-1", 0), -1),
    **dict.fromkeys(("T", "TIE", "D", "DRAW", "0.5", "1/2", "1/2-1/2", "0.5-0.5", 0.5), 0),
}


# The replacements for brackets, dashes and other signs in a result before it is looked up in `OUTCOMES`.
PLAIN_SIGNS = {
    **dict.fromkeys(" ()[]", ""),
    **dict.fromkeys("‐‑‒–—―−﹣－:", "-"),
    ",": ".",
    "½": "1/2",
}


_TO_PLAIN_SIGNS = str.maketrans(PLAIN_SIGNS)


def parse_outcome(result: object) -> int:
    """Return the outcome of a result for its player: 1 for a win, 0 for a tie, -1 for a loss.

    Args:
        result: W, L, T, win, loss, tie, draw, D, 1, 0, 0.5, "1-0", "0-1" or "1/2-1/2", in any case, with or without
            brackets, and with any dash, a colon, a decimal comma or a half sign.

    Raises:
        InvalidTypeError: The result is anything else. It is never read as a draw.
    """
    if isinstance(result, str):
        key: object = "".join(result.upper().split()).translate(_TO_PLAIN_SIGNS)
    else:
        key = None if isinstance(result, bool) else result
    try:
        return OUTCOMES[key]
    except (KeyError, TypeError):
        raise InvalidTypeError(msg("must be W, L or T (or 1-0, 0-1, 1/2-1/2)")) from None
