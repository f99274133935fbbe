"""The recalculation: tables in, checked model, replay, computed cells out. Every host uses the same code.

It is all or nothing: if a row is wrong, only Notes and Start are written, and every rating stays as it was. Cells that
already hold the right value are not written again, so running it twice has the effect of running it once.
"""

from datetime import datetime

from xladdin.cells.table import CellBlock, ClubBook
from xladdin.workbook.changes.differences import differing
from xladdin.workbook.changes.filled_tables import filled_tables
from xladdin.workbook.changes.journal import detect_corrections, journal_areas, journal_lines
from xladdin.workbook.changes.snapshot import take_snapshot
from xladdin.workbook.checked import NothingRated, checked
from xladdin.workbook.held_ratings import rating_changes
from xladdin.workbook.outcome import Beside, Outcome, Progress
from xladdin.workbook.review import ReviewOptions, update_review


def recalculate(
    book: ClubBook,
    now: datetime,
    progress: Progress = lambda step: None,
    review_options: ReviewOptions = ReviewOptions(),  # noqa: B008
    beside: Beside = Beside(),  # noqa: B008
    *,
    to_write: bool = True,
) -> Outcome:
    """Checks and replays a club workbook. It writes nothing itself.

    `now` is the clock. It dates the recalculation, and all games must be before it. `review_options` has what is known
    of the sheet Review outside the workbook. `beside` is what lies beside it. Without `to_write`, the blocks say only
    that something is to be written. No report is made if the tables already say so. Raises FileProblem if the file is
    no club workbook, and NotFound if a whole table is missing.
    """
    progress("Checking every row")
    try:
        found = checked(book, now.date())
    except NothingRated as wrong:
        from xladdin.workbook.to_fix.nothing_rated import nothing_rated

        return nothing_rated(book, wrong.problems, wrong.notes, now)

    progress("Replaying from the first game")
    context = found.replayed(now.date())
    replayed, say = context.replay, context.language

    progress("Comparing with the workbook")
    tables = filled_tables(book, context)
    snapshot = take_snapshot(book, context.system)
    corrections = detect_corrections(book, replayed, snapshot, now)
    looks, looked = update_review(book, replayed, found.settings, review_options, say)
    changes = rating_changes(book, context.statistics)
    blocks: list[CellBlock] = [*tables.blocks, *looked]
    rated = found.rated_words(looks)
    if blocks and not to_write:
        return Outcome([], blocks, changes, replayed, rated, corrections, looks=looks)

    # A check that has found something loads no report.
    from xladdin.workbook.report_sheets.filled import chart_of_history, filled_sheets
    from xladdin.workbook.sheets.input_status import status_cells
    from xladdin.workbook.start.announced import Announced
    from xladdin.workbook.words.fixed import fixed_words

    journal = journal_lines(book, corrections, say)
    sheets = filled_sheets(book, context, found.chosen, journal_areas(journal, bool(corrections), say))
    announced = Announced(book, context, sheets, snapshot, bool(journal), rated, looks, now, beside)
    blocks.extend(differing(book, sheets.areas))
    blocks.extend(announced.differing())
    blocks.extend(differing(book, fixed_words(book, context.system, say)))
    axes = table = None
    if blocks:  # else all that follows is as it was, too
        blocks.extend(announced.stamp())
        blocks.extend(status_cells(book, context.system, tables.notes))
        axes, table = chart_of_history(book, context, sheets)
    return Outcome(
        [], blocks, changes, replayed, announced.summary, corrections, axes, table, sheets.ranges, looks,
        announced.visibility.shown,
    )  # fmt: skip
