"""The folder of the pages. Only our files are written, each in one step and only if it changed, and only ours removed.

A folder is ours if its index.html says so. Nothing in it tells more than the pages do.
"""

from __future__ import annotations

import os
import re
import stat
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path

from xladdin.cells.text import counted
from xladdin.errors import FileProblem, excerpt
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.new_file import put, remove_left_behind
from xladdin.files.safety.safekeeping import explained, refuse_as_folder

INDEX = "index.html"
MARK = b"xladdin publish"
"""Every file of ours says this near its beginning."""
GENERATOR = b'<meta name="generator" content="xladdin publish">'
_OF_A_DAY = re.compile(GENERATOR + rb'\s+<meta name="date" content="([0-9-]+)">')
"""The beginning of a page of ours that has a day: that of an evening, or of an event."""
_BEGINNING = 2048
_OF_THE_SYSTEM = (".DS_Store", "Thumbs.db", "desktop.ini", "System Volume Information", "$RECYCLE.BIN")
"""Files that systems leave in every folder."""


@dataclass(frozen=True)
class Published:
    """The outcome: how many pages and other files there are, and how many were written and removed."""

    folder: Path
    files: int
    written: int
    removed: int


def published_words(published: Published) -> str:
    """The outcome in a sentence or two."""
    folder, files = published.folder, counted(published.files, "file")
    if not published.written and not published.removed:
        return f"{folder}: {files}. Nothing has changed since the last time."
    removed = f", {published.removed:,} removed" if published.removed else ""
    return f"{folder}: {files}, {published.written:,} written{removed}. Open index.html there."


@contextmanager
def page_folder(folder: Path, club: str, ours: Collection[str] | None) -> Iterator[PageFolder]:
    """The folder, made if it is not there, and locked against another run.

    `ours` are files known to be ours in it, or None if nothing is known of it. Raises FileProblem if it holds something
    else and no earlier page of this club.
    """
    refuse_as_folder(folder)
    with explained(folder):
        _refuse_another(folder, club, ours)
        folder.mkdir(exist_ok=True)
        with only_one(folder / INDEX):
            _refuse_another(folder, club, ours)
            yield PageFolder(folder, set(_found(folder) if ours is None else ours))


class PageFolder:
    """A folder that is ours. `ours` has our files in it."""

    def __init__(self, folder: Path, ours: set[str]) -> None:
        self.folder = folder
        self.ours = ours

    def update(self, planned: Sequence[str], files: Iterable[tuple[str, bytes]]) -> Published:
        """Writes the new and changed files, and removes those of ours that are planned no more."""
        self._remove_left_behind(planned)
        written = sum(self._put(path, content) for path, content in files)
        removed = sum(self._remove(path) for path in sorted(self.ours - set(planned)))
        return Published(self.folder, len(planned), written, removed)

    def keep(self, folders: Collection[str]) -> None:
        """Leaves everything in some of its folders alone, planned or not. Nobody can draw it again."""
        self.ours = {path for path in self.ours if path.partition("/")[0] not in folders}

    def days_of_others(self, folder: str) -> list[str]:
        """The days of pages in one of its folders that are of another workbook."""
        places = (self.folder / folder).glob("*.html")
        others = (place for place in places if f"{folder}/{place.name}" not in self.ours)
        return [day[1].decode() for place in others if (day := _OF_A_DAY.search(_beginning(place)))]

    def refuse_strangers(self, planned: Sequence[str]) -> None:
        """Raises FileProblem, before anything is written, if something else is in the place of one."""
        for parent in {parent for path in planned for parent in Path(path).parents} - {Path(".")}:
            place = self.folder / parent
            if place.is_symlink() or (os.path.lexists(place) and not place.is_dir()):
                raise FileProblem(f"{place} is there and is not a folder. Move it away first.")
        for path in planned:
            place = self.folder / path
            if os.path.lexists(place) and not _is_ours(place):
                raise FileProblem(f"{place} is there and was not made by xladdin publish. Move it away first.")

    def _remove_left_behind(self, paths: Iterable[str]) -> None:
        names: defaultdict[Path, list[str]] = defaultdict(list)
        for path in paths:
            names[(self.folder / path).parent].append(Path(path).name)
        for folder in filter(Path.is_dir, names):
            remove_left_behind(folder, names[folder])

    def _put(self, path: str, content: bytes) -> bool:
        """Puts a file into its place in one step, unless it is there already, and says whether it did.

        The next run finds a page that a power cut has torn, since it compares content.
        """
        place = self.folder / path
        try:
            if place.stat().st_size == len(content) and place.read_bytes() == content:
                return False
        except FileNotFoundError:
            place.parent.mkdir(parents=True, exist_ok=True)
        put(place, lambda target: target.write(content), lasting=False)
        return True

    def _remove(self, path: str) -> bool:
        place = self.folder / path
        if not os.path.lexists(place) or not _is_ours(place):
            return False
        place.unlink()
        for parent in Path(path).parents[:-1]:
            with suppress(OSError):  # others are in it
                (self.folder / parent).rmdir()
        return True


def _is_ours(place: Path) -> bool:
    return MARK in _beginning(place)


def _beginning(place: Path) -> bytes:
    """The first bytes of a file, or nothing if it is no plain file."""
    if not os.path.lexists(place) or not stat.S_ISREG(place.lstat().st_mode):
        return b""
    with open(place, "rb") as file:
        return file.read(_BEGINNING)


def _refuse_another(folder: Path, club: str, ours: Collection[str] | None) -> None:
    """Raises FileProblem if the folder is neither empty nor ours."""
    if not folder.exists():
        return
    begins = _beginning(folder / INDEX)
    if GENERATOR in begins:
        if ours is None and f"· {escape(club)}</title>".encode("utf-8", "replace") not in begins:
            title = begins.partition(b"<title>")[2].partition(b"</title>")[0].decode("utf-8", "replace")
            raise FileProblem(
                f'{folder} holds the page of another club, "{excerpt(title)}". '
                "Give another folder; or, if this club has a new title, empty that one first."
            )
        return
    known = {*_OF_THE_SYSTEM, *(path.partition("/")[0] for path in ours or ())}
    lock = f".{INDEX}."
    others = sorted(name for name in os.listdir(folder) if name not in known and not name.startswith(lock))
    if others:
        raise FileProblem(
            f"{folder} holds something else ({excerpt(', '.join(others))}) and no earlier page of this club. "
            "Give a new or an empty folder."
        )


def _found(folder: Path) -> Iterator[str]:
    """The files of a folder that are ours by their words, for a folder without a record."""
    for place in folder.rglob("*"):
        if not place.is_symlink() and place.is_file() and _is_ours(place):
            yield place.relative_to(folder).as_posix()
