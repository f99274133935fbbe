"""Remove external links and traces of a person from a copy of a workbook."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from xladdin.files.package import CHUNK_SIZE, Package

# The largest part that is rewritten [bytes]. 512 MiB is more than a full sheet of games.
MAX_REWRITTEN = 1 << 29

# The kinds of parts that fetch data from outside: the last segments of their relationships' types, in lower case.
_EXTERNAL_KINDS = ("externallink", "connections", "querytable", "webextension", "webextensiontaskpanes", "taskpanes")
_RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_VML_ADDRESS = re.compile(rb"""\s(?:[\w.-]+:)?(?:src|href|althref)\s*=\s*(?:"[^"]*"|'[^']*')""")
_EXTERNAL_FORMULA = re.compile(
    rb"<((?:[\w.-]+:)?f)(?:\s[^<>]*)?>[^<]*?(?:WEBSERVICE|\bIMAGE\s*\(|\bRTD\s*\(|\bDDE\s*\(|://|\[[0-9]+\]|\|)[^<]*</\1\s*>",
    re.IGNORECASE,
)
# Parts without cells. They are not searched for formulas: in a chart, the element f is a reference to cells.
_NO_CELLS = re.compile(r"/charts/|sharedStrings|^docProps/|^customXml/|^\[", re.IGNORECASE)
# Elements that are removed together with the relationship that they refer to.
_LINKING = rb"hyperlink|hlinkClick|hlinkHover|externalReference|oleObject|control"
_EMPTIED = re.compile(rb"<((?:[\w.-]+:)?(?:hyperlinks|externalReferences))(?:\s[^<>]*)?>\s*</\1\s*>")


def strip_links(package: Package) -> dict[str, list[bytes]]:
    """Remove the external links of a workbook, and return the changed parts.

    External relationships are removed with all elements that refer to them, as are external links, connections, web
    queries and web extensions. Formulas that fetch data are replaced by their last values.

    Raises:
        WorkbookError: A part is damaged or too large.
    """
    parts: dict[str, list[bytes]] = {}
    for listing in package.members:
        if listing.lower().endswith(".rels"):
            dropped = _remove_external_links(package, listing, parts)
            folder, name = posixpath.split(listing)
            source = package.find_part(posixpath.join(posixpath.dirname(folder), name[: -len(".rels")]))
            if dropped and source is not None and source.lower().endswith((".xml", ".vml")):
                content = b"".join(parts.get(source) or _read_chunks(package, source))
                parts[source] = [_remove_references(content, dropped)]
    for part in package.members:
        if part.lower().endswith(".vml"):
            parts[part] = [_VML_ADDRESS.sub(b"", b"".join(parts.get(part) or _read_chunks(package, part)))]
        elif part.lower().endswith(".xml") and not _NO_CELLS.search(part):
            content = b"".join(parts.get(part) or _read_chunks(package, part))
            if _EXTERNAL_FORMULA.search(content):
                parts[part] = [_EXTERNAL_FORMULA.sub(b"", content)]
    return parts


def _remove_external_links(package: Package, listing: str, parts: dict[str, list[bytes]]) -> set[str]:
    """Remove the external relationships from a .rels part, which is added to `parts`. Return their identifiers."""
    links = list(package.read_tree(listing))
    inward = [link for link in links if not _is_external(link)]
    if len(inward) == len(links):
        return set()
    parts[listing] = list(_write_relationships_xml(inward))
    return {link.get("Id", "") for link in links} - {link.get("Id", "") for link in inward}


def _is_external(link: ElementTree.Element) -> bool:
    mode, kind = link.get("TargetMode", "Internal"), link.get("Type", "").rpartition("/")[2].lower()
    target = link.get("Target", "")
    return (
        mode.strip().lower() != "internal"
        or kind in _EXTERNAL_KINDS
        or ":" in target
        or target.startswith(("//", "\\\\"))
    )


def _write_relationships_xml(links: Iterable[ElementTree.Element]) -> Iterator[bytes]:
    yield b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    yield b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    for link in links:
        if link.tag == _RELATIONSHIP:
            attributes = " ".join(f"{name}={quoteattr(value)}" for name, value in link.items())
            yield f"<Relationship {attributes}/>".encode()
    yield b"</Relationships>"


def _remove_references(xml: bytes, identifiers: set[str]) -> bytes:
    """Remove the references to relationships with these identifiers from XML."""
    names = b"|".join(re.escape(name.encode()) for name in sorted(identifiers))
    reference = rb"""\s[\w.-]+:[\w.-]+\s*=\s*(?:"(?:%b)"|'(?:%b)')""" % (names, names)
    element = rb"<((?:[\w.-]+:)?(?:%b))(?:\s[^<>]*?)?%b(?:\s[^<>]*?)?(?:/>|>\s*</\1\s*>)" % (_LINKING, reference)
    without = re.sub(element, b"", xml)
    return _EMPTIED.sub(b"", re.sub(reference, b"", without))


def _read_chunks(package: Package, part: str) -> list[bytes]:
    package.validate_size(part, MAX_REWRITTEN)
    chunks = list(package.iter_chunks(part))
    package.validate_prolog(b"".join(chunks[:1])[:CHUNK_SIZE], part)
    return chunks


