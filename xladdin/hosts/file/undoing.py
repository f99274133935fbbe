"""A club workbook file brought back as it was, and forth again; what was typed since is counted first."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from operator import ne
from pathlib import Path

from xladdin.cells.table import CellTable
from xladdin.cells.text import counted, is_blank, name_key
from xladdin.errors import XladdinError
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.safety.going_back import redo, undo
from xladdin.workbook.contents import tables_of
from xladdin.workbook.rules.reading import system_of


def undo_file(path: Path, *, anyway: bool = False) -> str:
    """Brings back the last copy, unless something was typed since the last change. Raises FileProblem as `undo`."""
    return undo(path, anyway=anyway, differing=rows_differing)


def redo_file(path: Path, *, anyway: bool = False) -> str:
    """Brings back what the last undo took away, unless something was typed since. Raises FileProblem as `redo`."""
    return redo(path, anyway=anyway, differing=rows_differing)


def rows_differing(one: Path, other: Path) -> str:
    """How many rows of the input tables of two workbooks differ in what people type; nothing where that is not known.

    Rows are compared place by place, so that one put in between counts for all below it.
    """
    try:
        books = open_club_file(one), open_club_file(other)
        count = 0
        for name, table in tables_of(system_of(books[1])).items():
            computed = {name_key(column.heading) for column in table.columns if column.computed}
            count += sum(map(ne, *_padded(*(_typed_rows(book.tables.get(name), computed) for book in books))))
    except XladdinError:
        return ""
    return f"{counted(count, 'row')} {'differs' if count == 1 else 'differ'}"


def _typed_rows(table: CellTable | None, computed: Collection[str]) -> list[tuple[object, ...]]:
    if table is None:
        return []
    kept = [column for heading, column in zip(table.headings, table.columns) if name_key(heading) not in computed]
    rows = list(zip(*kept))
    while rows and all(map(is_blank, rows[-1])):
        rows.pop()
    return rows


def _padded(one: list[tuple[object, ...]], other: list[tuple[object, ...]]) -> tuple[list[object], list[object]]:
    pairs = list(zip_longest(one, other))
    return [first for first, _ in pairs], [second for _, second in pairs]
