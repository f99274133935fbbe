"""The folder of the pages: ours alone are written, each in one step and only where it changed, and ours alone removed.

A small file in it says whose pages it holds, which files are ours, and which address belongs to whom.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from xladdin.errors import FileProblem, excerpt
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.safekeeping import explained

RECORD = "xladdin-page.json"
MARK = b"xladdin publish"
"""What every file of ours says near its beginning."""
_BEGINNING = 1024
_PLAIN_NAME = re.compile(r"[a-z0-9-]+(\.[a-z]+)?", re.ASCII)
_LARGEST_RECORD = 16_000_000
_OF_THE_SYSTEM = (".DS_Store", "Thumbs.db", "desktop.ini", "System Volume Information", "$RECYCLE.BIN")
"""What systems leave in every folder."""


@dataclass
class FolderRecord:
    """What the folder's own file says. addresses: by kind of page, then by mark; private: what is shown of players, by
    mark, and of all others; files: ours, by their paths in the folder."""

    system: str
    club: str
    language: str = ""
    private: dict[str, str] = field(default_factory=dict)
    addresses: dict[str, dict[str, str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    def written(self) -> bytes:
        """The file."""
        content = {"made by": MARK.decode(), **vars(self), "files": sorted(self.files)}
        return (json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


@dataclass(frozen=True)
class Published:
    """What came of it: how many pages and other files there are, and how many were written and removed."""

    folder: Path
    files: int
    written: int
    removed: int


@contextmanager
def page_folder(folder: Path, system: str, club: str) -> Iterator[PageFolder]:
    """The folder, made where it is not there, held against another run.

    Raises FileProblem where it holds something else and no earlier page of this club.
    """
    if not folder.parent.is_dir():
        raise FileProblem(f"{folder} cannot be made: there is no folder {folder.parent}. Make it first.")
    if os.path.lexists(folder) and not folder.is_dir():
        raise FileProblem(f"{folder} is there already and is no folder. Give another name.")
    with explained(folder):
        _read(folder, system, club)
        folder.mkdir(exist_ok=True)
        with only_one(folder / RECORD):
            yield PageFolder(folder, _read(folder, system, club))


class PageFolder:
    """A folder that is ours."""

    def __init__(self, folder: Path, record: FolderRecord) -> None:
        self.folder = folder
        self.record = record
        self._earlier = set(record.files)

    def update(self, planned: Sequence[str], files: Iterable[tuple[str, bytes]]) -> Published:
        """Writes what is new or has changed of the files, and removes those of ours that are planned no more.

        Raises FileProblem, before anything is written, where something else stands in the place of one.
        """
        self._refuse_strangers(planned)
        record, before = self.record, self._earlier
        if not before >= set(planned):  # if this run is cut off, the next one knows what is ours
            record.files = sorted(before | set(planned))
            self._put(RECORD, record.written())
        written = sum(self._put(path, content) for path, content in files)
        removed = sum(self._remove(path) for path in sorted(before - set(planned)))
        record.files = sorted(planned)
        self._put(RECORD, record.written())
        return Published(self.folder, len(planned), written, removed)

    def _refuse_strangers(self, planned: Sequence[str]) -> None:
        for parent in {Path(path).parent for path in planned} - {Path(".")}:
            place = self.folder / parent
            if place.is_symlink() or (os.path.lexists(place) and not place.is_dir()):
                raise FileProblem(f"{place} is there and is no folder of ours. Move it away first.")
            if place.is_dir():
                for left in place.glob(".*.new"):
                    left.unlink()
        for path in planned:
            place = self.folder / path
            if os.path.lexists(place) and not self._is_ours(place):
                raise FileProblem(f"{place} is there and was not made by xladdin publish. Move it away first.")

    def _is_ours(self, place: Path) -> bool:
        found = place.lstat()
        if not stat.S_ISREG(found.st_mode):
            return False
        with open(place, "rb") as file:
            return MARK in file.read(_BEGINNING)

    def _put(self, path: str, content: bytes) -> bool:
        """Puts a file into its place in one step, unless it is there already, and says whether it did.

        A page that a power cut has torn is found by the next run, which compares content.
        """
        place = self.folder / path
        try:
            if place.stat().st_size == len(content) and place.read_bytes() == content:
                return False
        except FileNotFoundError:
            place.parent.mkdir(exist_ok=True)
        new = place.with_name(f".{place.name}.new")
        try:
            new.write_bytes(content)
            os.replace(new, place)
        finally:
            with suppress(FileNotFoundError):
                new.unlink()
        return True

    def _remove(self, path: str) -> bool:
        place = self.folder / path
        if not os.path.lexists(place) or not self._is_ours(place):
            return False
        place.unlink()
        if place.parent != self.folder:
            with suppress(OSError):  # others are in it
                place.parent.rmdir()
        return True


def _read(folder: Path, system: str, club: str) -> FolderRecord:
    """What the folder's file says; a new record for a folder that is empty or not there."""
    if not folder.exists():
        return FolderRecord(system, club)
    place = folder / RECORD
    if not os.path.lexists(place):
        others = sorted(entry.name for entry in folder.iterdir() if entry.name not in _OF_THE_SYSTEM)
        others = [name for name in others if not name.startswith(f".{RECORD}")]
        if others:
            raise FileProblem(
                f"{folder} holds something else ({excerpt(', '.join(others))}) and no earlier page of this club. "
                "Give a new or an empty folder."
            )
        return FolderRecord(system, club)
    record = _record(place)
    if (record.system, record.club) != (system, club):
        raise FileProblem(
            f'{folder} holds the page of another club: "{excerpt(record.club)}", {record.system}. '
            "Give another folder; or, if this club has a new title, empty that one first."
        )
    return record


def _record(place: Path) -> FolderRecord:
    try:
        found = place.lstat()
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST_RECORD:
            raise ValueError
        content = json.loads(place.read_bytes())
        content.pop("made by")
        record = FolderRecord(**content)
        tables = [record.private, *record.addresses.values()]
        texts = [record.system, record.club, record.language, *record.files, *(t for e in tables for t in e.values())]
        addresses = [f"{slug}.html" for table in record.addresses.values() for slug in table.values()]
        if not all(isinstance(text, str) for text in texts) or not all(map(_is_within, [*record.files, *addresses])):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise FileProblem(f"{place} cannot be read. Empty the folder, and publish again.") from None
    return record


def _is_within(path: str) -> bool:
    """Whether a path leads to a file of the folder or of one in it, and nowhere else."""
    parts = path.split("/")
    return len(parts) <= 2 and all(map(_PLAIN_NAME.fullmatch, parts))
