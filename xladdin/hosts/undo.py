"""Undo and redo the last change of a club workbook, from its dated copies.

Only the files themselves are used. After an undo or a redo the workbook equals a copy byte for byte, so the next one
can tell whether something was typed, and never loses it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from operator import ne
from pathlib import Path

from xladdin.cells import CellTable, filled_rows, is_blank, name_key
from xladdin.errors import WorkbookError, XladdinError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import (
    BACKUP_FOLDER,
    FIRST_UNDO,
    REDO,
    UNDO,
    backup_command,
    backup_time,
    copy_access,
    create_backup,
    delete_old_backups,
    delete_on_failure,
    file_fingerprint,
    file_state,
    find_all_backups,
    find_backups,
    friendly_os_errors,
    is_undo_backup,
    replace_if_unchanged,
    replace_with_backup,
    resolve_file,
    temporary_copy,
    validate_writable,
)
from xladdin.messages import Message, join_lines, msg, ngettext
from xladdin.systems import system_named
from xladdin.systems.system import RatingSystem
from xladdin.workbook.journal import DIGEST_NAME, take_snapshot
from xladdin.workbook.rules import read_club_id, read_system
from xladdin.workbook.schema import REMARK, SYSTEM_NAME, input_tables
from xladdin.workbook.sheets import list_sheets

# The command in the name of the copy that is made before a copy is restored by its number.
RESTORE = "undo-to"
SOUND = msg("intact")


def _assume_no_change(copy: Path, path: Path) -> Message | None:
    return None


@dataclass(frozen=True)
class Judge:
    """What a host knows of a workbook's content. Both functions take a copy and the workbook.

    `defect` says what is wrong with a copy that must not be restored, such as "damaged". `typed` says how the workbook
    differs from the copy if somebody typed since a command last wrote it, such as "3 rows differ".
    """

    defect: Callable[[Path, Path], Message | None] = _assume_no_change
    typed: Callable[[Path, Path], Message | None] = _assume_no_change


CONTENT_UNKNOWN = Judge()


@dataclass(frozen=True)
class Backup:
    """A dated copy in the list. `number` is 1 for the latest. `state` is "sound", or says what is wrong with it."""

    number: int
    copy: Path
    command: str
    state: Message


def undo(path: Path, *, now: datetime | None = None, anyway: bool = False, judge: Judge = CONTENT_UNKNOWN) -> Message:
    """Restore the last sound copy of a file, and return a message. The former content is saved for `redo`.

    Another undo goes one copy further back. With `anyway` it works even if somebody typed something since. Raises
    WorkbookError if there is no sound copy, or as `replace_with_backup` does.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), friendly_os_errors(path):
        validate_writable(path)
        state, present, copies = file_state(path), file_fingerprint(path), find_backups(path, now)
        earlier = [copy for copy in copies if file_fingerprint(copy) != present]
        if not earlier:
            raise WorkbookError(
                msg(
                    "{name} has no earlier copy in the folder {folder} to restore.",
                    name=path.name,
                    folder=BACKUP_FOLDER,
                )
            )
        last, passed_over = _last_sound(earlier, path, judge)
        _validate_untyped(path, last, present, UNDO, anyway, judge)
        put_aside = find_backups(path, now, made_by_undo=True)
        known = map(file_fingerprint, [*copies, *_to_redo(put_aside)])
        is_changed = bool(put_aside) and present not in known
        with temporary_copy(last, path) as new, delete_on_failure() as made:
            copy_access(path, new)
            made.append(undone := create_backup(path, now, FIRST_UNDO if is_changed else UNDO))
            for copy in copies[copies.index(last) + 1 :]:
                if copy not in earlier:  # saved just now, or for a change that failed
                    copy.unlink()
            replace_if_unchanged(new, path, state)
        delete_old_backups(path, now, made_by_undo=True)
    done = msg(
        "{name} is back to its state before the change of {day} at {time}. The replaced version is saved as {copy}; "
        "xladdin redo restores it.",
        name=path.name,
        day=f"{backup_time(last):%Y-%m-%d}",
        time=f"{backup_time(last):%H:%M:%S}",
        copy=f"{BACKUP_FOLDER}/{undone.name}",
        undone=backup_command(last),  # the page names its button
    )
    notes = [
        msg("{copy} was skipped: it is {defect}.", copy=f"{BACKUP_FOLDER}/{copy.name}", defect=defect)
        for copy, defect in passed_over
    ]
    return join_lines([done, *notes])


