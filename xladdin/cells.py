"""Define the values, addresses, texts and tables that hosts and the core exchange, and the limits of a sheet.

A host is a program with an open workbook, or a workbook file. The types here are the same for all hosts.
"""

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
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from xladdin.errors import Diagnostic, InvalidRowsError
from xladdin.messages import Message, list_values, msg

# The numbers of a sheet's last row and column.
LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
# The last cell of the first row, which is assumed to be blank in every workbook.
ALWAYS_BLANK_CELL = "$XFD$1"
# The largest number of characters that Excel stores in a cell.
MAX_CELL_LENGTH = 32_767
# Day 0 of Excel's serial dates, for dates after February 1900.
SERIAL_DAY_ZERO = date(1899, 12, 30)
# Day 0 of serial dates in a workbook with the 1904 date system, such as those from old Macs.
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
# The first integer that Excel cannot store exactly, since it stores 15 digits.
MAX_EXACT_NUMBER = 10**15
# The largest integer to pass to Excel as an int. A larger one would arrive as a 64-bit integer, which cells cannot
# hold, and is passed as a float.
MAX_INTEGER = 2**31 - 1
# The lowest whole number to accept from Excel's classic host, which passes error values as lower numbers.
LOWEST_NUMBER = -2_000_000_000

# The earliest valid date. No club, camp or tournament of these systems is older, and an earlier date is usually a year
# typed as a number.
EARLIEST_DATE = date(1930, 1, 1)
# The range of valid scores. No club game of Scrabble comes near its ends (penalties can lead to scores below 0), so
# that a score outside of it is a typing error.
LOWEST_SCORE, HIGHEST_SCORE = -200, 2000
# The largest valid rating, adjustment or setting. Its negative is the lowest. Any other number is a typing error.
MAX_NUMBER = 1_000_000
# The most characters of a name, as many as Excel allows in a heading.
MAX_NAME_LENGTH = 255
# The most rating periods on the sheet Rating history.
MAX_PERIODS = 120
# The most players in a crosstable.
MAX_CROSSTABLE_PLAYERS = 80
# The number of last periods of which a replay keeps the closing ratings, unless the club has set another.
DEFAULT_CLOSINGS = 60
# The headings of columns in which a plain number is read as a date, as in a cell that has lost its date format.
DAY_HEADINGS = ("Date", "Start last played", "Start returned")

# A rating, score or change: an int if it is whole, else a float.
Number = float

# The fraction from which a number is rounded up: a half, less the error by which arithmetic may yield 0.4999999999.
HALF = 0.5 + 5e-10


def round_half_up(value: float) -> int:
    """Return the nearest integer, halves away from zero, as Excel's ROUND(ROUND(value, 9), 0)."""
    return math.trunc(value + math.copysign(HALF, value))


def round_to_digits(value: float, digits: int) -> float:
    """Return the value rounded to `digits` decimals, halves away from zero."""
    scale: int = 10**digits
    return round_half_up(value * scale) / scale


def round_rating(value: Number, decimals: int) -> Number:
    """Return a rating rounded to the decimals of its system. With 0, it is rounded to 9, to remove arithmetic noise."""
    return round(value, decimals or 9) + 0  # adding 0 turns -0.0 into 0.0


def round_all_half_up(values: Sequence[float]) -> list[int]:
    """Return `round_half_up` for each value of a column, in less time."""
    return list(map(math.trunc, map(add, values, map(math.copysign, repeat(HALF), values))))


# The largest relative difference between a stored and a computed number that count as equal, because spreadsheet
# programs and file formats round the last digits differently.
TOLERANCE = 1e-12


def is_same_number(stored_value: float, computed_value: float) -> bool:
    """Return whether two numbers differ by at most `TOLERANCE`, relative to `computed_value` if it is larger than 1."""
    return abs(stored_value - computed_value) <= TOLERANCE * max(abs(computed_value), 1)


def cell_number(cell: object) -> Number | None:
    """Return the number in a cell, or None for any other value, including TRUE and FALSE."""
    return cell if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None


def sign(value: float) -> int:
    """Return 1, 0 or -1 for a value above, at or below 0."""
    return (value > 0) - (value < 0)


