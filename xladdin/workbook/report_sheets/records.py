"""The Records sheet: the season's highs, and beside them who came to each session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xladdin.cells.table import Area
from xladdin.reports.attendance import attendance
from xladdin.reports.records import RecordLine, event_records, gain_records, most_events, most_games
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.layout import (
    HEADING_ROW,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.material import Material
from xladdin.workbook.schema import RECORDS, Kind

_RECORD = ReportColumn("Record", "record", Kind.TEXT, 17, bold=True)
_PLAYER = ReportColumn("Player", "player", Kind.PLAYER, NAME_WIDTH)
_SCORE = ReportColumn("Score", "score", Kind.YES, 14)
_DATE = ReportColumn("Date", "date", Kind.DATE, 12)
_OPPONENT = ReportColumn("Opponent", "opponent", Kind.PLAYER, NAME_WIDTH)
_RATINGS = ReportColumn("Ratings", "score", Kind.YES, 16)


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the records and of the attendance."""
    came = ReportColumn("Players", "players", Kind.COUNT, 9, "Attendance")
    if not system.log_kind.is_paired:
        value, event = ReportColumn("", "value", Kind.DECIMAL, 9), ReportColumn("Event", "event", Kind.EVENT, 24)
        records = (_RECORD, value, _PLAYER, event, _RATINGS, _DATE)
        sessions = (
            ReportColumn("Event", "title", Kind.EVENT, 24, "Attendance"),
            ReportColumn("Date", "date", Kind.DATE, 12, "Attendance"),
            came,
        )
    else:
        value = ReportColumn("", "value", Kind.SCORE, 8)
        scores = system.log_kind.has_scores
        records = (_RECORD, value, _PLAYER, _OPPONENT, _SCORE if scores else _RATINGS, _DATE)
        average = (one_decimal("Mean score", "average", 8, "Attendance"),) if scores else ()
        sessions = (
            ReportColumn("Session", "date", Kind.DATE, 12, "Attendance"),
            came,
            ReportColumn("Games", "games", Kind.COUNT, 8, "Attendance"),
            *average,
        )
    blocks = (ReportBlock(records, opening_rows=f'$A{HEADING_ROW + 1}<>""'), ReportBlock(sessions, len(records) + 2))
    return SheetLayout(RECORDS, "Records of the season", blocks, landscape=True)


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """Records and attendance."""
    sheet = layout(system)
    yield sheet.area(line for record in _records(material) for line in record)
    yield sheet.area(attendance(material.replay), 1)


def _records(material: Material) -> Sequence[Sequence[RecordLine]]:
    replay, games = material.replay, material.games
    if games is None:
        return [*event_records(replay), gain_records(replay), most_events(replay)]
    played = {player: number for player, number in enumerate(games.season_tally.games) if number}
    return [*material.season_records, gain_records(replay), most_games(replay, played)]


SHEET = ReportSheet(RECORDS, layout, areas)
