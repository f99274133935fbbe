"""Define the base classes of rating systems: the columns of logs, settings and tables as data, and the rating rule."""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from xladdin.cells import MAX_NUMBER, ColumnType, Number, sign
from xladdin.errors import OutOfRangeError
from xladdin.messages import BLANK, Message, msg
from xladdin.model import Absence, Adjustment, Event, Games, Period, Player, RatedGame, RatingState


class Column(NamedTuple):
    """A column of a table.

    Attributes:
        heading: Heading of the column.
        kind: Kind of the content.
        is_computed: Whether a recalculation writes the column.
        is_live: Whether the column contains formulas, which a recalculation preserves.
    """

    heading: str
    kind: ColumnType
    is_computed: bool = False
    is_live: bool = False


class Table(NamedTuple):
    """An Excel table. It begins in column A of the sheet of the same name, below a title."""

    name: str
    columns: tuple[Column, ...]


def input_column(heading: str, kind: ColumnType) -> Column:
    """Return a column for input."""
    return Column(heading, kind)


def computed_column(heading: str, kind: ColumnType) -> Column:
    """Return a column that a recalculation writes."""
    return Column(heading, kind, is_computed=True)


def formula_column(heading: str, kind: ColumnType) -> Column:
    """Return a column of live formulas."""
    return Column(heading, kind, is_computed=True, is_live=True)


NOTE = computed_column("Note", ColumnType.TEXT)
REMARK = input_column("Remark", ColumnType.TEXT)
WEB = input_column("Web", ColumnType.WEB)
START_COLUMNS = (input_column("Start rating", ColumnType.RATING), input_column("Start games", ColumnType.COUNT))


def players_table(*columns: Column) -> Table:
    """Return the table Players, in which the columns of a system follow the name and precede Note and Web."""
    return Table("Players", (input_column("Player", ColumnType.TEXT), *columns, NOTE, WEB))


CLUB_COLUMNS = (
    *START_COLUMNS,
    computed_column("Rating", ColumnType.RATING),
    computed_column("Games", ColumnType.COUNT),
)
# The table Players of most systems.
CLUB_PLAYERS = players_table(*CLUB_COLUMNS)


class LogSchema(ABC):
    """The columns of a log, by role. `rating1` and further ratings are those before the game or event of the row."""

    table: ClassVar[str]
    """The name of the log's table in the workbook."""
    count_heading: ClassVar[str]
    """The heading of the number of games, or events, on which a rating is based."""
    is_paired: ClassVar[bool]
    """Whether a row is a game of two players. Otherwise it is one player's placing in an event."""
    has_scores: ClassVar[bool] = False
    """Whether the scores of both sides are typed, instead of one result."""
    has_spread: ClassVar[bool] = False
    """Whether wins differ in size, by points scored or by percentile."""
    counts_points: ClassVar[bool] = False
    """Whether results are summed as points (a draw is half a point), instead of a record of won, lost and tied."""
    tie_word: ClassVar[Message] = msg("Tied")
    crosstable_title: ClassVar[Message]
    """The title of a crosstable."""

    player1: ClassVar[str]
    rating1: ClassVar[str]
    change1: ClassVar[str]
    double: str | None = None
    """The heading of the player who plays two opponents at once, in a club with such games."""
    decimal_changes: bool = False
    """Whether a game's change may have decimals."""

    @property
    @abstractmethod
    def tables(self) -> tuple[Table, ...]:
        """The tables of the log in the workbook."""

    @property
    @abstractmethod
    def results(self) -> tuple[str, ...]:
        """The headings of the result of a row: both scores, the result, or the place."""

    @property
    @abstractmethod
    def required_headings(self) -> tuple[str, ...]:
        """The headings that the log must have."""

    @property
    @abstractmethod
    def computed_headings(self) -> tuple[str, ...]:
        """The headings of all figures that a replay computes for a row, in the order in which a rule returns them."""

    @property
    def start_count(self) -> str:
        """The heading of the number of games or events of a player before the log."""
        return f"Start {self.count_heading.lower()}"

    @property
    def players(self) -> tuple[str, ...]:
        """The headings of the players of a row."""
        return (self.player1,)

    @property
    def names(self) -> tuple[str, ...]:
        """The headings of the names in a row: the players, or the event and the player."""
        return self.players

    @property
    def modifier_headings(self) -> tuple[str, ...]:
        """The headings of columns that change how a game is rated."""
        return ()

    @property
    def bases(self) -> tuple[str, ...]:
        """The headings of further figures on which the changes of a row depend: the games or the K of each player."""
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
    def spilled_headings(self) -> tuple[str, ...]:
        """The headings of the figures that CLUBCHANGES gives for each row."""
        return (*self.ratings, *self.changes)