def int_if_whole(value: float) -> Number:
    """Return a whole value as an int, 4.0 -> 4, and any other value, or one beyond `MAX_EXACT_NUMBER`, unchanged."""
    return int(value) if -MAX_EXACT_NUMBER <= value <= MAX_EXACT_NUMBER and value == math.floor(value) else value


def format_scores(score: Number, opponent_score: Number) -> str:
    """Return the scores of a game as one text: "412–378". A score below 0 has a typographic minus sign."""
    return f"{score:g}–{opponent_score:g}".replace("-", "\N{MINUS SIGN}")


def to_1900_system(cell: object) -> object:
    """Return a serial date of the 1904 date system in the 1900 system, and any other value unchanged."""
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        return cell + (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
    return cell


def rank_with_ties(values: Iterable[object]) -> list[int]:
    """Return the rank of each line, from 1. `values` must be sorted, and equal figures share a rank."""
    ranks: list[int] = []
    previous: object = None
    for position, value in enumerate(values, 1):
        ranks.append(ranks[-1] if ranks and value == previous else position)
        previous = value
    return ranks


class Scale(NamedTuple):
    """An axis from `low` to `high`, with a mark every `unit`."""

    low: float
    high: float
    unit: float


class ChartAxes(NamedTuple):
    """The scales of the axes of a chart. None leaves a scale to the spreadsheet program.

    Attributes:
        sheet: Name of the chart's sheet.
        chart: Name of the chart.
        days: Scale of the horizontal axis, in serial dates of the 1900 system.
        values: Scale of the vertical axis.
    """

    sheet: str
    chart: str
    days: Scale | None
    values: Scale | None

    def to_1904(self) -> Self:
        """Return the axes with serial dates of the 1904 date system."""
        days = self.days
        if days is None:
            return self
        days_between = (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
        return self._replace(days=days._replace(low=days.low - days_between, high=days.high - days_between))


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
    """A rectangle of cells. Rows and columns count from 1, and the last ones are included."""

    first_row: int
    first_column: int
    last_row: int
    last_column: int

    @property
    def is_one_cell(self) -> bool:
        """Whether the range is a single cell."""
        return self.first_row == self.last_row and self.first_column == self.last_column

    @property
    def cells(self) -> int:
        """The number of cells."""
        return (self.last_row - self.first_row + 1) * (self.last_column - self.first_column + 1)

    def __or__(self, other: "CellRange") -> "CellRange":
        return CellRange(
            min(self.first_row, other.first_row),
            min(self.first_column, other.first_column),
            max(self.last_row, other.last_row),
            max(self.last_column, other.last_column),
        )

    @property
    def absolute(self) -> str:
        """The range with absolute addresses, as in a defined name: `$B$2:$D$9`."""
        return re.sub(r"([A-Z]+)([0-9]+)", r"$\1$\2", str(self))

    def __str__(self) -> str:
        first = f"{column_letters(self.first_column)}{self.first_row}"
        last = f"{column_letters(self.last_column)}{self.last_row}"
        return first if first == last else f"{first}:{last}"


def parse_range(text: str) -> CellRange | None:
    """Return the range of an address such as `B2:D9` or `$A$1`, or None if it is invalid or beyond the sheet."""
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
    """Return the sheet and the range of a defined name's formula, such as `'Par scores'!$A$1:$B$9`, or None."""
    match = _ON_SHEET.fullmatch(formula.strip().removeprefix("="))
    cells = match and parse_range(match[3])
    if match is None or cells is None:
        return None
    return (match[1].replace("''", "'") if match[1] else match[2], cells)


def format_area_name(name: str, number: int) -> str:
    """Return the key of an area of a defined name: the name itself for area 1, `name#2` for area 2, and so on."""
    return name if number == 1 else f"{name}#{number}"


def split_areas(formula: str) -> list[str]:
    """Return the areas of a defined name's formula: `Tonight!$A$5:$E$5,Tonight!$G$5` has two.

    LibreOffice preserves such a name and moves its areas with their cells, but its formulas cannot use the name.
    """
    text = formula.strip().removeprefix("=")
    return _BETWEEN_AREAS.split(text) if "'" in text else text.split(",")  # the pattern is slow for a long formula


def iter_named_areas(name: str, formula: str) -> Iterator[tuple[str, tuple[str, CellRange]]]:
    """Yield the areas that a defined name refers to, each as its `format_area_name` and its sheet and range."""
    if "!" not in formula:  # the formula has no sheet, so it refers to no cells: this is fast for LAMBDA functions
        return
    for number, text in enumerate(split_areas(formula), 1):
        if "!" in text and (reference := parse_reference(text)) is not None:
            yield format_area_name(name, number), reference


QUOTED = re.compile('"(?:[^"]|"")*"')
# The address of a cell with a relative row.
RELATIVE = re.compile(r"(?<![\w.$])\$?[A-Za-z]{1,3}([0-9]+)(?![\w.(])")
BROKEN_REFERENCE = "#REF!"


def is_broken_formula(formula: str, row: int) -> bool:
    """Return whether a formula has a #REF! or refers to another row than its own, as after cut and paste of a game."""
    bare = QUOTED.sub("", formula)
    return BROKEN_REFERENCE in bare or any(int(referenced) != row for referenced in RELATIVE.findall(bare))


# The largest integer that is written with all digits. Python refuses to write one of more than 4,300 digits, and
# nobody reads one of 300.
_MAX_WRITTEN = 10**300
# Lower-case letters with a stroke or ligature, which Unicode normalization does not decompose as it does accents.
PLAIN_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})


