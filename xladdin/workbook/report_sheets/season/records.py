"""The Records sheet: the highs of the season and of all time, and beside them the attendance of each session."""

from collections.abc import Iterator

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area
from xladdin.reports.facts.spans import Attendance
from xladdin.reports.season.record_lists import records_of_both
from xladdin.reports.season.records import ALL_TIME, SHOWN, RecordLine
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import SIDEWAYS, in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    FIRST_ROW,
    HEADING_ROW,
    LABELS,
    LEAD,
    NAME_WIDTH,
    TOLD,
    Choice,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.standings import WALL_DAY
from xladdin.workbook.schema import RECORDS, Kind
from xladdin.workbook.shown import SEASON_CHOICES, SHOW_SEASON

_ATTENDANCE = "Attendance"
_SHOWN = Choice("Show season of (blank: the last)", SHOW_SEASON, SEASON_CHOICES)
_NAME = 29.0
"""The width of a name, so that the print of a season is 10 points with its attendance beside it."""
_RECORD = ReportColumn("Record", RecordLine.record, Kind.TEXT, 24, bold=True, said=LABELS)
_PLAYER = ReportColumn("Player", RecordLine.player, Kind.PLAYER, _NAME)
_SCORE = ReportColumn("Score", RecordLine.score, Kind.YES, 8)
_DATE = ReportColumn("Date", RecordLine.date, Kind.DATE, 9.5, number_format=WALL_DAY)
_OPPONENT = ReportColumn("Opponent", RecordLine.opponent, Kind.PLAYER, _NAME)
_RATINGS = ReportColumn("Ratings", RecordLine.score, Kind.YES, 11, said=TOLD)
_OF_ALL_TIME = ReportColumn("All time", RecordLine.is_of_all_time, Kind.YES, 5, hidden=True)
_PAGE_ROWS, _ROW = 34, 12.5
"""The rows below the headings of its one page, sideways on Letter or A4, and their height [points]."""


_EXPLAINED = {
    "Biggest upset": KeyWords("Biggest upset: by how many rating points the winner was the lower."),
    "Rating gain": KeyWords("Rating gain: since the season began."),
    ALL_TIME: KeyWords("All time: the record is of an earlier season."),
}
"""The records that need more words than their name."""


def layout(system: RatingSystem) -> SheetLayout:
    """The columns of the records and of the attendance."""
    came = ReportColumn("Players", Attendance.players, Kind.COUNT, 7.5, _ATTENDANCE)
    if not system.log_kind.is_paired:
        value, event = (
            ReportColumn("", RecordLine.value, Kind.DECIMAL, 7.5),
            ReportColumn("Event", RecordLine.event, Kind.EVENT, 18),
        )
        records = (_RECORD, value, _PLAYER, event, _RATINGS._replace(heading=""), _DATE)  # how many events
        sessions = (
            ReportColumn("Event", Attendance.title, Kind.EVENT, 18, _ATTENDANCE),
            ReportColumn("Date", Attendance.date, Kind.DATE, 9.5, _ATTENDANCE, WALL_DAY),
            came,
        )
    else:
        value = ReportColumn("", RecordLine.value, Kind.SCORE, 5.5)
        scores = system.log_kind.has_scores
        names = tuple(column._replace(width=_NAME if scores else NAME_WIDTH) for column in (_PLAYER, _OPPONENT))
        records = (_RECORD, value, names[0], names[1], _SCORE if scores else _RATINGS, _DATE)
        average = (one_decimal("Mean score", Attendance.average, 7.5, _ATTENDANCE),) if scores else ()
        sessions = (
            ReportColumn("Session", Attendance.date, Kind.DATE, 9.5, _ATTENDANCE, WALL_DAY),
            came,
            ReportColumn("Games", Attendance.games, Kind.COUNT, 6.5 if scores else 7.5, _ATTENDANCE),
            *average,
        )
    kind = column_letters(len(records) + 2)
    row = FIRST_ROW
    blocks = (
        ReportBlock(
            (LEAD, *records, _OF_ALL_TIME),
            opening_rows=f'AND($B{row}<>"",${kind}{row}="")',
            quiet_rows=f'${kind}{row}<>""',
            has_foot=True,
        ),
        ReportBlock(sessions, len(records) + 4),
    )
    return SheetLayout(
        RECORDS, "Records", blocks, landscape=True, row_height=_ROW, lines=((1, 1),), choice=_SHOWN,
        pages_high=1, last_row=HEADING_ROW + _PAGE_ROWS,
    )  # fmt: skip


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The season, its records with those of all time, and its attendance, of which a page holds the last sessions."""
    sheet, facts = layout(system), material.facts
    yield sheet.words(material.season_title or None)
    records = records_of_both(facts)
    for shown in range(SHOWN, 0, -1):
        lines = [line for season, ever in records for line in (*season[:shown], *ever)]
        said = {line.record for line in lines}
        key = in_lines([words for record, words in _EXPLAINED.items() if record in said], material.say, SIDEWAYS)
        if len(lines) + len(key) <= _PAGE_ROWS:
            break
    yield sheet.area(lines, foot=key)
    yield sheet.area(facts.season.attendance, 1)


SHEET = ReportSheet(RECORDS, layout, areas, shows="season")
