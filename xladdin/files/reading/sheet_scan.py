"""A look through a sheet's XML before it is read: whether it is sound, how far it reaches, which cells hold errors.

The reader of values makes a full rectangle of every sheet, so that a single cell far away would take all memory. It
gives blanks for error values and for formulas that were never computed, and stops without a word at broken XML. This
look finds all that first, with a few searches over each piece of the XML.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from sys import intern

from xladdin.cells.addresses import column_letters, column_number, parse_range
from xladdin.cells.limits import LAST_COLUMN, LAST_ROW
from xladdin.files.package import Package
from xladdin.files.reading.plain_rows import ROW_ON_SHEET, without_usual_rows
from xladdin.files.reading.sheet_extent import check_extent, extent_by_addresses, extent_by_parser
from xladdin.files.reading.sound_proof import SoundProof

_MAIN_NAMESPACES = (b"openxmlformats.org/spreadsheetml/2006/main", b"purl.oclc.org/ooxml/spreadsheetml/main")
_BEFORE_ROOT = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->", re.DOTALL)
_ROOT = re.compile(rb"<([\w.-]+:)?worksheet\b")
_SHARED_INDEX = re.compile(rb"\bsi=[\"']([0-9]+)[\"']")
_IS_ERROR = re.compile(rb"\bt=[\"']e[\"']")
_IS_TEXT = re.compile(rb"\bt=[\"']str[\"']")
_ADDRESS = re.compile(rb"\br=[\"']([A-Z]+[0-9]+)[\"']")
_LETTERS = 26
"""The columns of one letter. As many fit into memory with all rows of a sheet, until their values are taken over."""
MOST_ODD_CELLS = LAST_ROW
"""The most cells with an error, and with a formula without a value: as many as a column has."""
LARGEST_PROVEN = 16 << 20
"""The most bytes of XML to parse, since damage only gets worse further on. A larger sheet is just looked through."""
LONGEST_STRETCH = 32 << 20
"""The most bytes without the end of a row: a row, what is before all rows, or behind."""


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


def scan_sheet(package: Package, part: str, sheet: str, live: Collection[str] = ()) -> SheetScan:
    """Looks through a sheet. Raises FileProblem if it is damaged, or reaches further than memory would.

    `live` has the letters of columns whose formulas it does not look at.
    """
    pieces = package.pieces(part)
    first = next(pieces, b"")
    scan = SheetScan(prefix_of(first, package, part, sheet))
    letters_of_live = "".join(sorted(live)).encode()
    noted_cell, error_cell, far_below, foreign_cell = _patterns(scan.prefix, letters_of_live)
    plain, widest, namespaces, ending = True, 1, 0, b""
    pieces = chain([first], pieces)
    proof = SoundProof() if package.members[part].file_size <= LARGEST_PROVEN else None
    rows = whole_rows(package, sheet, scan.prefix, pieces)
    for whole in rows:
        ending = whole[-200:]
        text = without_usual_rows(whole, letters_of_live)
        if proof:
            proof.take(text)
        namespaces += sum(map(text.count, _MAIN_NAMESPACES))
        noted = noted_cell.findall(text)
        columns = {letters: column_number(letters.decode()) for letters in {cell[0] for cell in noted}}
        plain = plain and b"" not in columns
        if scan.prefix or b":c" in text:  # the reader of values takes it all the same
            plain = plain and foreign_cell.search(text) is None
        widest = max(widest, *columns.values(), 0)
        for letters, digits, attributes, bare in noted:
            if bare and _IS_TEXT.search(attributes) is None:
                place = int(digits), columns[letters]
                is_on_sheet = 0 < place[0] <= LAST_ROW and place[1] <= LAST_COLUMN
                address = b' r="%b%b"' % (letters, digits)
                scan.uncomputed.add(place if is_on_sheet else _place(address, package, sheet))
        if (below := far_below.search(text)) is not None:
            cell = text[text.rfind(b"<" + scan.prefix + b"c", 0, below.start()) : below.start()]
            row_number, column = _place(cell, package, sheet)
            raise package.problem(
                f"the number {below[1].decode()} in cell {column_letters(column)}{row_number} of its sheet {sheet} "
                "is impossibly small. Correct it, and save."
            )
        for tag in _tags_with_reference(text):
            if (index := _SHARED_INDEX.search(tag)) is not None:
                scan.last_shared = max(scan.last_shared, int(index[1]))
        if b"#" in text and b"v>#" in text:  # the first search takes no time
            for attributes, value in error_cell.findall(text):
                if _IS_ERROR.search(attributes):
                    scan.errors[_place(attributes, package, sheet)] = intern(value.decode("utf-8", "replace"))
        if max(len(scan.errors), len(scan.uncomputed)) > MOST_ODD_CELLS:
            raise package.problem(
                f"its sheet {sheet} has more than {MOST_ODD_CELLS:,} cells with errors, or with formulas without a "
                "value. Delete those formulas, or open it in Excel or LibreOffice, save, and try again."
            )
    if not plain or namespaces != 1 or not ending.rstrip().endswith(b"</" + scan.prefix + b"worksheet>"):
        check_extent(extent_by_parser(package, part, sheet), package, sheet)
    elif widest > _LETTERS:
        check_extent(extent_by_addresses(package, part, widest), package, sheet)
    if plain and proof:
        proof.check(package, sheet)
    return scan


def _tags_with_reference(text: bytes) -> Iterator[bytes]:
    """The tags that say a range, such as the one cell with the text of a shared formula. They are few in a million."""
    at = text.find(b"ref=")
    while at >= 0:
        yield text[text.rfind(b"<", 0, at) : text.find(b">", at)]
        at = text.find(b"ref=", at + 1)


def prefix_of(first: bytes, package: Package, part: str, sheet: str) -> bytes:
    """The prefix of a sheet's elements, from the first piece of its XML. Raises FileProblem if that is no worksheet."""
    package.check_prolog(first[: first.find(b"sheetData")], part)
    root = _root(first.removeprefix(b"\xef\xbb\xbf"))
    if root is None:
        raise package.problem(
            f"its sheet {sheet} is not written as a worksheet. Save it again in Excel or LibreOffice."
        )
    return root[1] or b""


