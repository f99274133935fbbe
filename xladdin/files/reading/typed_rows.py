"""Rows typed right below a table that did not grow with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xladdin.cells.addresses import CellRange


def last_typed_row(
    rows: Sequence[Sequence[object]], area: CellRange, last_row: int, others: Iterable[CellRange]
) -> int:
    """The last row that belongs to a table: those right below it count up to a blank one or the next table.

    LibreOffice does not grow a table by typing, nor does Excel where that is switched off. rows: the sheet's values
    from A1 on; area: the table's; last_row: of its data as yet; others: areas of the other tables of the sheet.
    """
    left, right = area.first_column - 1, area.last_column
    below = [
        other.first_row
        for other in others
        if other.first_row > last_row and other.first_column <= right and other.last_column > left
    ]
    for row in rows[last_row : min(below) - 1 if below else None]:
        if all(cell is None or cell == "" for cell in row[left:right]):
            break
        last_row += 1
    return last_row
