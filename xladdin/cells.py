"""Cells as they travel between a host and the core: values, limits, addresses, texts and tables, no host's types."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import Enum
from functools import cache, cached_property
from itertools import repeat
from operator import add
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from xladdin.errors import Diagnostic, InvalidRowsError
from xladdin.messages import Message, list_values, msg

# The numbers of a sheet's last row and column.
LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
# The last cell of the first row, which we and directors leave empty.
NEVER_FILLED = "$XFD$1"
# The most characters that a cell of a workbook holds.
LONGEST_CELL = 32_767
# Day 0 of Excel's serial dates, for dates after February 1900.
SERIAL_DAY_ZERO = date(1899, 12, 30)
# Day 0 of a workbook that counts from 1904, such as those of old Macs.
DAY_ZERO_1904 = date(1904, 1, 1)
# Excel's error values with their numbers (XlCVError).
ERROR_VALUES = {
    "#NULL!": 2000,
    "#DIV/0!": 2007,
    "#VALUE!": 2015,
    "#REF!": 2023,
    "#NAME?": 2029,
    "#NUM!": 2036,
    "#N/A": 2042,
    "#GETTING_DATA": 2043,
    "#SPILL!": 2045,
    "#CONNECT!": 2046,
    "#BLOCKED!": 2047,
    "#UNKNOWN!": 2048,
    "#FIELD!": 2049,
    "#CALC!": 2050,
}
# Excel keeps 15 digits. A larger number would lose points.
LARGEST_EXACT = 10**15
# A larger integer reaches Excel as one of 64 bits, which no cell holds. A float of that size does not.
LARGEST_INTEGER = 2**31 - 1
# A lower whole number may be an error value of the classic host.
LOWEST_NUMBER = -2_000_000_000

# Our own choice: no club, camp or tournament of these systems is older. An earlier date is a year typed as a number.
EARLIEST_DATE = date(1930, 1, 1)
# Our own choice: no club game of Scrabble comes near them, though penalties leave scores below 0. Beyond is a typing
# error.
LOWEST_SCORE, HIGHEST_SCORE = -200, 2000
# Our own choice: ratings, points and settings are between this and its negative. A larger number is a typing error.
LARGEST_NUMBER = 1_000_000
# Characters that Excel shows of a heading. No name has as many.
LONGEST_NAME = 255
# The most rating periods of Rating history.
MOST_PERIODS = 120
# The most players of a crosstable.
MOST_IN_CROSSTABLE = 80
# Our own choice: the closing ratings that a replay keeps, unless a club's setting says otherwise.
CLOSINGS_KEPT = 60
# The columns in which a plain number is a day, if a cell has lost its format.
DAY_HEADINGS = ("Date", "Start last played", "Start returned")

# A rating, score or change: an int if it is whole, else a float.
Number = float

# A number goes over to the next integer from a half on, even a half that arithmetic has left at 0.4999999999.
HALF = 0.5 + 5e-10


def rounded(value: float) -> int:
    """Return the nearest integer, halves away from zero, as Excel's ROUND(ROUND(value, 9), 0)."""
    return math.trunc(value + math.copysign(HALF, value))


def rounded_to(value: float, places: int) -> float:
    """Return the value to so many decimals, halves away from zero."""
    scale: int = 10**places
    return rounded(value * scale) / scale


def round_rating(value: Number, decimals: int) -> Number:
    """Return a rating with the decimals of its system. With 0 only the noise of arithmetic goes, beyond 9 decimals."""
    return round(value, decimals or 9) + 0  # what rounds to nothing has no minus


def all_rounded(values: Sequence[float]) -> list[int]:
    """Round a column as `rounded` does a number."""
    return list(map(math.trunc, map(add, values, map(math.copysign, repeat(HALF), values))))


# How far a stored number may be from ours. Every engine and file rounds the last digits in its own way.
TOLERANCE = 1e-12


def same_number(stored: float, computed: float) -> bool:
    """Return whether a stored number is the computed one: within `TOLERANCE` of its size, or of 1 if it is smaller."""
    return abs(stored - computed) <= TOLERANCE * max(abs(computed), 1)


