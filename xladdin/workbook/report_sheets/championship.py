"""The Championship sheet: the season's points."""

from __future__ import annotations

from collections.abc import Iterator

from xladdin.cells.table import Area
from xladdin.cells.text import counted
from xladdin.reports.championship import championship
from xladdin.systems.mississauga import Mississauga
from xladdin.workbook.report_sheets.layout import NAME_WIDTH, ReportBlock, ReportColumn, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import CHAMPIONSHIP, Kind

_COLUMNS = (
    ReportColumn("Rank", "rank", Kind.COUNT, 7, size=12),
    ReportColumn("Player", "player", Kind.PLAYER, NAME_WIDTH * 1.2, size=12),
    ReportColumn("Points", "points", Kind.DECIMAL, 10, number_format="0.0", size=12),
    ReportColumn("Games", "games", Kind.COUNT, 9, size=12),
    ReportColumn("Won", "wins", Kind.COUNT, 9, size=12),
    ReportColumn("Lost", "losses", Kind.COUNT, 9, size=12),
    ReportColumn("Tied", "ties", Kind.COUNT, 9, size=12),
    ReportColumn("Spread", "spread", Kind.SIGNED, 10, size=12),
)


def layout(system: Mississauga) -> SheetLayout:
    """Columns of the championship."""
    return SheetLayout(CHAMPIONSHIP, "Club championship", (ReportBlock(_COLUMNS),), row_height=18, lines=((1, 1),))


def areas(material: Material, system: Mississauga) -> Iterator[Area]:
    """The season it is of, then its lines."""
    assert material.games is not None
    sheet, periods = layout(system), material.games.season_periods
    season = None
    if periods:
        season = f"Season from {periods[0].date.isoformat()} · {counted(len(material.games.season), 'game')}"
    yield sheet.words(season)
    yield sheet.area(championship(material.games, system.season_points))


SHEET = ReportSheet(CHAMPIONSHIP, layout, areas)
