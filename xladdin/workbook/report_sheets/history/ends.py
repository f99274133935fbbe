"""The ends of the lines in the first chart on Rating history, and their names: values right of the table.

A name is at the height of its line's end, or as far from it as the names above and below need.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from math import ceil

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellValue
from xladdin.reports.history import History
from xladdin.workbook.report_sheets.history.axes import CHARTED, DAYS_OF_ROOM, rating_scale

NOBODY = " "
"""The name of a missing line. Without a name LibreOffice writes "Column J" on the chart."""
LEADER = 0.04
"""The share of the dates shown for the lines to the names."""
LINES_OF_NAMES = 17
"""The number of names one below the other on the chart."""
NOTHING: Sequence[Sequence[CellValue]] = [(0,) * (CHARTED + 1)] * 2
"""The points if nobody is rated. An axis of blank cells would go from 0 to 15, and 0 shows nothing."""
ROWS = 4
"""The rows of the values, from that of the names on."""


def ends_of_lines(table: History, has_decimals: bool) -> list[Sequence[CellValue]]:
    """The names, a blank row, then two points for each name: the end of the line, and the name's place.

    The first column holds the points' dates, and each other one a line's.
    """
    names = [*table.players[:CHARTED], *[NOBODY] * (CHARTED - len(table.players))]
    latest = [table.ratings[0][number] if table.ratings else None for number in range(min(CHARTED, len(table.players)))]
    if all(rating is None for rating in latest):
        return [(None, *[NOBODY] * CHARTED), (), *NOTHING]
    last, first = table.periods[0][0], table.periods[-1][0]
    beyond = ceil(((last - first).days + DAYS_OF_ROOM) * LEADER)
    beside = date.fromordinal(min(last.toordinal() + beyond, date.max.toordinal()))
    return [(None, *names), (), (last, *latest), (beside, *_heights(table, latest, has_decimals))]


def _heights(table: History, latest: Sequence[Number | None], has_decimals: bool) -> Iterator[Number | None]:
    """The rating at the height of each name, or None if there is no line."""
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
