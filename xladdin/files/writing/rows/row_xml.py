"""One row of a sheet, changed cell by cell, for every shape of XML. It refuses what it does not know."""

import re
from bisect import bisect
from collections.abc import Collection
from functools import cache
from html import unescape
from operator import lt
from typing import TypeAlias

from xladdin.cells.addresses import column_letters, column_number
from xladdin.cells.formulas import is_spoilt
from xladdin.files.writing.patch_plan import Band, BlockColumn
from xladdin.files.writing.rows.cell_xml import CellWriter

_ATTRIBUTE = re.compile(rb"""\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ADDRESS = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{1,3})[0-9]+["']""")
_TYPE = re.compile(rb"""\s+(?:t|vm)\s*=\s*(?:"[^"]*"|'[^']*')""")
"""The type and rich value of the old value. The new one brings its own."""
_METADATA = re.compile(rb"""\s+cm\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPANS = re.compile(rb"""\s+spans\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPAN = re.compile(rb"([0-9]+):([0-9]+)")
_PLACE_AND_STYLE = re.compile(rb"""(?:\s+[rs]\s*=\s*(?:"[^"]*"|'[^']*'))*""")
_TRUE = (b"1", b"true")


class UnknownXml(Exception):
    """The XML is broken, or has a shape that no known program writes."""


class FormulaInTheWay(Exception):
    """A formula is in a place for a value. The argument is the cell's address."""


Cell: TypeAlias = "tuple[bytes, bytes, bytes, bytes, bytes]"
"""A cell of a row's XML, as a plain tuple since there are a million of them.

It has the whole element, the inside of its tag without what belongs to its value, the letters of its column, its style
(b"" for 0), and its <f> element, if it has one.
"""


@cache
def element_pattern(tag: bytes) -> re.Pattern[bytes]:
    """A whole element: the inside of its tag, and what is between its tags (None if it closes itself).

    The third group matches if it is never closed, so that only one search goes on to the end of the text.
    """
    inside = rb"""(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*?)?"""
    return re.compile(rb"<%b(%b)(?:/>|>(.*?)</%b\s*>|>(.*)\Z)" % (re.escape(tag), inside, re.escape(tag)), re.DOTALL)


@cache
def plain_cell_pattern(prefix: bytes) -> re.Pattern[bytes]:
    """A cell as most programs write it: the element, its address and style, its column, its style, its formula."""
    p = re.escape(prefix)
    formula = rb"<%bf(?:\s[^<>]*)?/>|<%bf(?:\s[^<>]*)?>[^<]*</%bf>" % (p, p, p)
    inline = rb"<%bis>[^<]*(?:<(?!/%bis>|/?%bc[\s>])[^<]*)*</%bis>" % (p, p, p, p)
    content = rb"(%b)?(?:<%bv>[^<]*</%bv>|%b)?" % (formula, p, p, inline)
    address = rb' r="([A-Z]{1,3})[0-9]+"(?: s="([0-9]+)")?'
    return re.compile(rb'(<%bc(%b)(?: t="[A-Za-z]+")?(?:/>|>%b</%bc>))' % (p, address, content, p), re.DOTALL)


def attributes_of(tag: bytes) -> dict[bytes, bytes]:
    """The attributes in the inside of a tag."""
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(tag)}


def style_attribute(style: bytes) -> bytes:
    """The attribute of a style. Style 0 has none."""
    return b"" if style == b"0" else b' s="%b"' % style


def spans_hold(hint: bytes, band: Band) -> bool:
    """Whether a row's hint about its columns (18.3.1.73: spans="2:5 9:12") also holds with the band's cells."""
    ends = [(int(first), int(last)) for first, last in _SPAN.findall(hint)]
    return all(any(first <= column.number <= last for first, last in ends) for column in band.columns)


def text_of_formula(element: bytes) -> str:
    """The text of an <f> element, or nothing for a member of a shared one."""
    return unescape(element[element.index(b">") + 1 :].partition(b"<")[0].decode())


