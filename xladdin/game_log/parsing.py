"""Cells of the input tables as values: every kind of cell, the columns of a table, the settings of Rules."""

from __future__ import annotations

import dataclasses
import difflib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Generic, TypeVar

from xladdin.cells.numbers import (
    EARLIEST_DATE,
    ERROR_VALUES,
    HIGHEST_SCORE,
    LARGEST_NUMBER,
    LONGEST_NAME,
    LOWEST_SCORE,
    SERIAL_DAY_ZERO,
    Number,
    whole,
)
from xladdin.cells.table import CellTable
from xladdin.cells.text import cell_text, is_blank, name_key, without_accents
from xladdin.errors import Diagnostic, InvalidRowsError, InvalidTypeError, NotFoundError, OutOfRangeError, XladdinError
from xladdin.languages.input_words import FORFEIT, LEFT, UNRATED, english_word
from xladdin.messages import Message, heading_message, join_messages, list_values, msg
from xladdin.model import GameKind
from xladdin.systems.system import NO_WORDS, YES_WORDS, RatingSystem, is_whole

T = TypeVar("T")


_ISO_DATE = re.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?)?")
GAME_KINDS = {kind.value: kind for kind in (GameKind.UNRATED, GameKind.FORFEIT)}
"""The words that people may type as the kind of a game, in any case."""


class DateError(InvalidTypeError):
    """A cell is no date, or may mean two days."""

    for_many = msg(
        "For a whole column: in Excel, Data > Text to Columns > Next > Next > Date, DMY or MDY; "
        "in a CSV file write the year first."
    )


class Reading(dict[object, "T | None"], Generic[T]):
    """The meaning of each distinct cell of a column, by its value. A blank or refused cell means None.

    `read` takes a cell that is not blank, and raises XladdinError if it means nothing. `refused` keeps the reasons.
    """

    def __init__(self, read: Callable[[object], T]) -> None:
        super().__init__()
        self._read = read
        self.refused: dict[object, XladdinError] = {}

    def __missing__(self, cell: object) -> T | None:
        if isinstance(cell, bool):
            return self[str(cell).upper()]  # kept as text: as values TRUE and FALSE would count as 1 and 0
        value = None
        if not is_blank(cell):
            try:
                value = self._read(cell)
            except XladdinError as problem:
                self.refused[cell] = problem.with_traceback(None)
        self[cell] = value
        return value

    def column(self, cells: Sequence[object]) -> list[T | None]:
        """Return the meaning of each cell of a column."""
        values = list(map(self.__getitem__, cells))
        if (0 in self or 1 in self) and bool in set(map(type, cells)):
            return [self.__missing__(cell) if isinstance(cell, bool) else self[cell] for cell in cells]
        return values

    @property
    def has_gaps(self) -> bool:
        """Whether any cell read so far is blank or refused."""
        return None in self.values()


def read_text(cell: object) -> str:
    """Return a cell as text without outer blanks."""
    return cell_text(cell).strip()


def read_name(cell: object) -> str:
    """Return a name as text.

    It is blank without a name. Raises XladdinError for an error value and for endless text.
    """
    name = read_text(cell)
    if name in ERROR_VALUES:
        raise InvalidTypeError(msg("is an error value; type the name"))
    if len(name) > LONGEST_NAME:
        raise OutOfRangeError(
            msg(
                "has {length:,} characters; {most} are the most for a name",
                length=len(name),
                most=LONGEST_NAME,
            )
        )
    return name


def read_number(cell: object) -> Number:
    """Return a number, even if it was typed as text. Raises InvalidTypeError for TRUE, other text and infinity."""
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        number: float = cell
    else:
        try:
            if not isinstance(cell, str) or "_" in cell:
                raise ValueError
            number = float(cell)
        except ValueError:
            raise InvalidTypeError(msg("must be a number")) from None
    try:
        if not math.isfinite(number):
            raise InvalidTypeError(msg("must be a number"))
    except OverflowError:
        raise OutOfRangeError(msg("is too large")) from None
    return whole(number)


