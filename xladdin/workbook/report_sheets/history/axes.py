"""The ends of the axes of the first chart on Rating history: round ratings just outside the lines."""

from collections.abc import Sequence
from math import ceil, floor

from xladdin.cells.axes import ChartAxes, Scale
from xladdin.cells.limits import SERIAL_DAY_ZERO
from xladdin.cells.numbers import Number
from xladdin.reports.history import History

TOP_CHART, PICKED_CHART, PLAYER_CHART = "Chart of the top five", "Chart of the picked player", "Chart of the player"
"""The names of the charts in the workbook. The last is on the sheet Player."""
CHART_TEXTS = {
    TOP_CHART: "Line chart of the ratings of the top of the list, session by session",
    PICKED_CHART: "Line chart of the ratings of the player picked above, session by session",
    PLAYER_CHART: "Line chart of the rating of the player picked on this sheet, from the oldest day to the latest",
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


def top_axes(table: History, decimals: int, sheet: str) -> ChartAxes:
    """The axes of the chart of a history's first players, on `sheet`. A rating has so many `decimals`."""
    if not _charted(table):
        return ChartAxes(sheet, TOP_CHART, None, None)
    days = [(day - SERIAL_DAY_ZERO).days for day, _ in table.periods]
    room = names_room(table.players[:CHARTED])
    return ChartAxes(sheet, TOP_CHART, _days(min(days), max(days), room), rating_scale(table, bool(decimals)))


def names_room(names: Sequence[str]) -> float:
    """The share of the days shown for the names at the ends of the lines."""
    return NAMES_ROOM + LETTER_ROOM * max(0, *(len(name) - SHORT_NAME for name in names), 0)


def rating_scale(table: History, has_decimals: bool) -> Scale:
    """The ends of the ratings' axis. Without ratings it begins at 0."""
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
    """The days' axis. `names` is the share of the days for the names."""
    low = first if first < last else first - DAYS_OF_ROOM
    high = last + DAYS_OF_ROOM + ceil((last - first) * names)
    unit = next((unit for unit in _DAY_UNITS if high - low <= _MOST_DAY_UNITS * unit), _DAY_UNITS[-1])
    return Scale(low, high, unit)
