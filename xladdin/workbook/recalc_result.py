"""Define the result of a recalculation. This module does not import the code that computes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xladdin.cells import CellBlock, CellRange, ChartAxes
    from xladdin.errors import Diagnostic
    from xladdin.messages import Message
    from xladdin.replay import Replay
    from xladdin.reports.context import RatingChange, ReportContext
    from xladdin.reports.review import ReviewLine
    from xladdin.workbook.journal import Correction

# A callback that receives each step of the work.
ProgressCallback = Callable[["Message"], None]


class RecalcResult(NamedTuple):
    """The result of a recalculation.

    Attributes:
        problems: Rows to fix. If there are any, only the Notes and Start are updated.
        blocks: Cells to write. Empty if the workbook is up to date.
        changes: Ratings that differ from those in the workbook.
        replay: The replayed log, or None if there are problems.
        messages: What was rated, what is to be reviewed, and what was not updated, a line each.
        corrections: Rows that differ from the last recalculation.
        axes: Axes of the rating history chart, or None if its sheet is not updated.
        context: The input of the reports.
        ranges: Cells of the defined names of regions after writing.
        to_review: Rows to review.
        sheet_visibility: For each sheet to show or hide, whether to show it.
        changed_regions: Former cells of regions whose columns have changed with the version, by defined name.
        page_ends: The last row of each printed page, by sheet.
    """

    problems: Sequence[Diagnostic]
    blocks: Sequence[CellBlock]
    changes: Sequence[RatingChange]
    replay: Replay | None
    messages: Sequence[Message]
    corrections: Sequence[Correction] = ()
    axes: ChartAxes | None = None
    context: ReportContext | None = None
    ranges: Mapping[str, CellRange] = {}
    to_review: Sequence[ReviewLine] = ()
    sheet_visibility: Mapping[str, bool] = {}
    changed_regions: Mapping[str, CellRange] = {}
    page_ends: Mapping[str, Sequence[int]] = {}

    @property
    def summary(self) -> str:
        """The messages in English, a line each."""
        return "\n".join(self.messages)

    @property
    def ranges_of_values(self) -> Mapping[str, CellRange]:
        """The ranges for a host that writes values only.

        A region whose columns have changed keeps its former width. So the next recalculation that writes a file
        recognizes it and formats its columns.
        """
        return {
            name: cells._replace(last_column=self.changed_regions[name].last_column)
            if name in self.changed_regions
            else cells
            for name, cells in self.ranges.items()
        }
