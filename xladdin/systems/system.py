"""Describe what every rating system has: its log, its settings and tables as data, and a pure rule."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from xladdin.cells import LARGEST_NUMBER, Kind, Number, sign
from xladdin.errors import OutOfRangeError
from xladdin.messages import BLANK, Message, msg
from xladdin.model import Absence, Adjustment, Event, Games, Period, Player, RatedGame, RatingState


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


def players_table(*columns: Column) -> Table:
    """Return the table Players with the columns of a system between the name and those that all systems end with."""
    return Table("Players", (input_column("Player", Kind.TEXT), *columns, NOTE, WEB))


CLUB_COLUMNS = (*START_COLUMNS, computed_column("Rating", Kind.RATING), computed_column("Games", Kind.COUNT))
# The table Players of most systems.
CLUB_PLAYERS = players_table(*CLUB_COLUMNS)


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


@dataclass(frozen=True)
class BandTable:
    """A printed table of bands. Each row begins with the key from which it holds, ascending from the first row.

    `columns` are the headings, the first of them for the key. `rows` has one tuple of numbers for each band. `remarks`
    says for each row which words of the source fix it, or is empty.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.rows:
            raise OutOfRangeError(msg("a table needs at least one row"))
        if any(later <= earlier for earlier, later in zip(self.starts, self.starts[1:])):
            raise OutOfRangeError(msg('the column "{columns}" must be in ascending order', columns=self.columns[0]))

    @cached_property
    def starts(self) -> tuple[Number, ...]:
        """The key from which each band holds."""
        return tuple(row[0] for row in self.rows)

    def column(self, heading: str) -> tuple[Number, ...]:
        """Return all values below one heading."""
        position = self.columns.index(heading)
        return tuple(row[position] for row in self.rows)

    def band(self, key: Number) -> int:
        """Return the number of the last row whose `from` is at most the key, counted from 0.

        It is 0 for a lower key.
        """
        return max(bisect_right(self.starts, key) - 1, 0)

    def at(self, key: Number, heading: str) -> Number:
        """Return the value of the heading in the key's band."""
        return self.rows[self.band(key)][self.columns.index(heading)]


AnyState = TypeVar("AnyState", bound=RatingState)
AnyRows = TypeVar("AnyRows")

# Rates one period. It updates the state, and returns a column for each of the log's `rated` headings, by row.
RatePeriod = Callable[[Period], tuple[Sequence[Number | None], ...]]

# A list prints this instead of a rating that is based on too few games.
UNRATED = "UNR"


# The sources of settings of absence.
NEVER, UNRANKED = msg("Club's choice; 0: never"), msg("Club's choice: unranked; 0: never")
YES, NO = YES_OR_NO = ("Yes", "No")
# The ways to type yes and no into a cell.
YES_WORDS, NO_WORDS = {"yes", "y", "true", "1", "x"}, {"no", "n", "false", "0", ""}


def setting(
    default: Number | str,
    label: str,
    source: str,
    *,
    least: Number = 0,
    most: Number = LARGEST_NUMBER,
    choices: tuple[str, ...] = (),
    later: bool = False,
) -> Any:
    """Return a field that is one labelled cell on the Rules sheet. `source` has the words of the source behind it.

    A club may set a number from `least` to `most`, a whole one if the field is an int. `choices` are the words for a
    text. With `later`, a workbook may lack the cell, and then the default counts.
    """
    limits = {"least": least, "most": most, "choices": choices, "later": later}
    return dataclasses.field(default=default, metadata={"label": label, "source": source, **limits})


def is_whole(setting: dataclasses.Field[Any]) -> bool:
    """Return whether a club may set whole numbers alone."""
    return setting.type in (int, "int")


def reached(count: int, limit: int) -> bool:
    """Return whether a count has come to a limit. A limit of 0 means never."""
    return 0 < limit <= count


def table(default: BandTable, label: str, source: str, *, least: Number = -LARGEST_NUMBER) -> Any:
    """Return a field that is a table on the Rules sheet. `least` is the lowest value beside the start of a band."""
    return dataclasses.field(default=default, metadata={"label": label, "source": source, "least": least})


