"""The Championship sheet: the season's points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xladdin.cells.table import Area
from xladdin.reports.season.championship import ChampionshipLine, championship
from xladdin.systems.mississauga import Mississauga
from xladdin.workbook.report_sheets.blocks.layout import NAME_WIDTH, ReportBlock, ReportColumn, ReportSheet, SheetLayout
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import CHAMPIONSHIP, Kind
from xladdin.workbook.shown import SHOW_SEASON

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_COLUMNS = (
    ReportColumn("Rank", ChampionshipLine.rank, Kind.COUNT, 7, size=12),
    ReportColumn("Player", ChampionshipLine.player, Kind.PLAYER, NAME_WIDTH * 1.2, size=12),
    ReportColumn("Points", ChampionshipLine.points, Kind.DECIMAL, 10, number_format="0.0", size=12),
    ReportColumn("Games", ChampionshipLine.games, Kind.COUNT, 9, size=12),
    ReportColumn("Won", ChampionshipLine.wins, Kind.COUNT, 9, size=12),
    ReportColumn("Lost", ChampionshipLine.losses, Kind.COUNT, 9, size=12),
    ReportColumn("Tied", ChampionshipLine.ties, Kind.COUNT, 9, size=12),
    ReportColumn("Spread", ChampionshipLine.spread, Kind.SIGNED, 10, size=12),
)


_SHOWN = "Season, chosen on Records:"


def layout(system: Mississauga) -> SheetLayout:
    """Columns of the championship."""
    points = (
        f"{system.win_points:g} points for a win, {system.tie_points:g} for a tie, {system.loss_points:g} for a loss."
    )
    blocks = (ReportBlock(_COLUMNS),)
    return SheetLayout(
        CHAMPIONSHIP, "Club championship", blocks, row_height=18, lines=((1, 1),), key=points, labels=(_SHOWN,)
    )


def areas(material: Material, system: Mississauga) -> Iterator[Area]:
    """The season it is of, then its lines."""
    assert material.games is not None
    sheet, title = layout(system), material.season_title
    yield sheet.words(f"{title} · {material.say.count(len(material.games.season), 'game')}" if title else None)
    yield sheet.area(championship(material.games, system.season_points))


def _finish(sheet: Worksheet, system: Mississauga) -> None:
    from xladdin.workbook.report_sheets.blocks.choice_cells import repeat_choice

    repeat_choice(sheet, 6, _SHOWN, SHOW_SEASON)


SHEET = ReportSheet(CHAMPIONSHIP, layout, areas, finish=_finish, shows="season")