def number_in(cell: object) -> Number | None:
    """Return the number that a cell holds. It is None for anything else, even TRUE and FALSE."""
    return cell if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None


def sign(value: float) -> int:
    """Return 1, 0 or -1 for a value above, at or below 0."""
    return (value > 0) - (value < 0)


def whole(value: float) -> Number:
    """Return the value as an int if it is whole, so that ratings stay whole: 4.0 -> 4. 1e300 has no such digits."""
    return int(value) if -LARGEST_EXACT <= value <= LARGEST_EXACT and value == math.floor(value) else value


def both_scores(score: Number, opponent_score: Number) -> str:
    """Return the scores of a game in one text: "412–378". One below 0 has a true minus."""
    return f"{score:g}–{opponent_score:g}".replace("-", "\N{MINUS SIGN}")


def since_1900(cell: object) -> object:
    """Return a number of days from 1904 as one from 1900, and any other cell as it is."""
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return cell + (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
    return cell


def shared_ranks(figures: Iterable[object]) -> list[int]:
    """Return the rank of each line, counted from 1.

    The lines are in order of the figures, and equal figures share a rank.
    """
    ranks: list[int] = []
    before: object = None
    for place, figure in enumerate(figures, 1):
        ranks.append(ranks[-1] if ranks and figure == before else place)
        before = figure
    return ranks


class Scale(NamedTuple):
    """An axis from `low` to `high`, with a mark every `unit`."""

    low: float
    high: float
    unit: float


class ChartAxes(NamedTuple):
    """The scales of one chart, by the sheet and the name of the chart. With None the spreadsheet chooses.

    `days` is the axis below, counted from 1900. `values` is the axis at the left.
    """

    sheet: str
    chart: str
    days: Scale | None
    values: Scale | None

    def to_1904(self) -> ChartAxes:
        """Return the same axes in a workbook that counts its days from 1904."""
        days = self.days
        if days is None:
            return self
        later = (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
        return self._replace(days=days._replace(low=days.low - later, high=days.high - later))


_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Za-z]{1,3})\$?([0-9]{1,7}))?")
_BETWEEN_AREAS = re.compile(r",(?=(?:[^']*'[^']*')*[^']*$)")
_ON_SHEET = re.compile(r"(?:'((?:[^']|'')+)'|([^'!\[\]:,()\s]+))!([^!]+)")


@cache
def column_letters(column: int) -> str:
    """Return the letters of a column counted from 1: 1 -> A, 28 -> AB."""
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return letters


@cache
def column_number(letters: str) -> int:
    """Return the number of a column, counted from 1: A -> 1, AB -> 28."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


class CellRange(NamedTuple):
    """A rectangle of cells. All four numbers count from 1, and the cells at both ends belong to it."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int

    @property
    def is_one_cell(self) -> bool:
        """Whether it is a single cell."""
        return self.first_row == self.last_row and self.first_column == self.last_column

    @property
    def cells(self) -> int:
        """The number of cells."""
        return (self.last_row - self.first_row + 1) * (self.last_column - self.first_column + 1)

    def __or__(self, other: CellRange) -> CellRange:
        return CellRange(
            min(self.first_row, other.first_row),
            min(self.first_column, other.first_column),
            max(self.last_row, other.last_row),
            max(self.last_column, other.last_column),
        )

    @property
    def absolute(self) -> str:
        """The range as a defined name writes it: `$B$2:$D$9`."""
        return re.sub(r"([A-Z]+)([0-9]+)", r"$\1$\2", str(self))

    def __str__(self) -> str:
        first = f"{column_letters(self.first_column)}{self.first_row}"
        last = f"{column_letters(self.last_column)}{self.last_row}"
        return first if first == last else f"{first}:{last}"


