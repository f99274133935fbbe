"""A file that is there whole or not at all: written beside the place it will take, then moved there in one step."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from xladdin.files.safety.access import replace_on_windows

Write = Callable[[BinaryIO], object]

LONGEST_FILE_NAME = 255
"""Bytes of UTF-8 that the name of a file may take on the file systems of Linux; others hold at least as much."""
_NEW_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)
OWNER_ALONE = 0o600
EVERYBODY = 0o666
"""Permissions of a new file; the second less what the user's mask takes away."""


def named_beside(path: Path, before: str = "", after: str = "", *, stem: str | None = None) -> Path:
    """The path of a companion of `path`: its name, or `stem`, with a text before and after.

    Where that is longer than a file's name may be, the end of the name gives way to a short digest of the whole.
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
def new_file(path: Path, write: Write, *, mode: int = OWNER_ALONE) -> Iterator[Path]:
    """A file beside `path` with all that `write` writes, safe on the disk; it goes if it is not moved away.

    mode: who may read it from the first byte on. What a killed run left there goes, too, so that only one run may make
    a file for `path` at a time.
    """
    new = named_beside(path, ".", f".{os.getpid():010}.new")
    left = re.compile(rf"{re.escape(new.name[: -len('0123456789.new')])}[0-9]+\.new")
    for name in os.listdir(path.parent):
        if left.fullmatch(name):
            with suppress(IsADirectoryError, PermissionError):  # no file of ours, or another user's
                (path.parent / name).unlink()
    try:
        with open(
            os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), "wb"
        ) as stream:
            write(stream)
            stream.flush()
            os.fsync(stream.fileno())
        yield new
    finally:
        with suppress(FileNotFoundError):
            new.unlink()


@contextmanager
def copied_file(source: Path, path: Path) -> Iterator[Path]:
    """The same with the content of another file."""
    with open(source, "rb") as stream, new_file(path, lambda target: shutil.copyfileobj(stream, target)) as new:
        yield new


def move_to(new: Path, path: Path) -> None:
    """The one step: before it `path` is what it was, after it what `new` is."""
    if sys.platform == "win32":
        import ctypes

        if path.exists():
            replace_on_windows(new, path, ctypes.WinDLL("kernel32", use_last_error=True))
        else:
            os.replace(new, path)
    else:
        os.replace(new, path)
        with suppress(OSError):  # the step is done; this only makes it outlast a power cut
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
