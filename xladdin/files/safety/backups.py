"""Dated copies of a workbook in the folder `backups` beside it.

The macro of an .xlsm names its copies in the same way and keeps the same ones. So `undo` finds those, too.
"""

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
"""The number of copies of a workbook that are kept, and of copies of what was undone."""
KEPT_DAYS, KEPT_MONTHS = 10, 12
"""The last copies of so many days and months are kept as well. Fixing typing errors makes many in one evening."""

_STAMP = "%Y-%m-%d %H%M%S"
_STAMP_LENGTH = len("2026-01-31 193000")
_DAY, _MONTH = len("2026-01-31"), len("2026-01")
_UNDONE = " undone"


def back_up(path: Path, now: datetime, *, undone: bool = False) -> Path:
    """Copies a file under a name that tells the time and is later than all others. Gives the copy's path.

    `undone` marks a copy of an undone state, which another `undo` does not bring back. Raises FileProblem if something
    else has the folder's name.
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
    """The copies of a file, the oldest first. Links and names of impossible days do not count."""
    folder = path.parent / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    before, after = _named(path, "\0", undone).name.split("\0")
    named = re.compile(rf"{re.escape(before)}\d{{4}}-\d\d-\d\d \d{{6}}{re.escape(after)}")
    found = (folder / entry for entry in os.listdir(folder) if named.fullmatch(entry))
    return sorted(copy for copy in found if _is_copy(copy))


def drop_old_backups(path: Path, *, undone: bool = False) -> None:
    """Removes the copies that are not needed, as far as the system allows. A copy too many does no harm."""
    with suppress(OSError):
        copies = backups_of(path, undone=undone)
        kept = set(copies[-KEPT:]) if undone else set(_kept(copies))
        for copy in copies:
            if copy not in kept:
                drop_copy(copy)


def drop_copy(copy: Path) -> None:
    """Removes a copy that was not needed. A file that is no copy by its folder, name and kind stays."""
    with suppress(OSError):
        if copy.parent.name == FOLDER and _is_copy(copy):
            copy.unlink()


def time_of(copy: Path) -> datetime:
    """The time in the name of a copy. Raises ValueError if there is none."""
    return datetime.strptime(_stamp(copy), _STAMP)


def _kept(copies: Sequence[Path]) -> Iterator[Path]:
    """The last `KEPT` copies, and the last one of each of the last days and months."""
    yield from copies[-KEPT:]
    for length, most in ((_DAY, KEPT_DAYS), (_MONTH, KEPT_MONTHS)):
        last_of = {_stamp(copy)[:length]: copy for copy in copies}
        yield from [last_of[span] for span in sorted(last_of)[-most:]]


def _stamp(copy: Path) -> str:
    return copy.stem[-_STAMP_LENGTH:]


def _is_copy(copy: Path) -> bool:
    """Whether it is a copy. Raises OSError for one that nobody can look at, so that `undo` does not skip it."""
    try:
        time_of(copy)
        return stat.S_ISREG(copy.lstat().st_mode)
    except (ValueError, FileNotFoundError):
        return False


def _named(path: Path, stamp: str, undone: bool) -> Path:
    """The path of a copy. A name without room for the time is cut short, and the same way at any time."""
    ending = f"{_UNDONE if undone else ''} {'0' * _STAMP_LENGTH}{path.suffix}"
    cut = named_beside(path.parent / FOLDER / "x", "", ending, stem=path.stem).name.removesuffix(ending)
    return path.parent / FOLDER / (cut + ending.replace("0" * _STAMP_LENGTH, stamp))
