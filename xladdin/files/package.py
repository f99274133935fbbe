"""Read the zip archive of an .xlsx or .xlsm file as untrusted input, and write it with changed parts.

Relationships lead to the parts. Nothing is run or fetched, and what is not changed stays byte for byte.

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
from xml.dom import Node
from xml.etree import ElementTree
from xml.parsers import expat
from xml.parsers.expat import ExpatError

from xladdin.errors import WorkbookError, missing_file_error
from xladdin.messages import Message, join_sentences, list_values, msg

# The most levels. The parts of a workbook have a dozen.
DEEPEST = 200
# Below this many open elements the depth check is skipped, as for most parts.
_MANY = 5_000


def is_too_deep(xml: bytes) -> bool:
    """Return whether XML has more levels than that of any workbook.

    Malformed XML is measured up to the error, because parsers build a tree that far.
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
RESTORE = msg("Open a copy from the folder backups next to it, or ask the sender for the file again.")
MEBIBYTE = 1 << 20
# A full sheet of games packs to 60 MiB. Memory holds the file here and once more in the reader of values.
LARGEST_FILE = 256 * MEBIBYTE
# More than the XML of a full sheet of 1,048,575 games takes, and as much as zipfile writes without zip64.
LARGEST_PART = 2047 * MEBIBYTE
# The limit for a part that is a tree in memory, which takes 25 times as much: all but sheets and shared strings.
LARGEST_TREE = 16 * MEBIBYTE
# The limit for all parts together that become trees, which takes a second each.
LARGEST_TREES = 16 * LARGEST_TREE
# A game's row of XML packs 6 to 30 times smaller. A zip bomb packs up to 1,032 times smaller.
LARGEST_RATIO = 100
MOST_MEMBERS = 20_000
PIECE = 1 << 18
# The earliest time that a zip archive can hold: that of every member of ours, so that it is the same to the byte.
EARLIEST = (1980, 1, 1, 0, 0, 0)

_LOCAL_HEADER = struct.Struct("<26xHH")
_ENCRYPTED = 0x1
_COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")


