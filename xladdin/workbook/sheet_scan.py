"""A look through a sheet's XML before it is read: that it is sound, how far it reaches, and which cells hold errors.

The reader of values makes a full rectangle of every sheet, so that a single cell far away would take all memory; it
gives blanks for error values, and stops without a word where the XML is broken. This look, a few searches over each
piece of the XML, tells before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from xml.parsers import expat

from xladdin.workbook.addresses import LAST_ROW, CellRange, column_letters, parse_range
from xladdin.workbook.package import Package

MOST_CELLS = 26 * LAST_ROW
"""A full sheet with columns A to Z, three quarters of a gigabyte; a game takes 13 to 16 columns."""

_MAIN_NAMESPACES = (b"openxmlformats.org/spreadsheetml/2006/main", b"purl.oclc.org/ooxml/spreadsheetml/main")
_ROOT = re.compile(rb"(?:\s|<\?.*?\?>|<!--.*?-->)*<(?:([\w.-]+:))?worksheet\b", re.DOTALL)
_SHARED_INDEX = re.compile(rb"\bsi=[\"']([0-9]+)[\"']")
_IS_ERROR = re.compile(rb"\bt=[\"']e[\"']")
_IS_TEXT = re.compile(rb"\bt=[\"']str[\"']")
_ADDRESS = re.compile(rb"\br=[\"']([A-Z]+[0-9]+)[\"']")


@dataclass
class SheetScan:
    """What a look through a sheet's XML tells.

    prefix: the one of spreadsheet elements, as b"x:", mostly b""; errors: cells (row and column from 1) with their
    error values, as "#N/A"; uncomputed: cells with a formula whose value no program has stored.
    """

    prefix: bytes
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    uncomputed: set[tuple[int, int]] = field(default_factory=set)


def scan_sheet(package: Package, part: str, sheet: str) -> SheetScan:
    """Look through a sheet. Raises FileProblem where it is damaged, or reaches further than memory would."""
    pieces = package.pieces(part)
    first = next(pieces, b"")
    package.check_prolog(first[: first.find(b"sheetData")], part)
    root = _ROOT.match(first.removeprefix(b"\xef\xbb\xbf"))
    if root is None:
        raise package.problem(
            f"its sheet {sheet} is not written as a worksheet. Save it again in Excel or LibreOffice."
        )
    scan = SheetScan(root[1] or b"")
    unusual, error_cell, uncomputed_cell = _patterns(scan.prefix)
    no_value_marks = [mark.replace(b":", scan.prefix) for mark in (b"</:f></:c>", b"<:v></:v>", b"/></:c>")]
    plain, namespaces, ending = True, 0, b""
    for text in _whole_rows(first, pieces):
        namespaces += sum(map(text.count, _MAIN_NAMESPACES))
        plain = plain and unusual.search(text) is None
        if b"#" in text and b"v>#" in text:  # the first search takes no time
            for attributes, value in error_cell.findall(text):
                if _IS_ERROR.search(attributes):
                    scan.errors[_place(attributes, package, sheet)] = value.decode("utf-8", "replace")
        if any(mark in text for mark in no_value_marks):
            for attributes in uncomputed_cell.findall(text):
                if _IS_TEXT.search(attributes) is None:
                    scan.uncomputed.add(_place(attributes, package, sheet))
        ending = text[-200:]
    if not plain or namespaces != 1 or not ending.rstrip().endswith(b"</" + scan.prefix + b"worksheet>"):
        _check_extent(package, part, sheet)
    return scan


def free_shared_indices(package: Package, part: str) -> Iterator[int]:
    """Indices that no shared formula of a sheet has. The sheet is looked through when the first one is asked for."""
    taken = -1
    for text in _whole_rows(b"", package.pieces(part)):
        if b"shared" in text:
            taken = max(taken, *map(int, set(_SHARED_INDEX.findall(text))), -1)
    yield from count(taken + 1)


def _place(attributes: bytes, package: Package, sheet: str) -> tuple[int, int]:
    address = _ADDRESS.search(attributes)
    cell = address and parse_range(address[1].decode())
    if cell is None:
        raise package.problem(f"its sheet {sheet} has a cell with no address. Save it again in Excel.")
    return cell.first_row, cell.first_column


@cache
def _patterns(prefix: bytes) -> tuple[re.Pattern[bytes], re.Pattern[bytes], re.Pattern[bytes]]:
    """A cell not plainly within columns A to Z of a full sheet, one with an error's text, one with no formula's value."""
    p = re.escape(prefix)
    plain_address = rb' r="[A-Z](?:[0-9]{1,6}|10[0-4][0-9]{4})"'
    formula = rb"(?:<%bf\b[^>]*/>|<%bf\b[^>]*>[^<]*</%bf>)" % (p, p, p)
    no_value = rb"(?:<%bv\s*/>|<%bv></%bv>)?" % (p, p, p)
    return (
        re.compile(rb"<%bc(?!%b)[\s/>]" % (p, plain_address)),
        re.compile(rb"<%bc\b([^>]*)>%b?<%bv>(#[^<]*)</%bv>" % (p, formula, p, p)),
        re.compile(rb"<%bc\b([^>]*)>%b%b</%bc>" % (p, formula, no_value, p)),
    )


def _whole_rows(first: bytes, rest: Iterable[bytes]) -> Iterator[bytes]:
    """The same XML in pieces that end where a row ends, so that no cell is cut in two."""
    text = first
    for piece in rest:
        end = text.rfind(b"row>") + 4
        if end > 3:
            yield text[:end]
            text = text[end:]
        text += piece
    yield text


def _check_extent(package: Package, part: str, sheet: str) -> None:
    """Read every cell's address with an XML parser: slow, and needed only for sheets out of the ordinary."""
    extent = CellRange(1, 1, 1, 1)
    row = column = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal extent, row, column
        kind = name.rpartition(":")[2]
        if kind == "row":
            row, column = int(attributes.get("r", row + 1)), 0
        elif kind == "c":
            cell = parse_range(attributes["r"]) if "r" in attributes else CellRange(row, column + 1, row, column + 1)
            if cell is None:
                raise ValueError(attributes["r"])
            row, column = cell.last_row, cell.last_column
            extent |= cell

    def refuse(*_: object) -> None:
        raise ValueError("a document type")

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        for piece in package.pieces(part):
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except (expat.ExpatError, ValueError) as error:
        raise package.problem(
            f"its sheet {sheet} is damaged ({error}). Open it in Excel or LibreOffice, repair, and save it."
        ) from None
    if extent.last_row * extent.last_column > MOST_CELLS:
        raise package.problem(
            f"its sheet {sheet} reaches to column {column_letters(extent.last_column)} and row {extent.last_row:,}. "
            "Delete the stray cells far away from the tables (mark the columns or rows, right-click, Delete), and save."
        )
