"""Define the validated log of a club, and the results of earlier logs that it continues.

The module `reading` builds a log from tables of cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise
from operator import add
from typing import NamedTuple, Self

from xladdin.cells import Number
from xladdin.errors import Diagnostic, InvalidRowsError
from xladdin.messages import Message
from xladdin.model import Adjustment, Event, GameKind, Games, Period, Placings, Player, UnratedGame
from xladdin.systems.system import RatingSystem

# The tables with results of earlier logs: one line per season for readers, and the data of records, players and pairs.
SEASONS, FACTS = "PastSeasons", "PastFacts"
SEASON, CHAMPIONS = "Season", "Champions"
SEASON_FIGURES = (
    "Games",
    "Sessions",
    "Average attendance",
    "Games a session",
    "Average score",
    "Different players",
    "Active players",
)
# The kinds of lines of the table PastFacts.
RECORD, PLAYER, BEST, LOWEST, PAIR, MEETING, LAST = "record", "player", "best", "lowest", "pair", "met", "last"
NUMBERS = tuple(map(str, range(1, 10)))
FACT_HEADINGS = ("Kind", "Player", "Opponent", "Date", "What", "Score", "Event", *NUMBERS)


class PastRecord(NamedTuple):
    """A line of the all-time records, like `reports.records.RecordLine`."""

    record: str
    value: Number | None
    player: str
    opponent: str | None
    score: str | None
    date: date | None
    event: str | None


class PastPlayer(NamedTuple):
    """The totals of a player in earlier logs.

    In a system that rates events, `games` and `wins` count events, and `points_for` is the sum of percentiles.
    """

    games: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    points_for: Number = 0
    points_against: Number = 0
    byes: int = 0
    doubles: int = 0
    firsts: int = 0


class PastPair(NamedTuple):
    """The results of a player against an opponent, like `HeadToHead`."""

    wins: int = 0
    losses: int = 0
    ties: int = 0
    spread: Number = 0


class Extreme(NamedTuple):
    """The highest or lowest rating of a player, and the date on which the player first had it."""

    rating: Number
    date: date


@dataclass(eq=False, repr=False)
class Past:
    """The results of earlier logs. Players are positions in the list of players.

    Attributes:
        seasons: Figures of each season by their headings, by the year in which the season began.
        champions: Champions of each season, as a text.
        records: All-time records.
        players: Totals of each player.
        best: Highest rating of each player.
        lowest: Lowest rating of each player.
        pairs: Results of a player against an opponent, by player and then by opponent.
        meetings: Date and players of each game of the last sessions, to avoid repeats in pairings.
        last_session: Date of the last session or event, or None.
    """

    seasons: dict[int, dict[str, Number | None]] = field(default_factory=dict)
    champions: dict[int, str] = field(default_factory=dict)
    records: list[PastRecord] = field(default_factory=list)
    players: dict[int, PastPlayer] = field(default_factory=dict)
    best: dict[int, Extreme] = field(default_factory=dict)
    lowest: dict[int, Extreme] = field(default_factory=dict)
    pairs: dict[int, dict[int, PastPair]] = field(default_factory=dict)
    meetings: list[tuple[date, int, int]] = field(default_factory=list)
    last_session: date | None = None

    def add_pair(self, player: int, opponent: int, results: PastPair) -> None:
        """Add the results of a player against an opponent to those so far."""
        results_by_opponent = self.pairs.setdefault(player, {})
        results_by_opponent[opponent] = PastPair(*map(add, results_by_opponent.get(opponent, PastPair()), results))


@dataclass(eq=False, repr=False)
class GameLog:
    """The log of a club, whose rows have been checked. It has games, or placings if the system rates events.

    Attributes:
        system: Rating system of the club.
        players: Players in the order of their table.
        player_rows: Row of each player in the table, from 0.
        games: Rated games.
        placings: Placings in events.
        periods: Rating periods, as ranges of the rated games or placings.
        adjustments: Adjustments in the order of their table.
        events: Events in the order of their table.
        event_rows: Row of each event in the table, from 0.
        rows: Number of rows of the table of games or placings.
        row_notes: Why a row is not rated, by its number from 0.
        problems: Errors to fix. Only a log without any can be replayed.
        unrated: Games, forfeits and byes without effect on ratings, by date.
        aliases: Other spellings of names, each with the name on Players.
        past: Results of earlier logs.
    """

    system: RatingSystem
    players: Sequence[Player]
    player_rows: Sequence[int]
    games: Games
    placings: Placings
    periods: Sequence[Period]
    adjustments: Sequence[Adjustment]
    events: Sequence[Event]
    event_rows: Sequence[int]
    rows: int
    row_notes: Mapping[int, Message]
    problems: Sequence[Diagnostic]
    unrated: Sequence[UnratedGame] = ()
    aliases: Sequence[tuple[str, str]] = ()
    past: Past = field(default_factory=Past)

    @property
    def rated_entries(self) -> Games | Placings:
        """The games, or the placings if the system rates events."""
        return self.games if self.system.log_schema.is_paired else self.placings

    @property
    def rated_rows(self) -> Sequence[int]:
        """The table row of each rated game or placing."""
        return self.rated_entries.row

    @property
    def rated_players(self) -> set[int]:
        """The players of rated games or placings."""
        if self.system.log_schema.is_paired:
            return {*self.games.player1, *self.games.player2}
        return set(self.placings.player)

    @cached_property
    def period_of_row(self) -> Sequence[int]:
        """The number of the period of each game or placing."""
        return [number for number, period in enumerate(self.periods) for _ in range(period.start, period.stop)]

    @cached_property
    def sessions(self) -> Sequence[date]:
        """The dates of all sessions with a rated or unrated game, or those of all events."""
        if not self.system.log_schema.is_paired:
            return [period.date for period in self.periods]
        unrated = (game.date for game in self.unrated if game.kind is GameKind.UNRATED)
        return sorted({*(period.date for period in self.periods), *unrated})

    @cached_property
    def is_in_date_order(self) -> bool:
        """Whether the periods are in order of date. They may not be in a system that rates games in recorded order."""
        return all(period.date <= later.date for period, later in pairwise(self.periods))

    @cached_property
    def last_unrated_dates(self) -> Mapping[int, date]:
        """The last date on which each player was present without a rated game: with an unrated game, or a bye."""
        last_dates: dict[int, date] = {}
        for game in self.unrated:  # in order of date
            if game.kind is not GameKind.FORFEIT:
                last_dates.update((player, game.date) for player in (game.player1, game.player2) if player is not None)
        return last_dates

    def require_valid(self) -> Self:
        """Return the log itself. Raises InvalidRowsError if it has errors."""
        if self.problems:
            raise InvalidRowsError(self.problems)
        return self
