"""How far the cells of a sheet reach: the rectangle that a reader of its values would make."""

import re

from xladdin.cells.addresses import CellRange, column_letters, parse_range
from xladdin.cells.limits import LAST_ROW
from xladdin.files.package import Package
from xladdin.files.reading.sound_proof import check_sound

MOST_CELLS = 20 * LAST_ROW
"""The limit of all sheets read: a full one with columns A to T, up to 3 GB. A game has 13 to 16 columns."""

_STRAY = "Delete the stray cells far away from the tables (mark the columns or rows, right-click, Delete), and save."
_ROW = re.compile(rb' r="[A-Z]{1,3}([0-9]{1,7})"')


def extent_by_addresses(package: Package, part: str, last_column: int) -> CellRange:
    """The extent of a sheet whose cells all have plain addresses, up to a column that is known."""
    last_row, rest = 1, b""
    for piece in package.pieces(part):
        text = rest + piece
        last_row = max(last_row, *map(int, _ROW.findall(text)), 1)
        rest = text[-30:]
    return CellRange(1, 1, last_row, last_column)


def extent_by_parser(package: Package, part: str, sheet: str) -> CellRange:
    """The extent of any sheet, cell by cell. Raises FileProblem if its XML is not sound."""
    extent = CellRange(1, 1, 1, 1)
    row = column = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal extent, row, column
        kind = name.rpartition(":")[2]
        if kind == "row":
            row, column = int(attributes.get("r", row + 1)), 0
        elif kind == "c":
            cell = parse_range(attributes["r"]) if "r" in attributes else CellRange(row, column + 1, row, column + 1)
            if cell is None:
                raise ValueError(attributes["r"])
            row, column = cell.last_row, cell.last_column
            extent |= cell

    check_sound(package, part, sheet, start)
    return extent


def check_extent(extent: CellRange, package: Package, sheet: str) -> None:
    """Raises FileProblem if the rectangle would take more memory than a full sheet of games."""
    if extent.cells > MOST_CELLS:
        raise package.problem(
            f"its sheet {sheet} reaches to column {column_letters(extent.last_column)} and row {extent.last_row:,}. "
            f"{_STRAY}"
        )


class CellRoom:
    """How many cells of a file may still be taken into memory."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._left = MOST_CELLS

    def take(self, rows: int, columns: int, what: str) -> None:
        """Raises FileProblem if there is no room for a rectangle. `what`: "its sheet Games"."""
        self._left -= rows * columns
        if self._left < 0:
            raise self._package.problem(f"with {what} it has more than {MOST_CELLS:,} cells in use. {_STRAY}")
