"""Read the values of sheets, after a scan of their XML for damage, extent, error values and uncomputed formulas.

The values are read by python-calamine, which has three weaknesses that the scan makes up for. It builds a full
rectangle for every sheet, so that a single cell far away would take all memory. It returns blanks for error values and
for formulas that were never computed. It stops at malformed XML without an error.

The scan needs only a few regular expressions for each piece of the XML, because "usual" rows, as most programs write
them (ECMA-376, 18.3.1.73, 18.3.1.4 and 18.3.1.40), are skipped in one search: they have a shape that is always
well-formed, and nothing that the scan would record. An XML parser, which takes twice as long for a row, checks all that
is left of sheets up to `MAX_PARSED_BYTES`.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.parsers import expat

from xladdin.cells import LAST_COLUMN, LAST_ROW, CellRange, column_letters, column_number, parse_range
from xladdin.files.package import MAX_TREE, MEBIBYTE, Package
from xladdin.messages import Message, join_sentences, msg

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook


def _write_attributes_pattern(**attributes: bytes) -> bytes:
    """Return the pattern of optional attributes, in the order in which the standard lists them."""
    return b"".join(rb'(?: %b="%b")?+' % (name.encode(), value) for name, value in attributes.items())


_WORD, _NUMBER = rb"[a-zA-Z0-9]*+", rb"[0-9.]*+"
_LETTERS = rb"[ -%'-;=?-~\x80-\xee\xf0-\xf4]*+"
# Text without markup. The ranges are U+0020 to U+007E, U+0080 to U+EFFF, and the characters above U+FFFF, all of which
# XML allows (XML 1.0, 2.2). The characters & < > are excluded.
TEXT = rb"%b(?:&(?:lt|gt|amp|quot|apos);%b)*+" % (_LETTERS, _LETTERS)
# The number of a row, up to 1,049,999. The exact limit, 1,048,576, would make the pattern longer and slower.
ROW_ON_SHEET = rb"(?:[0-9]{1,6}|10[0-4][0-9]{4})"


def remove_usual_rows(text: bytes) -> tuple[bytes, bool]:
    """Return XML without the rows that are well-formed and contain nothing for a scan to record but their width.

    No cell of such a row has an error value, a number far below 0, a formula with a range, or a formula without a
    value, unless its result is a text, which may be blank. In rows with cells beyond column Z, as of a crosstable, all
    cells are plain. The second value is whether there were such rows.
    """
    if not text.isascii():
        try:
            text.decode()
        except UnicodeDecodeError:
            return text, False
    usual, wide = _compile_row_patterns()
    text, wide_rows = wide.subn(b"", usual.sub(b"", text))
    return text, wide_rows > 0


@cache
def _compile_row_patterns() -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """Return the patterns of usual rows up to column Z, and of plain rows of any width.

    The shapes of most cells come first. They need no further groups, which cost the most time. Rows from 1,000,000 on
    are left to the parser, since a longer pattern of their numbers is slower.
    """
    row_attributes = _write_attributes_pattern(
        spans=rb"[0-9: ]*+",
        s=_NUMBER,
        customFormat=_WORD,
        ht=_NUMBER,
        hidden=_WORD,
        customHeight=_WORD,
        outlineLevel=_NUMBER,
        collapsed=_WORD,
        thickTop=_WORD,
        thickBot=_WORD,
    )
    row_attributes += rb'(?: x14ac:dyDescent="[0-9.]*+")?+'
    formula = rb"<f%b(?:/>|>%b</f>)" % (_write_attributes_pattern(t=_WORD, aca=_WORD, ca=_WORD, si=_NUMBER), TEXT)
    value = rb"<v>(?!-(?:[0-9]{12}|[0-9.]*+[eE]))%b</v>" % TEXT
    inline_text = rb'<is><t(?: xml:space="preserve")?+>%b</t></is>' % TEXT
    text_result = rb"(?:%b)?+(?:%b|<v ?/>)?+" % (formula, value)
    content = rb"(?:%b(?=<v>[^<]))?+(?:%b|<v ?/>|%b)?+" % (formula, value, inline_text)
    number = rb'>(?:<v>|<f t="shared" si="[0-9]++"/><v>)-?[0-9.]{1,11}+</v></c>'
    text = rb' t="inlineStr"><is><t>%b</t></is></c>| t="s"><v>[0-9]++</v></c>' % _LETTERS
    others = rb' t="str">%b</c>|(?: t="(?!e")%b")?+(?:/>|>%b</c>)' % (text_result, _WORD, content)

    def compile_pattern(columns: bytes, kinds: bytes) -> re.Pattern[bytes]:
        cell = rb'<c r="%b[0-9]{1,6}+"(?: s="%b")?+(?:%b|%b|%b)' % (columns, _NUMBER, number, text, kinds)
        return re.compile(rb'<row r="[0-9]++"(?:>|%b>)(?:%b)*+</row>' % (row_attributes, cell))

    return compile_pattern(rb"[A-Z]", others), compile_pattern(rb"[A-Z]{1,3}", rb'(?: t="n")?+/>')


class WellFormednessChecker:
    """Check of a sheet's XML for well-formedness, chunk by chunk, while the chunks are read for another purpose."""

    def __init__(self, on_element: Callable[[str, dict[str, str]], None] | None = None) -> None:
        """Start the check. `on_element` is called with every element's name and attributes.

        A ValueError that `on_element` raises counts as damage.
        """
        self.error: Exception | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = on_element
        self._parser.StartDoctypeDeclHandler = _reject_document_type

    def feed(self, chunk: bytes) -> None:
        """Check the next piece of the XML. Pieces after the first damage are ignored."""
        self._parse(chunk, False)

    def validate(self, package: Package, sheet: str) -> None:
        """Raise WorkbookError if the XML was malformed or is incomplete."""
        self._parse(b"", True)
        if self.error is not None:
            raise package.make_error(
                msg(
                    "its sheet {sheet} is damaged ({error}). Open it in Excel or LibreOffice, repair, and save it.",
                    sheet=sheet,
                    error=self.error,
                )
            ) from None

    def _parse(self, chunk: bytes, is_last: bool) -> None:
        if self.error is None:
            try:
                self._parser.Parse(chunk, is_last)
            except (expat.ExpatError, ValueError) as error:
                self.error = error


