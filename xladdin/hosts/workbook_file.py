"""Change a club workbook file for a command: lock it, read it, and replace it atomically.

Besides the values of a recalculation this writes defined names, formats, chart axes, paper size and footers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Generic, NamedTuple, TypeVar

from xladdin.cells import (
    DAY_ZERO_1904,
    SERIAL_DAY_ZERO,
    CellBlock,
    CellRange,
    cell_text,
    column_letters,
    get_cell,
)
from xladdin.errors import InvalidRowsError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import file_lock, find_lock_owner
from xladdin.files.package import Package
from xladdin.files.safe_write import replace_with_backup
from xladdin.messages import msg
from xladdin.renderers.sheet_layout import FIRST_ROW, HEADING_ROW, list_section_regions, region_name
from xladdin.reports import list_report_names, list_reports
from xladdin.reports.report import Input, Report
from xladdin.systems.system import RatingSystem
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.regions import find_report_sheet
from xladdin.workbook.rules import has_current_version, read_system
from xladdin.workbook.schema import (
    KNOWN_REPORTS_NAME,
    PAPER,
    PAPER_NUMBERS,
    SEPARATOR,
    START,
    TITLE_NAME,
    read_language,
    read_language_code,
)

if TYPE_CHECKING:
    from xladdin.files.workbook_writer import PageLayout

Result = TypeVar("Result")


class Change(NamedTuple, Generic[Result]):
    """The changes of a command to a file.

    Attributes:
        answer: The result of the command.
        blocks: The cells to write, or an empty sequence if nothing changes.
        outcome: The recalculation from which the cells come.
        keep_copy: Whether to keep a backup of the old file.
        file: The workbook in memory that receives the cells, if it is not the one that was read.
    """

    answer: Result
    blocks: Sequence[CellBlock]
    outcome: RecalcResult | None
    keep_copy: bool = True
    file: ClubFile | None = None


def change_file(
    path: Path, command: str, change: Callable[[ClubFile], Change[Result]], progress: ProgressCallback
) -> Result:
    """Change a workbook file in place, with a backup of its old content, and return the answer of the change.

    `command` is the command in the name of the backup. Of two concurrent runs, the second waits until the first has
    written the file. Raises WorkbookError if the file cannot be read or written, or is open elsewhere. The file is then
    unchanged.
    """
    original = open_club_file(path)  # so that no lock is created next to a file that is not a workbook
    with file_lock(path):
        progress(msg("Reading {name}", name=path.name))
        original = open_club_file(path)
        with_reports = add_new_reports(original)
        result = change(with_reports)
        workbook = result.file or (with_reports if result.outcome else original)  # only a recalculation adds sheets
        if result.blocks:
            progress(msg("Writing {name}", name=path.name))
            replace_with_backup(
                path,
                lambda target: write_workbook(workbook, result.blocks, target, result.outcome),
                expected_content=original.package.data,
                make_backup=result.keep_copy,
                command=command,
            )
    return result.answer


def add_new_reports(file: ClubFile) -> ClubFile:
    """Return the workbook with the report sheets that are new in this version.

    They are as in a new workbook. A report is new if the workbook has never had its sheet. One that the club has
    deleted is not added again.
    """
    if not has_current_version(file):
        return file
    try:
        system = read_system(file)
    except InvalidRowsError:
        return file
    known_reports = cell_text(file.names.get(KNOWN_REPORTS_NAME)).split(SEPARATOR)
    new_reports = [
        name
        for name in list_report_names(system)
        if name not in known_reports and not file.has_name(region_name(name)) and not file.has_tab(name)
    ]
    if not new_reports:
        return file
    from xladdin.files.sheet_transfer import can_add_sheets, copy_sheets
    from xladdin.workbook.template import build_template

    if not can_add_sheets(file):
        return file

    paper_name = cell_text(file.names.get(PAPER.name)).casefold()
    paper = next((name for name in PAPER_NUMBERS if name.casefold() == paper_name), "")
    language = read_language_code(file.names)
    template = build_template(system, "", datetime.now(), lambda_names=False, paper=paper, language=language)
    source = ClubFile(file.path, Package(template, file.path.name))
    return copy_sheets(file, source, new_reports)


def write_workbook(file: ClubFile, blocks: Sequence[CellBlock], target: BinaryIO, outcome: RecalcResult | None) -> None:
    """Write the workbook with new values from the recalculation `outcome`. Raises as `write_blocks` does."""
    from xladdin.files.workbook_writer import (
        change_paper,
        set_chart_axes,
        set_footer_titles,
        set_name_ranges,
        set_page_layouts,
        set_print_titles,
        set_sheet_visibility,
        write_blocks,
    )

    paper_name, known_papers = cell_text(file.names.get(PAPER.name)).casefold(), frozenset(PAPER_NUMBERS.values())
    title = " ".join(cell_text(file.names.get(TITLE_NAME)).split())
    paper = next((number for name, number in PAPER_NUMBERS.items() if name.casefold() == paper_name), None)

    def patch_parts(parts: Mapping[str, Iterable[bytes]]) -> Mapping[str, Iterable[bytes]]:
        if outcome is not None and outcome.sheet_visibility:
            parts = set_sheet_visibility(file, parts, outcome.sheet_visibility)
        if outcome is not None and outcome.ranges:
            parts = set_name_ranges(file, parts, outcome.ranges)
        if outcome is not None and outcome.changed_regions:
            parts = _apply_formats(file, parts, outcome)
        if outcome is not None and outcome.axes is not None:
            parts = set_chart_axes(file, parts, outcome.axes)
        if outcome is not None and outcome.replay is not None:
            parts = _add_live_values(file, parts, outcome, outcome.replay.log.system)
            pages, titles = _plan_pages(file, outcome, outcome.replay.log.system)
            parts = set_print_titles(file, set_page_layouts(file, parts, pages), titles)
        if title:
            parts = set_footer_titles(file, parts, title, START)
        return parts if paper is None else change_paper(file, parts, paper, known_papers, START)

    write_blocks(file, blocks, target, patch_parts)


def _apply_formats(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], outcome: RecalcResult
) -> Mapping[str, Iterable[bytes]]:
    """Return the parts with the formats of a new workbook in the regions whose columns have changed."""
    from xladdin.files.sheet_transfer import ChangedRegion, copy_region_formats
    from xladdin.files.workbook_writer import move_block_references
    from xladdin.workbook.report_sheets.new_sheets import build_format_source
    from xladdin.workbook.report_sheets.rendering import list_sheet_reports

    assert outcome.replay is not None
    system = outcome.replay.log.system
    for report in list_sheet_reports(system):
        for region in list_section_regions(report):
            if region.name in outcome.changed_regions:
                old = outcome.changed_regions[region.name]
                new = outcome.ranges.get(region.name, old)
                source = build_format_source(system, report, region, read_language(file))
                sheet = file.ranges[region.name][0]
                parts = copy_region_formats(file, parts, ChangedRegion(sheet, old, new, source))
                if report.charts and region.repeated_column and region.repeated_column.repeated:
                    first, most = region.column + len(region.headings), region.repeated_column.repeated.most
                    parts = move_block_references(file, parts, sheet, report.charts[0].name, first, most)
    return parts


def _plan_pages(
    file: ClubFile, outcome: RecalcResult, system: RatingSystem
) -> tuple[dict[str, Callable[[bytes], PageLayout]], dict[str, dict[str, bool]]]:
    """Return what divides the sheets of reports into pages, by sheet: functions of the sheet's part, and print titles.

    Only a sheet of several pages has print titles: all of them take LibreOffice a quarter of the time in which it opens
    a workbook.
    """
    from xladdin.workbook.styles import spread_pages

    pages: dict[str, Callable[[bytes], PageLayout]] = {}
    titles: dict[str, dict[str, bool]] = {}
    headings = f"$1:${HEADING_ROW}"
    for report in list_reports(system):
        sheet = find_report_sheet(file, report)
        ends = outcome.page_ends.get(sheet) if sheet else None
        if sheet is not None and ends is not None:
            pages[sheet] = partial(_fit_pages, file=file, outcome=outcome, report=report, ends=ends)
            titles[sheet] = {headings: bool(ends)}
        name = list_section_regions(report)[0].name
        if report.page.spreads and name in file.ranges:
            sheet, cells = file.ranges[name]
            cells = outcome.ranges.get(name, cells)
            columns = cells.last_column - cells.first_column + 1
            spread = spread_pages(report, cells.last_row - cells.first_row, columns)
            pages[sheet] = partial(_return_pages, pages=spread)
            repeated_columns = f"$A:${column_letters(report.page.repeated_columns)}"
            titles[sheet] = dict.fromkeys((headings, repeated_columns), bool(spread.row_ends or spread.column_ends))
    return pages, titles


def _return_pages(part: bytes, pages: PageLayout) -> PageLayout:
    return pages


def _fit_pages(part: bytes, file: ClubFile, outcome: RecalcResult, report: Report, ends: Sequence[int]) -> PageLayout:
    """Return the pages of a list at the largest scale at which its columns and rows fit."""
    from xladdin.files.workbook_writer import PageLayout, make_width_reader
    from xladdin.workbook.styles import compute_heading_height, fit_page

    widths = make_width_reader(part)
    pages: list[list[CellRange]] = []
    for region in list_section_regions(report):
        if region.name in file.ranges:
            if not pages or (region.section and region.section.sheet.own_page):
                pages.append([])
            pages[-1].append(outcome.ranges.get(region.name, file.ranges[region.name][1]))
    last_row = max(cells.last_row for page in pages for cells in page)
    rows = max(last - first for first, last in pairwise([HEADING_ROW, *ends, max(last_row, *ends, FIRST_ROW)]))
    width = max(
        sum(widths(number) for number in range(page[0].first_column, page[-1].last_column + 1)) for page in pages
    )
    scale, is_landscape = fit_page(width, compute_heading_height(report.page) + report.page.row_height * (rows + 1))
    return PageLayout(ends, scale, is_landscape)


def _add_live_values(
    file: ClubFile, parts: Mapping[str, Iterable[bytes]], outcome: RecalcResult, system: RatingSystem
) -> Mapping[str, Iterable[bytes]]:
    """Return the parts with the values of live cells, for programs that do not calculate formulas."""
    from xladdin.files.workbook_writer import read_formula, store_formula_values
    from xladdin.workbook.report_sheets.rendering import build_live_cells

    day_zero = DAY_ZERO_1904 if file.date1904 else SERIAL_DAY_ZERO
    for report in list_reports(system):
        sheet = find_report_sheet(file, report)
        if sheet is None or (report.live_cells and outcome.axes is None):
            continue

        def read_typed_text(cell_input: Input, sheet: str = sheet) -> str | None:
            """Return the text in an input cell, or None if it still has its original formula."""
            address = f"{column_letters(cell_input.column)}{cell_input.row}"
            pattern = re.escape(cell_input.formula).replace(r"\{first\}", r"\$[A-Z]+\$[0-9]+")
            if re.fullmatch(pattern, read_formula(file, sheet, address) or ""):
                return None
            return cell_text(get_cell(file.sheet_values(sheet), cell_input.row, cell_input.column))

        cells = build_live_cells(report, read_language(file), outcome.context, file.names, read_typed_text, day_zero)
        values = {(cell.row, cell.column): (cell.formula, cell.value) for cell in cells}
        parts = store_formula_values(file, parts, sheet, values) if values else parts
    return parts


def warn_if_open(path: Path, outcome: RecalcResult) -> RecalcResult:
    """Return the outcome with a warning before its messages if the workbook file is open in another program."""
    owner = find_lock_owner(path)
    if owner is None:
        return outcome
    return outcome._replace(
        messages=[
            msg(
                "{path} is open in {program}. Changes not saved there are not included; save and close it.",
                path=path,
                program=owner.program,
            ),
            *outcome.messages,
        ],
    )
