"""A workbook is changed whole or not at all, and a dated copy of what it was is kept.

Whatever happens before the one step in which the new file takes the place of the old, a full disk, a crash, a kill, a
power cut, the old one is there whole.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from xladdin.errors import FileProblem, not_there
from xladdin.files.safety.access import keep_access
from xladdin.files.safety.backups import FOLDER, back_up, backups_of, drop_old_backups, time_of
from xladdin.files.safety.last_left import Left, left_of, remember
from xladdin.files.safety.locks import only_one, refuse_if_open
from xladdin.files.safety.new_file import EVERYBODY, Write, copied_file, move_to, new_file

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
"""Errors of the system that mean that a disk, or a user's share of it, is full."""


Differing = Callable[[Path, Path], str]
"""Says how many rows of two files differ: "3 rows differ"."""


class Read(Protocol):
    """What was read: tells whether the file still is the same."""

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of the file's bytes."""


def safely_replace(
    path: Path, write: Write, read_as: Read | None = None, *, now: datetime | None = None, keep_copy: bool = True
) -> Path | None:
    """Replaces a file by what `write` writes, and gives the path of the dated copy of what it was.

    read_as: what was read and is the base of the new content; now: the time that names the copy; keep_copy: none is
    kept, nor given, for a change that no one will want to undo. Raises FileProblem, with the file as it was, where it
    is open elsewhere, has changed since it was read, or cannot be written.
    """
    path = _real(path)
    with only_one(path), explained(path):
        _refuse_unless_free(path)
        with new_file(path, write) as new:
            keep_access(path, new)
            _refuse_unless_free(path)
            state = _state(path)
            before, left = _fingerprint(path), left_of(path)
            if read_as is not None and before != read_as.fingerprint:
                raise _changed_meanwhile(path)
            after = _fingerprint(new)
            copy = back_up(path, now or datetime.now()) if keep_copy else None
            _move_or_drop(new, path, copy, state)
        if keep_copy:
            remember(path, Left(after))
            drop_old_backups(path)
        elif before == left.digest:  # else what was typed since is still to be asked about
            remember(path, Left(after, left.undone))
    return copy


def safely_create(path: Path, write: Write, *, mode: int = EVERYBODY) -> None:
    """Makes a new file of what `write` writes; there is none before it is whole.

    mode: its permissions, less what the user's mask takes away. Raises FileProblem where there is a file of that name
    already, or where it cannot be written.
    """
    if not path.parent.is_dir():
        raise FileProblem(f"{path} cannot be made: there is no folder {path.parent}. Make it first.")
    _refuse_if_there(path)
    with only_one(path), explained(path), new_file(path, write, mode=mode) as new:
        _refuse_if_there(path)
        move_to(new, path)


def undo(
    path: Path, *, now: datetime | None = None, anyway: bool = False, differing: Differing = lambda one, other: ""
) -> str:
    """Brings back the last dated copy of a file, and says so; what the file held until now is kept beside the copies.

    Another undo goes one copy further back. anyway: also where the file was changed since we left it; differing: says
    how the copy and the file differ. Raises FileProblem where there is no copy, or as `safely_replace` does.
    """
    path = _real(path)
    with only_one(path), explained(path):
        _refuse_unless_free(path)
        state, present, left = _state(path), _fingerprint(path), left_of(path)
        copies = [copy for copy in backups_of(path) if _fingerprint(copy) != present]
        if not copies:
            raise FileProblem(f"{path} has no earlier copy in the folder {path.parent / FOLDER} to bring back.")
        last = copies[-1]
        if present != left.digest and not anyway:
            raise _typed_since(path, differing(last, path), "undo", last)
        with copied_file(last, path) as new:
            keep_access(path, new)
            undone = back_up(path, now or datetime.now(), undone=True)
            _move_or_drop(new, path, undone, state)
        for copy in backups_of(path):
            if copy >= last:  # it is what the file holds now, as are copies of a change that then was not made
                copy.unlink()
        remember(path, Left(_fingerprint(path), left.undone + 1 if present == left.digest else 1))
        drop_old_backups(path, undone=True)
    return (
        f"{path.name} is again as it was before its change of {time_of(last):%Y-%m-%d at %H:%M:%S}. "
        f"What it held until now is kept as {FOLDER}/{undone.name}; xladdin redo brings it back."
    )


