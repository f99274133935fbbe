"""Changes for cells with a defined name. A cell that the club has deleted is left out."""

from collections.abc import Iterator, Mapping, Sequence

from xladdin.cells.table import Area, CellBlock, CellValue, ClubBook
from xladdin.workbook.changes.differences import differing_blocks


def cells(book: ClubBook, values: Mapping[str, CellValue]) -> Iterator[CellBlock]:
    """The named cells that do not hold the value yet. `values` are by the name."""
    for name, value in values.items():
        yield from block_from(book, name, [(value,)], 1)


def block_from(book: ClubBook, name: str, rows: Sequence[Sequence[CellValue]], rows_owned: int) -> Iterator[CellBlock]:
    """A block from a named cell on. It blanks what an earlier one has left below it."""
    place = book.place_of(name)
    if place is not None and rows:
        yield from differing_blocks(book, Area(*place, len(rows[0]), rows, rows_owned=rows_owned))


def live_cell(book: ClubBook, name: str, formula: str, value: CellValue) -> Iterator[CellBlock]:
    """The value of a named cell with a formula, if the file does not hold it yet. `formula` is without "="."""
    place = book.place_of(name)
    if place is not None:
        yield from live_cell_at(book, place, formula, value)


def live_cell_at(book: ClubBook, place: tuple[str, int, int], formula: str, value: CellValue) -> Iterator[CellBlock]:
    """The same for a cell by its sheet, row and column."""
    yield from differing_blocks(book, Area(*place, 1, [(value,)], rows_owned=1, formulas={0: formula}))