class GameSchema(LogSchema):
    """Games of two players."""

    table = "Games"
    count_heading = "Games"
    is_paired = True
    difference = "Difference"
    kind_of_game = "Kind"
    """The heading of the kind of a game, which is blank for an ordinary rated game."""
    player2: ClassVar[str]
    rating2: ClassVar[str]
    change2: ClassVar[str]
    basis: str = ""
    """The headings of `bases` without the number of the player, or "" if the changes depend on ratings alone."""

    def __init__(self, *, double: str | None = None, basis: str = "", decimal_changes: bool = False) -> None:
        self.double, self.basis, self.decimal_changes = double, basis, decimal_changes

    @property
    def change_kind(self) -> ColumnType:
        """The kind of the change of a game."""
        return ColumnType.DECIMAL_CHANGE if self.decimal_changes else ColumnType.CHANGE

    @property
    def players(self) -> tuple[str, ...]:
        """The headings of both players."""
        return self.player1, self.player2

    @property
    def modifier_headings(self) -> tuple[str, ...]:
        """The headings of the player who plays two opponents at once, and of the kind of game."""
        return (*([self.double] if self.double else []), self.kind_of_game)

    @property
    def bases(self) -> tuple[str, ...]:
        """The headings of the further figure of each player on which the change depends."""
        return (f"{self.basis} 1", f"{self.basis} 2") if self.basis else ()

    @property
    def required_headings(self) -> tuple[str, ...]:
        """The headings of the date, the players and the results."""
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
    def computed_headings(self) -> tuple[str, ...]:
        """The headings of the ratings, the changes, and the further figures on which the changes depend."""
        return (*self.spilled_headings, *self.bases)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The table Games."""
        player1, player2 = (input_column(heading, ColumnType.PLAYER) for heading in self.players)
        columns = (
            input_column("Date", ColumnType.DATE),
            *self._input_columns(player1, player2),
            *([input_column(self.double, ColumnType.PLAYER)] if self.double else []),
            input_column(self.kind_of_game, ColumnType.GAME_KIND),
            *(formula_column(heading, self.change_kind) for heading in self.changes),
            NOTE,
            *(computed_column(heading, ColumnType.RATING) for heading in self.ratings),
            *(computed_column(heading, ColumnType.COUNT) for heading in self.bases),
            formula_column(self.difference, ColumnType.SIGNED),
            REMARK,
        )
        return (Table(self.table, columns),)

    @abstractmethod
    def _input_columns(self, player1: Column, player2: Column) -> tuple[Column, ...]:
        """Return the columns of players and results."""


class ScoreSchema(GameSchema):
    """The columns of games of Scrabble, which have a score for each player."""

    has_scores = True
    has_spread = True
    crosstable_title = msg("Crosstable: won–lost")

    player1 = "Player 1"
    player2 = "Player 2"
    score1 = "Score 1"
    score2 = "Score 2"
    rating1 = "Rating 1"
    rating2 = "Rating 2"
    change1 = "Change 1"
    change2 = "Change 2"

    @property
    def results(self) -> tuple[str, ...]:
        """The headings of both scores."""
        return self.score1, self.score2

    def _input_columns(self, player1: Column, player2: Column) -> tuple[Column, ...]:
        score1, score2 = (input_column(heading, ColumnType.SCORE) for heading in self.results)
        return player1, score1, player2, score2


class ResultSchema(GameSchema):
    """The columns of games of chess, which have one result from White's point of view."""

    counts_points = True
    crosstable_title = msg("Crosstable: points for–against")
    tie_word = msg("Drawn")

    player1 = "White"
    player2 = "Black"
    result = "Result"
    rating1 = "White rating"
    rating2 = "Black rating"
    change1 = "White change"
    change2 = "Black change"

    @property
    def results(self) -> tuple[str, ...]:
        """The heading of the result."""
        return (self.result,)

    def _input_columns(self, player1: Column, player2: Column) -> tuple[Column, ...]:
        return player1, player2, input_column(self.result, ColumnType.RESULT)