def read_rating(cell: object) -> Number:
    """Return a rating, or points to add to one, within `LARGEST_NUMBER` either way."""
    number = read_number(cell)
    if abs(number) > LARGEST_NUMBER:
        raise OutOfRangeError(
            msg(
                "must be a number from {least:,} to {most:,}",
                least=-LARGEST_NUMBER,
                most=LARGEST_NUMBER,
            )
        )
    return number


def read_count(cell: object) -> int:
    """Return a whole number of 0 or more."""
    return _read_whole(cell, 0, LARGEST_NUMBER, _NOT_A_COUNT)


def read_positive_count(cell: object) -> int:
    """Return a whole number of 1 or more."""
    return _read_whole(cell, 1, LARGEST_NUMBER, _NOT_POSITIVE)


def read_score(cell: object) -> int:
    """Return the score of a game of Scrabble, whole, from `LOWEST_SCORE` to `HIGHEST_SCORE`."""
    return _read_whole(cell, LOWEST_SCORE, HIGHEST_SCORE, _NOT_A_SCORE)


_NOT_A_COUNT, _NOT_POSITIVE = (
    msg("must be a whole number from {least} to {most}", least=least, most=LARGEST_NUMBER) for least in (0, 1)
)
_NOT_A_SCORE = msg("must be a whole score from {least} to {most}", least=LOWEST_SCORE, most=HIGHEST_SCORE)


def _read_whole(cell: object, least: int, most: int, otherwise: Message) -> int:
    number = read_number(cell)
    if not isinstance(number, int) or not least <= number <= most:
        raise OutOfRangeError(otherwise)
    return number


def date_reader(today: date | None) -> Callable[[object], date]:
    """Read dates: a date, its serial number, or ISO text. If `today` is given, it refuses a later date."""

    def read_date(cell: object) -> date:
        day = _as_date(cell)
        if not day >= EARLIEST_DATE:
            raise OutOfRangeError(
                msg("is the date {day}, too early; type a date such as 2006-10-01", day=day.isoformat())
            )
        if today is not None and day > today:
            raise OutOfRangeError(
                msg(
                    "is in the future (today is {today}); is the year wrong, or are day and month swapped?",
                    today=today.isoformat(),
                )
            )
        return day

    return read_date


def _as_date(cell: object) -> date:
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    try:
        if isinstance(cell, str) and (text := _ISO_DATE.fullmatch(cell.strip())):
            return date.fromisoformat(text[1])
        if isinstance(cell, (int, float)) and not isinstance(cell, bool) and math.isfinite(cell):
            return SERIAL_DAY_ZERO + timedelta(days=math.floor(cell))
    except (ValueError, OverflowError):
        pass
    raise DateError(msg("must be a date such as 2006-10-01"))


def read_active(cell: object) -> tuple[bool, bool]:
    """Return whether a camper plays, and whether they went home: Yes, No, or Left. Games of Left stay rated."""
    if english_word(cell_text(cell)) == LEFT.casefold():
        return True, True
    try:
        return read_yes(cell), False
    except InvalidTypeError:
        raise InvalidTypeError(msg("must be Yes, No or Left")) from None


def read_game_kind(cell: object) -> GameKind:
    """Return the kind of a game that is no plain rated one."""
    try:
        return GAME_KINDS[english_word(cell_text(cell))]
    except KeyError:
        words = list_values([UNRATED, FORFEIT], alternative=True)
        raise InvalidTypeError(msg("must be {words}, or blank for a rated game", words=words)) from None


def read_yes(cell: object) -> bool:
    """Yes or No, or also true/false, 1/0, x."""
    answer = cell_text(cell).strip().casefold()
    for word in (answer, english_word(answer)):
        if word in YES_WORDS:
            return True
        if word in NO_WORDS:
            return False
    raise InvalidTypeError(msg("must be Yes or No"))


KEY_COLUMNS = {
    "Players": ("Player",),
    "Groups": ("Group", "Initial rating"),
    "Events": ("Event", "Date", "Players", "Rounds"),
    "Adjustments": ("Date", "Points"),
    "Aliases": ("Alias", "Player"),
}
"""The headings that a table must have. Those of the log are its kind's."""
MISSING = msg("this column is missing from the table; undo its deletion, or give it its name again")