def is_blank(cell: object) -> bool:
    """Return whether a cell is empty or contains only blanks."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def cell_text(cell: object) -> str:
    """Return the text of a cell, for messages and names.

    7.0 becomes 7, 1e300 becomes 1e+300, a date is in ISO format, and a blank is "".
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < MAX_EXACT_NUMBER:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, int) and abs(cell) > _MAX_WRITTEN:
        from decimal import Decimal

        return f"{Decimal(cell):.6g}"
    return as_text(cell)


def as_text(value: object) -> str:
    """Return the text of any object, or the name of its type if it contains an integer too long for Python to write."""
    try:
        return str(value)
    except ValueError:
        return f"<{type(value).__name__}>"


def name_key(name: str) -> str:
    """Return the key that all spellings of a name share.

    Spellings may differ in case, Unicode form, outer or repeated blanks, and marks without width, such as a zero-width
    space. Source: Unicode, NFKC_Casefold.
    """
    key = " ".join(name.split()).casefold()
    if key.isascii():
        return key
    visible = "".join(letter for letter in key if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold()).split())


def remove_accents(key: str) -> str:
    """Return a name key with plain letters: "zoë" -> "zoe", "łukasz" -> "lukasz". Several players may share it."""
    if key.isascii():
        return key
    letters = unicodedata.normalize("NFD", key).translate(PLAIN_LETTERS)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def alphabetical_key(name: str) -> tuple[str, str]:
    """Return the key for alphabetical order, in which Émile comes between Eloise and Ernst."""
    key = name_key(name)
    return remove_accents(key), key


# The invisible joiners, which are part of the spelling between letters of Persian and Indian scripts.
JOINERS = frozenset("\u200c\u200d")


def is_visible(name: str) -> bool:
    """Return whether every character of a name is visible. A joiner is accepted behind a letter outside of ASCII."""
    return all(
        letter.isprintable() or (letter in JOINERS and previous.isalpha() and not previous.isascii())
        for previous, letter in zip(" " + name, name)
    )


# The value of a cell. A blank cell is None, or "" from some readers.
CellValue: TypeAlias = "str | int | float | bool | date | None"


def as_value(cell: object) -> CellValue:
    """Return a valid value of a cell unchanged, and None for any other object."""
    return cell if isinstance(cell, (str, int, float, bool, date)) else None


def get_cell(rows: Sequence[Sequence[object]], row: int, column: int) -> object:
    """Return the value in a row and column, both from 1, or None outside of the rows, which may differ in length."""
    return rows[row - 1][column - 1] if 0 < row <= len(rows) and 0 < column <= len(rows[row - 1]) else None


