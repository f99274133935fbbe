"""What a recalculation writes while rows need fixing: Notes and Start. Every other cell stays as it is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from xladdin.cells.table import CellTable, CellValue, ClubBook
from xladdin.cells.text import shown
from xladdin.errors import Diagnostic, count_wrong_rows, list_problems
from xladdin.languages.language import Language
from xladdin.messages import Message, msg, ngettext
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.differences import cells, differing_columns
from xladdin.workbook.contents import tables_of
from xladdin.workbook.recalc_result import RecalcResult
from xladdin.workbook.report_sheets.filled import sheet_reports
from xladdin.workbook.schema import AS_OF_NAME, NOT_YET, OUTCOME_NAME, RECALCULATED_NAME, SYSTEM_NAME
from xladdin.workbook.sheets.input_status import status_cells
from xladdin.workbook.start.invalid_rows import list_invalid_rows
from xladdin.workbook.start.status import (
    OUT_OF_DATE,
    live_cells,
    rejected_state,
)
from xladdin.workbook.words.chosen import language_of

PROBLEMS_ON_START = 10
"""Start has this many lines of rows to fix. All rows have their Notes."""


def rejected_result(
    book: ClubBook, problems: Sequence[Diagnostic], log_notes: Mapping[int, Message], now: datetime
) -> RecalcResult:
    """Note on the rows, their number above them and a summary on Start.

    `log_notes` are those found before for rows of the log, by row. `now` is the clock, which dates Start.
    """
    from xladdin.systems import SYSTEMS  # all of them, which a workbook without a wrong row does not need

    say = language_of(book)
    logs = {system.log_schema.table for system in SYSTEMS.values()}
    notes = {
        table.name: _notes(table, problems, log_notes if table.name in logs else {}, say)
        for table in _tables_of_ours(book, SYSTEMS.values())
    }
    blocks = [block for name in notes for block in differing_columns(book.tables[name], {"Note": notes[name]}, {})]
    messages = _messages(problems)
    outcome = say.render(messages[0])
    blocks.extend(cells(book, {OUTCOME_NAME: outcome}))
    blocks.extend(list_invalid_rows(book, problems))
    if blocks:
        moment = say.moment(now)
        blocks.extend(cells(book, {RECALCULATED_NAME: moment}))
        as_of = book.names.get(AS_OF_NAME)
        as_of = f"{as_of}{say.render_text(OUT_OF_DATE)}" if as_of else say.render_text(NOT_YET)
        system = system_named(shown(book.names[SYSTEM_NAME]))
        blocks.extend(live_cells(book, sheet_reports(system), rejected_state(problems, say), as_of, moment, outcome))
        blocks.extend(status_cells(book, system, notes))
    return RecalcResult(problems, blocks, [], None, messages)


def _tables_of_ours(book: ClubBook, systems: Iterable[RatingSystem]) -> Iterator[CellTable]:
    """Yield the input tables of any system. Others may have Notes of the club's own."""
    ours = dict.fromkeys(name for system in systems for name in tables_of(system))
    for table in (book.tables[name] for name in ours if name in book.tables):
        if len(table.alike("Note")) == 1:
            yield table


def _notes(
    table: CellTable, problems: Sequence[Diagnostic], log_notes: Mapping[int, Message], say: Language
) -> list[CellValue]:
    """Return the Note of each row of a table: those of the log, and what is wrong with the row."""
    notes = {row: say.render(note) for row, note in log_notes.items()}
    for problem in problems:
        if problem.table == table.name and problem.row > table.row:
            row = problem.row - table.row - 1
            message = f"{problem.column}: {say.render(_short(problem.message))}"
            notes[row] = f"{notes[row]}{say.semicolon}{message}" if row in notes else message
    return [notes.get(row) for row in range(table.rows)]


def _short(message: Message) -> Message:
    """Return the question alone where a name is like another: a laptop shows that whole, and Start the message."""
    suggestion = message.values.get("suggestion")
    if not isinstance(suggestion, Message):
        return message
    return msg("did you mean {name}?", name=suggestion.values["name"])


def _messages(problems: Sequence[Diagnostic]) -> list[Message]:
    lines = list_problems(problems)
    more = sum(line.problems for line in lines[PROBLEMS_ON_START:])
    return [
        ngettext(
            "{n:,} row to fix; nothing was rated.", "{n:,} rows to fix; nothing was rated.", count_wrong_rows(problems)
        ),
        *(line.text for line in lines[:PROBLEMS_ON_START]),
        *([msg("... and {more} more, see the Notes.", more=more)] if more else []),
    ]
