"""Lexington's weekly sheet: one page to hand out, the list and beside it the best of the session and the season."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from xladdin.cells.table import Area
from xladdin.reports.given_names import given_names
from xladdin.reports.season.records import gain_records, game_records
from xladdin.reports.standings import StandingsLine
from xladdin.reports.weekly import highlights, session_gain
from xladdin.systems.lexington import Lexington
from xladdin.workbook.report_sheets.blocks.keys import AVERAGES, key_of_list
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADING_ROW,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    absent_since,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import WEEKLY_SHEET, Kind
from xladdin.workbook.shown import REPEATED_COLUMN, SHOW_SESSION

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

HIGHLIGHTS = 7
"""The most that the session or the season has, each over two lines beside the list."""
_LIST = (
    ReportColumn("Rank", StandingsLine.rank, Kind.COUNT, 5.5),
    ReportColumn("", StandingsLine.session_mark, Kind.YES, 2.5),
    ReportColumn("Rating", StandingsLine.new, Kind.RATING, 7.5, bold=True),
    ReportColumn("", StandingsLine.absence_mark, Kind.YES, 3),
    ReportColumn("Player", StandingsLine.player, Kind.PLAYER, 24),
    ReportColumn("Won–lost", StandingsLine.record, Kind.RESULT, 9.5),
    one_decimal("For", StandingsLine.average_for, 7),
    one_decimal("Against", StandingsLine.average_against, 8),
    ReportColumn("Last played", StandingsLine.last_played, Kind.DATE, 11, hidden=True),
)
_FORMER = (
    ReportColumn("Mark", StandingsLine.mark, Kind.YES, 3),
    ReportColumn("Won", StandingsLine.wins, Kind.COUNT, 5),
    ReportColumn("Lost", StandingsLine.losses, Kind.COUNT, 5),
)
PANEL_COLUMN, PANEL_WIDTH = len(_LIST) + 2, 42.0
"""Right of the list: highlights, the season's best, the key and the club's news."""
_SESSION_ROW = HEADING_ROW + 1
_SEASON_ROW = _SESSION_ROW + 2 * HIGHLIGHTS + 2
_KEY_ROW, KEY_LINES = _SEASON_ROW + 2 * HIGHLIGHTS + 3, 7
NEWS_ROW, NEWS_LINES = _KEY_ROW + KEY_LINES + 2, 6
"""Where the club's news is typed, below its heading, and how many lines it may take."""
NEWS_NAME, NEWS_HEADING = "club_news", "Club news"
KEY_HEADING = "How to read the list"
_SHOWN = "Session, chosen on Scoreboard:"
_KEY_CHARACTERS = 45
_LAYOUT = SheetLayout(
    WEEKLY_SHEET,
    "Weekly sheet",
    (ReportBlock(_LIST, absent_rows=absent_since(_LIST), former=_FORMER),),
    row_height=13.0,
    heading_height=27,
    printed_columns=PANEL_COLUMN,
    labels=(_SHOWN,),
    beside=(KEY_HEADING, NEWS_HEADING),
    panel_row=NEWS_ROW,
    lines=(
        (PANEL_COLUMN, 1 + 2 * HIGHLIGHTS, _SESSION_ROW),
        (PANEL_COLUMN, 1 + 2 * HIGHLIGHTS, _SEASON_ROW),
        (PANEL_COLUMN, KEY_LINES, _KEY_ROW),
    ),
)


def layout(system: Lexington) -> SheetLayout:
    """The list, and beside it what was best."""
    return _LAYOUT


def areas(material: Material, system: Lexington) -> Iterator[Area]:
    """Highlights of the session and of the season, then the list."""
    assert material.games is not None
    sheet, replay = _LAYOUT, material.replay
    say, given = material.say, given_names(player.name for player in replay.log.players)
    title = material.season_title if material.is_chosen else say.text("This season")
    season = f"{title} · {say.count(len(material.games.season), 'game')}" if material.replay.log.periods else None
    session = [*game_records(replay, material.games.session, shown=1), session_gain(material.standings)]
    yield sheet.words(material.last_session(), *chain(*highlights(session, say, given)), number=0)
    best = highlights([*game_records(replay, material.games.season), gain_records(replay)], say, given)
    yield sheet.words(season, *chain(*best), number=1)
    key = key_of_list(system, material.standings, say, [AVERAGES], changes=False, longest=_KEY_CHARACTERS)
    yield sheet.words(*(key if material.standings else ()), number=2)
    yield sheet.area(material.standings)


def _finish(sheet: Worksheet, system: Lexington) -> None:
    """Makes room for the words beside the list, and for the club's news."""
    from xladdin.workbook.report_sheets.blocks.choice_cells import repeat_choice
    from xladdin.workbook.report_sheets.blocks.news_box import add_news_box
    from xladdin.workbook.report_sheets.blocks.panel import add_panel

    add_panel(sheet, [_SESSION_ROW, _SEASON_ROW], _KEY_ROW)
    add_news_box(sheet)
    repeat_choice(sheet, REPEATED_COLUMN, _SHOWN, SHOW_SESSION, is_date=True)


SHEET = ReportSheet(WEEKLY_SHEET, layout, areas, finish=_finish, shows="session")
