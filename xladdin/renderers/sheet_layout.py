"""Lay out a report on its sheet: its regions, the rows of its groups, and its pages."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from xladdin.cells import CellValue, ColumnType, format_area_name
from xladdin.languages import Language
from xladdin.messages import Message
from xladdin.reports.report import (
    PAGE_GAP,
    SHEET,
    Column,
    Group,
    Lines,
    PageSetup,
    Report,
    Row,
    Section,
    Stacked,
)
from xladdin.systems.system import RatingSystem

# The rows with the title of the club, the title of the sheet, and the date.
TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW = 1, 2, 3
# The row of the cell for a choice.
CHOICE_ROW = AS_OF_ROW
# The row of a line about the session, or of the headings of groups of columns.
HEADLINE_ROW = 4
HEADING_ROW = 5
# The first row of values.
FIRST_ROW = HEADING_ROW + 1
# The number of columns between two sections of a page.
SECTION_GAP = 1

_WITH_DECIMALS = {ColumnType.RATING: ColumnType.DECIMAL, ColumnType.CHANGE: ColumnType.DECIMAL_CHANGE}
# The words in the names of cell styles for number formats.
_FORMAT_WORDS = {
    "0.0": "average", "d mmm yy": "short date", "General": "figure", "+General;-General;0": "difference",
    "+0;-0;0": "crosstable",
}  # fmt: skip
# The cell style of a heading.
HEADING_STYLE = "club heading"
# The font size of a cell style whose name does not mention one [points].
_BASE_SIZE = 10


class Region(NamedTuple):
    """A range of a report's sheet that recalculations write: a section with its headings, or lines of text.

    Attributes:
        name: Defined name of the range, by which it is found even if it was moved.
        row: First row in a new workbook, from 1.
        column: First column in a new workbook, from 1.
        section: Section of the region, or None.
        lines: Lines of the region, or None.
    """

    name: str
    row: int
    column: int
    section: Section | None = None
    lines: Lines | None = None

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns, with a repeated one as often as it may occur."""
        columns = self.section.columns_on(SHEET) if self.section else ()
        return tuple(
            repeated_column
            for column in columns
            for repeated_column in [column] * (column.repeated.most if column.repeated else 1)
        )

    @property
    def last_column(self) -> int:
        """The number of the last column in a new workbook."""
        columns = self.section.columns_on(SHEET) if self.section else ()
        return self.column - 1 + sum(column.repeated.most if column.repeated else 1 for column in columns)

    @property
    def repeated_column(self) -> Column | None:
        """The repeated column, which is always the last one, or None."""
        columns = self.section.columns_on(SHEET) if self.section else []
        return columns[-1] if columns and columns[-1].repeated else None

    @property
    def is_numbered(self) -> bool:
        """Whether the headings of the repeated column are numbers."""
        return bool(
            self.repeated_column and self.repeated_column.repeated and self.repeated_column.repeated.is_numbered
        )

    @property
    def headings(self) -> list[str]:
        """The headings in English, without those of a repeated column, which depend on the data."""
        columns = self.section.columns_on(SHEET) if self.section else ()
        return [column.heading for column in columns if not column.repeated]

    @property
    def has_lead(self) -> bool:
        """Whether the region begins with the narrow column of the legend and the notes."""
        return self.section is not None and self.section.keys_on(SHEET)[0] == "lead"


class RegionValues(NamedTuple):
    """The values that a recalculation writes into a region.

    Attributes:
        region: The region.
        rows: Rows below the headings.
        legend_rows: Number of rows at the end that are lines of a legend. Only their first cell is written, and the
            text overflows into the cells to the right.
        repeated: Headings of the repeated column.
        heights: Number of rows of each group that stays on one page.
        formulas: Formulas of live columns, as in a `CellBlock`.
    """

    region: Region
    rows: Sequence[Sequence[CellValue]]
    legend_rows: int = 0
    repeated: Sequence[str | int] = ()
    heights: Sequence[int] = ()
    formulas: Mapping[int, str] = {}


def region_name(report: str, number: int = 1) -> str:
    """Return the key of a region of a report, which is an area of the defined name of the sheet.

    Areas are numbered: first the sections, then the lines of text, then the cells of the club's title and of the date
    for each page.
    """
    return format_area_name(f"report_{'_'.join(report.lower().split())}", number)


def list_section_regions(report: Report) -> list[Region]:
    """Return the regions of the sections of a report, from left to right."""
    regions: list[Region] = []
    end = 0
    for section in report.sections_on(SHEET):
        gap = PAGE_GAP if section.sheet.own_page else SECTION_GAP
        column = section.sheet.column or (end + gap + 1 if regions else 1)
        if section.sheet.rows_below:
            column = regions[-1].column
        name, row = region_name(report.name, section.number + 1), HEADING_ROW + section.sheet.rows_below
        regions.append(Region(name, row, column, section))
        end = max(end, regions[-1].last_column)
    return regions


