"""What a report sheet is made of: a title, headings, and columns that say which figure of a report's line they show.

The same description serves the writer of new workbooks, for headings and formats, and the recalculation, for values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_ROW
from xladdin.cells.table import Area, CellValue
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import Kind, report_name

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.workbook.report_sheets.blocks.material import Material

AnySystem = TypeVar("AnySystem", bound=RatingSystem)

TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW = 1, 2, 3
"""The club's title, the sheet's, and what it is as of."""
HEADLINE_ROW = 4
"""A line about the session, or headings over groups of headings."""
HEADING_ROW = 5
LABELS, TOLD = "labels", "told"
"""What a column's values are: names of records or figures; or sentences that a system tells."""
NAME_WIDTH = 31.0
"""Width of a column of names in print of 10 points: 24 capitals keep their size, 40 letters shrink by a sixth."""
WALL_NAME_WIDTH = 30.0
"""The same on a sheet of many columns, so that its print is 10 points: 33 letters shrink by a tenth."""
MOST_LISTED = 5000
"""Rows of the longest list that a format looks at."""
WALL_ROW, LIST_ROWS = 12.0, 48
"""Points from line to line on a list of which 45 players are on one page with their key; lines of a page."""
ROWS_BELOW = 16
"""Rows of a block that is below another."""
LEAST_FILLED = 0.3
"""Share of a last page that is filled at the least."""


class ReportColumn(NamedTuple):
    """A column of a report. width: in characters; group: heading above several headings.

    figure: the attribute of the report's line that it shows, as the line's class has it (`StandingsLine.wins`), so that
    one which is not there fails at import; None where the sheet hands over rows of cells;
    number_format: where the kind's own does not do; named: its heading is a value itself; upright: which is written
    from below;
    size: of its print [points]; hidden: there for the formats of other columns alone;
    left: where figures are to the left, so that words below them run on to the right; said: what its values are
    where they are words of ours, `LABELS` or `TOLD`.
    """

    heading: str
    figure: Any
    kind: Kind
    width: float
    group: str = ""
    number_format: str = ""
    named: bool = False
    upright: bool = False
    size: float = 10
    bold: bool = False
    said: str = ""
    hidden: bool = False
    left: bool = False


class ReportBlock(NamedTuple):
    """Columns side by side, from `column` (counted from 1) on, under one row of headings.

    Formulas for the first row say which rows of values look different: heading_rows read as headings themselves;
    quiet_rows belong to the row above them; where there are opening_rows, lines are above these alone; the players
    of absent_rows were not there and are in grey.
    has_foot: the first column is a narrow one without a heading, in which the key to the marks begins below the rows.
    heads_only_values: the headings show only while something is below them; page: the title of a page of its own,
    on which it is printed as large as the blocks before it; below: rows between the sheet's headings and its own, where
    it is below another block of few rows.
    """

    columns: tuple[ReportColumn, ...]
    column: int = 1
    heading_rows: str = ""
    quiet_rows: str = ""
    opening_rows: str = ""
    absent_rows: str = ""
    has_foot: bool = False
    heads_only_values: bool = False
    page: str = ""
    below: int = 0

    @property
    def last_column(self) -> int:
        """Number of the last column."""
        return self.column + len(self.columns) - 1


class Anchor(NamedTuple):
    """The cells that a report hangs on: the headings of a block, or the first of its lines of words.

    name: their defined name, which travels with them; row, column: where they are on `sheet` of a new workbook;
    headings: their texts, None where they are values too, nothing for lines of words; has_foot: whether words below its
    rows begin in the first column, which is theirs alone.
    """

    name: str
    sheet: str
    row: int
    column: int
    headings: tuple[str | None, ...] = ()
    has_foot: bool = False


