"""Lexington's par card, by the club's own Rules."""

from __future__ import annotations

from collections.abc import Iterator

from xladdin.cells.table import Area
from xladdin.reports.par_scores import TOTALS, par_card
from xladdin.systems.lexington import Lexington
from xladdin.workbook.report_sheets.layout import ReportBlock, ReportColumn, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import PAR_SCORES, Kind

_TITLE = "Par scores: ratings stay as they are"


def layout(system: Lexington) -> SheetLayout:
    """The ratings difference, and a column for each total."""
    totals = tuple(ReportColumn(str(total), "", Kind.YES, 10, "Total points scored") for total in TOTALS)
    columns = (ReportColumn("Rating difference", "", Kind.YES, 12), *totals)
    return SheetLayout(PAR_SCORES, _TITLE, (ReportBlock(columns),), pages_high=1, row_height=20)


def areas(material: Material, system: Lexington) -> Iterator[Area]:
    """The card, which changes with the Rules alone."""
    yield layout(system).rows_area(par_card(system))


SHEET = ReportSheet(PAR_SCORES, layout, areas, par_card)
