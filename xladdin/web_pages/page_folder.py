"""Write the folder of the web pages. Only files of this club are overwritten or deleted, each atomically.

Every file has the identity of its club near its beginning, so no list of files is needed. A folder with another club's
page, or with other files and no page of this club, is rejected.
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
from xladdin.files.safe_write import remove_leftovers, translate_os_errors, validate_folder_path, write_file
from xladdin.messages import Message, join_lines, msg, ngettext

INDEX = "index.html"
# The mark near the beginning of every file of a page, which is followed by the identity of its club.
MARK = b"xladdin publish"
GENERATOR = b'<meta name="generator" content="xladdin publish">'
BEGINNING_LENGTH = 2048
_DIGEST_MARK = b"<!-- xladdin inputs and content: "
# The beginning and the end of a part of a page.
_PART, _PART_END = "<!-- xladdin part: ", "\n<!-- end of part -->"
# Files that operating systems create in folders.
_SYSTEM_FILES = (".DS_Store", "Thumbs.db", "desktop.ini", "System Volume Information", "$RECYCLE.BIN")


@dataclass(frozen=True)
class Published:
    """The result of a publication.

    Attributes:
        folder: The folder of the page.
        files: The number of all its files.
        written: The number of files that were written.
        removed: The number of files that were deleted.
        notes: Sentences about settings that are not chosen yet.
    """

    folder: Path
    files: int
    written: int
    removed: int
    notes: Sequence[Message] = ()


def format_published(published: Published) -> Message:
    """Return a message with the outcome and the notes, one on each line."""
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
def open_page_folder(folder: Path, club_id: str) -> Iterator[PageFolder]:
    """Open the folder, create it if necessary, and lock it against other runs.

    Raises WorkbookError if it contains something else and no earlier page of this club.
    """
    validate_folder_path(folder)
    with translate_os_errors(folder):
        validate_page_folder(folder, club_id)
        folder.mkdir(exist_ok=True)
        with file_lock(folder / INDEX):
            validate_page_folder(folder, club_id)
            yield PageFolder(folder, club_id)


def has_page(folder: Path, club_id: str) -> bool:
    """Return whether a folder has a page of this club."""
    return bool(club_id) and is_of_club(folder / INDEX, club_id)


def is_of_club(path: Path | str, club_id: str) -> bool:
    """Return whether a file was made by `publish` for this club."""
    beginning = _read_beginning(path)
    return MARK in beginning and club_id.encode() in beginning


def find_club_files(folder: Path, club_id: str, excluded: Collection[str] = ()) -> Iterator[str]:
    """Yield the path of each file in the folder that belongs to this club, without following links.

    The files in `excluded` are not opened.
    """
    for parent, _, names in os.walk(folder):
        relative_parent = Path(parent).relative_to(folder).as_posix()
        for name in names:
            relative = name if relative_parent == "." else f"{relative_parent}/{name}"
            if relative not in excluded and is_of_club(folder / relative, club_id):
                yield relative


class PageFolder:
    """A folder with a page of this club, or for its first page."""

    def __init__(self, folder: Path, club_id: str) -> None:
        self.folder = folder
        self._club_id = club_id

    def update(self, planned: Sequence[str], files: Iterable[tuple[str, bytes]]) -> Published:
        """Write new and changed files, and delete files of this club that are no longer planned."""
        self._remove_leftovers(planned)
        written = sum(self._write_if_changed(path, content) for path, content in files)
        removed = sum(map(self._remove, sorted(find_club_files(self.folder, self._club_id, {*planned}))))
        return Published(self.folder, len(planned), written, removed)

    def is_current(self, path: str, inputs: str) -> bool:
        """Return whether a file is complete and was made from inputs with this digest.

        Both are checked against the comment of `append_digests`.
        """
        content, sign, digests = _read_plain_file(os.path.join(self.folder, path)).rpartition(_DIGEST_MARK)
        return bool(sign) and sign + digests == _make_signature(content, inputs)

    def read_parts(self, path: str) -> dict[str, str]:
        """Return the parts that `mark_part` has marked in a file by the digests of their inputs.

        There are none if the file is not complete, which is checked as in `is_current`.
        """
        content, _, digests = _read_plain_file(os.path.join(self.folder, path)).rpartition(_DIGEST_MARK)
        if not self.is_current(path, digests.partition(b" ")[0].decode("ascii", "replace")):
            return {}
        _, *parts = content.decode("utf-8", "replace").split(_PART)  # a regular expression takes seven times as long
        return {part.partition(" ")[0]: f"{_PART}{part.partition(_PART_END)[0]}{_PART_END}" for part in parts}

    def validate_targets(self, planned: Sequence[str]) -> None:
        """Raise WorkbookError if the path of a planned file is that of a file or folder of another origin."""
        folders = {Path(os.path.dirname(path)) for path in planned}
        for parent in {parent for folder in folders for parent in (folder, *folder.parents)} - {Path(".")}:
            folder = self.folder / parent
            if folder.is_symlink() or (os.path.lexists(folder) and not folder.is_dir()):
                raise WorkbookError(
                    msg("{place} already exists and is not a folder. Move or rename it first.", place=folder)
                )
        for path in planned:
            target = os.path.join(self.folder, path)
            if os.path.lexists(target) and not is_of_club(target, self._club_id):
                raise WorkbookError(
                    msg(
                        "{place} already exists and was not created by xladdin publish. Move or rename it first.",
                        place=self.folder / path,
                    )
                )

    def _remove_leftovers(self, paths: Iterable[str]) -> None:
        names_by_parent: defaultdict[str, list[str]] = defaultdict(list)
        for parent, name in map(os.path.split, paths):
            names_by_parent[parent].append(name)
        for parent, names in names_by_parent.items():
            if (self.folder / parent).is_dir():
                remove_leftovers(self.folder / parent, names)

    def _write_if_changed(self, path: str, content: bytes) -> bool:
        """Write a file atomically unless it has this content already, and return whether it was written.

        Since contents are compared, the next run repairs a page that a power cut has damaged.
        """
        target = self.folder / path
        try:
            if target.stat().st_size == len(content) and target.read_bytes() == content:
                return False
        except FileNotFoundError:
            target.parent.mkdir(parents=True, exist_ok=True)
        write_file(target, lambda stream: stream.write(content), durable=False)
        return True

    def _remove(self, path: str) -> bool:
        (self.folder / path).unlink()
        for parent in Path(path).parents[:-1]:
            with suppress(OSError):  # the folder is not empty
                (self.folder / parent).rmdir()
        return True


def mark_part(html: str, inputs: str) -> str:
    """Return a part of a page between comments, of which the first has the digest of its inputs."""
    return f"{_PART}{inputs} -->\n{html}{_PART_END}"


def append_digests(content: bytes, inputs: str) -> bytes:
    """Return a page with a comment at its end that has the digests of its inputs and of its content."""
    return content + _make_signature(content, inputs)


def _make_signature(content: bytes, inputs: str) -> bytes:
    return b"%b%b %b -->\n" % (_DIGEST_MARK, inputs.encode(), sha256(content).hexdigest().encode())


def _read_beginning(path: Path | str) -> bytes:
    """Return the first bytes of a file, or b"" if it is not a plain file."""
    return _read_plain_file(path, BEGINNING_LENGTH)


def _read_plain_file(path: Path | str, length: int = -1) -> bytes:
    """Return the content of a file, or so many bytes of it, or b"" if it is not a plain file."""
    if not os.path.lexists(path) or not stat.S_ISREG(os.lstat(path).st_mode):
        return b""
    with open(path, "rb") as file:
        return file.read(length)


def validate_page_folder(folder: Path, club_id: str) -> None:
    """Raise WorkbookError if the folder is neither empty nor has a page of this club."""
    if not folder.exists() or has_page(folder, club_id):
        return
    beginning = _read_beginning(folder / INDEX)
    if GENERATOR in beginning:
        title = beginning.partition(b"<title>")[2].partition(b"</title>")[0].decode("utf-8", "replace")
        raise WorkbookError(
            msg(
                '{folder} has the page of another club or season, "{title}". Choose another folder, or '
                "empty this one first if you no longer need that page.",
                folder=folder,
                title=excerpt(title),
            )
        )
    lock = f".{INDEX}."
    other_files = sorted(
        name
        for name in os.listdir(folder)
        if name not in _SYSTEM_FILES
        and not name.startswith(lock)
        and not _is_from_interrupted_run(folder / name, club_id)
    )
    if other_files:
        raise WorkbookError(
            msg(
                "{folder} has other files ({others}) and no page of this club. Choose a new or empty folder.",
                folder=folder,
                others=excerpt(", ".join(other_files)),
            )
        )


def _is_from_interrupted_run(path: Path, club_id: str) -> bool:
    """Return whether a file, or every file of a folder, comes from an interrupted publication of this club."""
    if path.is_dir() and not path.is_symlink():
        files = [path for path in path.rglob("*") if not path.is_dir()]
        return all(is_of_club(path, club_id) for path in files)
    return is_of_club(path, club_id)
