"""What a single cell means: a number, a date, a name, yes or no, a result. Each distinct cell is read once."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Generic, TypeVar

from xladdin.errors import ImpossibleValue, WrongKind, XladdinError
from xladdin.tables import Number, whole

T = TypeVar("T")

SERIAL_DAY_ZERO = date(1899, 12, 30)
"""Day 0 of Excel's serial dates, for dates after February 1900."""
EARLIEST_DATE, LATEST_DATE = date(1930, 1, 1), date(9999, 12, 31)
"""Ours: no club, camp or tournament of these systems is older; an earlier date is a year typed as a number."""
HIGHEST_SCORE = 2000
"""Ours: no club game of Scrabble has come near it; a higher score is a slip of the keyboard."""

YES = {"yes", "y", "true", "1", "x"}
NO = {"no", "n", "false", "0", ""}


class Reading(dict[object, "T | None"], Generic[T]):
    """What each distinct cell of a column means, by its value. None for a blank cell and for one that is refused.

    read: takes a cell that is not blank, raises XladdinError where it means nothing. `refused` keeps the reasons.
    """

    def __init__(self, read: Callable[[object], T]) -> None:
        super().__init__()
        self._read = read
        self.refused: dict[object, XladdinError] = {}

    def __missing__(self, cell: object) -> T | None:
        value = None
        if not is_blank(cell):
            try:
                value = self._read(cell)
            except XladdinError as problem:
                self.refused[cell] = problem.with_traceback(None)
        self[cell] = value
        return value

    def column(self, cells: Sequence[object]) -> list[T | None]:
        """The meaning of each cell of a column."""
        return list(map(self.__getitem__, distinct_logicals(cells)))


def distinct_logicals(cells: Sequence[object]) -> Sequence[object]:
    """The cells with TRUE and FALSE as text: as values they would count as the same as 1 and 0."""
    if bool not in set(map(type, cells)):
        return cells
    return [str(cell).upper() if isinstance(cell, bool) else cell for cell in cells]


def is_blank(cell: object) -> bool:
    """Whether a cell holds nothing, or nothing but blanks."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def shown(cell: object) -> str:
    """A cell as the user sees it, for messages and names: 7.0 as 7, dates ISO, blank as nothing."""
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    return str(cell)


def name_key(name: str) -> str:
    """What two spellings of one name share: case, outer and doubled blanks, and Unicode form do not count."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


def read_text(cell: object) -> str:
    """A cell as text without outer blanks."""
    return shown(cell).strip()


def read_number(cell: object) -> Number:
    """A number, also where it was typed as text. Raises WrongKind for TRUE, other text and infinity."""
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        number: float = cell
    else:
        try:
            if not isinstance(cell, str) or "_" in cell:
                raise ValueError
            number = float(cell)
        except ValueError:
            raise WrongKind("must be a number") from None
    if not math.isfinite(number):
        raise WrongKind("must be a number")
    return whole(number)


def read_count(cell: object) -> int:
    """A whole number of 0 or more."""
    number = read_number(cell)
    if number < 0 or number != int(number):
        raise ImpossibleValue("must be a whole number, 0 or more")
    return int(number)


def read_positive_count(cell: object) -> int:
    """A whole number of 1 or more."""
    number = read_number(cell)
    if number < 1 or number != int(number):
        raise ImpossibleValue("must be a whole number, 1 or more")
    return int(number)


def read_score(cell: object) -> int:
    """The score of a game of Scrabble, whole, from 0 to `HIGHEST_SCORE`."""
    number = read_number(cell)
    if not 0 <= number <= HIGHEST_SCORE or number != int(number):
        raise ImpossibleValue(f"must be a whole score from 0 to {HIGHEST_SCORE}")
    return int(number)


def date_reader(today: date | None) -> Callable[[object], date]:
    """Reads dates: a date, its serial number, or ISO text. Where `today` is given a later date is refused."""

    def read_date(cell: object) -> date:
        day = _as_date(cell)
        if not day >= EARLIEST_DATE:
            raise ImpossibleValue(f"is the date {day.isoformat()}, too early; type a date such as 2006-10-01")
        if today is not None and day > today:
            raise ImpossibleValue(f"is in the future (today is {today.isoformat()}); are day and month swapped?")
        return day

    return read_date


def _as_date(cell: object) -> date:
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    try:
        if isinstance(cell, str):
            return date.fromisoformat(cell.strip()[:10])
        if isinstance(cell, (int, float)) and not isinstance(cell, bool) and math.isfinite(cell):
            return SERIAL_DAY_ZERO + timedelta(days=math.floor(cell))
    except (ValueError, OverflowError):
        pass
    raise WrongKind("must be a date such as 2006-10-01")


def read_yes(cell: object) -> bool:
    """Yes or No; also true/false, 1/0, x."""
    answer = shown(cell).strip().casefold()
    if answer in YES:
        return True
    if answer in NO:
        return False
    raise WrongKind("must be Yes or No")
