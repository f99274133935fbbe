"""Render all report sheets of a workbook after a replay."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from xladdin.cells import (
    SERIAL_DAY_ZERO,
    Area,
    CellRange,
    CellValue,
    ChartAxes,
    ClubWorkbook,
    cell_text,
    column_letters,
    is_blank,
)
from xladdin.languages import Language
from xladdin.renderers.sheet import render_report
from xladdin.renderers.sheet_layout import (
    CHOICE_ROW,
    HEADING_ROW,
    HEADING_STYLE,
    RegionValues,
    choice_column,
    list_section_regions,
    style_name,
)
from xladdin.reports import list_reports
from xladdin.reports.context import ReportContext
from xladdin.reports.rating_history import compute_top_axes, get_history
from xladdin.reports.report import HISTORY, Input, LiveCell, Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook.journal import define_journal_report
from xladdin.workbook.report_selection import (
    LATEST_TEXT,
    ReportSelection,
    build_selection_formula,
    build_selection_lists,
    find_season_end,
)
from xladdin.workbook.report_sheets.regions import ReportUpdates, find_report_sheet, update_reports
from xladdin.workbook.report_sheets.tonight import (
    build_list_values,
    count_occupied_rows,
    count_unlisted_rows,
    define_tonight_report,
    read_waiting_evening,
    render_round,
)
from xladdin.workbook.sheets import list_report_sheets


class RenderedSheets(NamedTuple):
    """The changes of a recalculation on the report sheets.

    Attributes:
        areas: Areas of reports, and of the lists of choices.
        updates: The changes that update the reports.
        names: Values of named cells.
        tables: Number of tables of the paired round that have no result yet.
        sheet_names: Present name of each report's sheet, or None if the club has deleted it.
        filled_reports: Names of the reports that have rows.
    """

    areas: Sequence[Area]
    updates: ReportUpdates
    names: Mapping[str, CellValue]
    tables: int
    sheet_names: Mapping[str, str | None]
    filled_reports: Collection[str]


def list_sheet_reports(system: RatingSystem) -> list[Report]:
    """Return the reports of all sheets that a recalculation updates, in this order."""
    evening = [define_tonight_report(system)] if system.log_schema.is_paired else []
    return [*list_reports(system), *evening, define_journal_report()]


def render_report_sheets(
    workbook: ClubWorkbook, context: ReportContext, selection: ReportSelection, journal: Sequence[RegionValues]
) -> RenderedSheets:
    """Render every report, the Journal, Tonight, and the lists of choices."""
    system, replay = context.system, context.replay
    reports, values = list_sheet_reports(system), [*render_reports(context, selection), *journal]
    evening = None
    row_counts: Mapping[str, int] = {}
    names: Mapping[str, CellValue] = {}
    if system.log_schema.is_paired:
        evening = read_waiting_evening(workbook, replay)
        values += [build_list_values(workbook, replay), *render_round(evening, replay, context.language)]
        row_counts, names = count_occupied_rows(workbook, replay), count_unlisted_rows(workbook, replay)
    updates = update_reports(workbook, reports, values, context.language, row_counts)
    areas = [*updates.areas, *build_selection_lists(workbook, replay.log)]
    tables = 0 if evening is None else len(evening.waiting_tables)
    sheet_names = {report.name: find_report_sheet(workbook, report) for report in reports}
    with_rows = {
        region_values.region.name for region_values in values if region_values.region.section and region_values.rows
    }
    filled_reports = {
        report.name
        for report in reports
        if sheet_names[report.name] not in updates.not_updated
        and any(region.name in with_rows for region in list_section_regions(report))
    }
    return RenderedSheets(areas, updates, names, tables, sheet_names, filled_reports)


def compute_history_axes(context: ReportContext, sheets: RenderedSheets) -> ChartAxes | None:
    """Return the axes of the rating history chart, or None if its sheet is not updated."""
    sheet = sheets.sheet_names.get(HISTORY)
    if sheet is None or sheet in sheets.updates.not_updated:
        return None
    return compute_top_axes(get_history(context), context.system.rating_decimals, sheet)


def render_reports(context: ReportContext, selection: ReportSelection) -> list[RegionValues]:
    """Return the values of all reports. Some show the selected session, season, list or player."""
    system = context.system
    month = system.season_month
    views = {"last": context, "session": context, "season": context, "list": context}
    views["player"] = context if context.player == selection.player else replace(context, player=selection.player)
    if selection.session is not None:
        views["session"] = context.as_of(selection.session, selection.event)
    if selection.season is not None:
        views["season"] = context.as_of(find_season_end(selection.season, month))
    if selection.year is not None:
        views["list"] = context.as_of(find_season_end(selection.year, month))
    return [values for report in list_reports(system) for values in render_report(report, views[report.scope])]


def fill_headings(formula: str, report: Report) -> str:
    """Fill the headings of the repeated column of a report's sheet into the formula of an input."""
    region = list_section_regions(report)[0]
    first = region.column + len(region.headings)
    letters = column_letters(first), column_letters(max(region.last_column, first))
    cells = f"${letters[0]}${HEADING_ROW}:${letters[1]}${HEADING_ROW}"
    return formula.format(first=f"${letters[0]}${HEADING_ROW}", headings=cells)


