"""Cells as they travel between a host (a file, Excel, a browser) and the core: plain values, no host's types.

A host hands in `CellTable`s and takes back `CellBlock`s. Everything between is pure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeAlias

from xladdin.cells.addresses import column_letters
from xladdin.cells.numbers import DAY_HEADINGS, since_1900
from xladdin.cells.text import is_blank, name_key
from xladdin.errors import Diagnostic, InvalidRowsError
from xladdin.messages import Message, list_values, msg

CellValue: TypeAlias = "str | int | float | bool | date | None"
"""What a cell can hold. A blank cell is None (or "", as some readers give it)."""


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
        exact = [position for position, own in enumerate(self.headings) if own == heading]
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
            "{columns} both read as this heading; give the one that is the club's own another",
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
    def shown_sheets(self) -> Sequence[str]:
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
        """Return all values of a sheet row by row from A1 on, without trailing blank rows, or [] if there is no such
        sheet.
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
