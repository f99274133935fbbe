"""Read the zip archive of an .xlsx or .xlsm file as untrusted input, and write it with changed parts.

Parts are found through their relationships. Code in the file is never run, links are never followed, and unchanged
parts are copied byte for byte.

Source: ECMA-376 part 2 (Open Packaging Conventions): 9.3 relationships, 10.1.2 content types.
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeVar
from urllib.parse import unquote
from xml.etree import ElementTree
from xml.parsers import expat
from xml.parsers.expat import ExpatError

from xladdin.errors import WorkbookError, make_missing_file_error
from xladdin.messages import Message, join_sentences, list_values, msg

# The most levels of nested elements in a part. The parts of ordinary workbooks have about a dozen.
DEEPEST = 200
# With fewer unclosed tags than this, the depth check is skipped, which it is for most parts.
_MANY = 5_000


def is_too_deep(xml: bytes) -> bool:
    """Return whether XML has more than `DEEPEST` levels of nested elements.

    Malformed XML is measured up to its first error, because a parser builds the tree up to there.
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
OPEN_BACKUP = msg("Open a copy from the folder backups next to it, or ask the sender for the file again.")
MEBIBYTE = 1 << 20
# The largest workbook file [bytes]. A full sheet of games takes 60 MiB. The file is in memory twice: here and in
# python-calamine.
MAX_FILE = 256 * MEBIBYTE
# The largest part, unpacked [bytes]: more than a full sheet of 1,048,575 games, and the most that zipfile writes
# without zip64.
MAX_PART = 2047 * MEBIBYTE
# The largest part that is read into a tree [bytes], which takes 25 times as much memory. Sheets and shared strings are
# read in pieces instead.
MAX_TREE = 16 * MEBIBYTE
# The largest part whose unpacked content stays in memory [bytes]: the sheet of 25,000 games.
MAX_CACHED = 16 * MEBIBYTE
# The limit for all parts together that are read into trees [bytes]. 16 MiB take about a second.
MAX_TREES = 16 * MAX_TREE
# The largest ratio of compression. The XML of games shrinks to a sixth or a thirtieth, a zip bomb to a thousandth.
MAX_RATIO = 100
MAX_MEMBERS = 20_000
CHUNK_SIZE = 1 << 18
# The earliest time in a zip archive. New members have it, so that the same content gives the same bytes.
EARLIEST = (1980, 1, 1, 0, 0, 0)

_LOCAL_HEADER = struct.Struct("<26xHH")
_ENCRYPTED = 0x1
_COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")


def validate_suffix(path: Path) -> None:
    """Raise WorkbookError if the name of a file does not end in .xlsx or .xlsm."""
    if path.suffix.lower() not in SUFFIXES:
        raise WorkbookError(
            msg(
                "{name}: the name of a club workbook must end in {suffixes}.",
                name=path.name,
                suffixes=list_values([*SUFFIXES], alternative=True),
            )
        )


