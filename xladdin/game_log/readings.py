"""What a single cell means: a number, a date, a name, yes or no, a result. Each distinct cell is read once."""

import math
import re
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Generic, TypeVar

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
from xladdin.cells.text import is_blank, shown
from xladdin.errors import InvalidTypeError, OutOfRangeError, XladdinError
from xladdin.messages import Message, list_values, msg
from xladdin.model import GameKind

T = TypeVar("T")


_ISO_DATE = re.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:[.][0-9]+)?)?)?")
YES = {"yes", "y", "true", "1", "x"}
NO = {"no", "n", "false", "0", ""}
LEFT = "Left"
"""A camper with this word went home."""
GAME_KINDS = {kind.value: kind for kind in (GameKind.UNRATED, GameKind.FORFEIT)}
"""The words that people may type as the kind of a game, in any case."""
GAME_KIND_WORDS = tuple(word.capitalize() for word in GAME_KINDS)


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
    return shown(cell).strip()


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
    return _whole_between(cell, 0, LARGEST_NUMBER, _NOT_A_COUNT)


def read_positive_count(cell: object) -> int:
    """Return a whole number of 1 or more."""
    return _whole_between(cell, 1, LARGEST_NUMBER, _NOT_POSITIVE)


def read_score(cell: object) -> int:
    """Return the score of a game of Scrabble, whole, from `LOWEST_SCORE` to `HIGHEST_SCORE`."""
    return _whole_between(cell, LOWEST_SCORE, HIGHEST_SCORE, _NOT_A_SCORE)


_NOT_A_COUNT, _NOT_POSITIVE = (
    msg("must be a whole number from {least} to {most}", least=least, most=LARGEST_NUMBER) for least in (0, 1)
)
_NOT_A_SCORE = msg("must be a whole score from {least} to {most}", least=LOWEST_SCORE, most=HIGHEST_SCORE)


def _whole_between(cell: object, least: int, most: int, otherwise: Message) -> int:
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
    if shown(cell).strip().casefold() == LEFT.casefold():
        return True, True
    try:
        return read_yes(cell), False
    except InvalidTypeError:
        raise InvalidTypeError(msg("must be Yes, No or Left")) from None


def read_game_kind(cell: object) -> GameKind:
    """Return the kind of a game that is no plain rated one."""
    try:
        return GAME_KINDS[shown(cell).strip().casefold()]
    except KeyError:
        raise InvalidTypeError(
            msg("must be {words}, or blank for a rated game", words=list_values(GAME_KIND_WORDS, alternative=True))
        ) from None


def read_yes(cell: object) -> bool:
    """Yes or No, or also true/false, 1/0, x."""
    answer = shown(cell).strip().casefold()
    if answer in YES:
        return True
    if answer in NO:
        return False
    raise InvalidTypeError(msg("must be Yes or No"))
