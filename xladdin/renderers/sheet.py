"""Render a report for its sheet, as the values of its regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells import CellValue
from xladdin.renderers.sheet_layout import Region, RegionValues, iter_group_rows, list_regions
from xladdin.reports.context import ReportContext
from xladdin.reports.report import (
    Column,
    Report,
    Section,
)
from xladdin.reports.wording import wrap_legend


def render_report(report: Report, context: ReportContext) -> Iterator[RegionValues]:
    """Yield the values of each region of a report's sheet."""
    for region in list_regions(report):
        if region.section:
            yield _render_section(region, region.section, context, report.page.page_rows)
        elif region.lines:
            yield RegionValues(region, [tuple(row) for row in region.lines.rows(context)][: region.lines.most])


def _render_section(region: Region, section: Section, context: ReportContext, page_rows: int) -> RegionValues:
    section_groups = list(section.groups_of(context))
    groups: list[list[Sequence[CellValue]]] = [
        [*iter_group_rows(section, group, context.language)] for group in section_groups
    ]
    legend: list[str] = []
    if any(groups) and section.sheet.has_legend:
        sentences = [*section.sheet.legend(context), *section.legend(context)]
        legend = wrap_legend(sentences, context.language, section.sheet.legend_width)
    if legend:
        groups[-1] += [()] * section.sheet.legend_gap + [(line,) for line in legend]
    if page_rows and any(group.title is not None for group in section_groups):
        groups = _pages_with_titles(groups, [group.title is not None for group in section_groups], page_rows)
    rows = [row for group in groups for row in group]
    heights = [len(group) for group in groups]
    repeated = list_repeated_headings(region.repeated_column, context) if region.repeated_column else ()
    return RegionValues(region, rows, len(legend), repeated, heights)


def _pages_with_titles(
    groups: Sequence[Sequence[Sequence[CellValue]]], have_titles: Sequence[bool], page_rows: int
) -> list[list[Sequence[CellValue]]]:
    """Return the rows of each page. A page on which a list continues repeats the title of the list.

    There are as few pages as possible, and they have about the same number of rows.
    """

    def pages_of(room: int) -> list[list[Sequence[CellValue]]]:
        pages: list[list[Sequence[CellValue]]] = [[]]
        title: Sequence[CellValue] = ()
        for rows, has_title in zip(groups, have_titles):
            title = rows[0] if has_title else title
            if pages[-1] and len(pages[-1]) + len(rows) > room:
                pages.append([] if has_title or not title else [title])
            pages[-1] += rows
        return pages

    fewest = len(pages_of(page_rows))
    rooms = range(page_rows * (fewest - 1) // fewest, page_rows + 1)
    return next(pages for room in rooms if len(pages := pages_of(room)) == fewest)


def list_repeated_headings(column: Column, context: ReportContext) -> list[str | int]:
    """Return the headings of a repeated column: names, or numbers if it is numbered."""
    if column.repeated is None:
        return []
    headings = column.repeated.headings(context)
    return list(range(1, len(headings) + 1)) if column.repeated.is_numbered else list(headings)
