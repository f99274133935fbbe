"""Dated copies of a workbook in the folder `backups` beside it.

A copy's name has the workbook's name, the time, and the command before which it was made, such as "Club 2026-01-31
193000 recalc.xlsx". The macro of an .xlsm names and keeps its copies in the same way, so that `undo` finds those, too.
"""

import os
import re
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from xladdin.errors import WorkbookError
from xladdin.files.safety.new_file import copied_file, keep_access, move_to, named_beside
from xladdin.messages import msg

FOLDER = "backups"
"""The folder of the copies of a workbook, beside it."""
KEPT = 10
"""The number of copies of a workbook that are kept, and of copies of what was undone."""
KEPT_DAYS, KEPT_MONTHS = 10, 12
"""The last copies of so many days and months are kept as well. Fixing typing errors makes many in one evening."""
UNDO, REDO = "undo", "redo"
"""The commands of copies that `undo` puts aside for `redo`, and of copies that `redo` makes."""
FIRST_UNDO = "undo-first"
"""The command of a copy that `undo` puts aside after a change. `redo` ends there: older ones are of an earlier past."""

_AHEAD = timedelta(days=1)
"""How far ahead of the clock a copy may be dated, since clocks are put back. A later one would be the newest for years,
so it neither counts as a copy to go back to nor moves the names of new ones."""
_STAMP = "%Y-%m-%d %H%M%S"
_DAY, _MONTH = len("2026-01-31"), len("2026-01")
_LONGEST_COMMAND = 10
_ENDING = re.compile(rf"([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} [0-9]{{6}})(?: ([a-z-]{{1,{_LONGEST_COMMAND}}}))?\Z")


def back_up(path: Path, now: datetime, command: str = "") -> Path:
    """Copy a file under a name that tells the command and a time later than that of all other copies.

    Returns the copy's path. Raises WorkbookError if something else has the folder's name.
    """
    folder = path.parent / FOLDER
    with suppress(FileExistsError):
        folder.mkdir()
    if folder.is_symlink() or not folder.is_dir():
        what = msg("a link") if folder.is_symlink() else msg("a file")
        raise WorkbookError(
            msg(
                "{path} was not changed: {folder}, the folder that a copy of it goes into first, is {what}. "
                "Rename it, or move it away, and try again.",
                path=path,
                folder=folder,
                what=what,
            )
        )
    times = [time_of(copy) for copy in all_backups(path)]
    if past := [time for time in times if time - now <= _AHEAD]:
        now = max(now, past[-1] + timedelta(seconds=1))
    copy = folder / f"{_beginning(path)}{now.strftime(_STAMP)}{command and f' {command}'}{path.suffix}"
    with copied_file(path, folder / path.name) as new:
        keep_access(path, new)
        of_file = path.stat()
        os.utime(new, ns=(of_file.st_atime_ns, of_file.st_mtime_ns))
        move_to(new, copy)
    return copy


def all_backups(path: Path) -> list[Path]:
    """Return every dated copy of a file, the oldest first, also those put aside by `undo` and those of the future.

    Links and names of impossible days do not count.
    """
    folder = path.parent / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return []
    beginning = _beginning(path)
    named = (
        folder / name
        for name in os.listdir(folder)
        if name.startswith(beginning)
        and name.endswith(path.suffix)
        and _ENDING.fullmatch(name.removeprefix(beginning).removesuffix(path.suffix))
    )
    return sorted(filter(_is_copy, named), key=lambda copy: (time_of(copy), copy.name))


def backups_of(path: Path, now: datetime | None = None, *, undone: bool = False) -> list[Path]:
    """Return the copies of a file to go back to, or those put aside by `undo`, the oldest first.

    Copies dated in the future are left out. `now` is the clock's if it is not given.
    """
    last = (now or datetime.now()) + _AHEAD
    copies = all_backups(path)
    return [copy for copy in copies if is_undone(copy) is undone and time_of(copy) <= last]


def drop_old_backups(path: Path, now: datetime, *, undone: bool = False) -> None:
    """Remove the copies that are not needed, as far as the system allows. A copy too many does no harm."""
    with suppress(OSError):
        copies = backups_of(path, now, undone=undone)
        kept = set(copies[-KEPT:]) if undone else set(_kept(copies))
        for copy in copies:
            if copy not in kept:
                drop_copy(copy)


def drop_copy(copy: Path) -> None:
    """Remove a copy that is not needed. A file that is no copy by its folder, name and kind stays."""
    with suppress(OSError):
        if copy.parent.name == FOLDER and _is_copy(copy):
            copy.unlink()


def time_of(copy: Path) -> datetime:
    """Return the time in the name of a copy. Raises ValueError if there is none."""
    return datetime.strptime(_ended(copy)[1], _STAMP)


def command_of(copy: Path) -> str:
    """Return the command before which a copy was made, or "" if its name does not tell. Raises as `time_of`."""
    return _ended(copy)[2] or ""


def is_undone(copy: Path) -> bool:
    """Return whether `undo` put a copy aside for `redo`. Raises as `time_of`."""
    return command_of(copy) in (UNDO, FIRST_UNDO)


def stem_of(copy: Path) -> str:
    """Return the stem of the workbook of which a file is a copy by its name, or "" if it is no such name."""
    ending = _ENDING.search(copy.stem)
    return copy.stem[: ending.start()].rstrip() if ending else ""


def _ended(copy: Path) -> re.Match[str]:
    ending = _ENDING.search(copy.stem)
    if ending is None:
        raise ValueError(f"{copy.name} is not the name of a dated copy")
    return ending


def _kept(copies: Sequence[Path]) -> Iterator[Path]:
    """Yield the last `KEPT` copies, and the last one of each of the last days and months."""
    yield from copies[-KEPT:]
    for length, most in ((_DAY, KEPT_DAYS), (_MONTH, KEPT_MONTHS)):
        last_of = {_ended(copy)[1][:length]: copy for copy in copies}
        yield from [last_of[span] for span in sorted(last_of)[-most:]]


def _is_copy(copy: Path) -> bool:
    """Return whether it is a copy. Raises OSError for one that nobody can look at, so that `undo` does not skip it."""
    try:
        time_of(copy)
        return stat.S_ISREG(copy.lstat().st_mode)
    except (ValueError, FileNotFoundError):
        return False


def _beginning(path: Path) -> str:
    """Return the beginning of the names of a file's copies. A name without room for the rest is cut short."""
    ending = f" {'0' * len('2026-01-31 193000')} {'x' * _LONGEST_COMMAND}{path.suffix}"
    return named_beside(path, "", ending, stem=path.stem).name.removesuffix(ending) + " "
