"""Changes to the parts of a workbook file and to their links. All else stays byte for byte.

Source: ECMA-376 part 2 (Open Packaging Conventions): 9.3 relationships, 10.1.2 content types.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, BinaryIO

from xladdin.files.package import Package, Relationship
from xladdin.files.writing.blocks import write_package

RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINK_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
"""The attribute with which an element of a part names one of its relationships."""
_TYPES_PART = "[Content_Types].xml"


class PackageEdit:
    """A workbook file with changes that are not written yet. Its trees are of lxml, and may be changed in place."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._trees: dict[str, Any] = {}
        self._loaded: dict[str, tuple[bytes, bytes]] = {}
        self._contents: dict[str, Iterable[bytes]] = {}
        self._dropped: set[str] = set()

    def has(self, part: str) -> bool:
        """Whether there is such a part, after the changes so far."""
        there = part in self.package.members or part in self._trees or part in self._contents
        return there and part not in self._dropped

    def read(self, part: str) -> bytes:
        """The content of a part that is no tree, after the changes so far."""
        return b"".join(self._contents[part]) if part in self._contents else self.package.read(part)

    def tree(self, part: str) -> Any:
        """The root element of a part. Raises FileProblem for XML that must not be read."""
        if part not in self._trees:
            from lxml import etree

            content = self.read(part)
            self._contents.pop(part, None)
            self.package.check_prolog(content, part)  # refuses what an XML parser must not be given
            parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
            self._trees[part] = etree.fromstring(content, parser)
            self._loaded[part] = content, _serialized(self._trees[part])
        return self._trees[part]

    def replace(self, part: str, content: Iterable[bytes]) -> None:
        """Gives a part another content, in pieces."""
        self._contents[part] = content

    def add(self, folder: str, stem: str, suffix: str, content: bytes, content_type: str) -> str:
        """Adds a part under the first number that is free, and gives its name: xl/worksheets/sheet12.xml."""
        part = next(name for number in count(1) if not self._is_taken(name := f"{folder}/{stem}{number}{suffix}"))
        self.add_named(part, content, content_type)
        return part

    def add_named(self, part: str, content: bytes, content_type: str) -> None:
        """Adds a part."""
        self._dropped.discard(part)
        self._contents[part] = [content]
        self.set_type(part, content_type)

    def drop(self, part: str) -> None:
        """Takes a part away, with its type and its own relationships. The caller removes the links to it."""
        self._dropped |= {part, *([listing] if (listing := self._listing_of(part)) else [])}
        for element in self._type_elements(part):
            element.getparent().remove(element)

    def set_type(self, part: str, content_type: str) -> None:
        """Sets the content type of a part."""
        from lxml import etree

        for element in self._type_elements(part):
            element.set("ContentType", content_type)
            return
        types = self.tree(_TYPES_PART)
        etree.SubElement(types, f"{{{TYPES}}}Override", PartName=f"/{part}", ContentType=content_type)

    def links(self, part: str, kind: str) -> dict[str, str]:
        """The parts of one kind that a part points to, by the identifiers. The kind is the last word of the type."""
        listing = self._listing_of(part)
        if listing is None or (listing not in self._trees and listing not in self.package.members):
            return {}
        folder = posixpath.dirname(part)
        found = (_relationship(element, folder) for element in self.tree(listing) if _is_inward(element))
        return {link.identifier: self.package.member(link.target) or link.target for link in found if link.kind == kind}

    def link(self, part: str, kind: str, target: str) -> str:
        """Makes a part point to another, and gives the identifier. `kind` is the whole type of the relationship."""
        from lxml import etree

        listing = self._listing_of(part) or _listing_name(part)
        if listing not in self._trees and listing not in self.package.members:
            self._trees[listing] = etree.Element(f"{{{RELATIONSHIPS}}}Relationships", nsmap={None: RELATIONSHIPS})
        self._dropped.discard(listing)
        tree = self.tree(listing)
        taken = {element.get("Id") for element in tree}
        identifier = next(name for number in count(1) if (name := f"rId{number}") not in taken)
        name = f"{{{RELATIONSHIPS}}}Relationship"
        etree.SubElement(tree, name, Id=identifier, Type=kind, Target=f"/{target}")
        return identifier

    def unlink(self, part: str, identifier: str) -> None:
        """Takes a relationship away."""
        listing = self._listing_of(part)
        if listing is not None:
            tree = self.tree(listing)
            for element in [element for element in tree if element.get("Id") == identifier]:
                tree.remove(element)

    def write(self, target: BinaryIO) -> None:
        """Writes the file with the changes."""
        changed = {**self._contents, **{part: [self._written(part)] for part in self._trees}}
        added = {part: b"".join(content) for part, content in changed.items() if part not in self.package.members}
        kept = {part: content for part, content in changed.items() if part in self.package.members}
        left = {part: content for part, content in added.items() if part not in self._dropped}
        write_package(self.package, kept, target, left, self._dropped)

    def _written(self, part: str) -> bytes:
        """A tree's XML. If nothing has changed, it is the same to the byte."""
        now = _serialized(self._trees[part])
        content, before = self._loaded.get(part, (now, now))
        return content if now == before else now

    def _is_taken(self, part: str) -> bool:
        return self.has(part) or self.package.member(part) is not None

    def _listing_of(self, part: str) -> str | None:
        """The part that lists a part's relationships, as the file spells it."""
        name = _listing_name(part)
        return name if name in self._trees else self.package.member(name)

    def _type_elements(self, part: str) -> Iterator[Any]:
        wanted = f"/{part}".lower()
        yield from [element for element in self.tree(_TYPES_PART) if element.get("PartName", "").lower() == wanted]


def _listing_name(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")


def _is_inward(element: Any) -> bool:
    return isinstance(element.tag, str) and element.get("TargetMode", "Internal") != "External"


def _relationship(element: Any, folder: str) -> Relationship:
    target = posixpath.normpath(posixpath.join("/", folder, element.get("Target", ""))).lstrip("/")
    return Relationship(element.get("Id", ""), element.get("Type", "").rpartition("/")[2], target)


def _serialized(tree: Any) -> bytes:
    from lxml import etree

    return bytes(etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True))
