"""A workbook is changed whole or not at all, and a dated copy of what it was is kept.

The new file is written beside the old, flushed to the disk and swapped in by one step of the file system. Whatever
happens before that step, a full disk, a crash, the power, the old file is there whole; after it, the new.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Protocol

from xladdin.errors import FileProblem
from xladdin.workbook.locking import exclusively, refuse_if_open_elsewhere

BACKUPS = "backups"
KEPT = 10
"""How many dated copies of a workbook stay."""

_STAMP = "%Y-%m-%d %H%M%S"
_UNDONE = " undone"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

Write = Callable[[BinaryIO], None]


class Read(Protocol):
    """What was read: tells whether the file still is the same."""

    @property
    def fingerprint(self) -> bytes:
        """SHA-256 of the file's bytes."""


def safely_replace(path: Path, write: Write, *, read_as: Read | None = None, now: datetime | None = None) -> Path:
    """Replaces a file by what `write` writes, and returns the dated copy of what it was.

    read_as: what was read and is the base of the new content; now: the time that names the copy. Raises FileProblem,
    with the file as it was, where it is open elsewhere, has changed since it was read, or cannot be written.
    """
    path = _real(path)
    with exclusively(path), _explained(path), _new_file(path) as new:
        _refuse_unless_free(path)
        _fill(new, write)
        _keep_owner(path, new)
        _refuse_unless_free(path)
        if read_as is not None and _fingerprint(path) != read_as.fingerprint:
            raise FileProblem(
                f"{path} was not changed: another program has changed it since it was read. Nothing is lost; run again."
            )
        backup = _keep(path, path.stem, now or datetime.now())
        _swap(new, path, backup)
        _drop_old(path, path.stem)
    return backup


def safely_create(path: Path, write: Write) -> None:
    """Makes a new file of what `write` writes; there is none before it is whole.

    Raises FileProblem where there is a file of that name already, or where it cannot be written.
    """
    if not path.parent.is_dir():
        raise FileProblem(f"{path} cannot be made: there is no folder {path.parent}. Make it first.")
    with exclusively(path), _explained(path), _new_file(path) as new:
        _refuse_if_there(path)
        _fill(new, write)
        _refuse_if_there(path)
        _swap(new, path)


def undo(path: Path, *, now: datetime | None = None) -> str:
    """Brings back the last dated copy of a file, and says so; what the file held until now is kept beside the copies.

    Another undo goes one copy further back. Raises FileProblem where there is no copy, or as `safely_replace` does.
    """
    path = _real(path)
    with exclusively(path), _explained(path), _new_file(path) as new:
        _refuse_unless_free(path)
        present = _fingerprint(path)
        copies = [copy for copy in reversed(_copies(path, path.stem)) if _fingerprint(copy) != present]
        if not copies:
            raise FileProblem(f"{path} has no earlier copy in the folder {path.parent / BACKUPS}.")
        last = copies[0]
        _fill_from(last, new)
        _keep_owner(path, new)
        undone = _keep(path, path.stem + _UNDONE, now or datetime.now())
        _swap(new, path, undone)
        for copy in _copies(path, path.stem):
            if copy >= last:
                copy.unlink()
        _drop_old(path, path.stem + _UNDONE)
    when = _time_of(last, path.stem)
    return (
        f"{path.name} is again as it was before its change of {when:%Y-%m-%d} at {when:%H:%M:%S}. "
        f"What it held until now is {BACKUPS}/{undone.name}."
    )


def _real(path: Path) -> Path:
    """The file itself where `path` is a link to it."""
    real = path.resolve()
    if not real.is_file():
        raise FileProblem(f"{path} is not there. Check the name and the folder.")
    return real


def _refuse_unless_free(path: Path) -> None:
    refuse_if_open_elsewhere(path)
    if not os.access(path, os.W_OK):
        raise FileProblem(f"{path} is write-protected. Remove the protection in its properties, or work on a copy.")


def _refuse_if_there(path: Path) -> None:
    if path.exists():
        raise FileProblem(f"{path} is there already and is not overwritten. Give another name, or move it away.")


@contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """A name beside `path` for the file to come; whatever stands there in the end, or is left of a killed run, goes."""
    start, end = f".{path.name}.", ".new"
    for name in os.listdir(path.parent):
        if name.startswith(start) and name.endswith(end):
            (path.parent / name).unlink()
    new = path.with_name(f"{start}{os.getpid()}{end}")
    try:
        yield new
    finally:
        with suppress(FileNotFoundError):
            new.unlink()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """What the system says, as a FileProblem that says what to do."""
    try:
        yield
    except OSError as error:
        said = f"{path} was not changed: "
        if error.errno in _FULL:
            raise FileProblem(f"{said}the disk is full. Make room and try again.") from None
        if isinstance(error, PermissionError):
            raise FileProblem(
                f"{said}the system does not permit it ({error.strerror}: {error.filename}). If the workbook is open in "
                "another program, close it there; otherwise copy it into a folder of your own."
            ) from None
        raise FileProblem(f"{said}{error.strerror or error}.") from None


def _fill(new: Path, write: Write) -> None:
    with open(new, "xb") as stream:
        write(stream)
        stream.flush()
        os.fsync(stream.fileno())


def _fill_from(source: Path, new: Path) -> None:
    with open(source, "rb") as stream:
        _fill(new, lambda target: shutil.copyfileobj(stream, target))


def _keep_owner(path: Path, new: Path) -> None:
    shutil.copymode(path, new)
    if sys.platform != "win32":
        with suppress(PermissionError):  # only the administrator may give a file away, or need to
            os.chown(new, path.stat().st_uid, path.stat().st_gid)


def _swap(new: Path, path: Path, kept: Path | None = None) -> None:
    """The one step. The copy that was kept for it goes where it fails, as on Windows while another program reads."""
    try:
        os.replace(new, path)
    except OSError:
        if kept is not None:
            kept.unlink()
        raise
    if sys.platform != "win32":
        with suppress(OSError):  # the step is done; this only makes it outlast a power cut
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _keep(path: Path, stem: str, now: datetime) -> Path:
    """Copies a file into the folder of copies, under a name that tells the time and is later than all others."""
    folder = path.parent / BACKUPS
    folder.mkdir(exist_ok=True)
    copies = _copies(path, stem)
    if copies:
        now = max(now, _time_of(copies[-1], stem) + timedelta(seconds=1))
    copy = folder / f"{stem} {now.strftime(_STAMP)}{path.suffix}"
    with _new_file(folder / path.name) as new:
        _fill_from(path, new)
        shutil.copystat(path, new)
        os.replace(new, copy)
    return copy


def _copies(path: Path, stem: str) -> list[Path]:
    """The dated copies of a file, the oldest first."""
    name = re.compile(rf"{re.escape(stem)} \d{{4}}-\d\d-\d\d \d{{6}}{re.escape(path.suffix)}")
    folder = path.parent / BACKUPS
    return sorted(folder / entry for entry in os.listdir(folder) if name.fullmatch(entry)) if folder.is_dir() else []


def _drop_old(path: Path, stem: str) -> None:
    for copy in _copies(path, stem)[:-KEPT]:
        with suppress(OSError):  # the change is made; a copy too many does no harm
            copy.unlink()


def _time_of(copy: Path, stem: str) -> datetime:
    return datetime.strptime(copy.stem.removeprefix(f"{stem} "), _STAMP)


def _fingerprint(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()