def key_columns(system: RatingSystem, table: str) -> Sequence[str]:
    """Return the headings that a table of a system must have."""
    return system.log_schema.keys if table == system.log_schema.table else KEY_COLUMNS[table]


def missing_table(name: str) -> NotFoundError:
    """Return the error for a workbook without one of its tables."""
    return NotFoundError(
        msg(
            "the table {name} is missing; undo what removed it, or select its rows with their headings, "
            "press Ctrl+T, and under Table Design name the table {name}",
            name=name,
        )
    )


class TableValidator:
    """Reads a table's columns and collects its problems, each with its place.

    `table` is what the host has read. `key_columns` are headings that must be there. A missing table or heading is a
    problem of the whole table. It raises InvalidRowsError at once, since nothing in the table can be read.
    """

    def __init__(self, tables: Mapping[str, CellTable], name: str, key_columns: Sequence[str]) -> None:
        if name not in tables:
            raise missing_table(name)
        self.table = tables[name]
        self.problems: list[Diagnostic] = []
        self._columns: dict[str, Sequence[object]] = {}
        missing = [heading for heading in key_columns if self.table.position(heading) is None]
        if missing:
            raise InvalidRowsError([self._diagnose(0, heading, None, MISSING, NotFoundError) for heading in missing])

    @property
    def rows(self) -> int:
        """The number of rows below the headings."""
        return self.table.rows

    def cells(self, heading: str) -> Sequence[object]:
        """Return the raw cells of a column. A missing column counts as blank."""
        if heading not in self._columns:
            cells = self.table.column(heading)
            self._columns[heading] = [None] * self.rows if cells is None else cells
        return self._columns[heading]

    def is_empty(self, heading: str) -> bool:
        """Return whether the column is missing or blank from top to bottom."""
        return all(map(is_blank, set(self.cells(heading))))

    def add_error(self, row: int, heading: str, message: Message, kind: type[XladdinError] = InvalidTypeError) -> None:
        """Note a problem with the cell of a row, counted from 0 below the headings."""
        self.problems.append(self._diagnose(row + 1, heading, self.cells(heading)[row], message, kind))

    def add_parse_error(
        self, row: int, heading: str, reading: Reading[Any], only: type[XladdinError] = XladdinError
    ) -> bool:
        """Note why a cell was refused, if it was. `only` is the kind of reason that counts."""
        if not reading.refused:
            return False
        cell = self.cells(heading)[row]
        reason = reading.refused.get(str(cell).upper() if isinstance(cell, bool) else cell)
        if not isinstance(reason, only):
            return False
        self.add_error(row, heading, reason.message, type(reason))
        return True

    def add_parse_errors(self, row: int, readings: Mapping[str, Reading[Any]]) -> bool:
        """Do so for the cells of several columns, and say whether any was refused. `readings` are by heading."""
        refused = [self.add_parse_error(row, heading, reading) for heading, reading in readings.items()]
        return any(refused)

    def _diagnose(
        self, offset: int, heading: str, cell: object, message: Message, kind: type[XladdinError]
    ) -> Diagnostic:
        table = self.table
        return Diagnostic(
            table.name,
            table.sheet,
            table.row + offset,
            heading,
            cell_text(cell),
            message,
            kind.excel_error,
            kind.for_many,
        )


NEAR = 0.65
"""Ours: how alike two headings are that may be one ("Initial rating" and "Start rating": 0.69), from 0 to 1."""
MOST_CELLS = 50
"""The number of different cells of a column to try."""
_NEVER_MEANT = {
    "Players": (
        *("Rating", "Assigned", "Games", "K", "Last played", "Status", "Permanent", "Events"),
        *("Start missed", "Start corrected", "Start assigned", "Start results", "Start returned"),
    ),
    "Events": ("Value",),
}
"""Headings that we compute, or carry over from a season before. Those of the log's kind come on top."""
_EVERYWHERE = ("Note", "Remark", "Web")

Read = Callable[[object], object]


