"""Lexington's weekly sheet: one page to hand out.

It has the list, below it the session's games while the page has room, and beside it the best of session and season.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from xladdin.cells.table import Area
from xladdin.reports.scoreboard import session_games
from xladdin.reports.season.records import gain_records, game_records
from xladdin.reports.short_names import given_names
from xladdin.reports.standings import StandingsLine
from xladdin.reports.weekly import games_in_lines, highlights, session_gain
from xladdin.systems.lexington import Lexington
from xladdin.workbook.report_sheets import weekly_panel
from xladdin.workbook.report_sheets.blocks.keys import AVERAGES, key_of_list
from xladdin.workbook.report_sheets.blocks.layout import (
    LEAD,
    Choice,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    absent_since,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import WEEKLY_SHEET, Kind
from xladdin.workbook.shown import SHOW_SESSION

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_LIST = (
    LEAD,
    ReportColumn("Rank", StandingsLine.rank, Kind.COUNT, 5),
    ReportColumn("", StandingsLine.session_mark, Kind.YES, 2),
    ReportColumn("Rating", StandingsLine.new, Kind.RATING, 7, bold=True),
    ReportColumn("", StandingsLine.absence_mark, Kind.YES, 2.5),
    ReportColumn("Player", StandingsLine.player, Kind.PLAYER, 29),
    ReportColumn("Won–lost", StandingsLine.record, Kind.RESULT, 8),
    one_decimal("For", StandingsLine.average_for, 6),
    one_decimal("Against", StandingsLine.average_against, 7),
    ReportColumn("Last played", StandingsLine.last_played, Kind.DATE, 11, hidden=True),
)
PANEL_COLUMN = len(_LIST) + 2
_SHOWN = Choice("Session, chosen on Scoreboard:", SHOW_SESSION, is_date=True)
_KEY_CHARACTERS = 36
_ON_THE_PAGE = 46
"""The rows of the page in print of 10 points."""
_LAYOUT = SheetLayout(
    WEEKLY_SHEET,
    "Weekly sheet",
    (ReportBlock(_LIST, absent_rows=absent_since(_LIST), has_foot=True),),
    row_height=13.0,
    heading_height=27,
    printed_columns=PANEL_COLUMN,
    choice=_SHOWN,
    beside=(weekly_panel.KEY_HEADING, weekly_panel.NEWS_HEADING),
    panel_row=weekly_panel.NEWS_ROW,
    lines=weekly_panel.lines(PANEL_COLUMN),
)


def layout(system: Lexington) -> SheetLayout:
    """The list, and beside it the best results."""
    return _LAYOUT


def areas(material: Material, system: Lexington) -> Iterator[Area]:
    """Highlights of the session and of the season, then the list."""
    sheet, replay, facts = _LAYOUT, material.replay, material.facts
    say, given = material.say, given_names(player.name for player in replay.log.players)
    title = material.season_title if material.is_chosen else say.text("This season")
    season = f"{title} · {say.count(facts.season.games_played, 'game')}" if material.replay.log.periods else None
    session = [*game_records(facts.session, shown=1), session_gain(material.standings)]
    yield sheet.words(*_parted(material.last_session()), *chain(*highlights(session, say, given)), number=0)
    best = highlights([*game_records(facts.season), gain_records(facts)], say, given)
    yield sheet.words(*_parted(season), *chain(*best), number=1)
    key = key_of_list(material, [AVERAGES], changes=False, longest=_KEY_CHARACTERS)
    yield sheet.words(*(key if material.standings else ()), number=2)
    games = games_in_lines(session_games(facts), given, _ON_THE_PAGE - len(material.standings) - 2)
    foot = [say.text("Games of the evening"), *games] if games else []
    yield sheet.rows_area([*sheet.rows(material.standings), *([()] if foot else [])], foot=foot)


def _parted(words: str | None) -> tuple[str | None, str | None]:
    """The day or the season, and its content."""
    first, _, rest = (words or "").partition(" · ")
    return first or None, rest or None


def _finish(sheet: Worksheet, system: Lexington) -> None:
    """Makes room for the words beside the list, and for the club's news."""
    weekly_panel.add_panel(sheet, PANEL_COLUMN)
    weekly_panel.add_news_box(sheet, PANEL_COLUMN, _LAYOUT.choice_column)


SHEET = ReportSheet(WEEKLY_SHEET, layout, areas, finish=_finish, shows="session")
