"""A look through a sheet's XML before it is read: whether it is sound, how far it reaches, which cells hold errors.

The reader of values makes a full rectangle of every sheet, so that a single cell far away would take all memory. It
gives blanks for error values and for formulas that were never computed, and stops without a word at broken XML. This
look finds all that first, with a few searches over each piece of the XML.

Rows as most programs write them (ECMA-376, 18.3.1.73, 18.3.1.4 and 18.3.1.40) are skipped in one search. A plain row is
well-formed by itself. A usual row also holds nothing that the look would note. An XML parser proves the rest sound.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from string import ascii_uppercase
from sys import intern
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.parsers import expat

from xladdin.cells import LAST_COLUMN, LAST_ROW, CellRange, column_letters, column_number, parse_range
from xladdin.files.package import LARGEST_TREE, MEBIBYTE, Package
from xladdin.messages import Message, join_sentences, msg

if TYPE_CHECKING:
    from python_calamine import CalamineWorkbook


def _optional(**attributes: bytes) -> bytes:
    """Return the attributes in the order of the standard. Each may be missing."""
    return b"".join(rb'(?: %b="%b")?+' % (name.encode(), value) for name, value in attributes.items())


_WORD, _NUMBER = rb"[a-zA-Z0-9]*+", rb"[0-9.]*+"
_LETTERS = rb"[ -%'-;=?-~\x80-\xee\xf0-\xf4]*+"
# Blank to tilde, up to U+EFFF, and beyond U+FFFF: characters everywhere (XML 1.0, 2.2). Marks of XML are left out.
TEXT = rb"%b(?:&(?:lt|gt|amp|quot|apos);%b)*+" % (_LETTERS, _LETTERS)
# The attributes of a row after its number.
ROW_TAG = _optional(spans=rb"[0-9: ]*+", s=_NUMBER, customFormat=_WORD, ht=_NUMBER, hidden=_WORD, customHeight=_WORD,
                 outlineLevel=_NUMBER, collapsed=_WORD, thickTop=_WORD, thickBot=_WORD)  # fmt: skip
ROW_TAG += rb'(?: x14ac:dyDescent="[0-9.]*+")?+'
# The number of a row of a full sheet, or nearly so.
ROW_ON_SHEET = rb"(?:[0-9]{1,6}|10[0-4][0-9]{4})"


def _cell(address: bytes, kind: bytes, value: bytes, formula: bytes) -> bytes:
    inline = rb'<is><t(?: xml:space="preserve")?+>%b</t></is>' % TEXT
    start = rb'<c r="%b"%b' % (address, _optional(s=_NUMBER, t=kind))
    return rb"%b(?:/>|>%b(?:<v>%b</v>|%b)?+</c>)" % (start, formula, value, inline)


def _formula(**attributes: bytes) -> bytes:
    return rb"(?:<f%b(?:/>|>%b</f>))?+" % (_optional(**attributes), TEXT)


# The formula of one cell, or nothing. It says no range.
OWN_FORMULA = _formula(t=_WORD, aca=_WORD, ca=_WORD, si=_NUMBER)


def without_plain_rows(text: bytes) -> bytes:
    """Return XML without the rows that are well-formed by themselves."""
    any_formula = _formula(t=_WORD, aca=_WORD, ref=rb"[A-Z0-9:]*+", ca=_WORD, si=_NUMBER)
    return _remove_rows(text, _cell(rb"[A-Z]++[0-9]++", _WORD, TEXT, any_formula))


def without_usual_rows(text: bytes, live: bytes) -> bytes:
    """Return XML without the plain rows whose cells are in columns A to Z, and hold no error and no number far below 0.

    `live` has the letters of the columns that may hold a formula, except one that says a range.
    """
    no_error, no_low_number = rb'(?!e")' + _WORD, rb"(?!-(?:[0-9]{12}|[0-9.]*+[eE]))" + TEXT
    kinds = (live, OWN_FORMULA), (ascii_uppercase.encode().translate(None, live), b"")
    cells = [
        _cell(rb"[%b]%b" % (letters, ROW_ON_SHEET), no_error, no_low_number, formula)
        for letters, formula in kinds
        if letters
    ]
    return _remove_rows(text, b"|".join(cells))


def _remove_rows(text: bytes, cell: bytes) -> bytes:
    try:
        text.decode()
    except UnicodeDecodeError:
        return text
    return _row_of(cell).sub(b"", text)


@cache
def _row_of(cell: bytes) -> re.Pattern[bytes]:
    row = rb'<row r="[0-9]++"%b>(?:%b)*+</row>' % (ROW_TAG, cell)
    return re.compile(row)


class WellFormednessChecker:
    """Checks that a sheet's XML is well-formed, while it is read for something else, whole rows at a time.

    Rows of plain shape are well-formed by themselves. The parser takes the rest, and twice as long for a row.
    """

    def __init__(self, on_element: Callable[[str, dict[str, str]], None] | None = None) -> None:
        """Call `on_element` for every element, with its attributes. A ValueError of it counts as damage."""
        self.error: Exception | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = on_element
        self._parser.StartDoctypeDeclHandler = _reject_document_type

    def feed(self, piece: bytes) -> None:
        """Take the next piece of the XML. After damage in earlier pieces it does not look at it."""
        self._parse(piece, False)

    def validate(self, package: Package, sheet: str) -> None:
        """Raise WorkbookError if the XML so far was damaged, or is not the whole."""
        self._parse(b"", True)
        if self.error is not None:
            raise package.problem(
                msg(
                    "its sheet {sheet} is damaged ({error}). Open it in Excel or LibreOffice, repair, and save it.",
                    sheet=sheet,
                    error=self.error,
                )
            ) from None

    def _parse(self, piece: bytes, is_last: bool) -> None:
        if self.error is None:
            try:
                self._parser.Parse(piece if self._parser.StartElementHandler else without_plain_rows(piece), is_last)
            except (expat.ExpatError, ValueError) as error:
                self.error = error


def _reject_document_type(*_: object) -> None:
    raise ValueError("a document type")


# The limit of all sheets read: a full one with columns A to T, up to 3 GB. A game has 13 to 16 columns.
MOST_CELLS = 20 * LAST_ROW

_DELETE_STRAY_CELLS = msg(
    "Delete the stray cells far away from the tables (select the columns or rows, right-click, Delete), and save."
)
_ROW = re.compile(rb' r="[A-Z]{1,3}([0-9]{1,7})"')


def extent_by_addresses(package: Package, part: str, last_column: int) -> CellRange:
    """Return the extent of a sheet whose cells all have plain addresses, up to a column that is known."""
    last_row, rest = 1, b""
    for piece in package.pieces(part):
        text = rest + piece
        last_row = max(last_row, *map(int, _ROW.findall(text)), 1)
        rest = text[-30:]
    return CellRange(1, 1, last_row, last_column)


def extent_by_parser(package: Package, part: str, sheet: str) -> CellRange:
    """Return the extent of any sheet, cell by cell. Raises WorkbookError if its XML is not sound."""
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
    for piece in package.pieces(part):
        checker.feed(piece)
    checker.validate(package, sheet)
    return extent


def validate_extent(extent: CellRange, package: Package, sheet: str) -> None:
    """Raise WorkbookError if the rectangle would take more memory than a full sheet of games."""
    if extent.cells > MOST_CELLS:
        raise package.problem(
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
    """How many cells of a file may still be taken into memory."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._left = MOST_CELLS

    def take(self, rows: int, columns: int, part: Message) -> None:
        """Raise WorkbookError if there is no room for a rectangle. `part`: "its sheet Games"."""
        self._left -= rows * columns
        if self._left < 0:
            raise self._package.problem(
                join_sentences(
                    [
                        msg("with {part} it has more than {most:,} cells in use.", part=part, most=MOST_CELLS),
                        _DELETE_STRAY_CELLS,
                    ]
                )
            )