class PlacingSchema(LogSchema):
    """The columns of tournaments of Diplomacy, with the place of each player."""

    table = "Results"
    count_heading = "Events"
    is_paired = False
    has_spread = True
    crosstable_title = msg("Crosstable: finished ahead–behind")

    event = "Event"
    player1 = "Player"
    place = "Place"
    percentile = "Percentile"
    value = "Value"
    rating1 = "Rating before"
    change1 = "Change"
    new_rating = "Rating after"

    @property
    def names(self) -> tuple[str, ...]:
        """The headings of the event and the player."""
        return self.event, self.player1

    @property
    def results(self) -> tuple[str, ...]:
        """The heading of the place."""
        return (self.place,)

    @property
    def required_headings(self) -> tuple[str, ...]:
        """The headings of the event, the player and the place."""
        return self.event, self.player1, self.place

    @property
    def spilled_headings(self) -> tuple[str, ...]:
        """The headings of the percentile, the value of the event, the rating and the change."""
        return self.percentile, self.value, self.rating1, self.change1

    @property
    def computed_headings(self) -> tuple[str, ...]:
        """The headings of the percentile, the event's value, the rating before, the change and the rating after."""
        return (*self.spilled_headings, self.new_rating)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables Events and Results."""
        events = (
            input_column("Event", ColumnType.TEXT),
            input_column("Date", ColumnType.DATE),
            input_column("Players", ColumnType.COUNT),
            input_column("Rounds", ColumnType.COUNT),
            input_column("World Championship", ColumnType.YES),
            input_column("Place", ColumnType.TEXT),
            input_column("Boards", ColumnType.COUNT),
            formula_column("Value", ColumnType.DECIMAL),
            NOTE,
        )
        results = (
            input_column(self.event, ColumnType.EVENT),
            input_column(self.player1, ColumnType.PLAYER),
            input_column(self.place, ColumnType.COUNT),
            formula_column(self.change1, ColumnType.DECIMAL_CHANGE),
            NOTE,
            formula_column(self.percentile, ColumnType.DECIMAL),
            computed_column(self.rating1, ColumnType.DECIMAL),
            computed_column(self.new_rating, ColumnType.DECIMAL),
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
    """Return the translatable heading of a report for a column of a log. Raises KeyError for an unknown column."""
    return _HEADINGS[column]


@dataclass(frozen=True)
class BandTable:
    """A table of bands, such as points by ratings difference.

    Attributes:
        columns: Headings, the first of which is for the start of a band.
        rows: One tuple of numbers per band: the key from which it applies, in ascending order, and the values.
        remarks: For each row, the passage of the source that states it, or empty.

    Raises:
        OutOfRangeError: There is no row, or the keys are not in ascending order.
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
        """The key from which each band applies."""
        return tuple(row[0] for row in self.rows)

    def column(self, heading: str) -> tuple[Number, ...]:
        """Return the values of a column, one for each band."""
        position = self.columns.index(heading)
        return tuple(row[position] for row in self.rows)

    def find_band(self, key: Number) -> int:
        """Return the number, from 0, of the last band that starts at or below the key, and 0 for a lower key."""
        return max(bisect_right(self.starts, key) - 1, 0)

    def value_at(self, key: Number, heading: str) -> Number:
        """Return the value of a column in the band of a key."""
        return self.rows[self.find_band(key)][self.columns.index(heading)]


