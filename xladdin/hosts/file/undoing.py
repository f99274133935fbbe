"""A club workbook file brought back as it was, and forth again. It first counts what was typed since."""

from collections.abc import Collection, Iterator
from itertools import zip_longest
from operator import ne
from pathlib import Path

from xladdin.cells.table import CellTable, filled_rows
from xladdin.cells.text import counted, is_blank, name_key
from xladdin.errors import XladdinError
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.going_back import bring_back, redo, undo
from xladdin.hosts.why import why
from xladdin.systems.system import RatingSystem
from xladdin.workbook.changes.snapshot import READ_NAME, take_snapshot
from xladdin.workbook.contents import sheets_of, tables_of
from xladdin.workbook.rules.as_edited import system_of
from xladdin.workbook.schema import REMARK


def undo_file(path: Path, *, anyway: bool = False, to: int | None = None) -> str:
    """Brings back the last copy, or the one of a number, unless somebody typed something since the last change.

    Raises FileProblem as `undo` and `bring_back` do.
    """
    if to is not None:
        return bring_back(path, to, rows_of=rows_of)
    return undo(path, anyway=anyway, differing=rows_differing)


def redo_file(path: Path, *, anyway: bool = False) -> str:
    """Brings back what the last undo took away, unless somebody typed something since. Raises FileProblem as `redo`."""
    return redo(path, anyway=anyway, differing=rows_differing, rows_of=rows_of)


def rows_of(path: Path) -> int | None:
    """How many rows the log of a workbook has, or None if it cannot be read."""
    try:
        return why("", open_club_file(path)).games
    except XladdinError:
        return None


def rows_differing(one: Path, other: Path) -> str | None:
    """How many rows of the input tables of two workbooks differ in what people type, or None if nobody typed.

    `one` is a copy of the other. It compares rows place by place, so that an inserted one counts for all below it.
    """
    try:
        before, now = open_club_file(one), open_club_file(other)
        system = system_of(now)
        if _is_only_saved(system, before, now):
            return None
        count = 0
        for name, table in tables_of(system).items():
            computed = {name_key(column.heading) for column in table.columns if column.computed}
            count += sum(map(ne, *_padded(*(_typed_rows(book.tables.get(name), computed) for book in (before, now)))))
    except XladdinError:
        return "it differs"
    return f"{counted(count, 'row')} {'differs' if count == 1 else 'differ'}"


def _is_only_saved(system: RatingSystem, before: ClubFile, now: ClubFile) -> bool:
    """Whether a program has saved the workbook and nobody typed. Excel and LibreOffice write another file each time.

    The inputs must equal the copy, or what the last recalculation has read. The director's own parts, which no command
    of ours writes, must equal the copy.
    """
    if take_snapshot(now, system).digest not in (take_snapshot(before, system).digest, now.names.get(READ_NAME)):
        return False
    return all(own == others for own, others in zip_longest(_own(system, before, now), _own(system, now, before)))


def _own(system: RatingSystem, book: ClubFile, beside: ClubFile) -> Iterator[object]:
    """The director's own parts of a workbook. `beside` is another. It skips rows that only one of them has."""
    yield list(book.shown_sheets)
    for sheet in book.shown_sheets:
        if sheet not in sheets_of(system):
            yield book.sheet_values(sheet)
    for name, template in tables_of(system).items():
        table, other = book.tables.get(name), beside.tables.get(name)
        if table is None or other is None:
            yield table is None
            continue
        known = {name_key(column.heading) for column in template.columns if column is not REMARK}
        rows = min(len(filled_rows(table.columns)), len(filled_rows(other.columns)))
        for heading, cells in zip(table.headings, table.columns):
            if name_key(heading) not in known:
                yield heading, ["" if is_blank(cell) else cell for cell in cells[:rows]]


def _typed_rows(table: CellTable | None, computed: Collection[str]) -> list[tuple[object, ...]]:
    if table is None:
        return []
    kept = [column for heading, column in zip(table.headings, table.columns) if name_key(heading) not in computed]
    return filled_rows(kept)


def _padded(one: list[tuple[object, ...]], other: list[tuple[object, ...]]) -> tuple[list[object], list[object]]:
    pairs = list(zip_longest(one, other))
    return [first for first, _ in pairs], [second for _, second in pairs]