def _reject_document_type(*_: object) -> None:
    raise ValueError("a document type")


# The limit for the cells of all sheets together, which take up to 3 GB of memory: a full sheet of 20 columns. The table
# Games has 13 to 16 columns.
MAX_CELLS = 20 * LAST_ROW

_DELETE_STRAY_CELLS = msg(
    "Delete the stray cells far from the tables (select the columns or rows, right-click, Delete), and save."
)
_ADDRESS_PARTS = re.compile(rb' r="([A-Z]{1,3})([0-9]{1,7})"')


def measure_extent_by_addresses(package: Package, part: str) -> CellRange:
    """Return the extent of a sheet whose cells all have plain addresses."""
    columns, rows, tail = {b"A"}, {1}, b""
    for chunk in package.iter_chunks(part):
        text = tail + chunk
        for letters, row in _ADDRESS_PARTS.findall(text):
            columns.add(letters)
            rows.add(int(row))
        tail = text[-30:]  # an address may be split between two pieces
    return CellRange(1, 1, max(rows), max(column_number(letters.decode()) for letters in columns))


def measure_extent_by_parser(package: Package, part: str, sheet: str) -> CellRange:
    """Return the extent of a sheet of any shape, found cell by cell. Raises WorkbookError for malformed XML."""
    extent = CellRange(1, 1, 1, 1)
    row = column = 0

    def note_element(name: str, attributes: dict[str, str]) -> None:
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

    checker = WellFormednessChecker(note_element)
    for chunk in package.iter_chunks(part):
        checker.feed(chunk)
    checker.validate(package, sheet)
    return extent


