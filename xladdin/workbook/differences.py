"""Computed cells compared with those in the workbook. Only differences are written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from itertools import groupby
from typing import TypeVar

from xladdin.cells.numbers import SERIAL_DAY_ZERO, same_number
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook

COMPARED_AT_ONCE = 1024
"""The cells to compare at once: few, so that a column with a difference needs only a short cell-by-cell search."""
_BLANK = {None, ""}

Cell = TypeVar("Cell")


def differing_columns(
    table: CellTable, columns: Mapping[str, Sequence[CellValue]], formulas: Mapping[str, str]
) -> Iterator[CellBlock]:
    """Blocks for the columns of a table that hold other values than they should. Neighbours share a block.

    A game typed at the foot of a long log changes its last rows. So a block says how many rows above them are held.
    `columns` has values by heading, one entry a row. `formulas` is for live columns, see `CellBlock.formulas`. A
    heading that the club has deleted is left out.
    """
    positions = ((table.position(heading), heading) for heading in columns)
    differing = {
        position: (heading, first)
        for position, heading in positions
        if position is not None and (first := first_difference(table.columns[position], columns[heading])) is not None
    }
    for _, run in groupby(enumerate(sorted(differing)), key=lambda item: item[1] - item[0]):
        neighbours = [position for _, position in run]
        headings, firsts = zip(*(differing[position] for position in neighbours))
        yield CellBlock(
            table.sheet,
            table.row + 1,
            table.column_number(neighbours[0]),
            tuple(columns[heading] for heading in headings),
            {offset: formulas[heading] for offset, heading in enumerate(headings) if heading in formulas},
            table.name,
            held=min(firsts),
        )


def differing_blocks(book: ClubBook, area: Area) -> Iterator[CellBlock]:
    """Yield the block of the rows of an area from the first to the last that differs, if any does.

    It blanks the rows below as far as an earlier report reached.
    """
    below = book.sheet_values(area.sheet)[area.row - 1 :][: area.rows_owned]
    rows = [*area.rows, *[()] * (len(below) - len(area.rows))]
    below = [*below, *[()] * (len(rows) - len(below))]
    differing: list[int] = []
    for offset in range(area.width):
        held, wanted = column_of(below, area.column - 1 + offset), column_of(rows, offset)
        first = first_difference(held, wanted)
        if first is not None:
            behind = first_difference(held[::-1], wanted[::-1])
            assert behind is not None
            differing += first, len(rows) - 1 - behind
    if differing:
        some = rows[min(differing) : max(differing) + 1]
        columns = (tuple(column_of(some, offset)) for offset in range(area.width))
        yield CellBlock(area.sheet, area.row + min(differing), area.column, tuple(columns), area.formulas)


def differing(book: ClubBook, areas: Iterable[Area]) -> Iterator[CellBlock]:
    """Yield the blocks of all areas that differ, in their order."""
    for area in areas:
        yield from differing_blocks(book, area)


def overwriting(book: ClubBook, areas: Iterable[Area]) -> Iterator[CellBlock]:
    """Yield the blocks of areas that fill a hidden sheet down to its end, as whole rows if the host writes those."""
    for area in areas:
        if book.writes_whole_rows:
            rows = area.rows or [()]  # a blank row, so that all rows of before go
            columns = (tuple(column_of(rows, offset)) for offset in range(area.width))
            yield CellBlock(area.sheet, area.row, area.column, tuple(columns), area.formulas, whole_rows=True)
        else:
            yield from differing_blocks(book, area)


def column_of(rows: Sequence[Sequence[Cell]], number: int) -> list[Cell | None]:
    """Return a column, counted from 0, of rows that may be short."""
    try:
        return [row[number] for row in rows]
    except IndexError:  # a short row: what it lacks is blank
        return [row[number] if number < len(row) else None for row in rows]


def same_column(held: Sequence[object], wanted: Sequence[CellValue]) -> bool:
    """Return whether cells hold the wanted values. A blank cell and an empty text are the same."""
    return len(held) == len(wanted) and first_difference(held, wanted) is None


def first_difference(held: Sequence[object], wanted: Sequence[CellValue]) -> int | None:
    """Return the position of the first cell without the wanted value, or None if all have it.

    Both have the same length.
    """
    for start in range(0, len(wanted), COMPARED_AT_ONCE):
        some, others = held[start : start + COMPARED_AT_ONCE], wanted[start : start + COMPARED_AT_ONCE]
        if list(some) != list(others) or bool in {
            *map(type, some),
            *map(type, others),
        }:  # most are equal at once
            if set(some) <= _BLANK and set(others) <= _BLANK:  # and most others blank
                continue
            found = (number for number, pair in enumerate(zip(some, others), start) if not _same(*pair))
            if (first := next(found, None)) is not None:
                return first
    return None


def _same(held: object, wanted: CellValue) -> bool:
    if held == wanted and (held is True) == (wanted is True) and (held is False) == (wanted is False):
        return True
    if held is None or held == "":
        return wanted is None or wanted == ""
    if isinstance(held, datetime):
        return held.date() == wanted if not isinstance(wanted, datetime) else False
    if isinstance(held, bool) or isinstance(wanted, bool):
        return False
    if isinstance(held, time):  # as a 0 is read that is shown as a date
        return held == time() and wanted == 0
    if isinstance(held, (int, float)):
        if type(wanted) is date:  # in a cell that has lost its format
            return held == (wanted - SERIAL_DAY_ZERO).days
        return isinstance(wanted, (int, float)) and same_number(held, wanted)
    return False


def cells(book: ClubBook, values: Mapping[str, CellValue]) -> Iterator[CellBlock]:
    """Yield the named cells that do not hold the value yet. `values` are by the name."""
    for name, value in values.items():
        yield from block_from(book, name, [(value,)], 1)


def block_from(book: ClubBook, name: str, rows: Sequence[Sequence[CellValue]], rows_owned: int) -> Iterator[CellBlock]:
    """Yield a block from a named cell on. It blanks what an earlier one has left below it."""
    place = book.place_of(name)
    if place is not None and rows:
        yield from differing_blocks(book, Area(*place, len(rows[0]), rows, rows_owned=rows_owned))


def live_cell(book: ClubBook, name: str, formula: str, value: CellValue) -> Iterator[CellBlock]:
    """Yield the value of a named cell with a formula, if the file does not hold it yet. `formula` is without "="."""
    place = book.place_of(name)
    if place is not None:
        yield from live_cell_at(book, place, formula, value)


def live_cell_at(book: ClubBook, place: tuple[str, int, int], formula: str, value: CellValue) -> Iterator[CellBlock]:
    """Yield the same for a cell by its sheet, row and column."""
    yield from differing_blocks(book, Area(*place, 1, [(value,)], rows_owned=1, formulas={0: formula}))