AnyState = TypeVar("AnyState", bound=RatingState)
AnyRows = TypeVar("AnyRows")

# A function that rates one period, updates the state, and returns a column for each of the log's `rated` headings.
RatePeriod = Callable[[Period], tuple[Sequence[Number | None], ...]]

# The text in lists instead of a rating that is based on too few games.
UNRATED = "UNR"


# The remarks next to settings for absence on the sheet Rules.
NEVER, UNRANKED = msg("xladdin's choice; 0: never"), msg("xladdin's choice: unranked; 0: never")
YES, NO = YES_OR_NO = ("Yes", "No")
# The words that are read as yes and no in a cell, in lower case.
YES_WORDS, NO_WORDS = {"yes", "y", "true", "1", "x"}, {"no", "n", "false", "0", ""}


def setting(
    default: Number | str,
    label: str,
    source: str,
    *,
    least: Number = 0,
    most: Number = MAX_NUMBER,
    choices: tuple[str, ...] = (),
    later: bool = False,
) -> Any:
    """Return a dataclass field for a setting of a system, which a club may change on the sheet Rules.

    Args:
        default: The printed value.
        label: Label of the cell on the sheet.
        source: The passage of the source that states the value, or a remark.
        least: Lowest valid number. A field of type int also requires a whole number.
        most: Highest valid number.
        choices: Valid words, for a setting that is a text.
        later: Whether the setting was added later, so that a workbook may lack it and use the default.
    """
    limits = {"least": least, "most": most, "choices": choices, "later": later}
    return dataclasses.field(default=default, metadata={"label": label, "source": source, **limits})


def is_whole(setting: dataclasses.Field[Any]) -> bool:
    """Return whether a setting must be a whole number."""
    return setting.type in (int, "int")


def is_reached(count: int, limit: int) -> bool:
    """Return whether a count is at or above a limit. A limit of 0 is never reached."""
    return 0 < limit <= count


def table(default: BandTable, label: str, source: str, *, least: Number = -MAX_NUMBER) -> Any:
    """Return a dataclass field for a table of a system on the sheet Rules.

    The arguments are as for `setting`. `least` is the lowest valid value in all columns but the first.
    """
    return dataclasses.field(default=default, metadata={"label": label, "source": source, "least": least})


class SystemProperties:
    """The properties of a rating system: its name and source, its kind of log, and the parts of its workbook."""

    key: ClassVar[str]
    title: ClassVar[str]
    period: ClassVar[str]
    """The unit that is rated together: "session", "game" or "event"."""
    source: ClassVar[str]
    """The document with the club's rule."""
    change_function: ClassVar[str]
    """The worksheet function for one change, with the arguments of `explain`, or "" if the club sets all rules."""
    log_schema: ClassVar[LogSchema] = SCORES
    """The columns of its log."""
    top_rating: ClassVar[Number | None] = None
    """The rating that the source expects of a club's best player, or None."""
    rating_decimals: ClassVar[int] = 0
    """The number of decimals of a rating."""
    rates_in_recorded_order: ClassVar[bool] = False
    """Whether games are rated in the order of the table, instead of the order of their dates."""
    has_adjustments: ClassVar[bool] = True
    """Whether the workbook has a table of adjustments."""
    has_mirrored_changes: ClassVar[bool] = False
    """Whether the loser of a game loses as many points as the winner gains."""
    uses_start_games: ClassVar[bool] = False
    """Whether changes depend on the number of games that a player had before the log."""
    start_column: ClassVar[str] = "Start rating"
    """The heading of the rating that a player had before the log."""
    has_groups: ClassVar[bool] = False
    """Whether each player belongs to a group with an initial rating."""
    has_par: ClassVar[bool] = False
    """Whether games have par scores, so that the workbook has cards of par scores and a weekly sheet."""
    presets: ClassVar[tuple[str, ...]] = ()
    """The keys of the clubs whose rules a club may start with, the default first, or empty for one set of rules."""
    log_kinds: ClassVar[tuple[str, ...]] = ()
    """The words for the kinds of log that a club may choose, the default first, or empty for one kind."""
    spare_rows: ClassVar[int] = 0
    """The number of blank rows for further bands below each table on Rules."""
    paper: ClassVar[str] = "Letter"
    """The default paper of printed sheets: "Letter" or "A4"."""

    def __post_init__(self) -> None:
        """Raise TypeError if the class lacks a required attribute, and name all that are missing."""
        required = ("key", "title", "period", "source", "change_function")
        missing = [part for part in required if not hasattr(self, part)]
        if missing:
            raise TypeError(f"the rating system {type(self).__name__} does not say its {' and '.join(missing)}")


