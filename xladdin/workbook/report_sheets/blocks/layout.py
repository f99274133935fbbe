"""The parts of a report sheet: a title, headings, and columns, each for one figure of a report's line.

The same description serves the writer of new workbooks, for headings and formats, and the recalculation, for values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import LAST_ROW
from xladdin.cells.table import Area, CellValue
from xladdin.renderers.sheet import AS_OF_ROW, FIRST_ROW, HEADING_ROW, HEADLINE_ROW, paginate
from xladdin.reports.report import Choice
from xladdin.systems.system import RatingSystem
from xladdin.workbook.schema import Kind, report_name

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.writing.pages import Pages
    from xladdin.reports.context import ReportContext

AnySystem = TypeVar("AnySystem", bound=RatingSystem)

LABELS, TOLD = "labels", "told"
"""The kinds of a column's values: names of records or figures, or sentences from a system."""
NAME_WIDTH = 31.0
"""The width of a column of names in print of 10 points: 24 capitals keep their size, 40 letters shrink by a sixth."""
WALL_NAME_WIDTH = 30.0
"""The same on a sheet of many columns, so that its print is 10 points: 33 letters shrink by a tenth."""
MOST_LISTED = 5000
"""The rows of the longest list that a format covers."""
WALL_ROW, LIST_ROWS = 12.0, 48
"""Points from line to line on a list with 45 players on one page with their key, and the lines of a page."""
ROWS_BELOW = 16
"""The rows of a block that is below another."""
LEAST_FILLED = 0.3
"""The least share of a last page that is filled."""


class ReportColumn(NamedTuple):
    """A column of a report. `width` is in characters. `group` is the heading above several headings.

    `figure` is the attribute of the report's line that it shows, from the line's class (`StandingsLine.wins`), so that
    a missing one fails at import. It is None if the sheet gives rows of cells. `number_format` is for a kind whose own
    does not fit. `named` means that its heading is a value itself. `size` is that of its print [points]. `hidden`
    columns serve the formats of others. `left` puts figures to the left, so that words below them run on to the right.
    `said` is the kind of values that are words of ours, `LABELS` or `TOLD`.
    """

    heading: str
    figure: Any
    kind: Kind
    width: float
    group: str = ""
    number_format: str = ""
    named: bool = False
    size: float = 10
    bold: bool = False
    said: str = ""
    hidden: bool = False
    left: bool = False


