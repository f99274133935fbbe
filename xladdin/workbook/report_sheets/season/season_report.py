"""The Season report sheet: the season in figures, its champions and most improved, its active players, on one page."""

from collections.abc import Iterator

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

_FIGURES = (
    ReportColumn("Figure", FigureLine.figure, Kind.TEXT, 26.5, said=LABELS),
    *(
        ReportColumn(heading, figure, Kind.DECIMAL, 10.4, number_format="General")
        for heading, figure in (
            ("This season", FigureLine.this),
            ("Last season", FigureLine.last),
            ("Season before", FigureLine.before),
        )
    ),
    ReportColumn("Change", FigureLine.change, Kind.DECIMAL, 17.4, number_format="+General;-General;0"),
)
_HONOURS = (
    ReportColumn("Honour", HonourLine.honour, Kind.TEXT, 26.5, bold=True, said=LABELS),
    ReportColumn("Player", HonourLine.player, Kind.TEXT, 31),
    *(ReportColumn("", None, Kind.TEXT, 0) for _ in range(2)),
    ReportColumn("By", HonourLine.figure, Kind.TEXT, 17.4, said=TOLD),
)
_ACTIVE = (
    ReportColumn("Active player", ActiveLine.player, Kind.PLAYER, 28.5),
    ReportColumn("Won", ActiveLine.won, Kind.DECIMAL, 8.8, number_format="General"),
    ReportColumn("Played", ActiveLine.played, Kind.COUNT, 7.5),
    one_decimal("Percent", ActiveLine.percent, 8),
    one_decimal("Average", ActiveLine.average, 8.8),
)
_BELOW = len(FIGURES) + 3
"""The rows from the headings of the figures to those of the honours."""
_BLOCKS = (
    ReportBlock(_FIGURES),
    ReportBlock(_HONOURS, below=_BELOW, opening_rows=f'$A{HEADING_ROW + _BELOW + 1}<>""'),
    ReportBlock(_ACTIVE, len(_FIGURES) + 2, heads_only_values=True),
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


SHEET = ReportSheet(SEASON_REPORT, layout, areas, shows="season")
