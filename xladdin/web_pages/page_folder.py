"""Write the folder of the pages. Only files made for this club are overwritten or removed, each in one step.

Every file says near its beginning which club made it, so no list of files is needed. A folder with another club's page,
or with other files and no page of this club, is rejected.
"""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from xladdin.errors import WorkbookError, excerpt
from xladdin.files.locks import file_lock
from xladdin.files.safe_write import friendly_os_errors, remove_leftovers, validate_folder_path, write_file
from xladdin.messages import Message, join_lines, msg, ngettext

INDEX = "index.html"
# Every file of a page has this near its beginning, followed by the identity of its club.
MARK = b"xladdin publish"
GENERATOR = b'<meta name="generator" content="xladdin publish">'
_BEGINNING = 2048
_SIGN = b"<!-- xladdin inputs and content: "
# Files that operating systems create in folders.
_OF_THE_SYSTEM = (".DS_Store", "Thumbs.db", "desktop.ini", "System Volume Information", "$RECYCLE.BIN")


@dataclass(frozen=True)
class Published:
    """The result: how many pages and other files there are, and how many were written and removed.

    `notes` are sentences about choices that nobody has made yet.
    """

    folder: Path
    files: int
    written: int
    removed: int
    notes: Sequence[Message] = ()


def published_message(published: Published) -> Message:
    """Return the outcome in a sentence or two, and the notes, a line each."""
    files = ngettext("{n:,} file", "{n:,} files", published.files)
    values = {"folder": published.folder, "files": files, "written": published.written, "removed": published.removed}
    if not published.written and not published.removed:
        outcome = msg("{folder}: {files}. Nothing has changed since the last time.", **values)
    elif published.removed:
        outcome = msg("{folder}: {files}, {written:,} written, {removed:,} removed. Open index.html there.", **values)
    else:
        outcome = msg("{folder}: {files}, {written:,} written. Open index.html there.", **values)
    return join_lines([outcome, *published.notes])


@contextmanager
def page_folder(folder: Path, club_id: str) -> Iterator[PageFolder]:
    """Open the folder, create it if necessary, and lock it against other runs.

    Raises WorkbookError if it contains something else and no earlier page of this club.
    """
    validate_folder_path(folder)
    with friendly_os_errors(folder):
        refuse_another(folder, club_id)
        folder.mkdir(exist_ok=True)
        with file_lock(folder / INDEX):
            refuse_another(folder, club_id)
            yield PageFolder(folder, club_id)


def has_page(folder: Path, club_id: str) -> bool:
    """Return whether the folder holds a page of this club."""
    return bool(club_id) and is_of_club(folder / INDEX, club_id)


def is_of_club(place: Path, club_id: str) -> bool:
    """Return whether a file was made by `publish` for this club."""
    beginning = _beginning(place)
    return MARK in beginning and club_id.encode() in beginning


def files_of_club(folder: Path, club_id: str, besides: Collection[str] = ()) -> Iterator[str]:
    """Yield the path of each file in the folder that belongs to this club, without following links.

    The files `besides` are not opened.
    """
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            relative = path.relative_to(folder).as_posix()
            if relative not in besides and is_of_club(path, club_id):
                yield relative


