"""Rows of a sheet's values: those of a range, and those typed right below a table that did not grow with them."""

from collections.abc import Sequence

from xladdin.cells.addresses import CellRange


def cut(rows: Sequence[Sequence[object]], cells: CellRange, blank: object) -> list[list[object]]:
    """The values of a range, blank beyond the sheet's. `rows`: the sheet's values from A1."""
    width, height = cells.last_column - cells.first_column + 1, cells.last_row - cells.first_row + 1
    there = [row[cells.first_column - 1 : cells.last_column] for row in rows[cells.first_row - 1 : cells.last_row]]
    whole = [[*row, *[blank] * (width - len(row))] for row in there]
    return [*whole, *([blank] * width for _ in range(height - len(whole)))]


def last_typed_row(rows: Sequence[Sequence[object]], area: CellRange, last_row: int, next_table: int | None) -> int:
    """The last row that belongs to a table. Rows right below it count up to a blank one or the next table.

    LibreOffice does not grow a table by typing, and neither does Excel if that is off. `rows`: the sheet's values from
    A1. `area`: the table's. `last_row`: of its data as yet. `next_table`: the first row of the table below, if any.
    """
    left, right = area.first_column - 1, area.last_column
    for row in rows[last_row : None if next_table is None else next_table - 1]:
        if all(cell is None or cell == "" for cell in row[left:right]):
            break
        last_row += 1
    return last_row
