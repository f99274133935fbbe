"""Files that are no workbook, damaged ones, and ones made to hurt: bombs, entities, and paths that lead out."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import msoffcrypto

from tests.corpus.cases import Accepted, BookCase, Cannot, Outcome, on_parts
from tests.corpus.clubs import CLUBS
from tests.corpus.editing import Parts
from tests.helpers.files.raw_workbook import zip_parts

CLUB = "mississauga"
FILES = Path(__file__).parent / "files"
MEBIBYTE = 1 << 20
WORKBOOK, LINKS, STRINGS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/sharedStrings.xml"
EMPTY_STRINGS = b'<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
TO_GAMES = b'Target="/xl/worksheets/sheet3.xml"'
NO_GAMES = Cannot("the table Games is missing")
GAMES = "xl/worksheets/sheet3.xml"
GIVE = "Use an .xlsx or .xlsm file"
RESTORE = "Open a copy from the folder backups next to it"
SAVE = "save it as an .xlsx workbook, and try again"
BOMB = (
    b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>'
)
NO_TYPE = Cannot("declares a document type", SAVE)
OUTSIDE = b'<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>'


def rewritten(name: str, change: Callable[[bytes], bytes], *outcome: Outcome | str) -> BookCase:
    """Return the case of a workbook with changed bytes. Words are those of a refusal."""

    def spoil(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return BookCase(f"file: {name}", CLUB, spoil, outcome[0] if isinstance(outcome[0], Accepted) else Cannot(*outcome))


def instead(name: str, content: bytes, *phrases: str) -> BookCase:
    """Return the case of another file under the name of the workbook."""
    return rewritten(name, lambda data: content, *phrases)


def archive(name: str, change: Callable[[Parts], None], outcome: Outcome) -> BookCase:
    """Return the case of a workbook with other members in its archive."""
    return on_parts(f"archive: {name}", change, outcome)


def encrypt(data: bytes) -> bytes:
    encrypted = io.BytesIO()
    msoffcrypto.OfficeFile(io.BytesIO(data)).encrypt("secret", encrypted)
    return encrypted.getvalue()


def packed_by(method: int) -> Callable[[bytes], bytes]:
    def pack(data: bytes) -> bytes:
        with zipfile.ZipFile(io.BytesIO(data)) as source:
            return zip_parts({name: source.read(name) for name in source.namelist()}, method)

    return pack


def put(name: str, content: bytes) -> Callable[[Parts], None]:
    return lambda parts: parts.write(name, content)


def replace(part: str, old: bytes, new: bytes) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        assert old in parts.members[part]
        parts.write(part, parts.members[part].replace(old, new, 1))

    return change


def before_root(part: str, prolog: bytes) -> Callable[[Parts], None]:
    def change(parts: Parts) -> None:
        xml = parts.members[part]
        start = xml.index(b"?>") + 2 if xml.startswith(b"<?xml") else 0
        parts.write(part, xml[:start] + prolog + xml[start:])

    return change


def blanks_behind(part: str) -> Callable[[Parts], None]:
    """White space after the root. 50 MiB of it pack into 50 KiB."""
    return lambda parts: parts.write(part, parts.members.get(part, EMPTY_STRINGS) + b" " * (50 * MEBIBYTE))


def without(part: str) -> Callable[[Parts], None]:
    return lambda parts: parts.members.pop(part) and None


def overlap(data: bytes) -> bytes:
    """Return a thousand members that all are the same bytes of the file."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        largest = max(source.infolist(), key=lambda info: info.compress_size)
        offset = source.start_dir
        entries = []
        for info in [*source.infolist(), *[largest] * 1000]:
            name = info.filename if len(entries) < len(source.infolist()) else f"xl/media/image{len(entries)}.png"
            entries.append(
                struct.pack(
                    "<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, 0, 0, info.compress_type, 0, 33, info.CRC,
                    info.compress_size, info.file_size, len(name), 0, 0, 0, 0, 0, info.header_offset,
                ) + name.encode()
            )  # fmt: skip
    directory = b"".join(entries)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, len(entries), len(entries), len(directory), offset, 0)
    return data[:offset] + directory + end


