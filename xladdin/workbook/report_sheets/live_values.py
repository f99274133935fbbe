"""What a recalculation of a file writes beside the regions of reports: pages, the club's news, cells of charts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from fnmatch import translate
from itertools import count, product

from xladdin.cells import MOST_PERIODS, SERIAL_DAY_ZERO, CellRange, Number, column_letters
from xladdin.files.workbook_writer import Pages
from xladdin.renderers.sheet import AS_OF_ROW, HEADING_ROW, HEADLINE_ROW, SUBTITLE_ROW, TITLE_ROW, Region
from xladdin.reports.rating_history import CHOICE_COLUMN, DATE_COLUMN, DAYS_OF_ROOM, ROWS, History, HistoryColumns
from xladdin.reports.report import PageSetup
from xladdin.systems.system import RatingSystem
from xladdin.workbook.styles import BAND_HEIGHTS, scale_of

_ROW, _HEADINGS = 10.5, 14.25
"""The heights of a row, and of the numbers above, in whole dots of a screen [points]. 30 players fill a page."""


TITLE_HEIGHTS = {TITLE_ROW: 21, SUBTITLE_ROW: 14.25, AS_OF_ROW: 45.75, HEADLINE_ROW: 0.75}
"""A line, another, four, and a row without use [points]. The titles stay within the first columns."""


_LEAST_SCALE = 98
"""The per cent to which a page is made smaller at most. Its print is of 10 points at 100."""


AS_OF_HEIGHT, AS_OF_TWO_LINES, HEADLINE_HEIGHT = 16, 27, 20
"""The heights of the line with a sheet's date, of one that is in two lines, and of the headline [points]."""


def heading_height(page: PageSetup) -> float:
    """Return the height of all that every page of a list repeats, with its date in two lines [points]."""
    return sum(BAND_HEIGHTS) + AS_OF_TWO_LINES + HEADLINE_HEIGHT + page.heading_height


def pages_of(region: Region, rows: int, columns: int) -> Pages:
    """Return the fewest pages on which its print keeps its size. They have equally many players, and part nobody.

    `rows` are those below the headings.
    """
    fixed = len(region.headings)
    players = max(columns - fixed, 1)
    everybody = sum(column.width for column in region.columns[:fixed])
    opponent = region.repeated.width if region.repeated else 0
    each = max(rows // players, 1)
    above = sum(TITLE_HEIGHTS.values()) + _HEADINGS + _ROW  # and a row of room, since programs round each height up

    def pages(wide: int, high: int, on_its_side: bool) -> Pages:
        across, down = -(-players // wide), -(-players // high)
        scale = scale_of(everybody + opponent * across, above + _ROW * each * down, on_its_side)
        row_ends = [HEADING_ROW + each * down * page for page in range(1, high)]
        return Pages(row_ends, scale, on_its_side, [fixed + across * page for page in range(1, wide)])

    def largest(number: int) -> Pages:
        wides = (wide for wide in range(1, number + 1) if number % wide == 0)
        ways = (pages(wide, number // wide, side) for wide, side in product(wides, (True, False)))
        return max(ways, key=lambda way: way.scale)

    return next(best for best in map(largest, count(1)) if best.scale >= _LEAST_SCALE)


NEWS_NAME = "club_news"
"""The defined name of the cell that the director types the news into."""


def news_formula() -> str:
    """Return the content of the printed box."""
    return f'IF({NEWS_NAME}="","",{NEWS_NAME})'


PICKED = (HEADLINE_ROW, CHOICE_COLUMN)
"""The row and column of the picked player's cell."""


PICKED_CELL = f"${column_letters(PICKED[1])}${PICKED[0]}"


NAME_ROW = HEADING_ROW + 17
"""The title of the second chart, a cell. A title in the chart shows no name until a spreadsheet computes it."""


POINTS_OF_ROOM = {False: 10, True: 1}
"""How far beyond the ratings the second chart reaches, so that a single one is in the middle [rating points]. It
depends on whether ratings have decimals."""


_LITERAL = re.compile(r"~(?P<escaped>[~*?])|(?P<bracket>\[)")
"""Letters that mean themselves in a pattern of MATCH, but not in a pattern of file names."""


LiveCell = tuple[int, int, str, "Number | str"]
"""The row, column, formula without "=", and value."""


BEST_PLAYER = re.compile(rf'\$[A-Z]+\${HEADING_ROW}&""')
"""The formula of the picked player's cell until somebody picks one."""


def live_cells(
    at: HistoryColumns,
    system: RatingSystem,
    table: History,
    picked: str | None = None,
    day_zero: date = SERIAL_DAY_ZERO,
) -> Iterator[LiveCell]:
    """Yield all live cells. `picked` is what somebody typed into the picked player's cell, or None.

    The dates and ratings are latest first. Before the player was rated, the cells repeat the last, so that no cell is
    blank or an error. A point drawn twice shows once.
    """
    name = next(iter(table.players), "") if picked is None else picked
    yield *PICKED, f'${column_letters(at.first_player)}${HEADING_ROW}&""', name
    yield NAME_ROW, 1, f'{PICKED_CELL}&""', name
    position = _match(name, table.players)
    match = f"IFERROR(MATCH({PICKED_CELL},{at.players(f'${HEADING_ROW}')},0),1)"
    yield HEADLINE_ROW, at.choice + 1, match, position + 1
    place = f"${column_letters(at.choice + 1)}${HEADLINE_ROW}"
    days = [(day - day_zero).days for day, _ in table.periods]
    points: tuple[list[Number], list[Number]] = ([], [])
    for period in range(MOST_PERIODS):
        row = ROWS[0] + period
        day = days[period] if period < len(days) else 0
        rated = table.ratings[period][position] if period < len(days) and position < len(table.players) else None
        rating = f"INDEX({at.players(row)},{place})"
        terms = (f"${column_letters(DATE_COLUMN)}{row}", rating)
        for cells, term, value, line in zip(at.picked, terms, (day, rated), points):
            column = cells.first_column + period
            if period == 0:
                formula, own = f"N({term})", value or 0
            else:
                formula = f'IF({rating}="",{column_letters(column - 1)}{cells.first_row},{term})'
                own = line[-1] if rated is None or value is None else value
            line.append(own)
            yield cells.first_row, column, formula, own
    rooms = DAYS_OF_ROOM, POINTS_OF_ROOM[bool(system.rating_decimals)]
    for number, (cells, line, room) in enumerate(zip(at.picked, points, rooms)):
        yield from _room(at.choice + number, cells, line, room)


def _room(column: int, cells: CellRange, line: Sequence[Number], room: int) -> Iterator[LiveCell]:
    """Two points beyond a line, if there is one. `cells`: its dates or its ratings. `room`: how far beyond them."""
    first, last = column_letters(cells.first_column), column_letters(cells.last_column)
    address, some = f"${first}${cells.first_row}:${last}${cells.last_row}", max(line) > 0
    yield ROWS[0], column, f"MIN({address})-{room}*(MAX({address})>0)", min(line) - room * some
    yield ROWS[0] + 1, column, f"MAX({address})+{room}*(MAX({address})>0)", max(line) + room * some


def _match(name: str, players: Sequence[str]) -> int:
    """Return the first player whom MATCH finds by a name, in any case, with * and ? as patterns, or else the best."""
    pattern = _LITERAL.sub(lambda literal: f"[{literal['escaped'] or literal['bracket']}]", name)
    regex = re.compile(translate(pattern), re.IGNORECASE)  # which tries no pattern twice, however many * there are
    return next((number for number, player in enumerate(players) if name and regex.match(player)), 0)
