"""Files that a command makes again each time it runs: a PDF, a launcher. They replace only files of their kind."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from xladdin.errors import WorkbookError
from xladdin.files.safety.locks import READ_FLAGS, only_one
from xladdin.files.safety.new_file import EVERYBODY, Write, move_to, new_file
from xladdin.files.safety.safekeeping import explained, refuse_without_folder
from xladdin.messages import Message, msg

_BEGINNING = 4096
"""The first bytes of a file, which tell what it is."""


class OutputKind(NamedTuple):
    """A kind of file that replaces an older one of its kind. `name`: such as "PDF". `suffix`: such as ".pdf".

    `is_one` knows a file of the kind by these first bytes. The user's mask reduces the permissions `mode`.
    """

    name: Message
    suffix: str
    is_one: Callable[[bytes], bool]
    mode: int = EVERYBODY


def refuse_unless_free(path: Path, kind: OutputKind) -> None:
    """Raise WorkbookError if the name or the folder is wrong, or if another kind of file is there."""
    if path.suffix.lower() != kind.suffix:
        raise WorkbookError(
            msg(
                "{path} was not written: the name of a {kind} must end in {suffix}.",
                path=path,
                kind=kind.name,
                suffix=kind.suffix,
            )
        )
    refuse_without_folder(path)
    try:
        found = path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise WorkbookError(
            msg("{path} cannot be made ({strerror}). Give another name.", path=path, strerror=error.strerror)
        ) from None
    if not stat.S_ISREG(found.st_mode) or not kind.is_one(_beginning(path)):
        raise WorkbookError(
            msg("{path} is already there and is a link. Give another name, or move it away first.", path=path)
            if stat.S_ISLNK(found.st_mode)
            else msg(
                "{path} is already there and is not a {kind}. Give another name, or move it away first.",
                path=path,
                kind=kind.name,
            )
        )


def safely_put(path: Path, write: Write, kind: OutputKind) -> None:
    """Put what `write` writes in the place of an older file of the kind, or of none, in one step.

    Raises WorkbookError if another kind of file is there or it cannot be written. Then everything is as it was.
    """
    refuse_unless_free(path, kind)
    with only_one(path), explained(path), new_file(path, write, mode=kind.mode) as new:
        refuse_unless_free(path, kind)
        move_to(new, path)


def _beginning(path: Path) -> bytes:
    try:
        with open(os.open(path, READ_FLAGS), "rb") as file:
            return file.read(_BEGINNING)
    except OSError as error:
        raise WorkbookError(
            msg(
                "{path} is already there and may not be read ({reason}). Give another name.",
                path=path,
                reason=error.strerror,
            )
        ) from None
