"""Which forms of XML a workbook holds that we never saw Excel itself write.

A form is a structural fact of a part: which element is in which, which follows which, which has an attribute, and
which is empty. `excel_forms.tsv` counts in how many of 1,904 workbooks saved by Excel we saw each, from two on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from zipfile import ZipFile

from lxml import etree

SEEN = Path(__file__).with_suffix(".tsv")
PARTS = {
    "workbook": re.compile(r"xl/workbook\.xml"),
    "sheet": re.compile(r"xl/worksheets/[^/]+\.xml"),
    "table": re.compile(r"xl/tables/.+"),
    "styles": re.compile(r"xl/styles.*"),
    "drawing": re.compile(r"xl/drawings/[^/]+\.xml"),
    "vml": re.compile(r".+\.vml"),
    "chart": re.compile(r"xl/charts/chart\d*\.xml"),
}
"""Kinds of parts, by the whole of their path in lower case."""
SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PARSER = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True, remove_pis=True)
NOTHING = "^"
"""This is the parent of the outermost element of a part."""

Form = tuple[str, ...]
"""One of these:

child, part, outer, inner
order, part, outer, first, second
attr, part, element, attribute
empty, part, outer, element
"""


@cache
def seen_forms() -> frozenset[Form]:
    """The forms that we saw Excel write."""
    lines = SEEN.read_text(encoding="utf-8").splitlines()
    return frozenset(tuple(line.split("\t")[1:]) for line in lines)


def unseen_forms(workbook: Path) -> set[Form]:
    """The forms of a workbook that we never saw Excel write."""
    found: set[Form] = set()
    with ZipFile(workbook) as package:
        for member in package.namelist():
            for part, path in PARTS.items():
                if path.fullmatch(member.lower()):
                    found |= forms_of(part, etree.fromstring(package.read(member), PARSER))
    return found - seen_forms()


def forms_of(part: str, root: etree._Element) -> set[Form]:
    """The forms of a part of some kind."""
    return {("child", part, NOTHING, short(root.tag)), *_within(part, NOTHING, root)}


def _within(part: str, outer: str, element: etree._Element) -> Iterator[Form]:
    own = short(element.tag)
    inner = [short(child.tag) for child in element]
    for attribute in element.attrib:
        yield "attr", part, own, short(str(attribute))
    for name in inner:
        yield "child", part, own, name
    for first, second in pairwise(inner):
        if first != second:
            yield "order", part, own, first, second
    if not inner and not element.attrib and not (element.text or "").strip():
        yield "empty", part, outer, own
    for child in element:
        yield from _within(part, own, child)


@cache
def short(name: str) -> str:
    """A name as the table has it: bare in the namespace of spreadsheets, else after the last word of its namespace."""
    qualified = etree.QName(name)
    if qualified.namespace in (None, SPREADSHEET):
        return qualified.localname
    prefix = "r" if qualified.namespace == RELATIONS else str(qualified.namespace).rpartition("/")[2]
    return f"{prefix}:{qualified.localname}"
