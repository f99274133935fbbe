"""Dated copies of a workbook in the folder `backups` beside it.

The macro of an .xlsm names its copies in the same way, so that `undo` finds those, too.
"""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from xladdin.files.safety.new_file import copied_file, move_to

FOLDER = "backups"
KEPT = 10
"""How many copies of a workbook stay, and how many of what was undone."""

_STAMP = "%Y-%m-%d %H%M%S"
_UNDONE = " undone"


def back_up(path: Path, now: datetime, *, undone: bool = False) -> Path:
    """Copies a file under a name that tells the time and is later than all others; gives the copy's path.

    undone: the copy is of a state that was undone, which another `undo` does not bring back.
    """
    (path.parent / FOLDER).mkdir(exist_ok=True)
    copies = backups_of(path, undone=undone)
    if copies:
        now = max(now, time_of(copies[-1]) + timedelta(seconds=1))
    copy = path.parent / FOLDER / f"{_stem(path, undone)} {now.strftime(_STAMP)}{path.suffix}"
    with copied_file(path, path.parent / FOLDER / path.name) as new:
        shutil.copystat(path, new)
        move_to(new, copy)
    return copy


def backups_of(path: Path, *, undone: bool = False) -> list[Path]:
    """The copies of a file, the oldest first."""
    named = re.compile(rf"{re.escape(_stem(path, undone))} \d{{4}}-\d\d-\d\d \d{{6}}{re.escape(path.suffix)}")
    folder = path.parent / FOLDER
    return sorted(folder / entry for entry in os.listdir(folder) if named.fullmatch(entry)) if folder.is_dir() else []


def drop_old_backups(path: Path, *, undone: bool = False) -> None:
    """Removes all copies but the last `KEPT`."""
    for copy in backups_of(path, undone=undone)[:-KEPT]:
        with suppress(OSError):  # a copy too many does no harm
            copy.unlink()


def time_of(copy: Path) -> datetime:
    """The time that the name of a copy tells."""
    return datetime.strptime(copy.stem[-len("2026-01-31 193000") :], _STAMP)


def _stem(path: Path, undone: bool) -> str:
    return path.stem + _UNDONE if undone else path.stem
