"""The Championship sheet: the season's points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xladdin.cells.table import Area
from xladdin.reports.season.championship import ChampionshipLine, championship
from xladdin.systems.mississauga import Mississauga
from xladdin.systems.system import KeyWords
from xladdin.workbook.report_sheets.blocks.keys import in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    LEAD,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import CHAMPIONSHIP, Kind
from xladdin.workbook.shown import REPEATED_COLUMN, SHOW_SEASON

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_SIZE, _ROW = 11, 14.0
"""Of the print, and from line to line [points]: 40 players stand on one page."""
_COLUMNS = (
    LEAD,
    ReportColumn("Rank", ChampionshipLine.rank, Kind.COUNT, 7, size=_SIZE),
    ReportColumn("Player", ChampionshipLine.player, Kind.PLAYER, NAME_WIDTH * _SIZE / 10, size=_SIZE),
    ReportColumn("Points", ChampionshipLine.points, Kind.DECIMAL, 10, number_format="0.0", size=_SIZE, bold=True),
    ReportColumn("Games", ChampionshipLine.games, Kind.COUNT, 9, size=_SIZE),
    ReportColumn("Won–lost–tied", ChampionshipLine.record, Kind.RESULT, 16, size=_SIZE),
    ReportColumn("Spread", ChampionshipLine.spread, Kind.SIGNED, 10, size=_SIZE),
)
_FORMER = tuple(
    ReportColumn(heading, figure, Kind.COUNT, 9)
    for heading, figure in (
        ("Won", ChampionshipLine.wins),
        ("Lost", ChampionshipLine.losses),
        ("Tied", ChampionshipLine.ties),
    )
)


_SHOWN = "Season, chosen on Records:"


def layout(system: Mississauga) -> SheetLayout:
    """Columns of the championship."""
    blocks = (ReportBlock(_COLUMNS, has_foot=True, former=_FORMER),)
    return SheetLayout(
        CHAMPIONSHIP,
        "Club championship",
        blocks,
        row_height=_ROW,
        lines=((1, 1),),
        labels=(_SHOWN,),
    )


def areas(material: Material, system: Mississauga) -> Iterator[Area]:
    """The season it is of, then its lines."""
    assert material.games is not None
    sheet, title = layout(system), material.season_title
    yield sheet.words(f"{title} · {material.say.count(len(material.games.season), 'game')}" if title else None)
    yield sheet.area(championship(material.games, system.season_points), foot=in_lines(_key(system), material.say))


def _key(system: Mississauga) -> list[KeyWords]:
    values = {"win": f"{system.win_points:g}", "tie": f"{system.tie_points:g}", "loss": f"{system.loss_points:g}"}
    words = [KeyWords("{win} points for a win, {tie} for a tie, {loss} for a loss.", values)]
    if system.bye_points:
        words.append(KeyWords("{bye} for a bye.", {"bye": f"{system.bye_points:g}"}))
    return words


def _finish(sheet: Worksheet, system: Mississauga) -> None:
    from xladdin.workbook.report_sheets.blocks.choice_cells import repeat_choice

    repeat_choice(sheet, REPEATED_COLUMN, _SHOWN, SHOW_SEASON)


SHEET = ReportSheet(CHAMPIONSHIP, layout, areas, finish=_finish, shows="season")
