"""Files written so that nothing can be lost: the new one whole beside the old, then swapped in one step.

A full disk, a read-only folder, a crash or a kill at any moment leaves the old file as it was.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import BinaryIO

from xladdin.errors import FileProblem
from xladdin.workbook.backups import FOLDER, back_up, backups_of
from xladdin.workbook.locks import only_one, refuse_if_open
from xladdin.workbook.package import Package

Write = Callable[[BinaryIO], None]


def safely_create(path: Path, write: Write) -> None:
    """Writes a new file, whole or not at all. Raises FileProblem where one is there already or none can be made."""
    if path.exists():
        raise FileProblem(f"{path} is there already and stays as it is. Choose another name, or move it away.")
    with _told(path), _new_file_beside(path, write) as whole:
        if path.exists():
            raise FileProblem(f"{path} has appeared meanwhile and stays as it is. Choose another name.")
        os.replace(whole, path)


def safely_replace(path: Path, write: Write, read_as: Package) -> Path:
    """Replaces a workbook by what `write` writes, after a dated copy into `backups`; gives the copy's path.

    read_as: the file as it was read. Raises FileProblem where it has changed since, is open elsewhere, may not be
    written, or the disk is full; the file is then as it was.
    """
    path = path.resolve()
    refuse_if_open(path)
    with _told(path), only_one(path):
        _refuse_if_changed(path, read_as.fingerprint)
        _refuse_if_read_only(path)
        with _new_file_beside(path, write) as whole:
            shutil.copymode(path, whole)
            copy = back_up(path)
            refuse_if_open(path)
            _refuse_if_changed(path, read_as.fingerprint)
            os.replace(whole, path)
        return copy


def undo(path: Path) -> str:
    """Brings back the last copy from `backups`, and says so. What stood there until now is kept there, too.

    Raises FileProblem where there is no copy, or the workbook is open elsewhere.
    """
    path = path.resolve()
    copies = backups_of(path)
    if not copies:
        raise FileProblem(f"{path} has no copy in the folder {path.parent / FOLDER} to bring back.")
    last = copies[-1]
    refuse_if_open(path)
    with _told(path), only_one(path):
        kept = back_up(path, undone=True) if path.exists() else None
        with last.open("rb") as source, _new_file_beside(path, partial(shutil.copyfileobj, source)) as whole:
            shutil.copymode(last, whole)
            os.replace(whole, path)
        last.unlink()
    told = f"{path.name} is again as it was before its last change ({last.name})."
    return f"{told} What was undone is kept as {FOLDER}/{kept.name}." if kept else told


@contextmanager
def _new_file_beside(path: Path, write: Write) -> Iterator[Path]:
    """A file in the same folder with all that `write` writes, safe on the disk; removed unless it is moved away."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    whole = Path(name)
    try:
        with os.fdopen(handle, "wb") as target:
            write(target)
            target.flush()
            os.fsync(target.fileno())
        if os.name != "nt":
            os.chmod(whole, 0o666 & ~_umask())
        yield whole
        _sync_folder(path.parent)
    finally:
        whole.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Puts the swap itself on the disk; not every system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _refuse_if_changed(path: Path, fingerprint: bytes) -> None:
    if hashlib.sha256(path.read_bytes()).digest() != fingerprint:
        raise FileProblem(f"{path} was changed by another program meanwhile and stays as that left it. Try again.")


def _refuse_if_read_only(path: Path) -> None:
    if not os.access(path, os.W_OK):
        raise FileProblem(f"{path} is read-only. Allow writing in its properties, or give another file with --output.")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Turns what the system refuses into words; the old file is whole in every case."""
    try:
        yield
    except PermissionError as error:
        raise FileProblem(
            f"{path} cannot be written ({error.strerror}). If it is open in another program, close it there; "
            "otherwise see that you may write into its folder. Nothing was changed."
        ) from error
    except OSError as error:
        raise FileProblem(f"{path} cannot be written ({error.strerror}). Nothing was changed.") from error