@dataclass(frozen=True)
class SheetLayout:
    """A report sheet: its name, the title printed on it, and its blocks from left to right.

    landscape: printed on its side; frozen_columns: those that stay in sight beside the headings; pages_high: pages
    that it must fit on, as many as it takes where 0;
    printed_columns: number of the last column printed, the last block's where 0, all that are filled where None;
    lines: columns in which lines of words are, how many lines, and their first row where it is not the headline's;
    key: what the marks on the sheet mean, printed at the foot of its pages; page_rows: rows below the headings that a
    page holds at the most, so that what belongs together can be kept so; heading_columns: columns from the first on
    that every page repeats, of a sheet that is printed in full size on as many pages beside each other as it takes;
    last_row: the last one that is printed; evenly: the pages of a long list hold equally many rows; page_columns:
    named columns of a page, of which a larger table takes several beside each other; labels: of cells to choose in;
    beside: headings of a panel beside the list, above `panel_row`.
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
    lines: tuple[tuple[int, ...], ...] = ()
    key: str = ""
    labels: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    panel_row: int = 0
    page_rows: int = 0
    evenly: bool = False
    page_columns: int = 0
    heading_columns: int = 0
    last_row: int = LAST_ROW

    @property
    def printed_pages(self) -> list[tuple[int, int]]:
        """First and last columns of the pages that are printed beside each other."""
        starts = [number for number, block in enumerate(self.blocks) if block.page or not number]
        ends = [block.last_column for block in self.blocks]
        pages = [
            (self.blocks[start].column if number else 1, max(ends[start:end]))
            for number, (start, end) in enumerate(zip(starts, [*starts[1:], None]))
        ]
        return [(1, self.printed_columns), *pages[1:]] if self.printed_columns else pages

    def page_ends(self, rows: int) -> list[int]:
        """Rows after which a page ends, where so many are below the headings and go on pages evenly."""
        pages = -(-rows // self.page_rows) if self.evenly and rows else 1
        each = -(-rows // pages)
        return [self.heading_row + page * each for page in range(1, pages)]

    def pages_wide(self, columns: int) -> int | None:
        """Pages beside each other where so many columns are in use; None where that does not follow from them."""
        named = columns - sum(not column.named for column in self.blocks[0].columns)
        return max(-(-named // self.page_columns), 1) if self.page_columns else None

    @property
    def choice_column(self) -> int:
        """Of a cell to choose in, right of the first page: it is for the screen and not printed."""
        return self.printed_pages[0][1] + 3

    @property
    def fixed(self) -> set[str]:
        """Fixed texts that may be above its headings."""
        columns = [column for block in self.blocks for column in block.columns]
        return {self.title, *self.labels, *(b.page for b in self.blocks), *(c.group for c in columns)} - {""}

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """What its areas hang on: the headings of each block, then the lines of words."""
        blocks = (
            Anchor(
                self.name_of(number),
                self.sheet,
                self.heading_row + block.below,
                block.column,
                tuple(None if column.named else column.heading for column in block.columns),
                block.has_foot,
            )
            for number, block in enumerate(self.blocks)
        )
        lines = (
            Anchor(self.name_of(number, "_line"), self.sheet, self._lines_row(number), line[0])
            for number, line in enumerate(self.lines)
        )
        return (*blocks, *lines)

    def name_of(self, number: int, what: str = "") -> str:
        """Defined name of the headings or of the lines of one of the blocks."""
        return report_name(self.sheet, what, number)

    @property
    def first_row(self) -> int:
        """The first row of values."""
        return self.heading_row + 1

    def _lines_row(self, number: int) -> int:
        return next(iter(self.lines[number][2:]), HEADLINE_ROW)

    def area(self, lines: Iterable[object], block: int = 0, foot: Sequence[str] = ()) -> Area:
        """The values of a report's lines in one of the blocks.

        foot: lines of the key, which are below the rows wherever there are any.
        """
        shape = self.blocks[block]
        figures = [_figure(column) for column in shape.columns]
        rows: list[Sequence[CellValue]] = [tuple(figure(line) for figure in figures) for line in lines]
        if self.page_rows and foot and not self.evenly:
            rows = kept_together(([row] for row in rows), self.page_rows, foot)
        return self.rows_area(rows, block, foot)

    def rows_area(self, rows: Sequence[Sequence[CellValue]], block: int = 0, foot: Sequence[str] = ()) -> Area:
        """The same from rows of cells."""
        shape = self.blocks[block]
        key = [(line,) for line in foot] if rows else []
        return Area(
            self.sheet, self.first_row + shape.below, shape.column, len(shape.columns), [*rows, *key],
            anchor=self.name_of(block), foot=len(key),
        )  # fmt: skip

    def heading_values(self, names: Sequence[str]) -> Area:
        """Headings of the first block that are values: one for each of its named columns in use."""
        block = self.blocks[0]
        named = sum(column.named for column in block.columns)
        first = block.last_column - named + 1
        return Area(self.sheet, self.heading_row, first, named, [names], rows_owned=1, anchor=self.name_of(0))

    def words(self, *texts: str | None, number: int = 0) -> Area:
        """The lines above the headings that say what the figures below are of. number: of the lines' column."""
        return self.lines_area([(text,) for text in texts[: self.lines[number][1]]], 1, number)

    def lines_area(self, rows: Sequence[Sequence[CellValue]], width: int, number: int = 0) -> Area:
        """The same of rows that are `width` cells wide."""
        column, lines = self.lines[number][:2]
        row, name = self._lines_row(number), self.name_of(number, "_line")
        return Area(self.sheet, row, column, width, rows, rows_owned=lines, anchor=name)