_MAIN_NAMESPACES = (b"openxmlformats.org/spreadsheetml/2006/main", b"purl.oclc.org/ooxml/spreadsheetml/main")
_BEFORE_ROOT = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<([\w.-]+:)?worksheet\b")
_SHARED_INDEX = re.compile(rb"\bsi=[\"']([0-9]+)[\"']")
_IS_ERROR = re.compile(rb"\bt=[\"']e[\"']")
_IS_TEXT = re.compile(rb"\bt=[\"']str[\"']")
_ADDRESS = re.compile(rb"\br=[\"']([A-Z]+[0-9]+)[\"']")
# The columns of one letter. As many fit into memory with all rows of a sheet, until their values are taken over.
_ONE_LETTER_COLUMNS = 26
# The most cells with an error, and with a formula without a value: as many as a column has.
MOST_ODD_CELLS = LAST_ROW
# The most bytes of XML to parse, since damage only gets worse further on. A larger sheet is just looked through.
LARGEST_PROVEN = 16 << 20
# The most bytes without the end of a row: a row, what is before all rows, or behind.
LONGEST_STRETCH = 32 << 20


@dataclass
class SheetScan:
    """The result of a look through a sheet's XML.

    `prefix` is the prefix of spreadsheet elements, such as b"x:", mostly b"". `errors` has cells (row and column from
    1) with their error values, such as "#N/A". `uncomputed` has cells with a formula whose value no program has stored,
    without live columns. `last_shared` is the highest index of a shared formula, or -1.
    """

    prefix: bytes
    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    uncomputed: set[tuple[int, int]] = field(default_factory=set)
    last_shared: int = -1

    @cached_property
    def uncomputed_rows(self) -> Mapping[int, Sequence[int]]:
        """The rows of the uncomputed cells of each column, in order."""
        rows: dict[int, list[int]] = {}
        for row, column in sorted(self.uncomputed):
            rows.setdefault(column, []).append(row)
        return rows


