"""The values of a large sheet, from the look through its XML that proves it sound.

A program writes thousands of rows alike. In one search the pattern of such a row proves that it is usual
(`plain_rows`), and gives its values. Other rows are read cell by cell. If one of them has a form that is not known
here, the reader of values reads the whole sheet instead. The forms of ours, Excel's and LibreOffice's are known.
"""

import re
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from itertools import repeat
from operator import lt
from typing import NamedTuple, TypeAlias

from xladdin.cells.addresses import column_number
from xladdin.cells.limits import LAST_COLUMN, LAST_ROW
from xladdin.files.reading.asked_values import AskedValues
from xladdin.files.reading.cell_kinds import DATE, KEPT, NUMBER, STRIPPED, TRUTH, Kind, UnknownForm, Values, shared
from xladdin.files.reading.plain_rows import OWN_FORMULA, ROW_TAG, TEXT

PATTERNS_KNOWN = sys.version_info >= (3, 11)
"""Whether this Python has the patterns that never go back. Without them a search takes too long."""
WORTH_PATTERNS = 1 << 20
"""From so many bytes of XML on, patterns take less time than the reader of values."""
MOST_PATTERNS = 16
MOST_ODD_CELLS = 1000
"""If more cells are read one by one than so many and those of rows alike, patterns save no time."""
_START, _END = b"<sheetData>", b"</sheetData>"


class Form(NamedTuple):
    """What is alike in a cell of many rows: the part of its tag behind the address, and what is in it.

    `content` is "v" for a value, "is" for a text in the sheet, or nothing. `keeps_blanks` is the attribute of a text.
    """

    letters: bytes
    style: bytes
    kind: bytes
    has_formula: bool
    content: str
    keeps_blanks: bool


RowForm: TypeAlias = "tuple[bytes, tuple[Form, ...]]"
"""What is alike in rows: the attributes behind the number, and the cells."""