def build_live_cells(
    report: Report,
    language: Language,
    context: ReportContext | None = None,
    named_values: Mapping[str, object] = {},
    read_input: Callable[[Input], str | None] = lambda cell_input: None,
    day_zero: date = SERIAL_DAY_ZERO,
) -> Iterator[LiveCell]:
    """Yield the cells of a report sheet whose formulas depend on typed cells, with their present values.

    Args:
        report: The report of the sheet.
        language: Language of the workbook.
        context: The replayed log, or None for a new workbook.
        named_values: The values of named cells.
        read_input: Returns the content of an input cell, or None.
        day_zero: Day 0 of the workbook's date system.
    """
    choice = report.choice
    if choice and not choice.choices:
        choice_value = named_values.get(choice.name)
        if not isinstance(choice_value, (date, int, float)):
            choice_value = language.render(LATEST_TEXT) if is_blank(choice_value) else cell_text(choice_value)
        yield LiveCell(CHOICE_ROW, choice_column(report), build_selection_formula(choice.name, language), choice_value)
    for cell_input in report.inputs:
        if cell_input.printed_column:
            yield LiveCell(
                cell_input.row,
                cell_input.printed_column,
                f'IF({cell_input.name}="","",{cell_input.name})',
                cell_text(named_values.get(cell_input.name)),
            )
    if report.live_cells:
        region = list_section_regions(report)[0]
        yield from report.live_cells(region.column + len(region.headings), context, read_input, day_zero)


class ColumnStyle(NamedTuple):
    """The named cell styles of a column of a region and of its heading, in `row`, and its width [characters]."""

    region: str
    row: int
    column: int
    rows: int
    style: str
    heading_style: str
    width: float


def list_region_styles(
    system: RatingSystem, changed_regions: Mapping[str, CellRange], ranges: Mapping[str, CellRange]
) -> Iterator[ColumnStyle]:
    """Yield the styles of the columns of regions whose columns have changed. `ranges` has their new cells."""
    for report in list_reports(system):
        for region in list_section_regions(report):
            if region.name not in changed_regions:
                continue
            row, first, last_row, last = ranges.get(region.name, changed_regions[region.name])
            for number, column in zip(range(first, last + 1), region.columns):
                style = style_name(column, system, report.page)
                yield ColumnStyle(region.name, row, number, last_row - row, style, HEADING_STYLE, column.width)


def map_sheets_by_report(workbook: ClubWorkbook, system: RatingSystem) -> dict[str, str | None]:
    """Return the sheet of each printable report by the report's name, or None if the club has deleted it."""
    by_name = {report.name: find_report_sheet(workbook, report) for report in list_reports(system)}
    return {name: by_name[name] for name in list_report_sheets(system)}