def optional_columns(system: RatingSystem, table: str) -> Mapping[str, Read]:
    """Return the headings that a table may lack and that matter for ratings, each with the reader of its cells."""
    kind = system.log_schema
    if table == kind.table:
        return dict.fromkeys(kind.how_rated, read_text)
    if table == "Players" and system.key_groups:
        return {"Group": read_text, "Active": read_text, system.start_column: read_rating}
    if table == "Players":
        dated = {"Start last played": date_reader(None)} if kind.bases else {}
        return {system.start_column: read_rating, kind.start_count: read_count, **dated}
    if table == "Events":
        return {"World Championship": read_yes}
    return {"Player": read_text} if table == "Adjustments" else {}


def near_misses(system: RatingSystem, table: CellTable) -> list[Diagnostic]:
    """Return the club's columns whose heading is nearly a missing one of ours, and whose cells would do there."""
    wanted = optional_columns(system, table.name)
    roles = [column.heading for table in system.log_schema.tables for column in table.columns]
    known = {name_key(heading) for heading in (*wanted, *roles, *_NEVER_MEANT.get(table.name, ()), *_EVERYWHERE)}
    others = {
        key: position
        for position, heading in enumerate(table.headings)
        if (key := name_key(heading)) and key not in known and not all(map(is_blank, set(table.columns[position])))
    }
    problems = []
    for heading, read in wanted.items():
        if table.alike(heading):
            continue
        for key in difflib.get_close_matches(name_key(heading), others, n=3, cutoff=NEAR):
            if _is_readable(table.columns[others[key]], read):
                club_heading = table.headings[others.pop(key)]
                message = msg(
                    'did you mean "{heading}"? If not, add an empty column "{heading}"',
                    heading=heading_message(heading),
                )
                problems.append(
                    Diagnostic(table.name, table.sheet, table.row, club_heading, "", message, NotFoundError.excel_error)
                )
                break
    return problems


def _is_readable(cells: Sequence[object], read: Read) -> bool:
    """Return whether any of a column's cells makes sense under a heading."""
    for cell in list(dict.fromkeys(cell for cell in cells if not is_blank(cell)))[:MOST_CELLS]:
        try:
            read(cell)
        except XladdinError:
            continue
        return True
    return False


def read_setting(field: dataclasses.Field[object], printed: Number | str, cell: object) -> Number | str:
    """Return the value of a setting. Raises XladdinError for an impossible one, and says what is printed."""
    limits = field.metadata
    if isinstance(printed, str) and not limits["choices"]:
        return read_text(cell)
    try:
        if is_blank(cell):
            raise InvalidTypeError(msg("is blank"))
        if isinstance(printed, str):
            return read_choice(cell, limits["choices"])
        return read_limited(cell, limits["least"], limits["most"], whole=is_whole(field))
    except XladdinError as error:
        printed_value = msg("the printed value is {printed}", printed=printed)
        raise type(error)(join_messages([error.message, printed_value])) from None


def read_limited(cell: object, least: Number, most: Number, *, whole: bool) -> Number:
    """Return a number that formulas can use, too. One typed as text is refused."""
    number = read_number(cell)
    if isinstance(cell, str):
        raise InvalidTypeError(msg("is text; type the number without an apostrophe"))
    if not least <= number <= most or (whole and not isinstance(number, int)):
        if whole:
            message = msg("must be a whole number from {least:,} to {most:,}", least=least, most=most)
        else:
            message = msg("must be a number from {least:,} to {most:,}", least=least, most=most)
        raise OutOfRangeError(message)
    return number


def read_choice(cell: object, choices: Sequence[str]) -> str:
    """Return one of some words, in any case, with or without accents."""
    word = without_accents(name_key(read_text(cell)))
    for choice in choices:
        if word == without_accents(name_key(choice)):
            return choice
    raise InvalidTypeError(msg("must be {choices}", choices=list_values(choices, alternative=True)))


def read_band(cell: object, least: Number = -LARGEST_NUMBER) -> Number:
    """Return a number of a table of bands. Raises XladdinError below `least`."""
    if is_blank(cell):
        raise InvalidTypeError(msg("is blank; every row of this table needs all its columns"))
    return read_limited(cell, least, LARGEST_NUMBER, whole=False)
