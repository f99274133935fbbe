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
from xladdin.workbook.journal import find_removed_rows
from xladdin.workbook.merging import TableMerger, build_club, read_stored_answers, store_answers
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.review_sheet import RESTORED_GAME, DoubtfulRow, ReviewOptions
from xladdin.workbook.row_comparison import Preview
from xladdin.workbook.rules import read_system
from xladdin.workbook.schema import read_language

Lines = Collection[tuple[str, int]]

# The answer that stops the import, so that the user can fix the file.
STOP = "stop"
# The most lines in the question about unreadable lines. Any more are only counted.
MAX_WRONG = 10


@dataclass(frozen=True)
class Import:
    """The result of preparing an import.

    Attributes:
        preview: The new rows, and those that the workbook already has.
        questions: The open questions. The import can only be written without any.
        answers: The answers so far, including those that needed no question.
        workbook_problems: Wrong rows of the workbook, which must be fixed first.
        outcome: The recalculation with the new rows.
        blocks: The cells to write. It is empty if nothing is new, or if something prevents the import.
    """

    preview: Preview
    questions: Sequence[Question]
    answers: Answers
    workbook_problems: Sequence[Diagnostic] = ()
    outcome: RecalcResult | None = None
    blocks: Sequence[CellBlock] = ()

    @property
    def can_be_written(self) -> bool:
        """Whether nothing prevents the import."""
        return self.preview.is_valid and not self.workbook_problems and not self.questions


def prepare_import(
    workbook: ClubWorkbook,
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
    system = read_system(workbook)
    answers = Answers(answers.values, read_stored_answers(workbook.tables))
    imported_files = sorted(
        read_sources(sources, build_club(system, workbook.tables), answers, progress), key=_import_order
    )
    log = system.log_schema.table
    removed, language = find_removed_rows(workbook, system), read_language(workbook)

    def merge(excluded: Lines) -> TableMerger:
        merger = TableMerger(
            system,
            workbook.tables,
            answers,
            removed,
            language,
            as_new=as_new,
            game_days=_find_day_range(imported_files, log),
        )
        for imported_file in imported_files:
            merger.merge_file(_exclude_lines(imported_file, excluded))
        merger.validate_spellings()
        return merger

    merger = merge(())
    if answers.open_questions:
        return Import(merger.preview, list(answers.open_questions.values()), answers)
    result = _recalculate_merged(workbook, system, merger, answers, removed, now, progress, finish_hint)
    if not result.preview.wrong_lines or result.workbook_problems:
        return result
    unreadable = {(line.file, line.line) for line in result.preview.wrong_lines}
    digest = sources[0].digest if sources else ""
    choices = [(LEAVE_OUT, msg("import the other lines")), (STOP, msg("stop, to fix the file: nothing is written"))]
    samples = [line.as_message() for line in result.preview.wrong_lines[:MAX_WRONG]]
    if (hidden_count := len(result.preview.wrong_lines) - MAX_WRONG) > 0:
        samples.append(msg("and {more:,} more", more=hidden_count))
    text = ngettext(
        "{n:,} line cannot be imported. Leave it out, or fix the file?",
        "{n:,} lines cannot be imported. Leave them out, or fix the file?",
        len(unreadable),
    )
    merger = merge(unreadable)
    if answers.ask(Question((ONCE, digest, LINES_TO_FIX), text, choices, samples=samples)) != LEAVE_OUT:
        preview = replace(merger.preview, wrong_lines=result.preview.wrong_lines)
        return Import(preview, list(answers.open_questions.values()), answers)
    answers.open_questions.clear()
    merger.preview.lines_left_out = len(unreadable)
    merger.preview.notes.append(
        ngettext("{n:,} line left out, as you chose.", "{n:,} lines left out, as you chose.", len(unreadable))
    )
    return _recalculate_merged(workbook, system, merger, answers, removed, now, progress, finish_hint)


def _recalculate_merged(
    workbook: ClubWorkbook, system: RatingSystem, merger: TableMerger, answers: Answers,
    removed: Mapping[str, Sequence[CellValue]], now: datetime, progress: ProgressCallback, finish_hint: str,
) -> Import:  # fmt: skip
    """Recalculate the workbook with the new rows, and return the import with what to write."""
    preview, log = merger.preview, system.log_schema.table
    if not preview.has_changes and preview.is_valid:
        return Import(preview, [], answers)
    tables = store_answers(system, merger.tables, answers.to_remember)
    brought_back = (DoubtfulRow(RESTORED_GAME, log, row) for row in sorted(_find_restored_rows(merger, log, removed)))
    review_options = ReviewOptions([*merger.list_rows_to_review(), *brought_back])
    outcome = recalculate_workbook(
        WorkbookOverlay(workbook, tables), now, progress, review_options=review_options, finish_hint=finish_hint
    )
    workbook_problems = merger.assign_problems(outcome.problems)
    if not preview.is_valid or workbook_problems:
        return Import(preview, [], answers, workbook_problems)
    blocks = [*diff_input_cells(system, workbook, tables), *outcome.blocks]
    return Import(preview, [], answers, [], outcome, blocks)


def _find_day_range(imported_files: Sequence[ImportedFile], log: str) -> tuple[date, date] | None:
    """Return the first and last day of the imported games, all days if no day is known, or None without games."""
    logs = [imported_file.tables[log] for imported_file in imported_files if log in imported_file.tables]
    days = [day for rows in logs for day in rows.columns.get("Date", ()) if isinstance(day, date)]
    return ((min(days), max(days)) if days else (date.min, date.max)) if logs else None


def _exclude_lines(imported_file: ImportedFile, lines: Lines) -> ImportedFile:
    """Return an imported file without some of its lines, each given by its file and number."""
    if not lines:
        return imported_file

    def exclude_rows(rows: ImportedRows) -> ImportedRows:
        return rows.select_rows([row for row, line in enumerate(rows.lines) if (imported_file.file, line) not in lines])

    tables = {name: exclude_rows(rows) for name, rows in imported_file.tables.items()}
    return replace(imported_file, tables=tables, wrong=[])


def _import_order(imported_file: ImportedFile) -> tuple[bool, ...]:
    """Return a sort key: groups before players, players before games, and events before results."""
    return tuple(table not in imported_file.tables for table in ("Groups", "Players", "Events"))


def _find_restored_rows(merger: TableMerger, log: str, removed: Mapping[str, Sequence[CellValue]]) -> set[int]:
    """Return the positions of imported rows of the log that equal rows that were removed before."""
    removed_cells = {tuple(map(cell_text, cells)) for cells in zip(*removed.values())}
    columns = [merger.tables[log].column(heading) or () for heading in removed]
    imported_rows = (row for table, row in merger.origins if table == log)
    return {
        row for row in imported_rows if tuple(cell_text(column[row]).strip() for column in columns) in removed_cells
    }
