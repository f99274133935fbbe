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
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    LABELS,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import RECORDS, Kind
from xladdin.workbook.shown import SHOW_SEASON

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_HEADING_ROW = HEADING_ROW + 1
"""Below the line that names the season and the headings over each block."""
_ATTENDANCE = "Attendance"
_SHOW = "Show season of (blank: the last)"
_ROOM = 4
"""Columns printed to the right of the attendance, so that the club's title is not cut above it."""
_RECORD = ReportColumn("Record", RecordLine.record, Kind.TEXT, 27, bold=True, said=LABELS)
_PLAYER = ReportColumn("Player", RecordLine.player, Kind.PLAYER, NAME_WIDTH)
_SCORE = ReportColumn("Score", RecordLine.score, Kind.YES, 11)
_DATE = ReportColumn("Date", RecordLine.date, Kind.DATE, 13)
_OPPONENT = ReportColumn("Opponent", RecordLine.opponent, Kind.PLAYER, NAME_WIDTH)
_RATINGS = ReportColumn("Ratings", RecordLine.score, Kind.YES, 13)


def layout(system: RatingSystem) -> SheetLayout:
    """Columns of the records and of the attendance."""
    came = ReportColumn("Players", AttendanceLine.players, Kind.COUNT, 9, _ATTENDANCE)
    if not system.log_kind.is_paired:
        value, event = (
            ReportColumn("", RecordLine.value, Kind.DECIMAL, 9),
            ReportColumn("Event", RecordLine.event, Kind.EVENT, 24),
        )
        records = (_RECORD, value, _PLAYER, event, _RATINGS, _DATE)
        sessions = (
            ReportColumn("Event", AttendanceLine.title, Kind.EVENT, 24, _ATTENDANCE),
            ReportColumn("Date", AttendanceLine.date, Kind.DATE, 13, _ATTENDANCE),
            came,
        )
    else:
        value = ReportColumn("", RecordLine.value, Kind.SCORE, 8)
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
    second, third = len(records) + 2, 2 * len(records) + 3
    first_row = _HEADING_ROW + 1
    blocks = (
        ReportBlock(season, opening_rows=f'$A{first_row}<>""'),
        ReportBlock(ever, second, opening_rows=f'${column_letters(second)}{first_row}<>""', page="Records of all time"),
        ReportBlock(sessions, third, page=_ATTENDANCE),
    )
    last = blocks[-1].last_column + _ROOM
    return SheetLayout(
        RECORDS, "Records", blocks, heading_row=_HEADING_ROW, printed_columns=last, lines=((1, 1),), labels=(_SHOW,)
    )


def areas(material: Material, system: RatingSystem) -> Iterator[Area]:
    """The season that it is of, its records, those of all time, and its attendance."""
    sheet, replay, games = layout(system), material.replay, material.games
    yield sheet.words(material.season_title or None)
    yield sheet.area(line for record in season_records(replay, games) for line in record)
    yield sheet.area((line for record in all_time_records(replay, games) for line in record), 1)
    yield sheet.area(attendance(replay), 2)


def _finish(sheet: Worksheet, system: RatingSystem) -> None:
    """A cell to choose another season in."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import SEASON_CHOICES, add_choice

    add_choice(sheet, 4, _SHOW, SHOW_SEASON, SEASON_CHOICES)


SHEET = ReportSheet(RECORDS, layout, areas, finish=_finish, shows="season")