def validate_suffix(path: Path) -> None:
    """Raise WorkbookError for a name that a club workbook cannot have."""
    if path.suffix.lower() not in SUFFIXES:
        raise WorkbookError(
            msg(
                "{name}: a club workbook's name ends in {suffixes}.",
                name=path.name,
                suffixes=list_values([*SUFFIXES], alternative=True),
            )
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

    def packed(self, part: str) -> memoryview:
        """Return the bytes of a member as they are in the file, compressed."""
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
        self._check_member(member)
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
        self.limit_size(part, LARGEST_TREE)
        return b"".join(self.pieces(part))

    def limit_size(self, part: str, largest: int) -> None:
        """Raise WorkbookError for a part that unpacks to more than `largest` bytes."""
        self._check_member(self.members[part])
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
        """Return a part's XML as a tree without entities: a document type is rejected."""
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
        """Reject XML with a document type, by which entity bombs work, and encodings in which it could hide."""
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
        """Return the member with a part's name, in any case, or None if there is none."""
        return part if part in self.members else self._by_lower_case.get(part.lower())

    @cached_property
    def _by_lower_case(self) -> dict[str, str]:
        return {name.lower(): name for name in self.members}

    def problem(self, problem: Message) -> WorkbookError:
        """Return an exception that says what is wrong with this file."""
        return _unusable_error(self.name, problem)

    def damaged(self, part: str) -> WorkbookError:
        """Return an exception for a member whose content does not match the archive's description."""
        return self.problem(join_sentences([msg("its part {part} is damaged.", part=part), RESTORE]))

    def _check_member(self, member: zipfile.ZipInfo) -> None:
        """Raise WorkbookError for a member that is encrypted, packed in an unusual way, or a zip bomb."""
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
        raise missing_file_error(path) from None
    except IsADirectoryError:
        raise WorkbookError(msg("{path} is a folder. Give the workbook in it.", path=path)) from None
    except PermissionError as error:
        if path.is_dir():
            raise WorkbookError(msg("{path} is a folder. Give the workbook in it.", path=path)) from None
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


def _unusable_error(name: str, problem: Message) -> WorkbookError:
    return WorkbookError(msg("{name} cannot be used: {problem}", name=name, problem=problem))


def _members(data: bytes, name: str) -> dict[str, zipfile.ZipInfo]:
    """Return every member by its name, in the archive's order, after the checks that need no content."""
    if data.startswith(_COMPOUND_FILE):
        raise _unusable_error(name, _describe_compound_file(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = archive.infolist()
    except (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error, UnicodeError, OverflowError):
        raise _unusable_error(name, _describe_unreadable(data, name)) from None
    if len(infos) > MOST_MEMBERS:
        raise _unusable_error(name, msg("it has {number:,} parts, more than any club's workbook.", number=len(infos)))
    if sum(info.compress_size for info in infos) > len(data):
        raise _unusable_error(
            name,
            join_sentences([msg("this file is damaged or unsafe and cannot be opened: its parts overlap."), RESTORE]),
        )
    _check_paths(infos, name)
    return {info.filename: info for info in infos}


def _describe_compound_file(data: bytes) -> Message:
    """Return what a file of the format before zip archives is."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return msg("it is protected by a password. Remove the password in Excel (File, Info), and save.")
    return join_sentences([msg("it is a workbook of the old format (.xls)."), SAVE_AGAIN])


def _describe_unreadable(data: bytes, name: str) -> Message:
    """Return what a file is that is not a sound zip archive."""
    if data.startswith(b"PK"):
        return join_sentences([msg("it is damaged or only a part of a file."), RESTORE])
    if not data.strip():
        problem = msg("it is empty")
    elif name.lower().endswith(SUFFIXES):
        problem = msg("it is not a workbook, although its name says so")
    else:
        problem = msg("it is not a workbook")
    return msg("{problem}. Use an .xlsx or .xlsm file; `xladdin new` reads a CSV file.", problem=problem)


def _check_paths(infos: Iterable[zipfile.ZipInfo], name: str) -> None:
    """Raise WorkbookError for members whose names lead out of the archive, or are the same."""
    paths: set[str] = set()
    for info in infos:
        path = info.orig_filename
        if path.startswith("/") or "\\" in path or ":" in path or "\0" in path or ".." in path.split("/"):
            raise _unusable_error(
                name,
                join_sentences(
                    [msg("its part {path} has a name that no spreadsheet gives.", path=repr(path)), SAVE_AGAIN]
                ),
            )
        if path.lower() in paths:
            raise _unusable_error(name, join_sentences([msg("it has two parts named {path}.", path=path), SAVE_AGAIN]))
        paths.add(path.lower())


def _inflate(packed: memoryview) -> Iterator[bytes]:
    """Inflate piece by piece to the end of the deflated stream, which must be the end of the member too."""
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
    """Return the parts to write, with those that `changes`, functions by part, alter."""
    parts = dict(written)
    for part, change in changes.items():
        old = b"".join(parts[part]) if part in parts else package.read(part)
        new = change(old)
        if part in parts or new != old:
            parts[part] = [new]
    return parts


_COMPRESSION = 4
"""The level of zlib.

Level 1 saves 3 % of a recalculation, for a file a sixth larger, of which a folder of backups holds many; zlib's own
choice, 6, takes twice as long for a file 7 % smaller. Excel packs it again when it saves.
"""

# The bytes to pack at once.
_BATCH = 1 << 20

# The flag of a zip member whose sizes follow its content. We write them before it.
_SIZED_LATER = 0x8


def write_package(
    package: Package,
    parts: Mapping[str, Iterable[bytes]],
    target: BinaryIO,
    added: Mapping[str, bytes] | None = None,
) -> None:
    """Write a package with the content of some parts replaced. The others are copied in compressed form.

    `added` are parts that it does not have yet, which come last.
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
            raise package.problem(msg("its part {name} would grow too large. Start a new workbook.", name=name))
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
    header.extra = b""  # time stamps and padding of the archive, which are not part of the content
    header.flag_bits &= ~_SIZED_LATER
    header.header_offset = stream.tell()
    stream.write(header.FileHeader(zip64=False))
    stream.write(package.packed(member.filename))
    archive.filelist.append(header)
    archive.NameToInfo[header.filename] = header
    archive.start_dir = stream.tell()


_TYPES_PART = "[Content_Types].xml"
_NO_RELATIONSHIPS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


class PackageEdit:
    """Changes to a workbook file that are not written yet. Its trees may be changed in place."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._trees: dict[str, Element] = {}
        self._loaded: dict[str, tuple[bytes, bytes]] = {}
        self._contents: dict[str, Iterable[bytes]] = {}

    def has(self, part: str) -> bool:
        """Return whether there is such a part, after the changes so far."""
        return part in self.package.members or part in self._trees or part in self._contents

    def read(self, part: str) -> bytes:
        """Return the content of a part that is not a tree, after the changes so far."""
        return b"".join(self._contents[part]) if part in self._contents else self.package.read(part)

    def tree(self, part: str) -> Element:
        """Return the root element of a part. Raises WorkbookError for XML that must not be read."""
        if part not in self._trees:
            content = self.read(part)
            self._contents.pop(part, None)
            self._trees[part] = self.package.checked(content, part, parse_tree)
            self._loaded[part] = content, serialize_tree(self._trees[part])
        return self._trees[part]

    def replace(self, part: str, content: Iterable[bytes]) -> None:
        """Replace the content of a part by pieces."""
        self._contents[part] = content

    def add(self, folder: str, stem: str, suffix: str, content: bytes, content_type: str) -> str:
        """Add a part under the first number that is free, and give its name: xl/worksheets/sheet12.xml."""
        part = next(name for number in count(1) if not self._is_taken(name := f"{folder}/{stem}{number}{suffix}"))
        self.add_named(part, content, content_type)
        return part

    def add_named(self, part: str, content: bytes, content_type: str) -> None:
        """Add a part."""
        self._contents[part] = [content]
        self.set_type(part, content_type)

    def set_type(self, part: str, content_type: str) -> None:
        """Set the content type of a part."""
        for element in self._type_elements(part):
            element.setAttribute("ContentType", content_type)
            return
        attributes = {"PartName": f"/{part}", "ContentType": content_type}
        add_child(self.tree(_TYPES_PART), "Override", attributes)

    def links(self, part: str, kind: str) -> dict[str, str]:
        """Return the parts of one kind that a part points to, by the identifiers.

        The kind is the last word of the type.
        """
        listing = self._listing_of(part)
        if listing is None:
            return {}
        targets = {
            link.getAttribute("Id"): target_name(part, link.getAttribute("Target"))
            for link in children(self.tree(listing))
            if link.getAttribute("TargetMode") != "External" and link.getAttribute("Type").rpartition("/")[2] == kind
        }
        return {identifier: self.package.member(target) or target for identifier, target in targets.items()}

    def link(self, part: str, kind: str, target: str) -> str:
        """Make a part point to another, and give the identifier. `kind` is the whole type of the relationship."""
        listing = self._listing_of(part) or listing_name(part)
        if listing not in self._trees and listing not in self.package.members:
            self._trees[listing] = parse_tree(_NO_RELATIONSHIPS)
        tree = self.tree(listing)
        used = {element.getAttribute("Id") for element in children(tree)}
        identifier = next(name for number in count(1) if (name := f"rId{number}") not in used)
        add_child(tree, "Relationship", {"Id": identifier, "Type": kind, "Target": f"/{target}"})
        return identifier

    def write(self, target: BinaryIO) -> None:
        """Write the file with the changes."""
        changed = {**self._contents, **{part: [self._written(part)] for part in self._trees}}
        added = {part: b"".join(content) for part, content in changed.items() if part not in self.package.members}
        replaced = {part: content for part, content in changed.items() if part in self.package.members}
        write_package(self.package, replaced, target, added)

    def _written(self, part: str) -> bytes:
        """Return a tree's XML. If nothing has changed, it is the same to the byte."""
        now = serialize_tree(self._trees[part])
        content, before = self._loaded.get(part, (now, now))
        return content if now == before else now

    def _is_taken(self, part: str) -> bool:
        return self.has(part) or self.package.member(part) is not None

    def _listing_of(self, part: str) -> str | None:
        """Return the part that lists a part's relationships, as the file spells it."""
        name = listing_name(part)
        return name if name in self._trees else self.package.member(name)

    def _type_elements(self, part: str) -> Sequence[Element]:
        types, wanted = children(self.tree(_TYPES_PART)), f"/{part}".lower()
        return [element for element in types if element.getAttribute("PartName").lower() == wanted]


# The namespace of the attribute with which an element names one of the relationships of its part.
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
# The namespace of the elements of sheets.
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NAMESPACES = "http://www.w3.org/2000/xmlns/"

# An element of a tree, with the methods of the DOM.
Element = Any


def parse_tree(xml: bytes) -> Element:
    """Return the root element of a part that may be read (`Package.checked`). Raises ExpatError for what is not XML."""
    from xml.dom.minidom import parseString

    return parseString(xml).documentElement


def serialize_tree(root: Element) -> bytes:
    """Return the XML of a tree."""
    return (DECLARATION + "".join(piece for node in root.ownerDocument.childNodes for piece in _pieces(node))).encode()


def _pieces(node: Any) -> Iterator[str]:
    """Yield the text of a node. The library's own loses the ends of lines in attributes, such as those of prompts."""
    from xml.sax.saxutils import escape, quoteattr  # brings half of the network's library along

    if node.nodeType == Node.TEXT_NODE:
        yield escape(node.data, {"\r": "&#13;"})
    elif node.nodeType == Node.ELEMENT_NODE:
        attributes = "".join(f" {name}={quoteattr(value)}" for name, value in node.attributes.items())
        yield f"<{node.tagName}{attributes}{'>' if node.childNodes else '/>'}"
        for child in node.childNodes:
            yield from _pieces(child)
        if node.childNodes:
            yield f"</{node.tagName}>"
    else:
        yield node.toxml()


def children(parent: Element, name: str = "") -> list[Element]:
    """Return the elements directly in another, of any namespace: all of them, or those of one name."""
    elements = (node for node in parent.childNodes if node.nodeType == Node.ELEMENT_NODE)
    return [element for element in elements if not name or element.localName == name]


def child(parent: Element, name: str) -> Element | None:
    """Return the first child element of that name, or None."""
    return next(iter(children(parent, name)), None)


def descendants(parent: Element, name: str) -> list[Element]:
    """Return the elements of one name anywhere in another."""
    return list(parent.getElementsByTagNameNS("*", name))


def text_of(element: Element) -> str:
    """Return the text directly in an element."""
    return "".join(
        node.data for node in element.childNodes if node.nodeType in (Node.TEXT_NODE, Node.CDATA_SECTION_NODE)
    )


def set_text(element: Element, text: str) -> None:
    """Put a text into an element, in place of all that was there."""
    while element.firstChild is not None:
        element.removeChild(element.firstChild)
    element.appendChild(element.ownerDocument.createTextNode(text))


def add_child(
    parent: Element, name: str, attributes: Mapping[str, str] | None = None, before: Element | None = None
) -> Element:
    """Return a new element in another of the same namespace, before one of its children or else the last."""
    tag = f"{parent.prefix}:{name}" if parent.prefix else name
    element = parent.ownerDocument.createElementNS(parent.namespaceURI, tag)
    for attribute, value in (attributes or {}).items():
        element.setAttribute(attribute, value)
    return parent.insertBefore(element, before)


def remove_element(element: Element) -> None:
    """Take an element out of its parent."""
    element.parentNode.removeChild(element)


def link_of(element: Element) -> str:
    """Return the identifier of the relationship that an element names, or nothing."""
    return str(element.getAttributeNS(LINKS, "id"))


def set_link(element: Element, identifier: str) -> None:
    """Let an element name a relationship."""
    element.setAttributeNS(_NAMESPACES, "xmlns:r", LINKS)
    element.setAttributeNS(LINKS, "r:id", identifier)