class Package:
    """A workbook file as an OPC package, read into memory as a whole, so that the file may change later."""

    def __init__(self, data: bytes, name: str) -> None:
        """Open a workbook from the bytes of its file. `name` is its name in messages.

        Raises:
            WorkbookError: The bytes are not those of a workbook, or are damaged.
        """
        self.data = data
        self.name = name
        self.members: Mapping[str, zipfile.ZipInfo] = _read_members(data, name)
        self._room_for_trees = MAX_TREES
        self._chunks: dict[str, Sequence[bytes]] = {}  # of small parts, which are read two or three times
        self.workbook_part = self._find_workbook_part()

    def read_compressed(self, part: str) -> memoryview:
        """Return the compressed bytes of a member. Raises WorkbookError if they are incomplete."""
        member = self.members[part]
        header = self.data[member.header_offset : member.header_offset + _LOCAL_HEADER.size]
        if len(header) != _LOCAL_HEADER.size or not header.startswith(b"PK\3\4"):
            raise self.make_damage_error(part)
        name_length, extra_length = _LOCAL_HEADER.unpack(header)
        start = member.header_offset + _LOCAL_HEADER.size + name_length + extra_length
        packed = memoryview(self.data)[start : start + member.compress_size]
        if len(packed) != member.compress_size:
            raise self.make_damage_error(part)
        return packed

    def iter_chunks(self, part: str) -> Iterator[bytes]:
        """Yield the unpacked content of a member in pieces.

        Raises:
            WorkbookError: The member is damaged, is a zip bomb, or has another size than the archive states.
        """
        if part in self._chunks:
            yield from self._chunks[part]
            return
        member = self.members[part]
        self._validate_member(member)
        packed = self.read_compressed(part)
        if member.compress_type == zipfile.ZIP_STORED:
            inflated: Iterator[bytes] = (
                bytes(packed[start : start + CHUNK_SIZE]) for start in range(0, len(packed), CHUNK_SIZE)
            )
        else:
            inflated = _inflate(packed)
        length = checksum = 0
        chunks: list[bytes] = []
        try:
            for chunk in inflated:
                length += len(chunk)
                if length > member.file_size:
                    raise self.make_damage_error(part)
                checksum = zlib.crc32(chunk, checksum)
                if member.file_size <= MAX_CACHED:
                    chunks.append(chunk)
                yield chunk
        except zlib.error:
            raise self.make_damage_error(part) from None
        if length != member.file_size or checksum != member.CRC:
            raise self.make_damage_error(part)
        if chunks:
            self._chunks[part] = chunks

    def read(self, part: str) -> bytes:
        """Return the whole content of a member of at most `MAX_TREE` bytes. Raises WorkbookError."""
        self.validate_size(part, MAX_TREE)
        return b"".join(self.iter_chunks(part))

    def validate_size(self, part: str, largest: int) -> None:
        """Raise WorkbookError for a part that unpacks to more than `largest` bytes."""
        self._validate_member(self.members[part])
        if self.members[part].file_size > largest:
            raise self.make_error(
                join_sentences(
                    [
                        msg(
                            "its part {part} is too large (more than {largest} MiB).",
                            part=part,
                            largest=largest // MEBIBYTE,
                        ),
                        SAVE_AGAIN,
                    ]
                )
            )

    def read_tree(self, part: str) -> ElementTree.Element:
        """Return the root element of a part's XML.

        Raises:
            WorkbookError: The XML is malformed, has a document type, is nested too deep, or is too large, alone or
                together with the trees read before.
        """
        data = self.read(part)
        self._room_for_trees -= len(data)
        if self._room_for_trees < 0:
            raise self.make_error(
                join_sentences(
                    [msg("its tables and lists of parts are far larger than in a club workbook."), OPEN_BACKUP]
                )
            )
        return self.parse_safely(data, part, ElementTree.fromstring)

    def parse_safely(self, xml: bytes, part: str, parse: Callable[[bytes], Tree]) -> Tree:
        """Return the result of `parse` for the XML of a part, after a check that it is safe to parse.

        Raises:
            WorkbookError: The XML is malformed, has a document type, or is nested too deep.
        """
        self.validate_prolog(xml, part)
        if is_too_deep(xml):
            raise self.make_error(
                join_sentences([msg("its part {part} is damaged (nested too deeply).", part=part), OPEN_BACKUP])
            )
        try:
            return parse(xml)
        except (ElementTree.ParseError, ExpatError) as error:
            raise self.make_error(
                join_sentences([msg("its part {part} is damaged ({error}).", part=part, error=str(error)), OPEN_BACKUP])
            ) from None

    def validate_prolog(self, xml: bytes, part: str) -> None:
        """Raise WorkbookError for XML with a document type, or in an encoding other than UTF-8.

        Entity bombs need a document type, which another encoding could hide from the search.
        """
        declaration = re.match(rb"\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([^\"']*)", xml.removeprefix(b"\xef\xbb\xbf"))
        encoding = declaration[1].lower() if declaration else b"utf-8"
        if encoding not in (b"utf-8", b"utf8", b"us-ascii", b"ascii") or b"\0" in xml:
            raise self.make_error(
                join_sentences([msg("its part {part} is not encoded in UTF-8.", part=part), SAVE_AGAIN])
            )
        if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
            raise self.make_error(
                join_sentences(
                    [
                        msg("its part {part} declares a document type, which spreadsheets never do.", part=part),
                        SAVE_AGAIN,
                    ]
                )
            )

    def find_related_parts(self, part: str, kind: str) -> dict[str, str]:
        """Return the members that a part has relationships of one kind to, by the relationships' identifiers.

        Args:
            part: Name of the part, or "" for the relationships of the package.
            kind: Last segment of the relationship's type, such as "worksheet".
        """
        listing = self.find_part(name_relationships_part(part))
        parts = {
            link.get("Id", ""): self.find_part(resolve_target(part, link.get("Target", "")))
            for link in (() if listing is None else self.read_tree(listing))
            if link.get("TargetMode") != "External" and link.get("Type", "").rpartition("/")[2] == kind
        }
        return {identifier: member for identifier, member in parts.items() if member is not None}

    def find_part(self, part: str) -> str | None:
        """Return the name of a part as the archive spells it, in any case, or None if it has no such part."""
        return part if part in self.members else self._by_lower_case.get(part.lower())

    @cached_property
    def _by_lower_case(self) -> dict[str, str]:
        return {name.lower(): name for name in self.members}

    def make_error(self, problem: Message) -> WorkbookError:
        """Build the error for an unusable file, with the file's name and a description of the problem."""
        return _make_error(self.name, problem)

    def make_damage_error(self, part: str) -> WorkbookError:
        """Build the error for a member whose content does not match the archive's description."""
        return self.make_error(join_sentences([msg("its part {part} is damaged.", part=part), OPEN_BACKUP]))

    def _validate_member(self, member: zipfile.ZipInfo) -> None:
        """Raise WorkbookError for a member that is encrypted, compressed by an unusual method, or a zip bomb."""
        if member.flag_bits & _ENCRYPTED or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self.make_error(
                join_sentences(
                    [
                        msg("its part {part} is encrypted or compressed in an unusual way.", part=member.filename),
                        SAVE_AGAIN,
                    ]
                )
            )
        too_dense = member.file_size > MEBIBYTE and member.file_size > MAX_RATIO * member.compress_size
        if member.file_size > MAX_PART or too_dense:
            raise self.make_error(
                join_sentences(
                    [
                        msg(
                            "its part {part} would expand from {packed:,} to {unpacked:,} bytes, far more than in a "
                            "club workbook.",
                            part=member.filename,
                            unpacked=member.file_size,
                            packed=member.compress_size,
                        ),
                        OPEN_BACKUP,
                    ]
                )
            )

    def _find_workbook_part(self) -> str:
        if "mimetype" in self.members and self.read("mimetype").startswith(b"application/vnd.oasis"):
            raise self.make_error(join_sentences([msg("it is an OpenDocument file."), SAVE_AGAIN]))
        part = next(iter(self.find_related_parts("", "officeDocument").values()), "")
        if part.lower().endswith(".bin"):
            raise self.make_error(join_sentences([msg("it is a binary workbook (.xlsb)."), SAVE_AGAIN]))
        if not part or not self.read_tree(part).tag.endswith("}workbook"):
            raise self.make_error(
                msg("it is a zip archive that contains no workbook. Name the .xlsx or .xlsm file of the club.")
            )
        return part


