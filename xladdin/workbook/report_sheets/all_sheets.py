"""All report sheets of a system: written into a new workbook, and filled from a replay.

`areas` gives the values of all of them from one replay and imports the standard library alone. `add_report_sheets`
writes what does not depend on values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange
from xladdin.cells.table import Area, ClubBook
from xladdin.languages.language import IN_ENGLISH
from xladdin.renderers.sheet import group_rows, report_areas
from xladdin.reports.context import ReportContext
from xladdin.reports.described import reports_of
from xladdin.reports.names import CROSSTABLE, HISTORY, PLAYER, SCOREBOARD, WEEKLY_SHEET
from xladdin.reports.report import SHEET, Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.report_sheets import crosstable, player, weekly
from xladdin.workbook.report_sheets.blocks.layout import Anchor, SheetLayout, layout_of
from xladdin.workbook.report_sheets.blocks.placing import sheet_of
from xladdin.workbook.shown import LAST, Chosen, season_end

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.writing.region_formats import BuiltSheet


def _indent_words(sheet: Worksheet, system: RatingSystem) -> None:
    """Begin the words of a game further in than its names."""
    from openpyxl.styles import Alignment

    if not system.changes_mirror:
        sheet.column_dimensions["A"].alignment = Alignment("left", indent=3)


def _add_charts(sheet: Worksheet, system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.rating_charts import add_charts

    add_charts(sheet, system)


_FINISH: Mapping[str, Callable[[Worksheet, RatingSystem], None]] = {
    SCOREBOARD: _indent_words,
    CROSSTABLE: crosstable.finish_sheet,
    WEEKLY_SHEET: weekly.add_panel,
    HISTORY: _add_charts,
    PLAYER: player.add_parts,
}
"""What a description cannot say of a new sheet, by the report's name."""


def areas(context: ReportContext, chosen: Chosen = LAST) -> list[Area]:
    """The values of all report sheets of the replay's system. Some of them show the `chosen` session and season."""
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
    return [area for report in reports_of(system) for area in report_areas(report, views[report.shows])]


def layouts(system: RatingSystem) -> list[SheetLayout]:
    """The layout of each sheet that a recalculation fills, in their order."""
    return [_layout(report, system) for report in reports_of(system)]


def _layout(report: Report, system: RatingSystem) -> SheetLayout:
    return layout_of(report, system, partial(crosstable.pages_of, system) if report.name == CROSSTABLE else None)


def sheets_by_report(book: ClubBook, system: RatingSystem) -> dict[str, str | None]:
    """The sheet of each printable report by the report's name, or None if the club has deleted it."""
    by_name = {layout.sheet: sheet_of(book, layout) for layout in layouts(system)}
    names = report_sheets_of(system)
    return {name: by_name[name] for name in names}


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Add the report sheets of a system in their order: titles, headings, formats, charts, print setup."""
    for report in reports_of(system):
        _add_report_sheet(workbook, report, system)


def _add_report_sheet(workbook: Workbook, report: Report, system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.blocks.building import build_sheet
    from xladdin.workbook.report_sheets.blocks.choice_cells import add_choice

    layout = _layout(report, system)
    fixed = [
        [row for group in section.fixed(system) for row in group_rows(section, group, IN_ENGLISH)]
        if section.fixed
        else []
        for section in report.sections_on(SHEET)
    ]
    sheet = build_sheet(workbook, layout, fixed)
    if report.name in _FINISH:
        _FINISH[report.name](sheet, system)
    if report.choice:
        add_choice(sheet, layout.choice_column, report.choice)


def built_sheet(system: RatingSystem, name: str, anchor: Anchor) -> BuiltSheet:
    """Return one report sheet as it is in a new workbook, and the cells of a block's headings on it."""
    from openpyxl import Workbook

    from xladdin.files.package import Package
    from xladdin.files.safety.by_openpyxl import saved
    from xladdin.files.writing.region_formats import BuiltSheet
    from xladdin.workbook.styles.font_order import fonts_in_schema_order
    from xladdin.workbook.styles.palette import register

    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    register(workbook)
    report = next(report for report in reports_of(system) if report.name == name)
    _add_report_sheet(workbook, report, system)
    with fonts_in_schema_order():
        content = saved(workbook)
    last_column = anchor.column + len(anchor.headings) - 1
    headings = CellRange(anchor.row, anchor.column, anchor.row, last_column)
    return BuiltSheet(Package(content, name), "xl/worksheets/sheet1.xml", headings)
