"""The Season report sheet: the season in figures, its champions and most improved, its active players; one page."""

from __future__ import annotations

from collections.abc import Iterator

from xladdin.cells.table import Area
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
    LABELS,
    NAME_WIDTH,
    TOLD,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import SEASON_REPORT, Kind

_FIGURES = (
    ReportColumn("Figure", FigureLine.figure, Kind.TEXT, 27, said=LABELS),
    *(
        ReportColumn(heading, figure, Kind.DECIMAL, 9, number_format="General")
        for heading, figure in (
            ("This season", FigureLine.this),
            ("Last season", FigureLine.last),
            ("Season before", FigureLine.before),
        )
    ),
    ReportColumn("Change", FigureLine.change, Kind.DECIMAL, 8, number_format="+General;-General;0"),
)
_HONOURS = (
    ReportColumn("Honour", HonourLine.honour, Kind.TEXT, 20, bold=True, said=LABELS),
    ReportColumn("Player", HonourLine.player, Kind.PLAYER, NAME_WIDTH * 0.8),
    ReportColumn("By", HonourLine.figure, Kind.TEXT, 22, said=TOLD),
)
_ACTIVE = (
    ReportColumn("Active player", ActiveLine.player, Kind.PLAYER, NAME_WIDTH * 0.8),
    ReportColumn("Won", ActiveLine.won, Kind.DECIMAL, 8.5, number_format="General"),
    ReportColumn("Played", ActiveLine.played, Kind.COUNT, 8),
    one_decimal("Percent", ActiveLine.percent, 8),
    one_decimal("Average", ActiveLine.average, 9),
)
_BLOCKS = (
    ReportBlock(_FIGURES),
    ReportBlock(_HONOURS, len(_FIGURES) + 2, opening_rows=f'${chr(ord("A") + len(_FIGURES) + 1)}6<>""'),
    ReportBlock(_ACTIVE, len(_FIGURES) + len(_HONOURS) + 3),
)
_LAYOUT = SheetLayout(SEASON_REPORT, "Season report", _BLOCKS, landscape=True, pages_high=1, lines=((1, 1),))


def layout(system: ScrabbleSystem) -> SheetLayout:  # type: ignore[type-arg]
    """Figures, honours and active players side by side."""
    return _LAYOUT


def areas(material: Material, system: ScrabbleSystem) -> Iterator[Area]:  # type: ignore[type-arg]
    """The season that it reports, then its lines."""
    assert material.games is not None
    active = active_players(material.games, system.active_games)
    yield _LAYOUT.words(material.season_title or None)
    yield _LAYOUT.area(season_figures(material.games, system.active_games), 0)
    yield _LAYOUT.area(honours(material.games, active), 1)
    yield _LAYOUT.area(active, 2)


SHEET = ReportSheet(SEASON_REPORT, layout, areas, shows="season")