def parse_range(text: str) -> CellRange | None:
    """Return the range that `B2:D9` or `$A$1` means. It is None for any other text and for a range beyond the sheet."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        return None
    first_letters, first_row, last_letters, last_row = match.groups()
    columns = sorted((column_number(first_letters), column_number(last_letters or first_letters)))
    rows = sorted((int(first_row), int(last_row or first_row)))
    if rows[0] < 1 or rows[1] > LAST_ROW or columns[1] > LAST_COLUMN:
        return None
    return CellRange(rows[0], columns[0], rows[1], columns[1])


def parse_reference(formula: str) -> tuple[str, CellRange] | None:
    """Return the sheet and the range of the formula of a defined name, such as `'Par scores'!$A$1:$B$9`, or None."""
    match = _ON_SHEET.fullmatch(formula.strip().removeprefix("="))
    cells = match and parse_range(match[3])
    if match is None or cells is None:
        return None
    return (match[1].replace("''", "'") if match[1] else match[2], cells)


def area_name(name: str, number: int) -> str:
    """Return the name by which a host knows one of the areas of a defined name, counted from 1."""
    return name if number == 1 else f"{name}#{number}"


def split_areas(formula: str) -> list[str]:
    """Return the areas of the formula of a defined name: `Tonight!$A$5:$E$5,Tonight!$G$5` has two.

    LibreOffice keeps such a name, and moves its areas with their cells, but no formula of it can use the name.
    """
    text = formula.strip().removeprefix("=")
    return _BETWEEN_AREAS.split(text) if "'" in text else text.split(",")  # the first takes long for a long formula


def named_areas(name: str, formula: str) -> Iterator[tuple[str, tuple[str, CellRange]]]:
    """Yield the areas that a defined name refers to, by the names that a host knows them by."""
    if "!" not in formula:  # as that of most functions: without a sheet it names no cells
        return
    for number, text in enumerate(split_areas(formula), 1):
        if (reference := parse_reference(text)) is not None:
            yield area_name(name, number), reference


QUOTED = re.compile('"(?:[^"]|"")*"')
# A cell of a row that moves with the formula.
RELATIVE = re.compile(r"(?<![\w.$])\$?[A-Z]{1,3}([0-9]+)(?![\w.(])", re.IGNORECASE)
LOST_CELL = "#REF!"


def is_broken_formula(formula: str, row: int) -> bool:
    """Return whether a formula has lost a cell, or reads one of another row. Cut and paste of a game does both."""
    bare = QUOTED.sub("", formula)
    return LOST_CELL in bare or any(int(other) != row for other in RELATIVE.findall(bare))


# Python writes no integer of more than 4,300 digits, and nobody reads one of 300.
_LARGEST_WRITTEN = 10**300
# Small letters whose stroke or ligature Unicode does not take off as it does an accent.
SPELLED_PLAINLY = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


def is_blank(cell: object) -> bool:
    """Return whether a cell holds nothing, or only blanks."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def cell_text(cell: object) -> str:
    """Return a cell as the user sees it, for messages and names.

    7.0 is 7, 1e300 is 1e+300, a date is ISO, and a blank is nothing.
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < LARGEST_EXACT:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, int) and abs(cell) > _LARGEST_WRITTEN:
        from decimal import Decimal

        return f"{Decimal(cell):.6g}"
    return as_text(cell)


def as_text(thing: object) -> str:
    """Return a thing that is no cell as Python writes it, or its type if it holds a number too long to be written."""
    try:
        return str(thing)
    except ValueError:
        return f"<{type(thing).__name__}>"


def name_key(name: str) -> str:
    """Return the key that spellings of one name share. Case, Unicode form, and blanks around or doubled do not count.

    Marks without width, such as a zero-width space, do not count either. Source: Unicode, NFKC_Casefold.
    """
    key = " ".join(name.split()).casefold()
    if key.isascii():
        return key
    visible = "".join(letter for letter in key if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold()).split())


def without_accents(key: str) -> str:
    """Return a name's key with plain letters: "zoë" -> "zoe", "łukasz" -> "lukasz". Several players may share it."""
    if key.isascii():
        return key
    letters = unicodedata.normalize("NFD", key).translate(SPELLED_PLAINLY)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def alphabetical_key(name: str) -> tuple[str, str]:
    """Return the place of a name in a list by the alphabet: Émile comes between Eloise and Ernst."""
    key = name_key(name)
    return without_accents(key), key


# Between letters of Persian and Indian scripts they decide how a word is written.
JOINERS = frozenset("\u200c\u200d")


def can_be_seen(name: str) -> bool:
    """Return whether every letter and sign of a name can be seen.

    Joiners may stand behind letters of other scripts.
    """
    return all(
        letter.isprintable() or (letter in JOINERS and before.isalpha() and not before.isascii())
        for before, letter in zip(" " + name, name)
    )


