"""A workbook in its future form: other cells in its input tables, more rows, all else as the host has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from xladdin.cells import CellBlock, CellTable, CellValue, ClubBook, filled_rows, is_blank
from xladdin.errors import WorkbookError
from xladdin.messages import msg
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import tables_of

UNWRITTEN = "\0"
"""It is in a computed cell of a new row. It differs from every right value, so that the right one is written."""


class WorkbookOverlay:
    """A `ClubBook` with some of its tables replaced, and some of its named cells."""

    def __init__(self, workbook: ClubBook, tables: Mapping[str, CellTable], cells: Mapping[str, object] = {}) -> None:
        """`tables` has all of the workbook's, with the replaced ones. `cells` has other values of named cells."""
        self._workbook = workbook
        self._cells = cells
        self.tables = tables

    @property
    def names(self) -> Mapping[str, object]:
        """The value of every name that refers to one cell."""
        return {**self._workbook.names, **self._cells} if self._cells else self._workbook.names

    def __getattr__(self, name: str) -> Any:
        """Return everything else as the workbook has it."""
        return getattr(self._workbook, name)


def typed_positions(system: RatingSystem, table: CellTable) -> list[int]:
    """Return the positions of the columns that people type into: all except those that a recalculation computes."""
    schema = tables_of(system).get(table.name)
    computed = {table.position(column.heading) for column in (schema.columns if schema else ()) if column.computed}
    return [position for position in range(len(table.headings)) if position not in computed]


def first_free_row(system: RatingSystem, table: CellTable) -> int:
    """Return the first of the blank rows at the foot of a table, counted from 0."""
    return len(filled_rows([table.columns[position] for position in typed_positions(system, table)]))


def append_rows(system: RatingSystem, table: CellTable, rows: Mapping[str, Sequence[CellValue]]) -> CellTable:
    """Return the table with rows at its foot. A missing heading is left out.

    `rows` has a column under each heading, all equally long. It first fills blank rows at the foot of the table.
    """
    count = max(map(len, rows.values()), default=0)
    typed, foot = typed_positions(system, table), first_free_row(system, table)
    placed = {position: cells for heading, cells in rows.items() if (position := table.position(heading)) is not None}
    columns: list[Sequence[object]] = []
    for position, current in enumerate(table.columns):
        if position in typed:
            new = placed.get(position, [None] * count)
            columns.append([*current[:foot], *new, *current[foot + count :]])
        else:
            columns.append([*current, *[UNWRITTEN] * (foot + count - table.rows)])
    return replace(table, columns=tuple(columns))


def replace_cells(table: CellTable, cells: Mapping[str, Mapping[int, CellValue]]) -> CellTable:
    """Return the table with some cells replaced, by heading and row counted from 0 below the headings."""
    columns = list(table.columns)
    for heading, values in cells.items():
        position = table.position(heading)
        assert position is not None
        columns[position] = [values.get(row, cell) for row, cell in enumerate(columns[position])]
    return replace(table, columns=tuple(columns))


def diff_typed_cells(system: RatingSystem, workbook: ClubBook, tables: Mapping[str, CellTable]) -> Iterator[CellBlock]:
    """Yield blocks for the typed cells of tables that differ from the workbook's, each from the first difference on.

    Raises WorkbookError if a table would grow over what is below it.
    """
    for name, after in tables.items():
        before = workbook.tables[name]
        if after is before:
            continue
        _validate_free_rows(workbook, before, after)
        spans = {position: _span(before, after, position) for position in typed_positions(system, after)}
        changed = [position for position in sorted(spans) if spans[position] is not None]
        for (_, span), run in groupby(enumerate(changed), key=lambda item: (item[1] - item[0], spans[item[1]])):
            positions = [position for _, position in run]
            first, last = span or (0, 0)
            columns = tuple([_cell_value(cell) for cell in after.columns[at][first:last]] for at in positions)
            number = after.column_number(positions[0])
            yield CellBlock(after.sheet, after.row + 1 + first, number, columns, table=name)


def _span(before: CellTable, after: CellTable, position: int) -> tuple[int, int] | None:
    """Return the first row that differs, and the one after the last, or None if none does."""
    old, new = before.columns[position], after.columns[position]
    if new is old:
        return None
    padded = [*old, *[None] * (len(new) - len(old))]
    first = next((row for row, cell in enumerate(new) if not _same(padded[row], cell)), len(new))
    end = len(new)
    while end > first and _same(padded[end - 1], new[end - 1]):
        end -= 1
    return (first, end) if first < end else None


def _same(old: object, new: object) -> bool:
    return old is new or (is_blank(old) and is_blank(new)) or (type(old) is type(new) and old == new)


def _cell_value(cell: object) -> CellValue:
    return None if cell == "" else cell  # type: ignore[return-value]


def _validate_free_rows(workbook: ClubBook, before: CellTable, after: CellTable) -> None:
    """Raise WorkbookError if anything is in the rows that the table would grow over."""
    left, right = before.first_column - 1, before.first_column - 1 + len(before.headings)
    last = before.row + before.rows
    rows = workbook.sheet_values(before.sheet)[last : after.row + after.rows]
    for number, row in enumerate(rows, last + 1):
        if not all(is_blank(cell) for cell in row[left:right]):
            raise WorkbookError(
                msg(
                    "The table {table} has no room to grow: something is in row {row} below it on sheet "
                    "{sheet}. Move it away, save, and try again.",
                    table=before.name,
                    row=number,
                    sheet=before.sheet,
                )
            )
