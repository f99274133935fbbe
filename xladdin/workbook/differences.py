"""Computed cells compared with those in the workbook. Only differences are written."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from itertools import groupby
from typing import TypeVar

from xladdin.cells import SERIAL_DAY_ZERO, Area, CellBlock, CellTable, CellValue, ClubBook, same_number

COMPARED_AT_ONCE = 1024
"""The cells to compare at once: few, so that a column with a difference needs only a short cell-by-cell search."""
_BLANK = {None, ""}

Cell = TypeVar("Cell")


def diff_columns(
    table: CellTable, columns: Mapping[str, Sequence[CellValue]], formulas: Mapping[str, str]
) -> Iterator[CellBlock]:
    """Yield blocks for the columns of a table that differ from the expected ones. Neighbours share a block.

    A game typed at the foot of a long log changes its last rows. So a block says how many of its first rows are right.
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
            unchanged_rows=min(firsts),
        )


def diff_area(workbook: ClubBook, area: Area) -> Iterator[CellBlock]:
    """Yield the block of the rows of an area from the first to the last that differs, if any does.

    It blanks the rows below as far as an earlier report reached.
    """
    present = workbook.sheet_values(area.sheet)[area.row - 1 :][: area.rows_owned]
    rows = [*area.rows, *[()] * (len(present) - len(area.rows))]
    present = [*present, *[()] * (len(rows) - len(present))]
    differing: list[int] = []
    for offset in range(area.width):
        current, expected = column_of(present, area.column - 1 + offset), column_of(rows, offset)
        first = first_difference(current, expected)
        if first is not None:
            from_end = first_difference(current[::-1], expected[::-1])
            assert from_end is not None
            differing += first, len(rows) - 1 - from_end
    if differing:
        changed = rows[min(differing) : max(differing) + 1]
        columns = tuple(tuple(column_of(changed, offset)) for offset in range(area.width))
        yield CellBlock(area.sheet, area.row + min(differing), area.column, columns, area.formulas)


def overwrite_areas(workbook: ClubBook, areas: Iterable[Area]) -> Iterator[CellBlock]:
    """Yield the blocks of areas that fill a hidden sheet down to its end, as whole rows if the host writes those."""
    for area in areas:
        if workbook.writes_whole_rows:
            rows = area.rows or [()]  # a blank row, so that every earlier row goes
            columns = tuple(tuple(column_of(rows, offset)) for offset in range(area.width))
            yield CellBlock(area.sheet, area.row, area.column, columns, area.formulas, whole_rows=True)
        else:
            yield from diff_area(workbook, area)


def column_of(rows: Sequence[Sequence[Cell]], number: int) -> list[Cell | None]:
    """Return a column, counted from 0, of rows that may be short."""
    try:
        return [row[number] for row in rows]
    except IndexError:  # the missing cells of a short row are blank
        return [row[number] if number < len(row) else None for row in rows]


def same_column(current: Sequence[object], expected: Sequence[CellValue]) -> bool:
    """Return whether cells have the expected values. A blank cell and an empty text are the same."""
    return len(current) == len(expected) and first_difference(current, expected) is None


def first_difference(current: Sequence[object], expected: Sequence[CellValue]) -> int | None:
    """Return the position of the first cell without the expected value, or None. Both have the same length."""
    for start in range(0, len(expected), COMPARED_AT_ONCE):
        cells, values = current[start : start + COMPARED_AT_ONCE], expected[start : start + COMPARED_AT_ONCE]
        # Most are equal at once. True equals 1, so booleans are compared one by one.
        if list(cells) == list(values) and bool not in {*map(type, cells), *map(type, values)}:
            continue
        if set(cells) <= _BLANK and set(values) <= _BLANK:
            continue
        for number, (cell, value) in enumerate(zip(cells, values), start):
            if not _same(cell, value):
                return number
    return None


def _same(current: object, expected: CellValue) -> bool:
    if isinstance(current, bool) or isinstance(expected, bool):
        return current is expected
    if current == expected:
        return True
    if current is None or current == "":
        return expected is None or expected == ""
    if isinstance(current, datetime):
        return current.date() == expected if not isinstance(expected, datetime) else False
    if isinstance(current, time):  # a 0 in a cell with the format of a date is read as midnight
        return current == time() and expected == 0
    if isinstance(current, (int, float)):
        if type(expected) is date:  # in a cell that has lost its format
            return current == (expected - SERIAL_DAY_ZERO).days
        return isinstance(expected, (int, float)) and same_number(current, expected)
    return False


def diff_named_cells(workbook: ClubBook, values: Mapping[str, CellValue]) -> Iterator[CellBlock]:
    """Yield the named cells that do not have the value yet. `values` are by the name."""
    for name, value in values.items():
        yield from diff_named_rows(workbook, name, [(value,)], 1)


def diff_named_rows(
    workbook: ClubBook, name: str, rows: Sequence[Sequence[CellValue]], rows_owned: int
) -> Iterator[CellBlock]:
    """Yield the block of rows from a named cell on. It blanks what an earlier one has left below it."""
    location = workbook.place_of(name)
    if location is not None and rows:
        yield from diff_area(workbook, Area(*location, len(rows[0]), rows, rows_owned=rows_owned))


def diff_live_cell(
    workbook: ClubBook, location: tuple[str, int, int] | None, formula: str, value: CellValue
) -> Iterator[CellBlock]:
    """Yield a cell with a formula, given without "=", if it does not have the value yet or lacks the formula.

    `location` is its sheet, row and column, or None if the workbook has no such cell.
    """
    if location is not None:
        yield from diff_area(workbook, Area(*location, 1, [(value,)], rows_owned=1, formulas={0: formula}))
