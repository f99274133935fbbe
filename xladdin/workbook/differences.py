"""Find the cells that differ from those of a workbook, so that only these are written.

Further functions change tables in memory: they append rows, replace cells, and overlay a workbook with new tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime, time
from itertools import groupby
from typing import Any, TypeVar

from xladdin.cells import (
    SERIAL_DAY_ZERO,
    Area,
    CellBlock,
    CellTable,
    CellValue,
    ClubWorkbook,
    is_blank,
    is_same_number,
    list_filled_rows,
)
from xladdin.errors import WorkbookError
from xladdin.messages import msg
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import list_input_tables

# The number of cells that are compared at once. It is small, so that after a difference only few are compared singly.
COMPARED_AT_ONCE = 1024
_BLANK = {None, ""}

Cell = TypeVar("Cell")


def diff_columns(
    table: CellTable, columns: Mapping[str, Sequence[CellValue]], formulas: Mapping[str, str]
) -> Iterator[CellBlock]:
    """Yield blocks for the columns of a table that differ from the expected values. Adjacent columns share a block.

    A block counts its unchanged first rows, since a game typed at the end of a long log changes only the last rows. A
    heading that the club has deleted is ignored.

    Args:
        table: The table of the workbook.
        columns: Expected values by heading, one for each row.
        formulas: Formulas of live columns by heading, as in `CellBlock.formulas`.
    """
    positions = ((table.position(heading), heading) for heading in columns)
    differing = {
        position: (heading, first)
        for position, heading in positions
        if position is not None
        and (first := find_first_difference(table.columns[position], columns[heading])) is not None
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


def diff_area(workbook: ClubWorkbook, area: Area) -> Iterator[CellBlock]:
    """Yield the block of an area's rows from the first to the last that differs, if any does.

    Rows below the area that an earlier, longer report filled are blanked.
    """
    current_rows = workbook.sheet_values(area.sheet)[area.row - 1 :][: area.owned_rows]
    rows = [*area.rows, *[()] * (len(current_rows) - len(area.rows))]
    current_rows = [*current_rows, *[()] * (len(rows) - len(current_rows))]
    differing: list[int] = []
    for offset in range(area.width):
        current_cells = extract_column(current_rows, area.column - 1 + offset)
        expected_cells = extract_column(rows, offset)
        if span := find_differing_rows(current_cells, expected_cells):
            differing += span.start, span.stop - 1
    if differing:
        changed = rows[min(differing) : max(differing) + 1]
        columns = tuple(tuple(extract_column(changed, offset)) for offset in range(area.width))
        yield CellBlock(area.sheet, area.row + min(differing), area.column, columns, area.formulas)


def extract_column(rows: Sequence[Sequence[Cell]], number: int) -> list[Cell | None]:
    """Return one column of rows, counted from 0. A row that is too short has None there."""
    try:
        return [row[number] for row in rows]
    except IndexError:  # the missing cells of a short row are blank
        return [row[number] if number < len(row) else None for row in rows]


def is_same_column(current: Sequence[object], expected: Sequence[CellValue]) -> bool:
    """Return whether cells have the expected values. A blank cell equals an empty text."""
    return len(current) == len(expected) and find_first_difference(current, expected) is None


def find_differing_rows(current: Sequence[object], expected: Sequence[CellValue]) -> range | None:
    """Return the positions from the first to the last difference, or None. Both must have the same length."""
    first = find_first_difference(current, expected)
    if first is None:
        return None
    from_end = find_first_difference(current[::-1], expected[::-1])
    assert from_end is not None
    return range(first, len(expected) - from_end)


def find_first_difference(current: Sequence[object], expected: Sequence[CellValue]) -> int | None:
    """Return the position of the first cell without the expected value, or None. Both must have the same length."""
    for start in range(0, len(expected), COMPARED_AT_ONCE):
        cells, values = current[start : start + COMPARED_AT_ONCE], expected[start : start + COMPARED_AT_ONCE]
        # Most cells are equal, so they are compared at once first. True equals 1, so booleans are compared one by one.
        if list(cells) == list(values) and bool not in {*map(type, cells), *map(type, values)}:
            continue
        if set(cells) <= _BLANK and set(values) <= _BLANK:
            continue
        for number, (cell, value) in enumerate(zip(cells, values), start):
            if not _is_same_value(cell, value):
                return number
    return None


def _is_same_value(current: object, expected: CellValue) -> bool:
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
        return isinstance(expected, (int, float)) and is_same_number(current, expected)
    return False


def diff_named_cells(workbook: ClubWorkbook, values: Mapping[str, CellValue]) -> Iterator[CellBlock]:
    """Yield blocks for the named cells without the expected value. `values` has the expected values by name."""
    for name, value in values.items():
        yield from diff_named_rows(workbook, name, [(value,)], 1)


def diff_named_rows(
    workbook: ClubWorkbook, name: str, rows: Sequence[Sequence[CellValue]], rows_owned: int
) -> Iterator[CellBlock]:
    """Yield the block of rows from a named cell down, if they differ. Cells of an earlier, longer block are blanked."""
    location = workbook.locate_name(name)
    if location is not None and rows:
        yield from diff_area(workbook, Area(*location, len(rows[0]), rows, owned_rows=rows_owned))


def diff_live_cell(
    workbook: ClubWorkbook, location: tuple[str, int, int] | None, formula: str, value: CellValue
) -> Iterator[CellBlock]:
    """Yield a block for a cell with a formula, given without "=", if its formula or its value differs.

    `location` is its sheet, row and column, or None if the workbook has no such cell.
    """
    if location is not None:
        yield from diff_area(workbook, Area(*location, 1, [(value,)], owned_rows=1, formulas={0: formula}))


# The value of a computed cell in a new row before a recalculation. It equals no real value, so that one is written.
UNCOMPUTED = "\0"


class WorkbookOverlay:
    """A `ClubWorkbook` in which some tables and named cells are replaced."""

    def __init__(
        self, workbook: ClubWorkbook, tables: Mapping[str, CellTable], cells: Mapping[str, object] = {}
    ) -> None:
        """Replace the tables of a workbook by `tables`, and the values of named cells by `cells`."""
        self._workbook = workbook
        self._cells = cells
        self.tables = tables

    @property
    def names(self) -> Mapping[str, object]:
        """The value of every name that refers to one cell."""
        return {**self._workbook.names, **self._cells} if self._cells else self._workbook.names

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the workbook."""
        return getattr(self._workbook, name)


