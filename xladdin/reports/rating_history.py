"""Rating history: the ratings at the end of the last periods, and the data of its two charts.

The latest period comes first. So every player's ratings begin in the first row and end at the first rating, and the
chart of one player needs no cell without a number. The charts read a block that never moves. At the end of a line in
the first chart is the player's name, at the height of the end or as near to it as the other names permit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fnmatch import translate
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from xladdin.cells import MOST_PERIODS, SERIAL_DAY_ZERO, CellRange, ChartAxes, ColumnType, Number, Scale, column_letters
from xladdin.messages import BLANK, msg
from xladdin.replay import Replay
from xladdin.reports.context import ReportContext
from xladdin.reports.report import (
    HISTORY,
    QUIET,
    Chart,
    ChartLine,
    Column,
    Group,
    Input,
    Lines,
    LiveCell,
    PageSetup,
    Repeated,
    Report,
    Row,
    Section,
    SheetSection,
    Value,
)
from xladdin.systems.system import RatingSystem

_HEADLINE_ROW, HEADING_ROW, _FIRST_ROW = 4, 5, 6
TOP_CHART, _PICKED_CHART = "Chart of the top five", "Chart of the picked player"
# The number of players of the first chart.
CHARTED = 5
# The distances of grid lines to choose from [rating points], by whether ratings have decimals.
UNITS = {False: (50, 100, 200, 500, 1000), True: (5, 10, 20, 50, 100)}
# The most grid lines between the lowest and the highest rating before a larger distance is chosen.
MOST_UNITS = 8
DAYS_OF_ROOM = 7
# The share of the days shown for names of so many letters, right of the last one, and for each further letter.
NAMES_ROOM, SHORT_NAME, LETTER_ROOM = 0.3, 18, 0.022
_DAY_UNITS = (7, 14, 28, 56, 91, 182, 364, 728, 1820, 3640)
_MOST_DAY_UNITS = 7
# The name of a missing line. Without a name LibreOffice writes "Column J" on the chart.
BLANK_NAME = " "
# The share of the dates shown for the lines to the names.
LEADER = 0.04
# The number of names one below the other on the chart.
LINES_OF_NAMES = 17
# The points if nobody is rated: an axis of blank cells would go from 0 to 15, and a line at 0 is not visible.
NO_POINTS: Sequence[Sequence[Value]] = [(0,) * (CHARTED + 1)] * 2
# The rows of the values of the ends of lines, from that of the names on.
_ENDS_ROWS = 4
# The most players in the block that the charts read. In a larger club these are the best ones.
MOST_PLAYERS = 250
# The most columns before those of the players. Cells to the right of the block never move.
_MOST_FIXED = 4
# The widths of the columns of the charts, left of the block. They are printed.
_CHART_WIDTHS = (18.0, 32.0, 50.0)
_CHOICE_COLUMN, _CHOICE_WIDTH = len(_CHART_WIDTHS) + 1, 28.0
_DATE_COLUMN = _CHOICE_COLUMN + 1
# The first and last row of each chart, below frozen and repeated rows, with both on one page, of Letter too.
_TOP_ROWS, _PICKED_ROWS = (_FIRST_ROW, HEADING_ROW + 15), (HEADING_ROW + 18, HEADING_ROW + 29)
# The column of the picked player's place in the table, above points that give the line room: days, then ratings.
_POSITION_COLUMN = _DATE_COLUMN + _MOST_FIXED + MOST_PLAYERS + 1
# The first column of the ends of lines in the first chart.
_ENDS_COLUMN = _POSITION_COLUMN + 2
_POINTS_COLUMN = _ENDS_COLUMN + CHARTED + 2
# The points of the second chart, side by side. One below the other they would print empty pages.
_PICKED_DAYS, _PICKED_RATINGS = (
    CellRange(row, _POINTS_COLUMN, row, _POINTS_COLUMN + MOST_PERIODS - 1) for row in (_FIRST_ROW, _FIRST_ROW + 1)
)
# How far the second chart extends beyond the ratings, so that a single one is in the middle [rating points], by whether
# ratings have decimals.
_POINTS_OF_ROOM = {False: 10, True: 1}
# The cell that chooses a player, next to the charts. By default it is the best one.
_PICK = Input(
    msg("Second chart:"),
    _HEADLINE_ROW,
    _CHOICE_COLUMN,
    kind=ColumnType.PLAYER,
    choices="{headings}",
    title=msg("Second chart"),
    error=msg("Choose a player of this sheet."),
    formula='{first}&""',
)
_PICKED_CELL = f"${column_letters(_CHOICE_COLUMN)}${_HEADLINE_ROW}"
# Characters that are literal in a pattern of MATCH, but not in a pattern of file names.
_LITERAL = re.compile(r"~(?P<escaped>[~*?])|(?P<bracket>\[)")
# The width of a player's column. A name takes two lines above it. High headings leave a gap above the charts.
_NAME_WIDTH = 19.0


class HistoryLine(NamedTuple):
    """The end of a rating period: its date, the event's name, and the rating of each player."""

    date: date
    event: str
    ratings: Sequence[Number | None]


