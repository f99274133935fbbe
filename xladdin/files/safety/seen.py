"""What an earlier run has seen: marks in one small database of the user's cache. Each says "nothing to do".

A mark is a digest of everything behind the finding: the file to the byte, the day, this very xladdin. If any of it
differs, the mark is another one, and unknown. Nothing else is kept, so nobody can read there what people typed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite3 import Connection

PLACE = "XLADDIN_CACHE"
"""The environment variable with the folder of the database. "off" or an empty one means no database."""
DATABASE = "seen.sqlite"
MOST_MARKS = 4_000
"""The newest marks are kept: a season's evenings of a folder full of clubs."""
_TABLE = "CREATE TABLE seen (number INTEGER PRIMARY KEY, mark BLOB UNIQUE)"
_PATIENCE = 1.0
"""How long another run may hold the database [seconds]. After that the work is just done again."""
_PACKAGES = ("python_calamine", "jinja2")
"""The packages that decide what is read, and what is written."""


def mark_of(*parts: object) -> bytes:
    """The mark of a finding that depends on these parts and on this xladdin."""
    digests = (sha256(part if isinstance(part, bytes) else repr(part).encode()).digest() for part in parts)
    return sha256(b"".join([_this_xladdin(), *digests])).digest()


def is_known(mark: bytes) -> bool:
    """Whether an earlier run has left this mark. It is False if the database cannot be read."""
    found = _asked(lambda database: database.execute("SELECT 1 FROM seen WHERE mark = ?", (mark,)).fetchone())
    return found is not None


def remember(mark: bytes) -> None:
    """Leaves a mark, if that can be done."""

    def left(database: Connection) -> None:
        database.execute("INSERT OR REPLACE INTO seen (mark) VALUES (?)", (mark,))
        database.execute("DELETE FROM seen WHERE number <= (SELECT max(number) FROM seen) - ?", (MOST_MARKS,))

    _asked(left, make=True)


def cache_folder() -> Path | None:
    """The folder of the database: the user's choice, else one in the system's folder of caches, or None."""
    said = os.environ.get(PLACE)
    if said is not None:
        return None if said.strip().casefold() in ("", "off") else Path(said).expanduser()
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        caches = home / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return caches / "xladdin" if caches.is_absolute() else None


def _asked(question: Callable[[Connection], object], *, make: bool = False) -> object:
    """The answer of the database. It is None if there is no database or it is of no use, and nobody hears of that.

    With `make` it begins one, and throws away a damaged one or another program's.
    """
    folder = cache_folder()
    if folder is None or not (make or (folder / DATABASE).is_file()):
        return None
    try:
        import sqlite3
    except ImportError:  # as in a browser
        return None
    try:
        if make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(sqlite3.connect(folder / DATABASE, timeout=_PATIENCE)) as database, database:
            database.execute("PRAGMA journal_mode = MEMORY")
            database.execute("PRAGMA synchronous = OFF")  # what a power cut spoils is thrown away
            tables = database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
            if not tables:
                database.execute(_TABLE)
            if tables in ([], [(_TABLE,)]):
                return question(database)
    except (OSError, sqlite3.OperationalError):  # held by another run, or not to be read or written
        return None
    except sqlite3.DatabaseError:
        pass
    with suppress(OSError):
        (folder / DATABASE).unlink()
    return None


@cache
def _this_xladdin() -> bytes:
    """A text that differs for any other xladdin, Python, or packages."""
    found = [sys.version, *map(str, _stamps(Path(__file__).parents[2]))]
    for name in _PACKAGES:
        package = find_spec(name)
        if package is not None and package.origin is not None:
            found.append(str(_stamp(os.stat(os.path.dirname(package.origin)))))
    return sha256("\n".join(found).encode()).digest()


def _stamps(folder: Path) -> Iterator[tuple[str, int, int, int]]:
    """Every file of a folder, with the numbers that change with it."""
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _stamps(Path(entry.path))
        else:
            yield entry.path, *_stamp(entry.stat())


def _stamp(found: os.stat_result) -> tuple[int, int, int]:
    return found.st_ino, found.st_size, found.st_mtime_ns