class ReportBlock(NamedTuple):
    """Columns side by side, from `column` (counted from 1) on, under one row of headings.

    Formulas for the first row say which rows of values look different. `heading_rows` look like headings. `quiet_rows`
    belong to the row above them. With `opening_rows`, lines are only above these. The players of `absent_rows` were not
    there and are in grey. `has_foot` means that the first column is a narrow one without a heading. The key to the
    marks begins there below the rows. With `heads_only_values`, the headings show only if something is below them.
    `page` is the title of a separate page, printed as large as the blocks before it. `below` counts rows between the
    sheet's headings and its own, if it is below another block of few rows. `known` are headings that it has or once
    had: where they are others, the block is brought up to date. It is empty if the headings must be ours.
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
    known: tuple[str, ...] = ()

    @property
    def last_column(self) -> int:
        """The number of the last column."""
        return self.column + len(self.columns) - 1


class Anchor(NamedTuple):
    """The cells that hold a report: the headings of a block, or the first of its lines of words.

    `name` is their defined name, which travels with them. `row` and `column` are their place in a new workbook.
    `headings` are their texts, None if they are values too, nothing for lines of words. `has_foot` means that
    words below its rows begin in the first column, which holds only them. `groups` are the headings above them, and
    `known` those of the block at any time.
    """

    name: str
    row: int
    column: int
    headings: tuple[str | None, ...] = ()
    has_foot: bool = False
    groups: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class SheetLayout:
    """A report sheet: its name, the title printed on it, and its blocks from left to right.

    `landscape` prints it on its side. `frozen_columns` stay in sight beside the headings. It must fit on `pages_high`
    pages, or any number if that is 0. `printed_columns` is the number of the last printed column: 0 for the last
    block's, None for all filled ones. `lines` are columns with lines of words, the number of lines, and their first row
    if it is not the headline's. `key` is the meaning of the marks on the sheet, printed at the foot of its pages.
    `page_rows` is the most rows below the headings of a page, to keep groups together. Every page repeats
    `heading_columns` from the first on. `last_row` is the last printed one. With `evenly`, the pages of a long list
    hold equally many rows. `paging` has the pages for a number of rows below the headings and of columns, if a
    recalculation sets all of them. `choice` is the cell for what it shows, and `labels` are those of other cells for
    choices. `beside` are headings of a panel beside the list, above `panel_row`.
    """

    sheet: str
    title: str
    blocks: tuple[ReportBlock, ...]
    landscape: bool = False
    frozen_columns: int = 0
    heading_height: float = 30
    row_height: float = 16.5
    pages_high: int = 0
    printed_columns: int | None = 0
    lines: tuple[tuple[int, ...], ...] = ()
    key: str = ""
    choice: Choice | None = None
    labels: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    panel_row: int = 0
    page_rows: int = 0
    evenly: bool = False
    paging: Callable[[int, int], Pages] | None = None
    heading_columns: int = 0
    last_row: int = LAST_ROW

    @property
    def printed_pages(self) -> list[tuple[int, int]]:
        """The first and last columns of the pages that are printed beside each other."""
        starts = [number for number, block in enumerate(self.blocks) if block.page or not number]
        ends = [block.last_column for block in self.blocks]
        pages = [
            (self.blocks[start].column if number else 1, max(ends[start:end]))
            for number, (start, end) in enumerate(zip(starts, [*starts[1:], None]))
        ]
        return [(1, self.printed_columns), *pages[1:]] if self.printed_columns else pages

    def pages(self, rows: int, columns: int) -> Pages | None:
        """Its pages for so many rows below the headings and columns, or None if these make no difference."""
        from xladdin.files.writing.pages import Pages

        if self.paging or not self.evenly:
            return self.paging and self.paging(rows, columns)
        pages = -(-rows // self.page_rows) or 1
        each = -(-rows // pages)
        return Pages([HEADING_ROW + page * each for page in range(1, pages)])

    @property
    def choice_column(self) -> int:
        """The column of a cell for a choice, right of the first page. It is for the screen and not printed."""
        return self.printed_pages[0][1] + 3

    @property
    def fixed(self) -> set[str]:
        """The fixed texts that may be above its headings."""
        columns = [column for block in self.blocks for column in block.columns]
        labels = (*self.labels, self.choice.label) if self.choice else self.labels
        return {self.title, *labels, *(b.page for b in self.blocks), *(c.group for c in columns)} - {""}

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The anchors of its areas: the headings of each block, then the lines of words."""
        blocks = (
            Anchor(
                self.name_of(number),
                HEADING_ROW + block.below,
                block.column,
                tuple(None if column.named else column.heading for column in block.columns),
                block.has_foot,
                tuple(column.group for column in block.columns),
                block.known,
            )
            for number, block in enumerate(self.blocks)
        )
        lines = (
            Anchor(self.name_of(number, "_line"), self._lines_row(number), line[0])
            for number, line in enumerate(self.lines)
        )
        return (*blocks, *lines)

    def name_of(self, number: int, what: str = "") -> str:
        """The defined name of the headings or of the lines of one of the blocks."""
        return report_name(self.sheet, what, number)

    def _lines_row(self, number: int) -> int:
        return next(iter(self.lines[number][2:]), HEADLINE_ROW)

    def area(self, lines: Iterable[object], block: int = 0, foot: Sequence[str] = ()) -> Area:
        """The values of a report's lines in one of the blocks.

        `foot` has lines of the key, which are below the rows at any place.
        """
        rows = self.rows(lines, block)
        if self.page_rows and foot and not self.evenly:
            rows = paginate(([row] for row in rows), self.page_rows, len(foot))
        return self.rows_area(rows, block, foot)

    def rows(self, lines: Iterable[object], block: int = 0) -> list[Sequence[CellValue]]:
        """The cells of a report's lines in one of the blocks."""
        figures = [_figure(column) for column in self.blocks[block].columns]
        return [tuple(figure(line) for figure in figures) for line in lines]

    def rows_area(self, rows: Sequence[Sequence[CellValue]], block: int = 0, foot: Sequence[str] = ()) -> Area:
        """The same from rows of cells."""
        shape = self.blocks[block]
        key = [(line,) for line in foot] if rows else []
        return Area(
            self.sheet, FIRST_ROW + shape.below, shape.column, len(shape.columns), [*rows, *key],
            anchor=self.name_of(block), foot=len(key),
        )  # fmt: skip

    def heading_values(self, names: Sequence[str | int]) -> Area:
        """The headings of the first block that are values: one for each of its named columns in use."""
        block = self.blocks[0]
        named = sum(column.named for column in block.columns)
        first = block.last_column - named + 1
        return Area(self.sheet, HEADING_ROW, first, named, [names], rows_owned=1, anchor=self.name_of(0))

    def words(self, *texts: str | None, number: int = 0) -> Area:
        """The lines above the headings about the figures below. `number` picks a column of lines."""
        return self.lines_area([(text,) for text in texts[: self.lines[number][1]]], 1, number)

    def lines_area(self, rows: Sequence[Sequence[CellValue]], width: int, number: int = 0) -> Area:
        """The same for rows that are `width` cells wide."""
        column, lines = self.lines[number][:2]
        row, name = self._lines_row(number), self.name_of(number, "_line")
        return Area(self.sheet, row, column, width, rows, rows_owned=lines, anchor=name)


