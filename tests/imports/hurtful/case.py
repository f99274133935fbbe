"""What a hurtful file is, what comes of it, and the sound file that most of them spoil."""

from __future__ import annotations

import io
import zipfile
from typing import NamedTuple

REFUSED, NAMED, TAKEN = 2, 1, 0
"""Exit statuses. xladdin refuses the whole file, refuses lines or names of it, or takes it."""


class Hurtful(NamedTuple):
    """A file for the little club of Mississauga, what comes of it, and words that say so."""

    name: str
    content: bytes
    status: int
    words: tuple[str, ...]
    day: str = ""


HEADINGS = "Date,Player 1,Score 1,Player 2,Score 2\n"
LINE = "2024-09-14,Pierre,400,Lester,300\n"
CSV = HEADINGS + LINE
NEW = "New: 1 game."
NOTHING = "Nothing was imported"
WANTED = "neither players nor games found"


def hurt(name: str, content: str | bytes, status: int, *words: str, day: str = "") -> Hurtful:
    return Hurtful(name, content.encode() if isinstance(content, str) else content, status, words, day)


def zipped(packing: int = zipfile.ZIP_DEFLATED, /, **members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing, compresslevel=9) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return stream.getvalue()


def row(cells: str) -> str:
    return f"{CSV}{cells}\n"
