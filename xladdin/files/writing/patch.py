"""New values in one sheet's XML, streamed. All but the cells of the blocks comes back byte for byte.

Pieces that end at the end of a row stay untouched if no block reaches them or they hold its values already. The rest
goes cell by cell (`row_xml`). Missing rows are put in where they belong.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import lt

from xladdin.cells.addresses import CellRange, parse_range
from xladdin.cells.formulas import LOST_CELL
from xladdin.cells.limits import LAST_COLUMN, LAST_ROW
from xladdin.files.writing.patch_plan import Band
from xladdin.files.writing.rows.cell_xml import CellWriter
from xladdin.files.writing.rows.row_xml import (
    RowPatcher,
    UnknownXml,
    attributes_of,
    element_pattern,
    style_attribute,
)

_NEW_ROWS_AT_ONCE = 1000
_MOST_DESCRIBED = 4 * LAST_COLUMN
"""The most columns that a sheet describes. Each is there once (18.3.1.13), but no program is perfect."""
_ASIDE = re.compile(rb"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_ROW_NUMBER = re.compile(rb"""\sr\s*=\s*["']([0-9]+)["']""")
_LOST = LOST_CELL.encode()


class SheetPatch:
    """The patch of one sheet, used once.

    `bands` is what to write, ascending. `prefix` is that of the sheet's elements, such as b"x:". From the row
    `whole_from` on, the bands are all that the sheet holds.
    """

    def __init__(
        self,
        bands: Sequence[Band],
        prefix: bytes,
        date1904: bool = False,
        whole_from: int = LAST_ROW + 1,
    ) -> None:
        self._whole_from, self._prefix = whole_from, prefix
        self._bands = bands
        self._next = bands[0].first_row if bands else LAST_ROW + 1
        self._last_seen = 0
        self._writer = CellWriter(prefix, date1904)
        self._rows = RowPatcher(prefix, self._writer, {})
        self._row = element_pattern(prefix + b"row")
        self._plain_row = re.compile(rb'<%brow r="([0-9]+)"' % re.escape(prefix))
        self._row_end = b"</%brow>" % prefix
        self._models = {column.model_row for band in bands for column in band.columns}
        self._edges = sorted({row for band in bands for row in (band.first_row, band.last_row + 1)})

    def apply(self, pieces: Iterable[bytes]) -> Iterator[bytes]:
        """The sheet's XML with the new values. Raises UnknownXml if it has no known shape."""
        source = iter(pieces)
        opening = re.compile(rb"<%bsheetData(?:\s[^<>]*)?/?>" % re.escape(self._prefix))
        text = next(source, b"")
        while (start := opening.search(without_asides(text))) is None:
            text += _next_of(source)
        yield self._head(text[: start.start()])
        if start[0].endswith(b"/>"):
            yield start[0][:-2].rstrip() + b">"
            yield from self._missing(LAST_ROW + 1)
            yield b"</%bsheetData>" % self._prefix + text[start.end() :]
        else:
            yield start[0]
            yield from self._sheet_data(text[start.end() :], source)
        yield from source

    def _sheet_data(self, text: bytes, source: Iterator[bytes]) -> Iterator[bytes]:
        closing = b"</%bsheetData" % self._prefix
        while (end := text.find(closing)) < 0:
            cut = text.rfind(self._row_end) + len(self._row_end)
            if cut < len(self._row_end):
                cut = max(text.rfind(b"<%brow " % self._prefix), 0)  # rows that close themselves
            if cut:
                yield from self._chunk(text[:cut])
                text = text[cut:]
            text += _next_of(source)
        yield from self._chunk(text[:end])
        yield from self._missing(LAST_ROW + 1)
        yield text[end:]

    def _head(self, head: bytes) -> bytes:
        """Learns the columns' styles, and makes the sheet's extent hold the blocks."""
        p = re.escape(self._prefix)
        styles: dict[int, bytes] = {}
        described = 0
        for tag in re.findall(rb"<%bcol(\s[^<>]*)>" % p, without_asides(head)):
            attributes = attributes_of(tag)
            first, last = max(int(attributes[b"min"]), 1), min(int(attributes[b"max"]), LAST_COLUMN)
            described += max(last - first + 1, 0)
            if described > _MOST_DESCRIBED:
                raise UnknownXml
            styles.update(dict.fromkeys(range(first, last + 1), attributes.get(b"style", b"0")))
        self._rows = RowPatcher(self._prefix, self._writer, styles)
        areas = [
            CellRange(band.first_row, band.columns[0].number, band.last_row, band.columns[-1].number)
            for band in self._bands
        ]
        dimension = re.search(rb"""<%bdimension\s[^<>]*?\bref=["']([^"']*)""" % p, without_asides(head))
        extent = dimension and parse_range(dimension[1].decode())
        if dimension is None or extent is None or not areas:
            return head
        for area in areas:
            extent |= area
        return head[: dimension.start(1)] + str(extent).encode() + head[dimension.end(1) :]

    def _chunk(self, text: bytes) -> Iterator[bytes]:
        """Cuts whole rows at the beginning or end of a band, so that each part goes the quickest way."""
        start = 0
        for row in self._edges[bisect_right(self._edges, self._last_seen + 1) :]:
            edge = text.find(b'<%brow r="%d"' % (self._prefix, row), start)
            if edge < 0:
                break
            if edge > start:
                yield from self._rows_of_a_kind(text[start:edge])
            start = edge
        yield from self._rows_of_a_kind(text[start:])

    def _rows_of_a_kind(self, text: bytes) -> Iterator[bytes]:
        """Whole rows, and blank text between them."""
        if b"!" in text and b"<!" in text:  # the first search takes no time
            raise UnknownXml
        first, last = self._plain_row.search(text), self._plain_row.match(text, text.rfind(b"<%brow " % self._prefix))
        if first is None or last is None or text[: first.start()].strip():
            yield from self._cell_by_cell(text)
            return
        top, bottom = int(first[1]), int(last[1])
        if top >= self._whole_from:
            return
        band = self._band_of(top)
        if top <= self._last_seen:
            raise UnknownXml
        if bottom < self._next or (band is not None and self._may_stay(text, band, top, bottom)):
            rows = list(map(int, self._plain_row.findall(text)))
            if not all(map(lt, rows, rows[1:])):
                raise UnknownXml
            self._learn_models(text, top, bottom)
            self._advance(bottom)
            yield text
        else:
            yield from self._cell_by_cell(text)

    def _may_stay(self, text: bytes, band: Band, top: int, bottom: int) -> bool:
        """Whether rows hold all that a band would write: its values, no row missing, a formula only in live cells."""
        if not band.is_held or bottom > band.last_row or top != self._next:
            return False
        rows = bottom - top + 1
        return text.count(self._row_end) == rows and _LOST not in text and self._formulas_stand(text, band, rows)

    def _formulas_stand(self, text: bytes, band: Band, rows: int) -> bool:
        """Whether so many rows have a formula in each live cell of the band, and in none of its others."""
        p = re.escape(self._prefix)
        letters = b"|".join(column.letters for column in band.columns)
        formulas = re.findall(rb'<%bc r="(%b)[0-9]+"[^<>]*><%bf[\s/>]' % (p, letters, p), text)
        return all(formulas.count(column.letters) == (rows if column.formula else 0) for column in band.columns)

    def _cell_by_cell(self, text: bytes) -> Iterator[bytes]:
        end = 0
        for match in self._row.finditer(text):
            blank, tag, body = text[end : match.start()], match[1], match[2] or b""
            end = match.end()
            number = _ROW_NUMBER.search(tag)
            row = int(number[1]) if number else self._last_seen + 1
            if blank.strip() or row <= self._last_seen or match[3] is not None:
                raise UnknownXml
            if row >= self._whole_from:
                continue
            yield from self._missing(row)
            yield blank
            band = self._band_of(row)
            if row in self._models:
                self._learn_model(row, body)
            yield match[0] if band is None else self._rows.patch(row, tag, body, band)
            self._advance(row)
        if text[end:].strip():
            raise UnknownXml
        yield text[end:]

    def _missing(self, until: int) -> Iterator[bytes]:
        """The rows of the bands that the sheet does not have, up to the row before `until`."""
        while self._next < until and (band := self._band_of(self._next)) is not None:
            last = min(until - 1, band.last_row, self._next + _NEW_ROWS_AT_ONCE - 1)
            rows = range(self._next, last + 1)
            yield self._new_rows(rows, band)
            self._advance(last)

    def _new_rows(self, rows: range, band: Band) -> bytes:
        cells = []
        for column in band.columns:
            default = self._rows.column_style(column.number)
            style = column.style_of_new(rows[0]) or default
            formulas = column.formula.elements(rows) if column.formula else None
            values = column.values_of(rows)
            cells.append(
                self._writer.column(column.letters, style_attribute(style), rows, values, formulas, style != default)
            )
        start, end = b'<%brow r="%%d">' % self._prefix, self._row_end
        bodies = map(b"".join, zip(*cells))
        return b"".join(start % row + body + end for row, body in zip(rows, bodies) if body)

    def _band_of(self, row: int) -> Band | None:
        return next((band for band in self._bands if band.first_row <= row <= band.last_row), None)

    def _advance(self, row: int) -> None:
        """Notes that all rows up to this one are written."""
        self._last_seen = row
        if row >= self._next:
            rest = (max(band.first_row, row + 1) for band in self._bands if band.last_row > row)
            self._next = min(rest, default=LAST_ROW + 1)

    def _learn_models(self, text: bytes, top: int, bottom: int) -> None:
        for model in self._models:
            if top <= model <= bottom:
                row = re.search(rb'<%brow r="%d"[^<>]*(?<!/)>' % (re.escape(self._prefix), model), text)
                if row is not None:
                    self._learn_model(model, text[row.end() : text.index(self._row_end, row.end())])

    def _learn_model(self, row: int, body: bytes) -> None:
        columns = [column for band in self._bands for column in band.columns if column.model_row == row]
        styles = self._rows.styles(body, {column.letters for column in columns})
        for column in columns:
            column.new_style = styles.get(column.letters)


def without_asides(xml: bytes) -> bytes:
    """The same XML with comments and the like blanked, so that nothing is found in them. Places stay the same."""
    return _ASIDE.sub(lambda aside: b" " * len(aside[0]), xml)


def _next_of(source: Iterator[bytes]) -> bytes:
    piece = next(source, None)
    if piece is None:
        raise UnknownXml
    return piece
