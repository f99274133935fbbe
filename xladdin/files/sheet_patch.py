"""Write new values into one sheet's XML, streamed. All but the cells of the blocks comes back byte for byte.

The blocks of values are sorted into bands of rows with the same columns. Pieces of the XML that end at the end of a row
stay untouched if no band reaches them or they hold its values already. Rows that are all alike go column by column, and
what is between the cells of the band stays. The rest goes cell by cell, for every shape of XML; what is not known is
refused. Missing rows are put in where they belong.

A cell's text is always text: an inline string in a cell of values, the result `str` of a formula, never a formula. If
the formulas of a column differ only in the row, Excel stores the text once. The first cell names the range and an
index, the others only the index (ECMA-376 part 1, 18.3.1.40). That makes a sheet of 100,000 games a third as large.
[MS-XLSB] 2.5.98.98 says what such a formula may not hold. Excel calls a workbook damaged that breaks it, for example
with another sheet's cells. So only the plainest formulas are shared, and all others are written out in every cell.

Source: ECMA-376 part 1, 18.3.1.4, 18.18.11, 22.9.2.19.
"""

from __future__ import annotations

import re
from bisect import bisect, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache, partial
from html import unescape
from itertools import compress, pairwise, repeat
from math import isfinite
from operator import lt
from typing import NamedTuple, TypeAlias

from xladdin.cells import (
    DAY_ZERO_1904,
    ERROR_VALUES,
    LAST_COLUMN,
    LAST_ROW,
    LONGEST_CELL,
    LOST_CELL,
    QUOTED,
    RELATIVE,
    SERIAL_DAY_ZERO,
    CellBlock,
    CellRange,
    CellValue,
    column_letters,
    column_number,
    is_broken_formula,
    parse_range,
)
from xladdin.errors import OutOfRangeError
from xladdin.files.club_file import ClubFile
from xladdin.files.package import with_changed
from xladdin.messages import msg


@dataclass
class BlockColumn:
    """One column of a block.

    `number` is the column's, from 1. `first_row` is the row of the first value. Above `changed_row` all cells hold
    their values already. `formula` is for a cell without one, in a live column. `model_row` is the last row of data
    that the table had, whose cell styles new rows take (0: there is none). `new_style` is its style here, once it is
    known. With `values_only` an existing formula is in the way, since it would show another value.
    """

    number: int
    first_row: int
    changed_row: int
    values: Sequence[CellValue]
    formula: LiveFormula | None
    model_row: int = 0
    new_style: bytes | None = None
    values_only: bool = False

    def __post_init__(self) -> None:
        self.letters = column_letters(self.number).encode()

    def value(self, row: int) -> CellValue:
        """Return the value for a row of the sheet."""
        return self.values[row - self.first_row]

    def values_of(self, rows: Sequence[int]) -> Sequence[CellValue]:
        """Return the values for some ascending rows of the sheet."""
        first, last = rows[0] - self.first_row, rows[-1] - self.first_row
        if last - first + 1 == len(rows):
            return self.values[first : last + 1]
        return [self.values[row - self.first_row] for row in rows]

    def style_of_new(self, row: int) -> bytes | None:
        """Return the model row's style for a row below the old table, or None for any other row."""
        return self.new_style if 0 < self.model_row < row else None


class Band(NamedTuple):
    """Rows of a sheet in which the same columns are written. The columns ascend.

    `is_held` means that all cells hold their values already, so that only the formula of a live one may be missing.
    """

    first_row: int
    last_row: int
    columns: tuple[BlockColumn, ...]
    is_held: bool = False


def area_of(block: CellBlock) -> CellRange | None:
    """Return the cells that a block writes, or None if it has no cell."""
    if not block.columns or not block.columns[0]:
        return None
    last_row = block.row + len(block.columns[0]) - 1
    return CellRange(block.row, block.column, last_row, block.column + len(block.columns) - 1)


