"""All report sheets of a system: their values from one replay, and the sheets of a new workbook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from xladdin.cells.addresses import CellRange
from xladdin.cells.table import ClubBook
from xladdin.languages.language import Language
from xladdin.renderers.sheet import HEADING_STYLE, Region, RegionValues, render_report, section_regions, style_name
from xladdin.reports.context import ReportContext
from xladdin.reports.described import reports_of
from xladdin.reports.names import CROSSTABLE, HISTORY, PLAYER, SCOREBOARD, WEEKLY_SHEET
from xladdin.reports.report import Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.report_selection import LAST, Chosen, season_end
from xladdin.workbook.report_sheets import crosstable, player, weekly
from xladdin.workbook.report_sheets.regions import sheet_of

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.region_formats import BuiltSheet


def _indent_words(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    """Begin the words of a game further in than its names."""
    from openpyxl.styles import Alignment

    if not system.changes_mirror:
        sheet.column_dimensions["A"].alignment = Alignment("left", indent=3)


def _add_charts(sheet: Worksheet, report: Report, system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.rating_charts import add_charts

    add_charts(sheet, report, system)


_FINISH: Mapping[str, Callable[[Worksheet, Report, RatingSystem], None]] = {
    SCOREBOARD: _indent_words,
    CROSSTABLE: crosstable.finish_sheet,
    WEEKLY_SHEET: weekly.add_panel,
    HISTORY: _add_charts,
    PLAYER: player.add_parts,
}
"""What a description cannot say of a new sheet, by the report's name."""


def report_values(context: ReportContext, chosen: Chosen = LAST) -> list[RegionValues]:
    """Return the values of all report sheets. Some of them show the `chosen` session, season, list or player."""
    system = context.system
    month = system.season_month
    views = {"last": context, "session": context, "season": context, "list": context}
    views["player"] = replace(context, player=chosen.player)
    if chosen.session is not None:
        views["session"] = context.as_of(chosen.session, chosen.event)
    if chosen.season is not None:
        views["season"] = context.as_of(season_end(chosen.season, month))
    if chosen.year is not None:
        views["list"] = context.as_of(season_end(chosen.year, month))
    return [values for report in reports_of(system) for values in render_report(report, views[report.shows])]


class ColumnStyle(NamedTuple):
    """The named cell styles of a column of a region and of its heading, at `row`, and its width in characters."""

    region: str
    row: int
    column: int
    rows: int
    style: str
    heading_style: str
    width: float


def region_styles(
    system: RatingSystem, evolved: Mapping[str, CellRange], ranges: Mapping[str, CellRange]
) -> Iterator[ColumnStyle]:
    """Yield the styles of the columns of regions that have changed with the version. `ranges` has their new cells."""
    for report in reports_of(system):
        for region in section_regions(report):
            if region.name not in evolved:
                continue
            row, first, last_row, last = ranges.get(region.name, evolved[region.name])
            for number, column in zip(range(first, last + 1), region.columns):
                style = style_name(column, system, report.page)
                yield ColumnStyle(region.name, row, number, last_row - row, style, HEADING_STYLE, column.width)


def sheets_by_report(book: ClubBook, system: RatingSystem) -> dict[str, str | None]:
    """Return the sheet of each printable report by the report's name, or None if the club has deleted it."""
    by_name = {report.name: sheet_of(book, report) for report in reports_of(system)}
    return {name: by_name[name] for name in report_sheets_of(system)}


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Add the report sheets of a system in their order: titles, headings, formats, charts, print setup."""
    for report in reports_of(system):
        _add_report_sheet(workbook, report, system)


def _add_report_sheet(workbook: Workbook, report: Report, system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.new_sheets import build_sheet

    sheet = build_sheet(workbook, report, system)
    if report.name in _FINISH:
        _FINISH[report.name](sheet, report, system)


def built_sheet(system: RatingSystem, report: Report, region: Region, language: Language) -> BuiltSheet:
    """Return one report sheet as it is in a new workbook, and the cells of a region's headings on it."""
    from openpyxl import Workbook

    from xladdin.files.package import Package
    from xladdin.files.region_formats import BuiltSheet
    from xladdin.files.safe_write import saved
    from xladdin.workbook.styles import fonts_in_schema_order, register, set_language

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    register(workbook)
    set_language(workbook, language)
    _add_report_sheet(workbook, report, system)
    with fonts_in_schema_order():
        content = saved(workbook)
    headings = CellRange(region.row, region.column, region.row, region.last_column)
    return BuiltSheet(Package(content, report.name), "xl/worksheets/sheet1.xml", headings)