def list_filled_rows(columns: Sequence[Sequence[object]]) -> list[tuple[object, ...]]:
    """Return the rows of columns of equal length, without blank rows at the end."""
    rows = list(zip(*columns))
    while rows and all(map(is_blank, rows[-1])):
        rows.pop()
    return rows


@dataclass(eq=False, repr=False)
class CellTable:
    """A table as a host reads it: headings and a column of raw values for each.

    Attributes:
        name: Name of the table.
        headings: Headings in English, by which the code finds columns.
        columns: The values below each heading. All columns have the same length.
        sheet: Name of the sheet, or "" for a table from a range or a CSV file.
        row: Row of the headings on the sheet, from 1.
        first_column: Column of the first heading on the sheet, from 1.
        counts_from_1904: Whether plain numbers in columns of dates are serial dates of the 1904 date system.
        localized_headings: Headings on the sheet, if they may be in another language.
    """

    name: str
    headings: tuple[str, ...]
    columns: tuple[Sequence[object], ...]
    sheet: str = ""
    row: int = 1
    first_column: int = 1
    counts_from_1904: bool = False
    localized_headings: tuple[str, ...] = ()

    @property
    def sheet_headings(self) -> tuple[str, ...]:
        """The headings on the sheet, in its language."""
        return self.localized_headings or self.headings

    @property
    def rows(self) -> int:
        """The number of rows below the headings."""
        return len(self.columns[0]) if self.columns else 0

    def slice_rows(self, start: int | None = None, end: int | None = None, step: int | None = None) -> Self:
        """Return a copy of the table with the rows of a slice."""
        return replace(self, columns=tuple(column[start:end:step] for column in self.columns))

    def position(self, heading: str) -> int | None:
        """Return the position of the column with a heading, from 0, or None.

        A column with the exact heading has precedence over columns with the same name key, so that a club may add a
        column whose heading differs only in case or blanks.

        Raises:
            InvalidRowsError: Two columns match the heading equally.
        """
        positions = self.matching_positions(heading)
        if len(positions) > 1:
            raise InvalidRowsError([self._make_ambiguity_diagnostic(heading, positions)])
        return positions[0] if positions else None

    def column(self, heading: str) -> Sequence[object] | None:
        """Return the raw values below a heading, or None if the table has no such column.

        Serial dates are converted to the 1900 date system.

        Raises:
            InvalidRowsError: Two columns match the heading equally.
        """
        position = self.position(heading)
        if position is None:
            return None
        cells = self.columns[position]
        return list(map(to_1900_system, cells)) if self.counts_from_1904 and heading in DAY_HEADINGS else cells

    def matching_positions(self, heading: str) -> Sequence[int]:
        """Return the positions of the columns that match a heading: exactly, or else by name key."""
        exact = [position for position, known_heading in enumerate(self.headings) if known_heading == heading]
        return exact or self._by_key.get(name_key(heading), [])

    @cached_property
    def _by_key(self) -> Mapping[str, Sequence[int]]:
        positions: dict[str, list[int]] = {}
        for position, heading in enumerate(self.headings):
            positions.setdefault(name_key(heading), []).append(position)
        return positions

    def _make_ambiguity_diagnostic(self, heading: str, positions: Sequence[int]) -> Diagnostic:
        if self.sheet:
            locations: list[str] = [
                f"{column_letters(self.column_number(position))}{self.row}" for position in positions
            ]
        else:
            locations = [msg("column {number}", number=self.column_number(position)) for position in positions]
        message = msg(
            "{columns} both match this heading; rename the column that you added",
            columns=list_values(locations),
        )
        return Diagnostic(self.name, self.sheet, self.row, heading, self.sheet_headings[positions[0]], message)

    def column_number(self, position: int) -> int:
        """Return the number of a column on the sheet, counted from 1, from its position in the table."""
        return self.first_column + position

    def row_number(self, row: int) -> int:
        """Return the number of a row on the sheet, from 1, given its index below the headings, from 0."""
        return self.row + 1 + row

    def row_location(self, row: int) -> Message:
        """Return the location of a row for a message, given its index from 0: "Games row 12"."""
        return msg("{sheet} row {row}", sheet=self.sheet or self.name, row=self.row_number(row))


