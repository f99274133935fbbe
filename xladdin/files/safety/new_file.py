"""A file that is there whole or not at all: written beside the place it will take, then moved there in one step."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

Write = Callable[[BinaryIO], None]


@contextmanager
def new_file(path: Path, write: Write) -> Iterator[Path]:
    """A file beside `path` with all that `write` writes, safe on the disk; it goes if it is not moved away.

    What a killed run left there goes, too, so that only one run may make a file for `path` at a time.
    """
    start, end = f".{path.name}.", ".new"
    for name in os.listdir(path.parent):
        if name.startswith(start) and name.endswith(end):
            (path.parent / name).unlink()
    new = path.with_name(f"{start}{os.getpid()}{end}")
    try:
        with open(new, "xb") as stream:
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
    os.replace(new, path)
    if sys.platform != "win32":
        with suppress(OSError):  # the step is done; this only makes it outlast a power cut
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def keep_owner(path: Path, new: Path) -> None:
    """Gives `new` the permissions and the owner of `path`."""
    shutil.copymode(path, new)
    if sys.platform != "win32":
        with suppress(PermissionError):  # only the administrator may give a file away, or need to
            os.chown(new, path.stat().st_uid, path.stat().st_gid)
