"""A workbook brought back as one of its dated copies has it, and forth again: undo, redo, and the list of the copies.

Nothing else is remembered about the copies. After an undo or a redo the workbook equals a copy byte for byte, so that
nothing typed can be lost by the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from xladdin.errors import WorkbookError
from xladdin.files.atomic_write import copied_file, copy_access
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import (
    FIRST_UNDO,
    FOLDER,
    REDO,
    UNDO,
    all_backups,
    backups_of,
    command_of,
    create_backup,
    delete_old_backups,
    deleted_on_failure,
    file_fingerprint,
    file_state,
    friendly_os_errors,
    is_undone,
    move_unless_changed,
    resolve_file,
    safely_replace,
    time_of,
    validate_writable,
)
from xladdin.messages import Message, join_lines, msg

RESTORE = "undo-to"
"""The command in the name of the copy that is made before a copy is brought back by its number."""
SOUND = msg("sound")


def _none(copy: Path, path: Path) -> Message | None:
    return None


@dataclass(frozen=True)
class Judge:
    """What a host knows of a workbook's content. Both functions take a copy and the workbook.

    `defect` says what is wrong with a copy that is not to be brought back, such as "damaged". `typed` says how the
    workbook differs from the copy if somebody typed since a command last wrote it, such as "3 rows differ".
    """

    defect: Callable[[Path, Path], Message | None] = _none
    typed: Callable[[Path, Path], Message | None] = _none


CONTENT_UNKNOWN = Judge()


@dataclass(frozen=True)
class Backup:
    """A dated copy in the list. `number` is 1 for the latest. `state` is "sound", or says what is wrong with it."""

    number: int
    copy: Path
    command: str
    state: Message


def undo(path: Path, *, now: datetime | None = None, anyway: bool = False, judge: Judge = CONTENT_UNKNOWN) -> Message:
    """Bring back the last sound copy of a file, and say so. What the file held is put aside for `redo`.

    Another undo goes one copy further back. With `anyway` it works even if somebody typed something since. Raises
    WorkbookError if there is no sound copy, or as `safely_replace` does.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), friendly_os_errors(path):
        validate_writable(path)
        state, present, copies = file_state(path), file_fingerprint(path), backups_of(path, now)
        earlier = [copy for copy in copies if file_fingerprint(copy) != present]
        if not earlier:
            raise WorkbookError(
                msg("{name} has no earlier copy in the folder {folder} to bring back.", name=path.name, folder=FOLDER)
            )
        last, passed_over = _last_sound(earlier, path, judge)
        _refuse_typed(path, last, present, UNDO, anyway, judge)
        put_aside = backups_of(path, now, undone=True)
        known = map(file_fingerprint, [*copies, *_to_redo(put_aside)])
        is_changed = bool(put_aside) and present not in known
        with copied_file(last, path) as new, deleted_on_failure() as made:
            copy_access(path, new)
            made.append(undone := create_backup(path, now, FIRST_UNDO if is_changed else UNDO))
            for copy in copies[copies.index(last) + 1 :]:
                if copy not in earlier:  # what was put aside just now, or a change that then was not made
                    copy.unlink()
            move_unless_changed(new, path, state)
        delete_old_backups(path, now, undone=True)
    done = msg(
        "{name} is again as it was before its change of {day} at {time}. What it held until now is kept as {copy}; "
        "xladdin redo brings it back.",
        name=path.name,
        day=f"{time_of(last):%Y-%m-%d}",
        time=f"{time_of(last):%H:%M:%S}",
        copy=f"{FOLDER}/{undone.name}",
    )
    notes = [
        msg("{copy} was passed over: it is {defect}.", copy=f"{FOLDER}/{copy.name}", defect=defect)
        for copy, defect in passed_over
    ]
    return join_lines([done, *notes])


