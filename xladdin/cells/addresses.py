"""Addresses of cells as spreadsheets write them (`A1`, `B2:D9`, `'Par scores'!$A$1`), also within formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from xladdin.cells.numbers import LAST_COLUMN, LAST_ROW

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
    return _BETWEEN_AREAS.split(formula.strip().removeprefix("="))


def named_areas(name: str, formula: str) -> Iterator[tuple[str, tuple[str, CellRange]]]:
    """Yield the areas that a defined name refers to, by the names that a host knows them by."""
    for number, text in enumerate(split_areas(formula), 1):
        if (reference := parse_reference(text)) is not None:
            yield area_name(name, number), reference


QUOTED = re.compile('"(?:[^"]|"")*"')
RELATIVE = re.compile(r"(?<![\w.$])\$?[A-Z]{1,3}([0-9]+)(?![\w.(])", re.IGNORECASE)
"""A cell of a row that moves with the formula."""
LOST_CELL = "#REF!"


def is_spoilt(formula: str, row: int) -> bool:
    """Return whether a formula has lost a cell, or reads one of another row. Cut and paste of a game does both."""
    bare = QUOTED.sub("", formula)
    return LOST_CELL in bare or any(int(other) != row for other in RELATIVE.findall(bare))