def name_relationships_part(part: str) -> str:
    """Return the name of the part that lists the relationships of a part."""
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def resolve_target(part: str, target: str) -> str:
    """Return the name of the part to which a relationship of `part` with the path `target` leads."""
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(part), unquote(target))).lstrip("/")


def open_package(path: Path) -> Package:
    """Read and check a workbook file.

    Raises:
        WorkbookError: The file cannot be read or is not a workbook. The message says what it is and what to do.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
            raise WorkbookError(msg("{path} is a device, not a file. Name the workbook of the club.", path=path))
        if status.st_size > MAX_FILE:
            raise WorkbookError(
                msg(
                    "{path} cannot be used: it is larger than {largest} MiB.",
                    path=path,
                    largest=MAX_FILE // MEBIBYTE,
                )
            )
        return Package(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise make_missing_file_error(path) from None
    except IsADirectoryError:
        raise WorkbookError(msg("{path} is a folder. Name the workbook in it.", path=path)) from None
    except PermissionError as error:
        if path.is_dir():
            raise WorkbookError(msg("{path} is a folder. Name the workbook in it.", path=path)) from None
        raise WorkbookError(
            msg(
                "You have no permission to read {path} ({strerror}). If it is open in another program, close it "
                "there; otherwise ask its owner for permission.",
                path=path,
                strerror=error.strerror,
            )
        ) from None
    except OSError as error:
        raise WorkbookError(msg("{path} cannot be read ({strerror}).", path=path, strerror=error.strerror)) from None


def _make_error(name: str, problem: Message) -> WorkbookError:
    return WorkbookError(msg("{name} cannot be used: {problem}", name=name, problem=problem))


def _read_members(data: bytes, name: str) -> dict[str, zipfile.ZipInfo]:
    """Return every member by its name, in the archive's order. Raises WorkbookError if the archive is unsafe."""
    if data.startswith(_COMPOUND_FILE):
        raise _make_error(name, _describe_compound_file(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error, UnicodeError, OverflowError):
        raise _make_error(name, _describe_unreadable(data, name)) from None
    if len(infos) > MAX_MEMBERS:
        raise _make_error(name, msg("it has {number:,} parts, far more than a club workbook.", number=len(infos)))
    if sum(info.compress_size for info in infos) > len(data):
        raise _make_error(
            name,
            join_sentences(
                [msg("this file is damaged or unsafe and cannot be opened: its parts overlap."), OPEN_BACKUP]
            ),
        )
    _validate_paths(infos, name)
    return {info.filename: info for info in infos}


def _describe_compound_file(data: bytes) -> Message:
    """Describe a compound file: an encrypted workbook, or one of the old format (.xls)."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return msg("it is protected by a password. Remove the password in Excel (File, Info), and save.")
    return join_sentences([msg("it is a workbook of the old format (.xls)."), SAVE_AGAIN])


def _describe_unreadable(data: bytes, name: str) -> Message:
    """Describe a file that is not a readable zip archive."""
    if data.startswith(b"PK"):
        return join_sentences([msg("it is damaged or incomplete."), OPEN_BACKUP])
    if not data.strip():
        problem = msg("it is empty")
    elif name.lower().endswith(SUFFIXES):
        problem = msg("it is not a workbook, although its name says so")
    else:
        problem = msg("it is not a workbook")
    return msg("{problem}. Use an .xlsx or .xlsm file. To start from a CSV file, use xladdin new.", problem=problem)


def _validate_paths(infos: Iterable[zipfile.ZipInfo], name: str) -> None:
    """Raise WorkbookError for members whose names point outside of the archive, or occur twice."""
    paths: set[str] = set()
    for info in infos:
        path = info.orig_filename
        if path.startswith("/") or "\\" in path or ":" in path or "\0" in path or ".." in path.split("/"):
            raise _make_error(
                name,
                join_sentences(
                    [
                        msg("its part {path} has a name that spreadsheet programs never use.", path=repr(path)),
                        SAVE_AGAIN,
                    ]
                ),
            )
        if path.lower() in paths:
            raise _make_error(name, join_sentences([msg("it has two parts named {path}.", path=path), SAVE_AGAIN]))
        paths.add(path.lower())


def _inflate(packed: memoryview) -> Iterator[bytes]:
    """Yield the unpacked bytes in pieces. Raises zlib.error if the stream ends before or after the member does."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for start in range(0, len(packed), CHUNK_SIZE // 8):
        remaining: bytes | memoryview = packed[start : start + CHUNK_SIZE // 8]
        while remaining:
            yield inflater.decompress(remaining, 4 * CHUNK_SIZE)
            remaining = inflater.unconsumed_tail
        if inflater.unused_data:
            raise zlib.error
    yield inflater.flush()
    if not inflater.eof:
        raise zlib.error


def change_parts(
    package: Package, parts: Mapping[str, Iterable[bytes]], changes: Mapping[str, Callable[[bytes], bytes]]
) -> dict[str, Iterable[bytes]]:
    """Apply changes to parts, and return all changed parts.

    Args:
        package: The file as it was read.
        parts: The changed parts so far.
        changes: By part, a function that returns the new content for the old.
    """
    changed = dict(parts)
    for part, change in changes.items():
        old = b"".join(changed[part]) if part in changed else package.read(part)
        new = change(old)
        if part in changed or new != old:
            changed[part] = [new]
    return changed


# The level of zlib. Level 1 would shorten a recalculation by 3 %, but make the file a sixth larger, and each of its
# backups. Level 6, zlib's default, takes twice as long for a file that is 7 % smaller.
_COMPRESSION = 4

# The number of bytes to compress at once.
_BATCH = 1 << 20

# The flag of a zip member whose sizes follow its content. Copied members have them before it.
_SIZED_LATER = 0x8


def write_package(
    package: Package,
    parts: Mapping[str, Iterable[bytes]],
    target: BinaryIO,
    new_parts: Mapping[str, bytes] | None = None,
) -> None:
    """Write a package with the content of some parts replaced. All others are copied without unpacking.

    Args:
        package: The file to copy.
        parts: New content of existing parts, in pieces.
        target: A binary file open for writing.
        new_parts: Content of new parts, which are written last.

    Raises:
        WorkbookError: A part grows larger than `MAX_PART`.
    """
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as archive:
        for name, member in package.members.items():
            if name not in parts:
                _copy_member(package, member, archive)
                continue
            with archive.open(name, "w") as stream:
                _pack(package, name, parts[name], stream)
        for name, content in (new_parts or {}).items():
            member = zipfile.ZipInfo(name)
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)


def _pack(package: Package, name: str, chunks: Iterable[bytes], stream: IO[bytes]) -> None:
    """Write the content of a part. Raises WorkbookError if it has more than `MAX_PART` bytes."""
    room = MAX_PART
    for batch in _iter_batches(chunks):
        room -= len(batch)
        if room < 0:
            raise package.make_error(msg("its part {name} would grow too large. Start a new workbook.", name=name))
        stream.write(batch)


def _iter_batches(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same content in pieces of at least `_BATCH` bytes."""
    batch: list[bytes] = []
    size = 0
    for chunk in chunks:
        batch.append(chunk)
        size += len(chunk)
        if size >= _BATCH:
            yield b"".join(batch)
            batch, size = [], 0
    yield b"".join(batch)


def _copy_member(package: Package, member: zipfile.ZipInfo, archive: zipfile.ZipFile) -> None:
    """Copy a member in compressed form. The zipfile module has no function for this."""
    stream = archive.fp
    assert stream is not None
    header = copy.copy(member)
    header.extra = b""  # drop time stamps and padding
    header.flag_bits &= ~_SIZED_LATER
    header.header_offset = stream.tell()
    stream.write(header.FileHeader(zip64=False))
    stream.write(package.read_compressed(member.filename))
    archive.filelist.append(header)
    archive.NameToInfo[header.filename] = header
    archive.start_dir = stream.tell()


_TYPES_PART = "[Content_Types].xml"
_NO_RELATIONSHIPS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


class PackageEdit:
    """Changes to a workbook file that are collected until `write`. Trees that it returns may be changed in place."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._trees: dict[str, Element] = {}
        self._originals: dict[str, tuple[bytes, bytes]] = {}
        self._contents: dict[str, Iterable[bytes]] = {}

    def has_part(self, part: str) -> bool:
        """Return whether the file, with the changes so far, has a part."""
        return part in self.package.members or part in self._trees or part in self._contents

    def read(self, part: str) -> bytes:
        """Return the content of a part, with the changes so far. Changes to a tree from `tree` are not included."""
        return b"".join(self._contents[part]) if part in self._contents else self.package.read(part)

    def read_tree(self, part: str) -> Element:
        """Return the root element of a part. Raises WorkbookError as `Package.parse_safely` does."""
        if part not in self._trees:
            content = self.read(part)
            self._contents.pop(part, None)
            self._trees[part] = self.package.parse_safely(content, part, parse_tree)
            self._originals[part] = content, serialize_tree(self._trees[part])
        return self._trees[part]

    def replace(self, part: str, content: Iterable[bytes]) -> None:
        """Replace the content of a part, given in pieces."""
        self._contents[part] = content

    def add(self, folder: str, stem: str, suffix: str, content: bytes, content_type: str) -> str:
        """Add a part with the first free number in its name, and return the name, such as xl/worksheets/sheet12.xml."""
        part = next(name for number in count(1) if not self._is_taken(name := f"{folder}/{stem}{number}{suffix}"))
        self.add_part(part, content, content_type)
        return part

    def add_part(self, part: str, content: bytes, content_type: str) -> None:
        """Add a part under a given name."""
        self._contents[part] = [content]
        self.set_content_type(part, content_type)

    def set_content_type(self, part: str, content_type: str) -> None:
        """Set the content type of a part."""
        for element in self._find_type_elements(part):
            element.setAttribute("ContentType", content_type)
            return
        attributes = {"PartName": f"/{part}", "ContentType": content_type}
        add_child(self.read_tree(_TYPES_PART), "Override", attributes)

    def find_related_parts(self, part: str, kind: str) -> dict[str, str]:
        """Return the parts that a part has relationships of one kind to, by the relationships' identifiers.

        `kind` is the last segment of the relationship's type, such as "drawing".
        """
        listing = self._find_relationships_part(part)
        if listing is None:
            return {}
        targets = {
            link.getAttribute("Id"): resolve_target(part, link.getAttribute("Target"))
            for link in children(self.read_tree(listing))
            if link.getAttribute("TargetMode") != "External" and link.getAttribute("Type").rpartition("/")[2] == kind
        }
        return {identifier: self.package.find_part(target) or target for identifier, target in targets.items()}

    def add_relationship(self, part: str, kind: str, target: str) -> str:
        """Add a relationship from a part to `target`, and return its identifier. `kind` is the whole type."""
        listing = self._find_relationships_part(part) or name_relationships_part(part)
        if listing not in self._trees and listing not in self.package.members:
            self._trees[listing] = parse_tree(_NO_RELATIONSHIPS)
        tree = self.read_tree(listing)
        used_identifiers = {element.getAttribute("Id") for element in children(tree)}
        identifier = next(name for number in count(1) if (name := f"rId{number}") not in used_identifiers)
        add_child(tree, "Relationship", {"Id": identifier, "Type": kind, "Target": f"/{target}"})
        return identifier

    def write(self, target: BinaryIO) -> None:
        """Write the file with all changes."""
        changed = {**self._contents, **{part: [self._serialize_part(part)] for part in self._trees}}
        new_parts = {part: b"".join(content) for part, content in changed.items() if part not in self.package.members}
        replaced = {part: content for part, content in changed.items() if part in self.package.members}
        write_package(self.package, replaced, target, new_parts)

    def _serialize_part(self, part: str) -> bytes:
        """Return the XML of a tree, or the original bytes if the tree has not changed."""
        current = serialize_tree(self._trees[part])
        content, original = self._originals.get(part, (current, current))
        return content if current == original else current

    def _is_taken(self, part: str) -> bool:
        return self.has_part(part) or self.package.find_part(part) is not None

    def _find_relationships_part(self, part: str) -> str | None:
        """Return the part that lists a part's relationships, as the file spells it."""
        name = name_relationships_part(part)
        return name if name in self._trees else self.package.find_part(name)

    def _find_type_elements(self, part: str) -> Sequence[Element]:
        types, part_name = children(self.read_tree(_TYPES_PART)), f"/{part}".lower()
        return [element for element in types if element.getAttribute("PartName").lower() == part_name]


# The namespace of the attribute with which an element names one of the relationships of its part.
RELATIONSHIPS_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
# The namespace of the elements of sheets.
SHEETS_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NAMESPACES = "http://www.w3.org/2000/xmlns/"

# An element of a tree, with the methods of the DOM.
Element = Any


def parse_tree(xml: bytes) -> Element:
    """Return the root element of XML that is safe to parse (see `Package.parse_safely`). Raises ExpatError."""
    from xml.dom.minidom import parseString

    return parseString(xml).documentElement


def serialize_tree(root: Element) -> bytes:
    """Return the XML of a whole document, given its root element."""
    return (
        XML_DECLARATION + "".join(chunk for node in root.ownerDocument.childNodes for chunk in _serialize_node(node))
    ).encode()


def _serialize_node(node: Any) -> Iterator[str]:
    """Yield the XML of a node.

    minidom's own function loses line breaks in attributes, such as those of input prompts.
    """
    from xml.sax.saxutils import escape, quoteattr  # imported here, because it imports urllib

    if node.nodeType == node.TEXT_NODE:
        yield escape(node.data, {"\r": "&#13;"})
    elif node.nodeType == node.ELEMENT_NODE:
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in node.attributes.items())
        yield f"<{node.tagName}{attributes}{'>' if node.childNodes else '/>'}"
        for child in node.childNodes:
            yield from _serialize_node(child)
        if node.childNodes:
            yield f"</{node.tagName}>"
    else:
        yield node.toxml()


def children(parent: Element, name: str = "") -> list[Element]:
    """Return the child elements of an element in any namespace: all of them, or those with a given local name."""
    elements = (node for node in parent.childNodes if node.nodeType == node.ELEMENT_NODE)
    return [element for element in elements if not name or element.localName == name]


def child(parent: Element, name: str) -> Element | None:
    """Return the first child element with a given local name, or None."""
    return next(iter(children(parent, name)), None)


def descendants(parent: Element, name: str) -> list[Element]:
    """Return all elements within an element that have a given local name, at any depth."""
    return list(parent.getElementsByTagNameNS("*", name))


def read_text(element: Element) -> str:
    """Return the text directly in an element."""
    return "".join(
        node.data for node in element.childNodes if node.nodeType in (node.TEXT_NODE, node.CDATA_SECTION_NODE)
    )


def set_text(element: Element, text: str) -> None:
    """Replace the content of an element by a text."""
    while element.firstChild is not None:
        element.removeChild(element.firstChild)
    element.appendChild(element.ownerDocument.createTextNode(text))


def add_child(
    parent: Element, name: str, attributes: Mapping[str, str] | None = None, before: Element | None = None
) -> Element:
    """Add a child element in the namespace of its parent, and return it.

    It is inserted before the child `before`, or as the last child.
    """
    tag = f"{parent.prefix}:{name}" if parent.prefix else name
    element = parent.ownerDocument.createElementNS(parent.namespaceURI, tag)
    for attribute, value in (attributes or {}).items():
        element.setAttribute(attribute, value)
    return parent.insertBefore(element, before)


def remove_element(element: Element) -> None:
    """Remove an element from its parent."""
    element.parentNode.removeChild(element)


def read_relationship_id(element: Element) -> str:
    """Return the identifier of the relationship that an element refers to, or ""."""
    return str(element.getAttributeNS(RELATIONSHIPS_NAMESPACE, "id"))


def set_relationship_id(element: Element, identifier: str) -> None:
    """Make an element refer to the relationship with the given identifier."""
    element.setAttributeNS(_NAMESPACES, "xmlns:r", RELATIONSHIPS_NAMESPACE)
    element.setAttributeNS(RELATIONSHIPS_NAMESPACE, "r:id", identifier)
