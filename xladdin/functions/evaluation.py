"""Evaluate worksheet functions: parse and validate the cells of the arguments, and convert the results to cells."""

from __future__ import annotations

import gc
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cache, partial
from inspect import Parameter, signature
from itertools import chain, repeat
from math import isfinite
from numbers import Real
from operator import mod
from typing import Any

from xladdin.cells import (
    ERROR_VALUES,
    HIGHEST_SCORE,
    LOWEST_NUMBER,
    LOWEST_SCORE,
    MAX_EXACT_NUMBER,
    MAX_INTEGER,
    SERIAL_DAY_ZERO,
    as_text,
    cell_text,
    int_if_whole,
    is_blank,
)
from xladdin.errors import InvalidTypeError, NotFoundError, OutOfRangeError, XladdinError, excerpt
from xladdin.functions.arguments import RANGE_ARGUMENTS, ROW_ARGUMENTS, Argument
from xladdin.game_log.parsing import read_number, read_yes
from xladdin.messages import Message, msg
from xladdin.model import parse_outcome
from xladdin.systems import SYSTEMS, find_system
from xladdin.systems.system import RatingSystem

# Excel's COM interface passes an error value as an integer: this number (VT_ERROR) plus that of the error.
_SCODE = -0x7FF60000
_COM_ERRORS = {_SCODE + code: text for text, code in ERROR_VALUES.items()}
# The parts of a number format whose letters are literal or stand for a colour or a locale, and not for a date.
_NO_DATE = re.compile(r'"[^"]*"|\\.|_.|\[[^\]]*\]|General', re.IGNORECASE)
_DATE_LETTERS = re.compile("[dmy]", re.IGNORECASE)
ROWS_PER_SLICE = 1024
PLAIN_TYPES = {type(None), str, int, float, bool}
_COMPARABLE = PLAIN_TYPES | {date, datetime, dict, Decimal}


def to_plain_cell(cell: object) -> object:
    """Return a cell from any host as None, text, number, boolean or date. An error value becomes its text."""
    if isinstance(cell, (bool, date)) or cell is None:
        return cell
    if isinstance(cell, int):
        return _COM_ERRORS.get(cell, int(cell))
    if isinstance(cell, (float, str)):
        plain = float if isinstance(cell, float) else str
        return cell if type(cell) is plain else plain(cell)  # a subclass, such as those of numpy
    if isinstance(cell, dict):  # a cell value of Office.js with a type: an error, a formatted number or an entity
        return _convert_date(to_plain_cell(cell.get("basicValue")), cell.get("numberFormat"))
    if isinstance(cell, (Real, Decimal)):  # currency, from Excel's COM interface
        return _convert_number(cell)
    if type(cell).__name__ == "JsNull":  # Pyodide passes a blank cell of a range as this object
        return None
    return as_text(cell)


def _convert_date(cell: object, number_format: object) -> object:
    """Return a number with the format of a date as a date, and any other cell unchanged."""
    if not isinstance(cell, (int, float)) or isinstance(cell, bool) or not isinstance(number_format, str):
        return cell
    if not _DATE_LETTERS.search(_NO_DATE.sub("", number_format)):
        return cell
    try:
        return SERIAL_DAY_ZERO + timedelta(days=cell)
    except (ValueError, OverflowError):
        return cell


def _convert_number(cell: Any) -> object:
    """Return a number of another type as a float or int, or its text if it cannot be converted."""
    try:
        return float(cell)
    except OverflowError:
        return int(cell)
    except (TypeError, ValueError):  # a duration of numpy, a signaling NaN
        return as_text(cell)


def to_plain_column(cells: Sequence[object]) -> Sequence[object]:
    """Return a column with all cells converted by `to_plain_cell`, which is the same object if all are plain."""
    return to_plain_lookup_column(cells) if set(map(type, cells)) <= PLAIN_TYPES else list(map(to_plain_cell, cells))


def to_plain_lookup_column(cells: Sequence[object]) -> Sequence[object]:
    """Return a column with all cells converted by `to_plain_cell`, to be used for look-ups by value.

    It is the same object if each cell is plain or equals an earlier plain one.
    """
    try:
        distinct = set(cells)
    except TypeError:  # an unhashable value, or the missing value of pandas
        return list(map(to_plain_cell, cells))
    is_plain = set(map(type, distinct)) <= PLAIN_TYPES and _COM_ERRORS.keys().isdisjoint(distinct)
    return cells if is_plain else list(map(to_plain_cell, cells))


