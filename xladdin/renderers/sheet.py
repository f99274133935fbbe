"""The values of a report on its sheet: headings, rows, legends and lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from xladdin.cells.table import Area, CellValue
from xladdin.languages.language import Language
from xladdin.messages import Message
from xladdin.reports.context import ReportContext
from xladdin.reports.legends import legend_lines
from xladdin.reports.report import SHEET, Column, Group, Report, Row, Section, Stacked

TITLE_ROW, SUBTITLE_ROW, AS_OF_ROW = 1, 2, 3
"""The rows of the club's title, the sheet's, and its date."""
HEADLINE_ROW = 4
"""A line about the session, or headings over groups of headings."""
HEADING_ROW = 5
FIRST_ROW = HEADING_ROW + 1
"""The first row of values."""
PAGE_GAP, SECTION_GAP = 4, 1
"""The columns between two pages, of which one is for the cell of a choice, and between two sections of a page."""
LEAST_FILLED = 0.3
"""The least share of a last page that is filled."""


def region_name(report: str, number: int = 0, part: str = "") -> str:
    """Return the defined name of a section's cells on a sheet, or of another part of the report."""
    return f"report_{'_'.join(report.lower().split())}{part}{f'_{number + 1}' if number else ''}"


def sheet_width(section: Section) -> int:
    """Return the number of a section's columns in a new workbook."""
    return sum(column.repeated.most if column.repeated else 1 for column in section.columns_on(SHEET))


def first_columns(report: Report) -> list[int]:
    """Return the first column of each section on the sheet, in a new workbook."""
    columns: list[int] = []
    end = 0
    for section in report.sections_on(SHEET):
        if section.sheet.column:
            columns.append(section.sheet.column)
        elif section.sheet.below:
            columns.append(columns[-1])
        else:
            gap = PAGE_GAP if section.sheet.own_page else SECTION_GAP
            columns.append(end + gap + 1 if columns else 1)
        end = max(end, columns[-1] + sheet_width(section) - 1)
    return columns


def report_areas(report: Report, context: ReportContext) -> Iterator[Area]:
    """Yield all that a recalculation writes on the sheet of a report."""
    for number, lines in enumerate(report.lines):
        rows = [tuple(row) for row in lines.rows(context)][: lines.most]
        anchor = region_name(report.name, number, "_line")
        yield Area(report.name, lines.row, lines.column, lines.width, rows, lines.most, anchor)
    for section, column in zip(report.sections_on(SHEET), first_columns(report)):
        yield from _section_areas(report, section, column, context)


def _section_areas(report: Report, section: Section, column: int, context: ReportContext) -> Iterator[Area]:
    anchor, width = region_name(report.name, section.number), sheet_width(section)
    columns = section.columns_on(SHEET)
    for number, repeated in enumerate(columns):
        if repeated.repeated:
            headings = repeated_headings(repeated, context)
            yield Area(
                report.name, HEADING_ROW, column + number, repeated.repeated.most, [headings], rows_owned=1,
                anchor=anchor,
            )  # fmt: skip
    groups = [list(group_rows(section, group, context.language)) for group in section.groups_of(context)]
    legend = [(line,) for line in legend_lines(section.legend(context), context.language, section.sheet.legend_width)]
    if not any(groups) or not section.sheet.has_legend:
        legend = []
    gap: list[Sequence[CellValue]] = [()] * (section.sheet.legend_gap * bool(legend))
    page_rows = 0 if report.page.even_pages or not legend else report.page.page_rows
    rows = paginate(groups, page_rows, len(gap) + len(legend))
    yield Area(
        report.name, FIRST_ROW + section.sheet.below, column, width, [*rows, *gap, *legend], anchor=anchor,
        foot=len(legend),
    )  # fmt: skip


def repeated_headings(column: Column, context: ReportContext) -> list[str | int]:
    """Return the headings of a repeated column: names, or numbers where names would be too wide."""
    if column.repeated is None:
        return []
    headings = column.repeated.headings(context)
    return list(range(1, len(headings) + 1)) if column.repeated.is_numbered else list(headings)


def group_rows(section: Section, group: Group, language: Language) -> Iterator[tuple[CellValue, ...]]:
    """Yield the rows of cells of a group, its title first."""
    columns = section.columns_on(SHEET)
    if group.title is not None:
        yield (*[None] * section.keys_on(SHEET).index("player"), group.title)
    for row in group.rows:
        yield from _row_cells(columns, row, language)


def _row_cells(columns: Sequence[Column], row: Row, language: Language) -> Iterator[tuple[CellValue, ...]]:
    """Yield the cells of a row, and a second row for those of two lines."""
    if row.notes:
        yield from ((note.text,) for note in row.notes)
        return
    cells: list[object] = []
    for column in columns:
        value = column.value_of(row.line)
        cells.extend(value or () if column.repeated else [_translated(column, value, language)])
    if not any(isinstance(cell, Stacked) for cell in cells):
        yield tuple(cells)  # type: ignore[arg-type]
        return
    stacked = [cell if isinstance(cell, Stacked) else Stacked(cell) for cell in cells]  # type: ignore[arg-type]
    yield tuple(cell.first for cell in stacked)
    yield tuple(cell.second for cell in stacked)


def _translated(column: Column, value: object, language: Language) -> object:
    if isinstance(value, Message):
        return language.render(value)
    return language.told(value) if column.translate and isinstance(value, str) else value


def paginate(
    groups: Iterable[Sequence[Sequence[CellValue]]], page_rows: int, legend_rows: int = 0
) -> list[Sequence[CellValue]]:
    """Return the rows of groups that no page splits, with blank rows before one that would go over a page's foot.

    So many `legend_rows` follow the last group on the same page. Without `page_rows` there are no blank rows.
    """
    together = list(groups)
    if not page_rows:
        return [row for group in together for row in group]
    ways = (_on_pages(together, page_rows, filled, legend_rows) for filled in range(page_rows, page_rows // 2, -1))
    full = next(ways)
    return next((rows for rows in (full, *ways) if _fills_pages(len(rows) + legend_rows, page_rows)), full)


def _on_pages(
    groups: Sequence[Sequence[Sequence[CellValue]]], page_rows: int, filled: int, legend_rows: int
) -> list[Sequence[CellValue]]:
    """Return pages with no more than so many filled rows."""
    rows: list[Sequence[CellValue]] = []
    for number, group in enumerate(groups, 1):
        height = len(group) + (legend_rows if number == len(groups) else 0)
        used = len(rows) % page_rows
        if used and used + height > filled:
            rows.extend([()] * (page_rows - used))
        rows.extend(group)
    return rows


def _fills_pages(rows: int, page_rows: int) -> bool:
    """Return whether the last page is not nearly empty."""
    return rows <= page_rows or (-rows) % page_rows <= (1 - LEAST_FILLED) * page_rows
