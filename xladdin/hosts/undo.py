"""Undo and redo the last change of a club workbook, by restoring its backups.

The state is derived from the files alone. After an undo or redo the workbook equals a backup byte for byte. So the next
undo or redo recognizes edits since then, and refuses to lose them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from operator import ne
from pathlib import Path

from xladdin.cells import CellTable, is_blank, list_filled_rows, name_key
from xladdin.errors import WorkbookError, XladdinError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import (
    BACKUP_FOLDER,
    FIRST_UNDO,
    REDO,
    UNDO,
    compute_fingerprint,
    copy_access,
    create_backup,
    delete_old_backups,
    delete_on_failure,
    find_all_backups,
    find_backups,
    is_undo_backup,
    read_backup_command,
    read_backup_time,
    read_file_state,
    replace_if_unchanged,
    replace_with_backup,
    resolve_file,
    temporary_copy,
    translate_os_errors,
    validate_writable,
)
from xladdin.messages import Message, join_lines, msg, ngettext
from xladdin.systems import find_system
from xladdin.systems.system import RatingSystem
from xladdin.workbook.journal import DIGEST_NAME, take_snapshot
from xladdin.workbook.rules import read_club_id, read_system
from xladdin.workbook.schema import REMARK, SYSTEM_NAME, list_input_tables
from xladdin.workbook.sheets import list_sheets

# The command in the name of the backup before a backup is restored by its number.
RESTORE = "undo-to"
INTACT = msg("intact")


def _assume_no_change(copy: Path, path: Path) -> Message | None:
    return None


@dataclass(frozen=True)
class BackupCheck:
    """Functions that inspect a backup. Both take the paths of the backup and of the workbook.

    `find_defect` returns the defect of a backup that must not be restored, such as "damaged", or None. `find_edits`
    returns the difference of a workbook that was edited since a command last wrote it, such as "3 rows differ", or
    None.
    """

    find_defect: Callable[[Path, Path], Message | None] = _assume_no_change
    find_edits: Callable[[Path, Path], Message | None] = _assume_no_change


# Accepts every backup, and recognizes no edits.
NO_CHECK = BackupCheck()


@dataclass(frozen=True)
class Backup:
    """A backup in the list. `number` is 1 for the latest. `state` is "intact" or a defect."""

    number: int
    copy: Path
    command: str
    state: Message


def undo(path: Path, *, now: datetime | None = None, anyway: bool = False, check: BackupCheck = NO_CHECK) -> Message:
    """Restore the last intact backup of a file, and return a message. The present content is saved for `redo`.

    Another undo restores the backup before it. With `anyway` it also works if the file was edited since. Raises
    WorkbookError if there is no intact backup, or as `replace_with_backup` does.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), translate_os_errors(path):
        validate_writable(path)
        state, fingerprint, copies = read_file_state(path), compute_fingerprint(path), find_backups(path, now)
        earlier = [copy for copy in copies if compute_fingerprint(copy) != fingerprint]
        if not earlier:
            raise WorkbookError(
                msg(
                    "{name} has no earlier copy in the folder {folder} to restore.",
                    name=path.name,
                    folder=BACKUP_FOLDER,
                )
            )
        backup, skipped = _find_intact(earlier, path, check)
        _validate_unedited(path, backup, fingerprint, UNDO, anyway, check)
        undone_backups = find_backups(path, now, made_by_undo=True)
        known_fingerprints = map(compute_fingerprint, [*copies, *_select_redoable(undone_backups)])
        is_changed = bool(undone_backups) and fingerprint not in known_fingerprints
        with temporary_copy(backup, path) as replacement, delete_on_failure() as created:
            copy_access(path, replacement)
            created.append(undone := create_backup(path, now, FIRST_UNDO if is_changed else UNDO))
            for copy in copies[copies.index(backup) + 1 :]:
                if copy not in earlier:  # saved just now, or for a change that failed
                    copy.unlink()
            replace_if_unchanged(replacement, path, state)
        delete_old_backups(path, now, made_by_undo=True)
    message = msg(
        "{name} is back to its state before the change of {day} at {time}. The replaced version is saved as {copy}; "
        "xladdin redo restores it.",
        name=path.name,
        day=f"{read_backup_time(backup):%Y-%m-%d}",
        time=f"{read_backup_time(backup):%H:%M:%S}",
        copy=f"{BACKUP_FOLDER}/{undone.name}",
        undone=read_backup_command(backup),  # the page names its button
    )
    notes = [
        msg("{copy} was skipped: it is {defect}.", copy=f"{BACKUP_FOLDER}/{copy.name}", defect=defect)
        for copy, defect in skipped
    ]
    return join_lines([message, *notes])


