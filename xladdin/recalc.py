"""Recalculate a workbook in any host: validate its tables, rate the log, and return the cells to write.

If a row is wrong, only Notes and Start are written, and all ratings stay unchanged. Cells with the right value are not
written again, so that a second recalculation writes nothing.
"""

from datetime import datetime

from xladdin.cells import CellBlock, ClubWorkbook
from xladdin.messages import msg
from xladdin.workbook.computed_columns import diff_computed_columns, list_rating_changes
from xladdin.workbook.differences import diff_area
from xladdin.workbook.journal import (
    detect_corrections,
    find_outdated_snapshot,
    list_journal_lines,
    render_journal,
    take_snapshot,
)
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.review_sheet import ReviewOptions, update_review
from xladdin.workbook.validation import ValidationError, validate_workbook


def recalculate_workbook(
    workbook: ClubWorkbook,
    now: datetime,
    progress: ProgressCallback = lambda step: None,
    review_options: ReviewOptions = ReviewOptions(),  # noqa: B008
    finish_hint: str = "",
    *,
    to_write: bool = True,
    with_reports: bool = True,
) -> RecalcResult:
    """Validate the tables, rate the log and return the cells to write. The workbook is not changed.

    Args:
        workbook: The workbook.
        now: Date and time of the recalculation. No game may be later.
        progress: Called with a message before each step.
        review_options: Data for the sheet Review from outside of the workbook.
        finish_hint: How to bring the lists up to date, for Start. If it is empty, Start keeps its text.
        to_write: Whether the cells will be written. Otherwise they only show whether the workbook is up to date, and
            may be incomplete.
        with_reports: Whether to render the sheets of reports. Otherwise the cells only show whether anything else is
            out of date.

    Raises:
        WorkbookError: The file is not a club workbook.
        NotFoundError: A whole table is missing.
    """
    progress(msg("Checking every row"))
    try:
        inputs = validate_workbook(workbook, now.date())
    except ValidationError as error:
        from xladdin.workbook.start import build_rejected_result

        return build_rejected_result(workbook, error.problems, error.notes, now)

    progress(msg("Replaying from the first game"))
    context = inputs.replay(now.date())

    progress(msg("Comparing with the workbook"))
    columns = list(diff_computed_columns(workbook, context))
    snapshot = take_snapshot(workbook, context.system)
    stored = find_outdated_snapshot(workbook, snapshot)
    corrections = detect_corrections(workbook, context.replay, stored, snapshot, now)
    to_review, review_cells = update_review(workbook, context.replay, inputs.settings, review_options, context.language)
    changes = list_rating_changes(workbook, context.statistics)
    messages = inputs.summarize(to_review)
    writes: list[CellBlock] = [*columns, *review_cells]
    if not (with_reports and to_write):
        writes += snapshot.diff_digest(workbook)
    # A check needs no more than this, so it does not import the reports.
    if not with_reports or (writes and not to_write):
        return RecalcResult([], writes, changes, context.replay, messages, corrections, to_review=to_review)

    from xladdin.workbook.report_sheets.rendering import compute_history_axes, render_report_sheets
    from xladdin.workbook.start import StartUpdate
    from xladdin.workbook.status import diff_table_status

    journal = list_journal_lines(workbook, corrections, context.language)
    sheets = render_report_sheets(
        workbook, context, inputs.selection, render_journal(workbook, journal, bool(corrections), context.language)
    )
    updates = sheets.updates
    start = StartUpdate(workbook, context, sheets, messages, to_review, bool(journal), now, finish_hint)
    for area in sheets.areas:
        writes += diff_area(workbook, area)
    writes += start.diff_cells()
    writes += snapshot.update(workbook, stored)
    axes = None
    if writes or (updates.changed_regions and workbook.is_file):  # otherwise the rest is unchanged, too
        writes += start.diff_time_cells()
        writes += diff_table_status(workbook, context.system)
        axes = compute_history_axes(context, sheets)
    return RecalcResult(
        problems=[],
        blocks=writes,
        changes=changes,
        replay=context.replay,
        messages=start.messages,
        corrections=corrections,
        axes=axes,
        context=context,
        ranges=updates.ranges,
        to_review=to_review,
        sheet_visibility=start.visibility.changes,
        changed_regions=updates.changed_regions,
        page_ends=updates.page_ends,
    )