def history_report(system: RatingSystem) -> Report:
    """Describe the date, the event's name if there are events, and a column for each player."""
    line = HistoryLine
    players = Repeated(lambda context: history_in_context(context).players, MOST_PLAYERS)
    columns = {
        "date": Column(msg("Date"), line.date, ColumnType.DATE, 12),
        "event": Column(msg("Event"), line.event, ColumnType.EVENT, 24),
        "ratings": Column(BLANK, line.ratings, ColumnType.RATING, _NAME_WIDTH, repeated=players),
    }
    keys = "date ratings" if system.log_schema.is_paired else "date event ratings"
    table = Section(columns, {"sheet": keys}, _groups, msg("Ratings history"), sheet=SheetSection(column=_DATE_COLUMN))
    nobody = line_ends(History((), (), ()), False)
    ends = Lines(
        _ends, _HEADLINE_ROW, _ENDS_COLUMN, _ENDS_ROWS, CHARTED + 1, styles=[QUIET], dated=True, initial_rows=nobody
    )
    # Rows are so high that both charts fill their page.
    page = PageSetup(
        row_height=19,
        pages_high=1,
        last_column=len(_CHART_WIDTHS),
        last_row=_PICKED_ROWS[1],
        widths=dict(enumerate((*_CHART_WIDTHS, _CHOICE_WIDTH), 1)),
    )
    return Report(
        HISTORY,
        msg("Ratings history"),
        [table],
        [ends],
        page,
        inputs=[_PICK],
        charts=[_chart_of_top(), _chart_of_picked(system)],
        live_cells=partial(_live_cells, system),
    )


def _chart_of_top() -> Chart:
    """Describe the lines of the first players, and thin ones from their ends to the names. Its axes have round ends."""
    days, *ratings = (
        CellRange(_FIRST_ROW, column, _FIRST_ROW + 1, column)
        for column in range(_ENDS_COLUMN, _ENDS_COLUMN + CHARTED + 1)
    )
    names = [(_HEADLINE_ROW, cells.first_column) for cells in ratings]
    lines = [ChartLine(0, number, name, has_markers=False) for number, name in enumerate(names)]
    leaders = [ChartLine(days, cells, name, leader=number) for number, (cells, name) in enumerate(zip(ratings, names))]
    return Chart(
        TOP_CHART,
        msg("Line chart of the ratings of the top of the list, session by session"),
        CellRange(_TOP_ROWS[0], 1, _TOP_ROWS[1], len(_CHART_WIDTHS)),
        [*lines, *leaders],
        msg("The top five of the list"),
        ColumnType.COUNT,
    )


