"""Texts in a workbook's file beside those of its cells: copies of cells, strings that no cell shows, and authors.

Excel keeps the results of formulas, the categories of charts, the values of pivot tables and the choices of filters as
copies of cells, and computes them again. It also keeps the string of a cell that was overwritten until it next saves.
"""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import NamedTuple
from xml.sax.saxutils import escape

from xladdin.files.package import Package

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
    """A text in a part that is no sheet. `cell` is the address of the cell that it belongs to, if there is one."""

    part: str
    cell: str
    text: str


def cleaned_parts(
    package: Package, new_text: Callable[[str], str], is_unwanted: Callable[[str], bool]
) -> dict[str, list[bytes]]:
    """Return the parts that change when copies of cells are replaced, unwanted strings dropped and authors taken out.

    `new_text` gives the new text for a whole one. A string is dropped if it is unwanted and no cell shows it any more.
    """
    parts: dict[str, list[bytes]] = {}
    for part in package.members:
        patterns = next((found for folder, found in _COPIES.items() if part.startswith(folder)), ())
        content = changed = package.read(part) if patterns or part in _AUTHORS else b""
        for pattern in patterns:
            changed = pattern.sub(lambda match: match[1] + _replaced(match[2], new_text), changed)
        if part in _AUTHORS:
            changed = _AUTHORS[part].sub(rb"\1", changed)
        if changed != content:
            parts[part] = [changed]
    if _STRINGS in package.members:
        strings = package.read(_STRINGS)
        if (kept := _without_unused(package, strings, is_unwanted)) != strings:
            parts[_STRINGS] = [kept]
    return parts


def texts_beside_cells(package: Package) -> Iterator[PartText]:
    """Yield the texts of comments, text boxes, charts and the like."""
    for part in package.members:
        if part.startswith(("xl/comments", "xl/threadedComments")):
            for _, cell, content in _COMMENT.findall(package.read(part)):
                yield PartText(part, cell.decode(), "".join(map(_plain, _TEXT.findall(content))))
        elif part.startswith(("xl/drawings/", "xl/charts/", "xl/persons/")) and part.endswith(".xml"):
            for text in _ANY_TEXT.findall(package.read(part)):
                yield PartText(part, "", _plain(text))


def formulas_of(package: Package, part: str) -> dict[str, str]:
    """Return the formulas of a sheet by the addresses of their cells, "" for a member of a shared one."""
    return {cell.decode(): _plain(text) for cell, text in _FORMULA.findall(package.read(part))}


def _without_unused(package: Package, strings: bytes, is_unwanted: Callable[[str], bool]) -> bytes:
    """Return the strings that cells share, with blanks for the unwanted ones that no cell shows any more."""
    used: set[int] = set()
    for part in package.members:
        if part.startswith("xl/worksheets/") and part.endswith(".xml"):
            used.update(map(int, _USED.findall(package.read(part))))
    numbers = iter(range(len(strings)))

    def kept(match: re.Match[bytes]) -> bytes:
        text = "".join(map(_plain, _TEXT.findall(match[2] or b"")))
        if next(numbers) in used or not is_unwanted(text):
            return match[0]
        return b"<%bsi><%bt/></%bsi>" % (match[1], match[1], match[1])

    return _STRING.sub(kept, strings)


def _replaced(content: bytes, new_text: Callable[[str], str]) -> bytes:
    text = _plain(content)
    changed = new_text(text)
    return content if changed == text else escape(changed, {'"': "&quot;"}).encode("utf-8", "surrogatepass")


def _plain(content: bytes) -> str:
    return unescape(content.decode("utf-8", "surrogatepass"))
