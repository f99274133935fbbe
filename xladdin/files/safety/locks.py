"""Who has a workbook open: Excel and LibreOffice by the files they leave beside it, another run of ours by its lock."""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from xladdin.errors import FileProblem

PATIENCE = 60.0
"""How long a second run waits for the first [seconds]; a full sheet takes nearly as long."""

_PAUSE = 0.05
_held: set[tuple[Path, int]] = set()
"""Locks held by threads of this process, so that a change may be made within a longer one."""


def refuse_if_open(path: Path) -> None:
    """Raises FileProblem where Excel or LibreOffice has the workbook open, as the file it keeps beside it says."""
    excel = path.with_name(f"~${path.name}")
    office = path.with_name(f".~lock.{path.name}#")
    for program, lock, owner in (("Excel", excel, _excel_owner), ("LibreOffice", office, _office_owner)):
        with suppress(FileNotFoundError):
            content = _content(lock)
            by = f" by {name}" if (name := owner(content)) else ""
            raise FileProblem(
                f"{path} is open in {program}{by}. Close it there and try again; if it is not open any more, "
                f"delete the file {lock.name} beside it."
            )


@contextmanager
def only_one(path: Path, wait: float = PATIENCE) -> Iterator[None]:
    """Holds the lock of a workbook, so that of two runs the second begins when the first has ended.

    Within it the same thread may take it again. The system ends the lock with the process that holds it, even one that
    was killed; the file of a lock, with the process and computer it belongs to, is only for people to read. Raises
    FileProblem where another run still holds it after `wait` seconds, or where the folder may not be written to.
    """
    key = (path.resolve(), threading.get_ident())
    if key in _held:
        yield
        return
    lock = key[0].with_name(f".{key[0].name}.xladdin-lock")
    stream = _acquire(lock, key[0], time.monotonic() + wait)
    _held.add(key)
    try:
        yield
    finally:
        _held.discard(key)
        _release(lock, stream)


def _acquire(lock: Path, path: Path, deadline: float) -> BinaryIO:
    while True:
        try:
            stream = open(lock, "a+b")  # noqa: SIM115 - it stays open as long as the lock is held
        except OSError as error:
            raise FileProblem(
                f"{path} was not changed: its folder may not be written to ({error.strerror}). "
                "Copy the workbook into a folder of your own."
            ) from None
        if _locked(stream) and _is_still(lock, stream):
            stream.truncate(0)
            stream.write(f"process {os.getpid()} on {socket.gethostname()}".encode())
            stream.flush()
            return stream
        stream.close()
        if time.monotonic() > deadline:
            holder = ""
            with suppress(OSError):
                holder = f" ({_content(lock).decode(errors='replace')})"
            raise FileProblem(f"{path} is just being changed by another run{holder}. Try again when that has ended.")
        time.sleep(_PAUSE)


def _is_still(lock: Path, stream: BinaryIO) -> bool:
    """Whether the file that was locked still has its name: the run before may have deleted it in between."""
    with suppress(OSError):
        return os.path.samestat(os.fstat(stream.fileno()), lock.stat())
    return False


if sys.platform == "win32":
    import msvcrt

    _FAR = 1 << 30
    """The byte that is locked: not one of the text, which others must be able to read."""

    def _locked(stream: BinaryIO) -> bool:
        stream.seek(_FAR)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _release(lock: Path, stream: BinaryIO) -> None:
        stream.close()
        with suppress(OSError):  # the next run has it open already
            lock.unlink()

else:
    import fcntl

    def _locked(stream: BinaryIO) -> bool:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system without locks: that the file did not change is checked before it is replaced
        return True

    def _release(lock: Path, stream: BinaryIO) -> None:
        with suppress(OSError):
            lock.unlink()  # first, so that nobody else locks a file that is about to go
        stream.close()


def _content(lock: Path) -> bytes:
    try:
        return lock.read_bytes()
    except PermissionError:  # Excel on Windows lets nobody read it
        return b""


def _excel_owner(content: bytes) -> str:
    """The name after its length in one byte."""
    name = content[1 : 1 + content[0]] if content else b""
    return name.decode("cp1252", "replace").strip(" \0")


def _office_owner(content: bytes) -> str:
    """Full name, login, computer, time and profile, with commas between."""
    fields = content.decode("utf-8", "replace").split(",")
    return next((field.strip() for field in fields[:2] if field.strip()), "")