def _root(xml: bytes) -> re.Match[bytes] | None:
    """The tag of the root, if it is a worksheet's."""
    start = 0
    while aside := _BEFORE_ROOT.match(xml, start):
        start = aside.end()
    return _ROOT.match(xml, start)


def _place(attributes: bytes, package: Package, sheet: str) -> tuple[int, int]:
    address = _ADDRESS.search(attributes)
    cell = address and parse_range(address[1].decode())
    if cell is None:
        raise package.problem(f"its sheet {sheet} has a cell with no address. Save it again in Excel.")
    return cell.first_row, cell.first_column


@cache
def _patterns(prefix: bytes, live: bytes) -> tuple[re.Pattern[bytes], ...]:
    """A cell that needs a second look, one with an error's text, a number far below 0, and a cell of another prefix.

    The first comes with its letters, its row, its other attributes, and what follows if that is a formula without a
    value. All are blank if its address is not plain. At the third, in a cell that shows a date, the reader of values
    breaks off.

    Most cells need none: they are in columns A to Z of a full sheet, and hold a formula only in live columns.
    """
    p = re.escape(prefix)
    row = ROW_ON_SHEET + b'"'
    plain = rb"[A-Z]%b[^<>]*>(?!<%bf[\s/>])" % (row, p)
    live_cell = rb"[%b]%b|" % (live, row) if live else b""
    formula = rb"(?:<%bf\b[^<>]*/>|<%bf\b[^<>]*>[^<]*</%bf>)" % (p, p, p)
    no_value = rb"(?:<%bv\s*/>|<%bv></%bv>)?" % (p, p, p)
    second_look = rb' r="([A-Z]{1,3})(%b)"([^<>]*)>(%b%b</%bc>)?' % (ROW_ON_SHEET, formula, no_value, p)
    return (
        re.compile(rb'<%bc(?! r="(?:%b%b))(?:%b|[\s/>])' % (p, live_cell, plain, second_look)),
        re.compile(rb"<%bc\b([^<>]*)>%b?<%bv>(#[^<]*)</%bv>" % (p, formula, p, p)),
        re.compile(rb"<%bv>(-(?:[0-9]{12}|[0-9.]*[eE][+]?[0-9]{2})[^<]*)" % p),
        re.compile(rb"<(?!%bc[\s/>])(?:[^\s<>/!?]*:)?c[\s/>]" % p),
    )


def whole_rows(package: Package, sheet: str, prefix: bytes, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same XML in pieces that end at the end of a row or before one begins. So no cell is cut in two."""
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
                f"its sheet {sheet} has a row, or something before or after its rows, of more than "
                f"{LONGEST_STRETCH >> 20} MiB. Copy its cells to a new sheet, and save."
            )
        text += piece
    yield text
