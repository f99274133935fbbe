"""The kinds of log that a club keeps, and the tables that people type them into.

Games with scores, games with a result, or placings in events: a schema names the columns of its log by role. So nothing
else asks what period a system has or counts its headings.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from xladdin.cells.table import Kind
from xladdin.messages import Message, msg


class Column(NamedTuple):
    """A column of a table. A recalculation writes a `computed` one, and leaves the formula of a `live` one alone."""

    heading: str
    kind: Kind
    computed: bool = False
    live: bool = False


class Table(NamedTuple):
    """An Excel table. Its sheet has the same name, and its headings are below a band, from column A on."""

    name: str
    columns: tuple[Column, ...]


def input_column(heading: str, kind: Kind) -> Column:
    """Return a column to type into."""
    return Column(heading, kind)


def computed_column(heading: str, kind: Kind) -> Column:
    """Return a column that a recalculation writes."""
    return Column(heading, kind, computed=True)


def formula_column(heading: str, kind: Kind) -> Column:
    """Return a column of live formulas."""
    return Column(heading, kind, computed=True, live=True)


NOTE = computed_column("Note", Kind.TEXT)
REMARK = input_column("Remark", Kind.TEXT)
WEB = input_column("Web", Kind.WEB)
START_COLUMNS = (input_column("Start rating", Kind.RATING), input_column("Start games", Kind.COUNT))
CLUB_PLAYERS = Table(
    "Players",
    (
        input_column("Player", Kind.TEXT),
        *START_COLUMNS,
        computed_column("Rating", Kind.RATING),
        computed_column("Games", Kind.COUNT),
        NOTE,
        WEB,
    ),
)
"""The table Players of most systems."""


@dataclass(frozen=True, kw_only=True)
class LogSchema(ABC):
    """A kind of log: the headings of its columns by role. Ratings are those before the row counts."""

    table: ClassVar[str]
    """The log's name in the workbook."""
    counted: ClassVar[str]
    """The heading of the number of games, or events, behind a rating."""
    is_paired: ClassVar[bool]
    """Whether a row is a game of two players. Otherwise it is one player's placing in an event."""
    has_scores: ClassVar[bool] = False
    """Whether people type the scores of both sides, and not the result alone."""
    has_spread: ClassVar[bool] = False
    """Whether two results of the same kind can differ in size: by points scored, or by percentile."""
    counts_points: ClassVar[bool] = False
    """Whether results add up to points (a draw is half of one), instead of a record won, lost and tied."""
    tie_word: ClassVar[Message] = msg("Tied")
    crosstable: ClassVar[Message]
    """What a crosstable of such rows shows."""

    player1: str
    rating1: str
    change1: str
    double: str | None = None
    """The player who plays two opponents at once, if the club has such games."""
    decimal_changes: bool = False
    """Whether a game's change may have decimals."""

    @property
    @abstractmethod
    def tables(self) -> tuple[Table, ...]:
        """The tables for typing such a log."""

    @property
    @abstractmethod
    def results(self) -> tuple[str, ...]:
        """The headings of the results of a row's players: both scores, the one result, or the place."""

    @property
    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """The headings that the log must have."""

    @property
    @abstractmethod
    def rated(self) -> tuple[str, ...]:
        """The headings of all figures that a replay gives for each row, in the order of a system's rule."""

    @property
    def start_count(self) -> str:
        """The heading of the number of games or events that a player comes with."""
        return f"Start {self.counted.lower()}"

    @property
    def players(self) -> tuple[str, ...]:
        """The headings of the players of a row."""
        return (self.player1,)

    @property
    def names(self) -> tuple[str, ...]:
        """The headings of the names in a row: the players, or the event and the player."""
        return self.players

    @property
    def how_rated(self) -> tuple[str, ...]:
        """The headings that say how a game is rated, if not as a plain one."""
        return ()

    @property
    def bases(self) -> tuple[str, ...]:
        """What the changes of a game's players also depend on: the games each had played, or each one's K."""
        return ()

    @property
    def ratings(self) -> tuple[str, ...]:
        """The headings of the ratings before the row."""
        return (self.rating1,)

    @property
    def changes(self) -> tuple[str, ...]:
        """The headings of the changes."""
        return (self.change1,)

    @property
    def spilled(self) -> tuple[str, ...]:
        """The headings of the figures that CLUBCHANGES gives for each row."""
        return (*self.ratings, *self.changes)


@dataclass(frozen=True, kw_only=True)
class GameSchema(LogSchema):
    """Games of two players."""

    table = "Games"
    counted = "Games"
    is_paired = True
    difference: ClassVar[str] = "Difference"
    kind_of_game: ClassVar[str] = "Kind"
    """The column that says that a game is not a plain rated one."""
    player2: str
    rating2: str
    change2: str
    basis: str = ""
    """The heading of `bases`, without the number of the player, if the changes depend on more than the ratings."""

    @property
    def change_kind(self) -> Kind:
        """The kind of the change of a game."""
        return Kind.DECIMAL_CHANGE if self.decimal_changes else Kind.CHANGE

    @property
    def players(self) -> tuple[str, ...]:
        """The headings of both players."""
        return self.player1, self.player2

    @property
    def how_rated(self) -> tuple[str, ...]:
        """The headings of who plays two at once, and of the kind of game."""
        return (*([self.double] if self.double else []), self.kind_of_game)

    @property
    def bases(self) -> tuple[str, ...]:
        """What the change of either player also depends on."""
        return (f"{self.basis} 1", f"{self.basis} 2") if self.basis else ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The date, the players and the results."""
        return ("Date", *self.players, *self.results)

    @property
    def ratings(self) -> tuple[str, ...]:
        """The headings of both ratings."""
        return self.rating1, self.rating2

    @property
    def changes(self) -> tuple[str, ...]:
        """The headings of both changes."""
        return self.change1, self.change2

    @property
    def rated(self) -> tuple[str, ...]:
        """The ratings, the changes, and what these also depend on."""
        return (*self.spilled, *self.bases)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table Games."""
        player1, player2 = (input_column(heading, Kind.PLAYER) for heading in self.players)
        columns = (
            input_column("Date", Kind.DATE),
            *self._typed(player1, player2),
            *([input_column(self.double, Kind.PLAYER)] if self.double else []),
            input_column(self.kind_of_game, Kind.GAME_KIND),
            *(formula_column(heading, self.change_kind) for heading in self.changes),
            NOTE,
            *(computed_column(heading, Kind.RATING) for heading in self.ratings),
            *(computed_column(heading, Kind.COUNT) for heading in self.bases),
            formula_column(self.difference, Kind.SIGNED),
            REMARK,
        )
        return (Table(self.table, columns),)

    @abstractmethod
    def _typed(self, player1: Column, player2: Column) -> tuple[Column, ...]:
        """Return the columns of players and results."""