_NO_FORMULAS: Mapping[int, str] = MappingProxyType({})


class CellBlock(NamedTuple):
    """Computed values for a rectangle of a sheet. A recalculation writes its results as such blocks.

    Attributes:
        sheet: Name of the sheet.
        row: Row of the upper left cell, from 1.
        column: Column of the upper left cell, from 1.
        columns: The values, column by column, all of the same length. None makes a cell blank.
        formulas: For each live column, by its index in `columns`, the formula for cells that have none or a broken one,
            without "=" and with `{row}` for the row number. The values of the column are the results of the formula.
        table: Name of the table that the columns belong to, or "". The table grows to the last row of the block.
        unchanged_rows: Number of rows at the top whose cells already have their values, so that only missing or broken
            formulas of live columns are written.
    """

    sheet: str
    row: int
    column: int
    columns: tuple[Sequence[CellValue], ...]
    formulas: Mapping[int, str] = _NO_FORMULAS
    table: str = ""
    unchanged_rows: int = 0


class Area(NamedTuple):
    """The values of a report on a sheet.

    Attributes:
        sheet: Name of the sheet.
        row: Row of the upper left cell, from 1.
        column: Column of the upper left cell, from 1.
        width: Number of columns.
        rows: The values, row by row.
        owned_rows: Number of rows from `row` on that a recalculation may blank, to remove the remains of an earlier and
            longer report. None means all rows down to the end of the sheet.
        formulas: Formulas of live columns, as in a CellBlock.
    """

    sheet: str
    row: int
    column: int
    width: int
    rows: Sequence[Sequence[CellValue]]
    owned_rows: int | None = None
    formulas: Mapping[int, str] = _NO_FORMULAS


class ClubWorkbook(Protocol):
    """A club workbook as the recalculation reads it, in any host."""

    @property
    def file_name(self) -> str:
        """The name of the workbook's file, for messages."""

    @property
    def is_file(self) -> bool:
        """Whether the workbook is a file, of which formats can be written, instead of open in a program."""

    @property
    def names(self) -> Mapping[str, object]:
        """The value of every workbook-level defined name that refers to one cell. A blank is None."""

    @property
    def tables(self) -> Mapping[str, CellTable]:
        """Every table of the workbook by its name."""

    @property
    def visible_sheets(self) -> Sequence[str]:
        """The names of the worksheets that are not hidden."""

    def locate_name(self, name: str) -> tuple[str, int, int] | None:
        """Return the sheet, row and column of the first cell that a workbook-level name refers to, or None."""

    def has_formula(self, name: str) -> bool:
        """Return whether the first cell that a defined name refers to is known to contain a formula."""

    def range_values(self, name: str) -> Sequence[Sequence[object]] | None:
        """Return the values of the range of a workbook-level defined name, row by row, or None if there is none."""

    def has_sheet(self, sheet: str) -> bool:
        """Return whether a sheet with a given name exists, in any case."""

    def sheet_values(self, sheet: str) -> Sequence[Sequence[object]]:
        """Return all values of a sheet row by row from A1 on, or [] if there is no such sheet.

        Trailing blank rows are left out.
        """


class ColumnType(Enum):
    """The type of a column, which determines its format, its width and the validation of input."""

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

    @property
    def is_typed_number(self) -> bool:
        """Whether the cells contain numbers that people type. A date is a number in Excel."""
        return self in (
            ColumnType.DATE,
            ColumnType.SCORE,
            ColumnType.COUNT,
            ColumnType.RATING,
            ColumnType.DECIMAL,
            ColumnType.SIGNED,
        )


T = TypeVar("T")


class Memo(dict[Any, T], Generic[T]):
    """A dictionary of the results of a function by its argument, each computed on first access."""

    def __init__(self, function: Callable[[Any], T]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, argument: Any) -> T:
        value = self[argument] = self._function(argument)
        return value

    def column(self, cells: Iterable[Any]) -> list[T]:
        """Return the result of the function for each cell of a column."""
        return list(map(self.__getitem__, cells))