class Explanation(SystemProperties, ABC):
    """The texts in which a system explains its rule and its changes."""

    source_text: ClassVar[tuple[str, ...]] = ()
    """Paragraphs quoted from the source, which explain the rule to members. […] marks omissions."""
    describes_sessions: ClassVar[bool] = False
    """Whether the change of the list may differ from the plain sum of a session's changes."""

    @property
    def author(self) -> str:
        """The author of `source_text`, or "" if it is the club itself."""
        return self.title

    @property
    def explain_function(self) -> str:
        """The name of the worksheet function that has the same arguments as `explain`."""
        return self.change_function

    def session_legend(self) -> Sequence[Message]:
        """Return sentences about how a session's changes become the change of the list, if they are not just added."""
        return ()

    def describe_session(self, rating: Number, games: int, plain_sum: Number) -> Message:
        """Explain how the plain sum of a session became the change of the list. The text is blank if they are equal.

        `rating` and `games` are those at the start of the session.
        """
        return BLANK

    def describe_game(self, game: RatedGame) -> Message:
        """Explain the arithmetic of a game's change, from the player's point of view."""
        if not self.log_schema.has_scores:
            return self.explain(game.rating, game.opponent_rating, game.score)
        extra = [game.is_double] if self.log_schema.double else [] if game.basis is None else [game.basis]
        return self.explain(game.rating, game.opponent_rating, game.score, game.opponent_score, *extra)

    @abstractmethod
    def explain(self, *arguments: Any) -> Message:
        """Explain the arithmetic of a change, given the arguments of the worksheet function `explain_function`."""


@dataclass(frozen=True, init=False, eq=False, repr=False)
class ListPolicy(Generic[AnyState]):
    """The rules of a club's lists: which players are listed and ranked, how ratings are printed, and what counts."""

    tie_counts_as_win: ClassVar[bool] = False
    """Whether a tie counts as a win in both players' records."""
    has_marks_around_rating: ClassVar[bool] = False
    """Whether lists print the mark directly before the rating and /A directly after it."""
    has_rating_marks: ClassVar[bool] = False
    """Whether lists mark players by a letter of the system (see `get_rating_mark`)."""
    season_month: int = setting(
        1, msg("Season's first month"), msg("xladdin's choice: the calendar year"), least=1, most=12
    )
    absent_sessions: int = setting(0, msg("Absent (/A) from missed sessions"), UNRANKED, later=True)
    dropped_sessions: int = setting(0, msg("Not listed after missed sessions"), NEVER, later=True)
    dropped_games: int = setting(0, msg("Not listed when absent with fewer games than"), NEVER, later=True)

    @property
    def counts_byes_as_wins(self) -> bool:
        """Whether sitting out counts as a win."""
        return False

    def is_unranked(self, state: AnyState, player: int, absence: Absence) -> bool:
        """Return whether lists show a player without a rank: one without a rated game, or an absent one."""
        return not state.games[player] or self.is_absent(absence)

    def is_listed(self, state: AnyState, player: int, absence: Absence) -> bool:
        """Return whether the printed lists include a player.

        Players are removed after long absence, and players of few games as soon as they are absent.
        """
        few_games = state.games[player] < self.dropped_games
        return not is_reached(absence.sessions, self.dropped_sessions) and not (few_games and self.is_absent(absence))

    def is_absent(self, absence: Absence) -> bool:
        """Return whether a list marks the player as absent."""
        return is_reached(absence.sessions, self.absent_sessions)

    def get_rating_mark(self, state: AnyState, player: int) -> str:
        """Return the letter next to a player's rating, which the legend explains, or ""."""
        return ""

    def legend(self) -> dict[str, Message]:
        """Return the meaning of each mark in a list. The key "/" stands for a rating with its number of games."""
        message = msg("{mark}: absent for {sessions} sessions or more, not ranked.")
        if self.absent_sessions == 1:
            message = msg("{mark}: absent from the last session, not ranked.")
        return {"/A": message.with_values(mark="/A", sessions=self.absent_sessions)}

    def get_printed_rating(self, state: AnyState, player: int) -> Number | str:
        """Return the rating as lists print it, which may be a text for a player without a full rating."""
        return state.rating[player]

    def compute_season_points(self, *record: int) -> Number:
        """Return the championship points for a season's record (see `PlayerTotals`), 0 without a championship."""
        return 0