def redo(
    path: Path, *, now: datetime | None = None, anyway: bool = False, differing: Differing = lambda one, other: ""
) -> str:
    """Brings back what the last undo took away, and says so; another redo goes one further. Arguments as of `undo`.

    Raises FileProblem where nothing was undone since the last change, or as `safely_replace` does.
    """
    path = _real(path)
    with only_one(path), explained(path):
        _refuse_unless_free(path)
        state, present, left = _state(path), _fingerprint(path), left_of(path)
        copies = backups_of(path, undone=True)
        if not copies or not left.undone:
            raise FileProblem(f"{path.name}: nothing was undone since its last change, so there is nothing to redo.")
        last = copies[-1]
        if present != left.digest and not anyway:
            raise _typed_since(path, differing(last, path), "redo", last)
        with copied_file(last, path) as new:
            keep_access(path, new)
            copy = back_up(path, now or datetime.now())
            _move_or_drop(new, path, copy, state)
        last.unlink()
        remember(path, Left(_fingerprint(path), left.undone - 1))
        drop_old_backups(path)
    return (
        f"{path.name} is again as it was before it was undone. What it held until now is kept as {FOLDER}/{copy.name}."
    )


def _typed_since(path: Path, differs: str, command: str, copy: Path) -> FileProblem:
    return FileProblem(
        f"{path.name} was changed since xladdin last left it, and that would go: {differs or 'it differs'} from "
        f"{FOLDER}/{copy.name}. To go on all the same: xladdin {command} {path.name} --anyway"
    )


def _real(path: Path) -> Path:
    """The file itself where `path` is a link to it."""
    real = path.resolve()
    if not real.is_file():
        raise not_there(path)
    return real


def _refuse_unless_free(path: Path) -> None:
    refuse_if_open(path)
    if not os.access(path, os.W_OK):
        raise FileProblem(f"{path} is write-protected. Remove the protection in its properties, or work on a copy.")


def _refuse_if_there(path: Path) -> None:
    if os.path.lexists(path):
        raise FileProblem(f"{path} is there already and is not overwritten. Give another name, or move it away.")


def _move_or_drop(new: Path, path: Path, copy: Path | None, state: tuple[int, ...]) -> None:
    """The copy that was kept for a change goes where that fails, as on Windows while another program reads the file.

    state: the file's when it was looked at; between that and the one step another program may have saved it.
    """
    try:
        if _state(path) != state:
            raise _changed_meanwhile(path)
        move_to(new, path)
    except (OSError, FileProblem):
        if copy is not None:
            copy.unlink()
        raise


def _changed_meanwhile(path: Path) -> FileProblem:
    return FileProblem(
        f"{path} was not changed: another program has changed it since it was read, "
        "and it stays as that left it. Try again."
    )


def _state(path: Path) -> tuple[int, ...]:
    """What tells, without reading, whether a program has saved the file."""
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def _fingerprint(path: Path) -> bytes:
    import hashlib

    return hashlib.sha256(path.read_bytes()).digest()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """What the system says, as a FileProblem that says what to do."""
    try:
        yield
    except PermissionError as error:
        raise FileProblem(
            f"{path} was not changed: the system does not permit it ({error.strerror}: {error.filename}). "
            "If it is open in another program, close it there; otherwise copy it into a folder of your own."
        ) from None
    except OSError as error:
        why = "the disk is full. Make room and try again" if error.errno in FULL else error.strerror or str(error)
        raise FileProblem(f"{path} was not changed: {why}.") from None
