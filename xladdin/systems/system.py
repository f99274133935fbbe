"""What every rating system is: a few settings and tables as data, a pure rule, and the names of its columns.

A system is a frozen dataclass. Each field made by `setting` or `table` is on the workbook's Rules sheet with its label
and source. A club's own values replace the printed ones with `dataclasses.replace`.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from xladdin.cells.numbers import LARGEST_NUMBER, Number, sign
from xladdin.errors import InvalidTypeError, OutOfRangeError
from xladdin.messages import BLANK, Message, format_number, msg
from xladdin.model import Absence, Adjustment, Event, Games, Period, Player, RatedGame, RatingState
from xladdin.systems.log_schemas import SCORES, LogSchema

T = TypeVar("T")


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
            raise OutOfRangeError(msg('the column "{columns}" must ascend from row to row', columns=self.columns[0]))

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


class Memo(dict[Any, T], Generic[T]):
    """The values of a function by its argument. Each is worked out once, when it is first asked for."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, argument: Any) -> T:
        value = self[argument] = self._function(argument)
        return value

    def column(self, cells: Iterable[Any]) -> list[T]:
        """Return the value of each cell of a column."""
        return list(map(self.__getitem__, cells))


class Alike(dict[Number, Number]):
    """For each number, the first number that the rule does not tell apart from it.

    `looked_at` gives what the rule looks at in a number, such as its sign and its band.
    """

    def __init__(self, looked_at: Callable[[Number], Hashable]) -> None:
        super().__init__()
        self._looked_at = looked_at
        self._first: dict[Hashable, Number] = {}

    def __missing__(self, number: Number) -> Number:
        first = self[number] = self._first.setdefault(self._looked_at(number), number)
        return first


AnyState = TypeVar("AnyState", bound=RatingState)
AnyRows = TypeVar("AnyRows")

RatePeriod = Callable[[Period], tuple[Sequence[Number | None], ...]]
"""Rates one period. It updates the state, and returns a column for each of the log's `rated` headings, by row."""

UNRATED = "UNR"
"""A list prints this instead of a rating that is based on too few games."""
OUTCOMES: dict[object, int] = {
    **dict.fromkeys(("W", "WIN", "1", "1-0", 1), 1),
    **dict.fromkeys(("L", "LOSS", "0", "0-1", 0), -1),
    **dict.fromkeys(("T", "TIE", "D", "DRAW", "0.5", "1/2", "1/2-1/2", "0.5-0.5", 0.5), 0),
}
"""1 for a win, 0 for a tie, -1 for a loss, for every way to write it, in capitals and plain signs."""
PLAIN_SIGNS = {
    **dict.fromkeys(" ()[]", ""),
    **dict.fromkeys("‐‑‒–—―−﹣－:", "-"),
    ",": ".",
    "½": "1/2",
}
"""The signs that a result may be written with, and what stands for each in `OUTCOMES`."""
_TO_PLAIN_SIGNS = str.maketrans(PLAIN_SIGNS)


def outcome(result: object) -> int:
    """1 for a win, 0 for a tie, -1 for a loss, from the side of the player of the row.

    `result` is W, L, T, win, loss, tie, draw, D, 1, 0, 0.5, "1-0", "0-1", "1/2-1/2", in any case, with or without
    brackets, with any dash, a colon, a decimal comma or a half sign. Raises InvalidTypeError for anything else: a
    typing error is no draw.
    """
    if isinstance(result, str):
        key: object = "".join(result.upper().split()).translate(_TO_PLAIN_SIGNS)
    else:
        key = None if isinstance(result, bool) else result
    try:
        return OUTCOMES[key]
    except (KeyError, TypeError):
        raise InvalidTypeError(msg("must be W, L or T (or 1-0, 0-1, 1/2-1/2)")) from None


NEVER, UNRANKED = msg("Ours; 0: never"), msg("Ours: unranked; 0: never")
"""The sources of settings of absence."""
YES, NO = YES_OR_NO = ("Yes", "No")
YES_WORDS, NO_WORDS = {"yes", "y", "true", "1", "x"}, {"no", "n", "false", "0", ""}
"""The ways to type yes and no into a cell."""


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
    """True if every game has a par."""
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
    season_month: int = setting(1, msg("Season's first month"), msg("Ours: the calendar year"), least=1, most=12)
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
        """Scores of both that would leave the ratings as they are, "399–332", or None if the system has no par."""
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


@dataclasses.dataclass(frozen=True)
class BaseSystem(RatingRule[AnyState, AnyRows], ListPolicy[AnyState], Explanation):
    """One club's rating system, over its own rating state and the rows of its log, `Games` or `Placings`.

    The fields are its settings and tables.
    """

    def logging(self, by: str) -> BaseSystem[AnyState, AnyRows]:
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


RatingSystem: TypeAlias = BaseSystem[Any, Any]
"""Any of the systems."""


WITH_NEXT_SESSION, WHEN_DUE = "with the next session", "when due"
"""The times at which an adjustment dated after the last session may take effect."""


@dataclass(frozen=True)
class GameSystem(BaseSystem[AnyState, Games]):
    """A system that rates games of two players. One of them may have sat out."""

    bye_counts_as_win: str = setting(
        "No", msg("A bye counts as a win"), msg("Ours: in won–lost"), choices=YES_OR_NO, later=True
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
        msg('Ours: "when due" changes the list at once'),
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
"""What a player does, by the signs of the ratings difference and of the result."""
_CHESS: Mapping[tuple[int, int], Message] = {
    **_SCRABBLE,
    (1, 0): msg("favourite by {difference:g} draws"),
    (0, 0): msg("level draws"),
    (-1, 0): msg("underdog by {difference:g} draws"),
}


def describe_result(difference: Number, result: int, *, is_chess: bool = False) -> Message:
    """Return what a player did: "favourite by 227 wins".

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
    """Return the arithmetic of a change without its end, for places that show the change beside it."""
    message = words if isinstance(words, Message) else Message(words)
    before = message.values.get("words")
    return before if "change" in message.values and isinstance(before, Message) else message


def with_decimals(number: float, places: int) -> Message:
    """Return a number with so many decimals. A number that rounds to nothing has no minus."""
    return format_number(round(number, places) + 0, f".{places}f")