def scan_sheet(package: Package, part: str, sheet: str, live: Collection[str]) -> SheetScan:
    """Look through a sheet. Raises WorkbookError if it is damaged, or reaches further than memory would.

    `live` has the letters of columns whose formulas it does not look at.
    """
    pieces = package.pieces(part)
    first = next(pieces, b"")
    scanner = _SheetScanner(package, part, sheet, prefix_of(first, package, part, sheet), live)
    for rows in iter_whole_rows(package, sheet, scanner.scan.prefix, chain([first], pieces)):
        scanner.feed(rows)
    scanner.validate()
    return scanner.scan


class _SheetScanner:
    """Looks through the XML of one sheet, whole rows at a time."""

    def __init__(self, package: Package, part: str, sheet: str, prefix: bytes, live: Collection[str]) -> None:
        self.scan = SheetScan(prefix)
        self._package, self._part, self._sheet = package, part, sheet
        self._live = "".join(sorted(live)).encode()
        self._patterns = _patterns(prefix, self._live)
        is_small = package.members[part].file_size <= LARGEST_PROVEN
        self._checker = WellFormednessChecker() if is_small else None
        self._has_plain_addresses = True
        self._widest = 1
        self._namespaces = 0
        self._ending = b""

    def feed(self, rows: bytes) -> None:
        """Look through the next rows. Raises WorkbookError for cells that the reader of values cannot read."""
        self._ending = rows[-200:]
        text = without_usual_rows(rows, self._live)
        if self._checker:
            self._checker.feed(text)
        self._namespaces += sum(map(text.count, _MAIN_NAMESPACES))
        self._note_unusual_cells(text)
        self._validate_numbers(text)
        self._note_shared_formulas(text)
        self._note_errors(text)
        if max(len(self.scan.errors), len(self.scan.uncomputed)) > MOST_ODD_CELLS:
            raise self._package.problem(
                msg(
                    "its sheet {sheet} has more than {most:,} cells with errors, or with formulas without "
                    "a value. Delete those formulas, or open it in Excel or LibreOffice, save, and try again.",
                    sheet=self._sheet,
                    most=MOST_ODD_CELLS,
                )
            )

    def validate(self) -> None:
        """Raise WorkbookError if the whole sheet is damaged, or too large."""
        package, part, sheet = self._package, self._part, self._sheet
        is_whole = self._ending.rstrip().endswith(b"</" + self.scan.prefix + b"worksheet>")
        if not self._has_plain_addresses or self._namespaces != 1 or not is_whole:
            validate_extent(extent_by_parser(package, part, sheet), package, sheet)
        elif self._widest > _ONE_LETTER_COLUMNS:
            validate_extent(extent_by_addresses(package, part, self._widest), package, sheet)
        if self._has_plain_addresses and self._checker:
            self._checker.validate(package, sheet)

    def _note_unusual_cells(self, text: bytes) -> None:
        """Note how far cells reach, whether all have plain addresses, and which formulas have no value."""
        cells = self._patterns.unusual_cell.findall(text)
        columns = {letters: column_number(letters.decode()) for letters in {cell[0] for cell in cells}}
        if b"" in columns:
            self._has_plain_addresses = False
        if self.scan.prefix or b":c" in text:  # the reader of values takes a cell of another prefix all the same
            self._has_plain_addresses = self._has_plain_addresses and not self._patterns.foreign_cell.search(text)
        self._widest = max(self._widest, *columns.values(), 0)
        for letters, digits, attributes, formula_alone in cells:
            if formula_alone and _IS_TEXT.search(attributes) is None:
                row, column = int(digits), columns[letters]
                if 0 < row <= LAST_ROW and column <= LAST_COLUMN:
                    self.scan.uncomputed.add((row, column))
                else:
                    self.scan.uncomputed.add(self._position(b' r="%b%b"' % (letters, digits)))

    def _validate_numbers(self, text: bytes) -> None:
        """Raise WorkbookError for a number so far below 0 that the reader of values breaks off."""
        match = self._patterns.number_far_below_0.search(text)
        if match is None:
            return
        start = text.rfind(b"<" + self.scan.prefix + b"c", 0, match.start())
        row, column = self._position(text[start : match.start()])
        raise self._package.problem(
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
        """Note the highest index of a shared formula. Its one cell with a text says a range: few in a million do."""
        at = text.find(b"ref=")
        while at >= 0:
            tag = text[text.rfind(b"<", 0, at) : text.find(b">", at)]
            if (index := _SHARED_INDEX.search(tag)) is not None:
                self.scan.last_shared = max(self.scan.last_shared, int(index[1]))
            at = text.find(b"ref=", at + 1)

    def _note_errors(self, text: bytes) -> None:
        if b"#" in text and b"v>#" in text:  # the first search takes no time
            for attributes, value in self._patterns.error_cell.findall(text):
                if _IS_ERROR.search(attributes):
                    self.scan.errors[self._position(attributes)] = intern(value.decode("utf-8", "replace"))

    def _position(self, attributes: bytes) -> tuple[int, int]:
        """Return the row and column of a cell by its attributes. Raises WorkbookError if it has no address."""
        address = _ADDRESS.search(attributes)
        cell = address and parse_range(address[1].decode())
        if cell is None:
            raise self._package.problem(
                msg("its sheet {sheet} has a cell with no address. Save it again in Excel.", sheet=self._sheet)
            )
        return cell.first_row, cell.first_column


def prefix_of(first: bytes, package: Package, part: str, sheet: str) -> bytes:
    """Return the prefix of a sheet's elements, from the first piece of its XML. Raises WorkbookError if it is none."""
    package.check_prolog(first[: first.find(b"sheetData")], part)
    root = _root(first.removeprefix(b"\xef\xbb\xbf"))
    if root is None:
        raise package.problem(
            msg("its sheet {sheet} is not written as a worksheet. Save it again in Excel or LibreOffice.", sheet=sheet)
        )
    return root[1] or b""


def _root(xml: bytes) -> re.Match[bytes] | None:
    """Return the tag of the root, if it is a worksheet's."""
    start = 0
    while aside := _BEFORE_ROOT.match(xml, start):
        start = aside.end()
    return _ROOT.match(xml, start)


class _Patterns(NamedTuple):
    """What a look through a sheet searches for.

    `unusual_cell` is a cell that needs a closer look, with its letters, its row, its other attributes, and what follows
    if that is a formula without a value. All are blank if its address is not plain. Most cells are none: they are in
    columns A to Z of a full sheet, and hold a formula only in live columns. At `number_far_below_0`, in a cell that
    shows a date, the reader of values breaks off. `foreign_cell` is a cell of another prefix.
    """

    unusual_cell: re.Pattern[bytes]
    error_cell: re.Pattern[bytes]
    number_far_below_0: re.Pattern[bytes]
    foreign_cell: re.Pattern[bytes]


@cache
def _patterns(prefix: bytes, live: bytes) -> _Patterns:
    p = re.escape(prefix)
    row = ROW_ON_SHEET + b'"'
    plain = rb"[A-Z]%b[^<>]*>(?!<%bf[\s/>])" % (row, p)
    live_cell = rb"[%b]%b|" % (live, row) if live else b""
    formula = rb"(?:<%bf\b[^<>]*/>|<%bf\b[^<>]*>[^<]*</%bf>)" % (p, p, p)
    no_value = rb"(?:<%bv\s*/>|<%bv></%bv>)?" % (p, p, p)
    closer_look = rb' r="([A-Z]{1,3})(%b)"([^<>]*)>(%b%b</%bc>)?' % (ROW_ON_SHEET, formula, no_value, p)
    return _Patterns(
        re.compile(rb'<%bc(?! r="(?:%b%b))(?:%b|[\s/>])' % (p, live_cell, plain, closer_look)),
        re.compile(rb"<%bc\b([^<>]*)>%b?<%bv>(#[^<]*)</%bv>" % (p, formula, p, p)),
        re.compile(rb"<%bv>(-(?:[0-9]{12}|[0-9.]*[eE][+]?[0-9]{2})[^<]*)" % p),
        re.compile(rb"<(?!%bc[\s/>])(?:[^\s<>/!?]*:)?c[\s/>]" % p),
    )


def iter_whole_rows(package: Package, sheet: str, prefix: bytes, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same XML in pieces that end at the end of a row or before one begins. So no cell is cut in two."""
    row = b"<" + prefix + b"row "
    text = b""
    for piece in pieces:
        end = text.rfind(b"row>") + 4
        if end < 4:
            end = max(text.rfind(row), 0)
        if end:
            yield text[:end]
            text = text[end:]
        elif len(text) > LONGEST_STRETCH:
            raise package.problem(
                msg(
                    "its sheet {sheet} has a row, or something before or after its rows, of more than "
                    "{most} MiB. Copy its cells to a new sheet, and save.",
                    sheet=sheet,
                    most=LONGEST_STRETCH >> 20,
                )
            )
        text += piece
    yield text


# The limit of all sheets that are read. A name in each of a million games and remarks of a line take half of it.
MOST_TEXT = 256 * MEBIBYTE
# The XML of the texts that cells share.
LARGEST_STRINGS = 256 * MEBIBYTE

# A cell with a shared text takes at least this many bytes of XML.
_SMALLEST_CELL = 20
_ITEM = re.compile(rb"<(?:[\w.-]+:)?si\b")
# Text in the sheet itself. A shorter text takes little more than any cell does.
_OWN_TEXT = re.compile(rb">([^<>]{33,})<")
_SHARED_TEXT = re.compile(rb"""=\s*["']s["'][^<>]*>\s*<(?:[\w.-]+:)?v>([0-9]{1,9})<""")


class TextLimit:
    """How much text the sheets of a file may still hold. `strings`: the parts of the texts that cells share."""

    def __init__(self, package: Package, strings: Iterable[str]) -> None:
        self._package = package
        self._strings = strings
        for part in strings:
            package.limit_size(part, LARGEST_STRINGS)
        self._sizes: dict[str, int] = {}
        self._uncounted: dict[str, tuple[str, bytes]] = {}

    def take(self, part: str, sheet: str, prefix: bytes) -> None:
        """Refuse a sheet that would make the total too large. `prefix`: the prefix of its elements.

        Its size limits what it can hold. Only if that limit is too much, its texts are counted.
        """
        size = self._package.members[part].file_size
        self._sizes[part] = size + size // _SMALLEST_CELL * self._longest
        self._uncounted[part] = (sheet, prefix)
        while sum(self._sizes.values()) > MOST_TEXT:
            if not self._uncounted:
                raise self._package.problem(
                    msg(
                        "with its sheet {sheet} its cells show more than {most} MiB of text. Delete the long "
                        "texts, and save.",
                        sheet=sheet,
                        most=MOST_TEXT // MEBIBYTE,
                    )
                )
            largest = max(self._uncounted, key=self._sizes.__getitem__)
            self._sizes[largest] = self._count(largest, *self._uncounted.pop(largest))

    @cached_property
    def _lengths(self) -> Sequence[int]:
        """The bytes of each shared text, with the XML around it."""
        lengths = array("L")
        for part in self._strings:
            rest = b""
            for piece in self._package.pieces(part):
                *whole, rest = _ITEM.split(rest + piece)
                if len(rest) > LARGEST_TREE:
                    raise self._package.problem(
                        msg("its part {part} holds a text longer than any cell does.", part=part)
                    )
                lengths.extend(map(len, whole))
            lengths.append(len(rest))
        return lengths[1:]

    @cached_property
    def _longest(self) -> int:
        return max(self._lengths, default=0)

    def _count(self, part: str, sheet: str, prefix: bytes) -> int:
        """Return the bytes of text in a sheet: its own, and the shared text once for each cell that shows it."""
        size = 0
        for text in iter_whole_rows(self._package, sheet, prefix, self._package.pieces(part)):
            size += sum(map(len, _OWN_TEXT.findall(text)))
            shared = _SHARED_TEXT.findall(text)
            size += sum(self._lengths[number] for number in map(int, shared) if number < len(self._lengths))
            unusual = text.count(b'"s"') + text.count(b"'s'") - len(shared)
            size += max(unusual, 0) * self._longest
        return size


Rows = Sequence[Sequence[object]]
_STRINGS = "xl/sharedstrings.xml"
# The parts that the reader of values takes by their names, without a look at the relationships.
_PARTS_BY_NAME = ("xl/workbook.xml", "xl/styles.xml")


class SheetValues:
    """The rows of each sheet by its name: from A1 on, without trailing blank ones, and read when asked for.

    `sheets` gives their parts by their names. `scan` looks through a sheet.
    """

    def __init__(self, package: Package, sheets: Mapping[str, str], scan: Callable[[str], SheetScan]) -> None:
        self._package, self._sheets, self._scan = package, sheets, scan
        self._rows: dict[str, Rows] = {}
        self._cell_limit = CellLimit(package)

    def __getitem__(self, sheet: str) -> Rows:
        """Raise WorkbookError if the sheet cannot be read."""
        if sheet not in self._rows:
            self._rows[sheet] = self._read(sheet)
        return self._rows[sheet]

    @cached_property
    def _workbook(self) -> CalamineWorkbook:
        from io import BytesIO

        from python_calamine import CalamineWorkbook

        parts = {part for name in _PARTS_BY_NAME if (part := self._package.member(name))}
        parts.update(self._package.related(self._package.workbook_part, "styles").values())
        for part in sorted(parts - self._strings):
            self._package.limit_size(part, LARGEST_TREE)
        for part in sorted(parts | self._strings):
            for number, piece in enumerate(self._package.pieces(part)):
                if number == 0:
                    self._package.check_prolog(piece, part)
        if self._package.workbook_part.lower() != _PARTS_BY_NAME[0] or len(self._strings) > 1:
            raise self._package.problem(msg("its parts have unusual names. Save it again in Excel or LibreOffice."))
        with self._translate_reader_errors(msg("it is damaged")):
            return CalamineWorkbook.from_filelike(BytesIO(self._package.data))

    @cached_property
    def _strings(self) -> set[str]:
        """The part of the texts that cells share: by its relationship, and by its name."""
        parts = set(self._package.related(self._package.workbook_part, "sharedStrings").values())
        return parts | {part for part in (self._package.member(_STRINGS),) if part}

    @cached_property
    def _text_limit(self) -> TextLimit:
        return TextLimit(self._package, self._strings)

    def _read(self, sheet: str) -> Rows:
        scan = self._scan(sheet)
        self._text_limit.take(self._sheets[sheet], sheet, scan.prefix)
        with self._translate_reader_errors(msg("its sheet {sheet} cannot be read", sheet=sheet)):
            values = self._workbook.get_sheet_by_name(sheet)
            last_row, last_column = values.end or (-1, -1)
            self._cell_limit.take(last_row + 1, last_column + 1, msg("its sheet {sheet}", sheet=sheet))
            rows = values.to_python(skip_empty_area=False)
        for (row, column), value in scan.errors.items():
            rows[row - 1][column - 1] = value
        return _without_blank_end(rows)

    @contextmanager
    def _translate_reader_errors(self, problem: Message) -> Iterator[None]:
        """Turn errors of the reader of values into a WorkbookError."""
        try:
            yield
        except BaseException as error:
            if not _is_reader_error(error):
                raise
            raise self._package.problem(
                msg("{problem} ({error}). Save it again in Excel or LibreOffice.", problem=problem, error=str(error))
            ) from None


def _is_reader_error(error: BaseException) -> bool:
    """Return whether python-calamine raised it. A panic of its Rust code is not even an Exception."""
    from python_calamine import CalamineError

    return isinstance(error, CalamineError) or type(error).__name__ == "PanicException"


def _without_blank_end(rows: list[list[Any]]) -> Rows:
    """Return the rows without the blank ones at the end."""
    while rows and not any(value != "" for value in rows[-1]):
        rows.pop()
    return rows
