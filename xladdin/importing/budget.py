"""The limits of a workbook's content, counted before a library makes cells: a few bytes can mean millions."""

from typing import NamedTuple

from xladdin.cells.limits import LAST_COLUMN, LAST_ROW
from xladdin.cells.text import counted
from xladdin.errors import FileProblem

MEBIBYTE = 1 << 20


class Measure(NamedTuple):
    """Something that a file may have only so much of, in all sheets together. `what` is its name in messages."""

    most: int
    what: str


BYTES = Measure(256 * MEBIBYTE, "bytes when it is unpacked")
CELLS = Measure(2_000_000, "cells, blank ones between them counted")
TEXT = Measure(32 * MEBIBYTE, "characters in its cells")
REPEATS = Measure(20_000, "cells that repeat others")
"""LibreOffice writes equal neighbours once with their number. A club's evening has few of them."""


class Budget:
    """What is left of each measure. Raises FileProblem if a file would have more, or is not plain."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._taken: dict[Measure, int] = {}

    def take(self, measure: Measure, amount: int) -> None:
        """Counts so much more of a measure."""
        self._taken[measure] = self._taken.get(measure, 0) + amount
        if self._taken[measure] > measure.most:
            raise self.refused(f"it unpacks to more than {measure.most:,} {measure.what}")

    def take_rectangle(self, rows: int, columns: int) -> None:
        """Counts the cells of a sheet as far as it reaches. A reader makes all of them."""
        if rows > LAST_ROW or columns > LAST_COLUMN or rows * columns > CELLS.most:
            raise self.refused(f"a sheet of it reaches over {counted(rows, 'row')} and {counted(columns, 'column')}")
        self.take(CELLS, rows * columns)

    def refused(self, why: str) -> FileProblem:
        """The refusal of a file that asks for too much, or that no spreadsheet would write so."""
        return FileProblem(f"{self._file}: is not read: {why}. Copy the games into a new workbook, and import that.")
