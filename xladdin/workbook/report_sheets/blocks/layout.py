"""Where the sections of a described report are on its sheet: regions with defined names, which travel with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from xladdin.cells.addresses import column_letters
from xladdin.cells.kinds import Kind
from xladdin.cells.table import Area, CellValue
from xladdin.renderers.sheet import AS_OF_ROW, FIRST_ROW, HEADING_ROW, PAGE_GAP, first_columns, region_name
from xladdin.reports.report import LEAD, SHEET, Choice, Column, Report, Section
from xladdin.systems.system import RatingSystem

if TYPE_CHECKING:
    from xladdin.files.writing.page_setup import Pages

MOST_LISTED = 5000
"""The rows of the longest list that a format covers."""
ROWS_BELOW = 16
"""The rows of a block that is below another."""
CHOICE_ROW = AS_OF_ROW
"""The row of the cell for a choice."""
_WITH_DECIMALS = {Kind.RATING: Kind.DECIMAL, Kind.CHANGE: Kind.DECIMAL_CHANGE}


class ReportBlock(NamedTuple):
    """A section on its sheet: its columns from `column` on, with the kinds and sizes of print that they have there.

    `is_first` says that it is the first of the sheet, whose page needs no title of its own.
    """

    section: Section
    column: int
    columns: tuple[Column, ...]
    is_first: bool = True

    @property
    def last_column(self) -> int:
        """The number of the last column."""
        return self.column + len(self.columns) - 1

    @property
    def below(self) -> int:
        """The rows between the sheet's headings and its own, if it is below another block of few rows."""
        return self.section.sheet.below

    @property
    def page(self) -> str:
        """The title of its page, if that is not the first."""
        return self.section.title if self.section.sheet.own_page and not self.is_first else ""

    @property
    def has_foot(self) -> bool:
        """Whether its first column is a narrow one, in which the words below its rows begin."""
        return self.columns[0].heading == "" and self.section.columns_on(SHEET)[0] is LEAD

    @property
    def known(self) -> tuple[str, ...]:
        """Every heading that the section has, on any system, or once had.

        It is empty if headings are values too, or if the rows are remembered on the sheet or typed there, as on Journal
        and Tonight. Then the headings that are no values must be ours.
        """
        if any(column.repeated for column in self.columns) or all(column.value is None for column in self.columns):
            return ()
        return (*(column.heading for column in self.section.columns.values()), *self.section.retired)

    def formula(self, template: str) -> str:
        """Return a formula of the section with the cells of its columns in the first row."""
        cells: dict[str, str] = {}
        number = self.column
        for key, column in zip(self.section.keys_on(SHEET), self.section.columns_on(SHEET)):
            cells[key] = f"${column_letters(number)}{FIRST_ROW + self.below}"
            number += column.repeated.most if column.repeated else 1
        return template.format(**cells)

    @property
    def absent_rows(self) -> str:
        """The formula for the rows of players who did not play on the last day in the column of dates."""
        if not self.section.sheet.greys_absent:
            return ""
        by_kind = {column.kind: column_letters(number) for number, column in enumerate(self.columns, self.column)}
        player, day = by_kind[Kind.PLAYER], by_kind[Kind.DATE]
        days = f"${day}${FIRST_ROW}:${day}${FIRST_ROW + MOST_LISTED}"
        return f'AND(${player}{FIRST_ROW}<>"",N(${day}{FIRST_ROW})<MAX({days}))'


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
    """A report on its sheet, with its blocks from left to right.

    `paging` gives the pages for a number of rows below the headings and of columns, if a recalculation sets all.
    """

    report: Report
    blocks: tuple[ReportBlock, ...]
    paging: Callable[[int, int], Pages] | None = None

    @property
    def sheet(self) -> str:
        """The name of the sheet in a new workbook."""
        return self.report.name

    @property
    def choice(self) -> Choice | None:
        """The cell for what it shows, if it has one."""
        return self.report.choice

    @property
    def printed_pages(self) -> list[tuple[int, int]]:
        """The first and last columns of the pages that are printed beside each other."""
        starts = [number for number, block in enumerate(self.blocks) if block.page or not number]
        ends = [block.last_column for block in self.blocks]
        pages = [
            (self.blocks[start].column if number else 1, max(ends[start:end]))
            for number, (start, end) in enumerate(zip(starts, [*starts[1:], None]))
        ]
        last_column = self.report.page.last_column
        return [(1, last_column), *pages[1:]] if last_column else pages

    def pages(self, rows: int, columns: int) -> Pages | None:
        """Return its pages for so many rows below the headings and columns, or None if these make no difference."""
        from xladdin.files.writing.page_setup import Pages

        page = self.report.page
        if self.paging or not page.even_pages:
            return self.paging and self.paging(rows, columns)
        pages = -(-rows // page.page_rows) or 1
        each = -(-rows // pages)
        return Pages([HEADING_ROW + page * each for page in range(1, pages)])

    @property
    def choice_column(self) -> int:
        """The column of a cell for a choice, right of the first page. It is for the screen and not printed."""
        return self.printed_pages[0][1] + PAGE_GAP - 1

    @property
    def fixed(self) -> set[str]:
        """The fixed texts that may be above its headings."""
        columns = [column for block in self.blocks for column in block.columns]
        labels = (*self.report.labels, self.choice.label) if self.choice else self.report.labels
        return {self.report.title, *labels, *(b.page for b in self.blocks), *(c.group for c in columns)} - {""}

    @property
    def anchors(self) -> tuple[Anchor, ...]:
        """The anchors of its areas: the headings of each block, then the lines of words."""
        blocks = (
            Anchor(
                region_name(self.sheet, block.section.number),
                HEADING_ROW + block.below,
                block.column,
                tuple(None if column.repeated else column.heading for column in block.columns),
                block.has_foot,
                tuple(column.group for column in block.columns),
                block.known,
            )
            for block in self.blocks
        )
        lines = (
            Anchor(region_name(self.sheet, number, "_line"), line.row, line.column)
            for number, line in enumerate(self.report.lines)
        )
        return (*blocks, *lines)

    def rows_area(self, rows: Sequence[Sequence[CellValue]], block: int = 0) -> Area:
        """Return rows of cells at the place of a block whose rows are not computed from a context."""
        own = self.blocks[block]
        row, name = FIRST_ROW + own.below, region_name(self.sheet, own.section.number)
        return Area(self.sheet, row, own.column, len(own.columns), list(rows), anchor=name)

    def line_area(self, text: str | None) -> Area:
        """Return a text at the place of its first line of words."""
        (line, *_) = self.report.lines
        return Area(self.sheet, line.row, line.column, 1, [(text,)], line.most, region_name(self.sheet, 0, "_line"))


def kind_on_sheet(kind: Kind, system: RatingSystem | None) -> Kind:
    """Return the kind whose format has the decimals of the system's ratings."""
    return _WITH_DECIMALS.get(kind, kind) if system and system.rating_decimals else kind


def layout_of(
    report: Report, system: RatingSystem | None, paging: Callable[[int, int], Pages] | None = None
) -> SheetLayout:
    """Return where the sections of a report are on its sheet in a new workbook."""
    blocks: list[ReportBlock] = []
    for section, first in zip(report.sections_on(SHEET), first_columns(report)):
        columns: list[Column] = []
        for column in section.columns_on(SHEET):
            own = replace(column, kind=kind_on_sheet(column.kind, system), size=column.size or report.page.size)
            columns += [own] * (column.repeated.most if column.repeated else 1)
        blocks.append(ReportBlock(section, first, tuple(columns), not blocks))
    return SheetLayout(report, tuple(blocks), paging)
