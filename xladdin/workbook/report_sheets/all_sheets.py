"""All report sheets of a system: written into a new workbook, and filled from a replay.

`areas` gives the values of all of them from one replay and imports the standard library alone. `add_report_sheets`
writes what does not depend on values.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from xladdin.cells.addresses import CellRange
from xladdin.cells.table import Area, ClubBook
from xladdin.reports.context import ReportContext
from xladdin.reports.described.ratings_lists import standings
from xladdin.reports.described.season import records_report, season_report
from xladdin.reports.described.session import scoreboard
from xladdin.reports.names import RECORDS, SCOREBOARD, SEASON_REPORT, STANDINGS
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.report_sheets import crosstable, player
from xladdin.workbook.report_sheets.blocks.layout import Anchor, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.blocks.placing import sheet_of
from xladdin.workbook.report_sheets.described import report_sheet
from xladdin.workbook.report_sheets.history import sheet as history
from xladdin.workbook.shown import LAST, Chosen, season_end
from xladdin.workbook.systems import half_of

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

    from xladdin.files.writing.region_formats import BuiltSheet


_STANDINGS = report_sheet(STANDINGS, standings, shows="list")
_RECORDS = report_sheet(RECORDS, records_report, shows="season")
_SEASON_REPORT = report_sheet(SEASON_REPORT, season_report, shows="season")


def _indent_words(sheet: Worksheet, system: RatingSystem) -> None:
    """Begin the words of a game further in than its names."""
    from openpyxl.styles import Alignment

    if not system.changes_mirror:
        sheet.column_dimensions["A"].alignment = Alignment("left", indent=3)


_SCOREBOARD = report_sheet(SCOREBOARD, scoreboard, _indent_words, shows="session")


def report_sheets(system: RatingSystem) -> tuple[ReportSheet[Any], ...]:
    """The report sheets that a recalculation fills, in their order."""
    own = half_of(system).own_sheets
    report = (_SEASON_REPORT,) if system.log_kind.has_scores else ()
    return (_STANDINGS, _SCOREBOARD, *own, crosstable.SHEET, history.SHEET, _RECORDS, *report, player.SHEET)


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
    return [area for sheet in report_sheets(system) for area in sheet.areas(views[sheet.shows], system)]


def layouts(system: RatingSystem) -> list[SheetLayout]:
    """The layout of each sheet that a recalculation fills, in their order."""
    return [sheet.layout(system) for sheet in report_sheets(system)]


def sheets_by_report(book: ClubBook, system: RatingSystem) -> dict[str, str | None]:
    """The sheet of each printable report by the report's name, or None if the club has deleted it."""
    by_name = {layout.sheet: sheet_of(book, layout) for layout in layouts(system)}
    names = report_sheets_of(system)
    return {name: by_name[name] for name in names}


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Add the report sheets of a system in their order: titles, headings, formats, charts, print setup."""
    for report in report_sheets(system):
        _add_report_sheet(workbook, report, system)


def _add_report_sheet(workbook: Workbook, report: ReportSheet[Any], system: RatingSystem) -> None:
    from xladdin.workbook.report_sheets.blocks.building import build_sheet
    from xladdin.workbook.report_sheets.blocks.choice_cells import add_choice

    layout = report.layout(system)
    sheet = build_sheet(workbook, layout, report.first_rows(system))
    if report.finish:
        report.finish(sheet, system)
    if layout.choice:
        add_choice(sheet, layout.choice_column, layout.choice)


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
    report = next(report for report in report_sheets(system) if report.name == name)
    _add_report_sheet(workbook, report, system)
    with fonts_in_schema_order():
        content = saved(workbook)
    last_column = anchor.column + len(anchor.headings) - 1
    headings = CellRange(anchor.row, anchor.column, anchor.row, last_column)
    return BuiltSheet(Package(content, name), "xl/worksheets/sheet1.xml", headings)