def find_input_positions(system: RatingSystem, table: CellTable) -> list[int]:
    """Return the positions of a table's input columns: all that a recalculation does not compute."""
    schema = list_input_tables(system).get(table.name)
    computed = {table.position(column.heading) for column in (schema.columns if schema else ()) if column.is_computed}
    return [position for position in range(len(table.headings)) if position not in computed]


def find_first_free_row(system: RatingSystem, table: CellTable) -> int:
    """Return the row after the last filled one of a table, counted from 0."""
    return len(list_filled_rows([table.columns[position] for position in find_input_positions(system, table)]))


def append_rows(system: RatingSystem, table: CellTable, rows: Mapping[str, Sequence[CellValue]]) -> CellTable:
    """Return the table with rows added after its last filled row.

    `rows` has a column of equal length for each heading. A heading that the table lacks is ignored.
    """
    count = max(map(len, rows.values()), default=0)
    input_columns, first_free = find_input_positions(system, table), find_first_free_row(system, table)
    new_cells = {
        position: cells for heading, cells in rows.items() if (position := table.position(heading)) is not None
    }
    columns: list[Sequence[object]] = []
    for position, current in enumerate(table.columns):
        if position in input_columns:
            cells_to_add = new_cells.get(position, [None] * count)
            columns.append([*current[:first_free], *cells_to_add, *current[first_free + count :]])
        else:
            columns.append([*current, *[UNCOMPUTED] * (first_free + count - table.rows)])
    return replace(table, columns=tuple(columns))


def replace_cells(table: CellTable, cells: Mapping[str, Mapping[int, CellValue]]) -> CellTable:
    """Return the table with some cells replaced. `cells` are by heading and row, counted from 0."""
    columns = list(table.columns)
    for heading, values in cells.items():
        position = table.position(heading)
        assert position is not None
        columns[position] = [values.get(row, cell) for row, cell in enumerate(columns[position])]
    return replace(table, columns=tuple(columns))


def diff_input_cells(
    system: RatingSystem, workbook: ClubWorkbook, tables: Mapping[str, CellTable]
) -> Iterator[CellBlock]:
    """Yield blocks for the input cells of changed tables, each from the first to the last row that differs.

    Raises:
        WorkbookError: A table would grow over cells that are not blank.
    """
    for name, after in tables.items():
        before = workbook.tables[name]
        if after is before:
            continue
        _validate_free_rows(workbook, before, after)
        spans = {
            position: _find_changed_rows(before, after, position) for position in find_input_positions(system, after)
        }
        changed = [position for position in sorted(spans) if spans[position] is not None]
        for (_, span), run in groupby(enumerate(changed), key=lambda item: (item[1] - item[0], spans[item[1]])):
            run_positions = [position for _, position in run]
            first, last = span or (0, 0)
            columns: Any = tuple(
                [None if cell == "" else cell for cell in after.columns[position][first:last]]
                for position in run_positions
            )
            number = after.column_number(run_positions[0])
            yield CellBlock(after.sheet, after.row + 1 + first, number, columns, table=name)


def _find_changed_rows(before: CellTable, after: CellTable, position: int) -> tuple[int, int] | None:
    """Return the first row that differs and the row after the last one, or None if the columns are equal."""
    old, new = before.columns[position], after.columns[position]
    if new is old:
        return None
    padded = [*old, *[None] * (len(new) - len(old))]
    first = next((row for row, cell in enumerate(new) if not _is_same_input(padded[row], cell)), len(new))
    end = len(new)
    while end > first and _is_same_input(padded[end - 1], new[end - 1]):
        end -= 1
    return (first, end) if first < end else None


def _is_same_input(old: object, new: object) -> bool:
    return old is new or (is_blank(old) and is_blank(new)) or (type(old) is type(new) and old == new)


def _validate_free_rows(workbook: ClubWorkbook, before: CellTable, after: CellTable) -> None:
    """Raise WorkbookError if the rows that a table would grow over are not blank."""
    left, right = before.first_column - 1, before.first_column - 1 + len(before.headings)
    last = before.row + before.rows
    rows = workbook.sheet_values(before.sheet)[last : after.row + after.rows]
    for number, row in enumerate(rows, last + 1):
        if not all(is_blank(cell) for cell in row[left:right]):
            raise WorkbookError(
                msg(
                    "The table {table} has no room to grow: something is in row {row} below it on sheet {sheet}. "
                    "Move it elsewhere, save, and try again.",
                    table=before.name,
                    row=number,
                    sheet=before.sheet,
                )
            )
