"""Computed cells against those in the workbook: only what differs is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, zip_longest

from xladdin.cells.numbers import same_number
from xladdin.cells.table import Area, CellBlock, CellTable, CellValue, ClubBook


def differing_columns(
    table: CellTable, columns: Mapping[str, Sequence[CellValue]], formulas: Mapping[str, str]
) -> Iterator[CellBlock]:
    """Blocks for the columns of a table that hold other values than they should; neighbours share a block.

    columns: values by heading, one entry a row; formulas: for live columns, see `CellBlock.formulas`. A heading that
    the club has deleted is left out.
    """
    positions = ((table.position(heading), heading) for heading in columns)
    differing = {
        position: heading
        for position, heading in positions
        if position is not None and not same_column(table.columns[position], columns[heading])
    }
    for _, run in groupby(enumerate(sorted(differing)), key=lambda item: item[1] - item[0]):
        neighbours = [position for _, position in run]
        headings = [differing[position] for position in neighbours]
        yield CellBlock(
            table.sheet,
            table.row + 1,
            table.column_number(neighbours[0]),
            tuple(columns[heading] for heading in headings),
            {offset: formulas[heading] for offset, heading in enumerate(headings) if heading in formulas},
            table.name,
        )


def differing_blocks(book: ClubBook, area: Area) -> Iterator[CellBlock]:
    """The block of an area, blanked below as far as an earlier report reached, if any of its cells differs."""
    held = [
        list(row[area.column - 1 : area.column - 1 + area.width])
        for row in book.sheet_values(area.sheet)[area.row - 1 :]
    ]
    if area.rows_owned is not None:
        held = held[: area.rows_owned]
    while held and all(cell is None or cell == "" for cell in held[-1]):
        held.pop()
    blank: tuple[CellValue, ...] = (None,) * area.width
    rows = [wanted for wanted, _ in zip_longest(area.rows, held, fillvalue=blank)]
    rows = [(*row, *blank[len(row) :]) for row in rows]
    existing = [(*row, *blank[len(row) :]) for row, _ in zip_longest(held, rows, fillvalue=blank)]
    if rows and not all(same_column(old, new) for old, new in zip(existing, rows)):
        yield CellBlock(area.sheet, area.row, area.column, tuple(zip(*rows)))


def same_column(held: Sequence[object], wanted: Sequence[CellValue]) -> bool:
    """Whether cells hold the wanted values; a blank cell and an empty text are the same."""
    if len(held) != len(wanted):
        return False
    return all(map(_same, held, wanted)) if list(held) != list(wanted) else True


def _same(held: object, wanted: CellValue) -> bool:
    if held == wanted and (held is True) == (wanted is True) and (held is False) == (wanted is False):
        return True
    if held is None or held == "":
        return wanted is None or wanted == ""
    if isinstance(held, datetime):
        return held.date() == wanted if not isinstance(wanted, datetime) else False
    if isinstance(held, bool) or isinstance(wanted, bool):
        return False
    if isinstance(held, (int, float)) and isinstance(wanted, (int, float)):
        return same_number(held, wanted)
    return False
