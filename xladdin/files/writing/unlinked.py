"""A workbook file's parts without links out of the file, for a copy that a program opens unattended.

An office program that opens a workbook fetches what it links to, such as a picture from the network or from the disk.
Source: ECMA-376 part 2, 9.3 (relationships), part 1, 18.14 (external links), 18.13 (connections), 14.1 (VML).
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from xladdin.files.package import PIECE, Package

LARGEST_REWRITTEN = 1 << 29
"""The most bytes of one sheet shown in a copy for printing: 512 MiB is more than a full sheet of games."""

_OUTWARD = ("externallink", "connections", "querytable", "webextension", "webextensiontaskpanes", "taskpanes")
"""The kinds of parts whose purpose is to reach out, by the last word of their relationship's type in lower case."""
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_VML_ADDRESS = re.compile(rb"""\s(?:[\w.-]+:)?(?:src|href|althref)\s*=\s*(?:"[^"]*"|'[^']*')""")
_OUTWARD_FORMULA = re.compile(
    rb"<((?:[\w.-]+:)?f)(?:\s[^<>]*)?>[^<]*?(?:WEBSERVICE|\bIMAGE\s*\(|\bRTD\s*\(|\bDDE\s*\(|://|\[[0-9]+\]|\|)[^<]*</\1\s*>",
    re.IGNORECASE,
)
_NO_CELLS = re.compile(r"/charts/|sharedStrings|^docProps/|^customXml/|^\[", re.IGNORECASE)
"""Parts without cells. In a chart the element f is no formula."""
_LINKING = rb"hyperlink|hlinkClick|hlinkHover|externalReference|oleObject|control"
"""Elements that mean nothing without the part that they link to."""
_EMPTIED = re.compile(rb"<((?:[\w.-]+:)?(?:hyperlinks|externalReferences))(?:\s[^<>]*)?>\s*</\1\s*>")


def unlinked_parts(package: Package) -> dict[str, list[bytes]]:
    """Return the parts to write again, by name, for a copy of the file without links out of it.

    It drops outside relationships with everything that refers to them, and also external links, connections, web
    queries and web extensions. Formulas that fetch keep only their last value. Raises WorkbookError if a part is
    damaged.
    """
    parts: dict[str, list[bytes]] = {}
    for listing in package.members:
        if listing.lower().endswith(".rels"):
            dropped = _without_outward(package, listing, parts)
            folder, name = posixpath.split(listing)
            source = package.member(posixpath.join(posixpath.dirname(folder), name[: -len(".rels")]))
            if dropped and source is not None and source.lower().endswith((".xml", ".vml")):
                content = b"".join(parts.get(source) or _content(package, source))
                parts[source] = [_without_references(content, dropped)]
    for part in package.members:
        if part.lower().endswith(".vml"):
            parts[part] = [_VML_ADDRESS.sub(b"", b"".join(parts.get(part) or _content(package, part)))]
        elif part.lower().endswith(".xml") and not _NO_CELLS.search(part):
            content = b"".join(parts.get(part) or _content(package, part))
            if _OUTWARD_FORMULA.search(content):
                parts[part] = [_OUTWARD_FORMULA.sub(b"", content)]
    return parts


def _without_outward(package: Package, listing: str, parts: dict[str, list[bytes]]) -> set[str]:
    """Put the listing without outward links among the parts, and give the identifiers that are gone."""
    links = list(package.tree(listing))
    kept = [link for link in links if not _leads_out(link)]
    if len(kept) == len(links):
        return set()
    parts[listing] = list(_listing(kept))
    return {link.get("Id", "") for link in links} - {link.get("Id", "") for link in kept}


def _leads_out(link: ElementTree.Element) -> bool:
    mode, kind = link.get("TargetMode", "Internal"), link.get("Type", "").rpartition("/")[2].lower()
    target = link.get("Target", "")
    return mode.strip().lower() != "internal" or kind in _OUTWARD or ":" in target or target.startswith(("//", "\\\\"))


def _listing(links: Iterable[ElementTree.Element]) -> Iterator[bytes]:
    yield b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    yield b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    for link in links:
        if link.tag == _RELATIONSHIP:
            attributes = " ".join(f"{name}={quoteattr(value)}" for name, value in link.items())
            yield f"<Relationship {attributes}/>".encode()
    yield b"</Relationships>"


def _without_references(xml: bytes, identifiers: set[str]) -> bytes:
    """XML in which nothing refers to relationships that are gone."""
    names = b"|".join(re.escape(name.encode()) for name in sorted(identifiers))
    reference = rb"""\s[\w.-]+:[\w.-]+\s*=\s*(?:"(?:%b)"|'(?:%b)')""" % (names, names)
    element = rb"<((?:[\w.-]+:)?(?:%b))(?:\s[^<>]*?)?%b(?:\s[^<>]*?)?(?:/>|>\s*</\1\s*>)" % (_LINKING, reference)
    without = re.sub(element, b"", xml)
    return _EMPTIED.sub(b"", re.sub(reference, b"", without))


def _content(package: Package, part: str) -> list[bytes]:
    package.check_size(part, LARGEST_REWRITTEN)
    pieces = list(package.pieces(part))
    package.check_prolog(b"".join(pieces[:1])[:PIECE], part)
    return pieces
