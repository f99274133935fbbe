"""How a file was left by us: whether it was changed since, and how many changes that were undone may come back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from xladdin.files.safety.backups import FOLDER
from xladdin.files.safety.locks import read_note
from xladdin.files.safety.new_file import move_to, named_beside, new_file

_RECORD = re.compile(rb"([0-9a-f]{64}) ([0-9]{1,6})\n")


@dataclass(frozen=True)
class Left:
    """digest: SHA-256 of the file as we left it; undone: how many changes were undone since the last one made."""

    digest: bytes = b""
    undone: int = 0


def left_of(path: Path) -> Left:
    """What is remembered of a file; nothing fits a file of which nothing is."""
    found = _RECORD.fullmatch(read_note(_record(path)))
    return Left(bytes.fromhex(found[1].decode()), int(found[2])) if found else Left()


def remember(path: Path, left: Left) -> None:
    """Keeps it beside the copies, whose folder must be there."""
    text = f"{left.digest.hex()} {left.undone}\n".encode()
    with new_file(_record(path), lambda target: target.write(text)) as new:
        move_to(new, _record(path))


def _record(path: Path) -> Path:
    return named_beside(path.parent / FOLDER / path.name, ".", ".left")
