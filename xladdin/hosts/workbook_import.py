"""Prepare an import for every host: read the sources against an open workbook, merge, check and recalculate."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from xladdin.cells import CellBlock, CellValue, ClubWorkbook, cell_text
from xladdin.errors import Diagnostic
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import LINES_TO_FIX, ONCE, Answers, ImportedFile, ImportedRows, Question
from xladdin.importing.rows import LEAVE_OUT
from xladdin.importing.source import Source
from xladdin.messages import msg, ngettext
from xladdin.recalc import recalculate_workbook
from xladdin.systems.system import RatingSystem
from xladdin.workbook.differences import WorkbookOverlay, diff_input_cells
from xladdin.workbook.journal import removed_rows
from xladdin.workbook.merging import TableMerger, build_club, read_stored_answers, store_answers
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.review_sheet import RESTORED_GAME, DoubtfulRow, ReviewOptions
from xladdin.workbook.row_comparison import Preview
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import read_language

Places = Collection[tuple[str, int]]

# The answer that writes nothing, so that the file can be fixed.
STOP = "stop"
# The most lines that the question about unreadable lines lists. It counts the rest.
MOST_WRONG = 10


@dataclass(frozen=True)
class Import:
    """The findings of an import.

    Attributes:
        preview: What is new and what is not.
        questions: What the sources leave open. While there are any, nothing can be written.
        answers: The answers so far, with what was decided without a question.
        workbook_problems: Rows of the workbook to fix first.
        outcome: Of the recalculation with the new rows.
        blocks: Everything to write. It is empty if all is there already, or if something prevents the import.
    """

    preview: Preview
    questions: Sequence[Question]
    answers: Answers
    workbook_problems: Sequence[Diagnostic] = ()
    outcome: RecalcResult | None = None
    blocks: Sequence[CellBlock] = ()

    @property
    def can_be_written(self) -> bool:
        """Whether nothing prevents writing it."""
        return self.preview.is_valid and not self.workbook_problems and not self.questions


def prepare_import(
    book: ClubWorkbook,
    sources: Sequence[Source],
    answers: Answers,
    now: datetime,
    progress: ProgressCallback,
    finish_hint: str = "",
    *,
    as_new: bool = False,
) -> Import:
    """Read sources against an open workbook of any host, without writing.

    `finish_hint` is as in `recalculate_workbook`. `as_new` imports further games of a day, games that were removed
    before, and games of an earlier season. Raises WorkbookError if a source cannot be read or is for another system.
    """
    system = read_system(book)
    answers = Answers(answers.values, read_stored_answers(book.tables))
    read = sorted(read_sources(sources, build_club(system, book.tables), answers, progress), key=_place_in_order)
    log = system.log_schema.table
    gone, language = removed_rows(book, system), read_language(book)

    def merge(without: Places) -> TableMerger:
        merging = TableMerger(
            system, book.tables, answers, gone, language, as_new=as_new, game_days=_days_of(read, log)
        )
        for imported_file in read:
            merging.add(_without_lines(imported_file, without))
        merging.validate_spellings()
        return merging

    merging = merge(())
    if answers.open_questions:
        return Import(merging.preview, list(answers.open_questions.values()), answers)
    result = _recalculate_merged(book, system, merging, answers, gone, now, progress, finish_hint)
    if not result.preview.wrong or result.workbook_problems:
        return result
    wrong = {(line.file, line.line) for line in result.preview.wrong}
    digest = sources[0].digest if sources else ""
    choices = [(LEAVE_OUT, msg("leave them out")), (STOP, msg("stop, to fix the file: nothing is written"))]
    samples = [line.as_message() for line in result.preview.wrong[:MOST_WRONG]]
    if (more := len(result.preview.wrong) - MOST_WRONG) > 0:
        samples.append(msg("and {more:,} more", more=more))
    text = ngettext(
        "{n:,} line cannot be imported. Leave it out, or fix the file?",
        "{n:,} lines cannot be imported. Leave them out, or fix the file?",
        len(wrong),
    )
    if answers.ask(Question((ONCE, digest, LINES_TO_FIX), text, choices, samples=samples)) != LEAVE_OUT:
        return replace(result, questions=list(answers.open_questions.values()))
    answers.open_questions.clear()
    merging = merge(wrong)
    merging.preview.wrong.clear()
    merging.preview.lines_left_out = len(wrong)
    merging.preview.notes.append(
        ngettext("{n:,} line left out, as you chose.", "{n:,} lines left out, as you chose.", len(wrong))
    )
    return _recalculate_merged(book, system, merging, answers, gone, now, progress, finish_hint)


def _recalculate_merged(
    book: ClubWorkbook, system: RatingSystem, merging: TableMerger, answers: Answers,
    gone: Mapping[str, Sequence[CellValue]], now: datetime, progress: ProgressCallback, finish_hint: str,
) -> Import:  # fmt: skip
    """Recalculate the workbook with the new rows, and return the import with what to write."""
    preview, log = merging.preview, system.log_schema.table
    if not preview.has_changes and preview.is_valid:
        return Import(preview, [], answers)
    tables = store_answers(system, merging.tables, answers.to_remember)
    back = (DoubtfulRow(RESTORED_GAME, log, row) for row in sorted(_rows_brought_back(merging, log, gone)))
    review_options = ReviewOptions([*merging.rows_to_review(), *back])
    outcome = recalculate_workbook(
        WorkbookOverlay(book, tables), now, progress, review_options=review_options, finish_hint=finish_hint
    )
    workbook_problems = merging.assign_problems(outcome.problems)
    if not preview.is_valid or workbook_problems:
        return Import(preview, [], answers, workbook_problems)
    blocks = [*diff_input_cells(system, book, tables), *outcome.blocks]
    return Import(preview, [], answers, [], outcome, blocks)


def _days_of(read: Sequence[ImportedFile], log: str) -> tuple[date, date] | None:
    """Return the first and last day of the imported games, or None without games. Without known days it is any day."""
    logs = [imported_file.tables[log] for imported_file in read if log in imported_file.tables]
    days = [day for rows in logs for day in rows.columns.get("Date", ()) if isinstance(day, date)]
    return ((min(days), max(days)) if days else (date.min, date.max)) if logs else None


def _without_lines(imported_file: ImportedFile, places: Places) -> ImportedFile:
    """Return a source without some of its lines."""
    if not places:
        return imported_file

    def without_lines(rows: ImportedRows) -> ImportedRows:
        return rows.select_rows(
            [row for row, line in enumerate(rows.lines) if (imported_file.file, line) not in places]
        )

    tables = {name: without_lines(rows) for name, rows in imported_file.tables.items()}
    return replace(imported_file, tables=tables, wrong=[])


def _place_in_order(imported_file: ImportedFile) -> tuple[bool, ...]:
    """Return a sort key: groups before players, these before their games, and events before their results."""
    return tuple(table not in imported_file.tables for table in ("Groups", "Players", "Events"))


def _rows_brought_back(merging: TableMerger, log: str, gone: Mapping[str, Sequence[CellValue]]) -> set[int]:
    """Return the rows of the log, from 0, that are imported although they were removed before."""
    before = {tuple(map(cell_text, cells)) for cells in zip(*gone.values())}
    columns = [merging.tables[log].column(heading) or () for heading in gone]
    new = (row for table, row in merging.origins if table == log)
    return {row for row in new if tuple(cell_text(column[row]).strip() for column in columns) in before}
