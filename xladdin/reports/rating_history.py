"""Describe Rating history: the ratings at the end of the last periods, with two charts.

The latest period comes first, so that the ratings of each player are contiguous from the first row on, as the chart of
one player requires. The charts refer to a block of cells that never moves. The first chart has the name of each player
at the end of the line, at the height of the end or as close to it as the other names permit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from fnmatch import translate
from functools import partial
from math import ceil, floor
from typing import NamedTuple

from xladdin.cells import MAX_PERIODS, SERIAL_DAY_ZERO, CellRange, ChartAxes, ColumnType, Number, Scale, column_letters
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
# The number of players in the first chart.
CHARTED = 5
# The possible distances of grid lines [rating points], by whether ratings have decimals.
GRID_UNITS = {False: (50, 100, 200, 500, 1000), True: (5, 10, 20, 50, 100)}
# The most grid lines between the lowest and the highest rating before a larger distance is chosen.
MAX_UNITS = 8
DAYS_OF_ROOM = 7
# The width for names to the right of the last day, as a share of the days: for names of up to `SHORT_NAME` letters, and
# for each further letter.
NAMES_ROOM, SHORT_NAME, LETTER_ROOM = 0.3, 18, 0.022
_DAY_UNITS = (7, 14, 28, 56, 91, 182, 364, 728, 1820, 3640)
_MAX_DAY_UNITS = 7
# The name of a line without data. Without a name, LibreOffice writes "Column J" on the chart.
BLANK_NAME = " "
# The width of the lines that lead to the names, as a share of the days.
LEADER = 0.04
# The number of names that fit one below the other on the chart.
LINES_OF_NAMES = 17
# The points if nobody is rated. The axis of blank cells would extend from 0 to 15, and a line at 0 is not visible.
NO_POINTS: Sequence[Sequence[Value]] = [(0,) * (CHARTED + 1)] * 2
# The number of rows with the data of the ends of lines, including that of the names.
_ENDS_ROWS = 4
# The most players in the block of the charts. In a larger club, they are the highest rated ones.
MAX_PLAYERS = 250
# The most columns to the left of those of the players, so that cells to the right of the block never move.
_MAX_FIXED = 4
# The widths of the printed columns with the charts, to the left of the block.
_CHART_WIDTHS = (18.0, 32.0, 50.0)
_CHOICE_COLUMN, _CHOICE_WIDTH = len(_CHART_WIDTHS) + 1, 28.0
_DATE_COLUMN = _CHOICE_COLUMN + 1
# The first and last row of each chart. Both charts are below the frozen and repeated rows and fit on one page, even of
# Letter.
_TOP_ROWS, _PICKED_ROWS = (_FIRST_ROW, HEADING_ROW + 15), (HEADING_ROW + 18, HEADING_ROW + 29)
# The column with the position of the picked player, above the invisible points of the second chart: days, then ratings.
_POSITION_COLUMN = _DATE_COLUMN + _MAX_FIXED + MAX_PLAYERS + 1
# The first column of the data of the ends of lines in the first chart.
_ENDS_COLUMN = _POSITION_COLUMN + 2
_POINTS_COLUMN = _ENDS_COLUMN + CHARTED + 2
# The points of the second chart, in two rows. In columns, they would extend the printed area by empty pages.
_PICKED_DAYS, _PICKED_RATINGS = (
    CellRange(row, _POINTS_COLUMN, row, _POINTS_COLUMN + MAX_PERIODS - 1) for row in (_FIRST_ROW, _FIRST_ROW + 1)
)
# The margin of the second chart above and below the ratings, so that a single one is in the middle [rating points], by
# whether ratings have decimals.
_POINTS_OF_ROOM = {False: 10, True: 1}
# The cell for the choice of a player, next to the charts. The default is the highest rated one.
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
# Parts of a pattern of MATCH that are literal, but special in a pattern of `fnmatch`.
_LITERAL = re.compile(r"~(?P<escaped>[~*?])|(?P<bracket>\[)")
# The width of a player's column, in which the name takes two lines. Higher headings would leave a gap above the charts.
_NAME_WIDTH = 19.0


class HistoryLine(NamedTuple):
    """The ratings at the end of a period, with its date and the name of the event."""

    date: date
    event: str
    ratings: Sequence[Number | None]


def define_history_report(system: RatingSystem) -> Report:
    """Describe Rating history, with a column for each player."""
    line = HistoryLine
    players = Repeated(lambda context: get_history(context).players, MAX_PLAYERS)
    columns = {
        "date": Column(msg("Date"), line.date, ColumnType.DATE, 12),
        "event": Column(msg("Event"), line.event, ColumnType.EVENT, 24),
        "ratings": Column(BLANK, line.ratings, ColumnType.RATING, _NAME_WIDTH, repeated=players),
    }
    keys = "date ratings" if system.log_schema.is_paired else "date event ratings"
    table = Section(
        columns, {"sheet": keys}, _iter_groups, msg("Ratings history"), sheet=SheetSection(column=_DATE_COLUMN)
    )
    blank_ends = list_line_ends(History((), (), ()), False)
    ends = Lines(
        _list_ends,
        _HEADLINE_ROW,
        _ENDS_COLUMN,
        _ENDS_ROWS,
        CHARTED + 1,
        styles=[QUIET],
        has_dates=True,
        initial_rows=blank_ends,
    )
    # The height with which both charts fill their page.
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
        charts=[_define_top_chart(), _define_picked_chart()],
        live_cells=partial(_iter_live_cells, system),
    )


def _define_top_chart() -> Chart:
    """Describe the lines of the highest rated players, and thin ones from their ends to the names."""
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


def _define_picked_chart() -> Chart:
    """Describe the line of the picked player. The title is in a live cell."""
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


def _iter_live_cells(
    system: RatingSystem,
    first_player: int,
    context: ReportContext | None,
    read_input: Callable[[Input], str | None],
    day_zero: date,
) -> Iterator[LiveCell]:
    """Yield the live cells that follow the chosen player: the title and the points of the second chart.

    The latest point comes first. Cells for periods before the first rating repeat the last point, since blank cells and
    errors would be drawn as 0.
    """

    def format_players_row(row: int) -> str:
        return f"${column_letters(first_player)}{row}:${column_letters(first_player + MAX_PLAYERS - 1)}{row}"

    table = History((), (), ()) if context is None else get_history(context)
    picked_name = read_input(_PICK)
    name = next(iter(table.players), "") if picked_name is None else picked_name
    yield LiveCell(_PICK.row, _PICK.column, f'${column_letters(first_player)}${HEADING_ROW}&""', name)
    yield LiveCell(_PICKED_ROWS[0] - 1, 1, f'{_PICKED_CELL}&""', name)
    position = _match_name(name, table.players)
    headings = format_players_row(HEADING_ROW).replace(str(HEADING_ROW), f"${HEADING_ROW}")
    match = f"IFERROR(MATCH({_PICKED_CELL},{headings},0),1)"
    yield LiveCell(_HEADLINE_ROW, _POSITION_COLUMN + 1, match, position + 1)
    position_cell = f"${column_letters(_POSITION_COLUMN + 1)}${_HEADLINE_ROW}"
    days = [(day - day_zero).days for day, _ in table.periods]
    points: tuple[list[Number], list[Number]] = ([], [])
    for period in range(MAX_PERIODS):
        row = _FIRST_ROW + period
        day = days[period] if period < len(days) else 0
        rated = table.ratings[period][position] if period < len(days) and position < len(table.players) else None
        rating = f"INDEX({format_players_row(row)},{position_cell})"
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
        yield from _iter_axis_ends(_POSITION_COLUMN + number, cells, line, room)


def _iter_axis_ends(column: int, cells: CellRange, line: Sequence[Number], room: int) -> Iterator[LiveCell]:
    """Yield two invisible points that extend an axis by `room` at both ends.

    `cells` has the days or the ratings of the line.
    """
    first, last = column_letters(cells.first_column), column_letters(cells.last_column)
    address, has_points = f"${first}${cells.first_row}:${last}${cells.last_row}", max(line) > 0
    least, most = f"MIN({address})-{room}*(MAX({address})>0)", f"MAX({address})+{room}*(MAX({address})>0)"
    yield LiveCell(_FIRST_ROW, column, least, min(line) - room * has_points)
    yield LiveCell(_FIRST_ROW + 1, column, most, max(line) + room * has_points)


def _match_name(name: str, players: Sequence[str]) -> int:
    """Return the position of the first player whose name matches as in MATCH, or 0.

    MATCH ignores case, and `*` and `?` are wildcards.
    """
    pattern = _LITERAL.sub(lambda literal: f"[{literal['escaped'] or literal['bracket']}]", name)
    # `translate` uses atomic groups, so that many * do not take exponential time.
    regex = re.compile(translate(pattern), re.IGNORECASE)
    return next((number for number, player in enumerate(players) if name and regex.match(player)), 0)


def get_history(context: ReportContext) -> History:
    """Return the periods and players that the sheet Rating history has."""
    return build_history(context.replay, context.history_periods, MAX_PLAYERS)


def _iter_groups(context: ReportContext) -> Iterator[Group]:
    table = get_history(context)
    for (day, title), ratings in zip(table.periods, table.ratings):
        yield Group([Row(HistoryLine(day, title, ratings))])


def _list_ends(context: ReportContext) -> Sequence[Sequence[Value]]:
    return list_line_ends(get_history(context), bool(context.system.rating_decimals))


def compute_top_axes(table: History, decimals: int, sheet: str) -> ChartAxes:
    """Return the axes of the first chart on a sheet. `decimals` is the number of decimals of a rating."""
    if not _list_charted_ratings(table):
        return ChartAxes(sheet, TOP_CHART, None, None)
    days = [(day - SERIAL_DAY_ZERO).days for day, _ in table.periods]
    room = compute_names_room(table.players[:CHARTED])
    day_scale = _fit_day_scale(min(days), max(days), room)
    return ChartAxes(sheet, TOP_CHART, day_scale, compute_rating_scale(table, bool(decimals)))


def compute_names_room(names: Sequence[str]) -> float:
    """Return the width for the names at the ends of the lines, as a fraction of the span of days."""
    return NAMES_ROOM + LETTER_ROOM * max(0, *(len(name) - SHORT_NAME for name in names), 0)


def compute_rating_scale(table: History, has_decimals: bool) -> Scale:
    """Return the scale of the axis of ratings. Without ratings, it begins at 0."""
    ratings = _list_charted_ratings(table)
    return _fit_rating_scale(min(ratings, default=0), max(ratings, default=0), has_decimals)


def _list_charted_ratings(table: History) -> list[Number]:
    return [rating for row in table.ratings for rating in row[:CHARTED] if rating is not None]


def _fit_rating_scale(lowest: float, highest: float, has_decimals: bool) -> Scale:
    units = GRID_UNITS[has_decimals]
    unit = next((unit for unit in units if highest - lowest <= MAX_UNITS * unit), units[-1])
    low = floor(lowest / unit) * unit
    return Scale(low, max(ceil(highest / unit) * unit, low + unit), unit)


def _fit_day_scale(first: int, last: int, names: float) -> Scale:
    """Return the scale of the axis of days. `names` is the width for the names, as a fraction of the span of days."""
    low = first if first < last else first - DAYS_OF_ROOM
    high = last + DAYS_OF_ROOM + ceil((last - first) * names)
    unit = next((unit for unit in _DAY_UNITS if high - low <= _MAX_DAY_UNITS * unit), _DAY_UNITS[-1])
    return Scale(low, high, unit)


def list_line_ends(table: History, has_decimals: bool) -> list[Sequence[Value]]:
    """Return the rows with the ends of lines: the names, a blank row, and two points for each name.

    The points are the end of the line and the location of the name. The first column has their dates, and each other
    column the ratings of a player.
    """
    names = [*table.players[:CHARTED], *[BLANK_NAME] * (CHARTED - len(table.players))]
    latest = [table.ratings[0][number] if table.ratings else None for number in range(min(CHARTED, len(table.players)))]
    if all(rating is None for rating in latest):
        return [(None, *[BLANK_NAME] * CHARTED), (), *NO_POINTS]
    last, first = table.periods[0][0], table.periods[-1][0]
    beyond = ceil(((last - first).days + DAYS_OF_ROOM) * LEADER)
    leader_end = date.fromordinal(min(last.toordinal() + beyond, date.max.toordinal()))
    return [(None, *names), (), (last, *latest), (leader_end, *_iter_name_heights(table, latest, has_decimals))]


def _iter_name_heights(table: History, latest: Sequence[Number | None], has_decimals: bool) -> Iterator[Number | None]:
    """Yield the rating at whose height each name is written, or None without a line."""
    scale = compute_rating_scale(table, has_decimals)
    gap = (scale.high - scale.low) / LINES_OF_NAMES
    known_ratings = [rating for rating in latest if rating is not None]
    centred_height = sum(known_ratings) / len(known_ratings) + (CHARTED - 1) / 2 * gap
    height = scale.high + gap
    for number, rating in enumerate(latest):
        if rating is None:
            yield None
            continue
        preferred = rating if number else max(rating, centred_height)
        lowest = scale.low + (CHARTED - 1 / 2 - number) * gap  # leaves space above the axis for the names below
        height = max(lowest, min(preferred, height - gap))
        yield round(height, 6)  # so that all hosts write the same digits


class History(NamedTuple):
    """The ratings of some players at the end of some periods.

    Attributes:
        players: Names, the highest rated first.
        periods: Date and title of each period, the latest first.
        ratings: For each period, the rating of each player, or None before the first rating.
    """

    players: Sequence[str]
    periods: Sequence[tuple[date, str]]
    ratings: Sequence[Sequence[Number | None]]


def build_history(replay: Replay, periods: int, players: int) -> History:
    """Return the last `periods` periods of the first `players` players of the ranking who have a rating."""
    state, log = replay.state, replay.log
    ranking = [line.player for line in replay.ranking() if state.has_rating(line.player)]
    charted_players = ranking[:players]
    closings = replay.day_closings[-periods:][::-1]
    return History(
        [log.players[player].name for player in charted_players],
        [(closing.period.date, closing.period.title) for closing in closings],
        [[closing.ratings[player] for player in charted_players] for closing in closings],
    )