def _chart_of_picked(system: RatingSystem) -> Chart:
    """Describe the line of the picked player. Its title is a live cell."""
    room = [
        CellRange(_FIRST_ROW, column, _FIRST_ROW + 1, column) for column in (_POSITION_COLUMN, _POSITION_COLUMN + 1)
    ]
    return Chart(
        _PICKED_CHART,
        msg("Line chart of the ratings of the player picked above, session by session"),
        CellRange(_PICKED_ROWS[0], 1, _PICKED_ROWS[1], len(_CHART_WIDTHS)),
        [
            ChartLine(_PICKED_DAYS, _PICKED_RATINGS, (_PICK.row, _PICK.column)),
            ChartLine(room[0], room[1], is_invisible=True),
        ],
    )


def _live_cells(
    system: RatingSystem,
    first_player: int,
    context: ReportContext | None,
    read_input: Callable[[Input], str | None],
    day_zero: date,
) -> Iterator[LiveCell]:
    """Yield the cells that follow the chosen player: the title and the points of the second chart, the latest first.

    Before the player was rated, the cells repeat the last point, so that none is blank or an error. A point drawn twice
    looks like one.
    """

    def players_in(row: int) -> str:
        return f"${column_letters(first_player)}{row}:${column_letters(first_player + MOST_PLAYERS - 1)}{row}"

    table = History((), (), ()) if context is None else history_in_context(context)
    picked = read_input(_PICK)
    name = next(iter(table.players), "") if picked is None else picked
    yield LiveCell(_PICK.row, _PICK.column, f'${column_letters(first_player)}${HEADING_ROW}&""', name)
    yield LiveCell(_PICKED_ROWS[0] - 1, 1, f'{_PICKED_CELL}&""', name)
    position = _match(name, table.players)
    headings = players_in(HEADING_ROW).replace(str(HEADING_ROW), f"${HEADING_ROW}")
    match = f"IFERROR(MATCH({_PICKED_CELL},{headings},0),1)"
    yield LiveCell(_HEADLINE_ROW, _POSITION_COLUMN + 1, match, position + 1)
    position_cell = f"${column_letters(_POSITION_COLUMN + 1)}${_HEADLINE_ROW}"
    days = [(day - day_zero).days for day, _ in table.periods]
    points: tuple[list[Number], list[Number]] = ([], [])
    for period in range(MOST_PERIODS):
        row = _FIRST_ROW + period
        day = days[period] if period < len(days) else 0
        rated = table.ratings[period][position] if period < len(days) and position < len(table.players) else None
        rating = f"INDEX({players_in(row)},{position_cell})"
        terms = (f"${column_letters(_DATE_COLUMN)}{row}", rating)
        for cells, term, value, line in zip((_PICKED_DAYS, _PICKED_RATINGS), terms, (day, rated), points):
            column = cells.first_column + period
            if period == 0:
                formula, cell_value = f"N({term})", value or 0
            else:
                formula = f'IF({rating}="",{column_letters(column - 1)}{cells.first_row},{term})'
                cell_value = line[-1] if rated is None or value is None else value
            line.append(cell_value)
            yield LiveCell(cells.first_row, column, formula, cell_value)
    rooms = DAYS_OF_ROOM, _POINTS_OF_ROOM[bool(system.rating_decimals)]
    for number, (cells, line, room) in enumerate(zip((_PICKED_DAYS, _PICKED_RATINGS), points, rooms)):
        yield from _room(_POSITION_COLUMN + number, cells, line, room)


def _room(column: int, cells: CellRange, line: Sequence[Number], room: int) -> Iterator[LiveCell]:
    """Yield two points beyond a line, if there is one. `cells` has its days or its ratings, `room` how far beyond."""
    first, last = column_letters(cells.first_column), column_letters(cells.last_column)
    address, has_points = f"${first}${cells.first_row}:${last}${cells.last_row}", max(line) > 0
    least, most = f"MIN({address})-{room}*(MAX({address})>0)", f"MAX({address})+{room}*(MAX({address})>0)"
    yield LiveCell(_FIRST_ROW, column, least, min(line) - room * has_points)
    yield LiveCell(_FIRST_ROW + 1, column, most, max(line) + room * has_points)


