"""What Excel takes, as data, and who exceeds it.

The data are "Excel specifications and limits" of its help and the types of ECMA-376. Excel refuses or repairs a file
beyond one of them, and something is lost. LibreOffice opens it without a word.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

LIMITS = {
    "formula": 8_192,
    "text within a formula": 255,
    "functions within each other": 64,
    "arguments of a function": 255,
    "text of a cell": 32_767,
    "header or footer": 255,
    "name of a sheet": 31,
    "defined name": 255,
    "formula of a defined name": 8_192,
    "formula of a data validation": 255,
    "title of a prompt": 32,
    "prompt": 255,
    "title of an error": 32,
    "error": 255,
    "formula of a conditional format": 8_192,
    "target of a hyperlink": 2_083,
    "place of a hyperlink": 2_083,
    "tip of a hyperlink": 255,
    "heading of a table": 255,
    "name of a table": 255,
    "alt text": 25_000,
    "row": 1_048_576,
    "column": 16_384,
    "width of a column": 255,
    "height of a row": 409,
    "hyperlinks of a sheet": 65_530,
    "page breaks of a sheet": 1_026,
    "cell formats": 65_490,
    "fonts": 512,
    "number formats": 200,
    "digits of a number format": 255,
}
"""Lengths are in units of UTF-16, by which Excel counts. Widths are in characters, and heights in points."""

_SHEET, _STYLES = re.compile(r"xl/(?:work|chart)sheets/"), "xl/styles.xml"
_TEXTS = {
    "formula": rb"<f(?: [^>]*)?>([^<]+)</f>",
    "header or footer": rb"<(?:odd|even|first)(?:Header|Footer)>([^<]*)<",
    "formula of a data validation": rb"<formula[12]>([^<]*)<",
    "title of a prompt": rb' promptTitle="([^"]*)"',
    "prompt": rb' prompt="([^"]*)"',
    "title of an error": rb' errorTitle="([^"]*)"',
    "error": rb' error="([^"]*)"',
    "formula of a conditional format": rb"<formula>([^<]*)<",
    "place of a hyperlink": rb'<hyperlink [^>]*location="([^"]*)"',
    "tip of a hyperlink": rb'<hyperlink [^>]*tooltip="([^"]*)"',
}
"""Where a sheet has what we measure by its length."""
_OF_PARTS = (
    ("xl/sharedStrings.xml", "text of a cell", rb"<si>(.*?)</si>"),
    ("xl/workbook.xml", "name of a sheet", rb'<sheet [^>]*name="([^"]*)"'),
    ("xl/workbook.xml", "defined name", rb'<definedName [^>]*name="([^"]*)"'),
    ("xl/workbook.xml", "formula of a defined name", rb"<definedName [^>]*>([^<]*)<"),
    ("xl/tables/", "heading of a table", rb'<tableColumn [^>]*name="([^"]*)"'),
    ("xl/tables/", "name of a table", rb'<table [^>]*displayName="([^"]*)"'),
    ("xl/worksheets/_rels/", "target of a hyperlink", rb'/hyperlink" Target="([^"]*)"'),
    ("xl/drawings/", "alt text", rb' descr="([^"]*)"'),
    (_STYLES, "digits of a number format", rb' formatCode="([^"]*)"'),
)
_COUNTED = (
    (_SHEET, "hyperlinks of a sheet", rb"<hyperlink "),
    (_SHEET, "page breaks of a sheet", rb"<brk "),
    (re.compile(_STYLES), "fonts", rb"<font>|<font "),
    (re.compile(_STYLES), "number formats", rb"<numFmt "),
)
_TAGS = re.compile(r"<[^>]*>")
_LITERAL = re.compile(r'"(?:[^"]|"")*"')
_UNSEEN = re.compile(r"'(?:[^']|'')*'|\[[^\[\]]*\]|\{[^{}]*\}")
"""A comma in these separates no arguments: names of sheets, structured references, and arrays."""


class Beyond(NamedTuple):
    """Something that exceeds a limit: in which part of the package, how large it is, and how its text begins."""

    part: str
    limit: str
    found: int
    text: str

    def __str__(self) -> str:
        return f"{self.part}: {self.limit} of {self.found:,}, Excel takes {LIMITS[self.limit]:,}: {self.text}"


_sound: set[tuple[str, int, int]] = set()
"""Parts that we found within all limits, by name, checksum and size. Most files share most of them."""
_measured: dict[str, set[bytes]] = defaultdict(set)
"""Texts that are within a limit, by the limit."""


def beyond_the_limits(path: Path) -> list[Beyond]:
    """Everything in a workbook file that Excel does not take."""
    found = []
    with zipfile.ZipFile(path) as package:
        for member in package.infolist():
            key = (member.filename, member.CRC, member.file_size)
            if member.filename.startswith("xl/") and key not in _sound:
                here = list(_of_part(member.filename, package.read(member)))
                found += here
                if not here:
                    _sound.add(key)
    return found


def _of_part(name: str, xml: bytes) -> Iterator[Beyond]:
    measured = [(limit, pattern) for beginning, limit, pattern in _OF_PARTS if name.startswith(beginning)]
    if is_sheet := bool(_SHEET.match(name)) and not name.endswith(".rels"):
        measured += _TEXTS.items()
    for limit, pattern in measured:
        for raw in set(re.findall(pattern, xml, re.DOTALL)) - _measured[limit]:
            text = unescape(_TAGS.sub("", raw.decode()))
            here = list(_of_formula(text)) if "formula" in limit else []
            here += [(limit, units(text))] if units(text) > LIMITS[limit] else []
            yield from (Beyond(name, exceeded, size, text[:80]) for exceeded, size in here)
            if not here:
                _measured[limit].add(raw)
    for where, limit, pattern in _COUNTED:
        number = len(re.findall(pattern, xml)) if where.match(name) else 0
        if number > LIMITS[limit]:
            yield Beyond(name, limit, number, "")
    if is_sheet:
        yield from _of_grid(name, xml)
    if name == _STYLES and (formats := re.search(rb"<cellXfs [^>]*>(.*?)</cellXfs>", xml, re.DOTALL)):
        number = formats[1].count(b"<xf ")
        if number > LIMITS["cell formats"]:
            yield Beyond(name, "cell formats", number, "")


def _of_formula(formula: str) -> Iterator[tuple[str, int]]:
    """The limits that a formula exceeds within itself."""
    longest = max((units(text) - 2 for text in _LITERAL.findall(formula)), default=0)
    if longest > LIMITS["text within a formula"]:
        yield "text within a formula", longest
    code = _LITERAL.sub("", formula)
    while (plain := _UNSEEN.sub("", code)) != code:
        code = plain
    deepest = most = 0
    arguments: list[int] = []
    for sign in code:
        if sign == "(":
            arguments.append(1)
            deepest = max(deepest, len(arguments))
        elif sign == ")" and arguments:
            most = max(most, arguments.pop())
        elif sign == "," and arguments:
            arguments[-1] += 1
    if deepest > LIMITS["functions within each other"]:
        yield "functions within each other", deepest
    if most > LIMITS["arguments of a function"]:
        yield "arguments of a function", most


def _of_grid(name: str, xml: bytes) -> Iterator[Beyond]:
    """Rows, columns and their sizes, and texts that are in the cells themselves."""
    sizes = (
        ("row", rb'<row [^>]*?\br="([0-9]+)"'),
        ("column", rb'<col [^>]*max="([0-9]+)"'),
        ("width of a column", rb'<col [^>]*width="([0-9.]+)"'),
        ("height of a row", rb'<row [^>]*\bht="([0-9.]+)"'),
    )
    for limit, pattern in sizes:
        largest = max(map(float, re.findall(pattern, xml)), default=0)
        if largest > LIMITS[limit]:
            yield Beyond(name, limit, int(largest), "")
    for raw in re.findall(rb"<is>(.*?)</is>", xml, re.DOTALL):
        text = unescape(_TAGS.sub("", raw.decode()))
        if units(text) > LIMITS["text of a cell"]:
            yield Beyond(name, "text of a cell", units(text), text[:80])


def units(text: str) -> int:
    """The length of a text as Excel counts it. A sign beyond the first 65,536 counts as two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