# What a cell can hold. A blank cell is None (or "", as some readers give it).
CellValue: TypeAlias = "str | int | float | bool | date | None"


def as_value(cell: object) -> CellValue:
    """Return the cell, or a blank in place of a thing that no cell holds."""
    return cell if isinstance(cell, (str, int, float, bool, date)) else None


def cell_at(rows: Sequence[Sequence[object]], row: int, column: int) -> object:
    """Return the cell of a row and a column, counted from 1, or None beyond rows that may be short."""
    return rows[row - 1][column - 1] if 0 < row <= len(rows) and 0 < column <= len(rows[row - 1]) else None


def filled_rows(columns: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
    """Return the rows of columns of one length, without the blank ones at the end."""
    rows = list(zip(*columns))
    while rows and all(map(is_blank, rows[-1])):
        rows.pop()
    return rows


@dataclass(frozen=True)
class CellTable:
    """One table as a host reads it: headings and, under each, its column of raw values.

    `headings` are those by which the code knows its columns, in English. `written` are those on the sheet, which may be
    in another language, if they are not the same.
    `row` and `first_column` are where the first heading is on `sheet`, both counted from 1. A table from a range or a
    CSV file is at row 1. All columns have the same length. `counts_from_1904` says whether a plain number in a column
    of dates counts the days from 1904, as in workbooks of old Macs.
    """

    name: str
    headings: tuple[str, ...]
    columns: tuple[Sequence[object], ...]
    sheet: str = ""
    row: int = 1
    first_column: int = 1
    counts_from_1904: bool = False
    written: tuple[str, ...] = ()

    @property
    def written_headings(self) -> tuple[str, ...]:
        """The headings as they are on the sheet."""
        return self.written or self.headings

    @property
    def rows(self) -> int:
        """The number of rows below the headings."""
        return len(self.columns[0]) if self.columns else 0

    def part(self, start: int | None = None, end: int | None = None, step: int | None = None) -> CellTable:
        """Return the table with some of its rows, as a slice of them."""
        return replace(self, columns=tuple(column[start:end:step] for column in self.columns))

    def position(self, heading: str) -> int | None:
        """Return the position of the column of a heading, counted from 0, or None if there is none.

        The exact spelling goes first, so that a club's own column may differ from it only in case or blanks. After it
        comes a heading with the same name key. Raises InvalidRowsError if two columns answer to the heading.
        """
        alike = self.alike(heading)
        if len(alike) > 1:
            raise InvalidRowsError([self._ambiguity(heading, alike)])
        return alike[0] if alike else None

    def column(self, heading: str) -> Sequence[object] | None:
        """Return the raw values below a heading, or None if there is no such column.

        Raises InvalidRowsError as `position` does.
        """
        position = self.position(heading)
        if position is None:
            return None
        cells = self.columns[position]
        return list(map(since_1900, cells)) if self.counts_from_1904 and heading in DAY_HEADINGS else cells

    def alike(self, heading: str) -> Sequence[int]:
        """Return the positions of the columns that answer to a heading. If there are several, the club must choose."""
        exact = [position for position, known_heading in enumerate(self.headings) if known_heading == heading]
        return exact or self._by_key.get(name_key(heading), [])

    @cached_property
    def _by_key(self) -> Mapping[str, Sequence[int]]:
        positions: dict[str, list[int]] = {}
        for position, heading in enumerate(self.headings):
            positions.setdefault(name_key(heading), []).append(position)
        return positions

    def _ambiguity(self, heading: str, alike: Sequence[int]) -> Diagnostic:
        if self.sheet:
            where: list[str] = [f"{column_letters(self.column_number(position))}{self.row}" for position in alike]
        else:
            where = [msg("column {number}", number=self.column_number(position)) for position in alike]
        message = msg(
            "{columns} both mean this heading; rename the club's own column",
            columns=list_values(where),
        )
        return Diagnostic(self.name, self.sheet, self.row, heading, self.written_headings[alike[0]], message)

    def column_number(self, position: int) -> int:
        """Return the number of a column on the sheet, counted from 1, from its position in the table."""
        return self.first_column + position

    def row_number(self, row: int) -> int:
        """Return the number of a row on the sheet, from 1, from its place below the headings, from 0."""
        return self.row + 1 + row

    def where(self, row: int) -> Message:
        """Return a row in words, for a message: its sheet and its number there."""
        return msg("{sheet} row {row}", sheet=self.sheet or self.name, row=self.row_number(row))


_NO_FORMULAS: Mapping[int, str] = MappingProxyType({})


class CellBlock(NamedTuple):
    """Computed values for a rectangle of a sheet, column by column: all that a recalculation writes.

    `row` and `column` are the upper left cell, counted from 1. All columns have the same length. None blanks a cell.
    `formulas` holds, for each column that is live, the formula for a cell which has none or a spoilt one, without the
    leading "=" and with `{row}` for its own row number. The value then is what the formula gives. `table` names the
    table that these columns are part of. It must reach at least to the last row of the block. The first
    `unchanged_rows` rows hold their values already. In them only a live cell that has lost its formula is written.
    `whole_rows` says that on its sheet nothing is kept from the first row of the block on, so that a file need not be
    read there.
    """

    sheet: str
    row: int
    column: int
    columns: tuple[Sequence[CellValue], ...]
    formulas: Mapping[int, str] = _NO_FORMULAS
    table: str = ""
    unchanged_rows: int = 0
    whole_rows: bool = False


class Area(NamedTuple):
    """Values that a report puts on a sheet, row by row from its upper left cell (`row`, `column`, counted from 1).

    All rows are `width` cells wide. An area owns every row below it too, unless `rows_owned` says how many it owns. A
    recalculation blanks anything that an earlier and longer report has left there. `formulas` has the formulas of live
    columns, as in a CellBlock.
    """

    sheet: str
    row: int
    column: int
    width: int
    rows: Sequence[Sequence[CellValue]]
    rows_owned: int | None = None
    formulas: Mapping[int, str] = _NO_FORMULAS


class ClubBook(Protocol):
    """A club workbook as the recalculation reads it, in any host."""

    @property
    def is_file(self) -> bool:
        """Whether it is a file, whose formats are written too, and no workbook that is open in a program."""

    @property
    def writes_whole_rows(self) -> bool:
        """Whether it takes less time to write the rows of a hidden sheet than to read what is there."""

    @property
    def names(self) -> Mapping[str, object]:
        """The value of every workbook-level defined name that refers to one cell. A blank is None."""

    @property
    def tables(self) -> Mapping[str, CellTable]:
        """Every table of the workbook by its name."""

    @property
    def visible_sheets(self) -> Sequence[str]:
        """The names of the worksheets that are not hidden."""

    def place_of(self, name: str) -> tuple[str, int, int] | None:
        """Return the sheet, row and column of the first cell that a workbook-level name refers to, or None."""

    def has_formula(self, name: str) -> bool:
        """Return whether the first cell that a name refers to is known to hold a formula."""

    def range_values(self, name: str) -> Sequence[Sequence[object]] | None:
        """Return the values of the range of a workbook-level defined name, row by row, or None if there is none."""

    def has_sheet(self, sheet: str) -> bool:
        """Return whether there is a sheet of that name, in any case."""

    def sheet_values(self, sheet: str) -> Sequence[Sequence[object]]:
        """Return all values of a sheet row by row from A1 on, or [] if there is no such sheet.

        Trailing blank rows are left out.
        """


class Kind(Enum):
    """The kind of a column's content. It decides its format, its width and what people may type into it."""

    TEXT = "text"
    PLAYER = "name of a player"
    GROUP = "name of a group"
    EVENT = "name of an event"
    DATE = "date"
    SCORE = "score"
    RESULT = "result of a game of chess"
    YES = "Yes or No"
    ACTIVE = "Yes, No or Left"
    GAME_KIND = "kind of game"
    WEB = "what a page on the web shows of a player"
    COUNT = "whole number"
    RATING = "rating"
    DECIMAL = "number with two decimals"
    SIGNED = "signed number"
    CHANGE = "signed change"
    DECIMAL_CHANGE = "signed change with two decimals"


T = TypeVar("T")


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