def redo(path: Path, *, now: datetime | None = None, anyway: bool = False, check: BackupCheck = NO_CHECK) -> Message:
    """Restore the content that the last undo replaced, and return a message.

    Another redo goes one undo further. The arguments are as for `undo`. Raises WorkbookError if nothing was undone
    since the last change, or as `replace_with_backup` does.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), translate_os_errors(path):
        validate_writable(path)
        state, fingerprint, copies = read_file_state(path), compute_fingerprint(path), find_backups(path, now)
        undone = _select_redoable(find_backups(path, now, made_by_undo=True))
        later = [copy for copy in undone if compute_fingerprint(copy) != fingerprint]
        changes = [
            copy for copy in copies if read_backup_command(copy) != REDO and compute_fingerprint(copy) != fingerprint
        ]
        if not later or (changes and read_backup_time(changes[-1]) > read_backup_time(later[-1])):
            raise WorkbookError(
                msg(
                    "{name}: there is nothing to redo, because nothing has been undone since its last change.",
                    name=path.name,
                )
            )
        backup = later[-1]
        _validate_intact(path, backup, check)
        _validate_unedited(path, backup, fingerprint, REDO, anyway, check)
        with temporary_copy(backup, path) as replacement, delete_on_failure() as created:
            copy_access(path, replacement)
            if copies and compute_fingerprint(copies[-1]) == fingerprint:
                copy = copies[-1]
            else:
                created.append(copy := create_backup(path, now, REDO))
            for later_copy in undone[undone.index(backup) + 1 :]:  # equal to `copy`
                later_copy.unlink()
            replace_if_unchanged(replacement, path, state)
        delete_old_backups(path, now)
    return msg(
        "{name} is back to its state before the undo. The replaced version is saved as {copy}.",
        name=path.name,
        copy=f"{BACKUP_FOLDER}/{copy.name}",
    )


def list_backups(path: Path, *, check: BackupCheck = NO_CHECK) -> list[Backup]:
    """Return the backups of a file, latest first, but those dated in the future last.

    Raises WorkbookError if there is no such file.
    """
    path = resolve_file(path)
    with translate_os_errors(path):
        past = find_backups(path, None)
        future = [copy for copy in find_all_backups(path) if copy not in past and not is_undo_backup(copy)]
        return [
            Backup(number, copy, read_backup_command(copy), check.find_defect(copy, path) or INTACT)
            for number, copy in enumerate([*reversed(past), *reversed(future)], start=1)
        ]


def restore_backup(path: Path, number: int, check: BackupCheck) -> Message:
    """Restore the backup with a number of the list, and return a message. `undo` reverses this change like others.

    Raises WorkbookError if there is no such copy, if it has a defect, or as `replace_with_backup` does.
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
        _validate_intact(path, copy, check)
        with translate_os_errors(path):
            content = copy.read_bytes()
        previous = replace_with_backup(path, lambda target: target.write(content), command=RESTORE)
    assert previous is not None
    return msg(
        "{name} is back to its state before the change of {day} at {time}. The replaced version is saved as {copy}; "
        "xladdin undo restores it.",
        name=path.name,
        day=f"{read_backup_time(copy):%Y-%m-%d}",
        time=f"{read_backup_time(copy):%H:%M:%S}",
        copy=f"{BACKUP_FOLDER}/{previous.name}",
    )


def _select_redoable(undone: list[Path]) -> list[Path]:
    """Return the contents that undo has saved since the last change. Older ones cannot be redone."""
    positions = [position for position, copy in enumerate(undone) if read_backup_command(copy) == FIRST_UNDO]
    return undone[positions[-1] :] if positions else undone


def _find_intact(copies: Iterable[Path], path: Path, check: BackupCheck) -> tuple[Path, list[tuple[Path, Message]]]:
    """Return the last intact backup, and the later ones with their defects. Raises WorkbookError if none is intact."""
    skipped: list[tuple[Path, Message]] = []
    for copy in reversed([*copies]):
        defect = check.find_defect(copy, path)
        if defect is None:
            return copy, skipped
        skipped.append((copy, defect))
    raise _make_defect_error(path, *skipped[0])


def _validate_intact(path: Path, copy: Path, check: BackupCheck) -> None:
    if defect := check.find_defect(copy, path):
        raise _make_defect_error(path, copy, defect)


def _make_defect_error(path: Path, copy: Path, defect: Message) -> WorkbookError:
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


def _validate_unedited(
    path: Path, copy: Path, fingerprint: bytes, command: str, anyway: bool, check: BackupCheck
) -> None:
    """Raise WorkbookError if the file has edits that would be lost. A file that equals a backup has none."""
    if anyway or any(compute_fingerprint(backup) == fingerprint for backup in find_all_backups(path)):
        return
    if differs := check.find_edits(copy, path):
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
    """Restore the last backup, or the one with a number, unless the file was edited since the last change.

    Raises WorkbookError as `undo` and `restore_backup` do.
    """
    if to is not None:
        return restore_backup(path, to, CLUB_CHECK)
    return undo(path, anyway=anyway, check=CLUB_CHECK)


def redo_file(path: Path, *, anyway: bool) -> Message:
    """Redo the last undone change, unless the file was edited since. Raises WorkbookError as `redo`."""
    return redo(path, anyway=anyway, check=CLUB_CHECK)