def plan_bands(
    blocks: Sequence[CellBlock], model_rows: Mapping[str, int], prefix: bytes, indices: Iterator[int]
) -> tuple[Band, ...]:
    """Return the bands of one sheet, from the top down. Raises ValueError if blocks overlap or are no rectangles.

    `model_rows` has the last row of data of each table. `indices` are free for shared formulas.
    """
    columns = [column for block in blocks for column in _columns(block, model_rows, prefix, indices)]
    edges = sorted(
        {
            edge
            for column in columns
            for edge in (column.first_row, column.changed_row, column.first_row + len(column.values))
        }
    )
    bands = [_band(first, end - 1, columns) for first, end in pairwise(edges)]
    return tuple(band for band in bands if band.columns)


def _columns(
    block: CellBlock, model_rows: Mapping[str, int], prefix: bytes, indices: Iterator[int]
) -> Iterator[BlockColumn]:
    area = area_of(block)
    assert area is not None
    for index, values in enumerate(block.columns):
        if len(values) != len(block.columns[0]):
            raise ValueError(f"columns of unequal length in the block at {area} of {block.sheet}")
        number = block.column + index
        formula = block.formulas.get(index)
        live = formula and LiveFormula(formula, column_letters(number), area.last_row, prefix, indices)
        values_only = bool(block.table) and not formula
        yield BlockColumn(
            number,
            block.row,
            block.row + block.unchanged_rows,
            values,
            live or None,
            model_rows.get(block.table, 0),
            values_only=values_only,
        )


def _band(first_row: int, last_row: int, columns: Sequence[BlockColumn]) -> Band:
    inside = [
        column
        for column in columns
        if column.first_row <= first_row and last_row < column.first_row + len(column.values)
    ]
    inside.sort(key=lambda column: column.number)
    for left, right in pairwise(inside):
        if left.number == right.number:
            raise ValueError(f"two blocks write to {column_letters(left.number)}{first_row}")
    return Band(first_row, last_row, tuple(inside), all(last_row < column.changed_row for column in inside))


