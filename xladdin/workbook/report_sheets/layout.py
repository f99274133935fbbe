"""What a report sheet is made of: a title, headings, and columns that say which figure of a report's line they show.

The same description serves the writer of new workbooks, for headings and formats, and the recalculation, for values.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from xladdin.cells.table import Area, CellValue
from xladdin.workbook.schema import Kind

TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW = 1, 2, 3
"""The club's title, the sheet's, and what it is as of."""
HEADLINE_ROW = 4
"""A line about the session, or headings over groups of headings."""
HEADING_ROW = 5
NAME_WIDTH = 31.0
"""Width of a column of names in print of 10 points: 24 capitals keep their size, 40 letters shrink by a quarter."""


@dataclass(frozen=True)
class ReportColumn:
    """A column of a report. field: of the report's line; width: in characters; group: heading above several headings.

    number_format: where the kind's own does not do; upright: a heading written from below, which is a value itself;
    size: of its print [points].
    """

    heading: str
    field: str
    kind: Kind
    width: float
    group: str = ""
    number_format: str = ""
    upright: bool = False
    size: float = 10
    bold: bool = False


@dataclass(frozen=True)
class ReportBlock:
    """Columns side by side, from `column` (counted from 1) on, under one row of headings.

    Formulas for the first row say which rows of values look different: heading_rows read as headings themselves;
    quiet_rows belong to the row above them; where there are opening_rows, lines stand above these alone.
    heads_only_values: the headings show only while something stands below them.
    """

    columns: tuple[ReportColumn, ...]
    column: int = 1
    heading_rows: str = ""
    quiet_rows: str = ""
    opening_rows: str = ""
    heads_only_values: bool = False

    @property
    def last_column(self) -> int:
        """Number of the last column."""
        return self.column + len(self.columns) - 1


@dataclass(frozen=True)
class SheetLayout:
    """A report sheet: its name, the title printed on it, and its blocks from left to right.

    landscape: printed on its side; frozen_columns: those that stay in sight beside the headings; pages_high: pages
    that it must fit on, as many as it takes where 0;
    printed_columns: number of the last column printed, the last block's where 0, all that are filled where None.
    """

    sheet: str
    title: str
    blocks: tuple[ReportBlock, ...]
    landscape: bool = False
    frozen_columns: int = 0
    heading_row: int = HEADING_ROW
    heading_height: float = 30
    row_height: float = 16.5
    pages_high: int = 0
    printed_columns: int | None = 0

    @property
    def first_row(self) -> int:
        """The first row of values."""
        return self.heading_row + 1

    def area(self, lines: Iterable[object], block: int = 0) -> Area:
        """The values of a report's lines in one of the blocks."""
        fields = [column.field for column in self.blocks[block].columns]
        return self.rows_area(list(map(attrgetter(*fields), lines)), block)

    def rows_area(self, rows: Sequence[Sequence[CellValue]], block: int = 0) -> Area:
        """The same from rows of cells."""
        shape = self.blocks[block]
        return Area(self.sheet, self.first_row, shape.column, len(shape.columns), rows)

    def headline(self, text: str | None, row: int = HEADLINE_ROW, column: int = 1) -> Area:
        """One cell that says what the figures below are of."""
        return Area(self.sheet, row, column, 1, [(text,)], rows_owned=1)


def one_decimal(heading: str, field: str, width: float, group: str = "") -> ReportColumn:
    """A column of averages."""
    return ReportColumn(heading, field, Kind.DECIMAL, width, group, "0.0")
