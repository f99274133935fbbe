"""The live cells of History, each with its formula and with what the formula gives for a table.

The charts read them: names for the legend, the picked player's dates and ratings, two points for each chart that are
not drawn but give its axes room, and two for each name, the end of its line and where the name stands. The values are
written into a file, for those who look at it without a spreadsheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fnmatch import translate

from xladdin.cells.addresses import column_letters
from xladdin.cells.limits import SERIAL_DAY_ZERO
from xladdin.cells.numbers import Number
from xladdin.reports.history import History
from xladdin.systems.system import RatingSystem
from xladdin.workbook.report_sheets.blocks.layout import HEADING_ROW, HEADLINE_ROW
from xladdin.workbook.report_sheets.history import DATE_COLUMN, MOST_PERIODS, MOST_PLAYERS, first_player_column
from xladdin.workbook.report_sheets.history_axes import (
    CHARTED,
    DAYS_OF_ROOM,
    names_room,
    names_room_formula,
    rating_scale,
    scale_formulas,
)

ROWS = (HEADING_ROW + 1, HEADING_ROW + MOST_PERIODS)
"""First and last row of the table that the charts read."""
PICKED = (HEADLINE_ROW, 2)
"""Row and column of the picked player's cell."""
PICKED_CELL = f"${column_letters(PICKED[1])}${PICKED[0]}"
NAME_ROW = HEADING_ROW + 17
"""The title of the second chart, a cell: one in the chart shows no name where no spreadsheet has computed it."""
NOBODY = " "
"""The name of a line that is not there: of one without a name LibreOffice writes "Column J" on the chart."""
LEADER = 0.04
"""Share of the dates shown that the lines to the names take."""
LINES_OF_NAMES = 17
"""Names that go one below the other on the chart."""
POINTS_OF_ROOM = {False: 10, True: 1}
"""How far beyond the ratings the second chart reaches, so that a single one stands in the middle [rating points].

By whether ratings have decimals."""
_LITERAL = re.compile(r"~(?P<escaped>[~*?])|(?P<bracket>\[)")
"""What means itself in a pattern of MATCH, and would not in one of file names."""

LiveCell = tuple[int, int, str, "Number | str"]
"""Row, column, formula without "=", and its value."""