class RatingRule(ABC, Generic[AnyState, AnyRows]):
    """The rating rule: initial ratings, changes, and the start columns of the next log."""

    @abstractmethod
    def create_initial_state(self, players: Sequence[Player]) -> AnyState:
        """Return the state before the first period."""

    @abstractmethod
    def make_period_rater(self, state: AnyState, games: AnyRows, events: Sequence[Event]) -> RatePeriod:
        """Return a function that rates the periods of a log one after another, and updates `state`."""

    def adjust(self, state: AnyState, adjustment: Adjustment) -> None:
        """Add the points of an adjustment to the rating of its player, or of all players who have a rating."""
        if adjustment.player is not None:
            players: Sequence[int] = [adjustment.player]
        else:
            players = [player for player in range(len(state.rating)) if state.has_rating(player)]
        for player in players:
            state.rating[player] = self.apply_floor(state.rating[player] + adjustment.points)

    def apply_floor(self, rating: Number) -> Number:
        """Return the larger one of a rating and the floor of the system, if there is one."""
        return rating

    @property
    def adjusts_when_due(self) -> bool:
        """Whether an adjustment takes effect on its date, instead of with the next session."""
        return False

    def par_game(self, rating1: Number | None, rating2: Number | None, score1: Number, score2: Number) -> str | None:
        """Return the par scores of a game, "399–332", which would not change the ratings, or None without par."""
        return None

    def find_setting_errors(self) -> Mapping[str, Message]:
        """Return errors in the combination of settings, by the name of the setting to change."""
        return {}

    def find_player_error(self, player: Player) -> Message | None:
        """Return an error in a player's start columns, or None."""
        return None

    def player_columns(self, state: AnyState) -> Mapping[str, Sequence[object]]:
        """Return the computed columns of the table Players by heading, with one entry per player."""
        return {"Rating": state.rating, "Games": state.games}

    def export_start_columns(self, state: AnyState, players: Sequence[Player]) -> Mapping[str, Sequence[object]]:
        """Return the start columns of a log that continues this one, by heading, with one entry per player.

        A player who has not played yet gets no start rating. An adjusted initial rating goes to "Start corrected"
        instead, so that later adjustments of all players do not apply to this player, as before.
        """
        rated = [state.has_rating(player) for player in range(len(players))]
        initial_ratings = self.create_initial_state(
            [player._replace(start_corrected=None) for player in players]
        ).rating
        lines = list(zip(state.rating, initial_ratings, rated))
        return {
            "Start rating": [rating if has_rating else None for rating, _, has_rating in lines],
            "Start games": [games if games or has_rating else None for games, has_rating in zip(state.games, rated)],
            "Start last played": state.last_played,
            "Start corrected": [
                None if has_rating or rating == initial_rating else rating
                for rating, initial_rating, has_rating in lines
            ],
        }

    def event_columns(self, events: Sequence[Event]) -> Mapping[str, Sequence[object]]:
        """Return the computed columns of the table Events by heading, with one entry per event."""
        return {}


