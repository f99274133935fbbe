"""A file that is there whole or not at all. It is written beside its place, then moved there in one step.

Who may read and write the old file is kept: owner, group, permissions, lists, attributes.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

_ACCESS_LIST = "system.posix_acl_access"
"""Linux keeps a file's list of permissions as an attribute of this name."""
_COPYFILE_METADATA = 0b111
"""macOS, copyfile(3): lists, permissions and times, extended attributes."""
_IGNORE_MERGE_ERRORS = 2
_NOT_SUPPORTED = (1, 50, 87)
"""Windows' ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED and ERROR_INVALID_PARAMETER: a file system cannot do it."""


def copy_access(path: Path, new: Path) -> None:
    """Give `new` the access of `path`, as far as the system allows. It never lets more people read or write.

    On Windows the step that replaces the file does so.
    """
    if sys.platform == "win32":
        shutil.copymode(path, new)
        return
    status = path.stat()
    for owner, group in ((status.st_uid, status.st_gid), (-1, status.st_gid)):
        with suppress(PermissionError):  # only the administrator may give a file away
            os.chown(new, owner, group)
            break
    mode = stat.S_IMODE(status.st_mode)
    same_group = new.stat().st_gid == status.st_gid
    if not same_group:  # to the old file these people may be strangers
        mode &= ~0o070 | (mode & 0o007) << 3
    if sys.platform == "darwin":
        _copy_metadata(path, new)
    elif hasattr(os, "listxattr"):
        _copy_attributes(path, new, without=() if same_group else (_ACCESS_LIST,))
    if (same_group and not _has_list(new)) or not same_group:
        new.chmod(mode)


def _has_list(path: Path) -> bool:
    with suppress(OSError, AttributeError):
        return _ACCESS_LIST in os.listxattr(path)  # type: ignore[attr-defined, unused-ignore]
    return False


def _copy_attributes(path: Path, new: Path, without: tuple[str, ...]) -> None:
    with suppress(OSError):  # a file system without attributes
        for name in os.listxattr(path):  # type: ignore[attr-defined, unused-ignore]
            if name not in without:
                with suppress(OSError):  # some are the system's own to give
                    os.setxattr(new, name, os.getxattr(path, name))  # type: ignore[attr-defined, unused-ignore]


def _copy_metadata(path: Path, new: Path) -> None:
    import ctypes

    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).copyfile(os.fsencode(path), os.fsencode(new), None, _COPYFILE_METADATA)


def replace_on_windows(new: Path, path: Path, kernel: Any) -> None:
    """Move `new` into the place of `path`, which keeps its list, attributes and time of creation.

    `kernel` is kernel32 in ctypes. Raises OSError if Windows refuses. A file system without this just moves.
    """
    import ctypes

    for flags in (0, _IGNORE_MERGE_ERRORS):
        if kernel.ReplaceFileW(str(path), str(new), None, flags, None, None):
            return
    code = ctypes.get_last_error()  # type: ignore[attr-defined, unused-ignore]
    if code not in _NOT_SUPPORTED:
        raise ctypes.WinError(code)  # type: ignore[attr-defined, unused-ignore]
    os.replace(new, path)


Write = Callable[[BinaryIO], object]

LONGEST_FILE_NAME = 255
"""The most bytes of UTF-8 in the name of a file on the file systems of Linux. Others allow at least as much."""
_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
_LEFTOVER = re.compile(r"(\..+\.)[0-9]+\.new", re.DOTALL)
OWNER_ALONE = 0o600
EVERYBODY = 0o666
"""The permissions of a new file. From the second one the user's mask takes its part away."""


def sibling_path(path: Path, before: str = "", after: str = "", *, stem: str | None = None) -> Path:
    """Return the path of a companion of `path`: its name, or `stem`, with a text before and after.

    If that is longer than a file's name may be, a short digest of the whole replaces the end of the name.
    """
    name = whole = path.name if stem is None else stem
    room = LONGEST_FILE_NAME - len(os.fsencode(before + after))
    if len(os.fsencode(name)) > room:
        import hashlib

        digest = hashlib.sha256(os.fsencode(whole)).hexdigest()[:8]
        while len(os.fsencode(name)) > room - len(digest) - 1:
            name = name[:-1]
        name = f"{name}~{digest}"
    return path.with_name(f"{before}{name}{after}")


@contextmanager
def new_file(path: Path, write: Write, *, mode: int = OWNER_ALONE, lasting: bool = True) -> Iterator[Path]:
    """Provide a file beside `path` with all that `write` writes, safe on the disk. It goes if it is not moved away.

    It is never an old file, so no link is followed and no pipe is waited for. Anything that a killed run left goes
    first, so only one run may make a file for `path` at a time. `mode` sets who may read it from the first byte on.
    Without `lasting` it need not outlast a power cut, like one of many that the next run makes again.
    """
    new = _named_new(path)
    if lasting:
        remove_leftovers(path.parent, [path.name])
    opened = os.open(new, _NEW_FLAGS, mode)
    try:
        with open(opened, "wb") as stream:
            write(stream)
            if lasting:
                stream.flush()
                os.fsync(stream.fileno())
        yield new
    finally:
        with suppress(OSError):  # it was moved away, or the next run clears it away
            new.unlink()


def remove_leftovers(folder: Path, names: Iterable[str]) -> None:
    """Remove the files that killed runs left in a folder, for the files with these names."""
    for path in find_leftovers(folder, names):
        with suppress(IsADirectoryError, PermissionError):  # no file of ours, or another user's
            path.unlink()


def find_leftovers(folder: Path, names: Iterable[str]) -> list[Path]:
    """Return what killed runs left in a folder, for the files with these names."""
    beginnings = {_LEFTOVER.sub(r"\1", _named_new(folder / name).name) for name in names}
    return [
        folder / name for name in os.listdir(folder) if (match := _LEFTOVER.fullmatch(name)) and match[1] in beginnings
    ]


def write_file(path: Path, write: Write, *, lasting: bool = True) -> None:
    """Write a file and move it into its place, in one step. `lasting` is as in `new_file`. Raises OSError."""
    with new_file(path, write, mode=EVERYBODY, lasting=lasting) as new:
        move_to(new, path, lasting=lasting)


def _named_new(path: Path) -> Path:
    return sibling_path(path, ".", f".{os.getpid():010}.new")


@contextmanager
def copied_file(source: Path, path: Path) -> Iterator[Path]:
    """Provide the same with the content of another file."""
    with open(source, "rb") as stream, new_file(path, lambda target: shutil.copyfileobj(stream, target)) as new:
        yield new


def move_to(new: Path, path: Path, *, lasting: bool = True) -> None:
    """Replace a file in one step: before it `path` is the old file, after it `new`. `lasting` is as in `new_file`."""
    if sys.platform == "win32":
        import ctypes

        if path.exists():
            replace_on_windows(new, path, ctypes.WinDLL("kernel32", use_last_error=True))
        else:
            os.replace(new, path)
    else:
        os.replace(new, path)
        if not lasting:
            return
        with suppress(OSError):  # the step is done; this only makes it outlast a power cut
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