def redo(path: Path, *, now: datetime | None = None, anyway: bool = False, judge: Judge = CONTENT_UNKNOWN) -> Message:
    """Bring back what the last undo put aside, and say so. Another redo goes one further. See `undo` for arguments.

    Raises WorkbookError if nothing was undone since the last change, or as `safely_replace` does.
    """
    path, now = resolve_file(path), now or datetime.now()
    with file_lock(path), friendly_os_errors(path):
        validate_writable(path)
        state, present, copies = file_state(path), file_fingerprint(path), backups_of(path, now)
        undone = _to_redo(backups_of(path, now, undone=True))
        later = [copy for copy in undone if file_fingerprint(copy) != present]
        changes = [copy for copy in copies if command_of(copy) != REDO and file_fingerprint(copy) != present]
        if not later or (changes and time_of(changes[-1]) > time_of(later[-1])):
            raise WorkbookError(
                msg("{name}: nothing was undone since its last change, so there is nothing to redo.", name=path.name)
            )
        last = later[-1]
        _refuse_defect(path, last, judge)
        _refuse_typed(path, last, present, REDO, anyway, judge)
        with copied_file(last, path) as new, deleted_on_failure() as made:
            copy_access(path, new)
            if copies and file_fingerprint(copies[-1]) == present:
                copy = copies[-1]
            else:
                made.append(copy := create_backup(path, now, REDO))
            for other in undone[undone.index(last) + 1 :]:  # they are what `copy` holds
                other.unlink()
            move_unless_changed(new, path, state)
        delete_old_backups(path, now)
    return msg(
        "{name} is again as it was before it was undone. What it held until now is kept as {copy}.",
        name=path.name,
        copy=f"{FOLDER}/{copy.name}",
    )


def list_backups(path: Path, *, now: datetime | None = None, judge: Judge = CONTENT_UNKNOWN) -> list[Backup]:
    """Return the dated copies of a file, the latest first, and those dated in the future after all others.

    Raises WorkbookError if there is no such file.
    """
    path = resolve_file(path)
    with friendly_os_errors(path):
        past = backups_of(path, now)
        future = [copy for copy in all_backups(path) if copy not in past and not is_undone(copy)]
        return [
            Backup(number, copy, command_of(copy), judge.defect(copy, path) or SOUND)
            for number, copy in enumerate([*reversed(past), *reversed(future)], start=1)
        ]


def restore_backup(path: Path, number: int, *, now: datetime | None = None, judge: Judge = CONTENT_UNKNOWN) -> Message:
    """Bring back the copy of that number of the list, and say so. `undo` takes this change back like others.

    Raises WorkbookError if there is no such copy, if it is not sound, or as `safely_replace` does.
    """
    path = resolve_file(path)
    with file_lock(path):
        copy = {backup.number: backup.copy for backup in list_backups(path, now=now)}.get(number)
        if copy is None:
            raise WorkbookError(
                msg(
                    "{name} has no copy {number}. xladdin backups {name} lists those that are there.",
                    name=path.name,
                    number=number,
                )
            )
        _refuse_defect(path, copy, judge)
        with friendly_os_errors(path):
            content = copy.read_bytes()
        previous = safely_replace(path, lambda target: target.write(content), now=now, command=RESTORE)
    assert previous is not None
    return msg(
        "{name} is again as it was before its change of {day} at {time}. What it held until now is kept as {copy}; "
        "xladdin undo brings it back.",
        name=path.name,
        day=f"{time_of(copy):%Y-%m-%d}",
        time=f"{time_of(copy):%H:%M:%S}",
        copy=f"{FOLDER}/{previous.name}",
    )


def _to_redo(undone: list[Path]) -> list[Path]:
    """Return the copies put aside since the last change, without older ones, which were redone or replaced since."""
    first = [place for place, copy in enumerate(undone) if command_of(copy) == FIRST_UNDO]
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


def _refuse_defect(path: Path, copy: Path, judge: Judge) -> None:
    if defect := judge.defect(copy, path):
        raise _not_sound(path, copy, defect)


def _not_sound(path: Path, copy: Path, defect: Message) -> WorkbookError:
    return WorkbookError(
        msg(
            "{path} was not changed: {copy} is {defect}. Choose a copy from xladdin backups {name}, "
            "and bring it back: xladdin undo {name} --to NUMBER",
            path=path,
            copy=f"{FOLDER}/{copy.name}",
            defect=defect,
            name=path.name,
        )
    )


def _refuse_typed(path: Path, copy: Path, present: bytes, command: str, anyway: bool, judge: Judge) -> None:
    """Raise WorkbookError if the file has something that would be lost. What equals a copy has nothing."""
    if anyway or any(file_fingerprint(one) == present for one in all_backups(path)):
        return
    if differs := judge.typed(copy, path):
        raise WorkbookError(
            msg(
                "{name} has changed since xladdin last wrote it, and you would lose that: {differs} from "
                "{copy}. To do it anyway: xladdin {command} {name} --anyway",
                name=path.name,
                differs=differs,
                copy=f"{FOLDER}/{copy.name}",
                command=command,
            )
        )