def absent_since(columns: Sequence[ReportColumn]) -> str:
    """The formula for the rows of players who did not play on the last day in the column of dates."""
    by_kind = {column.kind: column_letters(number) for number, column in enumerate(columns, 1)}
    player, day = by_kind[Kind.PLAYER], by_kind[Kind.DATE]
    days = f"${day}${FIRST_ROW}:${day}${FIRST_ROW + MOST_LISTED}"
    return f'AND(${player}{FIRST_ROW}<>"",N(${day}{FIRST_ROW})<MAX({days}))'


CHOICE_COLUMNS, CHOICE_ROW = 4, AS_OF_ROW
"""The columns between two pages: two gaps, the cell for a choice, a gap. The last number is its row."""
LEAD = ReportColumn("", None, Kind.TEXT, 1.5)
"""The narrow column for the beginning of words that run on to the right. A name's column would shrink them."""


def _figure(column: ReportColumn) -> Callable[[object], CellValue]:
    """Gives a column's figure of a line, or nothing for a column of words."""
    return (lambda line: None) if column.figure is None else column.figure.__get__


@dataclass(frozen=True)
class ReportSheet(Generic[AnySystem]):
    """A sheet that a recalculation fills: its fixed parts, and the areas of values.

    `first_rows` has for each block the rows that follow only from Rules, and are on a new sheet already. `finish`
    writes what a layout cannot say into a new sheet. `shows` says whether it shows the last, or the chosen session,
    season or list.
    """

    name: str
    layout: Callable[[AnySystem], SheetLayout]
    areas: Callable[[ReportContext, AnySystem], Iterable[Area]]
    first_rows: Callable[[AnySystem], Sequence[Sequence[Sequence[CellValue]]]] = lambda system: ()
    finish: Callable[[Worksheet, AnySystem], None] | None = None
    shows: str = "last"
