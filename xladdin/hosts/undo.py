"""A club workbook file brought back as it was, and forth again. It first counts what was typed since."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from operator import ne
from pathlib import Path

from xladdin.cells.table import CellTable, filled_rows
from xladdin.cells.text import is_blank, name_key
from xladdin.errors import XladdinError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.restore import Backup, Judge, list_backups, redo, restore_backup, undo
from xladdin.messages import Message, msg, ngettext
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook.rules import club_id_of, system_of
from xladdin.workbook.schema import REMARK, SYSTEM_NAME, sheets_of, tables_of
from xladdin.workbook.snapshot import READ_NAME, take_snapshot


def undo_file(path: Path, *, anyway: bool = False, to: int | None = None) -> Message:
    """Bring back the last copy, or the one of a number, unless somebody typed something since the last change.

    Raises WorkbookError as `undo` and `restore_backup` do.
    """
    if to is not None:
        return restore_backup(path, to, judge=JUDGE)
    return undo(path, anyway=anyway, judge=JUDGE)


def redo_file(path: Path, *, anyway: bool = False) -> Message:
    """Bring back what the last undo took away, unless something was typed since. Raises WorkbookError as `redo`."""
    return redo(path, anyway=anyway, judge=JUDGE)


@dataclass(frozen=True)
class ClubBackup:
    """A dated copy in the list, with the number of rows of its log, or None if it cannot be read."""

    backup: Backup
    rows: int | None


def list_club_backups(path: Path) -> list[ClubBackup]:
    """Return the dated copies of a club workbook, the latest first. Raises WorkbookError if there is no such file."""
    rows: dict[Path, int | None] = {}

    def defect(copy: Path, path: Path) -> Message | None:
        file = _opened(copy)
        rows[copy] = None if file is None else _log_rows(file)
        return _defect(file, _opened(path))

    return [ClubBackup(backup, rows[backup.copy]) for backup in list_backups(path, judge=Judge(defect))]


def defect_of(copy: Path, path: Path) -> Message | None:
    """Return what is wrong with a copy of a workbook, or None if it is a sound workbook of the same club."""
    return _defect(_opened(copy), _opened(path))


def _defect(copy: ClubFile | None, file: ClubFile | None) -> Message | None:
    if copy is None:
        return msg("damaged")
    if copy.names.get(SYSTEM_NAME) is None:
        return msg("no club workbook")
    club_id = "" if file is None else club_id_of(file)
    if club_id and club_id_of(copy) not in ("", club_id):
        return msg("another club's workbook")
    return None


def _opened(path: Path) -> ClubFile | None:
    """Return a workbook file after a look at every part and every table of it, or None if it is damaged."""
    try:
        file = open_club_file(path)
        for part in file.package.members:
            for _ in file.package.pieces(part):
                pass
        return file if file.tables is not None else None
    except XladdinError:
        return None


def _log_rows(file: ClubFile) -> int | None:
    """Return the number of rows of a workbook's log, whatever its Rules say."""
    try:
        log = file.tables.get(system_named(file.names.get(SYSTEM_NAME)).log_schema.table)
    except XladdinError:
        return None
    return None if log is None else len(filled_rows(log.columns))


def rows_differing(one: Path, other: Path) -> Message | None:
    """Return how many rows of the input tables of two workbooks differ in what people type, or None if nobody typed.

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
        return msg("it differs")
    return ngettext("{n:,} row differs", "{n:,} rows differ", count)


def _is_only_saved(system: RatingSystem, before: ClubFile, now: ClubFile) -> bool:
    """Return whether a program has saved the workbook and nobody typed.

    Excel and LibreOffice write another file each time.

    The inputs must equal the copy, or what the last recalculation has read. The director's own parts, which no command
    of ours writes, must equal the copy.
    """
    if take_snapshot(now, system).digest not in (take_snapshot(before, system).digest, now.names.get(READ_NAME)):
        return False
    return all(own == others for own, others in zip_longest(_own(system, before, now), _own(system, now, before)))


def _own(system: RatingSystem, book: ClubFile, other_book: ClubFile) -> Iterator[object]:
    """Yield the director's own parts of a workbook. It skips rows that `other_book` does not have."""
    for sheet in book.shown_sheets:
        if sheet not in sheets_of(system):
            yield sheet, book.sheet_values(sheet)
    for name, template in tables_of(system).items():
        table, other = book.tables.get(name), other_book.tables.get(name)
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
    typed = [column for heading, column in zip(table.headings, table.columns) if name_key(heading) not in computed]
    return filled_rows(typed)


def _padded(one: list[tuple[object, ...]], other: list[tuple[object, ...]]) -> tuple[list[object], list[object]]:
    pairs = list(zip_longest(one, other))
    return [first for first, _ in pairs], [second for _, second in pairs]


JUDGE = Judge(defect_of, rows_differing)
