"""Damage to sound files: bytes flipped, cut or doubled, and parts of a workbook with other words in their XML."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass, field

from hypothesis import strategies as st

PIECES = (
    b"", b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"PK\3\4", b"PK\5\6", b"<", b">", b"&", b'"', b"<!DOCTYPE a>",
    b"<!--", b"]]>", b"A1", b"XFD1048576", b"1048577", b"-1", b"0", b"1e999", b"NaN", b"4294967295", b"<row/>", b"<c/>",
    b"<v>",
)  # fmt: skip
WORDS = re.compile(rb"<[^<>]*>|\"[^\"]*\"|[^<>\"]+")
READ_PARTS = ("worksheets/sheet", "tables/", "workbook.xml", ".rels", "styles")
pieces = st.one_of(st.sampled_from(PIECES), st.binary(max_size=8))
fractions = st.integers(0, 99_999).map(lambda number: number / 100_000)


@dataclass(frozen=True)
class Damaged:
    """A damaged file, and what was done to it, step by step."""

    data: bytes = field(repr=False)
    steps: tuple[object, ...]


@st.composite
def damaged_bytes(draw: st.DrawFn, data: bytes) -> Damaged:
    """Draw the file with one to four places flipped, cut out, doubled or overwritten, or the file cut short."""
    steps = []
    for _ in range(draw(st.integers(1, 4))):
        offset = int(draw(fractions) * len(data))
        if data and draw(st.booleans()):  # most of what matters of an archive is at its end
            offset = max(len(data) - 1 - offset % 3000, 0)
        length = draw(st.sampled_from((1, 1, 2, 4, 30, 500, 20_000)))
        kind = draw(st.sampled_from(("flip", "flip", "write", "cut", "double", "end")))
        piece = draw(pieces)
        steps.append((kind, offset, piece if kind == "write" else length))
        if kind == "flip" and data:
            data = data[:offset] + bytes([data[offset] ^ 1 << length % 8]) + data[offset + 1 :]
        elif kind == "write":
            data = data[:offset] + piece + data[offset + len(piece) :]
        elif kind == "cut":
            data = data[:offset] + data[offset + length :]
        elif kind == "double":
            data = data[: offset + length] + data[offset:]
        elif kind == "end":
            data = data[:offset]
    return Damaged(data, tuple(steps))


@st.composite
def damaged_member(draw: st.DrawFn, data: bytes) -> Damaged:
    """Draw a sound archive in which a part has other tags, values or texts in its XML, or is gone."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        members = {name: source.read(name) for name in source.namelist()}
    name = draw(st.sampled_from([name for name in members if any(part in name for part in READ_PARTS)]))
    steps: list[object] = [name]
    tokens = WORDS.findall(members.pop(name))
    if draw(st.integers(0, 19)):
        for _ in range(draw(st.integers(1, 3))):
            index, other = (int(draw(fractions) * len(tokens)) for _ in range(2))
            kind, piece = draw(st.sampled_from(("cut", "double", "write", "swap", "value", "value"))), draw(pieces)
            steps.append((kind, tokens[index], tokens[other] if kind == "swap" else piece))
            if kind == "cut":
                del tokens[index]
            elif kind == "double":
                tokens.insert(index, tokens[index])
            elif kind == "swap":
                tokens[index], tokens[other] = tokens[other], tokens[index]
            elif kind == "value":
                tokens[index] = re.sub(rb"[0-9]+|[A-Z]+[0-9]+", lambda _, new=piece: new, tokens[index], count=1)
            else:
                tokens[index] = piece
        members[name] = b"".join(tokens)
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as target:
        for member, content in members.items():
            target.writestr(member, content)
    return Damaged(stream.getvalue(), tuple(steps))