def is_error(cell: object) -> bool:
    """Return whether a plain cell is an error value, which may be followed by a message."""
    return isinstance(cell, str) and cell[:1] == "#" and cell.partition(" ")[0] in ERROR_VALUES


def as_lists(cells: Any) -> Any:
    """Return an array of numpy or a column of pandas as lists, and any other object unchanged."""
    to_list = getattr(cells, "tolist", None)
    return cells if to_list is None or isinstance(cells, type) else to_list()


def to_rows(cells: Sequence[Any]) -> Sequence[Sequence[Any]]:
    """Return a range as rows. A single row may come as a flat list, as from xlwings."""
    if cells and not isinstance(as_lists(cells[0]), (list, tuple)):
        return [cells]
    return cells if set(map(type, cells)) <= {list, tuple} else list(map(as_lists, cells))


TABLE_REQUIRED = msg("must be a range with its heading row")


@dataclass(frozen=True, eq=False)
class TableRange:
    """A range with a heading row. `rows` ends with the last filled row, and `height` is that of the whole range."""

    rows: Sequence[Sequence[Any]]
    height: int


def parse_table_range(cells: Sequence[Any]) -> TableRange:
    """Return a range as a table. Raises InvalidTypeError if its rows have different lengths."""
    whole = cells if isinstance(cells[0], (list, tuple)) else to_rows(cells)
    rows = whole[: _count_filled_rows(whole)]
    if not set(map(type, rows)) <= {list, tuple}:
        rows = to_rows(rows)
        if not all(isinstance(row, (list, tuple)) for row in rows):
            raise InvalidTypeError(TABLE_REQUIRED)
    if len(set(map(len, rows))) != 1:
        raise InvalidTypeError(TABLE_REQUIRED)
    return TableRange(rows, len(whole))


def _count_filled_rows(rows: Sequence[Any]) -> int:
    """Return the number of rows without blank rows at the end.

    A reference to whole columns has a million rows, so they are compared in large slices.
    """
    width, end = len(rows[0]), len(rows)
    several, row = (tuple if isinstance(range_, tuple) else list for range_ in (rows, rows[0]))
    blanks = [several([row([blank] * width)] * ROWS_PER_SLICE) for blank in (None, "")]
    while end > ROWS_PER_SLICE and rows[end - ROWS_PER_SLICE : end] in blanks:
        end -= ROWS_PER_SLICE
    while end > 1 and _is_blank_row(rows[end - 1], width):
        end -= 1
    return end


def _is_blank_row(row: object, width: int) -> bool:
    return isinstance(row, (list, tuple)) and len(row) == width and all(map(is_blank, row))


