"""Rating history: ratings at the end of the last periods, and what its two charts draw beside them.

The latest period comes first. So every player's ratings begin in the first row and end at the first rating, and the
picked player's chart needs no cell without a number. The charts read a block that never moves. At the end of a line in
the first chart is the player's name, at the height of the end or as far from it as the other names need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from math import ceil, floor
from typing import NamedTuple

from xladdin.cells import MOST_PERIODS, SERIAL_DAY_ZERO, CellRange, ChartAxes, Kind, Number, Scale, column_letters
from xladdin.messages import BLANK, msg
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.report import (
    HISTORY,
    SHEET,
    Column,
    Group,
    Lines,
    PageSetup,
    Repeated,
    Report,
    Row,
    Section,
    SheetSection,
    Value,
)
from xladdin.systems.system import RatingSystem

HEADING_ROW, _HEADLINE_ROW = 5, 4
TOP_CHART, PICKED_CHART, PLAYER_CHART = "Chart of the top five", "Chart of the picked player", "Chart of the player"
"""The names of the charts in the workbook. The last is on the sheet Player."""
CHART_TEXTS = {
    TOP_CHART: msg("Line chart of the ratings of the top of the list, session by session"),
    PICKED_CHART: msg("Line chart of the ratings of the player picked above, session by session"),
    PLAYER_CHART: msg("Line chart of the rating of the player picked on this sheet, from the oldest day to the latest"),
}
"""What each chart shows, in words for people who cannot see it."""
CHARTED = 5
"""The number of its players."""
UNITS = {False: (50, 100, 200, 500, 1000), True: (5, 10, 20, 50, 100)}
"""Round ratings between two lines of the grid [rating points], by whether ratings have decimals."""
MOST_UNITS = 8
"""The most units between the lowest and the highest rating. Otherwise it takes the next unit."""
DAYS_OF_ROOM = 7
NAMES_ROOM, SHORT_NAME, LETTER_ROOM = 0.3, 18, 0.022
"""The share of the days shown for names of so many letters, right of the last one, and for each further letter."""
_DAY_UNITS = (7, 14, 28, 56, 91, 182, 364, 728, 1820, 3640)
_MOST_DAY_UNITS = 7
NOBODY = " "
"""The name of a missing line. Without a name LibreOffice writes "Column J" on the chart."""
LEADER = 0.04
"""The share of the dates shown for the lines to the names."""
LINES_OF_NAMES = 17
"""The number of names one below the other on the chart."""
NOTHING: Sequence[Sequence[Value]] = [(0,) * (CHARTED + 1)] * 2
"""The points if nobody is rated. An axis of blank cells would go from 0 to 15, and 0 shows nothing."""
ENDS_ROWS = 4
"""The rows of the values of the ends of lines, from that of the names on."""
MOST_PLAYERS = 250
"""The most players of the block that the charts read. For a larger club it holds the best."""
_MOST_FIXED = 4
"""The most columns before those of the players."""
CHART_COLUMNS = (18.0, 32.0, 50.0)
"""The widths of the columns of the charts, left of the block. They are printed."""
CHOICE, CHOICE_COLUMN, CHOICE_WIDTH = msg("Second chart:"), len(CHART_COLUMNS) + 1, 28.0
"""The label, column and width of the cell that picks a player, beside the charts."""
DATE_COLUMN = CHOICE_COLUMN + 1
CHART_ROWS = ((HEADING_ROW + 1, HEADING_ROW + 15), (HEADING_ROW + 18, HEADING_ROW + 29))
"""The first and last row of each chart, below frozen and repeated rows, with both on one page, of Letter too."""
ROWS = (HEADING_ROW + 1, HEADING_ROW + MOST_PERIODS)
"""The first and last row of the table that the charts read."""
TOP_TITLE, TOP_TITLE_ROW = msg("The top five of the list"), HEADING_ROW
"""The title of the first chart is a cell, to be in the sheet's language. It is beside the names above the table."""
_NAME_WIDTH = 19.0
"""The width of a player's column. A name takes two lines above it. High headings leave a gap above the charts."""


class HistoryColumns:
    """The cells that the charts read: numbers of columns, and the points of the picked player.

    `choice` is the picked player, with points below it that give the line room. `ends` is the first column of the ends
    of lines in the first chart. `picked` has dates and ratings of the second chart, side by side, since one below the
    other they would print empty pages. None of them moves if the report gets a column: there is room for `_MOST_FIXED`
    before those of players.
    """

    choice = DATE_COLUMN + _MOST_FIXED + MOST_PLAYERS + 1
    ends = choice + 2
    picked = tuple(
        CellRange(row, first, row, first + MOST_PERIODS - 1)
        for first in [ends + CHARTED + 2]
        for row in (ROWS[0], ROWS[0] + 1)
    )

    def __init__(self, report: Report) -> None:
        (table,) = report.sections
        self.first_player = DATE_COLUMN + len(table.keys_on(SHEET)) - 1

    def players(self, row: int | str) -> str:
        """Return the cells of all players in a row."""
        last = self.first_player + MOST_PLAYERS - 1
        return f"${column_letters(self.first_player)}{row}:${column_letters(last)}{row}"


class HistoryLine(NamedTuple):
    """The end of a rating period: its date, the event's name, and the rating of each player."""

    date: date
    event: str
    ratings: Sequence[Number | None]