class PageFolder:
    """A folder with a page of this club, or one in which its first page is made."""

    def __init__(self, folder: Path, club_id: str) -> None:
        self.folder = folder
        self._club_id = club_id

    def update(self, planned: Sequence[str], files: Iterable[tuple[str, bytes]]) -> Published:
        """Write the new and changed files, and remove those of this club that are no longer needed."""
        self._remove_left_behind(planned)
        written = sum(self._put(path, content) for path, content in files)
        removed = sum(map(self._remove, sorted(files_of_club(self.folder, self._club_id, {*planned}))))
        return Published(self.folder, len(planned), written, removed)

    def is_current(self, path: str, inputs: str) -> bool:
        """Return whether a file is complete, and was made from inputs with this digest, as noted by `with_digests`."""
        content, sign, digests = _plain_content(self.folder / path).rpartition(_SIGN)
        return bool(sign) and sign + digests == _signature(content, inputs)

    def refuse_strangers(self, planned: Sequence[str]) -> None:
        """Raise WorkbookError, before anything is written, if a different file is in the place of one of ours."""
        for parent in {parent for path in planned for parent in Path(path).parents} - {Path(".")}:
            place = self.folder / parent
            if place.is_symlink() or (os.path.lexists(place) and not place.is_dir()):
                raise WorkbookError(
                    msg("{place} already exists and is not a folder. Move or rename it first.", place=place)
                )
        for path in planned:
            place = self.folder / path
            if os.path.lexists(place) and not is_of_club(place, self._club_id):
                raise WorkbookError(
                    msg(
                        "{place} already exists and was not created by xladdin publish. Move or rename it first.",
                        place=place,
                    )
                )

    def _remove_left_behind(self, paths: Iterable[str]) -> None:
        names: defaultdict[Path, list[str]] = defaultdict(list)
        for path in paths:
            names[(self.folder / path).parent].append(Path(path).name)
        for folder in filter(Path.is_dir, names):
            remove_leftovers(folder, names[folder])

    def _put(self, path: str, content: bytes) -> bool:
        """Write a file in one step, unless it is the same already, and return whether it was written.

        A page that a power cut has damaged is found by the next run, since content is compared.
        """
        place = self.folder / path
        try:
            if place.stat().st_size == len(content) and place.read_bytes() == content:
                return False
        except FileNotFoundError:
            place.parent.mkdir(parents=True, exist_ok=True)
        write_file(place, lambda target: target.write(content), durable=False)
        return True

    def _remove(self, path: str) -> bool:
        (self.folder / path).unlink()
        for parent in Path(path).parents[:-1]:
            with suppress(OSError):  # others are in it
                (self.folder / parent).rmdir()
        return True


def with_digests(content: bytes, inputs: str) -> bytes:
    """Return a page with a comment at its end: the digest of its inputs, and that of its own content."""
    return content + _signature(content, inputs)


def _signature(content: bytes, inputs: str) -> bytes:
    return b"%b%b %b -->\n" % (_SIGN, inputs.encode(), sha256(content).hexdigest().encode())


def _plain_content(place: Path) -> bytes:
    """Return the content of a file, or nothing if it is not a plain file."""
    return place.read_bytes() if not place.is_symlink() and place.is_file() else b""


def _beginning(place: Path) -> bytes:
    """Return the first bytes of a file, or nothing if it is not a plain file."""
    if not os.path.lexists(place) or not stat.S_ISREG(place.lstat().st_mode):
        return b""
    with open(place, "rb") as file:
        return file.read(_BEGINNING)


def refuse_another(folder: Path, club_id: str) -> None:
    """Raise WorkbookError if the folder is neither empty nor this club's."""
    if not folder.exists() or has_page(folder, club_id):
        return
    begins = _beginning(folder / INDEX)
    if GENERATOR in begins:
        title = begins.partition(b"<title>")[2].partition(b"</title>")[0].decode("utf-8", "replace")
        raise WorkbookError(
            msg(
                '{folder} has the page of another club or season, "{title}". Choose another folder, or '
                "empty this one first if you no longer need that page.",
                folder=folder,
                title=excerpt(title),
            )
        )
    lock = f".{INDEX}."
    others = sorted(
        name
        for name in os.listdir(folder)
        if name not in _OF_THE_SYSTEM and not name.startswith(lock) and not _is_left_by_us(folder / name, club_id)
    )
    if others:
        raise WorkbookError(
            msg(
                "{folder} has other files ({others}) and no page of this club. Choose a new or empty folder.",
                folder=folder,
                others=excerpt(", ".join(others)),
            )
        )


def _is_left_by_us(place: Path, club_id: str) -> bool:
    """Return whether an interrupted run has made this file, or all files of this folder."""
    if place.is_dir() and not place.is_symlink():
        files = [path for path in place.rglob("*") if not path.is_dir()]
        return all(is_of_club(path, club_id) for path in files)
    return is_of_club(place, club_id)