def absent_since(columns: Sequence[ReportColumn], row: int = HEADING_ROW + 1) -> str:
    """Formula for the rows of players who did not play on the last day that the column of dates holds."""
    by_kind = {column.kind: column_letters(number) for number, column in enumerate(columns, 1)}
    player, day = by_kind[Kind.PLAYER], by_kind[Kind.DATE]
    return f'AND(${player}{row}<>"",N(${day}{row})<MAX(${day}${row}:${day}${row + MOST_LISTED}))'


CHOICE_COLUMNS, CHOICE_ROW = 4, AS_OF_ROW
"""Columns between two pages: room, a gap, the cell to choose in, a gap; and its row."""
LEAD = ReportColumn("", None, Kind.TEXT, 1.5)
"""The narrow column in which words begin that run on to the right: a name's column would shrink them."""


def _figure(column: ReportColumn) -> Callable[[object], CellValue]:
    """What gives a column's figure of a line; nothing for a column that words begin in."""
    return (lambda line: None) if column.figure is None else column.figure.__get__


def kept_together(
    groups: Iterable[Sequence[Sequence[CellValue]]], page_rows: int, key: Sequence[str] = ()
) -> list[Sequence[CellValue]]:
    """Rows in groups that no page parts: blank rows come before a group that would reach over the foot of a page.

    key: lines that follow the last group, and are on no page without it.
    """
    together = list(groups)
    ways = (_in_pages(together, page_rows, filled, len(key)) for filled in range(page_rows, page_rows // 2, -1))
    full = next(ways)
    return next((rows for rows in (full, *ways) if fills_pages(len(rows) + len(key), page_rows)), full)


def _in_pages(
    groups: Sequence[Sequence[Sequence[CellValue]]], page_rows: int, filled: int, key_lines: int
) -> list[Sequence[CellValue]]:
    """Pages of which no more than so many rows are filled."""
    rows: list[Sequence[CellValue]] = []
    for number, group in enumerate(groups, 1):
        height = len(group) + (key_lines if number == len(groups) else 0)
        taken = len(rows) % page_rows
        if taken and taken + height > filled:
            rows.extend([()] * (page_rows - taken))
        rows.extend(group)
    return rows


def fills_pages(rows: int, page_rows: int) -> bool:
    """Whether the last page is not nearly empty."""
    return rows <= page_rows or (-rows) % page_rows <= (1 - LEAST_FILLED) * page_rows


def one_decimal(heading: str, figure: Any, width: float, group: str = "") -> ReportColumn:
    """A column of averages."""
    return ReportColumn(heading, figure, Kind.DECIMAL, width, group, "0.0")


@dataclass(frozen=True)
class ReportSheet(Generic[AnySystem]):
    """A sheet that a recalculation fills: what does not depend on values, and the areas of values.

    first_rows: of each block the rows that follow from Rules alone, which are on a new sheet already;
    finish: writes what a layout cannot say into a new sheet; shows: whether it shows what is last, or the chosen
    session, season or list.
    """

    name: str
    layout: Callable[[AnySystem], SheetLayout]
    areas: Callable[[Material, AnySystem], Iterable[Area]]
    first_rows: Callable[[AnySystem], Sequence[Sequence[Sequence[CellValue]]]] = lambda system: ()
    finish: Callable[[Worksheet, AnySystem], None] | None = None
    shows: str = "last"
