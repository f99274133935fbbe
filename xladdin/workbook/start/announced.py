"""What a recalculation that rated everything announces: on Start, and in the titles of the sheets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from xladdin.cells.table import CellBlock, CellValue, ClubBook
from xladdin.reports.context import ReportContext
from xladdin.workbook.changes.named_cells import cells
from xladdin.workbook.changes.snapshot import Snapshot
from xladdin.workbook.outcome import Beside
from xladdin.workbook.report_sheets.filled import FilledSheets
from xladdin.workbook.review import ReviewLine
from xladdin.workbook.schema import AS_OF_NAME, JOURNAL, LEFT_ALONE_NAME, OUTCOME_NAME, RECALCULATED_NAME, REVIEW
from xladdin.workbook.sheet_visibility import Visibility, update_visibility
from xladdin.workbook.start.home import how_words, up_to_date
from xladdin.workbook.start.status import as_of, left_alone_keys, live_cells, state_of


@dataclass(frozen=True)
class Announced:
    """The words of a recalculation.

    `rated` says what was rated, asked and passed over, in English and a line each. `looks` are the open questions.
    `beside` is what lies beside the workbook.
    """

    book: ClubBook
    context: ReportContext
    sheets: FilledSheets
    snapshot: Snapshot
    has_journal: bool
    rated: str
    looks: Sequence[ReviewLine]
    now: datetime
    beside: Beside

    @cached_property
    def summary(self) -> str:
        """The same, with what was left alone."""
        return "\n".join([self.rated, *self.sheets.left_alone.values()])

    def differing(self) -> Iterator[CellBlock]:
        """The cells that say something else than before, and the copy of what was read."""
        own: dict[str, CellValue] = {OUTCOME_NAME: self._said, LEFT_ALONE_NAME: self._left_alone}
        own |= self.sheets.names
        own |= self.visibility.cells
        own |= how_words(self.book, self.beside.how, self.context.language)
        yield from cells(self.book, own)
        yield from self.snapshot.update(self.book)
        yield from up_to_date(self.book, self.context, self._state)

    def stamp(self) -> Iterator[CellBlock]:
        """The cells with the time, which are written where anything has changed, and all that repeats it."""
        moment, since = (
            self.context.language.moment(self.now),
            as_of(self.context.statistics, self.now, self.context.language),
        )
        stamp: dict[str, CellValue] = {RECALCULATED_NAME: moment, AS_OF_NAME: since}
        yield from cells(self.book, stamp)
        yield from live_cells(self.book, self._state, since, moment, self._said, self._left_alone)

    @cached_property
    def visibility(self) -> Visibility:
        """The sheets that are shown or hidden now, and what Start says of them."""
        filled = {*self.sheets.filled, *([REVIEW] if self.looks else []), *([JOURNAL] if self.has_journal else [])}
        return update_visibility(self.book, self.context.system, self.sheets.places, filled, self.context.language)

    @cached_property
    def _said(self) -> str:
        return "\n".join(map(self.context.language.message, self.summary.split("\n")))

    @cached_property
    def _left_alone(self) -> str:
        return left_alone_keys(self.book, self.sheets.left_alone)

    @cached_property
    def _state(self) -> str:
        return state_of(self.context.replay, self.sheets.tables, len(self.looks), self.context.language)
