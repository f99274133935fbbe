"""Whether somebody typed since the last recalculation: a hidden copy of what it read, with live comparisons.

Each input column, each column of a table on Rules and the settings have a column on the hidden sheet. It has a formula
that counts changed cells, and below it the cells as they were read. So a typed cell costs one comparison of its own
column, and any changed, added or removed cell shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import NamedTuple, cast
from zlib import crc32

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_ROW
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook, as_value
from xladdin.cells.text import shown
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import column_of, overwriting
from xladdin.workbook.changes.named_cells import cells
from xladdin.workbook.contents import tables_of
from xladdin.workbook.rules.layout import layout
from xladdin.workbook.schema import AS_READ, REMARK, Kind, hidden_name

READ_NAME = "start_read"
"""The defined name of the cell with a digest of all that the last recalculation read. The copy is only looked at if it
differs."""
CHANGED_NAME = "start_changed"
"""The defined name of the live cell with the result: 0 the same, 1 changed, 2 never recalculated."""
FORMULA_ROW, FIRST_ROW = 2, 3
_NUMBERED = (Kind.DATE, Kind.SCORE, Kind.COUNT, Kind.RATING, Kind.DECIMAL, Kind.SIGNED)
"""Kinds compared as numbers, many times sooner than letter by letter."""


_WRITTEN_SO = {str, int, bool, date, datetime, type(None)}
"""The types of cells that are copied as they are."""


class ReadColumn(NamedTuple):
    """A column of the copy. `cells` is its original, as a formula refers to it. Settings are several cells."""

    heading: str
    cells: tuple[str, ...]
    kind: Kind
    table: str = ""

    def formula(self, letters: str) -> str:
        """The number of changed cells, without "=". An error from a deleted column counts as unchanged."""
        if len(self.cells) > 1:
            pairs = enumerate(self.cells, FIRST_ROW)
            return f"IFERROR(SUM({','.join(f'1-EXACT({cell},${letters}${row})' for row, cell in pairs)}),0)"
        (now,) = self.cells
        held = f"${letters}${FIRST_ROW}:${letters}${LAST_ROW}"
        then = f"${letters}${FIRST_ROW}:INDEX({held},ROWS({now}))"
        others = f"--({now}<>{then})" if self.kind in _NUMBERED else f"1-EXACT({now},{then})"
        return f"IFERROR(SUMPRODUCT({others})+ABS(COUNTA({now})-COUNTA({held})),0)"


def columns(system: RatingSystem) -> list[ReadColumn]:
    """The columns of the copy, those of a table side by side."""
    typed = [
        ReadColumn(f"{table.name}: {column.heading}", (f"{table.name}[{column.heading}]",), column.kind, table.name)
        for table in tables_of(system).values()
        for column in table.columns
        if not column.computed and column is not REMARK
    ]
    settings, tables = layout(system)
    rules = [ReadColumn(name, (name,), Kind.DECIMAL) for table in tables for name in table.names()]
    return [*typed, *rules, ReadColumn("Settings", tuple(setting.name for setting in settings), Kind.GAME_KIND)]


def changed_formula(system: RatingSystem) -> str:
    """The formula of the cell that says whether anything changed, without "="."""
    row = f"'{AS_READ}'!$A${FORMULA_ROW}:${column_letters(len(columns(system)))}${FORMULA_ROW}"
    return f'IF({READ_NAME}="",2,IF(SUM({row})=0,0,1))'


class AsRead(NamedTuple):
    """All that a recalculation has read, column by column."""

    system: RatingSystem
    read: Sequence[Sequence[object]]

    @classmethod
    def of(cls, book: ClubBook, system: RatingSystem) -> AsRead:
        """The cells of the workbook as it is."""
        return cls(system, [list(_cells(book, column)) for column in columns(system)])

    @property
    def digest(self) -> int:
        """A number that differs if any cell does. Blank rows at the foot of a table do not count."""
        found = 0
        for column in self.read:
            known = {cell: shown(cell) for cell in set(column)}
            text = "\n".join(["", *map(known.__getitem__, column)]).rstrip("\n")
            found = crc32(f"{text}\n\n".encode("utf-8", "surrogatepass"), found)
        return found

    def differing(self, book: ClubBook) -> Iterator[CellBlock]:
        """The digest and the copy, if the digest differs from the workbook's."""
        digest = self.digest
        if book.names.get(READ_NAME) != digest:
            yield from cells(book, {READ_NAME: digest})
            yield from overwriting(book, self.areas(book))

    def areas(self, book: ClubBook) -> Iterator[Area]:
        """The copy, or nothing if its sheet is not there. A table's columns go together."""
        place = book.place_of(hidden_name(AS_READ))
        if place is None:
            return
        sheet, row, first = place
        own = columns(self.system)
        start = 0
        while start < len(own):
            end = start + 1
            while end < len(own) and own[end].table and own[end].table == own[start].table:
                end += 1
            rows = list(zip(*map(_values, self.read[start:end])))
            yield Area(sheet, row + FIRST_ROW - 1, first + start, end - start, rows)
            start = end


def table_as_read(book: ClubBook, name: str, headings: Sequence[str], rows: slice) -> CellTable:
    """Some rows of an input table as the last recalculation read them, or none if they are not known."""
    place = book.place_of(hidden_name(AS_READ))
    held = book.sheet_values(place[0])[place[1] - 1 :] if place is not None else ()
    numbers = {shown(heading): number for number, heading in enumerate(held[0])} if held else {}
    found = [numbers.get(f"{name}: {heading}") for heading in headings]
    below = held[FIRST_ROW - 1 :][rows]
    return CellTable(name, tuple(headings), tuple(column_of(below, at) if at is not None else [] for at in found))


def _cells(book: ClubBook, column: ReadColumn) -> Iterator[object]:
    if column.table:
        table = book.tables.get(column.table)
        found = table.alike(column.heading.partition(": ")[2]) if table is not None else ()
        yield from table.columns[found[0]] if table is not None and found else ()
    elif len(column.cells) > 1:
        yield from (book.names.get(name) for name in column.cells)
    else:
        yield from (row[0] for row in book.range_values(column.cells[0]) or ())


def _values(cells: Sequence[object]) -> Sequence[CellValue]:
    if _WRITTEN_SO.issuperset(map(type, cells)):  # as in most columns
        return cast("Sequence[CellValue]", cells)
    return list(map(_value, cells))


def _value(cell: object) -> CellValue:
    return int(cell) if isinstance(cell, float) and cell.is_integer() else as_value(cell)