def encrypt_member(data: bytes) -> bytes:
    changed = bytearray(data)
    changed[data.rindex(b"PK\1\2", 0, data.rindex(GAMES.encode())) + 8] |= 1
    return bytes(changed)


def instead_of_file(name: str, make: Callable[[Path], None], *phrases: str) -> BookCase:
    def spoil(path: Path) -> None:
        path.unlink()
        make(path)

    return BookCase(f"file: {name}", CLUB, spoil, Cannot(*phrases))


CASES = (
    instead("of the old format", (FILES / "old.xls").read_bytes(), "old format (.xls)", SAVE),
    instead("of OpenDocument", (FILES / "opendocument.ods").read_bytes(), "OpenDocument", SAVE),
    instead("a CSV file renamed", CLUBS[CLUB]["games"].encode(), "not a workbook, although its name says so", GIVE),
    instead("empty", b"", "it is empty", GIVE),
    instead("a PDF renamed", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "not a workbook", GIVE),
    instead("an archive of something else", zip_parts({"letter.txt": b"Dear club"}), "contains no workbook"),
    rewritten("with a password", encrypt, "protected by a password", "Remove the password in Excel"),
    rewritten("its first half", lambda data: data[: len(data) // 2], "damaged or incomplete", RESTORE),
    rewritten("packed by bzip2", packed_by(zipfile.ZIP_BZIP2), "compressed in an unusual way", SAVE),
    rewritten("a member encrypted", encrypt_member, "is encrypted", SAVE),
    rewritten("members that overlap", overlap, "overlap", RESTORE),
    instead_of_file("not there", lambda path: None, "does not exist. Check the name and the folder."),
    instead_of_file("a folder", lambda path: path.mkdir(), "contains no .xlsx or .xlsm workbook."),
    instead_of_file("a device without end", lambda path: path.symlink_to("/dev/zero"), "is a device, not a file"),
    instead_of_file("a pipe that never speaks", os.mkfifo, "is a device, not a file"),
    BookCase("file: with a second name on the disk", CLUB, lambda path: os.link(path, path.parent / "second.xlsx"),
             Accepted()),
    rewritten("not packed at all", packed_by(zipfile.ZIP_STORED), Accepted()),
    rewritten("with bytes before the archive", lambda data: b"#!/bin/sh\n" + data, Accepted()),
    archive("a member twice in two cases", put(GAMES.upper(), b"x"), Cannot("two parts named")),
    archive("a bomb for a sheet", blanks_behind(GAMES), Cannot("would expand from", RESTORE)),
    archive("a bomb in a picture, which is only copied", put("xl/media/image1.png", bytes(50 * MEBIBYTE)), Accepted()),
    archive("entities in a sheet", before_root(GAMES, BOMB), NO_TYPE),
    archive("entities where nobody looks", put("docProps/app.xml", BOMB + b"<a>&c;</a>"), Accepted()),
    archive("an entity from outside in a sheet", before_root(GAMES, OUTSIDE), NO_TYPE),
    archive("a sheet in UTF-16",
            lambda parts: parts.write(GAMES, parts.members[GAMES].decode().encode("utf-16")),
            Cannot("not encoded in UTF-8", SAVE)),
    archive("the workbook's part missing", without(WORKBOOK), Cannot("contains no workbook")),
    archive("a sheet that lies on a server",
            replace(LINKS, TO_GAMES, b'TargetMode="External" Target="http://127.0.0.1:9/sheet3.xml"'), NO_GAMES),
    archive("the workbook's XML cut", lambda parts: parts.write(WORKBOOK, parts.members[WORKBOOK][:900]),
            Cannot("its part xl/workbook.xml is damaged", RESTORE)),
    archive("the workbook's XML nested deep",
            put(WORKBOOK, b"<workbook>" + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</workbook>"),
            Cannot("its part xl/workbook.xml is damaged (nested too deeply)", RESTORE)),
)  # fmt: skip