def validate_extent(extent: CellRange, package: Package, sheet: str) -> None:
    """Raise WorkbookError if the extent has more than `MAX_CELLS` cells."""
    if extent.cells > MAX_CELLS:
        raise package.make_error(
            join_sentences(
                [
                    msg(
                        "its sheet {sheet} reaches to column {last_column} and row {last_row:,}.",
                        sheet=sheet,
                        last_column=column_letters(extent.last_column),
                        last_row=extent.last_row,
                    ),
                    _DELETE_STRAY_CELLS,
                ]
            )
        )


class CellLimit:
    """Counter of the cells of a file that are read into memory, up to `MAX_CELLS`."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._remaining = MAX_CELLS

    def add_cells(self, rows: int, columns: int, part: Message) -> None:
        """Add the cells of a rectangle. Raises WorkbookError if that exceeds the limit.

        `part` names the rectangle in the message, such as "its sheet Games".
        """
        self._remaining -= rows * columns
        if self._remaining < 0:
            raise self._package.make_error(
                join_sentences(
                    [
                        msg("counted up to {part}, it has more than {most:,} cells in use.", part=part, most=MAX_CELLS),
                        _DELETE_STRAY_CELLS,
                    ]
                )
            )


_MAIN_NAMESPACES = (b"openxmlformats.org/spreadsheetml/2006/main", b"purl.oclc.org/ooxml/spreadsheetml/main")
_PROLOG_PART = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<([\w.-]+:)?worksheet\b")
_SHARED_INDEX = rb"\bsi=[\"']([0-9]+)[\"']"
_IS_ERROR = rb"\bt=[\"']e[\"']"
_IS_TEXT = rb"\bt=[\"']str[\"']"
_ADDRESS = rb"\br=[\"']([A-Z]+[0-9]+)[\"']"
# The most cells with an error value, and the most uncomputed formulas: as many as a column has cells.
MAX_UNUSUAL_CELLS = LAST_ROW
# The largest sheet whose XML a parser checks [bytes]. A larger one is only searched with regular expressions, since a
# full sheet would take too long to parse, and most damage is at the beginning.
MAX_PARSED_BYTES = 16 << 20
# The most bytes of XML without the end of a row: in one row, before the first row, or after the last.
MAX_STRETCH_LENGTH = 32 << 20


@dataclass(eq=False, repr=False)
class SheetScan:
    """The result of a scan of a sheet's XML.

    Attributes:
        prefix: Prefix of spreadsheet elements, such as b"x:". It is b"" in most files.
        errors: Error values, such as "#N/A", by the row and column of the cell, both from 1.
        uncomputed: Row and column of each cell outside of live columns whose formula has no stored value.
        last_shared: Highest index of a shared formula, or -1.
    """

    prefix: bytes
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    uncomputed: set[tuple[int, int]] = field(default_factory=set)
    last_shared: int = -1

    @cached_property
    def uncomputed_rows(self) -> Mapping[int, Sequence[int]]:
        """The rows of the uncomputed cells, in ascending order, by column."""
        rows: dict[int, list[int]] = {}
        for row, column in sorted(self.uncomputed):
            rows.setdefault(column, []).append(row)
        return rows


def scan_sheet(package: Package, part: str, sheet: str, live: Collection[str]) -> SheetScan:
    """Scan the XML of a sheet for damage, its extent, error values and uncomputed formulas.

    Args:
        package: The workbook file.
        part: The part with the sheet's XML.
        sheet: Name of the sheet, for messages.
        live: Letters of the columns whose formulas are ignored, because a recalculation computes them.

    Raises:
        WorkbookError: The sheet is damaged, or has too many cells.
    """
    chunks = package.iter_chunks(part)
    first = next(chunks, b"")
    scanner = _SheetScanner(package, part, sheet, read_prefix(first, package, part, sheet), live)
    for rows in iter_whole_rows(package, sheet, scanner.scan.prefix, chain([first], chunks)):
        scanner.feed(rows)
    scanner.validate()
    return scanner.scan


class _SheetScanner:
    """Scanner of the XML of one sheet, which is fed whole rows at a time."""

    def __init__(self, package: Package, part: str, sheet: str, prefix: bytes, live: Collection[str]) -> None:
        self.scan = SheetScan(prefix)
        self._package, self._part, self._sheet = package, part, sheet
        self._live = {letters.encode() for letters in live}
        self._patterns = _write_patterns(prefix)
        is_small = package.members[part].file_size <= MAX_PARSED_BYTES
        self._checker = WellFormednessChecker() if is_small else None
        self._has_plain_addresses = True
        self._has_wide_rows = False
        self._namespaces = 0
        self._tail = b""

    def feed(self, rows: bytes) -> None:
        """Scan the next rows. Raises WorkbookError for cells that python-calamine cannot read."""
        self._tail = rows[-200:]
        text, has_wide_rows = remove_usual_rows(rows)
        self._has_wide_rows = self._has_wide_rows or has_wide_rows
        if self._checker:
            self._checker.feed(text)
        self._namespaces += sum(map(text.count, _MAIN_NAMESPACES))
        self._note_unusual_cells(text)
        self._validate_numbers(text)
        self._note_shared_formulas(text)
        self._note_errors(text)
        if max(len(self.scan.errors), len(self.scan.uncomputed)) > MAX_UNUSUAL_CELLS:
            raise self._package.make_error(
                msg(
                    "its sheet {sheet} has more than {most:,} cells with errors, or with formulas without "
                    "a value. Delete those formulas, or open it in Excel or LibreOffice, save, and try again.",
                    sheet=self._sheet,
                    most=MAX_UNUSUAL_CELLS,
                )
            )

    def validate(self) -> None:
        """Raise WorkbookError if the sheet, whose rows have all been scanned, is damaged or too large."""
        package, part, sheet = self._package, self._part, self._sheet
        is_whole = self._tail.rstrip().endswith(b"</" + self.scan.prefix + b"worksheet>")
        if not self._has_plain_addresses or self._namespaces != 1 or not is_whole:
            validate_extent(measure_extent_by_parser(package, part, sheet), package, sheet)
        elif self._has_wide_rows:
            validate_extent(measure_extent_by_addresses(package, part), package, sheet)
        if self._has_plain_addresses and self._checker:
            self._checker.validate(package, sheet)

    def _note_unusual_cells(self, text: bytes) -> None:
        """Record cells beyond column Z, whether all cells have plain addresses, and the uncomputed formulas."""
        cells = re.findall(self._patterns.unusual_cell, text)
        columns = {letters: column_number(letters.decode()) for letters in {cell[0] for cell in cells}}
        if b"" in columns:
            self._has_plain_addresses = False
        if self.scan.prefix or b":c" in text:  # python-calamine reads cells of every prefix
            self._has_plain_addresses = self._has_plain_addresses and not re.search(self._patterns.foreign_cell, text)
        self._has_wide_rows = self._has_wide_rows or max(map(len, columns), default=0) > 1
        for letters, digits, attributes, formula_alone in cells:
            if formula_alone and letters not in self._live and re.search(_IS_TEXT, attributes) is None:
                row, column = int(digits), columns[letters]
                if 0 < row <= LAST_ROW and column <= LAST_COLUMN:
                    self.scan.uncomputed.add((row, column))
                else:
                    self.scan.uncomputed.add(self._read_position(b' r="%b%b"' % (letters, digits)))

    def _validate_numbers(self, text: bytes) -> None:
        """Raise WorkbookError for a number so far below 0 that python-calamine fails on it."""
        match = re.search(self._patterns.number_far_below_0, text)
        if match is None:
            return
        start = text.rfind(b"<" + self.scan.prefix + b"c", 0, match.start())
        row, column = self._read_position(text[start : match.start()])
        raise self._package.make_error(
            msg(
                "the number {number} in cell {column}{row} of its sheet {sheet} is impossibly small. "
                "Correct it, and save.",
                number=match[1].decode(),
                column=column_letters(column),
                row=row,
                sheet=self._sheet,
            )
        )

    def _note_shared_formulas(self, text: bytes) -> None:
        """Record the highest index of a shared formula.

        Only the first cell of a shared formula has a range, so the search is for `ref=`, which is rare.
        """
        position = text.find(b"ref=")
        while position >= 0:
            tag = text[text.rfind(b"<", 0, position) : text.find(b">", position)]
            if (index := re.search(_SHARED_INDEX, tag)) is not None:
                self.scan.last_shared = max(self.scan.last_shared, int(index[1]))
            position = text.find(b"ref=", position + 1)

    def _note_errors(self, text: bytes) -> None:
        if b"#" in text and b"v>#" in text:  # the search for one character is much faster, and rarely finds any
            for attributes, value in re.findall(self._patterns.error_cell, text):
                if re.search(_IS_ERROR, attributes):
                    self.scan.errors[self._read_position(attributes)] = intern(value.decode("utf-8", "replace"))

    def _read_position(self, attributes: bytes) -> tuple[int, int]:
        """Return the row and column of a cell by its attributes. Raises WorkbookError if it has no address."""
        address = re.search(_ADDRESS, attributes)
        cell = address and parse_range(address[1].decode())
        if cell is None:
            raise self._package.make_error(
                msg("its sheet {sheet} has a cell with no address. Save it again in Excel.", sheet=self._sheet)
            )
        return cell.first_row, cell.first_column


def read_prefix(first: bytes, package: Package, part: str, sheet: str) -> bytes:
    """Return the prefix of a sheet's elements, from the first piece of its XML.

    Raises:
        WorkbookError: The root element is not that of a worksheet.
    """
    package.validate_prolog(first[: first.find(b"sheetData")], part)
    root = _match_root(first.removeprefix(b"\xef\xbb\xbf"))
    if root is None:
        raise package.make_error(
            msg("its sheet {sheet} is not written as a worksheet. Save it again in Excel or LibreOffice.", sheet=sheet)
        )
    return root[1] or b""


def _match_root(xml: bytes) -> re.Match[bytes] | None:
    """Return the match of the root's tag, or None if the root is not that of a worksheet."""
    start = 0
    while aside := _PROLOG_PART.match(xml, start):
        start = aside.end()
    return _ROOT.match(xml, start)


