"""The axes of a chart as they travel from the recalculation to a host: where each axis begins and ends."""

from __future__ import annotations

from typing import NamedTuple

from xladdin.cells.limits import DAY_ZERO_1904, SERIAL_DAY_ZERO


class Scale(NamedTuple):
    """An axis from `low` to `high`, with a mark every `unit`."""

    low: float
    high: float
    unit: float


class ChartAxes(NamedTuple):
    """The scales of one chart, by the sheet and the name of the chart. With None the spreadsheet chooses.

    `days` is the axis below, counted from 1900. `values` is the axis at the left.
    """

    sheet: str
    chart: str
    days: Scale | None
    values: Scale | None

    def counted_from_1904(self) -> ChartAxes:
        """Return the same axes in a workbook that counts its days from 1904."""
        days = self.days
        if days is None:
            return self
        later = (DAY_ZERO_1904 - SERIAL_DAY_ZERO).days
        return self._replace(days=days._replace(low=days.low - later, high=days.high - later))
