"""The report sheets: what goes where on them, and the live line that says whether they are out of date.

`areas` gives the values of all of them from one replay and imports the standard library alone; `add_report_sheets`
writes what does not depend on values into a new workbook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from xladdin.cells.table import Area, ClubBook
from xladdin.systems.system import RatingSystem
from xladdin.workbook import schema
from xladdin.workbook.report_sheets import (
    championship,
    crosstable,
    history,
    ladder,
    records,
    scoreboard,
    standings,
    weekly,
)
from xladdin.workbook.report_sheets.layout import SheetLayout
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.report_sheets.placing import Extent, place_reports, sheet_of, written_extents

if TYPE_CHECKING:
    from openpyxl import Workbook

__all__ = ["add_report_sheets", "areas", "first_extents", "layouts", "place_reports", "sheets_by_report"]


class _ReportSheet(NamedTuple):
    layout: Callable[[RatingSystem], SheetLayout]
    areas: Callable[[Material], Iterable[Area]]


_SHEETS = {
    schema.STANDINGS: _ReportSheet(standings.layout, standings.areas),
    schema.SCOREBOARD: _ReportSheet(scoreboard.layout, scoreboard.areas),
    schema.CHAMPIONSHIP: _ReportSheet(championship.layout, championship.areas),
    schema.WEEKLY_SHEET: _ReportSheet(weekly.weekly_layout, weekly.weekly_areas),
    schema.PAR_SCORES: _ReportSheet(weekly.par_layout, weekly.par_areas),
    schema.LADDER: _ReportSheet(ladder.layout, ladder.areas),
    schema.CROSSTABLE: _ReportSheet(crosstable.layout, crosstable.areas),
    schema.HISTORY: _ReportSheet(history.layout, history.areas),
    schema.RECORDS: _ReportSheet(records.layout, records.areas),
}


def areas(material: Material) -> list[Area]:
    """Values of all report sheets of the replay's system."""
    sheets = schema.report_sheets_of(material.system)
    return [area for sheet in sheets if sheet in _SHEETS for area in _SHEETS[sheet].areas(material)]


def layouts(system: RatingSystem) -> list[SheetLayout]:
    """What each sheet looks like that a recalculation fills, in their order."""
    return [_SHEETS[sheet].layout(system) for sheet in schema.report_sheets_of(system) if sheet in _SHEETS]


def sheets_by_report(book: ClubBook, system: RatingSystem) -> dict[str, str | None]:
    """The sheet of each printable report by the report's name; None where the club has deleted it."""
    by_name = {layout.sheet: sheet_of(book, layout) for layout in layouts(system)}
    names = schema.report_sheets_of(system)
    return {name: by_name.get(name, name if book.has_sheet(name) else None) for name in names}


def first_extents(system: RatingSystem) -> str:
    """How far the blocks of a new workbook reach: their fixed headings, and the card of par scores."""
    extents = {}
    for layout in layouts(system):
        rows = len(weekly.par_rows(system)) if layout.sheet == schema.PAR_SCORES else 0
        for anchor in layout.anchors:
            if anchor.headings:
                extents[anchor.name] = Extent(rows, len(anchor.headings) - anchor.headings.count(None))
    return written_extents(extents)


def add_report_sheets(workbook: Workbook, system: RatingSystem) -> None:
    """Adds the report sheets of a system in their order: titles, headings, formats, charts, print setup."""
    from xladdin.workbook.report_sheets.building import build_sheet, style_words, write_rows
    from xladdin.workbook.report_sheets.history_charts import add_charts
    from xladdin.workbook.report_sheets.score_slips import add_score_slips

    for name in schema.report_sheets_of(system):
        if name == schema.SCORE_SLIPS:
            add_score_slips(workbook, system)
            continue
        layout = _SHEETS[name].layout(system)
        sheet = build_sheet(workbook, layout)
        if name == schema.HISTORY:
            add_charts(sheet, system)
        if name == schema.WEEKLY_SHEET:
            style_words(sheet, weekly.highlight_cells(), weekly.highlight_width())
        if name == schema.PAR_SCORES:
            write_rows(sheet, layout, weekly.par_rows(system))