class RowsAlike:
    """Reads the rows of one sheet, in pieces that hold whole rows.

    `live` has the letters of columns that may hold a formula in a usual row.
    """

    def __init__(self, asked: AskedValues, live: bytes) -> None:
        self._asked, self._live = asked, live
        self._runs: list[tuple[Sequence[int], Mapping[int, Values]]] = []
        self._patterns: dict[RowForm, re.Pattern[bytes]] = {}
        self._before: RowForm | None = None
        self._last_row = self._odd_cells = 0
        self._is_begun = self._is_ended = self._is_unknown = False

    def take(self, xml: bytes) -> bytes:
        """Takes the next piece. Gives it back without the usual rows."""
        if self._is_ended or self._is_unknown:
            self._is_unknown |= b"sheetData" in xml
            return xml
        try:
            xml.decode()
            return self._left_of(xml)
        except (UnknownForm, UnicodeDecodeError):
            self._is_unknown = True
            self._runs.clear()
            return xml

    @property
    def is_whole(self) -> bool:
        """Whether it has read the whole sheet, and every row has a form that is known."""
        return self._is_ended and not self._is_unknown

    @property
    def extent(self) -> tuple[int, int]:
        """The last row and the last column with a value."""
        filled = [(numbers[-1], max(columns)) for numbers, columns in self._runs if columns]
        return max((row for row, _ in filled), default=0), max((column for _, column in filled), default=0)

    def rows(self) -> list[list[object]]:
        """All rows from the first to the last with a value, each as wide as the widest."""
        _, width = self.extent
        rows: list[list[object]] = []
        for numbers, columns in self._runs:
            if not columns:
                continue
            cells = zip(*(columns.get(column, repeat("")) for column in range(1, width + 1)))
            if numbers[-1] == len(rows) + len(numbers):  # as nearly all are
                rows.extend(map(list, cells))
                continue
            for number, row in zip(numbers, cells):
                rows.extend([""] * width for _ in range(len(rows), number - 1))
                rows.append(list(row))
        return rows

    def _left_of(self, xml: bytes) -> bytes:
        at = 0
        if not self._is_begun:
            at = xml.find(_START) + len(_START)
            if b"<!" in xml[:at] or at < len(_START):
                raise UnknownForm
            self._is_begun = True
        left = [xml[:at]]
        while (row := _row_pattern().match(xml, at)) is not None:
            at = row.end()
            left.append(row[0])
            form = row[2], self._read(int(row[1]), row[3] or b"")
            if (pattern := self._pattern(form)) is not None:
                at = self._read_alike(xml, at, form[1], pattern)
        if xml.startswith(_END, at):
            self._is_ended = True
            self._is_unknown = b"sheetData" in xml[at + len(_END) :]
        elif at != len(xml):
            raise UnknownForm
        return b"".join([*left, xml[at:]])

    def _read(self, number: int, cells: bytes) -> tuple[Form, ...]:
        """Reads a row cell by cell, and gives the forms of its cells."""
        found: dict[int, Values] = {}
        forms, at, last = [], 0, 0
        while (cell := _cell_pattern().match(cells, at)) is not None:
            at = cell.end()
            letters, digits, style, kind, formula, value, keeps_blanks, text = cell.groups()
            column = column_number(letters.decode())
            if int(digits) != number or not last < column <= LAST_COLUMN:
                raise UnknownForm
            if not value and kind in (None, b"n"):
                value = None  # of a formula that no program has computed
            content = "v" if value is not None else "is" if text is not None else ""
            form = Form(letters, style or b"", kind or b"", formula is not None, content, keeps_blanks is not None)
            known = self._kind(form)
            if known is not None:
                piece = value or text or b""
                if known.pattern is not TEXT and re.fullmatch(known.pattern, piece) is None:
                    raise UnknownForm
                found[column] = known.values([piece])
            forms.append(form)
            last = column
        if at != len(cells):
            raise UnknownForm
        self._add([number], found)
        self._odd_cells += len(forms)
        if self._odd_cells > MOST_ODD_CELLS:
            raise UnknownForm
        return tuple(forms)

    def _kind(self, form: Form) -> Kind | None:
        """The kind of value in a cell, or None if the cell is blank."""
        if not form.content:
            return None
        if form.content == "is":
            if form.kind != b"inlineStr" or form.has_formula:
                raise UnknownForm
            return KEPT if form.keeps_blanks else STRIPPED
        if form.kind == b"s":
            return shared(self._asked.texts)
        if form.kind in (b"", b"n"):
            shown_as = self._asked.shown_as
            style = int(form.style) if form.style else None
            if style is not None and style >= len(shown_as):
                raise UnknownForm
            known = NUMBER if style is None else {float: NUMBER, date: DATE}.get(shown_as[style])
        else:
            known = {b"str": KEPT, b"b": TRUTH}.get(form.kind)
        if known is None:
            raise UnknownForm
        return known

    def _pattern(self, form: RowForm) -> re.Pattern[bytes] | None:
        """The pattern of usual rows like one, from the second such row on. It matches a single letter of any other."""
        is_second, self._before = form == self._before, form
        if is_second and form not in self._patterns and len(self._patterns) < MOST_PATTERNS and self._is_usual(form):
            cells = b"".join(map(self._pattern_of_cell, form[1]))
            pattern = rb'<row r="([0-9]{1,6}+)"%b>%b</row>|.' % (re.escape(form[0]), cells)
            self._patterns[form] = re.compile(pattern, re.DOTALL)
        return self._patterns.get(form)

    def _is_usual(self, form: RowForm) -> bool:
        tag, cells = form
        return re.fullmatch(ROW_TAG, tag) is not None and all(
            len(cell.letters) == 1 and (not cell.has_formula or cell.letters in self._live) for cell in cells
        )

    def _pattern_of_cell(self, form: Form) -> bytes:
        style = b' s="%b"' % form.style if form.style else b""
        kind = b' t="%b"' % form.kind if form.kind else b""
        known = self._kind(form)
        formula = OWN_FORMULA if form.has_formula else b""
        value = known.pattern if known is not None else b""
        start = rb'<c r="%b\1"%b%b' % (form.letters, style, kind)
        if not form.content:
            return rb"%b(?:/>|>%b(?:<v></v>)?+</c>)" % (start, formula)
        keeps = b' xml:space="preserve"' if form.keeps_blanks else b""
        content = b"<v>(%b)</v>" if form.content == "v" else b"<is><t%b>(%%b)</t></is>" % keeps
        return b"%b>%b%b</c>" % (start, formula, content % value)

    def _read_alike(self, xml: bytes, at: int, forms: tuple[Form, ...], pattern: re.Pattern[bytes]) -> int:
        """Reads rows as long as they match the pattern. Gives the place behind them."""
        found = []
        for row in pattern.finditer(xml, at):
            if row[1] is None:
                break
            found.append(row.groups())
            at = row.end()
        if found:
            numbers, *pieces = zip(*found)
            self._odd_cells -= len(forms) * len(found)
            kinds = [(column_number(form.letters.decode()), self._kind(form)) for form in forms]
            filled = [(column, kind) for column, kind in kinds if kind is not None]
            columns = {column: kind.values(piece) for (column, kind), piece in zip(filled, pieces)}
            self._add(list(map(int, numbers)), columns)
        return at

    def _add(self, numbers: Sequence[int], columns: Mapping[int, Values]) -> None:
        if not self._last_row < numbers[0] or not all(map(lt, numbers, numbers[1:])) or numbers[-1] > LAST_ROW:
            raise UnknownForm
        self._last_row = numbers[-1]
        self._runs.append((numbers, columns))


@cache
def _row_pattern() -> re.Pattern[bytes]:
    """A row: its number, its other attributes, and its cells."""
    return re.compile(rb'<row r="([0-9]{1,7})"((?:\s[^<>]*?)?)(?:/>|>((?:<(?!/row>)[^<]*+)*+)</row>)')


@cache
def _cell_pattern() -> re.Pattern[bytes]:
    """A cell: its letters and digits, style, type, formula, value, and the attribute and content of a text in it."""
    formula = rb"<f(?:\s[^<>]*)?/>|<f(?:\s[^<>]*)?>[^<]*</f>"
    content = rb'<v>([^<]*+)</v>|<is><t( xml:space="preserve")?+>([^<]*+)</t></is>'
    return re.compile(
        rb'<c r="([A-Z]{1,3})([0-9]++)"(?: s="([0-9]++)")?+(?: t="([a-zA-Z]++)")?+(?:/>|>(%b)?(?:%b)?+</c>)'
        % (formula, content)
    )