class HistoryHelpers:
    """Where the helpers stand, right of the table: numbers of their first columns."""

    def __init__(self, system: RatingSystem) -> None:
        self.first_player = first_player_column(system)
        self._last_player = self.first_player + MOST_PLAYERS - 1
        self.dates = self._last_player + 2
        self.ratings = self.dates + 1
        self.top_room, self.picked_room = self.dates + 2, self.dates + 4
        self.names = self.dates + 6
        self.days = self.names + CHARTED
        self.heights = self.days + 1
        self._has_decimals = bool(system.rating_decimals)

    def players(self, row: int | str) -> str:
        """Cells of all players in a row."""
        return f"${column_letters(self.first_player)}{row}:${column_letters(self._last_player)}{row}"

    def picked_formula(self) -> str:
        """What stands in the picked player's cell until one is picked: the best one."""
        return f'{self.players(f"${HEADING_ROW}").split(":")[0]}&""'

    def cells(self, table: History, picked: str | None = None, day_zero: date = SERIAL_DAY_ZERO) -> Iterator[LiveCell]:
        """All live cells. picked: what was typed into the picked player's cell, if anything was."""
        best = next(iter(table.players), "")
        name = best if picked is None else picked
        yield *PICKED, self.picked_formula(), best
        yield NAME_ROW, 1, f'{PICKED_CELL}&""', name
        days = [(day - day_zero).days for day, _ in table.periods]
        yield from self._top_five(table, days)
        yield from self._picked(table, days, name)

    def _top_five(self, table: History, days: Sequence[int]) -> Iterator[LiveCell]:
        for number in range(CHARTED):
            heading = f"{column_letters(self.first_player + number)}${HEADING_ROW}"
            name = table.players[number] if number < len(table.players) else NOBODY
            yield HEADLINE_ROW, self.names + number, f'IF({heading}="","{NOBODY}",{heading})', name
        yield from self._ends(table, days)
        best = f"N({column_letters(self.first_player)}{ROWS[0]})"
        rating = _latest(table, 0) or 0
        names = [f"{column_letters(self.names + number)}${HEADLINE_ROW}" for number in range(CHARTED)]
        room = names_room_formula(names), names_room(table.players[:CHARTED])
        yield from _room(self.top_room, _column(DATE_COLUMN), days, (best, best), (rating, rating), room)

    def _ends(self, table: History, days: Sequence[int]) -> Iterator[LiveCell]:
        """Two points for each of the names: the end of the line, and right of it where the name has room."""
        row, dates = ROWS[0], _column(DATE_COLUMN)
        first, last = min(days, default=0), max(days, default=0)
        yield row, self.days, f"MAX({dates})", last
        leader = f"MAX({dates})+(MAX({dates})-MIN({dates})+{DAYS_OF_ROOM})*{LEADER}"
        yield row + 1, self.days, leader, last + (last - first + DAYS_OF_ROOM) * LEADER
        scale = rating_scale(table, self._has_decimals)
        least_gap = (scale.high - scale.low) / LINES_OF_NAMES
        gap, unit, low, high = (f"${column_letters(self.days)}${row + below}" for below in (2, 3, 4, 5))
        yield row + 2, self.days, f"({high}-{low})/{LINES_OF_NAMES}", least_gap
        ends = [column_letters(self.first_player + number) for number in (0, CHARTED - 1)]
        block = f"${ends[0]}${row}:${ends[1]}${ROWS[1]}"
        formulas = scale_formulas(block, self._has_decimals, unit, low)
        for below, (formula, end) in enumerate(zip(formulas, (scale.unit, scale.low, scale.high)), 3):
            yield row + below, self.days, formula, end
        yield from self._heights(table, f"${ends[0]}${row}:${ends[1]}${row}", (gap, low, high), scale.low, scale.high)

    def _heights(
        self, table: History, ends: str, terms: tuple[str, str, str], low: float, high: float
    ) -> Iterator[LiveCell]:
        """terms: the cells of the gap between two names, and of the low and the high end of the axis."""
        row, step = ROWS[0], (high - low) / LINES_OF_NAMES
        gap, low_end, high_end = terms
        latest = [_latest(table, number) for number in range(CHARTED)]
        known = [rating for rating in latest if rating is not None]
        end: Number = 0
        height: Number = 0
        for number, own in enumerate(latest):
            rating = f"{column_letters(self.first_player + number)}{row}"
            before, above = (f"{column_letters(self.heights + number - 1)}{line}" for line in (row, row + 1))
            least = f"{low_end}+{CHARTED - 1 - number}*{gap}"  # so that the names below have room, too
            lowest = low + (CHARTED - 1 - number) * step
            if number == 0:
                end_formula, end = f"N({rating})", own or 0
                wanted = f"MIN({high_end},MAX({rating},AVERAGE({ends})+2*{gap}))"
                formula = f"IF(COUNT({ends})=0,0,MAX({least},{wanted}))"
                if known:
                    centred = sum(known) / len(known) + 2 * step
                    height = max(lowest, min(high, centred if own is None else max(own, centred)))
            else:
                end_formula = f'IF({rating}="",{before},{rating})'
                formula = f'IF({rating}="",{before},MAX({least},MIN({rating},{above}-{gap})))'
                height = end if own is None else max(lowest, min(own, height - step))
                end = end if own is None else own
            yield row, self.heights + number, end_formula, end
            yield row + 1, self.heights + number, formula, height

    def _picked(self, table: History, days: Sequence[int], name: str) -> Iterator[LiveCell]:
        """The picked player's dates and ratings, latest first; where he was not rated yet, the cells repeat the last.

        A point drawn twice shows once, so no cell is blank or an error.
        """
        headings = self.players(f"${HEADING_ROW}")
        position = _match(name, table.players)
        yield HEADLINE_ROW, self.ratings, f"IFERROR(MATCH({PICKED_CELL},{headings},0),1)", position + 1
        place = f"${column_letters(self.ratings)}${HEADLINE_ROW}"
        shown: dict[int, list[Number]] = {self.dates: [], self.ratings: []}
        for row in range(ROWS[0], ROWS[1] + 1):
            period = row - ROWS[0]
            rated = table.ratings[period][position] if period < len(days) and position < len(table.players) else None
            rating = f"INDEX({self.players(row)},{place})"
            day = f"${column_letters(DATE_COLUMN)}{row}"
            for column, term, value in (
                (self.dates, day, days[period] if period < len(days) else 0),
                (self.ratings, rating, rated),
            ):
                above = f"{column_letters(column)}{row - 1}"
                if row == ROWS[0]:
                    formula, own = f"N({term})", value or 0
                else:
                    formula = f'IF({rating}="",{above},{term})'
                    own = shown[column][-1] if rated is None or value is None else value
                shown[column].append(own)
                yield row, column, formula, own
        cells, room = _column(self.ratings), POINTS_OF_ROOM[self._has_decimals]
        lowest, highest = min(shown[self.ratings]), max(shown[self.ratings])
        ends = lowest - room * (highest > 0), highest + room * (highest > 0)
        formulas = f"MIN({cells})-{room}*(MAX({cells})>0)", f"MAX({cells})+{room}*(MAX({cells})>0)"
        yield from _room(self.picked_room, _column(self.dates), shown[self.dates], formulas, ends)


def _room(
    column: int,
    dates: str,
    days: Sequence[Number],
    formulas: tuple[str, str],
    ratings: tuple[Number, Number],
    further: tuple[str, float] = ("", 0.0),
) -> Iterator[LiveCell]:
    """Two points beyond the lines, where there are any. further: share of the days shown, right of the later one."""
    first, last = min(days, default=0), max(days, default=0)
    formula, share = further
    room = f"+(MAX({dates})-MIN({dates}))*({formula})" if formula else ""
    some = f"(MAX({dates})>0)"
    yield ROWS[0], column, f"MIN({dates})-{DAYS_OF_ROOM}*{some}", first - DAYS_OF_ROOM * (last > 0)
    yield ROWS[0], column + 1, formulas[0], ratings[0]
    later = last + DAYS_OF_ROOM * (last > 0) + (last - first) * share
    yield ROWS[0] + 1, column, f"MAX({dates})+{DAYS_OF_ROOM}*{some}{room}", later
    yield ROWS[0] + 1, column + 1, formulas[1], ratings[1]


def _column(column: int) -> str:
    """The cells of a column beside the table."""
    letters = column_letters(column)
    return f"${letters}${ROWS[0]}:${letters}${ROWS[1]}"


def _latest(table: History, player: int) -> Number | None:
    return table.ratings[0][player] if table.ratings and player < len(table.players) else None


def _match(name: str, players: Sequence[str]) -> int:
    """The first player whom MATCH finds by a name, in any case, with * and ? for patterns; the best where none is."""
    pattern = _LITERAL.sub(lambda found: f"[{found['escaped'] or found['bracket']}]", name)
    found = re.compile(translate(pattern), re.IGNORECASE)  # which tries no pattern twice, however many * there are
    return next((number for number, player in enumerate(players) if name and found.match(player)), 0)
