"""What a report sheet is made of: a title, headings, and columns that say which figure of a report's line they show.

The same description serves the writer of new workbooks, for headings and formats, and the recalculation, for values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter

from xladdin.cells import Area
from xladdin.workbook.schema import Kind

TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW, GROUP_ROW, HEADING_ROW = 1, 2, 3, 4, 5
FIRST_ROW = HEADING_ROW + 1
"""Rows of every report sheet: the club's title, the report's, what it is as of, groups of headings, headings."""


@dataclass(frozen=True)
class ReportColumn:
    """A column of a report. field: of the report's line; width: in characters; group: heading above several headings.

    number_format: where the kind's own does not do; small: in smaller print, for words.
    """

    heading: str
    field: str
    kind: Kind
    width: float
    group: str = ""
    number_format: str = ""
    small: bool = False


@dataclass(frozen=True)
class ReportBlock:
    """Columns side by side, from `column` (counted from 1) on, under one row of headings.

    heading_rows: formula, for the first row, that is true for a row of values which reads as a heading itself.
    """

    columns: tuple[ReportColumn, ...]
    column: int = 1
    heading_rows: str = ""

    @property
    def last_column(self) -> int:
        """Number of the last column."""
        return self.column + len(self.columns) - 1

    def area(self, sheet: str, lines: Iterable[object]) -> Area:
        """The values of a report's lines."""
        fields = [column.field for column in self.columns]
        rows = list(map(attrgetter(*fields), lines))
        return Area(sheet, FIRST_ROW, self.column, len(fields), rows)


@dataclass(frozen=True)
class SheetLayout:
    """A report sheet: its name, the title printed on it, and its blocks from left to right.

    landscape: printed on its side.
    """

    sheet: str
    title: str
    blocks: tuple[ReportBlock, ...]
    landscape: bool = False

    @property
    def last_column(self) -> int:
        """Number of the last column printed."""
        return self.blocks[-1].last_column


def one_decimal(heading: str, field: str, width: float, group: str = "") -> ReportColumn:
    """A column of averages."""
    return ReportColumn(heading, field, Kind.DECIMAL, width, group, "0.0")