def list_regions(report: Report) -> list[Region]:
    """Return all regions of a report: its sections, then its lines of text."""
    sections = list_section_regions(report)
    lines = (
        Region(region_name(report.name, number), line.row, line.column, lines=line)
        for number, line in enumerate(report.lines, len(sections) + 1)
    )
    return [*sections, *lines]


def list_title_regions(report: Report) -> list[tuple[str, str]]:
    """Return the keys of the cells with the title of the club and the date, for each page from left to right."""
    first, pages = len(list_regions(report)) + 1, len(list_printed_pages(report))
    numbers = range(first, first + 2 * pages, 2)
    return [(region_name(report.name, number), region_name(report.name, number + 1)) for number in numbers]


def list_printed_pages(report: Report) -> list[tuple[int, int]]:
    """Return the first and last columns of the printed pages, from left to right."""
    pages: list[tuple[int, int]] = []
    for region in list_section_regions(report):
        if not pages or (region.section and region.section.sheet.own_page):
            pages.append((region.column if pages else 1, region.last_column))
        pages[-1] = (pages[-1][0], max(pages[-1][1], region.last_column))
    return [(1, report.page.last_column), *pages[1:]] if report.page.last_column else pages


def choice_column(report: Report) -> int:
    """Return the column of the cell for a choice, which is to the right of the first page and not printed."""
    return list_printed_pages(report)[0][1] + PAGE_GAP - 1


def kind_on_sheet(kind: ColumnType, system: RatingSystem | None) -> ColumnType:
    """Return the type of a column, with decimals if the ratings of the system have them."""
    return _WITH_DECIMALS.get(kind, kind) if system and system.rating_decimals else kind


def style_name(column: Column, system: RatingSystem | None, page: PageSetup) -> str:
    """Return the name of the cell style of a column, such as "club rating strong"."""
    kind, size = kind_on_sheet(column.kind, system), column.size or page.size
    parts = [_FORMAT_WORDS.get(column.number_format) or kind.name.lower().replace("_", " ")]
    parts += ["strong"] * column.is_bold + ["left"] * column.is_left_aligned + [f"{size:g}"] * (size != _BASE_SIZE)
    return " ".join(("club", *parts))


def iter_group_rows(section: Section, group: Group, language: Language) -> Iterator[tuple[CellValue, ...]]:
    """Yield the rows of cells of a group, beginning with its title."""
    columns = section.columns_on(SHEET)
    if group.title is not None:
        yield (*[None] * section.keys_on(SHEET).index("player"), group.title)
    for row in group.rows:
        yield from _row_cells(columns, row, language)


def _row_cells(columns: Sequence[Column], row: Row, language: Language) -> Iterator[tuple[CellValue, ...]]:
    """Yield the cells of a row, and a second row of cells if there are cells of two lines."""
    if row.notes:
        yield from ((note.text,) for note in row.notes)
        return
    cells: list[object] = []
    for column in columns:
        value = column.value_of(row.line)
        if isinstance(value, Message):
            value = language.render(value)
        cells.extend(value or () if column.repeated else [value])
    if not any(isinstance(cell, Stacked) for cell in cells):
        yield tuple(cells)  # type: ignore[arg-type]
        return
    stacked = [cell if isinstance(cell, Stacked) else Stacked(cell) for cell in cells]  # type: ignore[arg-type]
    yield tuple(cell.first for cell in stacked)
    yield tuple(cell.second for cell in stacked)


def page_ends(values: Sequence[RegionValues], page_rows: int) -> list[int]:
    """Return the number of rows below the headings at the end of each page.

    A page has at most `page_rows` rows and does not split a group of the first region. Pages have about the same number
    of rows. Longer regions to its right continue after the last page of the first region.
    """
    first, *further = values
    ends = _ends(first.heights, page_rows)
    rooms = range(page_rows * len(ends) // (len(ends) + 1), page_rows)
    ends = next(
        (balanced_ends for room in rooms if len(balanced_ends := _ends(first.heights, room)) == len(ends)), ends
    )
    rows = max((len(region_values.rows) for region_values in further), default=0)
    while (last := ends[-1] if ends else 0) + page_rows < rows:
        ends.append(last + page_rows)
    return ends


def _ends(heights: Sequence[int], page_rows: int) -> list[int]:
    """Return the number of rows at the end of each full page.

    A group that is longer than a page has pages of its own.
    """
    ends: list[int] = []
    end = page_height = 0
    for height in heights:
        if page_height and page_height + height > page_rows:
            ends.append(end)
            page_height = 0
        page_height += height
        end += height
    return ends
