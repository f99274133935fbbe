"""Who has a workbook open. Excel and LibreOffice leave files next to it, and another run of ours holds its lock."""

from __future__ import annotations

import os
import platform
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from xladdin.errors import WorkbookError
from xladdin.messages import msg

# The most bytes of UTF-8 in the name of a file on the file systems of Linux. Others allow at least as much.
LONGEST_FILE_NAME = 255
OWNER_ALONE = 0o600

# How long a second run waits for the first [seconds]. A full sheet takes nearly as long.
PATIENCE = 60.0

_PAUSE = 0.05
# The most bytes to read of a lock's file, which names a person, and of other small files.
_LONGEST_NOTE = 16_384
# An unpacked archive may have a link or a pipe with the name of a lock, which we neither follow nor wait for.
_NO_WAY_OUT = sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"))
READ_FLAGS, _LOCK_FLAGS = os.O_RDONLY | _NO_WAY_OUT, os.O_RDWR | os.O_CREAT | _NO_WAY_OUT
# The locks that threads of this process have, so that a longer change can include a shorter one.
_held: set[tuple[Path, int]] = set()


def sibling_path(path: Path, before: str, after: str, *, stem: str | None = None) -> Path:
    """Return the path of a companion of `path`: its name, or `stem`, with a text before and after.

    If that is longer than a file's name may be, a short digest of the whole replaces the end of the name.
    """
    name = whole = path.name if stem is None else stem
    room = LONGEST_FILE_NAME - len(os.fsencode(before + after))
    if len(os.fsencode(name)) > room:
        import hashlib

        digest = hashlib.sha256(os.fsencode(whole)).hexdigest()[:8]
        while len(os.fsencode(name)) > room - len(digest) - 1:
            name = name[:-1]
        name = f"{name}~{digest}"
    return path.with_name(f"{before}{name}{after}")


class LockOwner(NamedTuple):
    """The program that has a workbook open, with the person if known, and the program's lock file."""

    program: str
    lock: Path


def find_lock_owner(path: Path) -> LockOwner | None:
    """Return who else has the workbook open, or None if there is no lock file of Excel or LibreOffice next to it."""
    excel = path.with_name(f"~${path.name}")
    office = path.with_name(f".~lock.{path.name}#")
    for program, lock, owner in (("Excel", excel, _excel_owner), ("LibreOffice", office, _office_owner)):
        if os.path.lexists(lock):
            return LockOwner(program + (f" by {name}" if (name := owner(read_note(lock))) else ""), lock)
    return None


def validate_not_open(path: Path) -> None:
    """Raise WorkbookError if Excel or LibreOffice has the workbook open."""
    if owner := find_lock_owner(path):
        raise WorkbookError(
            msg(
                "{path} is open in {program}. Close it there and try again; if it is no longer open, "
                "delete the file {name} next to it.",
                path=path,
                program=owner.program,
                name=owner.lock.name,
            )
        )


@contextmanager
def file_lock(path: Path) -> Iterator[None]:
    """Hold the lock of a workbook, so that of two runs the second begins when the first has ended.

    Within it the same thread may take it again. The system ends the lock with the process that holds it, even a killed
    one. The file of a lock names the process and computer, for people to read. Raises WorkbookError if another run
    still holds it after `PATIENCE`, or if nobody may write to the folder.
    """
    key = (path.resolve(), threading.get_ident())
    if key in _held:
        yield
        return
    lock = sibling_path(key[0], ".", ".xladdin-lock")
    stream = _acquire(lock, key[0], time.monotonic() + PATIENCE)
    _held.add(key)
    try:
        yield
    finally:
        _held.discard(key)
        _release(lock, stream)


def _acquire(lock: Path, path: Path, deadline: float) -> BinaryIO:
    while True:
        stream = _open_lock(lock, path)
        if stream is not None:
            if _try_lock(stream) and _is_still(lock, stream):
                with suppress(OSError):  # the text is only for people
                    stream.truncate(0)
                    stream.seek(0)
                    stream.write(f"process {os.getpid()} on {platform.node()}".encode())
                    stream.flush()
                return stream
            stream.close()
        if time.monotonic() > deadline:
            if stream is None:
                raise WorkbookError(
                    msg(
                        "{path} was not changed: another user is changing it, or their run was interrupted. Try "
                        "again later; if nobody is changing it, delete the file {name} next to it.",
                        path=path,
                        name=lock.name,
                    )
                )
            holder = f" ({content})" if (content := read_note(lock).decode(errors="replace")) else ""
            raise WorkbookError(
                msg(
                    "{path} is being changed by another run of xladdin{holder}. Try again later.",
                    path=path,
                    holder=holder,
                )
            )
        time.sleep(_PAUSE)


def _open_lock(lock: Path, path: Path) -> BinaryIO | None:
    """Return the file of the lock, never through a link.

    It is None for another user's file that only that user may open.
    """
    try:
        stream = open(os.open(lock, _LOCK_FLAGS, OWNER_ALONE), "r+b", buffering=0)  # noqa: SIM115 - open while it is held
    except OSError as error:
        try:
            status = lock.lstat()
        except FileNotFoundError:
            if os.access(lock.parent, os.W_OK) and isinstance(error, PermissionError):
                return None  # another user's run deleted it in between
            raise WorkbookError(
                msg(
                    "{path} was not changed: its folder is write-protected ({strerror}). Copy the workbook "
                    "into a folder of your own.",
                    path=path,
                    strerror=error.strerror,
                )
            ) from None
        if stat.S_ISREG(status.st_mode) and isinstance(error, PermissionError):
            return None
    else:
        with suppress(OSError):
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_nlink <= 1 and not lock.is_symlink():
                return stream
        stream.close()
    raise WorkbookError(
        msg(
            "{path} was not changed: {name} next to it is not a regular file. Delete it.",
            path=path,
            name=lock.name,
        )
    )


def _is_still(lock: Path, stream: BinaryIO) -> bool:
    """Return whether the locked file still has its name. The earlier run may have deleted it in between."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(stream.fileno()), lock.stat())
    return False


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """The locked byte. It is none of the text, which others must be able to read."""

    def _try_lock(stream: BinaryIO) -> bool:
        stream.seek(_FAR)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _release(lock: Path, stream: BinaryIO) -> None:
        with suppress(OSError):
            stream.close()
        with suppress(OSError):  # the next run may have opened it already
            lock.unlink()

else:
    import fcntl

    def _try_lock(stream: BinaryIO) -> bool:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: the file is checked for changes before it is replaced
        return True

    def _release(lock: Path, stream: BinaryIO) -> None:
        with suppress(OSError):
            lock.unlink()  # first, so that nobody else locks a file that is about to be deleted
        with suppress(OSError):
            stream.close()


def read_note(lock: Path) -> bytes:
    """Return the text of a lock.

    It is empty if the lock is missing, not a plain file, or unreadable, as Excel's on Windows.
    """
    with suppress(OSError), open(os.open(lock, READ_FLAGS), "rb") as stream:
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return stream.read(_LONGEST_NOTE)
    return b""


def _excel_owner(content: bytes) -> str:
    """Return the name, which follows its length in one byte."""
    name = content[1 : 1 + content[0]] if content else b""
    return name.decode("cp1252", "replace").strip(" \0")


def _office_owner(content: bytes) -> str:
    """Return the full name, the first of the fields with commas between: name, login, computer, time, profile."""
    fields = content.decode("utf-8", "replace").split(",")
    return next((field.strip() for field in fields[:2] if field.strip()), "")