_ATTRIBUTE = re.compile(rb"""\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ADDRESS = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{1,3})[0-9]+["']""")
# The type and rich value of the old value. The new one brings its own.
_TYPE = re.compile(rb"""\s+(?:t|vm)\s*=\s*(?:"[^"]*"|'[^']*')""")
_METADATA = re.compile(rb"""\s+cm\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPANS = re.compile(rb"""\s+spans\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPAN = re.compile(rb"([0-9]+):([0-9]+)")
_PLACE_AND_STYLE = re.compile(rb"""(?:\s+[rs]\s*=\s*(?:"[^"]*"|'[^']*'))*""")
_TRUE = (b"1", b"true")


class UnknownXmlError(Exception):
    """The XML is broken, or has a shape that no known program writes."""


class FormulaConflictError(Exception):
    """A formula is in a place for a value. The argument is the cell's address."""


# A cell of a row's XML, as a plain tuple since there are a million of them.
#
# It has the whole element, the inside of its tag without what belongs to its value, the letters of its column, its
# style (b"" for 0), and its <f> element, if it has one.
Cell: TypeAlias = "tuple[bytes, bytes, bytes, bytes, bytes]"


@cache
def element_pattern(tag: bytes) -> re.Pattern[bytes]:
    """Return a whole element: the inside of its tag, and what is between its tags (None if it closes itself).

    The third group matches if it is never closed, so that only one search goes on to the end of the text.
    """
    inside = rb"""(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*?)?"""
    return re.compile(rb"<%b(%b)(?:/>|>(.*?)</%b\s*>|>(.*)\Z)" % (re.escape(tag), inside, re.escape(tag)), re.DOTALL)


@cache
def plain_cell_pattern(prefix: bytes) -> re.Pattern[bytes]:
    """Return a cell as most programs write it: element, address and style, column, style, formula."""
    address = rb' r="([A-Z]{1,3})[0-9]+"(?: s="([0-9]+)")?'
    return re.compile(rb"(%b)" % _plain_cell(prefix, rb"(%b)" % address), re.DOTALL)


@cache
def plain_cells_pattern(prefix: bytes, columns: bytes) -> re.Pattern[bytes]:
    """Return a plain cell of columns whose letters have a bar between them: column, row, style attribute, formula."""
    return re.compile(_plain_cell(prefix, rb' r="(%b)([0-9]+)"( s="[0-9]+")?' % columns), re.DOTALL)


def _plain_cell(prefix: bytes, place: bytes) -> bytes:
    p = re.escape(prefix)
    formula = rb"<%bf(?:\s[^<>]*)?/>|<%bf(?:\s[^<>]*)?>[^<]*</%bf>" % (p, p, p)
    inline = rb"<%bis>[^<]*(?:<(?!/%bis>|/?%bc[\s>])[^<]*)*</%bis>" % (p, p, p, p)
    content = rb"(%b)?(?:<%bv>[^<]*</%bv>|%b)?" % (formula, p, p, inline)
    return rb'<%bc%b(?: t="[A-Za-z]+")?(?:/>|>%b</%bc>)' % (p, place, content, p)


def attributes_of(tag: bytes) -> dict[bytes, bytes]:
    """Return the attributes in the inside of a tag."""
    return {name: double or single for name, double, single in _ATTRIBUTE.findall(tag)}


def style_attribute(style: bytes) -> bytes:
    """Return the attribute of a style. Style 0 has none."""
    return b"" if style == b"0" else b' s="%b"' % style


def spans_cover(hint: bytes, band: Band) -> bool:
    """Return whether a row's hint about its columns (18.3.1.73: spans="2:5 9:12") also holds with the band's cells."""
    ends = [(int(first), int(last)) for first, last in _SPAN.findall(hint)]
    return all(any(first <= column.number <= last for first, last in ends) for column in band.columns)


def text_of_formula(element: bytes) -> str:
    """Return the text of an <f> element, or nothing for a member of a shared one."""
    return unescape(element[element.index(b">") + 1 :].partition(b"<")[0].decode())


class RowPatcher:
    """Writes computed values into the rows of one sheet. `column_styles` has the style of each column with one."""

    def __init__(self, prefix: bytes, writer: CellWriter, column_styles: dict[int, bytes]) -> None:
        self._prefix = prefix
        self._plain_cell = plain_cell_pattern(prefix)
        self._cell = element_pattern(prefix + b"c")
        self._unusual_cell = re.compile(rb'<%bc(?! r="[A-Z]+[0-9]+"[\s/>])(?=[\s/>])' % re.escape(prefix))
        self._formula = element_pattern(prefix + b"f")
        self._row = b"<%brow%%b>%%b</%brow>" % (prefix, prefix)
        self._row_end = b"</%brow>" % prefix
        self._writer = writer
        self._column_styles = column_styles

    def column_style(self, column: int) -> bytes:
        """Return the style of a column's missing cells, as its number: b"0" if the sheet says nothing."""
        return self._column_styles.get(column, b"0")

    def patch(self, row: int, tag: bytes, body: bytes, band: Band) -> bytes:
        """Return the whole row with the band's cells.

        `tag`: inside of the row's tag. `body`: what is between its tags.
        """
        row_style = None
        if b"customFormat" in tag and (attributes := attributes_of(tag)).get(b"customFormat") in _TRUE:
            row_style = attributes.get(b"s", b"0")
        if (hint := _SPANS.search(tag)) is not None and not spans_cover(hint[0], band):
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

    def patch_rows(self, text: bytes, rows: range, band: Band) -> bytes | None:
        """Return successive whole rows with the band's cells, a column at a time.

        Returns None if the rows are not all as the first, or if anything about them is unusual.
        """
        groups = self._grouped_columns(text, rows, band)
        if not groups or (b"spans" in text and not all(spans_cover(hint, band) for hint in set(_SPANS.findall(text)))):
            return None
        letters = [present.letters for *_, present in groups]
        pieces = plain_cells_pattern(self._prefix, b"|".join(letters)).split(text)
        if pieces[1::5] != letters * len(rows) or pieces[2::5] != [b"%d" % row for row in rows for _ in letters]:
            return None
        out = [b""] * (2 * len(pieces[::5]) - 1)
        out[::2] = pieces[::5]
        for at, (*missing, present) in enumerate(groups):
            styles, formulas = (pieces[5 * at + group :: 5 * len(letters)] for group in (3, 4))
            new = [self.new_cells(column, rows) for column in missing]
            new.append(self._changed_cells(present, rows, styles, formulas))
            out[2 * at + 1 :: 2 * len(letters)] = map(b"".join, zip(*new))
        return b"".join(out)

    def _grouped_columns(self, text: bytes, rows: range, band: Band) -> Sequence[Sequence[BlockColumn]]:
        """Return the band's columns that the first of the rows has, each behind those right before it that all lack.

        Returns nothing if that is not all.
        """
        first_row = text.partition(self._row_end)[0]
        groups: list[list[BlockColumn]] = [[]]
        for column in band.columns:
            start = b'<%bc r="%b' % (self._prefix, column.letters)
            is_there = b'%b%d"' % (start, rows[0]) in first_row
            if groups[-1] and groups[-1][-1].number != column.number - 1:
                return ()
            if not is_there and (start in text or column.style_of_new(rows[0]) != column.style_of_new(rows[-1])):
                return ()
            groups[-1].append(column)
            if is_there:
                groups.append([])
        if groups.pop() or b"customFormat" in text:
            return ()
        if len(groups) < len(band.columns) and self._unusual_cell.search(text):  # which may be one of the missing
            return ()
        return groups

    def _changed_cells(
        self, column: BlockColumn, rows: range, styles: Sequence[bytes | None], formulas: Sequence[bytes | None]
    ) -> list[bytes]:
        """Return a column's new cells in some rows. `styles` and `formulas` are what the old ones have, or None."""
        if column.values_only and any(formulas):
            row = next(row for row, formula in zip(rows, formulas) if formula)
            raise FormulaConflictError(f"{column.letters.decode()}{row}")
        if column.formula:
            formulas = [
                old
                if old and (old.endswith(b"/>") or not is_broken_formula(text_of_formula(old), row))
                else column.formula.element(row)
                for row, old in zip(rows, formulas)
            ]
        cells = dict.fromkeys(rows, b"")
        for style in set(styles):
            chosen = [old == style for old in styles]
            chosen_rows, values = list(compress(rows, chosen)), list(compress(column.values_of(rows), chosen))
            elements = [formula or b"" for formula in compress(formulas, chosen)]
            keep_blank = (style or b' s="0"')[4:-1] != self.column_style(column.number)
            new = self._writer.column(
                column.letters, style or b"", chosen_rows, values, elements if any(elements) else None, keep_blank
            )
            cells.update(zip(chosen_rows, new))
        return list(cells.values())

    def new_cells(self, column: BlockColumn, rows: range) -> list[bytes]:
        """Return the cells of a column in rows that lack them. A blank one in the style of its column stays away."""
        default = self.column_style(column.number)
        style = column.style_of_new(rows[0]) or default
        formulas = column.formula.elements(rows) if column.formula else None
        return self._writer.column(
            column.letters, style_attribute(style), rows, column.values_of(rows), formulas, style != default
        )

    def cells(self, body: bytes) -> tuple[list[Cell], bool]:
        """Return the cells of a row, and whether one may be removed without moving others.

        Raises UnknownXmlError if there is anything but cells, or if they do not ascend.
        """
        cells: list[Cell] = self._plain_cell.findall(body)
        removable = True
        if sum(len(cell[0]) for cell in cells) != len(body):
            cells, removable = self._normalize_cells(body)
        numbers = [_column_number(cell[2]) for cell in cells]
        if not all(map(lt, numbers, numbers[1:])):
            raise UnknownXmlError
        return cells, removable

    def _normalize_cells(self, body: bytes) -> tuple[list[Cell], bool]:
        """Make white space before a cell part of it. A cell without an address is right of the one before."""
        cells: list[Cell] = []
        column = end = 0
        all_addressed = True
        for match in self._cell.finditer(body):
            blank, tag, end = body[end : match.start()], match[1], match.end()
            if match[3] is not None:
                raise UnknownXmlError
            address = _ADDRESS.search(tag)
            column = _column_number(address[1].upper()) if address else column + 1
            all_addressed = all_addressed and address is not None
            if blank.strip():
                raise UnknownXmlError
            formula = self._formula.search(match[2] or b"")
            style = attributes_of(tag).get(b"s", b"")
            tag = _TYPE.sub(b"", tag if formula else _METADATA.sub(b"", tag)).rstrip()
            letters = column_letters(column).encode()
            cells.append((blank + match[0], tag, letters, style, formula[0] if formula else b""))
        if body[end:].strip():
            raise UnknownXmlError
        return cells, all_addressed

    def styles(self, body: bytes, columns: Collection[bytes]) -> dict[bytes, bytes]:
        """Return the styles of a row's cells in some columns. A cell that is not there has none."""
        return {cell[2]: cell[3] or b"0" for cell in self.cells(body)[0] if cell[2] in columns}

    def _changed(self, row: int, cell: Cell, column: BlockColumn, row_style: bytes | None, removable: bool) -> bytes:
        _, attributes, letters, style, formula = cell
        value = column.value(row)
        if formula and column.values_only:
            raise FormulaConflictError(f"{letters.decode()}{row}")
        if column.formula and (not formula or is_broken_formula(text_of_formula(formula), row)):
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


_NEW_ROWS_AT_ONCE = 1000
# The most columns that a sheet describes. Each is there once (18.3.1.13), but no program is perfect.
_MOST_DESCRIBED = 4 * LAST_COLUMN
_ASIDE = re.compile(rb"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_ROW_NUMBER = re.compile(rb"""\sr\s*=\s*["']([0-9]+)["']""")
_LOST = LOST_CELL.encode()


class SheetPatch:
    """The patch of one sheet, used once.

    `bands` is what to write, ascending. `prefix` is that of the sheet's elements, such as b"x:". From the row
    `whole_from` on, the bands are all that the sheet holds.
    """

    # With fewer rows, compiling the pattern of their columns takes longer than going cell by cell.
    rows_for_columns = 40

    def __init__(
        self,
        bands: Sequence[Band],
        prefix: bytes,
        date1904: bool,
        whole_from: int,
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
        """Yield the sheet's XML with the new values. Raises UnknownXmlError if it has no known shape."""
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
        """Learn the styles of the columns, and make the extent of the sheet hold the blocks."""
        p = re.escape(self._prefix)
        styles: dict[int, bytes] = {}
        described = 0
        for tag in re.findall(rb"<%bcol(\s[^<>]*)>" % p, without_asides(head)):
            attributes = attributes_of(tag)
            first, last = max(int(attributes[b"min"]), 1), min(int(attributes[b"max"]), LAST_COLUMN)
            described += max(last - first + 1, 0)
            if described > _MOST_DESCRIBED:
                raise UnknownXmlError
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
        """Cut whole rows at the beginning or end of a band, so that each part goes the quickest way."""
        start = 0
        for row in self._edges[bisect_right(self._edges, self._last_seen + 1) :]:
            edge = text.find(b'<%brow r="%d"' % (self._prefix, row), start)
            if edge < 0:
                break
            if edge > start:
                yield from self._split_rows(text[start:edge])
            start = edge
        yield from self._split_rows(text[start:])

    def _split_rows(self, text: bytes) -> Iterator[bytes]:
        """Yield whole rows and the blank text between them, as they are where no value changes."""
        if b"!" in text and b"<!" in text:  # the first search takes no time
            raise UnknownXmlError
        first, last = self._plain_row.search(text), self._plain_row.match(text, text.rfind(b"<%brow " % self._prefix))
        if first is None or last is None or text[: first.start()].strip():
            yield from self._cell_by_cell(text)
            return
        top, bottom = int(first[1]), int(last[1])
        if top >= self._whole_from:
            return
        band = self._band_of(top)
        if top <= self._last_seen:
            raise UnknownXmlError
        new: bytes | None = None
        rows = list(map(int, self._plain_row.findall(text)))
        is_ascending = all(map(lt, rows, rows[1:]))
        if bottom < self._next or (band is not None and self._is_up_to_date(text, band, top, bottom)):
            if not is_ascending:
                raise UnknownXmlError
            new = text
        elif (
            band is not None
            and len(rows) >= self.rows_for_columns
            and bottom <= min(band.last_row, self._whole_from - 1)
            and is_ascending
        ):
            yield from self._missing(top)
            self._learn_models(text, top, bottom)
            new = self._rows.patch_rows(text, range(top, bottom + 1), band)
        if new is None:
            yield from self._cell_by_cell(text)
        else:
            self._learn_models(text, top, bottom)
            self._advance(bottom)
            yield new

    def _is_up_to_date(self, text: bytes, band: Band, top: int, bottom: int) -> bool:
        """Return whether rows hold all that a band would write.

        Its values are there, no row is missing, and only live cells have a formula.
        """
        if not band.is_held or bottom > band.last_row or top != self._next:
            return False
        rows = bottom - top + 1
        return text.count(self._row_end) == rows and _LOST not in text and self._has_formulas(text, band, rows)

    def _has_formulas(self, text: bytes, band: Band, rows: int) -> bool:
        """Return whether so many rows have a formula in each live cell of the band, and in none of its others."""
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
                raise UnknownXmlError
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
            raise UnknownXmlError
        yield text[end:]

    def _missing(self, until: int) -> Iterator[bytes]:
        """Yield the rows of the bands that the sheet does not have, up to the row before `until`."""
        while self._next < until and (band := self._band_of(self._next)) is not None:
            last = min(until - 1, band.last_row, self._next + _NEW_ROWS_AT_ONCE - 1)
            rows = range(self._next, last + 1)
            yield self._new_rows(rows, band)
            self._advance(last)

    def _new_rows(self, rows: range, band: Band) -> bytes:
        cells = [self._rows.new_cells(column, rows) for column in band.columns]
        start, end = b'<%brow r="%%d">' % self._prefix, self._row_end
        bodies = map(b"".join, zip(*cells))
        return b"".join(start % row + body + end for row, body in zip(rows, bodies) if body)

    def _band_of(self, row: int) -> Band | None:
        return next((band for band in self._bands if band.first_row <= row <= band.last_row), None)

    def _advance(self, row: int) -> None:
        """Note that all rows up to this one are written."""
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
    """Return the same XML with comments and the like blanked, so that nothing is found in them.

    Places stay the same.
    """
    return _ASIDE.sub(lambda aside: b" " * len(aside[0]), xml)


def _next_of(source: Iterator[bytes]) -> bytes:
    piece = next(source, None)
    if piece is None:
        raise UnknownXmlError
    return piece


# What XML gives a meaning or forbids. Text that looks like an escape is escaped itself (22.9.2.19).
# All such letters are in one set, which a search passes over three times as quickly as over alternatives.
_SPECIAL = re.compile("[&<>_\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff](?:(?<!_)|(?=x[0-9A-Fa-f]{4}_))")
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}

# The serial number of 29 February 1900, a day that Excel counts and no calendar has.
_FALSE_LEAP_DAY = 60


def text_xml(text: str) -> bytes:
    """Return text to stand between tags. Characters that XML forbids become `_xHHHH_`."""
    if _SPECIAL.search(text):
        text = _SPECIAL.sub(lambda match: _NAMED.get(match[0]) or f"_x{ord(match[0]):04X}_", text)
    return text.encode()


def _written(text: str) -> bytes:
    """Return the same for a text of any length. Raises OutOfRangeError for a text that fits no cell."""
    if len(text) > LONGEST_CELL:
        raise OutOfRangeError(
            msg('A text of {length:,} characters fits no cell: "{text}…"', length=len(text), text=text[:40])
        )
    return text_xml(text)


def serial(day: date, date1904: bool) -> int | float:
    """Return a date as Excel's number of days. A time of day becomes a fraction."""
    zero = DAY_ZERO_1904 if date1904 else SERIAL_DAY_ZERO
    whole = (day.date() if isinstance(day, datetime) else day) - zero
    days = whole.days if date1904 or whole.days > _FALSE_LEAP_DAY else whole.days - 1
    if days < 0 or (days == 0 and not date1904):
        raise OutOfRangeError(msg("The date {day} is before the first that a sheet can hold.", day=day))
    if isinstance(day, datetime):
        time = timedelta(hours=day.hour, minutes=day.minute, seconds=day.second, microseconds=day.microsecond)
        return days + time / timedelta(days=1) if time else days
    return days


class CellWriter:
    """Cells of one sheet as XML. `prefix`: of spreadsheet elements, such as b"x:". `date1904`: its date system."""

    def __init__(self, prefix: bytes = b"", date1904: bool = False) -> None:
        self._date1904 = date1904
        self._end = b"</%bc>" % prefix
        self._value = b"<%bv>%%b</%bv>" % (prefix, prefix)
        self._text = b'<%bis><%bt xml:space="preserve">%%b</%bt></%bis>' % (prefix, prefix, prefix, prefix)
        self._start = b"<%bc" % prefix
        self._whole_number = b"<%bc%%b>%%b<%bv>%%d</%bv></%bc>" % (prefix, prefix, prefix, prefix)
        self._number_cell = b'<%bc r="%%b%%%%d"%%b>%%%%b<%bv>%%%%a</%bv></%bc>' % (prefix, prefix, prefix, prefix)

    def cell(self, attributes: bytes, value: CellValue, formula: bytes = b"") -> bytes:
        """Return one cell.

        `attributes`: all but its type, such as b' r="A1" s="3"'. `formula`: the <f> element or nothing.
        """
        if type(value) is int:  # as most are
            return self._whole_number % (attributes, formula, value)
        kind, content = self._typed(value, bool(formula))
        if not formula and not content:
            return self._start + attributes + b"/>"
        return b"%b%b%b>%b%b%b" % (self._start, attributes, kind, formula, content, self._end)

    def column(
        self,
        letters: bytes,
        style: bytes,
        rows: Sequence[int],
        values: Sequence[CellValue],
        formulas: Sequence[bytes] | None = None,
        keep_blank: bool = True,
    ) -> list[bytes]:
        """Return the cells of one column and one style in many rows, as `cell` writes them.

        `keep_blank` keeps blank ones.

        `style`: the attribute, such as b' s="3"', or nothing. `formulas`: the <f> element of each, or None for values.
        """
        number_cell = self._number_cell % (letters, style)
        kinds = set(map(type, values))
        if kinds == {date}:
            days = {day: serial(day, self._date1904) for day in set(values) if isinstance(day, date)}
            values, kinds = [days[day] for day in values if isinstance(day, date)], {int}
        if kinds == {int}:
            return list(map(number_cell.__mod__, zip(rows, formulas or repeat(b""), values)))
        address = b' r="%b%%d"%b' % (letters, style)
        if formulas is None and kinds == {str} and "" not in values:
            text_cell = b"%b%b%b>%b%b" % (self._start, address, _INLINE, self._text, self._end)
            texts = {text: _written(str(text)) for text in set(values)}
            return list(map(text_cell.__mod__, zip(rows, map(texts.__getitem__, values))))
        return [
            number_cell % (row, formula, value + 0)  # -0.0 + 0 has no minus
            if type(value) is int or (type(value) is float and isfinite(value))
            else self.cell(address % row, value, formula)
            if keep_blank or formula or (value is not None and value != "")
            else b""
            for row, formula, value in zip(rows, formulas or repeat(b""), values)
        ]

    def _typed(self, value: CellValue, computed: bool) -> tuple[bytes, bytes]:
        """Return the type attribute and the content of a cell. `computed`: the cell has a formula."""
        if value is None or value == "":
            return (b' t="str"', self._value % b"") if computed else (b"", b"")
        if isinstance(value, str):
            return (b' t="str"', self._value % _written(value)) if computed else (_INLINE, self._text % _written(value))
        if isinstance(value, bool):
            return b' t="b"', self._value % (b"1" if value else b"0")
        number = serial(value, self._date1904) if isinstance(value, date) else value
        if not isfinite(number):
            raise OutOfRangeError(msg("{number} is not a number that a cell can hold.", number=number))
        return b"", self._value % repr(number + 0).encode()


_INLINE = b' t="inlineStr"'

_OWN_ROW = re.compile(r"(?<![\w.$])\$?[A-Z]{1,3}\{row\}(?![\w.(!])")
_UNION = re.compile(r"(?<![\w.])\([^()]*,")
_PLAIN = re.compile(r"[\w.$(),+\-*/^&=<>%]*")


def may_be_shared(formula: str) -> bool:
    """Return whether `formula` holds only what a shared formula may.

    That is names, and cells of its own row or wholly fixed ones.
    """
    bare = _OWN_ROW.sub("0", QUOTED.sub("", formula))
    unfit = RELATIVE.search(bare) or _UNION.search(bare) or "_xlfn" in bare
    return _PLAIN.fullmatch(bare) is not None and not unfit


class LiveFormula:
    """Gives each new cell of one column its <f> element, from the top down."""

    def __init__(self, formula: str, letters: str, last_row: int, prefix: bytes, indices: Iterator[int]) -> None:
        """Take a formula with `{row}` for its own row. `indices` are the sheet's free numbers for shared formulas."""
        self._formula = formula
        self._element = b"<%bf>%%b</%bf>" % (prefix, prefix)
        self._prefix = prefix
        self._letters = letters
        self._last_row = last_row
        self._indices = indices if may_be_shared(formula) else None
        self._is_shared = False
        self._member = b""

    def element(self, row: int) -> bytes:
        """Return the <f> element for a row."""
        if self._indices is not None and not self._is_shared and row < self._last_row:
            return self._begin_sharing(row, next(self._indices))
        if self._is_shared:
            return self._member
        return self._element % self._text(row)

    def elements(self, rows: Sequence[int]) -> list[bytes]:
        """Return the <f> elements for ascending rows."""
        first = [self.element(row) for row in rows[:1]]
        if self._is_shared:
            return first + [self._member] * (len(rows) - 1)
        return first + [self.element(row) for row in rows[1:]]

    def _text(self, row: int) -> bytes:
        return text_xml(self._formula.replace("{row}", str(row)))

    def _begin_sharing(self, row: int, index: int) -> bytes:
        self._is_shared = True
        self._member = b'<%bf t="shared" si="%d"/>' % (self._prefix, index)
        reach = f"{self._letters}{row}:{self._letters}{self._last_row}".encode()
        return b'<%bf t="shared" ref="%b" si="%d">%b</%bf>' % (
            self._prefix,
            reach,
            index,
            self._text(row),
            self._prefix,
        )


# A formula without "=", and its value, by row and column.
FormulaValues = Mapping[tuple[int, int], "tuple[str, CellValue]"]
_CELL = re.compile(
    rb'<c(?P<place> r="(?P<cell>[A-Z]+[0-9]+)"(?: (?:s|cm)="[0-9]+")*)(?: t="[a-zA-Z]+")?>'
    rb"(?P<formula><f[^<>]*?(?:/>|>(?P<text>[^<]*)</f>))(?:<v[^<>]*?(?:/>|>[^<]*</v>))?</c>"
)


def with_values(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheet: str, values: FormulaValues
) -> dict[str, Iterable[bytes]]:
    """Return the parts to write again, with that of a sheet if a formula gives another value than is next to it."""
    valued = partial(write_formula_values, values=values, date1904=file.date1904)
    return with_changed(file.package, written, {file.sheets[sheet]: valued})


def formula_in(file: ClubFile, sheet: str, cell: str) -> str | None:
    """Return the formula of a cell without "=", or None if it holds none of its own."""
    match = re.search(rb'<c r="%b"[^<>]*><f[^<>]*>([^<]*)</f>' % cell.encode(), file.package.read(file.sheets[sheet]))
    return unescape(match[1].decode()) if match else None


def write_formula_values(xml: bytes, values: FormulaValues, *, date1904: bool = False) -> bytes:
    """Return the XML of a sheet with values beside its formulas. `date1904` is its date system.

    If cells share a formula, only the first has the text. In the others any formula of ours counts as the same.
    """
    writer = CellWriter(date1904=date1904)
    wanted = {
        f"{column_letters(column)}{row}".encode(): formula_and_value
        for (row, column), formula_and_value in values.items()
    }

    def add_value(match: re.Match[bytes]) -> bytes:
        formula, value = wanted.get(match["cell"], ("", None))
        text = match["text"]
        if not formula or (text is not None and unescape(text.decode()) != formula):
            return match[0]
        if value in ERROR_VALUES:
            return b'<c%b t="e">%b<v>%b</v></c>' % (match["place"], match["formula"], str(value).encode())
        return writer.cell(match["place"], value, match["formula"])

    return _CELL.sub(add_value, xml) if wanted else xml
