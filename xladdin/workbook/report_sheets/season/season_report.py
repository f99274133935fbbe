"""The Season report sheet: the season in figures, its champions and most improved, its active players, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area
from xladdin.log.past import FIGURES
from xladdin.reports.season.season_report import (
    ActiveLine,
    FigureLine,
    HonourLine,
    active_players,
    honours,
    season_figures,
)
from xladdin.systems.shared.games import ScrabbleSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    LABELS,
    TOLD,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import SEASON_REPORT, Kind

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_FIGURES = (
    ReportColumn("Figure", FigureLine.figure, Kind.TEXT, 26.5, said=LABELS),
    *(
        ReportColumn(heading, figure, Kind.DECIMAL, 10.7, number_format="General")
        for heading, figure in (
            ("This season", FigureLine.this),
            ("Last season", FigureLine.last),
            ("Season before", FigureLine.before),
        )
    ),
    ReportColumn("Change", FigureLine.change, Kind.DECIMAL, 8.5, number_format="+General;-General;0"),
)
_HONOURS = (
    ReportColumn("Honour", HonourLine.honour, Kind.TEXT, 26.5, bold=True, said=LABELS),
    ReportColumn("Player", HonourLine.player, Kind.TEXT, 31),
    *(ReportColumn("", None, Kind.TEXT, 0) for _ in range(2)),
    ReportColumn("By", HonourLine.figure, Kind.TEXT, 18, said=TOLD),
)
_ACTIVE = (
    ReportColumn("Active player", ActiveLine.player, Kind.PLAYER, 28.5),
    ReportColumn("Won", ActiveLine.won, Kind.DECIMAL, 8.8, number_format="General"),
    ReportColumn("Played", ActiveLine.played, Kind.COUNT, 7.5),
    one_decimal("Percent", ActiveLine.percent, 8),
    one_decimal("Average", ActiveLine.average, 8.8),
)
_BELOW, _BY_WIDTH = len(FIGURES) + 3, 8.0
"""Rows from the headings of the figures to those of the honours, and the width of the column beside their words."""
_BLOCKS = (
    ReportBlock(_FIGURES),
    ReportBlock(_HONOURS, below=_BELOW, opening_rows=f'$A{HEADING_ROW + _BELOW + 1}<>""'),
    ReportBlock(_ACTIVE, len(_FIGURES) + 3, heads_only_values=True),
)
_LAYOUT = SheetLayout(
    SEASON_REPORT, "Season report", _BLOCKS, landscape=True, row_height=13.0, pages_high=1, lines=((1, 1),)
)


def layout(system: ScrabbleSystem) -> SheetLayout:  # type: ignore[type-arg]
    """Figures, honours and active players side by side."""
    return _LAYOUT


def areas(material: Material, system: ScrabbleSystem) -> Iterator[Area]:  # type: ignore[type-arg]
    """The season, then its lines."""
    active = active_players(material.facts, system.active_games)
    yield _LAYOUT.words(material.season_title or None)
    yield _LAYOUT.area(season_figures(material.facts, system.active_games), 0)
    yield _LAYOUT.area(honours(material.facts, active), 1)
    yield _LAYOUT.area(active, 2)


def _finish(sheet: Worksheet, system: ScrabbleSystem) -> None:  # type: ignore[type-arg]
    """Lets the words of an honour run on beside the figures above, as the name does below them."""
    sheet.column_dimensions[column_letters(len(_FIGURES) + 1)].width = _BY_WIDTH


SHEET = ReportSheet(SEASON_REPORT, layout, areas, finish=_finish, shows="season")
