"""The tree of a small part of a workbook file, which is changed in place and written again.

Prefixes, order and comments stay, so that all that nobody changes says the same to every program. The tree is of the
standard library, and so runs in a browser too. Rows of sheets are streamed (`patch`): a tree of them is too large.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from xml.dom import Node

LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
"""The namespace of the attribute with which an element names one of the relationships of its part."""
SHEETS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
"""The namespace of the elements of sheets."""
DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_NAMESPACES = "http://www.w3.org/2000/xmlns/"

Element = Any
"""An element of a tree, with the methods of the DOM."""


def parsed(xml: bytes) -> Element:
    """Return the root element of a part that may be read (`Package.checked`). Raises ExpatError for what is no XML."""
    from xml.dom.minidom import parseString

    return parseString(xml).documentElement


def serialized(root: Element) -> bytes:
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


def added(
    parent: Element, name: str, attributes: Mapping[str, str] | None = None, before: Element | None = None
) -> Element:
    """Return a new element in another of the same namespace, before one of its children or else the last."""
    tag = f"{parent.prefix}:{name}" if parent.prefix else name
    element = parent.ownerDocument.createElementNS(parent.namespaceURI, tag)
    for attribute, value in (attributes or {}).items():
        element.setAttribute(attribute, value)
    return parent.insertBefore(element, before)


def removed(element: Element) -> None:
    """Take an element out of its parent."""
    element.parentNode.removeChild(element)


def link_of(element: Element) -> str:
    """Return the identifier of the relationship that an element names, or nothing."""
    return str(element.getAttributeNS(LINKS, "id"))


def set_link(element: Element, identifier: str) -> None:
    """Let an element name a relationship."""
    element.setAttributeNS(_NAMESPACES, "xmlns:r", LINKS)
    element.setAttributeNS(LINKS, "r:id", identifier)
