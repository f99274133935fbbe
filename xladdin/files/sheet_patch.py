"""Stream one sheet's XML with new values in the cells of some blocks, and every other byte unchanged.

The blocks are first divided into bands: ranges of rows in which the same columns are written. The XML is then read in
pieces that end at the end of a row, and each piece takes the fastest way that is safe for it:

- A piece outside of all bands, or with the band's values already in it, is copied.
- A piece of at least `SheetPatch.rows_for_columns` rows with the same cells is rewritten column by column. The XML
  between the cells of the band is copied.
- Any other piece is parsed cell by cell. XML of an unknown shape raises UnknownXmlError.

Rows of a band that the sheet lacks are inserted.

Text can never turn into a formula: a cell without a formula gets an inline string, and a cell with one gets the result
type `str`. If the formulas of a column differ only in their row numbers, Excel stores the text once, in the first cell,
with its range and an index; the further cells store only the index (ECMA-376 part 1, 18.3.1.40). This makes a sheet of
100,000 games a third as large. [MS-XLSB] 2.5.98.98 limits what a shared formula may contain, and Excel reports a
workbook as damaged if one refers to another sheet, for example. So only the simplest formulas are shared
(`can_be_shared`), and all others are written out in every cell.

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
    BROKEN_REFERENCE,
    DAY_ZERO_1904,
    LAST_COLUMN,
    LAST_ROW,
    MAX_CELL_LENGTH,
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
from xladdin.messages import msg


@dataclass(eq=False, repr=False)
class BlockColumn:
    """One column of a block.

    Attributes:
        number: Number of the column on the sheet, from 1.
        first_row: Row of the sheet with the first value.
        changed_row: First row whose value may differ from the sheet's. All rows above it already have their values.
        values: The values from `first_row` down.
        formula: In a live column, the formula for every cell that has none.
        model_row: Last row of data of the table as it was read. New rows below it take its cell styles. 0 if none.
        new_style: Style of the cell of this column in `model_row`, or None until that row has been read.
        values_only: Whether a formula in the sheet is an error, because it would recompute the value written here.
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

    def values_in(self, rows: Sequence[int]) -> Sequence[CellValue]:
        """Return the values for some ascending rows of the sheet."""
        first, last = rows[0] - self.first_row, rows[-1] - self.first_row
        if last - first + 1 == len(rows):
            return self.values[first : last + 1]
        return [self.values[row - self.first_row] for row in rows]

    def new_row_style(self, row: int) -> bytes | None:
        """Return the style for a row below the table as it was read, or None for an existing row."""
        return self.new_style if 0 < self.model_row < row else None


class Band(NamedTuple):
    """Adjacent rows of a sheet in which the same columns are written. The columns are in ascending order.

    `is_up_to_date` means that all cells already have their values, and at most formulas of live columns are missing.
    """

    first_row: int
    last_row: int
    columns: tuple[BlockColumn, ...]
    is_up_to_date: bool = False


def find_block_range(block: CellBlock) -> CellRange | None:
    """Return the range that a block writes, or None if the block is empty."""
    if not block.columns or not block.columns[0]:
        return None
    last_row = block.row + len(block.columns[0]) - 1
    return CellRange(block.row, block.column, last_row, block.column + len(block.columns) - 1)


def plan_bands(
    blocks: Sequence[CellBlock], model_rows: Mapping[str, int], prefix: bytes, indices: Iterator[int]
) -> tuple[Band, ...]:
    """Return the bands of one sheet, from the top down.

    Args:
        blocks: The blocks to write.
        model_rows: The last row of data of each table, by the table's name.
        prefix: Prefix of the sheet's elements, such as b"x:".
        indices: Unused indices for shared formulas.

    Raises:
        ValueError: Blocks overlap, or the columns of a block differ in length.
    """
    columns = [column for block in blocks for column in _make_block_columns(block, model_rows, prefix, indices)]
    edges = sorted(
        {
            edge
            for column in columns
            for edge in (column.first_row, column.changed_row, column.first_row + len(column.values))
        }
    )
    bands = [_make_band(first, end - 1, columns) for first, end in pairwise(edges)]
    return tuple(band for band in bands if band.columns)


def _make_block_columns(
    block: CellBlock, model_rows: Mapping[str, int], prefix: bytes, indices: Iterator[int]
) -> Iterator[BlockColumn]:
    area = find_block_range(block)
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


def _make_band(first_row: int, last_row: int, columns: Sequence[BlockColumn]) -> Band:
    band_columns = [
        column
        for column in columns
        if column.first_row <= first_row and last_row < column.first_row + len(column.values)
    ]
    band_columns.sort(key=lambda column: column.number)
    for left, right in pairwise(band_columns):
        if left.number == right.number:
            raise ValueError(f"two blocks write to {column_letters(left.number)}{first_row}")
    return Band(first_row, last_row, tuple(band_columns), all(last_row < column.changed_row for column in band_columns))


