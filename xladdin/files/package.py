"""The zip archive that an .xlsx or .xlsm file is, opened with distrust. Relationships lead to its parts.

Source: ECMA-376 part 2 (Open Packaging Conventions). Nothing here is written, run, or fetched from anywhere.
"""

from __future__ import annotations

import copy
import io
import posixpath
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import IO, BinaryIO, TypeVar
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.parsers import expat
from xml.parsers.expat import ExpatError

from xladdin.errors import WorkbookError, not_there
from xladdin.messages import Message, join_sentences, msg

DEEPEST = 200
"""The most levels. The parts of a workbook have a dozen."""
_MANY = 5_000
"""So many nested elements are no danger, and are not counted. Most parts have far fewer with content."""


def is_too_deep(xml: bytes) -> bool:
    """Return whether it has more levels than any workbook, even if it is damaged further on: a tree grows until the
    damage.
    """
    if xml.count(b"<") - xml.count(b"</") - xml.count(b"/>") < _MANY:
        return False
    depth = deepest = 0

    def begin(name: str, attributes: object) -> None:
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = begin, end
    with suppress(expat.ExpatError):
        parser.Parse(xml, True)
    return deepest > DEEPEST


Tree = TypeVar("Tree")

SUFFIXES = (".xlsx", ".xlsm")
SAVE_AGAIN = msg("Open it in Excel or LibreOffice, save it as an .xlsx workbook, and try again.")
RESTORE = msg("Open a copy from the folder backups beside it, or ask the sender for the file again.")
MEBIBYTE = 1 << 20
LARGEST_FILE = 256 * MEBIBYTE
"""A full sheet of games packs to 60 MiB. Memory holds the file here and once more in the reader of values."""
LARGEST_PART = 2047 * MEBIBYTE
"""More than the XML of a full sheet of 1,048,575 games takes, and as much as zipfile writes without zip64."""
LARGEST_TREE = 16 * MEBIBYTE
"""The limit for a part that is a tree in memory, which takes 25 times as much: all but sheets and shared strings."""
LARGEST_TREES = 16 * LARGEST_TREE
"""The limit for all parts together that become trees, which takes a second each."""
LARGEST_RATIO = 100
"""A game's row of XML packs 6 to 30 times smaller. A zip bomb packs up to 1,032 times smaller."""
MOST_MEMBERS = 20_000
PIECE = 1 << 18
EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip archive can hold: that of every member of ours, so that it is the same to the byte."""

_LOCAL_HEADER = struct.Struct("<26xHH")
_ENCRYPTED = 0x1
_COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")


def validate_suffix(path: Path) -> None:
    """Raise WorkbookError for a name that no club workbook has."""
    if path.suffix.lower() not in SUFFIXES:
        raise WorkbookError(
            msg("{name}: a club workbook's name ends in {suffixes}.", name=path.name, suffixes=" or ".join(SUFFIXES))
        )


class Package:
    """The members of a workbook file that was read whole into memory, so that it cannot change under the reader."""

    def __init__(self, data: bytes, name: str) -> None:
        """Open a workbook from its bytes. Messages call it `name`. Raises WorkbookError if it is no sound workbook."""
        self.data = data
        self.name = name
        self.members: Mapping[str, zipfile.ZipInfo] = _members(data, name)
        self._room_for_trees = LARGEST_TREES
        self.workbook_part = self._find_workbook_part()

    @cached_property
    def fingerprint(self) -> bytes:
        """A hash that tells whether the file on the disk is still the one that was read."""
        import hashlib

        return hashlib.sha256(self.data).digest()

    def packed(self, part: str) -> memoryview:
        """Return the bytes of a member as the file holds them, compressed."""
        member = self.members[part]
        header = self.data[member.header_offset : member.header_offset + _LOCAL_HEADER.size]
        if len(header) != _LOCAL_HEADER.size or not header.startswith(b"PK\3\4"):
            raise self.damaged(part)
        name_length, extra_length = _LOCAL_HEADER.unpack(header)
        start = member.header_offset + _LOCAL_HEADER.size + name_length + extra_length
        packed = memoryview(self.data)[start : start + member.compress_size]
        if len(packed) != member.compress_size:
            raise self.damaged(part)
        return packed

    def pieces(self, part: str) -> Iterator[bytes]:
        """Yield the content of a member piece by piece.

        Raises WorkbookError if it is damaged, a bomb, or of another size.
        """
        member = self.members[part]
        self._check_size(member)
        packed = self.packed(part)
        if member.compress_type == zipfile.ZIP_STORED:
            inflated: Iterator[bytes] = (bytes(packed[at : at + PIECE]) for at in range(0, len(packed), PIECE))
        else:
            inflated = _inflate(packed)
        length = checksum = 0
        try:
            for piece in inflated:
                length += len(piece)
                if length > member.file_size:
                    raise self.damaged(part)
                checksum = zlib.crc32(piece, checksum)
                yield piece
        except zlib.error:
            raise self.damaged(part) from None
        if length != member.file_size or checksum != member.CRC:
            raise self.damaged(part)

    def read(self, part: str) -> bytes:
        """Return the whole content of a member that is small, as all but sheets and shared strings are."""
        self.check_size(part, LARGEST_TREE)
        return b"".join(self.pieces(part))

    def check_size(self, part: str, largest: int) -> None:
        """Refuse a part that unpacks to more than `largest` bytes."""
        self._check_size(self.members[part])
        if self.members[part].file_size > largest:
            raise self.problem(
                join_sentences(
                    [
                        msg(
                            "its part {part} is too large ({largest} MiB at most).",
                            part=part,
                            largest=largest // MEBIBYTE,
                        ),
                        SAVE_AGAIN,
                    ]
                )
            )

    def tree(self, part: str) -> ElementTree.Element:
        """Return a part's XML as a tree. It has no entities: a part that declares a document type is refused."""
        data = self.read(part)
        self._room_for_trees -= len(data)
        if self._room_for_trees < 0:
            raise self.problem(
                join_sentences([msg("its tables and lists of parts are larger than any club's workbook."), RESTORE])
            )
        return self.checked(data, part, ElementTree.fromstring)

    def checked(self, xml: bytes, part: str, parse: Callable[[bytes], Tree]) -> Tree:
        """Return the tree that a parser makes of the XML of a part.

        Raises WorkbookError if no parser must be given it.
        """
        self.check_prolog(xml, part)
        if is_too_deep(xml):
            raise self.problem(
                join_sentences([msg("its part {part} is damaged (nested too deep).", part=part), RESTORE])
            )
        try:
            return parse(xml)
        except (ElementTree.ParseError, ExpatError) as error:
            raise self.problem(
                join_sentences([msg("its part {part} is damaged ({error}).", part=part, error=str(error)), RESTORE])
            ) from None

    def check_prolog(self, xml: bytes, part: str) -> None:
        """Refuse XML with a document type, by which entity bombs work, and encodings in which it could hide."""
        declaration = re.match(rb"\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([^\"']*)", xml.removeprefix(b"\xef\xbb\xbf"))
        encoding = declaration[1].lower() if declaration else b"utf-8"
        if encoding not in (b"utf-8", b"utf8", b"us-ascii", b"ascii") or b"\0" in xml:
            raise self.problem(join_sentences([msg("its part {part} is not encoded in UTF-8.", part=part), SAVE_AGAIN]))
        if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
            raise self.problem(
                join_sentences(
                    [msg("its part {part} declares a document type, which no spreadsheet does.", part=part), SAVE_AGAIN]
                )
            )

    def related(self, part: str, kind: str) -> dict[str, str]:
        """Return the members of one kind that a part points to, by the relationships' identifiers.

        `kind` is the last word of a relationship's type, such as "worksheet". "" asks for those of the package itself.
        """
        listing = self.member(listing_name(part))
        parts = {
            link.get("Id", ""): self.member(target_name(part, link.get("Target", "")))
            for link in (() if listing is None else self.tree(listing))
            if link.get("TargetMode") != "External" and link.get("Type", "").rpartition("/")[2] == kind
        }
        return {identifier: member for identifier, member in parts.items() if member is not None}

    def member(self, part: str) -> str | None:
        """Return the member that a part's name means, in any case, or None if there is none."""
        return part if part in self.members else self._by_lower_case.get(part.lower())

    @cached_property
    def _by_lower_case(self) -> dict[str, str]:
        return {name.lower(): name for name in self.members}

    def problem(self, problem: Message) -> WorkbookError:
        """Return an exception that says what is wrong with this file."""
        return _unusable(self.name, problem)

    def damaged(self, part: str) -> WorkbookError:
        """Return an exception for a member whose content does not match the archive's description."""
        return self.problem(join_sentences([msg("its part {part} is damaged.", part=part), RESTORE]))

    def _check_size(self, member: zipfile.ZipInfo) -> None:
        if member.flag_bits & _ENCRYPTED or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self.problem(
                join_sentences(
                    [msg("its part {part} is encrypted or packed in an unusual way.", part=member.filename), SAVE_AGAIN]
                )
            )
        too_dense = member.file_size > MEBIBYTE and member.file_size > LARGEST_RATIO * member.compress_size
        if member.file_size > LARGEST_PART or too_dense:
            raise self.problem(
                join_sentences(
                    [
                        msg(
                            "its part {part} would unpack to {unpacked:,} bytes from {packed:,}, more than any "
                            "club's workbook does.",
                            part=member.filename,
                            unpacked=member.file_size,
                            packed=member.compress_size,
                        ),
                        RESTORE,
                    ]
                )
            )

    def _find_workbook_part(self) -> str:
        if "mimetype" in self.members and self.read("mimetype").startswith(b"application/vnd.oasis"):
            raise self.problem(join_sentences([msg("it is an OpenDocument file."), SAVE_AGAIN]))
        part = next(iter(self.related("", "officeDocument").values()), "")
        if part.lower().endswith(".bin"):
            raise self.problem(join_sentences([msg("it is a binary workbook (.xlsb)."), SAVE_AGAIN]))
        if not part or not self.tree(part).tag.endswith("}workbook"):
            raise self.problem(
                msg("it is a zip archive but holds no workbook. Give the .xlsx or .xlsm file of the club.")
            )
        return part


