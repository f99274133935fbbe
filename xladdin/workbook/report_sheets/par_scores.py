"""The Par scores sheet: Lexington's three cards side by side, as its page prints them, by the club's own Rules."""

from collections.abc import Iterator, Sequence

from xladdin.cells.table import Area, CellValue
from xladdin.reports.par_scores import TOTALS, change_card, expected_card, par_card
from xladdin.systems.lexington import Lexington
from xladdin.workbook.report_sheets.blocks.layout import LABELS, ReportBlock, ReportColumn, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import PAR_SCORES, Kind

_TITLE = "Par scores: ratings stay as they are"
_ROW = 13.5
"""Points from row to row, so that the print of a page is 10 points."""
_EXPECTED = (
    ReportColumn("Rating difference", None, Kind.YES, 10.5),
    ReportColumn("Expected percent", None, Kind.YES, 9),
)
_CHANGES = (
    ReportColumn("Percent difference", None, Kind.YES, 10.5),
    ReportColumn("Rating change", None, Kind.YES, 9, said=LABELS),
)


def layout(system: Lexington) -> SheetLayout:
    """The ratings difference and a column for each total, then the expected percentages, then the changes."""
    totals = tuple(ReportColumn(str(total), None, Kind.YES, 8, "Total points scored") for total in TOTALS)
    pars = (ReportColumn("Rating difference", None, Kind.YES, 10.5), *totals)
    expected = len(pars) + 2
    blocks = (ReportBlock(pars), ReportBlock(_EXPECTED, expected), ReportBlock(_CHANGES, expected + len(_EXPECTED) + 1))
    return SheetLayout(PAR_SCORES, _TITLE, blocks, landscape=True, pages_high=1, row_height=_ROW)


def _cards(system: Lexington) -> Sequence[Sequence[Sequence[CellValue]]]:
    return par_card(system), expected_card(system), change_card(system)


def areas(material: Material, system: Lexington) -> Iterator[Area]:
    """The cards, which change only with the Rules."""
    sheet = layout(system)
    for number, card in enumerate(_cards(system)):
        yield sheet.rows_area(card, number)


SHEET = ReportSheet(PAR_SCORES, layout, areas, _cards)