def _match(name: str, players: Sequence[str]) -> int:
    """Return the first player whom MATCH finds by a name, in any case, with * and ? as patterns, or else the best."""
    pattern = _LITERAL.sub(lambda literal: f"[{literal['escaped'] or literal['bracket']}]", name)
    regex = re.compile(translate(pattern), re.IGNORECASE)  # which tries no pattern twice, however many * there are
    return next((number for number, player in enumerate(players) if name and regex.match(player)), 0)


def history_in_context(context: ReportContext) -> History:
    """Return the table on the sheet."""
    return build_history(context.replay, context.history_periods, MOST_PLAYERS)


def _groups(context: ReportContext) -> Iterator[Group]:
    table = history_in_context(context)
    for (day, title), ratings in zip(table.periods, table.ratings):
        yield Group([Row(HistoryLine(day, title, ratings))])


def _ends(context: ReportContext) -> Sequence[Sequence[Value]]:
    return line_ends(history_in_context(context), bool(context.system.rating_decimals))


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


def line_ends(table: History, has_decimals: bool) -> list[Sequence[Value]]:
    """Return the names, a blank row, then two points for each name: the end of the line, and the name's place.

    The first column holds the points' dates, and each other one a line's.
    """
    names = [*table.players[:CHARTED], *[BLANK_NAME] * (CHARTED - len(table.players))]
    latest = [table.ratings[0][number] if table.ratings else None for number in range(min(CHARTED, len(table.players)))]
    if all(rating is None for rating in latest):
        return [(None, *[BLANK_NAME] * CHARTED), (), *NO_POINTS]
    last, first = table.periods[0][0], table.periods[-1][0]
    beyond = ceil(((last - first).days + DAYS_OF_ROOM) * LEADER)
    leader_end = date.fromordinal(min(last.toordinal() + beyond, date.max.toordinal()))
    return [(None, *names), (), (last, *latest), (leader_end, *_heights(table, latest, has_decimals))]


def _heights(table: History, latest: Sequence[Number | None], has_decimals: bool) -> Iterator[Number | None]:
    """Yield the rating at the height of each name, or None if there is no line."""
    scale = rating_scale(table, has_decimals)
    gap = (scale.high - scale.low) / LINES_OF_NAMES
    known_ratings = [rating for rating in latest if rating is not None]
    centred = sum(known_ratings) / len(known_ratings) + (CHARTED - 1) / 2 * gap
    height = scale.high + gap
    for number, rating in enumerate(latest):
        if rating is None:
            yield None
            continue
        preferred = rating if number else max(rating, centred)
        lowest = scale.low + (CHARTED - 1 / 2 - number) * gap  # so that the names below have room, too, above the axis
        height = max(lowest, min(preferred, height - gap))
        yield round(height, 6)  # which every host writes alike


class History(NamedTuple):
    """`players`: names, best first. `periods`: date and title, the latest first. `ratings`: a row for each period.

    A rating is None before the player has begun.
    """

    players: Sequence[str]
    periods: Sequence[tuple[date, str]]
    ratings: Sequence[Sequence[Number | None]]


def build_history(replay: Replay, periods: int, players: int) -> History:
    """Return the last so many periods of the first so many players of the ranking who have begun."""
    state, log = replay.state, replay.log
    ranking = [line.player for line in replay.ranking() if state.has_rating(line.player)]
    charted_players = ranking[:players]
    closings = replay.day_closings[-periods:][::-1]
    return History(
        [log.players[player].name for player in charted_players],
        [(closing.period.date, closing.period.title) for closing in closings],
        [[closing.ratings[player] for player in charted_players] for closing in closings],
    )