@dataclass(frozen=True, kw_only=True)
class ScoreSchema(GameSchema):
    """Games of Scrabble: the score of each player."""

    has_scores = True
    has_spread = True
    crosstable = msg("Crosstable: won–lost")

    player1: str = "Player 1"
    player2: str = "Player 2"
    score1: ClassVar[str] = "Score 1"
    score2: ClassVar[str] = "Score 2"
    rating1: str = "Rating 1"
    rating2: str = "Rating 2"
    change1: str = "Change 1"
    change2: str = "Change 2"

    @property
    def results(self) -> tuple[str, ...]:
        """The headings of both scores."""
        return self.score1, self.score2

    def _typed(self, player1: Column, player2: Column) -> tuple[Column, ...]:
        score1, score2 = (input_column(heading, Kind.SCORE) for heading in self.results)
        return player1, score1, player2, score2


@dataclass(frozen=True, kw_only=True)
class ResultSchema(GameSchema):
    """Games of chess: one result from White's side."""

    counts_points = True
    crosstable = msg("Crosstable: points for–against")
    tie_word = msg("Drawn")

    player1: str = "White"
    player2: str = "Black"
    result: ClassVar[str] = "Result"
    rating1: str = "White rating"
    rating2: str = "Black rating"
    change1: str = "White change"
    change2: str = "Black change"

    @property
    def results(self) -> tuple[str, ...]:
        """The heading of the result."""
        return (self.result,)

    def _typed(self, player1: Column, player2: Column) -> tuple[Column, ...]:
        return player1, player2, input_column(self.result, Kind.RESULT)


@dataclass(frozen=True, kw_only=True)
class PlacingSchema(LogSchema):
    """Events of Diplomacy: the place of each player in each."""

    table = "Results"
    counted = "Events"
    is_paired = False
    has_spread = True
    crosstable = msg("Crosstable: finished ahead–behind")

    event: ClassVar[str] = "Event"
    player1: str = "Player"
    place: ClassVar[str] = "Place"
    percentile: ClassVar[str] = "Percentile"
    value: ClassVar[str] = "Value"
    rating1: str = "Rating before"
    change1: str = "Change"
    new_rating: ClassVar[str] = "Rating after"

    @property
    def names(self) -> tuple[str, ...]:
        """The headings of the event and the player."""
        return self.event, self.player1

    @property
    def results(self) -> tuple[str, ...]:
        """The heading of the place."""
        return (self.place,)

    @property
    def keys(self) -> tuple[str, ...]:
        """The event, the player and the place."""
        return self.event, self.player1, self.place

    @property
    def spilled(self) -> tuple[str, ...]:
        """The percentile and the value of the event, the rating and the change."""
        return self.percentile, self.value, self.rating1, self.change1

    @property
    def rated(self) -> tuple[str, ...]:
        """The same, and the rating after the event."""
        return (*self.spilled, self.new_rating)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables Events and Results."""
        events = (
            input_column("Event", Kind.TEXT),
            input_column("Date", Kind.DATE),
            input_column("Players", Kind.COUNT),
            input_column("Rounds", Kind.COUNT),
            input_column("World Championship", Kind.YES),
            input_column("Place", Kind.TEXT),
            input_column("Boards", Kind.COUNT),
            formula_column("Value", Kind.DECIMAL),
            NOTE,
        )
        results = (
            input_column(self.event, Kind.EVENT),
            input_column(self.player1, Kind.PLAYER),
            input_column(self.place, Kind.COUNT),
            formula_column(self.change1, Kind.DECIMAL_CHANGE),
            NOTE,
            formula_column(self.percentile, Kind.DECIMAL),
            computed_column(self.rating1, Kind.DECIMAL),
            computed_column(self.new_rating, Kind.DECIMAL),
            REMARK,
        )
        return Table("Events", events), Table(self.table, results)


SCORES, RESULTS, PLACINGS = ScoreSchema(), ResultSchema(), PlacingSchema()

_HEADINGS = {
    str(heading): heading
    for heading in (
        msg("White"), msg("Black"), msg("Result"), msg("Games"), msg("Events"), msg("Player 1"), msg("Player 2"),
        msg("Change 1"), msg("Change 2"), msg("White change"), msg("Black change"), msg("Player"), msg("Change"),
    )
}  # fmt: skip


def as_heading(column: str) -> Message:
    """Return the heading of a report for a column of a log, whose own heading is not translated."""
    return _HEADINGS[column]
