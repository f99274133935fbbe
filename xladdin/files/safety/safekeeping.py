"""A workbook is changed whole or not at all, and a dated copy of the old one is kept.

The new file takes the place of the old one in one step. Until then the old one is there whole. A full disk, a crash, a
kill or a power cut before it takes nothing away.
"""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from xladdin.errors import WorkbookError, not_there
from xladdin.files.safety.backups import back_up, drop_copy, drop_old_backups
from xladdin.files.safety.locks import only_one, refuse_if_open
from xladdin.files.safety.new_file import EVERYBODY, Write, keep_access, move_to, new_file
from xladdin.messages import Message, msg

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
"""The errors of the system that mean that a disk, or a user's share of it, is full."""


def safely_replace(
    path: Path,
    write: Write,
    read_as: bytes | None = None,
    *,
    now: datetime | None = None,
    keep_copy: bool = True,
    command: str = "",
) -> Path | None:
    """Replace a file by what `write` writes, and give the path of the dated copy of the old content.

    `read_as` is the fingerprint of what was read and is the base of the new content. `now` and `command` name the copy.
    Without `keep_copy` there is no copy, for a change that nobody will want to undo. Raises WorkbookError if the file
    is open elsewhere, has changed since it was read, or cannot be written. Then the file is as it was.
    """
    path, now = real_file(path), now or datetime.now()
    with only_one(path), explained(path):
        refuse_unless_free(path)
        with new_file(path, write) as new:
            keep_access(path, new)
            refuse_unless_free(path)
            state, copy = state_of(path), None
            if read_as is not None and fingerprint_of(path) != read_as:
                raise _changed_meanwhile(path)
            with dropped_on_failure() as made:
                if keep_copy:
                    made.append(copy := back_up(path, now, command))
                move_unless_changed(new, path, state)
        drop_old_backups(path, now)
    return copy


def safely_create(path: Path, write: Write, *, mode: int = EVERYBODY) -> None:
    """Make a new file of what `write` writes. There is no file before it is whole.

    The user's mask reduces its permissions `mode`. Raises WorkbookError if there is a file of that name already, or it
    cannot be written.
    """
    refuse_without_folder(path)
    refuse_if_there(path)
    with only_one(path), explained(path), new_file(path, write, mode=mode) as new:
        refuse_if_there(path)
        move_to(new, path)


def real_file(path: Path) -> Path:
    """Return the file itself if `path` is a link to it."""
    real = path.resolve()
    if not real.is_file():
        raise not_there(path)
    return real


def refuse_unless_free(path: Path) -> None:
    """Raise WorkbookError if the file is open elsewhere, or may not be written to."""
    refuse_if_open(path)
    if not os.access(path, os.W_OK):
        raise WorkbookError(
            msg("{path} is write-protected. Remove the protection in its properties, or work on a copy.", path=path)
        )


def refuse_without_folder(path: Path) -> None:
    """Raise WorkbookError if there is no folder for a new file, or for a new folder."""
    if not path.parent.is_dir():
        raise WorkbookError(
            msg("{path} cannot be made: there is no folder {parent}. Make it first.", path=path, parent=path.parent)
        )


def refuse_if_there(path: Path) -> None:
    """Raise WorkbookError if anything has the name of a new file."""
    if os.path.lexists(path):
        raise WorkbookError(
            msg(
                "{path} is already there, and xladdin does not overwrite it. Give another name, or move it away.",
                path=path,
            )
        )


def refuse_as_folder(folder: Path) -> None:
    """Raise WorkbookError if this neither is a folder nor can become one."""
    refuse_without_folder(folder)
    if os.path.lexists(folder) and not folder.is_dir():
        raise WorkbookError(msg("{folder} is already there and is not a folder. Give another name.", folder=folder))


@contextmanager
def dropped_on_failure() -> Iterator[list[Path]]:
    """Remove the copies made for a change if it fails, as on Windows while another program reads the file."""
    made: list[Path] = []
    try:
        yield made
    except (OSError, WorkbookError):
        for copy in made:
            drop_copy(copy)
        raise


def move_unless_changed(new: Path, path: Path, state: tuple[int, ...]) -> None:
    """Replace a file in one step, unless another program has saved it since the state `state`."""
    if state_of(path) != state:
        raise _changed_meanwhile(path)
    move_to(new, path)


def _changed_meanwhile(path: Path) -> WorkbookError:
    return WorkbookError(msg("{path} was not changed: another program changed it meanwhile. Try again.", path=path))


def state_of(path: Path) -> tuple[int, ...]:
    """Tells, without reading, whether a program has saved the file."""
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns


def fingerprint_of(path: Path) -> bytes:
    """Return the SHA-256 of the content of a file."""
    import hashlib

    return hashlib.sha256(path.read_bytes()).digest()


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn an error of the system into a WorkbookError that says what to do."""
    try:
        yield
    except PermissionError as error:
        raise WorkbookError(
            msg(
                "{path} was not changed: the system does not permit it ({strerror}: {filename}). If it is open "
                "in another program, close it there; otherwise copy it into a folder of your own.",
                path=path,
                strerror=error.strerror,
                filename=error.filename,
            )
        ) from None
    except OSError as error:
        raise WorkbookError(msg("{path} was not changed: {reason}.", path=path, reason=reason(error))) from None


def reason(error: OSError) -> Message | str:
    """Return the words of the system for its error. For a full disk they also say what to do."""
    if error.errno in FULL:
        return msg("the disk is full. Make room and try again")
    return error.strerror or str(error)


def delete_files(paths: Iterable[Path], workbook: Path) -> None:
    """Delete files, and folders that they leave empty. Raises WorkbookError if the system does not permit it.

    A file that is gone already is no error, so that it can simply be done again.
    """
    with explained(workbook):
        for path in paths:
            path.unlink(missing_ok=True)
            folder = path.parent
            while folder != workbook.parent and folder.is_dir() and not os.listdir(folder):
                folder.rmdir()
                folder = folder.parent
