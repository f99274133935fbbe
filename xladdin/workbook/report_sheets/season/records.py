"""The Records sheet: the season's highs, and beside them the attendance of each session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area
from xladdin.reports.facts.spans import Attendance
from xladdin.reports.season.record_lists import all_time_records, season_records
from xladdin.reports.season.records import RecordLine
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import SIDEWAYS, in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    CHOICE_COLUMNS,
    HEADING_ROW,
    LABELS,
    LEAD,
    NAME_WIDTH,
    TOLD,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    fills_pages,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.standings import WALL_DAY
from xladdin.workbook.schema import RECORDS, Kind
from xladdin.workbook.shown import SHOW_SEASON

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_ATTENDANCE = "Attendance"
_SHOW = "Show season of (blank: the last)"
_NAME = 28.5
"""The width of a name, so that the print of a season is 10 points with its attendance beside it."""
_RECORD = ReportColumn("Record", RecordLine.record, Kind.TEXT, 24, bold=True, said=LABELS)
_PLAYER = ReportColumn("Player", RecordLine.player, Kind.PLAYER, _NAME)
_SCORE = ReportColumn("Score", RecordLine.score, Kind.YES, 8)
_DATE = ReportColumn("Date", RecordLine.date, Kind.DATE, 9.5, number_format=WALL_DAY)
_OPPONENT = ReportColumn("Opponent", RecordLine.opponent, Kind.PLAYER, _NAME)
_RATINGS = ReportColumn("Ratings", RecordLine.score, Kind.YES, 11, said=TOLD)
_PAGE_ROWS, _ROW = 34, 11.75
"""The rows below the headings of a sideways page, of Letter and of A4, and their height [points]."""


_EXPLAINED = {
    "Biggest upset": KeyWords("Biggest upset: by how many rating points the winner was the lower."),
    "Rating gain": KeyWords("Rating gain: since the season began."),
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
    came_column = len(records) + 3
    ever_column = came_column + len(sessions) + CHOICE_COLUMNS
    earlier_column = ever_column + len(records) + 1
    opening = f'${{}}{HEADING_ROW + 1}<>""'
    blocks = (
        ReportBlock((LEAD, *records), opening_rows=opening.format("B"), has_foot=True),
        ReportBlock(sessions, came_column),
        ReportBlock(
            records, ever_column, opening_rows=opening.format(column_letters(ever_column)), page="Records of all time"
        ),
        ReportBlock(sessions, earlier_column, heads_only_values=True),
    )
    return SheetLayout(
        RECORDS, "Records", blocks, landscape=True, row_height=_ROW, lines=((1, 1),), page_rows=_PAGE_ROWS,
        labels=(_SHOW,),
    )  # fmt: skip


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The season, its records, those of all time, and its attendance."""
    sheet, facts = layout(system), material.facts
    yield sheet.words(material.season_title or None)
    lines = [line for record in season_records(facts) for line in record]
    key = [words for record, words in _EXPLAINED.items() if any(line.record == record for line in lines)]
    yield sheet.area(lines, foot=in_lines(key, material.say, SIDEWAYS))
    attendance = facts.season.attendance
    beside = beside_the_season(len(attendance))
    yield sheet.area(attendance[:beside], 1)
    yield sheet.area((line for record in all_time_records(facts) for line in record), 2)
    yield sheet.area(attendance[beside:], 3)


def beside_the_season(sessions: int) -> int:
    """How many sessions are beside the season's records: a full page, or fewer if the last page would be short."""
    return next((rows for rows in range(_PAGE_ROWS, 0, -1) if fills_pages(sessions - rows, _PAGE_ROWS)), _PAGE_ROWS)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """Adds a cell to choose another season."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import SEASON_CHOICES, add_choice

    add_choice(sheet, layout(system).choice_column, _SHOW, SHOW_SEASON, SEASON_CHOICES)


SHEET = ReportSheet(RECORDS, layout, areas, finish=_finish, shows="season")
