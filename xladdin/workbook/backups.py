"""Dated copies of a workbook in the folder `backups` beside it, and the way back to the last of them.

The macro of an .xlsm names its copies in the same way, so that `undo` finds those, too.
"""

from __future__ import annotations

import os
import re
import shutil
from datetime import datetime
from pathlib import Path

FOLDER = "backups"
KEPT = 10
_UNDONE = " undone"


def back_up(path: Path, *, undone: bool = False) -> Path:
    """Copies the file into `backups` under its name and the time, and removes all but the last `KEPT` such copies.

    undone: the copy is of a state that was undone, which another `undo` does not bring back.
    """
    folder = path.parent / FOLDER
    folder.mkdir(exist_ok=True)
    copy = _free_name(folder, path, _UNDONE if undone else "")
    unfinished = copy.with_name(f".{copy.name}.tmp")
    shutil.copy2(path, unfinished)
    with unfinished.open("rb+") as written:
        os.fsync(written.fileno())
    os.replace(unfinished, copy)
    for old in backups_of(path, undone=undone)[:-KEPT]:
        old.unlink(missing_ok=True)
    return copy


def backups_of(path: Path, *, undone: bool = False) -> list[Path]:
    """Copies of the file that are kept, the oldest first."""
    marked = re.escape(_UNDONE) if undone else ""
    named = re.compile(
        re.escape(path.stem) + marked + r" (\d{4}-\d\d-\d\d \d{6})(?: \((\d+)\))?" + re.escape(path.suffix)
    )
    found = []
    folder = path.parent / FOLDER
    for copy in folder.iterdir() if folder.is_dir() else ():
        match = named.fullmatch(copy.name)
        if match:
            found.append((match[1], int(match[2] or 1), copy))
    return [copy for _, _, copy in sorted(found)]


def _free_name(folder: Path, path: Path, marked: str) -> Path:
    """A name by the present second, numbered where that second has a copy already."""
    stem = f"{path.stem}{marked} {datetime.now():%Y-%m-%d %H%M%S}"
    copy, number = folder / f"{stem}{path.suffix}", 1
    while copy.exists():
        number += 1
        copy = folder / f"{stem} ({number}){path.suffix}"
    return copy
