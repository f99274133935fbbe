"""All report sheets of a system: written into a new workbook, and filled from a replay.

`areas` gives the values of all of them from one replay and imports the standard library alone. `add_report_sheets`
writes what does not depend on values.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from xladdin.cells.table import Area, ClubBook
from xladdin.languages.language import Language
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import report_sheets_of
from xladdin.workbook.report_sheets import crosstable, scoreboard, standings
from xladdin.workbook.report_sheets.blocks.layout import FIRST_ROW, LABELS, TOLD, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.blocks.placing import sheet_of
from xladdin.workbook.report_sheets.evening import slips
from xladdin.workbook.report_sheets.history import sheet as history
from xladdin.workbook.report_sheets.season import records, season_report
from xladdin.workbook.shown import LAST, Chosen, season_end
from xladdin.workbook.systems import half_of

if TYPE_CHECKING:
    from openpyxl import Workbook


def report_sheets(system: RatingSystem) -> tuple[ReportSheet[Any], ...]:
    """The report sheets that a recalculation fills, in their order."""
    own = half_of(system).own_sheets
    report = (season_report.SHEET,) if system.log_kind.has_scores else ()
    return (standings.SHEET, scoreboard.SHEET, *own, crosstable.SHEET, history.SHEET, records.SHEET, *report)


def areas(material: Material, chosen: Chosen = LAST) -> list[Area]:
    """The values of all report sheets of the replay's system. Some of them show the `chosen` session and season."""
    system = material.system
    month = system.season_month
    views = {"last": material, "session": material, "season": material, "list": material}
    if chosen.session is not None:
        views["session"] = material.as_of(chosen.session, chosen.event)
    if chosen.season is not None:
        views["season"] = material.as_of(season_end(chosen.season, month))
    if chosen.year is not None:
        views["list"] = material.as_of(season_end(chosen.year, month))
    return [
        _said(area, sheet.layout(system), material.say)
        for sheet in report_sheets(system)
        for area in sheet.areas(views[sheet.shows], system)
    ]


def _said(area: Area, layout: SheetLayout, say: Language) -> Area:
    """An area with its words in the language."""
    for number, block in enumerate(layout.blocks):
        if say.is_french and area.anchor == layout.name_of(number) and area.row == FIRST_ROW + block.below:
            how = [{LABELS: say.named, TOLD: say.told}.get(column.said) for column in block.columns]
            if any(how):
                rows = [
                    tuple(
                        one(cell) if one and isinstance(cell, str) else cell
                        for cell, one in zip_longest(row, how[: len(row)])
                    )
                    for row in area.rows
                ]
                return replace(area, rows=rows)
    return area


def layouts(system: RatingSystem) -> list[SheetLayout]:
    """The layout of each sheet that a recalculation fills, in their order."""
    return [sheet.layout(system) for sheet in report_sheets(system)]


def sheets_by_report(book: ClubBook, system: RatingSystem) -> dict[str, str | None]:
    """The sheet of each printable report by the report's name, or None if the club has deleted it."""
    slip_sheet = [slips.layout(system)] if system.log_kind.is_paired else []
    by_name = {layout.sheet: sheet_of(book, layout) for layout in (*layouts(system), *slip_sheet)}
    names = report_sheets_of(system)
    return {name: by_name[name] for name in names}


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the report sheets of a system in their order: titles, headings, formats, charts, print setup."""
    from xladdin.workbook.report_sheets.blocks.building import build_sheet
    from xladdin.workbook.report_sheets.blocks.choice_cells import add_choice
    from xladdin.workbook.report_sheets.evening.score_slips import add_score_slips

    for report in report_sheets(system):
        layout = report.layout(system)
        sheet = build_sheet(workbook, layout, report.first_rows(system))
        if report.finish:
            report.finish(sheet, system)
        if layout.choice:
            add_choice(sheet, layout.choice_column, layout.choice)
    if system.log_kind.is_paired:
        add_score_slips(workbook, system)
