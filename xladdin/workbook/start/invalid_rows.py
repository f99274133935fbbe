"""The rows to fix on Start: each a link to its cell, with what is wrong there."""

from collections.abc import Iterator, Sequence

from xladdin.cells.addresses import column_letters
from xladdin.cells.table import CellBlock, CellTable, ClubBook
from xladdin.errors import Diagnostic, excerpt
from xladdin.languages.language import Language
from xladdin.messages import msg
from xladdin.workbook.changes.differences import block_from, cells, live_cell_at
from xladdin.workbook.schema import start_cell
from xladdin.workbook.start.status import (
    STATE_NAME,
    TO_MEND_NAME,
    rejected_state,
)
from xladdin.workbook.words.chosen import ARROW, language_of, text_literal

MEND_LINKS_NAME, MEND_WORDS_NAME = start_cell("links"), start_cell("words")
"""The upper left cells of blocks: the rows to fix as address and label, and as words."""
MEND_HEAD_NAME = start_cell("rows to fix")
"""The live cell above them. Each row's cells and the last line are known by their place from it."""
TARGETS, LABELS = "L", "M"
"""Hidden columns: addresses and labels of the rows to fix."""
ROWS_NAMED = 10
MEND_HEAD = msg("Rows to fix: click one to go there")
MEND_MORE = msg("and {number} more: see the Notes")
_MORE = f"{TO_MEND_NAME}-{ROWS_NAMED}"


def mend_head_formula(language: Language) -> str:
    """Return the formula of the line above the rows to fix."""
    return f'IF({TO_MEND_NAME}>0,{text_literal(MEND_HEAD, language)},"")'


def mend_more_formula(language: Language) -> str:
    """Return the formula of the line that counts the rows that are not named."""
    before, _, after = text_literal(MEND_MORE.with_values(number="#"), language).partition("#")
    return f'IF({_MORE}>0,{before}"&({_MORE})&"{after},"")'


def list_invalid_rows(book: ClubBook, problems: Sequence[Diagnostic]) -> Iterator[CellBlock]:
    """Start while rows need fixing. The lists stay as they are."""
    say = language_of(book)
    rows: dict[tuple[str, int], list[Diagnostic]] = {}
    for problem in problems:
        rows.setdefault((problem.sheet or problem.table, problem.row), []).append(problem)
    links, words = [], []
    for (sheet, row), here in rows.items():
        label = say.render(msg("{sheet}, row {row}", sheet=sheet, row=row))
        links.append((_address(book.tables.get(here[0].table), here[0]), label))
        words.append((say.semicolon.join(_in_words(problem, say) for problem in here),))
    yield from cells(book, {STATE_NAME: rejected_state(problems, say), TO_MEND_NAME: len(rows)})
    yield from block_from(book, MEND_LINKS_NAME, links[:ROWS_NAMED], ROWS_NAMED)
    yield from block_from(book, MEND_WORDS_NAME, words[:ROWS_NAMED], ROWS_NAMED)
    yield from _live_mending(book, [label for _, label in links[:ROWS_NAMED]], len(rows), say)


def clear_invalid_rows(book: ClubBook, say: Language) -> Iterator[CellBlock]:
    """Yield the same if every row is right: blank."""
    yield from cells(book, {TO_MEND_NAME: 0})
    yield from block_from(book, MEND_LINKS_NAME, [(None, None)], ROWS_NAMED)
    yield from block_from(book, MEND_WORDS_NAME, [(None,)], ROWS_NAMED)
    yield from _live_mending(book, [], 0, say)


def mend_formulas(row: int) -> tuple[str, str]:
    """Return the mark and the link of a row to fix, in a row of Start."""
    target, label = f"${TARGETS}{row}", f"${LABELS}{row}"
    return f'IF({target}="","","!")', f'IF({target}="","",HYPERLINK("#"&{target},{label}&"{ARROW}"))'


def _live_mending(book: ClubBook, labels: Sequence[str], rows: int, say: Language) -> Iterator[CellBlock]:
    """Yield the values of the live cells that show the rows to fix. `labels`: of those named. `rows`: of all."""
    place = book.place_of(MEND_HEAD_NAME)
    if place is None:
        return
    sheet, head, column = place
    yield from live_cell_at(book, (sheet, head, column), mend_head_formula(say), say.render(MEND_HEAD) if rows else "")
    for row in range(head + 1, head + 1 + ROWS_NAMED):
        label = labels[row - head - 1] if row - head <= len(labels) else ""
        mark, link = mend_formulas(row)
        yield from live_cell_at(book, (sheet, row, column), mark, "!" if label else "")
        yield from live_cell_at(book, (sheet, row, column + 1), link, f"{label}{ARROW}" if label else "")
    more = say.render(MEND_MORE.with_values(number=rows - ROWS_NAMED)) if rows > ROWS_NAMED else ""
    yield from live_cell_at(book, (sheet, head + 1 + ROWS_NAMED, column + 1), mend_more_formula(say), more)


def _address(table: CellTable | None, problem: Diagnostic) -> str:
    """Return the cell of a problem as a link writes it, or the row's first cell if the column is not there."""
    position = None if table is None else next(iter(table.alike(problem.column)), None)
    letters = column_letters(1 if table is None or position is None else table.column_number(position))
    sheet = (problem.sheet or problem.table).replace("'", "''")
    return f"'{sheet}'!{letters}{problem.row}"


def _in_words(problem: Diagnostic, say: Language) -> str:
    value = f" {say.quoted(excerpt(problem.value))}" if problem.value else ""
    return f"{problem.column}{value}{say.colon}{say.render(problem.message)}"
