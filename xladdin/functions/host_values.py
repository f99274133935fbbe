"""Cells as the hosts give them, made plain: error values, blanks and data types of Excel."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import chain
from numbers import Real
from typing import Any

from xladdin.cells.numbers import ERROR_VALUES, SERIAL_DAY_ZERO
from xladdin.cells.text import as_text, is_blank
from xladdin.errors import InvalidTypeError
from xladdin.messages import msg

_SCODE = -0x7FF60000
"""The classic host gives an error value as this number plus its own: a COM status code (VT_ERROR)."""
_COM_ERRORS = {_SCODE + code: text for text, code in ERROR_VALUES.items()}
_NO_DATE = re.compile(r'"[^"]*"|\\.|_.|\[[^\]]*\]|General', re.IGNORECASE)
"""The parts of a number format in which letters stand for themselves, for a colour or for a locale."""
_DATE_LETTERS = re.compile("[dmy]", re.IGNORECASE)
ROWS_AT_ONCE = 1024
PLAIN = {type(None), str, int, float, bool}
_COMPARABLE = PLAIN | {date, datetime, dict, Decimal}


def plain_cell(cell: object) -> object:
    """Return a cell as None, text, number, truth or date. An error value becomes its text."""
    if isinstance(cell, (bool, date)) or cell is None:
        return cell
    if isinstance(cell, int):
        return _COM_ERRORS.get(cell, int(cell))
    if isinstance(cell, (float, str)):
        plain = float if isinstance(cell, float) else str
        return cell if type(cell) is plain else plain(cell)  # a kind of them that numpy has
    if isinstance(cell, dict):  # a data type of Office.js: an error, a formatted number, an entity
        return _dated(plain_cell(cell.get("basicValue")), cell.get("numberFormat"))
    if isinstance(cell, (Real, Decimal)):  # currency in the classic host
        return _number(cell)
    if type(cell).__name__ == "JsNull":  # a blank cell within a range in Pyodide
        return None
    return as_text(cell)


def _dated(cell: object, number_format: object) -> object:
    """Return a number that Excel shows as a date as that date, and any other cell as it is."""
    if not isinstance(cell, (int, float)) or isinstance(cell, bool) or not isinstance(number_format, str):
        return cell
    if not _DATE_LETTERS.search(_NO_DATE.sub("", number_format)):
        return cell
    try:
        return SERIAL_DAY_ZERO + timedelta(days=cell)
    except (ValueError, OverflowError):
        return cell


def _number(cell: Any) -> object:
    """Return a number of another type. If it is no number after all, it becomes its text."""
    try:
        return float(cell)
    except OverflowError:
        return int(cell)
    except (TypeError, ValueError):  # a duration of numpy, a signaling NaN
        return as_text(cell)


def plain_column(cells: Sequence[object]) -> Sequence[object]:
    """Return a column made plain. A plain one stays as it is."""
    return plain_by_value(cells) if set(map(type, cells)) <= PLAIN else list(map(plain_cell, cells))


def plain_by_value(cells: Sequence[object]) -> Sequence[object]:
    """Return a column made plain for look-ups. It stays as it is if each cell is plain, or equals a plain one above."""
    try:
        distinct = set(cells)
    except TypeError:  # no hash, or a missing value of pandas
        return list(map(plain_cell, cells))
    is_plain = set(map(type, distinct)) <= PLAIN and _COM_ERRORS.keys().isdisjoint(distinct)
    return cells if is_plain else list(map(plain_cell, cells))


def bare_error(cell: object) -> object:
    """Return the error value that a text begins with, without the message behind it. Other cells stay as they are."""
    if is_error(cell):
        assert isinstance(cell, str)
        return cell.partition(" ")[0]
    return cell


def is_error(cell: object) -> bool:
    """Return whether a plain cell is an error value, with or without a message behind it."""
    return isinstance(cell, str) and cell[:1] == "#" and cell.partition(" ")[0] in ERROR_VALUES


def as_lists(cells: Any) -> Any:
    """Return an array of numpy, or a column of pandas, as lists. Anything else stays as it is."""
    to_list = getattr(cells, "tolist", None)
    return cells if to_list is None or isinstance(cells, type) else to_list()


def rows_of(cells: Sequence[Any]) -> Sequence[Sequence[Any]]:
    """Return a range as rows. Hosts give a single row as a plain list."""
    if cells and not isinstance(as_lists(cells[0]), (list, tuple)):
        return [cells]
    return cells if set(map(type, cells)) <= {list, tuple} else list(map(as_lists, cells))


NO_TABLE = msg("must be a range with its heading row")


@dataclass(frozen=True, eq=False)
class TableRange:
    """A range with a heading row. `rows` end at the last that is not blank. `height` counts the whole range."""

    rows: Sequence[Sequence[Any]]
    height: int


def table_range(cells: Sequence[Any]) -> TableRange:
    """Return a range that is a table. Raises InvalidTypeError if its rows are of different lengths."""
    whole = cells if isinstance(cells[0], (list, tuple)) else rows_of(cells)
    rows = whole[: _filled(whole)]
    if not set(map(type, rows)) <= {list, tuple}:
        rows = rows_of(rows)
        if not all(isinstance(row, (list, tuple)) for row in rows):
            raise InvalidTypeError(NO_TABLE)
    if len(set(map(len, rows))) != 1:
        raise InvalidTypeError(NO_TABLE)
    return TableRange(rows, len(whole))


def _filled(rows: Sequence[Any]) -> int:
    """Return the number of rows without the blank ones at the end, of which a range of whole columns has a million."""
    width, end = len(rows[0]), len(rows)
    several, row = (tuple if isinstance(range_, tuple) else list for range_ in (rows, rows[0]))
    blanks = [several([row([nothing] * width)] * ROWS_AT_ONCE) for nothing in (None, "")]
    while end > ROWS_AT_ONCE and rows[end - ROWS_AT_ONCE : end] in blanks:
        end -= ROWS_AT_ONCE
    while end > 1 and _is_blank_row(rows[end - 1], width):
        end -= 1
    return end


def _is_blank_row(row: object, width: int) -> bool:
    return isinstance(row, (list, tuple)) and len(row) == width and all(map(is_blank, row))


def cells_of(rows: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the cells of a range row by row. Raises InvalidTypeError for rows of different lengths."""
    width = len(rows[0]) if rows else 0
    try:
        if width == 1:
            return [cell for (cell,) in rows]
        if rows and set(map(len, rows)) != {width}:
            raise ValueError
    except (ValueError, TypeError):
        raise InvalidTypeError(msg("a range must be rows of the same length")) from None
    return list(chain.from_iterable(rows))


def range_cells(cells: Sequence[Any]) -> tuple[list[Any], tuple[int, int]]:
    """Return the cells of a range row by row, and its rows and columns.

    Most are one column, and need no closer look.
    """
    if cells and type(cells[0]) in (list, tuple):
        try:
            return [cell for (cell,) in cells], (len(cells), 1)
        except (ValueError, TypeError):
            pass
    rows = rows_of(cells)
    return cells_of(rows), (len(rows), len(rows[0]) if rows else 0)


def comparable(cells: Sequence[Any]) -> Sequence[Any]:
    """Return the cells made plain if some are no values at all. An array within a cell compares to nothing."""
    return cells if set(map(type, cells)) <= _COMPARABLE else list(map(plain_cell, cells))
