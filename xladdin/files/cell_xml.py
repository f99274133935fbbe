"""A cell as XML: its value, and the formula of a live column. Source: ECMA-376 part 1, 18.3.1.4, 18.18.11, 22.9.2.19.

Text is always text: an inline string in a cell of values, the result `str` beside a formula, never a formula.

If the formulas of a column differ only in the row, Excel stores the text once. The first cell names the range and an
index, the others only the index (18.3.1.40). That makes a sheet of 100,000 games a third as large. [MS-XLSB] 2.5.98.98
says what such a formula may not hold. Excel calls a workbook damaged that breaks it, for example with another sheet's
cells. So only the plainest formulas are shared, and all others are written out in every cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from html import unescape
from itertools import repeat
from math import isfinite

from xladdin.cells.addresses import QUOTED, RELATIVE, column_letters
from xladdin.cells.numbers import DAY_ZERO_1904, ERROR_VALUES, LONGEST_CELL, SERIAL_DAY_ZERO
from xladdin.cells.table import CellValue
from xladdin.errors import OutOfRangeError
from xladdin.files.club_file import ClubFile
from xladdin.files.package import with_changed
from xladdin.messages import msg

# What XML gives a meaning or forbids. Text that looks like an escape is escaped itself (22.9.2.19).
# All such letters are in one set, which a search passes over three times as quickly as over alternatives.
_SPECIAL = re.compile("[&<>_\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff](?:(?<!_)|(?=x[0-9A-Fa-f]{4}_))")
_NAMED = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}

_FALSE_LEAP_DAY = 60
"""The serial number of 29 February 1900, a day that Excel counts and no calendar has."""


def text_xml(text: str) -> bytes:
    """Text between tags. Characters that XML forbids become `_xHHHH_`."""
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
    """Return whether `formula` holds only what a shared formula may: names, and cells of its own row or wholly fixed
    ones.
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


FormulaValues = Mapping[tuple[int, int], "tuple[str, CellValue]"]
"""A formula without "=", and its value, by row and column."""
_CELL = re.compile(
    rb'<c(?P<place> r="(?P<cell>[A-Z]+[0-9]+)"(?: (?:s|cm)="[0-9]+")*)(?: t="[a-zA-Z]+")?>'
    rb"(?P<formula><f[^<>]*?(?:/>|>(?P<text>[^<]*)</f>))(?:<v[^<>]*?(?:/>|>[^<]*</v>))?</c>"
)


def with_values(
    file: ClubFile, written: Mapping[str, Iterable[bytes]], sheet: str, values: FormulaValues
) -> dict[str, Iterable[bytes]]:
    """Return the parts to write again, with that of a sheet if a formula gives another value than is beside it."""
    valued = partial(beside_formulas, values=values, date1904=file.date1904)
    return with_changed(file.package, written, {file.sheets[sheet]: valued})


def formula_in(file: ClubFile, sheet: str, cell: str) -> str | None:
    """Return the formula of a cell without "=", or None if it holds none of its own."""
    match = re.search(rb'<c r="%b"[^<>]*><f[^<>]*>([^<]*)</f>' % cell.encode(), file.package.read(file.sheets[sheet]))
    return unescape(match[1].decode()) if match else None


def beside_formulas(xml: bytes, values: FormulaValues, *, date1904: bool = False) -> bytes:
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