def flatten_rows(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the cells of a range, row by row. Raises InvalidTypeError if the rows have different lengths."""
    width = len(rows[0]) if rows else 0
    try:
        if width == 1:
            return [cell for (cell,) in rows]
        if rows and set(map(len, rows)) != {width}:
            raise ValueError
    except (ValueError, TypeError):
        raise InvalidTypeError(msg("a range must be rows of the same length")) from None
    return list(chain.from_iterable(rows))


def flatten_range(cells: Sequence[Any]) -> tuple[list[Any], tuple[int, int]]:
    """Return the cells of a range, row by row, and its numbers of rows and columns.

    A range of one column, which is the most frequent case, is handled without further checks for speed.
    """
    if cells and type(cells[0]) in (list, tuple):
        try:
            return [cell for (cell,) in cells], (len(cells), 1)
        except (ValueError, TypeError):
            pass
    rows = to_rows(cells)
    return flatten_rows(rows), (len(rows), len(rows[0]) if rows else 0)


def make_comparable(cells: Sequence[Any]) -> Sequence[Any]:
    """Return the cells with those converted that cannot be compared, such as an array within a cell."""
    return cells if set(map(type, cells)) <= _COMPARABLE else list(map(to_plain_cell, cells))


Column = Sequence[object]
NOT_A_NUMBER = msg("must be a number")
TOO_LARGE = msg("is too large to calculate with")


class NumberArgument:
    """An argument that is a number.

    Attributes:
        lowest: Smallest valid number.
        highest: Largest valid number.
        above: Exclusive lower limit.
        whole: Whether the number must be whole.
        requirement: Message for a number outside of the limits.
    """

    def __init__(
        self,
        lowest: float = -math.inf,
        highest: float = math.inf,
        *,
        above: float = -math.inf,
        whole: bool = False,
        requirement: Message = NOT_A_NUMBER,
    ) -> None:
        self.lowest = lowest
        self.highest = highest
        self.above = above
        self.whole = whole
        self.requirement = requirement

    def read(self, cell: object) -> float:
        """Return the number in a cell, which may also be typed as text. Raises XladdinError for any other cell."""
        number = read_number(cell)
        if abs(number) > MAX_EXACT_NUMBER:
            raise OutOfRangeError(TOO_LARGE)
        if not self.lowest <= number <= self.highest or number <= self.above:
            raise OutOfRangeError(self.requirement)
        if self.whole and number != int(number):
            raise OutOfRangeError(msg("must be a whole number"))
        return number

    def accepts(self, column: Any) -> bool:
        """Return whether all cells of a column can be passed to the rule unchanged. False is always safe, but slower.

        Only the distinct cells are tested: their types, the smallest and the largest, and whether the sum is finite.
        """
        distinct, types = _find_distinct(column)
        if not distinct or not types <= {int, float}:
            return False
        smallest = min(distinct)
        return (
            smallest >= max(self.lowest, LOWEST_NUMBER)
            and smallest > self.above
            and max(distinct) <= min(self.highest, MAX_EXACT_NUMBER)
            and (float not in types or math.isfinite(sum(distinct)))
            and not (self.whole and float in types and any(map(mod, distinct, repeat(1))))
        )


def _find_distinct(column: Column) -> tuple[Collection[Any], set[type]]:
    """Return the distinct cells of a column, and their types. If cells cannot be compared, all cells are returned.

    Since TRUE equals 1, the types are those of all cells if there is a 0 or a 1.
    """
    try:
        distinct = set(column)
        return distinct, set(map(type, column if 0 in distinct or 1 in distinct else distinct))
    except TypeError:  # an unhashable value, or the missing value of pandas, which has no truth value
        return column, set(map(type, column))


class ArgumentReading:
    """An argument that a function parses.

    Cells of some types can be passed to the rule unchanged, if `read` accepts them.
    """

    def __init__(self, read: Callable[[Any], Any], *types: type) -> None:
        self._read = read
        self._types = set(types)

    def read(self, cell: Any) -> Any:
        """Return the parsed value of a cell."""
        return self._read(cell)

    def accepts(self, column: Column) -> bool:
        """Return whether all cells of a column can be passed to the rule unchanged."""
        distinct, types = _find_distinct(column)
        if not types <= self._types:
            return False
        try:
            for cell in distinct:
                if is_blank(cell) or is_error(cell):
                    return False
                self._read(cell)
        except XladdinError:
            return False
        return True


# The type of an argument.
ArgumentKind = NumberArgument | ArgumentReading


def _read_result(cell: object) -> object:
    """Return a result unchanged if it is valid. The systems parse it themselves."""
    parse_outcome(cell)
    return cell


def _read_system(cell: object) -> RatingSystem:
    try:
        return find_system(cell)
    except NotFoundError:
        raise NotFoundError(msg("must be one of {systems}", systems=", ".join(SYSTEMS))) from None


def _read_table(cell: object) -> TableRange:
    cells = cell if isinstance(cell, (list, tuple)) else [] if is_blank(cell) else [[cell]]
    if not cells:
        raise InvalidTypeError(TABLE_REQUIRED)
    return parse_table_range(cells)


def _read_cells(cell: object) -> Sequence[object]:
    """Return the cells of a range, row by row. A single cell is a range of one."""
    if isinstance(cell, (list, tuple)):
        return to_plain_column(flatten_rows(cell))
    return [cell]


# The types of arguments by the keys that `arguments` uses.
KINDS: Mapping[str, ArgumentKind] = {
    "number": NumberArgument(),
    "score": NumberArgument(
        LOWEST_SCORE,
        HIGHEST_SCORE,
        requirement=msg("must be from {least} to {most}", least=LOWEST_SCORE, most=HIGHEST_SCORE),
    ),
    "points": NumberArgument(0, requirement=msg("must be 0 or more")),
    "total": NumberArgument(above=0, requirement=msg("must be above 0")),
    "count": NumberArgument(0, whole=True, requirement=msg("must be 0 or more")),
    "positive count": NumberArgument(1, whole=True, requirement=msg("must be 1 or more")),
    "year": NumberArgument(1000, 9999, whole=True, requirement=msg("must be a year of four digits")),
    "result": ArgumentReading(_read_result, str, int, float),
    "yes or no": ArgumentReading(read_yes, bool),
    "system": ArgumentReading(_read_system),
    "any": ArgumentReading(lambda cell: cell),
    "table": ArgumentReading(_read_table),
    "column": ArgumentReading(_read_cells),
}


class Parameters:
    """The parameters of a function: their names, types and defaults."""

    def __init__(self, rule: Callable[..., Any], argument_specs: Mapping[str, Argument]) -> None:
        self._signature = signature(rule)
        parameters = self._signature.parameters.values()
        self.names = tuple(parameter.name for parameter in parameters if parameter.kind is not Parameter.KEYWORD_ONLY)
        self.kinds: list[ArgumentKind] = [KINDS[argument_specs[name].kind] for name in self.names]
        self.defaults = [self._signature.parameters[name].default for name in self.names]

    def bind_cells(self, cells: tuple[object, ...], keywords: Mapping[str, object]) -> tuple[object, ...]:
        """Return one cell or range per parameter. Raises TypeError if there are too few or too many arguments."""
        if keywords or len(cells) != len(self.names):
            call = self._signature.bind(*cells, **keywords)
            call.apply_defaults()
            cells = call.args
        return tuple(map(as_lists, cells))

    def are_omitted(self, positions: Sequence[int], cells: Sequence[object] | Mapping[int, object]) -> bool:
        """Return whether the cells in some positions are all blank or equal to the defaults of omitted arguments."""
        return any(self.defaults[position] is Parameter.empty for position in positions) and all(
            is_blank(cells[position])
            or (type(cells[position]) is type(self.defaults[position]) and cells[position] == self.defaults[position])
            for position in positions
        )

    def read_values(self, cells: Sequence[object]) -> list[Any]:
        """Return the parsed values of cells.

        Optional arguments at the end may be omitted or blank. Raises InvalidTypeError if there are too many cells.
        """
        count = len(self.names)
        surplus = [cell for cell in cells[count:] if not is_blank(cell)]
        if surplus:
            raise InvalidTypeError(
                msg(
                    "{surplus}: is one argument too many; the arguments are {names}",
                    surplus=format_cell(surplus[0]),
                    names=", ".join(self.names),
                )
            )
        return [self.read_value(position, cell) for position, cell in enumerate(cells[:count])]

    def read_value(self, position: int, cell: object) -> Any:
        """Return the parsed value of a cell. Raises XladdinError with the name of the argument and the cell."""
        if is_blank(cell) and self.defaults[position] is not Parameter.empty:
            return self.defaults[position]
        try:
            return self.kinds[position].read(cell)
        except XladdinError as wrong:
            location = f"{self.names[position]} {format_cell(cell)}"
            raise type(wrong)(msg("{place}: {problem}", place=location, problem=wrong.message)) from None


def format_cell(cell: object) -> str:
    """Return the text of a cell for a message."""
    if is_blank(cell):
        return "(blank)"
    return excerpt(cell_text(cell))


def as_cell(result: Any) -> Any:
    """Return a result as a value of a cell. A whole number becomes an int, or a float if it does not fit in 32 bits.

    Raises:
        OverflowError: The result is infinite or not a number.
    """
    if type(result) is int:
        return result if LOWEST_NUMBER <= result <= MAX_INTEGER else float(result)
    if type(result) is float:
        if not isfinite(result):
            raise OverflowError
        return int_if_whole(result) if LOWEST_NUMBER <= result <= MAX_INTEGER else result
    return result


@contextmanager
def _translate_arithmetic_errors() -> Iterator[None]:
    """Convert arithmetic errors of a rule to OutOfRangeError."""
    try:
        yield
    except (ArithmeticError, ValueError):
        raise OutOfRangeError(msg("the numbers are too large to calculate with")) from None


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Suspend Python's garbage collection, which would examine all cells of a large range many times.

    If many objects were created, they are moved to the oldest generation afterwards, so that the next collection does
    not begin with them. Freezing and unfreezing has this effect.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if gc.get_count()[0] > gc.get_threshold()[0] and not gc.get_freeze_count():
                gc.freeze()
                gc.unfreeze()
            gc.enable()


class ElementwiseFunction:
    """A worksheet function that applies a rule of plain values to values, or to ranges row by row.

    `over_columns` is a faster form of the rule for whole columns, if there is one.
    """

    def __init__(self, rule: Callable[..., Any], over_columns: Callable[..., list[Any]] | None = None) -> None:
        self._rule = rule
        self._over_columns = over_columns or (lambda *columns: list(map(rule, *columns)))
        self._parameters = Parameters(rule, ROW_ARGUMENTS)

    def __call__(self, *cells: object, **keywords: object) -> Any:
        """Return the result for values, or for ranges a range of results. Raises XladdinError for invalid values."""
        cells = self._parameters.bind_cells(cells, keywords)
        if any(isinstance(cell, (list, tuple)) for cell in cells):
            with _without_garbage_collection():
                return self._evaluate_ranges(cells)
        return self._evaluate_row(cells, range(len(cells)))

    def _evaluate_row(self, cells: Sequence[object], inputs: Sequence[int]) -> Any:
        """Return the result of one row, or "" if all cells in the positions `inputs` are blank."""
        cells = list(map(to_plain_cell, cells))
        error = next(filter(is_error, cells), None)
        if error is not None:
            return error
        if self._parameters.are_omitted(inputs, cells):
            return ""
        values = self._parameters.read_values(cells)
        with _translate_arithmetic_errors():
            return as_cell(self._rule(*values))

    def _evaluate_ranges(self, cells: Sequence[object]) -> list[list[Any]]:
        ranges, shapes = dict[int, Column](), dict[int, tuple[int, int]]()
        for position, cell in enumerate(cells):
            if isinstance(cell, (list, tuple)):
                ranges[position], shapes[position] = flatten_range(cell)
        height, width = self._find_common_shape(shapes)
        size = height * width
        columns = [
            ranges[position] if shapes.get(position) == (height, width) else [*ranges.get(position, (cell,))] * size
            for position, cell in enumerate(cells)
        ]
        inputs = [position for position, shape in shapes.items() if shape == (height, width)]
        results = self._evaluate_columns(columns, inputs)
        if width == 1:
            return [[result] for result in results]
        return [results[start : start + width] for start in range(0, size, width or 1)]

    def _find_common_shape(self, shapes: Mapping[int, tuple[int, int]]) -> tuple[int, int]:
        """Return the numbers of rows and columns of the result. A range of one cell counts as a value."""
        large: dict[tuple[int, int], str] = {}
        for position, shape in shapes.items():
            if shape != (1, 1):
                large.setdefault(shape, self._parameters.names[position])
        if len(large) > 1:
            sizes = ", ".join(f"{name} {height} by {width}" for (height, width), name in large.items())
            raise InvalidTypeError(
                msg("ranges of different shapes: {sizes} (rows by columns); they must be the same", sizes=sizes)
            )
        return next(iter(large), (1, 1))

    def _evaluate_columns(self, columns: Sequence[Column], inputs: Sequence[int]) -> list[Any]:
        """Return one result per row.

        Rows of plain values are passed to the rule together, blank ones are skipped, and all others are evaluated one
        by one.
        """
        kinds = self._parameters.kinds
        if all(kind.accepts(column) for kind, column in zip(kinds, columns)):
            return self._evaluate_plain_columns(columns, inputs)
        columns = list(map(make_comparable, columns))
        results: list[Any] = [""] * len(columns[0])
        rows = self._find_filled_rows(columns, inputs)
        filled_columns = _select_rows(columns, rows)
        unusual = {
            position
            for kind, column in zip(kinds, filled_columns)
            if not kind.accepts(column)
            for position, cell in enumerate(column)
            if not kind.accepts((cell,))
        }
        for position in unusual:
            results[rows[position]] = self._evaluate([column[position] for column in filled_columns], inputs)
        plain = [position for position in range(len(rows)) if position not in unusual]
        for position, result in zip(plain, self._evaluate_plain_columns(_select_rows(filled_columns, plain), inputs)):
            results[rows[position]] = result
        return results

    def _find_filled_rows(self, columns: Sequence[Column], inputs: Sequence[int]) -> Sequence[int]:
        """Return the positions of the rows that are not blank.

        A formula over whole columns of a sheet has a million rows, most of them blank.
        """
        blank: tuple[object, ...] = (None,) * len(inputs)
        if not self._parameters.are_omitted(inputs, dict.fromkeys(inputs)):
            return range(len(columns[0]))
        empty = ("",) * len(inputs)
        rows = zip(*(columns[position] for position in inputs))
        return [row for row, cells in enumerate(rows) if cells != blank and cells != empty]

    def _evaluate_plain_columns(self, columns: Sequence[Column], inputs: Sequence[int]) -> list[Any]:
        """Return the results of rows that can be passed to the rule unchanged.

        If the rule fails, the rows are evaluated one by one. It also fails for a number of another library that equals
        a plain number, and so was not found among the distinct cells.
        """
        try:
            results = self._over_columns(*columns)
            types = set(map(type, results))
            if types == {int} and max(results) <= MAX_INTEGER and min(results) >= LOWEST_NUMBER:
                return results
            if types <= PLAIN_TYPES:
                return list(map(as_cell, results))
        except (XladdinError, ArithmeticError, ValueError, TypeError):
            pass
        return [self._evaluate(row, inputs) for row in zip(*columns)]

    def _evaluate(self, cells: Sequence[object], inputs: Sequence[int]) -> Any:
        try:
            return self._evaluate_row(cells, inputs)
        except XladdinError as wrong:
            return f"{wrong.excel_error} {wrong}"


class ElementwiseFunctionByRules:
    """A worksheet function like `ElementwiseFunction` whose last argument is the range of rules for all rows."""

    def __init__(self, rule: Callable[..., Any]) -> None:
        self._rule = rule
        self._parameters = Parameters(rule, {**ROW_ARGUMENTS, **RANGE_ARGUMENTS})

    def __call__(self, *cells: object, **keywords: object) -> Any:
        """Return the result as `ElementwiseFunction` does.

        An error value in place of the rules is returned unchanged.
        """
        *cells_of_row, rules = self._parameters.bind_cells(cells, keywords)
        error = None if isinstance(rules, (list, tuple)) else to_plain_cell(rules)
        if is_error(error):
            return error
        by_rules = partial(self._rule, rules=self._parameters.read_value(len(cells_of_row), rules))
        return ElementwiseFunction(by_rules)(*cells_of_row)


def _select_rows(columns: Sequence[Column], rows: Sequence[int]) -> list[Column]:
    """Return some rows of columns."""
    return [[column[row] for row in rows] for column in columns]


class RangeFunction:
    """A worksheet function that applies a rule to whole ranges."""

    def __init__(self, rule: Callable[..., Any]) -> None:
        self._rule = rule
        self._parameters = Parameters(rule, RANGE_ARGUMENTS)

    def __call__(self, *cells: object, **keywords: object) -> Any:
        """Return the result of the rule. An error value among the arguments is returned unchanged."""
        with _without_garbage_collection():
            return self._evaluate(cells, keywords)

    def _evaluate(self, cells: tuple[object, ...], keywords: Mapping[str, object]) -> Any:
        cells = tuple(
            self._convert_range(position, cell) if isinstance(cell, (list, tuple)) else to_plain_cell(cell)
            for position, cell in enumerate(self._parameters.bind_cells(cells, keywords))
        )
        error = next(filter(is_error, cells), None)
        if error is not None:
            return error
        values = [self._parameters.read_value(position, cell) for position, cell in enumerate(cells)]
        with _translate_arithmetic_errors():
            return as_cell(self._rule(*values))

    def _convert_range(self, position: int, cell: Sequence[Any]) -> Sequence[Any]:
        """Return a range as rows, or unchanged for an argument that is a table.

        A table is converted later without its blank rows, since whole columns have a million rows.
        """
        is_table = self._parameters.kinds[position : position + 1] == [KINDS["table"]]
        return cell if is_table else to_rows(cell)


def explain_change(system: RatingSystem, rule: Callable[..., Any], cells: Sequence[object]) -> str:
    """Return the explanation of a change.

    `rule` is the CHANGE function of the system, and `cells` are its arguments.
    """
    if all(map(is_blank, cells)):
        return ""
    values = _make_row_parameters(rule).read_values(cells)
    with _translate_arithmetic_errors():
        return str(system.explain(*values))


@cache
def _make_row_parameters(rule: Callable[..., Any]) -> Parameters:
    return Parameters(rule, ROW_ARGUMENTS)
