"""The layout of a described report on its sheet in a new workbook."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, CellValue
from xladdin.languages.language import IN_ENGLISH
from xladdin.renderers.sheet import FIRST_ROW, first_columns, group_rows, report_areas
from xladdin.reports.context import ReportContext
from xladdin.reports.report import LEAD, SHEET, Column, PageSetup, Report, Section
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    absent_since,
)
from xladdin.workbook.schema import Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.writing.pages import Pages

_WITH_DECIMALS = {Kind.RATING: Kind.DECIMAL, Kind.CHANGE: Kind.DECIMAL_CHANGE}


def report_sheet(
    name: str,
    describe: Callable[[RatingSystem], Report],
    finish: Callable[[Worksheet, RatingSystem], None] | None = None,
    paging: Callable[[RatingSystem, int, int], Pages] | None = None,
    shows: str = "last",
) -> ReportSheet[Any]:
    """Return the sheet of a described report."""

    def layout(system: RatingSystem) -> SheetLayout:
        return layout_of(describe(system), system, paging and partial(paging, system))

    def areas(context: ReportContext, system: RatingSystem) -> Iterable[Area]:
        return report_areas(describe(system), context)

    def first_rows(system: RatingSystem) -> Sequence[Sequence[Sequence[CellValue]]]:
        sections = describe(system).sections_on(SHEET)
        return [
            [row for group in section.fixed(system) for row in group_rows(section, group, IN_ENGLISH)]
            if section.fixed
            else []
            for section in sections
        ]

    return ReportSheet(name, layout, areas, first_rows, finish, shows)


def layout_of(report: Report, system: RatingSystem, paging: Callable[[int, int], Pages] | None = None) -> SheetLayout:
    """Return where the sections of a report are on its sheet, and their formats."""
    page = report.page
    blocks = [
        _block(section, column, system, page, is_first=not number)
        for number, (section, column) in enumerate(zip(report.sections_on(SHEET), first_columns(report)))
    ]
    return SheetLayout(
        report.name,
        report.title,
        tuple(blocks),
        landscape=page.landscape,
        frozen_columns=page.frozen_columns,
        heading_height=page.heading_height,
        row_height=page.row_height,
        pages_high=page.pages_high,
        printed_columns=page.last_column,
        lines=tuple((lines.column, lines.most, lines.row) for lines in report.lines),
        key=page.footer,
        choice=report.choice,
        labels=tuple(report.labels),
        beside=tuple(report.panel_labels),
        panel_row=report.panel_row,
        page_rows=page.page_rows,
        evenly=page.even_pages,
        paging=paging,
        heading_columns=page.repeated_columns,
        last_row=page.last_row,
    )


def _block(section: Section, first: int, system: RatingSystem, page: PageSetup, *, is_first: bool) -> ReportBlock:
    columns: list[ReportColumn] = []
    cells: dict[str, str] = {}
    row = FIRST_ROW + section.sheet.below
    for key, column in zip(section.keys_on(SHEET), section.columns_on(SHEET)):
        cells[key] = f"${column_letters(first + len(columns))}{row}"
        shape = _column(column, system, page)
        columns.extend([shape] * column.repeated.most if column.repeated else [shape])
    sheet = section.sheet
    return ReportBlock(
        tuple(columns),
        first,
        heading_rows=sheet.heading_rows.format(**cells),
        quiet_rows=sheet.quiet_rows.format(**cells),
        opening_rows=sheet.opening_rows.format(**cells),
        absent_rows=absent_since(columns) if sheet.greys_absent else "",
        has_foot=section.columns_on(SHEET)[0] is LEAD,
        heads_only_values=sheet.hides_empty_headings,
        page="" if is_first or not sheet.own_page else section.title,
        below=sheet.below,
        known=() if any(column.repeated for column in section.columns_on(SHEET)) else _headings_of(section),
    )


def _headings_of(section: Section) -> tuple[str, ...]:
    """Return every heading that the section has, on any system, or once had."""
    return (*(column.heading for column in section.columns.values()), *section.retired)


def kind_on_sheet(kind: Kind, system: RatingSystem) -> Kind:
    """Return the kind whose format has the decimals of the system's ratings."""
    return _WITH_DECIMALS.get(kind, kind) if system.rating_decimals else kind


def _column(column: Column, system: RatingSystem, page: PageSetup) -> ReportColumn:
    kind = kind_on_sheet(column.kind, system)
    return ReportColumn(
        column.heading,
        None,
        kind,
        column.width,
        column.group,
        column.number_format,
        named=column.repeated is not None,
        size=column.size or page.size,
        bold=column.is_bold,
        hidden=column.is_hidden,
        left=column.left,
    )
