"""Find out whether a workbook is open in another program, and lock it against other runs of xladdin.

Excel and LibreOffice create a lock file next to a workbook that they have open. A run of xladdin locks a file of its
own.
"""

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

# The most bytes of UTF-8 in a file name on the file systems of Linux. Those of other systems allow at least as many.
MAX_FILE_NAME_LENGTH = 255
OWNER_ONLY = 0o600

# How long a run waits for another to release the lock [seconds]. Recalculating a full sheet takes nearly as long.
LOCK_TIMEOUT = 60.0

_PAUSE = 0.05
# The most bytes to read of a lock file, which contains only the name of a person.
_MAX_LOCK_FILE_LENGTH = 16_384
# Flags so that opening a file never follows a link or waits for a pipe. An unpacked archive may contain a link or a
# pipe with the name of a lock file.
_SAFE_FLAGS = sum(getattr(os, flag, 0) for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOINHERIT"))
READ_FLAGS, _LOCK_FLAGS = os.O_RDONLY | _SAFE_FLAGS, os.O_RDWR | os.O_CREAT | _SAFE_FLAGS
# The locks of this process, by path and thread, so that a thread can take a lock again that it already has.
_own_locks: set[tuple[Path, int]] = set()


def make_sibling_path(path: Path, prefix: str, suffix: str, *, stem: str | None = None) -> Path:
    """Return the path of a file next to `path` whose name is that of `path`, or `stem`, between `before` and `after`.

    If the name would be longer than `MAX_FILE_NAME_LENGTH`, its end is replaced by a short digest of the whole.
    """
    name = whole = path.name if stem is None else stem
    room = MAX_FILE_NAME_LENGTH - len(os.fsencode(prefix + suffix))
    if len(os.fsencode(name)) > room:
        import hashlib

        digest = hashlib.sha256(os.fsencode(whole)).hexdigest()[:8]
        while len(os.fsencode(name)) > room - len(digest) - 1:
            name = name[:-1]
        name = f"{name}~{digest}"
    return path.with_name(f"{prefix}{name}{suffix}")


class LockOwner(NamedTuple):
    """The owner of a lock on a workbook.

    Attributes:
        program: Name of the program that has the workbook open, with the person if known.
        lock: Path of the program's lock file.
    """

    program: str
    lock: Path


def find_lock_owner(path: Path) -> LockOwner | None:
    """Return the program that has a workbook open, or None if neither Excel nor LibreOffice has a lock file for it."""
    excel = path.with_name(f"~${path.name}")
    office = path.with_name(f".~lock.{path.name}#")
    for program, lock, owner in (("Excel", excel, _read_excel_owner), ("LibreOffice", office, _read_office_owner)):
        if os.path.lexists(lock):
            person = owner(read_lock_file(lock))
            return LockOwner(msg("{program} by {person}", program=program, person=person) if person else program, lock)
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
    """Lock a workbook against other runs of xladdin within a `with` statement.

    The same thread may lock it again within the statement. The operating system releases the lock when the process
    ends, even if it is killed. The lock file contains the process and the computer, for people to read.

    Raises:
        WorkbookError: Another run still has the lock after `LOCK_TIMEOUT` seconds, or the folder is write-protected.
    """
    key = (path.resolve(), threading.get_ident())
    if key in _own_locks:
        yield
        return
    lock = make_sibling_path(key[0], ".", ".xladdin-lock")
    stream = _acquire(lock, key[0], time.monotonic() + LOCK_TIMEOUT)
    _own_locks.add(key)
    try:
        yield
    finally:
        _own_locks.discard(key)
        _release(lock, stream)


def _acquire(lock: Path, path: Path, deadline: float) -> BinaryIO:
    while True:
        stream = _open_lock(lock, path)
        if stream is not None:
            if _try_lock(stream) and _is_current(lock, stream):
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
            holder = f" ({content})" if (content := read_lock_file(lock).decode(errors="replace")) else ""
            raise WorkbookError(
                msg(
                    "{path} is being changed by another run of xladdin{holder}. Try again later.",
                    path=path,
                    holder=holder,
                )
            )
        time.sleep(_PAUSE)


def make_protected_folder_error(path: Path, error: OSError) -> WorkbookError:
    """Build the error for a file or folder that was not written because its own folder is write-protected."""
    text = (
        msg(
            "{path} was not changed: its folder is write-protected ({strerror}). Copy the workbook into a folder of "
            "your own."
        )
        if path.suffix.lower() in (".xlsx", ".xlsm")
        else msg("{path} was not written: its folder is write-protected ({strerror}). Choose another folder.")
    )
    return WorkbookError(text.with_values(path=path, strerror=error.strerror))


def _open_lock(lock: Path, path: Path) -> BinaryIO | None:
    """Open the lock file, which is created if missing, without following a link.

    Returns None if the file belongs to another user, and only that user may open it.

    Raises:
        WorkbookError: The folder is write-protected, or the path is not that of a regular file.
    """
    try:
        stream = open(os.open(lock, _LOCK_FLAGS, OWNER_ONLY), "r+b", buffering=0)  # noqa: SIM115 - open while locked
    except OSError as error:
        try:
            status = lock.lstat()
        except FileNotFoundError:
            if os.access(lock.parent, os.W_OK) and isinstance(error, PermissionError):
                return None  # another user's run deleted it in between
            raise make_protected_folder_error(path, error) from None
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


def _is_current(lock: Path, stream: BinaryIO) -> bool:
    """Return whether the locked file is still at the path `lock`, since the earlier run may have deleted it."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(stream.fileno()), lock.stat())
    return False


if sys.platform == "win32":
    import msvcrt

    # The position of the locked byte, beyond the text, because Windows lets nobody else read a locked byte.
    _LOCKED_BYTE = 1 << 30

    def _try_lock(stream: BinaryIO) -> bool:
        stream.seek(_LOCKED_BYTE)
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


def read_lock_file(lock: Path) -> bytes:
    """Return the content of a lock file, or b"" if it is missing, not a regular file, or unreadable.

    Excel's lock file is unreadable on Windows.
    """
    with suppress(OSError), open(os.open(lock, READ_FLAGS), "rb") as stream:
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return stream.read(_MAX_LOCK_FILE_LENGTH)
    return b""


def _read_excel_owner(content: bytes) -> str:
    """Return the name of the user in Excel's lock file, where one byte with its length precedes it."""
    name = content[1 : 1 + content[0]] if content else b""
    return name.decode("cp1252", "replace").strip(" \0")


def _read_office_owner(content: bytes) -> str:
    """Return the name of the user in LibreOffice's lock file: the full name, or else the login.

    The file has the fields name, login, computer, time and profile, separated by commas.
    """
    fields = content.decode("utf-8", "replace").split(",")
    return next((field.strip() for field in fields[:2] if field.strip()), "")
