"""The Championship sheet: the season's points."""

from collections.abc import Iterator
from typing import Any

from xladdin.cells.table import Area
from xladdin.reports.season.championship import ChampionshipLine, championship
from xladdin.systems.shared.championship import ChampionshipSystem
from xladdin.systems.system import KeyWords
from xladdin.workbook.report_sheets.blocks.keys import in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    LEAD,
    Choice,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import CHAMPIONSHIP, Kind
from xladdin.workbook.shown import SHOW_SEASON

_SIZE, _ROW, _PAGE_ROWS = 11, 13.0, 46
"""Size of print, line height [points], and lines of a page. 45 players are on one page with their key."""
_COLUMNS = (
    LEAD,
    ReportColumn("Rank", ChampionshipLine.rank, Kind.COUNT, 7, size=_SIZE),
    ReportColumn("Player", ChampionshipLine.player, Kind.PLAYER, 36, size=_SIZE),
    ReportColumn("Points", ChampionshipLine.points, Kind.DECIMAL, 10, number_format="0.0", size=_SIZE, bold=True),
    ReportColumn("Games", ChampionshipLine.games, Kind.COUNT, 9, size=_SIZE),
    ReportColumn("Won–lost–tied", ChampionshipLine.record, Kind.RESULT, 16, size=_SIZE),
    ReportColumn("Spread", ChampionshipLine.spread, Kind.SIGNED, 10, size=_SIZE),
)
_SHOWN = Choice("Season, chosen on Records:", SHOW_SEASON)


def layout(system: ChampionshipSystem[Any]) -> SheetLayout:
    """The columns of the championship."""
    blocks = (ReportBlock(_COLUMNS, has_foot=True),)
    return SheetLayout(
        CHAMPIONSHIP,
        "Club championship",
        blocks,
        row_height=_ROW,
        lines=((1, 1),),
        choice=_SHOWN,
        page_rows=_PAGE_ROWS,
        evenly=True,
    )


def areas(material: Material, system: ChampionshipSystem[Any]) -> Iterator[Area]:
    """The season, then its lines."""
    sheet, title = layout(system), material.season_title
    yield sheet.words(f"{title} · {material.say.count(material.facts.season.games_played, 'game')}" if title else None)
    yield sheet.area(championship(material.facts), foot=in_lines(_key(system), material.say))


def _key(system: ChampionshipSystem[Any]) -> list[KeyWords]:
    values = {"win": f"{system.win_points:g}", "tie": f"{system.tie_points:g}", "loss": f"{system.loss_points:g}"}
    words = [KeyWords("{win} points for a win, {tie} for a tie, {loss} for a loss.", values)]
    if system.bye_points:
        words.append(KeyWords("{bye} for a bye.", {"bye": f"{system.bye_points:g}"}))
    return words


SHEET: ReportSheet[Any] = ReportSheet(CHAMPIONSHIP, layout, areas, shows="season")
