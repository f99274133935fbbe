"""The Records sheet: the season's highs, and beside them who came to each session."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area
from xladdin.reports.season.attendance import AttendanceLine, attendance
from xladdin.reports.season.record_lists import all_time_records, season_records
from xladdin.reports.season.records import RecordLine
from xladdin.systems.system import KeyWords, RatingSystem
from xladdin.workbook.report_sheets.blocks.keys import in_lines
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    LABELS,
    LEAD,
    TOLD,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.report_sheets.standings import WALL_DAY
from xladdin.workbook.schema import RECORDS, Kind
from xladdin.workbook.shown import SHOW_SEASON

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_HEADING_ROW = HEADING_ROW + 1
"""Below the line that names the season and the headings over each block."""
_ATTENDANCE = "Attendance"
_SHOW = "Show season of (blank: the last)"
_NAME = 23.0
"""Width of a name, so that the print is 10 points and the longest record's name stands whole."""
_RECORD = ReportColumn("Record", RecordLine.record, Kind.TEXT, 26, bold=True, said=LABELS)
_PLAYER = ReportColumn("Player", RecordLine.player, Kind.PLAYER, _NAME)
_SCORE = ReportColumn("Score", RecordLine.score, Kind.YES, 10)
_DATE = ReportColumn("Date", RecordLine.date, Kind.DATE, 11, number_format=WALL_DAY)
_OPPONENT = ReportColumn("Opponent", RecordLine.opponent, Kind.PLAYER, _NAME)
_RATINGS = ReportColumn("Ratings", RecordLine.score, Kind.YES, 12, said=TOLD)
_PAGE_ROWS, _ROW = 40, 14.0
"""Rows below the headings that a page holds, of Letter and of A4, and their height [points]."""


_UPSET = KeyWords("Biggest upset: by how many rating points the winner was the lower.")
_GAIN = KeyWords("Rating gain: since the season began.")


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the records and of the attendance."""
    came = ReportColumn("Players", AttendanceLine.players, Kind.COUNT, 9, _ATTENDANCE)
    if not system.log_kind.is_paired:
        value, event = (
            ReportColumn("", RecordLine.value, Kind.DECIMAL, 9),
            ReportColumn("Event", RecordLine.event, Kind.EVENT, 23),
        )
        records = (_RECORD, value, _PLAYER, event, _RATINGS, _DATE)
        sessions = (
            ReportColumn("Event", AttendanceLine.title, Kind.EVENT, 34, _ATTENDANCE),
            ReportColumn("Date", AttendanceLine.date, Kind.DATE, 13, _ATTENDANCE),
            came,
        )
    else:
        value = ReportColumn("", RecordLine.value, Kind.SCORE, 6.5)
        scores = system.log_kind.has_scores
        records = (_RECORD, value, _PLAYER, _OPPONENT, _SCORE if scores else _RATINGS, _DATE)
        average = (one_decimal("Mean score", AttendanceLine.average, 8, _ATTENDANCE),) if scores else ()
        sessions = (
            ReportColumn("Session", AttendanceLine.date, Kind.DATE, 13, _ATTENDANCE),
            came,
            ReportColumn("Games", AttendanceLine.games, Kind.COUNT, 8, _ATTENDANCE),
            *average,
        )
    season = tuple(replace(column, group="The season") for column in records)
    ever = tuple(replace(column, group="All time") for column in records)
    second, third = len(records) + 3, 2 * len(records) + 4
    first_row = _HEADING_ROW + 1
    blocks = (
        ReportBlock((LEAD, *season), opening_rows=f'$B{first_row}<>""', has_foot=True),
        ReportBlock(ever, second, opening_rows=f'${column_letters(second)}{first_row}<>""', page="Records of all time"),
        ReportBlock(sessions, third, page=_ATTENDANCE),
    )
    return SheetLayout(
        RECORDS, "Records", blocks, heading_row=_HEADING_ROW, row_height=_ROW, lines=((1, 1),), page_rows=_PAGE_ROWS,
        labels=(_SHOW,),
    )  # fmt: skip


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The season that it is of, its records, those of all time, and its attendance."""
    sheet, replay, games = layout(system), material.replay, material.games
    key = [*([_UPSET] if games else []), _GAIN]
    yield sheet.words(material.season_title or None)
    lines = [line for record in season_records(replay, games) for line in record]
    yield sheet.area(lines, foot=in_lines(key, material.say))
    yield sheet.area((line for record in all_time_records(replay, games) for line in record), 1)
    yield sheet.area(attendance(replay), 2)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """A cell to choose another season in."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import SEASON_CHOICES, add_choice

    add_choice(sheet, 4, _SHOW, SHOW_SEASON, SEASON_CHOICES)


SHEET = ReportSheet(RECORDS, layout, areas, finish=_finish, shows="season")