_ATTRIBUTE = re.compile(rb"""\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ADDRESS = rb"""\sr\s*=\s*["']([A-Za-z]{1,3})[0-9]+["']"""
# The attributes for the type and the rich value of a cell's old value, which the new value replaces.
_TYPE = rb"""\s+(?:t|vm)\s*=\s*(?:"[^"]*"|'[^']*')"""
_METADATA = rb"""\s+cm\s*=\s*(?:"[^"]*"|'[^']*')"""
_SPANS = rb"""\s+spans\s*=\s*(?:"[^"]*"|'[^']*')"""
_SPAN = rb"([0-9]+):([0-9]+)"
_ADDRESS_AND_STYLE = re.compile(rb"""(?:\s+[rs]\s*=\s*(?:"[^"]*"|'[^']*'))*""")
_TRUE = (b"1", b"true")


class UnknownXmlError(Exception):
    """The XML is damaged, or has a form that no known program writes."""


class FormulaConflictError(Exception):
    """A cell that gets a value has a formula. The argument is the cell's address."""


# One cell of a row's XML: the whole element, the attributes of its tag without those of its value, the letters of its
# column, its style (b"" for style 0), and its <f> element (b"" if it has no formula). A sheet may have a million cells,
# so this is a plain tuple, which takes the least time and memory.
Cell: TypeAlias = "tuple[bytes, bytes, bytes, bytes, bytes]"


@cache
def compile_element_pattern(tag: bytes) -> re.Pattern[bytes]:
    """Return the pattern of an element. Its groups are the attributes of the tag, and the content or None.

    A third group matches the rest of the text after an element that is never closed. Without it, each search in damaged
    XML would run to the end of the text.
    """
    attributes = rb"""(?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*?)?"""
    return re.compile(
        rb"<%b(%b)(?:/>|>(.*?)</%b\s*>|>(.*)\Z)" % (re.escape(tag), attributes, re.escape(tag)), re.DOTALL
    )


@cache
def compile_cell_pattern(prefix: bytes) -> re.Pattern[bytes]:
    """Return the pattern of a cell as most programs write it.

    Its groups are the element, the attributes, the letters of the column, the style and the formula.
    """
    address = rb' r="([A-Z]{1,3})[0-9]+"(?: s="([0-9]+)")?'
    return re.compile(rb"(%b)" % _write_cell_pattern(prefix, rb"(%b)" % address), re.DOTALL)


@cache
def compile_cells_pattern(prefix: bytes, columns: bytes) -> re.Pattern[bytes]:
    """Return the pattern of a plain cell in some columns.

    Its groups are the letters of the column, the row, the style attribute and the formula. `columns` has the letters of
    the columns, separated by bars: b"A|B".
    """
    return re.compile(_write_cell_pattern(prefix, rb' r="(%b)([0-9]+)"( s="[0-9]+")?' % columns), re.DOTALL)


def _write_cell_pattern(prefix: bytes, address: bytes) -> bytes:
    p = re.escape(prefix)
    formula = rb"<%bf(?:\s[^<>]*)?/>|<%bf(?:\s[^<>]*)?>[^<]*</%bf>" % (p, p, p)
    inline = rb"<%bis>[^<]*(?:<(?!/%bis>|/?%bc[\s>])[^<]*)*</%bis>" % (p, p, p, p)
    content = rb"(%b)?(?:<%bv>[^<]*</%bv>|%b)?" % (formula, p, p, inline)
    return rb'<%bc%b(?: t="[A-Za-z]+")?(?:/>|>%b</%bc>)' % (p, address, content, p)


def parse_attributes(tag: bytes) -> dict[bytes, bytes]:
    """Return the attributes in a tag, by name."""
    return {name: double_quoted or single_quoted for name, double_quoted, single_quoted in _ATTRIBUTE.findall(tag)}


def format_style_attribute(style: bytes) -> bytes:
    """Return the style attribute of a cell, or b"" for style 0, the default."""
    return b"" if style == b"0" else b' s="%b"' % style


def has_spans_for(hint: bytes, band: Band) -> bool:
    """Return whether a row's `spans` attribute (18.3.1.73: spans="2:5 9:12") includes all columns of the band."""
    ends = [(int(first), int(last)) for first, last in re.findall(_SPAN, hint)]
    return all(any(first <= column.number <= last for first, last in ends) for column in band.columns)


def read_formula_text(element: bytes) -> str:
    """Return the text of an <f> element, or "" if it only has the index of a shared formula."""
    return unescape(element[element.index(b">") + 1 :].partition(b"<")[0].decode())


class RowPatcher:
    """Writer of values into the XML rows of one sheet. `column_styles` has the default styles of its columns."""

    def __init__(self, prefix: bytes, writer: CellWriter, column_styles: dict[int, bytes]) -> None:
        self._prefix = prefix
        self._plain_cell = compile_cell_pattern(prefix)
        self._cell = compile_element_pattern(prefix + b"c")
        self._unusual_cell = re.compile(rb'<%bc(?! r="[A-Z]+[0-9]+"[\s/>])(?=[\s/>])' % re.escape(prefix))
        self._formula = compile_element_pattern(prefix + b"f")
        self._row = b"<%brow%%b>%%b</%brow>" % (prefix, prefix)
        self._row_end = b"</%brow>" % prefix
        self._writer = writer
        self._column_styles = column_styles

    def column_style(self, column: int) -> bytes:
        """Return the number of the default style of a column, b"0" if the sheet states none."""
        return self._column_styles.get(column, b"0")

    def patch(self, row: int, tag: bytes, body: bytes, band: Band) -> bytes:
        """Return the XML of a row with the band's cells.

        Args:
            row: Number of the row.
            tag: Attributes of the row's tag.
            body: XML between the row's tags.
            band: Columns and values to write.
        """
        row_style = None
        if b"customFormat" in tag and (attributes := parse_attributes(tag)).get(b"customFormat") in _TRUE:
            row_style = attributes.get(b"s", b"0")
        if (spans := re.search(_SPANS, tag)) is not None and not has_spans_for(spans[0], band):
            tag = re.sub(_SPANS, b"", tag)
        missing = {column.letters: column for column in band.columns}
        cells, removable = self.cells(body)
        out = []
        for cell in cells:
            column = missing.pop(cell[2], None)
            if column is None:
                out.append(cell[0])
            else:
                indent = cell[0][: cell[0].index(b"<")]
                out.append(indent + self._rewrite_cell(row, cell, column, row_style, removable))
        new_cells = [(column, xml) for column in missing.values() if (xml := self._build_cell(row, column, row_style))]
        if new_cells:
            numbers = [_column_number(cell[2]) for cell in cells]
            for column, xml in reversed(new_cells):
                out.insert(bisect(numbers, column.number), xml)
        out.append(body[len(body.rstrip()) :])
        return self._row % (tag, b"".join(out))

    def patch_rows(self, text: bytes, rows: range, band: Band) -> bytes | None:
        """Return the XML of consecutive rows with the band's cells, written a column at a time.

        Returns None if the rows do not all have the cells of the first row, or if their XML has an unusual shape.
        """
        groups = self._group_columns(text, rows, band)
        if not groups or (
            b"spans" in text and not all(has_spans_for(hint, band) for hint in set(re.findall(_SPANS, text)))
        ):
            return None
        letters = [present_column.letters for *_, present_column in groups]
        fragments = compile_cells_pattern(self._prefix, b"|".join(letters)).split(text)
        numbers, step = [b"%d" % row for row in rows], 5 * len(letters)
        if fragments[1::5] != letters * len(rows) or any(
            fragments[start::step] != numbers for start in range(2, step, 5)
        ):
            return None
        out = [b""] * (2 * len(fragments[::5]) - 1)
        out[::2] = fragments[::5]
        for index, (*missing, present_column) in enumerate(groups):
            styles, formulas = (fragments[5 * index + group :: step] for group in (3, 4))
            cells = self._rewrite_cells(present_column, rows, styles, formulas)
            new = [self.build_cells(column, rows) for column in missing]
            out[2 * index + 1 :: 2 * len(letters)] = map(b"".join, zip(*new, cells)) if new else cells
        return b"".join(out)

    def _group_columns(self, text: bytes, rows: range, band: Band) -> Sequence[Sequence[BlockColumn]]:
        """Return the band's columns in groups: one column with cells, after the adjoining columns without cells.

        A column counts as present if the first row has a cell in it. Returns an empty sequence if the columns do not
        form such groups, or if a row may differ from the first.
        """
        first_row = text.partition(self._row_end)[0]
        groups: list[list[BlockColumn]] = [[]]
        for column in band.columns:
            start = b'<%bc r="%b' % (self._prefix, column.letters)
            is_there = b'%b%d"' % (start, rows[0]) in first_row
            if groups[-1] and groups[-1][-1].number != column.number - 1:
                return ()
            if not is_there and (start in text or column.new_row_style(rows[0]) != column.new_row_style(rows[-1])):
                return ()
            groups[-1].append(column)
            if is_there:
                groups.append([])
        if groups.pop() or b"customFormat" in text:
            return ()
        if len(groups) < len(band.columns) and self._unusual_cell.search(text):  # it may be in a missing column
            return ()
        return groups

    def _rewrite_cells(
        self, column: BlockColumn, rows: range, styles: Sequence[bytes | None], formulas: Sequence[bytes | None]
    ) -> list[bytes]:
        """Return new cells for a column in some rows, given the style attributes and <f> elements of the old cells."""
        if column.values_only and any(formulas):
            row = next(row for row, formula in zip(rows, formulas) if formula)
            raise FormulaConflictError(f"{column.letters.decode()}{row}")
        if column.formula and not all(old and old.endswith(b"/>") for old in set(formulas)):
            formulas = [
                old
                if old and (old.endswith(b"/>") or not is_broken_formula(read_formula_text(old), row))
                else column.formula.build_element(row)
                for row, old in zip(rows, formulas)
            ]
        elements = [formula or b"" for formula in formulas] if any(formulas) else None
        values = column.values_in(rows)
        cells = dict.fromkeys(rows, b"")
        for style in set(styles):
            keep_blank = (style or b' s="0"')[4:-1] != self.column_style(column.number)
            write = partial(self._writer.write_column, column.letters, style or b"", keep_blank=keep_blank)
            is_in_style = [old == style for old in styles]
            if all(is_in_style):  # as in most columns
                return write(rows, values, elements)
            style_rows, style_values = list(compress(rows, is_in_style)), list(compress(values, is_in_style))
            style_elements = elements and list(compress(elements, is_in_style))
            cells.update(zip(style_rows, write(style_rows, style_values, style_elements)))
        return list(cells.values())

    def build_cells(self, column: BlockColumn, rows: range) -> list[bytes]:
        """Return cells for a column in rows that lack them, b"" for a blank in the default style of its column."""
        default = self.column_style(column.number)
        style = column.new_row_style(rows[0]) or default
        formulas = column.formula.build_elements(rows) if column.formula else None
        return self._writer.write_column(
            column.letters, format_style_attribute(style), rows, column.values_in(rows), formulas, style != default
        )

    def cells(self, body: bytes) -> tuple[list[Cell], bool]:
        """Return the cells of a row, and whether a cell may be removed without changing the columns of later cells.

        Raises:
            UnknownXmlError: The row contains anything except cells, or its cells are not in ascending order.
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
        """Return the cells of a row of any shape, and whether all have addresses.

        White space before a cell becomes part of the cell. A cell without an address is to the right of the previous
        cell.
        """
        cells: list[Cell] = []
        column = end = 0
        all_addressed = True
        for match in self._cell.finditer(body):
            blank, tag, end = body[end : match.start()], match[1], match.end()
            if match[3] is not None:
                raise UnknownXmlError
            address = re.search(_ADDRESS, tag)
            column = _column_number(address[1].upper()) if address else column + 1
            all_addressed = all_addressed and address is not None
            if blank.strip():
                raise UnknownXmlError
            formula = self._formula.search(match[2] or b"")
            style = parse_attributes(tag).get(b"s", b"")
            tag = re.sub(_TYPE, b"", tag if formula else re.sub(_METADATA, b"", tag)).rstrip()
            letters = column_letters(column).encode()
            cells.append((blank + match[0], tag, letters, style, formula[0] if formula else b""))
        if body[end:].strip():
            raise UnknownXmlError
        return cells, all_addressed

    def styles(self, body: bytes, columns: Collection[bytes]) -> dict[bytes, bytes]:
        """Return the styles of a row's cells in some columns, without columns in which it has no cell."""
        return {cell[2]: cell[3] or b"0" for cell in self.cells(body)[0] if cell[2] in columns}

    def _rewrite_cell(
        self, row: int, cell: Cell, column: BlockColumn, row_style: bytes | None, removable: bool
    ) -> bytes:
        _, attributes, letters, style, formula = cell
        value = column.value(row)
        if formula and column.values_only:
            raise FormulaConflictError(f"{letters.decode()}{row}")
        if column.formula and (not formula or is_broken_formula(read_formula_text(formula), row)):
            formula = column.formula.build_element(row)
        if (value is None or value == "") and not formula and removable and _ADDRESS_AND_STYLE.fullmatch(attributes):
            default = self.column_style(column.number) if row_style is None else row_style
            if (style or b"0") == default:
                return b""
        if not attributes.startswith(b' r="') and re.search(_ADDRESS, attributes) is None:
            attributes = b' r="%b%d"%b' % (letters, row, attributes)
        return self._writer.write_cell(attributes, value, formula)

    def _build_cell(self, row: int, column: BlockColumn, row_style: bytes | None) -> bytes:
        default = self.column_style(column.number) if row_style is None else row_style
        style = column.new_row_style(row) or default
        formula = column.formula.build_element(row) if column.formula else b""
        value = column.value(row)
        if not formula and (value is None or value == "") and style == default:
            return b""
        return self._writer.write_cell(
            b' r="%b%d"%b' % (column.letters, row, format_style_attribute(style)), value, formula
        )


@cache
def _column_number(letters: bytes) -> int:
    return column_number(letters.decode())


_NEW_ROWS_AT_ONCE = 4000
# The limit of column descriptions in a sheet. The standard allows one for each column (18.3.1.13); a few repetitions by
# careless programs are tolerated.
_MAX_DESCRIBED = 4 * LAST_COLUMN
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)|<\?.*?(?:\?>|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_ROW_NUMBER = re.compile(rb"""\sr\s*=\s*["']([0-9]+)["']""")
_LOST = BROKEN_REFERENCE.encode()


class SheetPatch:
    """Writer of the bands of one sheet into its XML. An instance is used for one pass.

    `bands` are in ascending order. `prefix` is that of the sheet's elements, such as b"x:". `date1904` is the date
    system of the workbook.
    """

    # With fewer rows, compiling the pattern of their columns takes longer than writing cell by cell.
    rows_for_columns = 40

    def __init__(self, bands: Sequence[Band], prefix: bytes, date1904: bool) -> None:
        self._bands, self._prefix = bands, prefix
        self._next = bands[0].first_row if bands else LAST_ROW + 1
        self._last_seen = 0
        self._writer = CellWriter(prefix, date1904)
        self._rows = RowPatcher(prefix, self._writer, {})
        self._row = compile_element_pattern(prefix + b"row")
        self._plain_row = re.compile(rb'<%brow r="([0-9]+)"' % re.escape(prefix))
        self._row_end = b"</%brow>" % prefix
        self._models = {column.model_row for band in bands for column in band.columns}
        self._edges = sorted({row for band in bands for row in (band.first_row, band.last_row + 1)})

    def apply(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the sheet's XML with the new values. Raises UnknownXmlError if it has no known shape."""
        source = iter(chunks)
        opening = re.compile(rb"<%bsheetData(?:\s[^<>]*)?/?>" % re.escape(self._prefix))
        text = next(source, b"")
        while (start := opening.search(blank_out_comments(text))) is None:
            text += _read_next(source)
        yield self._patch_head(text[: start.start()])
        if start[0].endswith(b"/>"):
            yield start[0][:-2].rstrip() + b">"
            yield from self._insert_missing_rows(LAST_ROW + 1)
            yield b"</%bsheetData>" % self._prefix + text[start.end() :]
        else:
            yield start[0]
            yield from self._patch_sheet_data(text[start.end() :], source)
        yield from source

    def _patch_sheet_data(self, text: bytes, source: Iterator[bytes]) -> Iterator[bytes]:
        closing = b"</%bsheetData" % self._prefix
        while (end := text.find(closing)) < 0:
            cut = text.rfind(self._row_end) + len(self._row_end)
            if cut < len(self._row_end):
                cut = max(text.rfind(b"<%brow " % self._prefix), 0)  # for rows that are self-closing tags
            if cut:
                yield from self._patch_chunk(text[:cut])
                text = text[cut:]
            text += _read_next(source)
        yield from self._patch_chunk(text[:end])
        yield from self._insert_missing_rows(LAST_ROW + 1)
        yield text[end:]

    def _patch_head(self, head: bytes) -> bytes:
        """Read the default styles of the columns, and return the XML before the rows with an extent for all bands."""
        p = re.escape(self._prefix)
        styles: dict[int, bytes] = {}
        described_columns = 0
        for tag in re.findall(rb"<%bcol(\s[^<>]*)>" % p, blank_out_comments(head)):
            attributes = parse_attributes(tag)
            first, last = max(int(attributes[b"min"]), 1), min(int(attributes[b"max"]), LAST_COLUMN)
            described_columns += max(last - first + 1, 0)
            if described_columns > _MAX_DESCRIBED:
                raise UnknownXmlError
            styles.update(dict.fromkeys(range(first, last + 1), attributes.get(b"style", b"0")))
        self._rows = RowPatcher(self._prefix, self._writer, styles)
        areas = [
            CellRange(band.first_row, band.columns[0].number, band.last_row, band.columns[-1].number)
            for band in self._bands
        ]
        dimension = re.search(rb"""<%bdimension\s[^<>]*?\bref=["']([^"']*)""" % p, blank_out_comments(head))
        extent = dimension and parse_range(dimension[1].decode())
        if dimension is None or extent is None or not areas:
            return head
        for area in areas:
            extent |= area
        return head[: dimension.start(1)] + str(extent).encode() + head[dimension.end(1) :]

    def _patch_chunk(self, text: bytes) -> Iterator[bytes]:
        """Yield the XML of whole rows with their new values, split at the edges of bands."""
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
        """Yield the XML of whole rows within one band, or outside of all bands, with their new values."""
        if b"!" in text and b"<!" in text:  # the search for one character is much faster, and rarely finds any
            raise UnknownXmlError
        first, last = self._plain_row.search(text), self._plain_row.match(text, text.rfind(b"<%brow " % self._prefix))
        if first is None or last is None or text[: first.start()].strip():
            yield from self._patch_rows_by_cell(text)
            return
        top, bottom = int(first[1]), int(last[1])
        band = self._find_band(top)
        if top <= self._last_seen:
            raise UnknownXmlError
        new: bytes | None = None
        rows = list(map(int, self._plain_row.findall(text)))
        is_ascending = all(map(lt, rows, rows[1:]))
        if bottom < self._next or (band is not None and self._is_up_to_date(text, band, top, bottom)):
            if not is_ascending:
                raise UnknownXmlError
            new = text
        elif band is not None and len(rows) >= self.rows_for_columns and bottom <= band.last_row and is_ascending:
            yield from self._insert_missing_rows(top)
            self._learn_models(text, top, bottom)
            new = self._rows.patch_rows(text, range(top, bottom + 1), band)
        if new is None:
            yield from self._patch_rows_by_cell(text)
        else:
            self._learn_models(text, top, bottom)
            self._advance(bottom)
            yield new

    def _is_up_to_date(self, text: bytes, band: Band, top: int, bottom: int) -> bool:
        """Return whether rows already contain all that a band would write.

        This requires that the values are unchanged, that no row is missing, and that exactly the cells of live columns
        have a formula.
        """
        if not band.is_up_to_date or bottom > band.last_row or top != self._next:
            return False
        rows = bottom - top + 1
        return text.count(self._row_end) == rows and _LOST not in text and self._has_formulas(text, band, rows)

    def _has_formulas(self, text: bytes, band: Band, rows: int) -> bool:
        """Return whether exactly the cells of the band's live columns have a formula, in `rows` rows."""
        p = re.escape(self._prefix)
        letters = b"|".join(column.letters for column in band.columns)
        formulas = re.findall(rb'<%bc r="(%b)[0-9]+"[^<>]*><%bf[\s/>]' % (p, letters, p), text)
        return all(formulas.count(column.letters) == (rows if column.formula else 0) for column in band.columns)

    def _patch_rows_by_cell(self, text: bytes) -> Iterator[bytes]:
        end = 0
        for match in self._row.finditer(text):
            blank, tag, body = text[end : match.start()], match[1], match[2] or b""
            end = match.end()
            number = _ROW_NUMBER.search(tag)
            row = int(number[1]) if number else self._last_seen + 1
            if blank.strip() or row <= self._last_seen or match[3] is not None:
                raise UnknownXmlError
            yield from self._insert_missing_rows(row)
            yield blank
            band = self._find_band(row)
            if row in self._models:
                self._learn_model(row, body)
            yield match[0] if band is None else self._rows.patch(row, tag, body, band)
            self._advance(row)
        if text[end:].strip():
            raise UnknownXmlError
        yield text[end:]

    def _insert_missing_rows(self, end: int) -> Iterator[bytes]:
        """Yield the XML of the bands' rows that the sheet lacks, up to the row before `end`."""
        while self._next < end and (band := self._find_band(self._next)) is not None:
            last = min(end - 1, band.last_row, self._next + _NEW_ROWS_AT_ONCE - 1)
            rows = range(self._next, last + 1)
            yield self._build_rows(rows, band)
            self._advance(last)

    def _build_rows(self, rows: range, band: Band) -> bytes:
        cells = [self._rows.build_cells(column, rows) for column in band.columns]
        start, end = b'<%brow r="%%d">' % self._prefix, self._row_end
        bodies = map(b"".join, zip(*cells))
        return b"".join(start % row + body + end for row, body in zip(rows, bodies) if body)

    def _find_band(self, row: int) -> Band | None:
        return next((band for band in self._bands if band.first_row <= row <= band.last_row), None)

    def _advance(self, row: int) -> None:
        """Record that all rows up to `row` are written."""
        self._last_seen = row
        if row >= self._next:
            next_rows = (max(band.first_row, row + 1) for band in self._bands if band.last_row > row)
            self._next = min(next_rows, default=LAST_ROW + 1)

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


def blank_out_comments(xml: bytes) -> bytes:
    """Return XML with comments, processing instructions and CDATA sections replaced by blanks of the same length.

    A search then finds elements only, at their positions in `xml`.
    """
    return _COMMENT.sub(lambda aside: b" " * len(aside[0]), xml)


def _read_next(source: Iterator[bytes]) -> bytes:
    chunk = next(source, None)
    if chunk is None:
        raise UnknownXmlError
    return chunk


# The special characters of XML, and those that it forbids. An underscore that would begin an escape (_x000A_) is
# escaped itself (22.9.2.19). A search for one set of characters is three times as fast as one for alternatives.
_SPECIAL = re.compile("[&<>_\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff](?:(?<!_)|(?=x[0-9A-Fa-f]{4}_))")
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}

# The serial number of 29 February 1900, which Excel counts although 1900 was not a leap year.
_FALSE_LEAP_DAY = 60


def escape_text(text: str) -> bytes:
    """Return text escaped for the content of an element. Characters that XML forbids become `_xHHHH_`."""
    if _SPECIAL.search(text):
        text = _SPECIAL.sub(lambda match: _NAMED.get(match[0]) or f"_x{ord(match[0]):04X}_", text)
    return text.encode()


def _escape_cell_text(text: str) -> bytes:
    """Return the text of a cell as XML. Raises OutOfRangeError if it has more than `MAX_CELL_LENGTH` characters."""
    if len(text) > MAX_CELL_LENGTH:
        raise OutOfRangeError(
            msg('A text of {length:,} characters is too long for a cell: "{text}…"', length=len(text), text=text[:40])
        )
    return escape_text(text)


def convert_date_to_serial(day: date, date1904: bool) -> int | float:
    """Return a date as Excel's serial number of days, with a time of day as the fraction.

    Raises:
        OutOfRangeError: The date is before the first day of the workbook's date system.
    """
    zero = DAY_ZERO_1904 if date1904 else SERIAL_DAY_ZERO
    whole = (day.date() if isinstance(day, datetime) else day) - zero
    days = whole.days if date1904 or whole.days > _FALSE_LEAP_DAY else whole.days - 1
    if days < 0 or (days == 0 and not date1904):
        raise OutOfRangeError(msg("The date {day} is too early for a cell.", day=day))
    if isinstance(day, datetime):
        time = timedelta(hours=day.hour, minutes=day.minute, seconds=day.second, microseconds=day.microsecond)
        return days + time / timedelta(days=1) if time else days
    return days


class CellWriter:
    """Writer of the cells of one sheet as XML.

    `prefix` is that of spreadsheet elements, such as b"x:". `date1904` is the date system of the workbook.
    """

    def __init__(self, prefix: bytes = b"", date1904: bool = False) -> None:
        self._date1904 = date1904
        self._end = b"</%bc>" % prefix
        self._value = b"<%bv>%%b</%bv>" % (prefix, prefix)
        self._text = b"<%bis><%bt%%b>%%b</%bt></%bis>" % (prefix, prefix, prefix, prefix)
        self._start = b"<%bc" % prefix
        self._whole_number = b"<%bc%%b>%%b<%bv>%%d</%bv></%bc>" % (prefix, prefix, prefix, prefix)
        self._number_cell = b'<%bc r="%%b%%%%d"%%b>%%%%b<%bv>%%%%a</%bv></%bc>' % (prefix, prefix, prefix, prefix)

    def write_cell(self, attributes: bytes, value: CellValue, formula: bytes = b"") -> bytes:
        """Return the XML of one cell.

        Args:
            attributes: All attributes but the type, such as b' r="A1" s="3"'.
            value: The value of the cell.
            formula: The <f> element, or b"".
        """
        if type(value) is int:  # the most frequent type, so it goes first
            return self._whole_number % (attributes, formula, value)
        kind, content = self._write_value(value, bool(formula))
        if not formula and not content:
            return self._start + attributes + b"/>"
        return b"%b%b%b>%b%b%b" % (self._start, attributes, kind, formula, content, self._end)

    def write_column(
        self,
        letters: bytes,
        style: bytes,
        rows: Sequence[int],
        values: Sequence[CellValue],
        formulas: Sequence[bytes] | None = None,
        keep_blank: bool = True,
    ) -> list[bytes]:
        """Return the XML of the cells of one column and one style in many rows, as `cell` would write each.

        Args:
            letters: Letters of the column.
            style: The style attribute, such as b' s="3"', or b"".
            rows: Numbers of the rows.
            values: The value of each row.
            formulas: The <f> element of each row, or None if no cell has a formula.
            keep_blank: Whether a blank cell is written as an empty element. If not, it becomes b"".
        """
        number_cell = self._number_cell % (letters, style)
        kinds = set(map(type, values))
        if kinds == {date}:
            days = {day: convert_date_to_serial(day, self._date1904) for day in set(values) if isinstance(day, date)}
            values, kinds = [days[day] for day in values if isinstance(day, date)], {int}
        if kinds == {int}:
            return list(map(number_cell.__mod__, zip(rows, formulas or repeat(b""), values)))
        address = b' r="%b%%d"%b' % (letters, style)
        if formulas is None and kinds == {str} and "" not in values:
            text_cell = b"%b%b%b>%%b%b" % (self._start, address, _INLINE, self._end)
            texts = {text: self._inline(str(text)) for text in set(values)}
            return list(map(text_cell.__mod__, zip(rows, map(texts.__getitem__, values))))
        return [
            number_cell % (row, formula, value + 0)  # adding 0 turns -0.0 into 0.0
            if type(value) is int or (type(value) is float and isfinite(value))
            else self.write_cell(address % row, value, formula)
            if keep_blank or formula or (value is not None and value != "")
            else b""
            for row, formula, value in zip(rows, formulas or repeat(b""), values)
        ]

    def _inline(self, text: str) -> bytes:
        """Return the element of an inline text. Only blanks at its ends, or more than one, need an attribute."""
        return self._text % (b"" if " ".join(text.split()) == text else _PRESERVE, _escape_cell_text(text))

    def _write_value(self, value: CellValue, computed: bool) -> tuple[bytes, bytes]:
        """Return the type attribute and the content of a cell. `computed` is whether it has a formula."""
        if value is None or value == "":
            return (b' t="str"', self._value % b"") if computed else (b"", b"")
        if isinstance(value, str):
            return (b' t="str"', self._value % _escape_cell_text(value)) if computed else (_INLINE, self._inline(value))
        if isinstance(value, bool):
            return b' t="b"', self._value % (b"1" if value else b"0")
        number = convert_date_to_serial(value, self._date1904) if isinstance(value, date) else value
        if not isfinite(number):
            raise OutOfRangeError(msg("A cell cannot contain the number {number}.", number=number))
        return b"", self._value % repr(number + 0).encode()


_INLINE, _PRESERVE = b' t="inlineStr"', b' xml:space="preserve"'

_OWN_ROW = re.compile(r"(?<![\w.$])\$?[A-Z]{1,3}\{row\}(?![\w.(!])")
_UNION = re.compile(r"(?<![\w.])\([^()]*,")
_PLAIN = re.compile(r"[\w.$(),+\-*/^&=<>%]*")


def can_be_shared(formula: str) -> bool:
    """Return whether Excel accepts `formula` as a shared formula.

    Allowed are names, cells of the formula's row (`A{row}`), and cells with an absolute row and column (`$A$1`).
    """
    bare = _OWN_ROW.sub("0", QUOTED.sub("", formula))
    unfit = RELATIVE.search(bare) or _UNION.search(bare) or "_xlfn" in bare
    return _PLAIN.fullmatch(bare) is not None and not unfit


class LiveFormula:
    """Factory of the <f> elements for new cells of one live column, which must be requested from the top down."""

    def __init__(self, formula: str, letters: str, last_row: int, prefix: bytes, indices: Iterator[int]) -> None:
        """Prepare the elements of a formula.

        Args:
            formula: Text of the formula, with `{row}` for the number of the cell's row.
            letters: Letters of the column.
            last_row: Last row that may get the formula.
            prefix: Prefix of the sheet's elements, such as b"x:".
            indices: Unused indices of the sheet for shared formulas.
        """
        self._formula = formula
        self._element = b"<%bf>%%b</%bf>" % (prefix, prefix)
        self._prefix = prefix
        self._letters = letters
        self._last_row = last_row
        self._indices = indices if can_be_shared(formula) else None
        self._is_shared = False
        self._member = b""

    def build_element(self, row: int) -> bytes:
        """Return the <f> element for a row."""
        if self._indices is not None and not self._is_shared and row < self._last_row:
            return self._begin_sharing(row, next(self._indices))
        if self._is_shared:
            return self._member
        return self._element % self._text(row)

    def build_elements(self, rows: Sequence[int]) -> list[bytes]:
        """Return the <f> elements for ascending rows."""
        first = [self.build_element(row) for row in rows[:1]]
        if self._is_shared:
            return first + [self._member] * (len(rows) - 1)
        return first + [self.build_element(row) for row in rows[1:]]

    def _text(self, row: int) -> bytes:
        return escape_text(self._formula.replace("{row}", str(row)))

    def _begin_sharing(self, row: int, index: int) -> bytes:
        self._is_shared = True
        self._member = b'<%bf t="shared" si="%d"/>' % (self._prefix, index)
        reach = f"{self._letters}{row}:{self._letters}{self._last_row}".encode()
        p = self._prefix
        return b'<%bf t="shared" ref="%b" si="%d">%b</%bf>' % (p, reach, index, self._text(row), p)
