"""Changes to the parts of a workbook file and to their links. All else stays byte for byte.

Source: ECMA-376 part 2 (Open Packaging Conventions): 9.3 relationships, 10.1.2 content types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, BinaryIO
from xml.dom import Node

from xladdin.files.package import Package, listing_name, target_name, write_package

_TYPES_PART = "[Content_Types].xml"
_NO_RELATIONSHIPS = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'


class PackageEdit:
    """A workbook file with changes that are not written yet. Its trees may be changed in place."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self._trees: dict[str, Element] = {}
        self._loaded: dict[str, tuple[bytes, bytes]] = {}
        self._contents: dict[str, Iterable[bytes]] = {}

    def has(self, part: str) -> bool:
        """Return whether there is such a part, after the changes so far."""
        return part in self.package.members or part in self._trees or part in self._contents

    def read(self, part: str) -> bytes:
        """Return the content of a part that is no tree, after the changes so far."""
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
        """Give a part another content, in pieces."""
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

    def unlink(self, part: str, identifier: str) -> None:
        """Take a relationship away."""
        listing = self._listing_of(part)
        if listing is not None:
            for element in children(self.tree(listing)):
                if element.getAttribute("Id") == identifier:
                    remove_element(element)

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


LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
"""The namespace of the attribute with which an element names one of the relationships of its part."""
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
"""The namespace of the elements of sheets."""
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NAMESPACES = "http://www.w3.org/2000/xmlns/"

Element = Any
"""An element of a tree, with the methods of the DOM."""


def parse_tree(xml: bytes) -> Element:
    """Return the root element of a part that may be read (`Package.checked`). Raises ExpatError for what is no XML."""
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
    """Return the first of these, or None."""
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