class _Patterns(NamedTuple):
    """The regular expressions of a scan.

    Attributes:
        unusual_cell: A cell beyond column Z, one with a formula, or one without a plain address. Its groups are the
            letters of the column, the row, the further attributes, and the content if that is a formula without a
            value. All groups are empty if the address is not plain.
        error_cell: A cell whose value begins with "#". Its groups are the attributes and the value.
        number_far_below_0: A number on which python-calamine fails if the cell has the format of a date.
        foreign_cell: A cell whose element has another prefix.
    """

    unusual_cell: bytes
    error_cell: bytes
    number_far_below_0: bytes
    foreign_cell: bytes


@cache
def _write_patterns(prefix: bytes) -> _Patterns:
    p = re.escape(prefix)
    plain = rb'[A-Z]%b"[^<>]*>(?!<%bf[\s/>])' % (ROW_ON_SHEET, p)
    formula = rb"(?:<%bf\b[^<>]*/>|<%bf\b[^<>]*>[^<]*</%bf>)" % (p, p, p)
    no_value = rb"(?:<%bv\s*/>|<%bv></%bv>)?" % (p, p, p)
    closer_look = rb' r="([A-Z]{1,3})(%b)"([^<>]*)>(%b%b</%bc>)?' % (ROW_ON_SHEET, formula, no_value, p)
    return _Patterns(
        rb'<%bc(?! r="%b)(?:%b|[\s/>])' % (p, plain, closer_look),
        rb"<%bc\b([^<>]*)>%b?<%bv>(#[^<]*)</%bv>" % (p, formula, p, p),
        rb"<%bv>(-(?:[0-9]{12}|[0-9.]*[eE][+]?[0-9]{2})[^<]*)" % p,
        rb"<(?!%bc[\s/>])(?:[^\s<>/!?]*:)?c[\s/>]" % p,
    )