@dataclass(frozen=True)
class ClubBackup:
    """A backup of a club workbook, with the number of rows of its log, or None if it cannot be read."""

    backup: Backup
    rows: int | None


def list_club_backups(path: Path) -> list[ClubBackup]:
    """Return the backups of a club workbook, latest first. Raises WorkbookError if there is no such file."""
    rows: dict[Path, int | None] = {}

    def inspect(copy: Path, path: Path) -> Message | None:
        file = _open_intact(copy)
        rows[copy] = None if file is None else _count_log_rows(file)
        return _find_content_defect(file, _open_intact(path))

    return [ClubBackup(backup, rows[backup.copy]) for backup in list_backups(path, check=BackupCheck(inspect))]


def find_defect(copy: Path, path: Path) -> Message | None:
    """Return the defect of a backup, or None if it is an intact workbook of the same club."""
    return _find_content_defect(_open_intact(copy), _open_intact(path))


def _find_content_defect(copy: ClubFile | None, file: ClubFile | None) -> Message | None:
    if copy is None:
        return msg("damaged")
    if copy.names.get(SYSTEM_NAME) is None:
        return msg("not a club workbook")
    club_id = "" if file is None else read_club_id(file)
    if club_id and read_club_id(copy) not in ("", club_id):
        return msg("another club's workbook")
    return None


def _open_intact(path: Path) -> ClubFile | None:
    """Open a workbook file and read every part and table of it. Return None if it is damaged."""
    try:
        file = open_club_file(path)
        for part in file.package.members:
            for _ in file.package.iter_chunks(part):
                pass
        return file if file.tables is not None else None
    except XladdinError:
        return None


def _count_log_rows(file: ClubFile) -> int | None:
    """Return the number of rows of a workbook's log, even if its Rules are invalid, or None if it has no log."""
    try:
        log = file.tables.get(find_system(file.names.get(SYSTEM_NAME)).log_schema.table)
    except XladdinError:
        return None
    return None if log is None else len(list_filled_rows(log.columns))


def describe_differing_rows(copy: Path, path: Path) -> Message | None:
    """Return the number of rows whose typed cells differ in a backup and its workbook, or None without edits.

    Rows are compared by position, so that an inserted row also counts for all rows below it.
    """
    try:
        backup, workbook = open_club_file(copy), open_club_file(path)
        system = read_system(workbook)
        if _is_only_saved(system, backup, workbook):
            return None
        count = 0
        for name, table in list_input_tables(system).items():
            computed = {name_key(column.heading) for column in table.columns if column.is_computed}
            count += sum(
                map(ne, *_pad_rows(*(_read_typed_rows(file.tables.get(name), computed) for file in (backup, workbook))))
            )
    except XladdinError:
        return msg("it differs")
    return ngettext("{n:,} row differs", "{n:,} rows differ", count)


def _is_only_saved(system: RatingSystem, backup: ClubFile, workbook: ClubFile) -> bool:
    """Return whether a program has saved the workbook without edits.

    Excel and LibreOffice write different bytes on each save, so the content is compared: the inputs must equal those of
    the backup or of the last recalculation, and the director's own sheets and columns those of the backup.
    """
    if take_snapshot(workbook, system).digest not in (
        take_snapshot(backup, system).digest,
        workbook.names.get(DIGEST_NAME),
    ):
        return False
    return all(
        content == backup_content
        for content, backup_content in zip_longest(
            _iter_director_contents(system, backup, workbook), _iter_director_contents(system, workbook, backup)
        )
    )


def _iter_director_contents(system: RatingSystem, workbook: ClubFile, other_workbook: ClubFile) -> Iterator[object]:
    """Yield the director's own sheets and columns, without rows that `other_workbook` does not have."""
    for sheet in workbook.visible_sheets:
        if sheet not in list_sheets(system):
            yield sheet, workbook.sheet_values(sheet)
    for name, template in list_input_tables(system).items():
        table, other_table = workbook.tables.get(name), other_workbook.tables.get(name)
        if table is None or other_table is None:
            yield table is None
            continue
        known_headings = {name_key(column.heading) for column in template.columns if column is not REMARK}
        rows = min(len(list_filled_rows(table.columns)), len(list_filled_rows(other_table.columns)))
        for heading, cells in zip(table.headings, table.columns):
            if name_key(heading) not in known_headings:
                yield heading, ["" if is_blank(cell) else cell for cell in cells[:rows]]


def _read_typed_rows(table: CellTable | None, computed: Collection[str]) -> list[tuple[object, ...]]:
    if table is None:
        return []
    columns = [column for heading, column in zip(table.headings, table.columns) if name_key(heading) not in computed]
    return list_filled_rows(columns)


def _pad_rows(
    rows: list[tuple[object, ...]], other_rows: list[tuple[object, ...]]
) -> tuple[list[object], list[object]]:
    pairs = list(zip_longest(rows, other_rows))
    return [first for first, _ in pairs], [second for _, second in pairs]


# Inspects the content of club workbooks.
CLUB_CHECK = BackupCheck(find_defect, describe_differing_rows)