def listing_name(part: str) -> str:
    """Return the part that lists the relationships of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def target_name(part: str, target: str) -> str:
    """Return the part that a relationship of a part leads to, by the target as it is written there."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), unquote(target))).lstrip("/")


def open_package(path: Path) -> Package:
    """Read and check a workbook file. Raises WorkbookError, which says what it is instead and what to do."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise WorkbookError(msg("{path} is not a file but a device. Give the workbook of the club.", path=path))
        if status.st_size > LARGEST_FILE:
            raise WorkbookError(
                msg(
                    "{path} cannot be used: it is larger than {largest} MiB.",
                    path=path,
                    largest=LARGEST_FILE // MEBIBYTE,
                )
            )
        return Package(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise not_there(path) from None
    except IsADirectoryError:
        raise WorkbookError(msg("{path} is a folder. Give the workbook within it.", path=path)) from None
    except PermissionError as error:
        if path.is_dir():
            raise WorkbookError(msg("{path} is a folder. Give the workbook within it.", path=path)) from None
        raise WorkbookError(
            msg(
                "{path} may not be read ({strerror}). If it is open in another program, close it there; "
                "otherwise ask its owner for permission to read it.",
                path=path,
                strerror=error.strerror,
            )
        ) from None
    except OSError as error:
        raise WorkbookError(msg("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror)) from None


def _unusable(name: str, problem: Message) -> WorkbookError:
    return WorkbookError(msg("{name} cannot be used: {problem}", name=name, problem=problem))


def _members(data: bytes, name: str) -> dict[str, zipfile.ZipInfo]:
    """Return every member by its name, in the archive's order, after the checks that need no content."""
    if data.startswith(_COMPOUND_FILE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise _unusable(
                name,
                msg(
                    "it is protected by a password. Remove the password in Excel (File, Info), and save.",
                ),
            )
        raise _unusable(
            name,
            join_sentences([msg("it is a workbook of the old format (.xls)."), SAVE_AGAIN]),
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error, UnicodeError, OverflowError):
        if data.startswith(b"PK"):
            raise _unusable(
                name,
                join_sentences([msg("it is damaged or only a part of a file."), RESTORE]),
            ) from None
        says_so = name.lower().endswith((".xlsx", ".xlsm"))
        if not data.strip():
            problem = msg("it is empty")
        elif says_so:
            problem = msg("it is not a workbook, although its name says so")
        else:
            problem = msg("it is not a workbook")
        raise _unusable(
            name,
            msg(
                "{problem}. Give an .xlsx or .xlsm file; `xladdin new` reads a CSV file.",
                problem=problem,
            ),
        ) from None
    if len(infos) > MOST_MEMBERS:
        raise _unusable(
            name,
            msg(
                "it has {number:,} parts, more than any club's workbook.",
                number=len(infos),
            ),
        )
    if sum(info.compress_size for info in infos) > len(data):
        raise _unusable(
            name,
            join_sentences([msg("this file is damaged or unsafe and cannot be opened: its parts overlap."), RESTORE]),
        )
    members: dict[str, zipfile.ZipInfo] = {}
    seen: set[str] = set()
    for info in infos:
        path = info.orig_filename
        if path.startswith("/") or "\\" in path or ":" in path or "\0" in path or ".." in path.split("/"):
            raise _unusable(
                name,
                join_sentences(
                    [msg("its part {path} has a name that no spreadsheet gives.", path=repr(path)), SAVE_AGAIN]
                ),
            )
        if path.lower() in seen:
            raise _unusable(
                name,
                join_sentences([msg("it has two parts named {path}.", path=path), SAVE_AGAIN]),
            )
        seen.add(path.lower())
        members[info.filename] = info
    return members


def _inflate(packed: memoryview) -> Iterator[bytes]:
    """Inflates piece by piece to the end of the deflated stream, which must be the end of the member too."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for at in range(0, len(packed), PIECE // 8):
        rest: bytes | memoryview = packed[at : at + PIECE // 8]
        while rest:
            yield inflater.decompress(rest, 4 * PIECE)
            rest = inflater.unconsumed_tail
        if inflater.unused_data:
            raise zlib.error
    yield inflater.flush()
    if not inflater.eof:
        raise zlib.error


def with_changed(
    package: Package, written: Mapping[str, Iterable[bytes]], changes: Mapping[str, Callable[[bytes], bytes]]
) -> dict[str, Iterable[bytes]]:
    """Return the parts to write again, with those whose content a change alters. `changes` are by part."""
    parts = dict(written)
    for part, change in changes.items():
        old = b"".join(parts[part]) if part in parts else package.read(part)
        new = change(old)
        if part in parts or new != old:
            parts[part] = [new]
    return parts


_COMPRESSION = 1
"""It is four times as quick as zlib's own choice, for a file a fifth larger. Excel packs it again when it saves."""

_BATCH = 1 << 20
"""The bytes to pack at once."""

_SIZED_LATER = 0x8
"""The flag of a zip member whose sizes follow its content. Ours are before it."""


def write_package(
    package: Package,
    parts: Mapping[str, Iterable[bytes]],
    target: BinaryIO,
    added: Mapping[str, bytes] | None = None,
) -> None:
    """Write a package with the content of some parts replaced. The others are copied as they are compressed.

    `added` are parts that it does not have yet, after all others.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as archive:
        for name, member in package.members.items():
            if name not in parts:
                _copy_member(package, member, archive)
                continue
            with archive.open(name, "w") as stream:
                _pack(package, name, parts[name], stream)
        for name, content in (added or {}).items():
            member = zipfile.ZipInfo(name)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)


def _pack(package: Package, name: str, pieces: Iterable[bytes], stream: IO[bytes]) -> None:
    """Write a part. Raises WorkbookError if it grows larger than any part may be."""
    room = LARGEST_PART
    for batch in _batches(pieces):
        room -= len(batch)
        if room < 0:
            raise package.problem(msg("its part {name} would grow too large. Begin a new workbook.", name=name))
        stream.write(batch)


def _batches(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same content in longer pieces."""
    batch: list[bytes] = []
    size = 0
    for piece in pieces:
        batch.append(piece)
        size += len(piece)
        if size >= _BATCH:
            yield b"".join(batch)
            batch, size = [], 0
    yield b"".join(batch)


def _copy_member(package: Package, member: zipfile.ZipInfo, archive: zipfile.ZipFile) -> None:
    """Copy a member without unpacking. zipfile itself copies only by unpacking and packing again."""
    stream = archive.fp
    assert stream is not None
    header = copy.copy(member)
    header.extra = b""  # time stamps and padding of the archive, no part of the content
    header.flag_bits &= ~_SIZED_LATER
    header.header_offset = stream.tell()
    stream.write(header.FileHeader(zip64=False))
    stream.write(package.packed(member.filename))
    archive.filelist.append(header)
    archive.NameToInfo[header.filename] = header
    archive.start_dir = stream.tell()