def iter_whole_rows(package: Package, sheet: str, prefix: bytes, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield XML in pieces that end where a row ends or begins, so that no cell is split between two pieces.

    Raises:
        WorkbookError: There is no such place in more than `MAX_STRETCH_LENGTH` bytes.
    """
    row = b"<" + prefix + b"row "
    text = b""
    for chunk in chunks:
        end = text.rfind(b"row>") + 4
        if end < 4:
            end = max(text.rfind(row), 0)
        if end:
            yield text[:end]
            text = text[end:]
        elif len(text) > MAX_STRETCH_LENGTH:
            raise package.make_error(
                msg(
                    "its sheet {sheet} has a row, or something before or after its rows, of more than "
                    "{most} MiB. Copy its cells to a new sheet, and save.",
                    sheet=sheet,
                    most=MAX_STRETCH_LENGTH >> 20,
                )
            )
        text += chunk
    yield text


# The limit for the texts of all sheets together [bytes]. A million games with names and a remark of one line take half.
MAX_TEXT = 256 * MEBIBYTE
# The largest XML of the shared texts [bytes].
MAX_STRINGS = 256 * MEBIBYTE

# The fewest bytes of XML for a cell with a shared text.
_MIN_CELL = 20
_ITEM = rb"<(?:[\w.-]+:)?si\b"
# A text in the sheet's own XML. Texts of up to 32 bytes take little more memory than a number, and are not counted.
_OWN_TEXT = rb">([^<>]{33,})<"
_SHARED_TEXT = rb"""=\s*["']s["'][^<>]*>\s*<(?:[\w.-]+:)?v>([0-9]{1,9})<"""


class TextLimit:
    """Counter of the text of a file's sheets, up to `MAX_TEXT`. `strings` are the parts with the shared strings."""

    def __init__(self, package: Package, strings: Iterable[str]) -> None:
        self._package = package
        self._strings = strings
        for part in strings:
            package.validate_size(part, MAX_STRINGS)
        self._sizes: dict[str, int] = {}
        self._uncounted: dict[str, tuple[str, bytes]] = {}

    def add_sheet(self, part: str, sheet: str, prefix: bytes) -> None:
        """Count the text of a sheet whose elements have `prefix`.

        The size of a sheet's XML gives an upper bound of its text. Only if these bounds exceed the limit, the texts
        themselves are counted, which takes longer.

        Raises:
            WorkbookError: The sheets have too much text.
        """
        size = self._package.members[part].file_size
        self._sizes[part] = size + size // _MIN_CELL * self._longest
        self._uncounted[part] = (sheet, prefix)
        while sum(self._sizes.values()) > MAX_TEXT:
            if not self._uncounted:
                raise self._package.make_error(
                    msg(
                        "its sheets up to {sheet} contain more than {most} MiB of text. Delete the long texts, and "
                        "save.",
                        sheet=sheet,
                        most=MAX_TEXT // MEBIBYTE,
                    )
                )
            largest = max(self._uncounted, key=self._sizes.__getitem__)
            self._sizes[largest] = self._count(largest, *self._uncounted.pop(largest))

    @cached_property
    def _text_sizes(self) -> Sequence[int]:
        """The size of each shared text with its XML [bytes]."""
        lengths = array("L")
        for part in self._strings:
            incomplete = b""
            for chunk in self._package.iter_chunks(part):
                *whole, incomplete = re.split(_ITEM, incomplete + chunk)
                if len(incomplete) > MAX_TREE:
                    raise self._package.make_error(
                        msg("its part {part} contains a text that is too long for a cell.", part=part)
                    )
                lengths.extend(map(len, whole))
            lengths.append(len(incomplete))
        return lengths[1:]

    @cached_property
    def _longest(self) -> int:
        return max(self._text_sizes, default=0)

    def _count(self, part: str, sheet: str, prefix: bytes) -> int:
        """Return the size of the text in a sheet [bytes]. A shared text counts once for each cell that uses it."""
        size = 0
        for text in iter_whole_rows(self._package, sheet, prefix, self._package.iter_chunks(part)):
            size += sum(map(len, re.findall(_OWN_TEXT, text)))
            shared = re.findall(_SHARED_TEXT, text)
            size += sum(self._text_sizes[number] for number in map(int, shared) if number < len(self._text_sizes))
            unusual = text.count(b'"s"') + text.count(b"'s'") - len(shared)
            size += max(unusual, 0) * self._longest
        return size


Rows = Sequence[Sequence[object]]
_STRINGS = "xl/sharedstrings.xml"
# The parts that python-calamine finds by these names, without following relationships.
_PARTS_BY_NAME = ("xl/workbook.xml", "xl/styles.xml")


class SheetValues:
    """The values of each sheet by its name: rows from A1 on, without trailing blank rows, read on first use.

    `sheets` has the part of each sheet by its name. `scan` returns the scan of a sheet.
    """

    def __init__(self, package: Package, sheets: Mapping[str, str], scan: Callable[[str], SheetScan]) -> None:
        self._package, self._sheets, self._scan = package, sheets, scan
        self._rows: dict[str, Rows] = {}
        self._cell_limit = CellLimit(package)

    def __getitem__(self, sheet: str) -> Rows:
        """Return the rows of a sheet. Raises WorkbookError if it cannot be read."""
        if sheet not in self._rows:
            self._rows[sheet] = self._read(sheet)
        return self._rows[sheet]

    @cached_property
    def _workbook(self) -> CalamineWorkbook:
        from io import BytesIO

        from python_calamine import CalamineWorkbook

        parts = {part for name in _PARTS_BY_NAME if (part := self._package.find_part(name))}
        parts.update(self._package.find_related_parts(self._package.workbook_part, "styles").values())
        for part in sorted(parts - self._strings):
            self._package.validate_size(part, MAX_TREE)
        for part in sorted(parts | self._strings):
            for number, chunk in enumerate(self._package.iter_chunks(part)):
                if number == 0:
                    self._package.validate_prolog(chunk, part)
        if self._package.workbook_part.lower() != _PARTS_BY_NAME[0] or len(self._strings) > 1:
            raise self._package.make_error(msg("its parts have unusual names. Save it again in Excel or LibreOffice."))
        with self._translate_reader_errors(msg("it is damaged")):
            return CalamineWorkbook.from_filelike(BytesIO(self._package.data))

    @cached_property
    def _strings(self) -> set[str]:
        """The parts with the shared texts: the one of the relationship, and the one that python-calamine reads."""
        parts = set(self._package.find_related_parts(self._package.workbook_part, "sharedStrings").values())
        return parts | {part for part in (self._package.find_part(_STRINGS),) if part}

    @cached_property
    def _text_limit(self) -> TextLimit:
        return TextLimit(self._package, self._strings)

    def _read(self, sheet: str) -> Rows:
        scan = self._scan(sheet)
        self._text_limit.add_sheet(self._sheets[sheet], sheet, scan.prefix)
        with self._translate_reader_errors(msg("its sheet {sheet} cannot be read", sheet=sheet)):
            values = self._workbook.get_sheet_by_name(sheet)
            last_row, last_column = values.end or (-1, -1)
            self._cell_limit.add_cells(last_row + 1, last_column + 1, msg("its sheet {sheet}", sheet=sheet))
            rows = values.to_python(skip_empty_area=False)
        for (row, column), value in scan.errors.items():
            rows[row - 1][column - 1] = value
        return _strip_blank_rows(rows)

    @contextmanager
    def _translate_reader_errors(self, problem: Message) -> Iterator[None]:
        """Turn errors of python-calamine into a WorkbookError that begins with `problem`."""
        try:
            yield
        except BaseException as error:
            if not _is_reader_error(error):
                raise
            raise self._package.make_error(
                msg("{problem} ({error}). Save it again in Excel or LibreOffice.", problem=problem, error=str(error))
            ) from None


def _is_reader_error(error: BaseException) -> bool:
    """Return whether python-calamine raised an error. A panic of its Rust code derives from BaseException directly."""
    from python_calamine import CalamineError

    return isinstance(error, CalamineError) or type(error).__name__ == "PanicException"


def _strip_blank_rows(rows: list[list[Any]]) -> Rows:
    while rows and rows[-1].count("") == len(rows[-1]):
        rows.pop()
    return rows
