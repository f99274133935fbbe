"""Hold the result of a recalculation, without importing the code that computes it."""

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
    """The result of a recalculation. `blocks` is what to write, empty if the workbook is up to date.

    `messages` say what was rated, what is to be reviewed and what was not updated, a line each. `problems` are rows to
    fix. If there are any, `blocks` contains only Notes and Start. `changes` are ratings that differ from those in the
    workbook. `replay` is None if there are problems. `corrections` are rows that differ from the last recalculation.
    `axes` are those of our own chart, or None if its sheet is not updated. `context` is what the reports are made from.
    `ranges` are the cells that the defined names of blocks refer to after writing. `changed_regions` has, by name, the
    former cells of blocks whose columns have changed with the version. `sheet_visibility` has, for each sheet to show
    or hide, whether to show it. `page_ends` has the last rows of the pages of sheets.
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
        """Return the messages in English, a line each."""
        return "\n".join(self.messages)

    @property
    def ranges_of_values(self) -> Mapping[str, CellRange]:
        """The ranges for a host that writes values alone.

        A block whose columns have changed keeps its former width, so that the next recalculation that writes a file
        finds it and formats its columns.
        """
        return {
            name: cells._replace(last_column=self.changed_regions[name].last_column)
            if name in self.changed_regions
            else cells
            for name, cells in self.ranges.items()
        }