_RESULT = rb'(<(?:\w+:)?c [^<>]*t="str"[^<>]*><(?:\w+:)?f\b[^<>]*(?:/>|>[^<]*</(?:\w+:)?f>)<(?:\w+:)?v>)([^<]*)'
_FILTER = rb'(<(?:\w+:)?(?:customFilter|filter) [^<>]*val=")([^"]*)'
_COPIES = {
    "xl/worksheets/": (re.compile(_RESULT), re.compile(_FILTER)),
    "xl/tables/": (re.compile(_FILTER),),
    "xl/charts/": (re.compile(rb"(<(?:\w+:)?v>)([^<]*)"),),
    "xl/pivotCache/": (re.compile(rb'(<(?:\w+:)?s [^<>]*v=")([^"]*)'),),
}
_AUTHORS = {
    "docProps/core.xml": re.compile(rb"(<(?:\w+:)?(?:creator|lastModifiedBy)(?: [^<>]*)?>)[^<]+(?=</)"),
    "docProps/app.xml": re.compile(rb"(<(?:\w+:)?Manager(?: [^<>]*)?>)[^<]+(?=</)"),
}
_STRINGS = "xl/sharedStrings.xml"
_STRING = re.compile(rb"<((?:\w+:)?)si(?: [^<>]*)?(?:/>|>(.*?)</(?:\w+:)?si>)", re.DOTALL)
_USED = re.compile(
    rb'<(?:\w+:)?c [^<>]*t="s"[^<>]*>(?:<(?:\w+:)?f\b[^<>]*(?:/>|>[^<]*</(?:\w+:)?f>))?<(?:\w+:)?v>([0-9]+)'
)
_TEXT = re.compile(rb"<(?:\w+:)?(?:t|text)(?: [^<>]*)?>([^<]*)")
_COMMENT = re.compile(
    rb'<(?:\w+:)?(comment|threadedComment) [^<>]*ref="([A-Z]+[0-9]+)"[^<>]*>(.*?)</(?:\w+:)?\1>', re.DOTALL
)
_FORMULA = re.compile(rb'<(?:\w+:)?c [^<>]*r="([A-Z]+[0-9]+)"[^<>]*><(?:\w+:)?f\b[^<>]*(?:/>|>([^<]*))')
_ANY_TEXT = re.compile(rb">([^<>]+)<")


class PartText(NamedTuple):
    """A text in a part other than a sheet. `cell` is the address of its cell, such as that of a comment, or ""."""

    part: str
    cell: str
    text: str


def clean_parts(
    package: Package, new_text: Callable[[str], str], is_unwanted: Callable[[str], bool]
) -> dict[str, list[bytes]]:
    """Remove a person's texts outside of typed cells, and all authors, and return the changed parts.

    Args:
        package: The workbook, whose typed cells have their new texts already.
        new_text: Returns the new text for the cached result of a formula, a filter, a chart or a pivot table.
        is_unwanted: Returns whether a shared string must be removed. It is removed if no cell uses it.
    """
    parts: dict[str, list[bytes]] = {}
    for part in package.members:
        patterns = next((folder_patterns for folder, folder_patterns in _COPIES.items() if part.startswith(folder)), ())
        content = changed = package.read(part) if patterns or part in _AUTHORS else b""
        for pattern in patterns:
            changed = pattern.sub(lambda match: match[1] + _replace_text(match[2], new_text), changed)
        if part in _AUTHORS:
            changed = _AUTHORS[part].sub(rb"\1", changed)
        if changed != content:
            parts[part] = [changed]
    if _STRINGS in package.members:
        strings = package.read(_STRINGS)
        if (cleaned := _blank_unused_strings(package, strings, is_unwanted)) != strings:
            parts[_STRINGS] = [cleaned]
    return parts


def iter_texts_outside_cells(package: Package) -> Iterator[PartText]:
    """Yield the texts of comments, drawings, charts and the list of commenting persons."""
    for part in package.members:
        if part.startswith(("xl/comments", "xl/threadedComments")):
            for _, cell, content in _COMMENT.findall(package.read(part)):
                yield PartText(part, cell.decode(), "".join(map(_unescape, _TEXT.findall(content))))
        elif part.startswith(("xl/drawings/", "xl/charts/", "xl/persons/")) and part.endswith(".xml"):
            for text in _ANY_TEXT.findall(package.read(part)):
                yield PartText(part, "", _unescape(text))


def read_formulas(package: Package, part: str) -> dict[str, str]:
    """Return the formulas of a sheet by cell address. A cell that only refers to a shared formula has ""."""
    return {cell.decode(): _unescape(text) for cell, text in _FORMULA.findall(package.read(part))}


def _blank_unused_strings(package: Package, strings: bytes, is_unwanted: Callable[[str], bool]) -> bytes:
    """Blank the unwanted shared strings that no cell uses, and return the XML."""
    used_numbers: set[int] = set()
    for part in package.members:
        if part.startswith("xl/worksheets/") and part.endswith(".xml"):
            used_numbers.update(map(int, _USED.findall(package.read(part))))
    numbers = iter(range(len(strings)))

    def blank_unwanted(match: re.Match[bytes]) -> bytes:
        text = "".join(map(_unescape, _TEXT.findall(match[2] or b"")))
        if next(numbers) in used_numbers or not is_unwanted(text):
            return match[0]
        return b"<%bsi><%bt/></%bsi>" % (match[1], match[1], match[1])

    return _STRING.sub(blank_unwanted, strings)


def _replace_text(content: bytes, new_text: Callable[[str], str]) -> bytes:
    text = _unescape(content)
    changed = new_text(text)
    return content if changed == text else escape(changed, {'"': "&quot;"}).encode("utf-8", "surrogatepass")


def _unescape(content: bytes) -> str:
    return unescape(content.decode("utf-8", "surrogatepass"))
