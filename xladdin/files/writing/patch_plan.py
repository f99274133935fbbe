"""Which cells of a sheet to write: blocks of values, sorted into bands of rows with the same columns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from xladdin.cells.addresses import CellRange, column_letters
from xladdin.cells.table import CellBlock, CellValue
from xladdin.files.writing.rows.live_formula import LiveFormula


@dataclass
class BlockColumn:
    """One column of a block.

    `number` is the column's, from 1. `first_row` is the row of the first value. Above `changed_row` all cells hold
    their values already. `formula` is for a cell without one, in a live column. `model_row` is the last row of data
    that the table had, whose cell styles new rows take (0: there is none). `new_style` is its style here, once it is
    known. With `values_only` an existing formula is in the way, since it would show another value.
    """

    number: int
    first_row: int
    changed_row: int
    values: Sequence[CellValue]
    formula: LiveFormula | None
    model_row: int = 0
    new_style: bytes | None = None
    values_only: bool = False

    def __post_init__(self) -> None:
        self.letters = column_letters(self.number).encode()

    def value(self, row: int) -> CellValue:
        """The value for a row of the sheet."""
        return self.values[row - self.first_row]

    def values_of(self, rows: Sequence[int]) -> Sequence[CellValue]:
        """The values for some ascending rows of the sheet."""
        first, last = rows[0] - self.first_row, rows[-1] - self.first_row
        if last - first + 1 == len(rows):
            return self.values[first : last + 1]
        return [self.values[row - self.first_row] for row in rows]

    def style_of_new(self, row: int) -> bytes | None:
        """The model row's style for a row below the old table, or None for any other row."""
        return self.new_style if 0 < self.model_row < row else None


class Band(NamedTuple):
    """Rows of a sheet in which the same columns are written. The columns ascend.

    `is_held` means that all cells hold their values already, so that only the formula of a live one may be missing.
    """

    first_row: int
    last_row: int
    columns: tuple[BlockColumn, ...]
    is_held: bool = False


def area_of(block: CellBlock) -> CellRange | None:
    """The cells that a block writes, or None if it has no cell."""
    if not block.columns or not block.columns[0]:
        return None
    last_row = block.row + len(block.columns[0]) - 1
    return CellRange(block.row, block.column, last_row, block.column + len(block.columns) - 1)


def plan_bands(
    blocks: Sequence[CellBlock], model_rows: Mapping[str, int], prefix: bytes, indices: Iterator[int]
) -> tuple[Band, ...]:
    """The bands of one sheet, from the top down. Raises ValueError if blocks overlap or are no rectangles.

    `model_rows` has the last row of data of each table. `indices` are free for shared formulas.
    """
    columns = [column for block in blocks for column in _columns(block, model_rows, prefix, indices)]
    edges = sorted(
        {
            edge
            for column in columns
            for edge in (column.first_row, column.changed_row, column.first_row + len(column.values))
        }
    )
    bands = [_band(first, end - 1, columns) for first, end in pairwise(edges)]
    return tuple(band for band in bands if band.columns)


def _columns(
    block: CellBlock, model_rows: Mapping[str, int], prefix: bytes, indices: Iterator[int]
) -> Iterator[BlockColumn]:
    area = area_of(block)
    assert area is not None
    for index, values in enumerate(block.columns):
        if len(values) != len(block.columns[0]):
            raise ValueError(f"columns of unequal length in the block at {area} of {block.sheet}")
        number = block.column + index
        formula = block.formulas.get(index)
        live = formula and LiveFormula(formula, column_letters(number), area.last_row, prefix, indices)
        values_only = bool(block.table) and not formula
        yield BlockColumn(
            number,
            block.row,
            block.row + block.held,
            values,
            live or None,
            model_rows.get(block.table, 0),
            values_only=values_only,
        )


def _band(first_row: int, last_row: int, columns: Sequence[BlockColumn]) -> Band:
    inside = [one for one in columns if one.first_row <= first_row and last_row < one.first_row + len(one.values)]
    inside.sort(key=lambda column: column.number)
    for left, right in pairwise(inside):
        if left.number == right.number:
            raise ValueError(f"two blocks write to {column_letters(left.number)}{first_row}")
    return Band(first_row, last_row, tuple(inside), all(last_row < column.changed_row for column in inside))
