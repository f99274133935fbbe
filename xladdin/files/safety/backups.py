"""Dated copies of a workbook in the folder `backups` beside it.

The macro of an .xlsm names its copies in the same way and keeps the same ones, so that `undo` finds those, too.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from xladdin.errors import FileProblem
from xladdin.files.safety.access import keep_access
from xladdin.files.safety.index import FOLDER
from xladdin.files.safety.new_file import copied_file, move_to, named_beside

KEPT = 10
"""How many copies of a workbook stay, and how many of what was undone."""
KEPT_DAYS, KEPT_MONTHS = 10, 12
"""Of how many days and months with copies the last one stays besides: fixing typos makes many in one evening."""

_STAMP = "%Y-%m-%d %H%M%S"
_STAMP_LENGTH = len("2026-01-31 193000")
_DAY, _MONTH = len("2026-01-31"), len("2026-01")
_UNDONE = " undone"


def back_up(path: Path, now: datetime, *, undone: bool = False) -> Path:
    """Copies a file under a name that tells the time and is later than all others; gives the copy's path.

    undone: the copy is of a state that was undone, which another `undo` does not bring back. Raises FileProblem where
    the folder's name is taken by something else.
    """
    folder = path.parent / FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
    if folder.is_symlink() or not folder.is_dir():
        what = "a link" if folder.is_symlink() else "a file"
        raise FileProblem(
            f"{path} was not changed: {folder}, the folder that a copy of it goes into first, is {what}. "
            "Rename it, or move it away, and try again."
        )
    copies = backups_of(path, undone=undone)
    if copies:
        now = max(now, time_of(copies[-1]) + timedelta(seconds=1))
    copy = _named(path, now.strftime(_STAMP), undone)
    with copied_file(path, folder / path.name) as new:
        keep_access(path, new)
        times = path.stat()
        os.utime(new, ns=(times.st_atime_ns, times.st_mtime_ns))
        move_to(new, copy)
    return copy


def backups_of(path: Path, *, undone: bool = False) -> list[Path]:
    """The copies of a file, the oldest first; what only looks like one, as a link or a day that never was, is none."""
    folder = path.parent / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    before, after = _named(path, "\0", undone).name.split("\0")
    named = re.compile(rf"{re.escape(before)}\d{{4}}-\d\d-\d\d \d{{6}}{re.escape(after)}")
    found = (folder / entry for entry in os.listdir(folder) if named.fullmatch(entry))
    return sorted(copy for copy in found if _is_copy(copy))


def drop_old_backups(path: Path, *, undone: bool = False) -> None:
    """Removes the copies that need not stay, as far as the system allows: a copy too many does no harm."""
    with suppress(OSError):
        copies = backups_of(path, undone=undone)
        kept = set(copies[-KEPT:]) if undone else set(_kept(copies))
        for copy in copies:
            if copy not in kept:
                drop_copy(copy)


def drop_copy(copy: Path) -> None:
    """Removes a copy that proved to be needless; what is no copy by its folder, name and kind stays."""
    with suppress(OSError):
        if copy.parent.name == FOLDER and _is_copy(copy):
            copy.unlink()


def time_of(copy: Path) -> datetime:
    """The time that the name of a copy tells. Raises ValueError where it tells none."""
    return datetime.strptime(_stamp(copy), _STAMP)


def _kept(copies: Sequence[Path]) -> Iterator[Path]:
    """The last `KEPT`, and the last of each of the last days and months."""
    yield from copies[-KEPT:]
    for length, most in ((_DAY, KEPT_DAYS), (_MONTH, KEPT_MONTHS)):
        last_of = {_stamp(copy)[:length]: copy for copy in copies}
        yield from [last_of[span] for span in sorted(last_of)[-most:]]


def _stamp(copy: Path) -> str:
    return copy.stem[-_STAMP_LENGTH:]


def _is_copy(copy: Path) -> bool:
    """One that cannot be looked at is not passed over: the one before it is not what `undo` shall bring back."""
    try:
        time_of(copy)
        return stat.S_ISREG(copy.lstat().st_mode)
    except (ValueError, FileNotFoundError):
        return False


def _named(path: Path, stamp: str, undone: bool) -> Path:
    """The path of a copy. A name that has no room for the time is cut short, the same at any time."""
    ending = f"{_UNDONE if undone else ''} {'0' * _STAMP_LENGTH}{path.suffix}"
    cut = named_beside(path.parent / FOLDER / "x", "", ending, stem=path.stem).name.removesuffix(ending)
    return path.parent / FOLDER / (cut + ending.replace("0" * _STAMP_LENGTH, stamp))