def history_report(system: RatingSystem) -> Report:
    """Describe the date, the event's name if there are events, and a column for each player."""
    line = HistoryLine
    players = Repeated(lambda context: history_of(context).players, MOST_PLAYERS)
    columns = {
        "date": Column(msg("Date"), line.date, Kind.DATE, 12),
        "event": Column(msg("Event"), line.event, Kind.EVENT, 24),
        "ratings": Column(BLANK, line.ratings, Kind.RATING, _NAME_WIDTH, repeated=players),
    }
    keys = "date ratings" if system.log_schema.is_paired else "date event ratings"
    table = Section(columns, {"sheet": keys}, _groups, msg("Ratings history"), sheet=SheetSection(column=DATE_COLUMN))
    ends = Lines(_ends, _HEADLINE_ROW, HistoryColumns.ends, ENDS_ROWS, CHARTED + 1)
    # Rows are so high that both charts fill their page.
    page = PageSetup(row_height=19, pages_high=1, last_column=len(CHART_COLUMNS), last_row=CHART_ROWS[-1][1])
    return Report(
        HISTORY,
        msg("Ratings history"),
        [table],
        [ends],
        page,
    )


def history_of(context: ReportContext) -> History:
    """Return the table on the sheet."""
    return history(context.replay, context.history_periods, MOST_PLAYERS)


def _groups(context: ReportContext) -> Iterator[Group]:
    table = history_of(context)
    for (day, title), ratings in zip(table.periods, table.ratings):
        yield Group([Row(HistoryLine(day, title, ratings))])


def _ends(context: ReportContext) -> Sequence[Sequence[Value]]:
    return ends_of_lines(history_of(context), bool(context.system.rating_decimals))


def top_axes(table: History, decimals: int, sheet: str) -> ChartAxes:
    """Return the axes of the chart of a history's first players, on `sheet`. A rating has so many `decimals`."""
    if not _charted(table):
        return ChartAxes(sheet, TOP_CHART, None, None)
    days = [(day - SERIAL_DAY_ZERO).days for day, _ in table.periods]
    room = names_room(table.players[:CHARTED])
    return ChartAxes(sheet, TOP_CHART, _days(min(days), max(days), room), rating_scale(table, bool(decimals)))


def names_room(names: Sequence[str]) -> float:
    """Return the share of the days shown for the names at the ends of the lines."""
    return NAMES_ROOM + LETTER_ROOM * max(0, *(len(name) - SHORT_NAME for name in names), 0)


def rating_scale(table: History, has_decimals: bool) -> Scale:
    """Return the ends of the ratings' axis. Without ratings it begins at 0."""
    ratings = _charted(table)
    return _ratings(min(ratings, default=0), max(ratings, default=0), has_decimals)


def _charted(table: History) -> list[Number]:
    return [rating for row in table.ratings for rating in row[:CHARTED] if rating is not None]


def _ratings(lowest: float, highest: float, has_decimals: bool) -> Scale:
    units = UNITS[has_decimals]
    unit = next((unit for unit in units if highest - lowest <= MOST_UNITS * unit), units[-1])
    low = floor(lowest / unit) * unit
    return Scale(low, max(ceil(highest / unit) * unit, low + unit), unit)


def _days(first: int, last: int, names: float) -> Scale:
    """Return the days' axis. `names` is the share of the days for the names."""
    low = first if first < last else first - DAYS_OF_ROOM
    high = last + DAYS_OF_ROOM + ceil((last - first) * names)
    unit = next((unit for unit in _DAY_UNITS if high - low <= _MOST_DAY_UNITS * unit), _DAY_UNITS[-1])
    return Scale(low, high, unit)


def ends_of_lines(table: History, has_decimals: bool) -> list[Sequence[Value]]:
    """Return the names, a blank row, then two points for each name: the end of the line, and the name's place.

    The first column holds the points' dates, and each other one a line's.
    """
    names = [*table.players[:CHARTED], *[NOBODY] * (CHARTED - len(table.players))]
    latest = [table.ratings[0][number] if table.ratings else None for number in range(min(CHARTED, len(table.players)))]
    if all(rating is None for rating in latest):
        return [(None, *[NOBODY] * CHARTED), (), *NOTHING]
    last, first = table.periods[0][0], table.periods[-1][0]
    beyond = ceil(((last - first).days + DAYS_OF_ROOM) * LEADER)
    leader_end = date.fromordinal(min(last.toordinal() + beyond, date.max.toordinal()))
    return [(None, *names), (), (last, *latest), (leader_end, *_heights(table, latest, has_decimals))]


def _heights(table: History, latest: Sequence[Number | None], has_decimals: bool) -> Iterator[Number | None]:
    """Yield the rating at the height of each name, or None if there is no line."""
    scale = rating_scale(table, has_decimals)
    gap = (scale.high - scale.low) / LINES_OF_NAMES
    known = [rating for rating in latest if rating is not None]
    centred = sum(known) / len(known) + (CHARTED - 1) / 2 * gap
    height = scale.high + gap
    for number, rating in enumerate(latest):
        if rating is None:
            yield None
            continue
        wanted = rating if number else max(rating, centred)
        lowest = scale.low + (CHARTED - 1 / 2 - number) * gap  # so that the names below have room, too, above the axis
        height = max(lowest, min(wanted, height - gap))
        yield round(height, 6)  # which every host writes alike


class History(NamedTuple):
    """`players`: names, best first. `periods`: date and title, the latest first. `ratings`: a row for each period.

    A rating is None before the player has begun.
    """

    players: Sequence[str]
    periods: Sequence[tuple[date, str]]
    ratings: Sequence[Sequence[Number | None]]


def history(replay: Replay, periods: int, players: int) -> History:
    """Return the last so many periods of the first so many players of the ranking who have begun."""
    state, log = replay.state, replay.log
    ranking = [line.player for line in replay.ranking() if state.has_rating(line.player)]
    listed = ranking[:players]
    closings = replay.days[-periods:][::-1]
    return History(
        [log.players[player].name for player in listed],
        [(closing.period.date, closing.period.title) for closing in closings],
        [[closing.ratings[player] for player in listed] for closing in closings],
    )