class SystemFacts:
    """What a rating system is called, which log it keeps, and what of it a workbook shows."""

    key: ClassVar[str]
    title: ClassVar[str]
    period: ClassVar[str]
    """What is rated together: session, game or event."""
    source: ClassVar[str]
    """The document with the club's rule."""
    change_function: ClassVar[str]
    """The worksheet function of one change, whose arguments `explain` takes, or blank if all rules are the club's."""
    log_schema: ClassVar[LogSchema] = SCORES
    """The kind of the rows of its log."""
    top_rating: ClassVar[Number | None] = None
    """The rating that the club's page expects of its best player, if it names one."""
    rating_decimals: ClassVar[int] = 0
    """A rating is shown with this many decimals."""
    in_recorded_order: ClassVar[bool] = False
    """True if games count in the order of the table, not of their dates."""
    adjustable: ClassVar[bool] = True
    """True if the workbook has a table of adjustments."""
    changes_mirror: ClassVar[bool] = False
    """True if the loser of a game loses what the winner gains."""
    start_games_count: ClassVar[bool] = False
    """True if the games that a player comes with decide how the rating moves."""
    start_column: ClassVar[str] = "Start rating"
    """The heading of the rating that a player comes with."""
    key_groups: ClassVar[bool] = False
    """True if each player belongs to a group with an initial rating."""
    has_par: ClassVar[bool] = False
    """True if every game has a par. The club prints cards of par scores, and a weekly sheet."""
    presets: ClassVar[tuple[str, ...]] = ()
    """The clubs whose rules a club may begin with, the usual one first. It is empty if there is only one set."""
    logs: ClassVar[tuple[str, ...]] = ()
    """The words for the kinds of log that it may keep, the usual one first. It is empty if there is only one kind."""
    spare_rows: ClassVar[int] = 0
    """The number of blank rows below each of its tables on Rules, for more bands."""
    paper: ClassVar[str] = "Letter"
    """The paper of the club's printed sheets: Letter or A4."""

    def __post_init__(self) -> None:
        """Raise TypeError with the name of a part that the system lacks."""
        parts = ("key", "title", "period", "source", "change_function")
        missing = [part for part in parts if not hasattr(self, part)]
        if missing:
            raise TypeError(f"the rating system {type(self).__name__} does not say its {' and '.join(missing)}")


class Explanation(SystemFacts, ABC):
    """How a system tells its rule and its changes in words."""

    source_text: ClassVar[tuple[str, ...]] = ()
    """Paragraphs of the source that say the rule, for the club's members to read. […] shows what was left out."""
    describes_sessions: ClassVar[bool] = False
    """True if the list may take another change than the plain sum of a session."""

    @property
    def author(self) -> str:
        """The author of `source_text`. It is blank if the club itself wrote them."""
        return self.title

    @property
    def explained_as(self) -> str:
        """The worksheet function whose arguments `explain` takes."""
        return self.change_function

    def session_legend(self) -> Sequence[Message]:
        """Return how the list uses a session's changes, if it does more than add them."""
        return ()

    def describe_session(self, rating: Number, games: int, plain_sum: Number) -> Message:
        """Return how the plain sum of a session became the change of the list, or nothing if they are equal.

        `rating` and `games` are those at the start of the session.
        """
        return BLANK

    def describe_game(self, game: RatedGame) -> Message:
        """Return the arithmetic of a game's change in words, from the player's side."""
        if not self.log_schema.has_scores:
            return self.explain(game.rating, game.opponent_rating, game.score)
        extra = [game.is_double] if self.log_schema.double else [] if game.basis is None else [game.basis]
        return self.explain(game.rating, game.opponent_rating, game.score, game.opponent_score, *extra)

    @abstractmethod
    def explain(self, *arguments: Any) -> Message:
        """Return the arithmetic of the system's CHANGE function in words, for the same arguments."""