class RowPatcher:
    """Writes computed values into the rows of one sheet. `column_styles` has the style of each column with one."""

    def __init__(self, prefix: bytes, writer: CellWriter, column_styles: dict[int, bytes]) -> None:
        self._plain_cell = plain_cell_pattern(prefix)
        self._cell = element_pattern(prefix + b"c")
        self._formula = element_pattern(prefix + b"f")
        self._row = b"<%brow%%b>%%b</%brow>" % (prefix, prefix)
        self._writer = writer
        self._column_styles = column_styles

    def column_style(self, column: int) -> bytes:
        """The style of a column's missing cells, as its number: b"0" if the sheet says nothing."""
        return self._column_styles.get(column, b"0")

    def patch(self, row: int, tag: bytes, body: bytes, band: Band) -> bytes:
        """The whole row with the band's cells. `tag`: inside of the row's tag. `body`: what is between its tags."""
        row_style = None
        if b"customFormat" in tag and (attributes := attributes_of(tag)).get(b"customFormat") in _TRUE:
            row_style = attributes.get(b"s", b"0")
        if (hint := _SPANS.search(tag)) is not None and not spans_hold(hint[0], band):
            tag = _SPANS.sub(b"", tag)
        missing = {column.letters: column for column in band.columns}
        cells, removable = self.cells(body)
        out = []
        for cell in cells:
            column = missing.pop(cell[2], None)
            if column is None:
                out.append(cell[0])
            else:
                blank = cell[0][: cell[0].index(b"<")]
                out.append(blank + self._changed(row, cell, column, row_style, removable))
        new = [(column, xml) for column in missing.values() if (xml := self._new_cell(row, column, row_style))]
        if new:
            numbers = [_column_number(cell[2]) for cell in cells]
            for column, xml in reversed(new):
                out.insert(bisect(numbers, column.number), xml)
        out.append(body[len(body.rstrip()) :])
        return self._row % (tag, b"".join(out))

    def cells(self, body: bytes) -> tuple[list[Cell], bool]:
        """The cells of a row, and whether one may be removed without moving others.

        Raises UnknownXml if there is anything but cells, or if they do not ascend.
        """
        cells: list[Cell] = self._plain_cell.findall(body)
        removable = True
        if sum(len(cell[0]) for cell in cells) != len(body):
            cells, removable = self._cells_of_any_shape(body)
        numbers = [_column_number(cell[2]) for cell in cells]
        if not all(map(lt, numbers, numbers[1:])):
            raise UnknownXml
        return cells, removable

    def _cells_of_any_shape(self, body: bytes) -> tuple[list[Cell], bool]:
        """Makes white space before a cell part of it. A cell without an address is right of the one before."""
        cells: list[Cell] = []
        column = end = 0
        all_addressed = True
        for match in self._cell.finditer(body):
            blank, tag, end = body[end : match.start()], match[1], match.end()
            if match[3] is not None:
                raise UnknownXml
            address = _ADDRESS.search(tag)
            column = _column_number(address[1].upper()) if address else column + 1
            all_addressed = all_addressed and address is not None
            if blank.strip():
                raise UnknownXml
            formula = self._formula.search(match[2] or b"")
            style = attributes_of(tag).get(b"s", b"")
            tag = _TYPE.sub(b"", tag if formula else _METADATA.sub(b"", tag)).rstrip()
            letters = column_letters(column).encode()
            cells.append((blank + match[0], tag, letters, style, formula[0] if formula else b""))
        if body[end:].strip():
            raise UnknownXml
        return cells, all_addressed

    def styles(self, body: bytes, columns: Collection[bytes]) -> dict[bytes, bytes]:
        """The styles of a row's cells in some columns. A cell that is not there has none."""
        return {cell[2]: cell[3] or b"0" for cell in self.cells(body)[0] if cell[2] in columns}

    def _changed(self, row: int, cell: Cell, column: BlockColumn, row_style: bytes | None, removable: bool) -> bytes:
        _, attributes, letters, style, formula = cell
        value = column.value(row)
        if formula and column.values_only:
            raise FormulaInTheWay(f"{letters.decode()}{row}")
        if column.formula and (not formula or is_spoilt(text_of_formula(formula), row)):
            formula = column.formula.element(row)
        if (value is None or value == "") and not formula and removable and _PLACE_AND_STYLE.fullmatch(attributes):
            default = self.column_style(column.number) if row_style is None else row_style
            if (style or b"0") == default:
                return b""
        if not attributes.startswith(b' r="') and _ADDRESS.search(attributes) is None:
            attributes = b' r="%b%d"%b' % (letters, row, attributes)
        return self._writer.cell(attributes, value, formula)

    def _new_cell(self, row: int, column: BlockColumn, row_style: bytes | None) -> bytes:
        default = self.column_style(column.number) if row_style is None else row_style
        style = column.style_of_new(row) or default
        formula = column.formula.element(row) if column.formula else b""
        value = column.value(row)
        if not formula and (value is None or value == "") and style == default:
            return b""
        return self._writer.cell(b' r="%b%d"%b' % (column.letters, row, style_attribute(style)), value, formula)


@cache
def _column_number(letters: bytes) -> int:
    return column_number(letters.decode())
