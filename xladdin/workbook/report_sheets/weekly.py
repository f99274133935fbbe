"""Lexington's weekly sheet: one page to hand out, with the list in two halves; and the par card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells.table import Area, CellValue
from xladdin.cells.text import counted
from xladdin.reports.par_scores import TOTALS, par_card
from xladdin.reports.records import RecordLine, gain_records, game_records
from xladdin.systems.lexington import Lexington
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.layout import (
    HEADLINE_ROW,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import PAR_SCORES, WEEKLY_SHEET, Kind

HIGHLIGHTS = 6
"""Rows of highlights between the titles and the list: of the session to the left, of the season to the right."""
_PAR_TITLE = "Par scores: ratings stay as they are"
LEAST_HALF = 30
"""Lines that the left half takes before the right one is begun."""
_HALF = (
    ReportColumn("Rank", "rank", Kind.COUNT, 5.5),
    ReportColumn("", "mark", Kind.YES, 3.5),
    ReportColumn("Player", "player", Kind.PLAYER, NAME_WIDTH),
    ReportColumn("Rating", "new", Kind.RATING, 8),
    ReportColumn("Won", "wins", Kind.COUNT, 5),
    ReportColumn("Lost", "losses", Kind.COUNT, 5),
    one_decimal("For", "average_for", 7),
    one_decimal("Against", "average_against", 8),
)


def weekly_layout(system: RatingSystem) -> SheetLayout:
    """Two halves of the same columns, all on one page."""
    blocks = (ReportBlock(_HALF), ReportBlock(_HALF, len(_HALF) + 2, heads_only_values=True))
    return SheetLayout(
        WEEKLY_SHEET,
        "Weekly sheet",
        blocks,
        heading_row=HEADLINE_ROW + HIGHLIGHTS + 2,
        pages_high=1,
        heading_height=18,
        lines=tuple((block.column, 1 + HIGHLIGHTS) for block in blocks),
    )


def weekly_areas(material: Material) -> Iterator[Area]:
    """Highlights of the session and of the season, then the list."""
    assert material.games is not None
    sheet, replay = weekly_layout(material.system), material.replay
    season = f"This season · {counted(len(material.games.season), 'game')}" if material.replay.log.periods else None
    yield sheet.words(
        material.last_session(), *_highlights(game_records(replay, material.games.session, shown=1)), number=0
    )
    yield sheet.words(season, *_highlights([*material.season_records, gain_records(replay)]), number=1)
    half = max(LEAST_HALF, (len(material.standings) + 1) // 2)
    yield sheet.area(material.standings[:half], 0)
    yield sheet.area(material.standings[half:], 1)


def _highlights(records: Sequence[Sequence[RecordLine]]) -> list[str]:
    """The first of each kind in words: "High game 512: Cyd – Eve 512–267"."""
    lines = []
    for record in records:
        for line in record[:1]:
            opponent = f" – {line.opponent}" if line.opponent else ""
            lines.append(f"{line.record} {line.value:g}: {line.player}{opponent} {line.score or ''}".rstrip())
    return lines


def highlight_width() -> int:
    """Columns that a line of words takes: those of its half."""
    return len(_HALF)


def highlight_cells() -> list[tuple[int, int]]:
    """Row and column of each line of words above the list."""
    blocks = weekly_layout(Lexington()).blocks
    return [(HEADLINE_ROW + row, block.column) for block in blocks for row in range(HIGHLIGHTS + 1)]


def par_layout(system: RatingSystem) -> SheetLayout:
    """The ratings difference, and a column for each total."""
    totals = tuple(ReportColumn(str(total), "", Kind.YES, 10, "Total points scored") for total in TOTALS)
    columns = (ReportColumn("Rating difference", "", Kind.YES, 12), *totals)
    return SheetLayout(PAR_SCORES, _PAR_TITLE, (ReportBlock(columns),), pages_high=1, row_height=20)


def par_rows(system: RatingSystem) -> Sequence[Sequence[CellValue]]:
    """The card by the club's own Rules."""
    assert isinstance(system, Lexington)
    return par_card(system)


def par_areas(material: Material) -> Iterator[Area]:
    """The card, which changes with the Rules alone."""
    yield par_layout(material.system).rows_area(par_rows(material.system))