@dataclasses.dataclass(frozen=True)
class ListPolicy(Generic[AnyState]):
    """Whom the lists of a club name and rank, how they print a rating, and what a season counts."""

    tie_counts_as_win: ClassVar[bool] = False
    """True if a tie counts as a win in both players' records."""
    mark_beside_rating: ClassVar[bool] = False
    """True if lists print the mark just before the rating and /A just after it."""
    has_list_marks: ClassVar[bool] = False
    """True if a list marks players by a letter of the system's own."""
    season_month: int = setting(
        1, msg("Season's first month"), msg("Club's choice: the calendar year"), least=1, most=12
    )
    absent_sessions: int = setting(0, msg("Absent (/A) from missed sessions"), UNRANKED, later=True)
    dropped_sessions: int = setting(0, msg("Not listed after missed sessions"), NEVER, later=True)
    dropped_games: int = setting(0, msg("Not listed when absent with fewer games than"), NEVER, later=True)

    @property
    def counts_byes_as_wins(self) -> bool:
        """Whether a player who sits out wins."""
        return False

    def is_unranked(self, state: AnyState, player: int, absence: Absence) -> bool:
        """Return whether a list leaves the player out of the ranking: without a rated game, or absent."""
        return not state.games[player] or self.is_absent(absence)

    def is_listed(self, state: AnyState, player: int, absence: Absence) -> bool:
        """Return whether the lists for the wall name the player. Long absence ends that, sooner after a few games."""
        few_games = state.games[player] < self.dropped_games
        return not reached(absence.sessions, self.dropped_sessions) and not (few_games and self.is_absent(absence))

    def is_absent(self, absence: Absence) -> bool:
        """Return whether a list marks the player as absent."""
        return reached(absence.sessions, self.absent_sessions)

    def list_mark(self, state: AnyState, player: int) -> str:
        """Return a letter beside the rating, explained at the foot of the list, or nothing."""
        return ""

    def legend(self) -> dict[str, Message]:
        """Return the meaning of each mark of a list. "/" is a rating with the number of games behind it."""
        words = msg("{mark}: absent for {sessions} sessions or more, not ranked.")
        if self.absent_sessions == 1:
            words = msg("{mark}: absent from the last session, not ranked.")
        return {"/A": words.with_values(mark="/A", sessions=self.absent_sessions)}

    def printed_rating(self, state: AnyState, player: int) -> Number | str:
        """Return the rating as a list prints it. It is a text if the player has none yet."""
        return state.rating[player]

    def season_points(self, *record: int) -> Number:
        """Return the club championship points of a season's record, if there is a championship. See `PlayerTotals`."""
        return 0


class RatingRule(ABC, Generic[AnyState, AnyRows]):
    """How ratings begin, move and go on in a new log."""

    @abstractmethod
    def initial_state(self, players: Sequence[Player]) -> AnyState:
        """Return the state as it is before the first period."""

    @abstractmethod
    def make_period_rater(self, state: AnyState, games: AnyRows, events: Sequence[Event]) -> RatePeriod:
        """Return the rule on one log: a function that rates one period after another."""

    def adjust(self, state: AnyState, adjustment: Adjustment) -> None:
        """Give the points of an adjustment to its player, or to everybody who has played or came with a rating."""
        if adjustment.player is not None:
            chosen: Sequence[int] = [adjustment.player]
        else:
            chosen = [player for player in range(len(state.rating)) if state.has_rating(player)]
        for player in chosen:
            state.rating[player] = self.limited(state.rating[player] + adjustment.points)

    def limited(self, rating: Number) -> Number:
        """Return the rating, but not below the system's floor, if it has one."""
        return rating

    @property
    def adjusts_when_due(self) -> bool:
        """Whether an adjustment dated after the last session changes the list at once, when its date has come."""
        return False

    def par_game(self, rating1: Number | None, rating2: Number | None, score1: Number, score2: Number) -> str | None:
        """Return the scores that would leave the ratings as they are, "399–332", or None if the system has no par."""
        return None

    def setting_errors(self) -> Mapping[str, Message]:
        """Return what is wrong with settings that are right one by one, by the name of the one to change."""
        return {}

    def player_error(self, player: Player) -> Message | None:
        """Return what is wrong with a player's start columns, or None."""
        return None

    def player_columns(self, state: AnyState) -> Mapping[str, Sequence[object]]:
        """Return the computed columns of the Players table by heading, one entry a player."""
        return {"Rating": state.rating, "Games": state.games}

    def export_start_columns(self, state: AnyState, players: Sequence[Player]) -> Mapping[str, Sequence[object]]:
        """Return the start columns with which a new log goes on after this one, by heading, one entry a player.

        A player who has not begun comes without a rating again. Any correction of it is carried beside, so that a boost
        of everybody passes the player over as before.
        """
        rated = [state.has_rating(player) for player in range(len(players))]
        unchanged = self.initial_state([player._replace(start_corrected=None) for player in players]).rating
        lines = list(zip(state.rating, unchanged, rated))
        return {
            "Start rating": [rating if has_rating else None for rating, _, has_rating in lines],
            "Start games": [games if games or has_rating else None for games, has_rating in zip(state.games, rated)],
            "Start last played": state.last_played,
            "Start corrected": [
                None if has_rating or rating == first else rating for rating, first, has_rating in lines
            ],
        }

    def event_columns(self, events: Sequence[Event]) -> Mapping[str, Sequence[object]]:
        """Return the computed columns of the Events table by heading, one entry an event."""
        return {}


