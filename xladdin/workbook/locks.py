"""Who else works on a workbook: Excel, LibreOffice, or another recalculation of ours."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from xladdin.errors import FileProblem

PATIENCE = 10.0
"""How long another recalculation of the same file is waited for [seconds]."""
_LOOK_AGAIN_AFTER = 0.05


def refuse_if_open(path: Path) -> None:
    """Raises FileProblem where Excel or LibreOffice holds the workbook open, which would undo or lose a change."""
    for lock, program in (
        (path.with_name(f"~${path.name}"), "Excel"),
        (path.with_name(f".~lock.{path.name}#"), "LibreOffice"),
    ):
        if lock.exists():
            raise FileProblem(
                f"{path} is open in {program}{_owner(lock)}. Save and close it there, then try again. "
                f"(If it is not open anywhere, {program} has left the file {lock.name} behind: delete that.)"
            )


def _owner(lock: Path) -> str:
    """Who has it open, as far as the program's own lock file says."""
    try:
        data = lock.read_bytes()
    except OSError:
        return ""
    if lock.name.startswith("~$"):
        name = data[1 : 1 + data[0]].decode("latin-1", "replace").strip() if data else ""
    else:
        name = data.decode("utf-8", "replace").partition(",")[0].strip()
    return f" ({name})" if name.isprintable() and name else ""


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Keeps every other recalculation of the file out; waits a while for one that is under way.

    The lock is a file beside the workbook that names process and computer; one whose process is gone is taken over.
    """
    lock = path.with_name(f".{path.name}.xladdin-lock")
    waited_until = time.monotonic() + PATIENCE
    while not _take(lock):
        if _abandoned(lock):
            lock.unlink(missing_ok=True)
        elif time.monotonic() > waited_until:
            raise FileProblem(
                f"{path} is being recalculated by another program. Try again in a moment. "
                f"(If none is, delete the file {lock.name} beside it.)"
            )
        else:
            time.sleep(_LOOK_AGAIN_AFTER)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _take(lock: Path) -> bool:
    """Makes the lock file whole in one step, if there is none; a half-written one would look abandoned."""
    own = lock.with_name(f"{lock.name}-{os.getpid()}")
    own.write_text(json.dumps({"process": os.getpid(), "computer": socket.gethostname()}), encoding="utf-8")
    try:
        os.link(own, lock)
    except FileExistsError:
        return False
    except OSError:
        return _take_without_links(lock)
    finally:
        own.unlink(missing_ok=True)
    return True


def _take_without_links(lock: Path) -> bool:
    """The same on a file system that has no hard links."""
    try:
        handle = os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY)
    except FileExistsError:
        return False
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        json.dump({"process": os.getpid(), "computer": socket.gethostname()}, file)
    return True


def _abandoned(lock: Path) -> bool:
    """Whether the process that took the lock on this computer has ended."""
    try:
        holder = json.loads(lock.read_text(encoding="utf-8"))
        return holder["computer"] == socket.gethostname() and not _runs(int(holder["process"]))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def _runs(process: int) -> bool:
    if os.name == "nt":
        return True  # a signal would end it there; the message says which file to delete
    with suppress(ProcessLookupError):
        try:
            os.kill(process, 0)
        except PermissionError:
            return True
        return True
    return False