def redo(path: Path, *, now: datetime | None = None, anyway: bool = False, judge: Judge = CONTENT_UNKNOWN) -> Message:
    """Restore what the last undo replaced, and return a message.

    Another redo goes one further. See `undo` for arguments.

    Raises WorkbookError if nothing was undone since the last change, or as `replace_with_backup` does.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), friendly_os_errors(path):
        validate_writable(path)
        state, present, copies = file_state(path), file_fingerprint(path), find_backups(path, now)
        undone = _to_redo(find_backups(path, now, made_by_undo=True))
        later = [copy for copy in undone if file_fingerprint(copy) != present]
        changes = [copy for copy in copies if backup_command(copy) != REDO and file_fingerprint(copy) != present]
        if not later or (changes and backup_time(changes[-1]) > backup_time(later[-1])):
            raise WorkbookError(
                msg(
                    "{name}: there is nothing to redo, because nothing has been undone since its last change.",
                    name=path.name,
                )
            )
        last = later[-1]
        _validate_sound(path, last, judge)
        _validate_untyped(path, last, present, REDO, anyway, judge)
        with temporary_copy(last, path) as new, delete_on_failure() as made:
            copy_access(path, new)
            if copies and file_fingerprint(copies[-1]) == present:
                copy = copies[-1]
            else:
                made.append(copy := create_backup(path, now, REDO))
            for other in undone[undone.index(last) + 1 :]:  # equal to `copy`
                other.unlink()
            replace_if_unchanged(new, path, state)
        delete_old_backups(path, now)
    return msg(
        "{name} is back to its state before the undo. The replaced version is saved as {copy}.",
        name=path.name,
        copy=f"{BACKUP_FOLDER}/{copy.name}",
    )


def list_backups(path: Path, *, judge: Judge = CONTENT_UNKNOWN) -> list[Backup]:
    """Return the dated copies of a file, the latest first, and those dated in the future after all others.

    Raises WorkbookError if there is no such file.
    """
    path = resolve_file(path)
    with friendly_os_errors(path):
        past = find_backups(path, None)
        future = [copy for copy in find_all_backups(path) if copy not in past and not is_undo_backup(copy)]
        return [
            Backup(number, copy, backup_command(copy), judge.defect(copy, path) or SOUND)
            for number, copy in enumerate([*reversed(past), *reversed(future)], start=1)
        ]


def restore_backup(path: Path, number: int, judge: Judge) -> Message:
    """Restore the copy with that number in the list, and return a message. `undo` undoes this change like others.

    Raises WorkbookError if there is no such copy, if it is not sound, or as `replace_with_backup` does.
    """
    path = resolve_file(path)
    with file_lock(path):
        copy = {backup.number: backup.copy for backup in list_backups(path)}.get(number)
        if copy is None:
            raise WorkbookError(
                msg(
                    "{name} has no copy {number}. For a list, run xladdin backups {name}.",
                    name=path.name,
                    number=number,
                )
            )
        _validate_sound(path, copy, judge)
        with friendly_os_errors(path):
            content = copy.read_bytes()
        previous = replace_with_backup(path, lambda target: target.write(content), command=RESTORE)
    assert previous is not None
    return msg(
        "{name} is back to its state before the change of {day} at {time}. The replaced version is saved as {copy}; "
        "xladdin undo restores it.",
        name=path.name,
        day=f"{backup_time(copy):%Y-%m-%d}",
        time=f"{backup_time(copy):%H:%M:%S}",
        copy=f"{BACKUP_FOLDER}/{previous.name}",
    )


def _to_redo(undone: list[Path]) -> list[Path]:
    """Return the copies that undo has saved since the last change. Older ones were redone or replaced."""
    first = [place for place, copy in enumerate(undone) if backup_command(copy) == FIRST_UNDO]
    return undone[first[-1] :] if first else undone


def _last_sound(copies: Iterable[Path], path: Path, judge: Judge) -> tuple[Path, list[tuple[Path, Message]]]:
    """Return the last sound copy, and the later ones with what is wrong with them."""
    passed_over: list[tuple[Path, Message]] = []
    for copy in reversed([*copies]):
        defect = judge.defect(copy, path)
        if defect is None:
            return copy, passed_over
        passed_over.append((copy, defect))
    raise _not_sound(path, *passed_over[0])


def _validate_sound(path: Path, copy: Path, judge: Judge) -> None:
    if defect := judge.defect(copy, path):
        raise _not_sound(path, copy, defect)


def _not_sound(path: Path, copy: Path, defect: Message) -> WorkbookError:
    return WorkbookError(
        msg(
            "{path} was not changed: {copy} is {defect}. Choose a copy from xladdin backups {name}, "
            "and restore it: xladdin undo {name} --to NUMBER",
            path=path,
            copy=f"{BACKUP_FOLDER}/{copy.name}",
            defect=defect,
            name=path.name,
        )
    )


def _validate_untyped(path: Path, copy: Path, present: bytes, command: str, anyway: bool, judge: Judge) -> None:
    """Raise WorkbookError if the file has something that would be lost. A file that equals a copy has nothing."""
    if anyway or any(file_fingerprint(backup) == present for backup in find_all_backups(path)):
        return
    if differs := judge.typed(copy, path):
        raise WorkbookError(
            msg(
                "{name} has changed since xladdin last saved it, and those changes would be lost: "
                "{differs} from {copy}. To continue anyway: xladdin {command} {name} --anyway",
                name=path.name,
                differs=differs,
                copy=f"{BACKUP_FOLDER}/{copy.name}",
                command=command,
            )
        )


def undo_file(path: Path, *, anyway: bool, to: int | None) -> Message:
    """Restore the last copy, or that of a number, unless somebody typed something since the last change.

    Raises WorkbookError as `undo` and `restore_backup` do.
    """
    if to is not None:
        return restore_backup(path, to, JUDGE)
    return undo(path, anyway=anyway, judge=JUDGE)


def redo_file(path: Path, *, anyway: bool) -> Message:
    """Redo what was last undone, unless something was typed since. Raises WorkbookError as `redo`."""
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
        file = _open_sound(copy)
        rows[copy] = None if file is None else _log_rows(file)
        return _defect(file, _open_sound(path))

    return [ClubBackup(backup, rows[backup.copy]) for backup in list_backups(path, judge=Judge(defect))]


def defect_of(copy: Path, path: Path) -> Message | None:
    """Return what is wrong with a copy of a workbook, or None if it is a sound workbook of the same club."""
    return _defect(_open_sound(copy), _open_sound(path))


def _defect(copy: ClubFile | None, file: ClubFile | None) -> Message | None:
    if copy is None:
        return msg("damaged")
    if copy.names.get(SYSTEM_NAME) is None:
        return msg("not a club workbook")
    club_id = "" if file is None else read_club_id(file)
    if club_id and read_club_id(copy) not in ("", club_id):
        return msg("another club's workbook")
    return None


def _open_sound(path: Path) -> ClubFile | None:
    """Open a workbook file and read every part and table of it. Return None if it is damaged."""
    try:
        file = open_club_file(path)
        for part in file.package.members:
            for _ in file.package.iter_chunks(part):
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


def rows_differing(path: Path, other_path: Path) -> Message | None:
    """Return how many rows of the input tables of two workbooks differ in typed cells, or None if nobody typed.

    `path` is a copy of the other. Rows are compared by position, so that an inserted one counts for all below it.
    """
    try:
        before, now = open_club_file(path), open_club_file(other_path)
        system = read_system(now)
        if _is_only_saved(system, before, now):
            return None
        count = 0
        for name, table in input_tables(system).items():
            computed = {name_key(column.heading) for column in table.columns if column.is_computed}
            count += sum(map(ne, *_pad(*(_typed_rows(book.tables.get(name), computed) for book in (before, now)))))
    except XladdinError:
        return msg("it differs")
    return ngettext("{n:,} row differs", "{n:,} rows differ", count)


def _is_only_saved(system: RatingSystem, before: ClubFile, now: ClubFile) -> bool:
    """Return whether a program has saved the workbook and nobody typed.

    Excel and LibreOffice write another file each time.

    The inputs must equal the copy, or what the last recalculation has read. The director's own parts, which no command
    writes, must equal the copy.
    """
    if take_snapshot(now, system).digest not in (take_snapshot(before, system).digest, now.names.get(DIGEST_NAME)):
        return False
    return all(
        part == other_part
        for part, other_part in zip_longest(_own_parts(system, before, now), _own_parts(system, now, before))
    )


def _own_parts(system: RatingSystem, book: ClubFile, other_book: ClubFile) -> Iterator[object]:
    """Yield the director's own parts of a workbook, without rows that `other_book` does not have."""
    for sheet in book.visible_sheets:
        if sheet not in list_sheets(system):
            yield sheet, book.sheet_values(sheet)
    for name, template in input_tables(system).items():
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


def _pad(rows: list[tuple[object, ...]], other_rows: list[tuple[object, ...]]) -> tuple[list[object], list[object]]:
    pairs = list(zip_longest(rows, other_rows))
    return [first for first, _ in pairs], [second for _, second in pairs]


JUDGE = Judge(defect_of, rows_differing)