class BaseSystem(RatingRule[AnyState, AnyRows], ListPolicy[AnyState], Explanation):
    """A rating system with its settings and tables, which are the dataclass fields.

    The type parameters are the class of its state, and that of the rows of its log, `Games` or `Placings`.
    """

    def __getstate__(self) -> dict[str, object]:
        """Return the fields alone for pickling, since cached properties contain functions, which cannot be pickled."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def with_log(self, logged_by: str) -> BaseSystem[AnyState, AnyRows]:
        """Return the system with a log of another kind, one of `logs`, or unchanged for "".

        Raises:
            OutOfRangeError: The system has no such kind.
        """
        if logged_by:
            raise OutOfRangeError(
                msg(
                    "--log {by}: {title} has only one kind of log; leave the option out", by=logged_by, title=self.title
                )
            )
        return self

    def with_preset(self, preset: str) -> BaseSystem[AnyState, AnyRows]:
        """Return the system with the rules of another club, one of `presets`, or unchanged for "".

        Raises:
            OutOfRangeError: The system has no such rules.
        """
        if preset:
            raise OutOfRangeError(
                msg(
                    "--like {preset}: {title} has only one set of rules; leave the option out",
                    preset=preset,
                    title=self.title,
                )
            )
        return self

    @property
    def printed_rules(self) -> BaseSystem[AnyState, AnyRows]:
        """The system with the printed rules, which the sheet Rules shows next to those of the club."""
        return type(self)()


# A rating system of any class.
RatingSystem: TypeAlias = BaseSystem[Any, Any]


# The choices for when an adjustment dated after the last session takes effect.
WITH_NEXT_SESSION, WHEN_DUE = "with the next session", "when due"


@dataclass(frozen=True, init=False, eq=False, repr=False)
class GameSystem(BaseSystem[AnyState, Games]):
    """A system that rates games of two players, and counts byes."""

    bye_counts_as_win: str = setting(
        "No", msg("A bye counts as a win"), msg("xladdin's choice: in won–lost"), choices=YES_OR_NO, later=True
    )

    @property
    def counts_byes_as_wins(self) -> bool:
        """Whether the setting `bye_counts_as_win` is Yes."""
        return self.bye_counts_as_win == YES


@dataclass(frozen=True, init=False, eq=False, repr=False)
class ClubSystem(GameSystem[AnyState]):
    """A system for a club that has seasons and adjusts ratings by hand."""

    adjustments_take_effect: str = setting(
        WITH_NEXT_SESSION,
        msg("Adjustments take effect"),
        msg('xladdin\'s choice: "when due" changes the list at once'),
        choices=(WITH_NEXT_SESSION, WHEN_DUE),
        later=True,
    )

    @property
    def adjusts_when_due(self) -> bool:
        """Whether the setting `adjustments_take_effect` is "when due"."""
        return self.adjustments_take_effect == WHEN_DUE

    active_games: int = setting(
        20, msg("Active player from games of a season"), msg('Season reports: "20 games or more"'), least=1, later=True
    )


# The descriptions of a game, by the signs of the ratings difference and of the result.
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
    """Describe the result of a game: "favourite by 227 wins".

    Args:
        difference: The player's rating minus the opponent's.
        result: 1 for a win, 0 for a tie, -1 for a loss.
        is_chess: Whether to call a tie a draw.
    """
    message = (_CHESS if is_chess else _SCRABBLE)[sign(difference), result]
    return message.with_values(difference=abs(difference)) if difference else message


def with_change(arithmetic: Message, change: Number | Message) -> Message:
    """Append the change to the explanation of its arithmetic."""
    if isinstance(change, Message):
        return msg("{words}; change {change}", words=arithmetic, change=change)
    return msg("{words}; change {change:g}", words=arithmetic, change=change)


def without_change(explanation: str) -> Message:
    """Remove the change that `with_change` appended, for use where the change itself is displayed nearby."""
    message = explanation if isinstance(explanation, Message) else Message(explanation)
    arithmetic = message.values.get("words")
    return arithmetic if "change" in message.values and isinstance(arithmetic, Message) else message