class BaseSystem(RatingRule[AnyState, AnyRows], ListPolicy[AnyState], Explanation):
    """One club's rating system, over its own rating state and the rows of its log, `Games` or `Placings`.

    The fields are its settings and tables.
    """

    def __getstate__(self) -> dict[str, object]:
        """Pickle the fields alone: what is cached beside them has functions that no other process can read."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def with_log(self, by: str) -> BaseSystem[AnyState, AnyRows]:
        """Return the system with a log of another kind, by its word.

        Raises OutOfRangeError if there is no such kind.
        """
        if by:
            raise OutOfRangeError(
                msg("log {by}: {title} has only one kind of log; leave it out", by=by, title=self.title)
            )
        return self

    def like(self, preset: str) -> BaseSystem[AnyState, AnyRows]:
        """Return the system with the rules of a club, by their word.

        Raises OutOfRangeError if there are no such rules.
        """
        if preset:
            raise OutOfRangeError(
                msg("like {preset}: {title} has only one set of rules; leave it out", preset=preset, title=self.title)
            )
        return self

    @property
    def printed(self) -> BaseSystem[AnyState, AnyRows]:
        """The system with the printed rules. The sheet Rules shows the club's own beside them."""
        return type(self)()


# Any of the systems.
RatingSystem: TypeAlias = BaseSystem[Any, Any]


# The times at which an adjustment dated after the last session may take effect.
WITH_NEXT_SESSION, WHEN_DUE = "with the next session", "when due"


@dataclass(frozen=True)
class GameSystem(BaseSystem[AnyState, Games]):
    """A system that rates games of two players. One of them may have sat out."""

    bye_counts_as_win: str = setting(
        "No", msg("A bye counts as a win"), msg("Club's choice: in won–lost"), choices=YES_OR_NO, later=True
    )

    @property
    def counts_byes_as_wins(self) -> bool:
        """Whether the club has set it so."""
        return self.bye_counts_as_win == YES


@dataclass(frozen=True)
class ClubSystem(GameSystem[AnyState]):
    """A system for a club that has seasons and adjusts ratings by hand."""

    adjustments_take_effect: str = setting(
        WITH_NEXT_SESSION,
        msg("Adjustments take effect"),
        msg('Club\'s choice: "when due" changes the list at once'),
        choices=(WITH_NEXT_SESSION, WHEN_DUE),
        later=True,
    )

    @property
    def adjusts_when_due(self) -> bool:
        """Whether the club has set it so."""
        return self.adjustments_take_effect == WHEN_DUE

    active_games: int = setting(
        20, msg("Active player from games of a season"), msg('Season reports: "20 games or more"'), least=1, later=True
    )


# What a player does, by the signs of the ratings difference and of the result.
_SCRABBLE: Mapping[tuple[int, int], Message] = {
    (1, 1): msg("favourite by {difference:g} wins"),
    (1, 0): msg("favourite by {difference:g} ties"),
    (1, -1): msg("favourite by {difference:g} loses"),
    (0, 1): msg("level wins"),
    (0, 0): msg("level ties"),
    (0, -1): msg("level loses"),
    (-1, 1): msg("underdog by {difference:g} wins"),
    (-1, 0): msg("underdog by {difference:g} ties"),
    (-1, -1): msg("underdog by {difference:g} loses"),
}
_CHESS: Mapping[tuple[int, int], Message] = {
    **_SCRABBLE,
    (1, 0): msg("favourite by {difference:g} draws"),
    (0, 0): msg("level draws"),
    (-1, 0): msg("underdog by {difference:g} draws"),
}


def describe_result(difference: Number, result: int, *, is_chess: bool = False) -> Message:
    """Return the result of a game in words: "favourite by 227 wins".

    Args:
        difference: The player's rating minus the opponent's.
        result: 1 for a win, 0 for a tie, -1 for a loss.
        is_chess: A tie is a draw.
    """
    words = (_CHESS if is_chess else _SCRABBLE)[sign(difference), result]
    return words.with_values(difference=abs(difference)) if difference else words


def with_change(words: Message, change: Number | Message) -> Message:
    """Return the arithmetic of a change with the change at its end."""
    if isinstance(change, Message):
        return msg("{words}; change {change}", words=words, change=change)
    return msg("{words}; change {change:g}", words=words, change=change)


def without_change(words: str) -> Message:
    """Return the arithmetic of a change without its end, for places that show the change next to it."""
    message = words if isinstance(words, Message) else Message(words)
    before = message.values.get("words")
    return before if "change" in message.values and isinstance(before, Message) else message
