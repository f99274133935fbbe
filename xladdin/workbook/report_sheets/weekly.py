"""Lexington's weekly sheet: one page to hand out, with the list in two halves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from xladdin.cells.table import Area
from xladdin.reports.season.records import gain_records, game_records
from xladdin.reports.standings import StandingsLine
from xladdin.reports.weekly import highlights
from xladdin.systems.lexington import Lexington
from xladdin.workbook.report_sheets.blocks.layout import (
    HEADLINE_ROW,
    NAME_WIDTH,
    ReportBlock,
    ReportColumn,
    ReportSheet,
    SheetLayout,
    one_decimal,
)
from xladdin.workbook.report_sheets.blocks.material import Material
from xladdin.workbook.schema import WEEKLY_SHEET, Kind
from xladdin.workbook.shown import SHOW_SESSION

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

HIGHLIGHTS = 6
"""Rows of highlights between the titles and the list: of the session to the left, of the season to the right."""
NEWS_ROW, NEWS_LINES = HEADLINE_ROW + HIGHLIGHTS + 2, 4
"""Where the club's news is typed, below its heading, and how many lines it may take."""
NEWS_NAME, NEWS_HEADING = "club_news", "Club news"
_SHOWN = "Session, chosen on Scoreboard:"
LEAST_HALF = 30
"""Lines that the left half takes before the right one is begun."""
_HALF = (
    ReportColumn("Rank", StandingsLine.rank, Kind.COUNT, 5.5),
    ReportColumn("Player", StandingsLine.player, Kind.PLAYER, NAME_WIDTH),
    ReportColumn("", StandingsLine.session_mark, Kind.YES, 3),
    ReportColumn("Rating", StandingsLine.new, Kind.RATING, 8),
    ReportColumn("", StandingsLine.absence_mark, Kind.YES, 4),
    ReportColumn("Won", StandingsLine.wins, Kind.COUNT, 5),
    ReportColumn("Lost", StandingsLine.losses, Kind.COUNT, 5),
    one_decimal("For", StandingsLine.average_for, 7),
    one_decimal("Against", StandingsLine.average_against, 8),
)


_BLOCKS = (ReportBlock(_HALF), ReportBlock(_HALF, len(_HALF) + 2, heads_only_values=True))
_LAYOUT = SheetLayout(
    WEEKLY_SHEET,
    "Weekly sheet",
    _BLOCKS,
    heading_row=NEWS_ROW + NEWS_LINES + 2,
    pages_high=1,
    heading_height=18,
    lines=tuple((block.column, 1 + HIGHLIGHTS) for block in _BLOCKS),
    labels=(NEWS_HEADING, _SHOWN),
    key="+ up, - down, = unchanged; /A absent, without a rank; 1432/7 provisional after 7 games; UNR unrated.",
)


def layout(system: Lexington) -> SheetLayout:
    """Two halves of the same columns, all on one page."""
    return _LAYOUT


def areas(material: Material, system: Lexington) -> Iterator[Area]:
    """Highlights of the session and of the season, then the list."""
    assert material.games is not None
    sheet, replay = _LAYOUT, material.replay
    say = material.say
    title = material.season_title if material.is_chosen else say.text("This season")
    season = f"{title} · {say.count(len(material.games.season), 'game')}" if material.replay.log.periods else None
    session = highlights(game_records(replay, material.games.session, shown=1), say)
    yield sheet.words(material.last_session(), *session, number=0)
    best = [*game_records(replay, material.games.season), gain_records(replay)]
    yield sheet.words(season, *highlights(best, say), number=1)
    half = max(LEAST_HALF, (len(material.standings) + 1) // 2)
    yield sheet.area(material.standings[:half], 0)
    yield sheet.area(material.standings[half:], 1)


def _finish(sheet: Worksheet, system: Lexington) -> None:
    """Makes room for the lines of words above the list, and for the club's news."""
    from xladdin.workbook.report_sheets.blocks.building import style_words
    from xladdin.workbook.report_sheets.blocks.choice_cells import repeat_choice
    from xladdin.workbook.report_sheets.blocks.news_box import add_news_box

    cells = [(HEADLINE_ROW + row, block.column) for block in _BLOCKS for row in range(HIGHLIGHTS + 1)]
    style_words(sheet, cells, len(_HALF))
    add_news_box(sheet)
    repeat_choice(sheet, 12, _SHOWN, SHOW_SESSION, is_date=True)


LAST_COLUMN = _BLOCKS[1].last_column
"""Number of the sheet's last column."""
SHEET = ReportSheet(WEEKLY_SHEET, layout, areas, finish=_finish, shows="session")
