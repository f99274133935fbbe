"""The formula of a live column as the <f> element of any of its cells.

If the formulas of a column differ only in the row, Excel stores the text once. The first cell names the range and an
index, the others only the index (ECMA-376 part 1, 18.3.1.40). That makes a sheet of 100,000 games a third as large.
[MS-XLSB] 2.5.98.98 says what such a formula may not hold. Excel calls a workbook damaged that breaks it, for example
with another sheet's cells. So only the plainest formulas are shared, and all others are written out in every cell.
"""

import re
from collections.abc import Iterator, Sequence

from xladdin.cells.formulas import QUOTED, RELATIVE
from xladdin.files.writing.rows.cell_xml import text_xml

_OWN_ROW = re.compile(r"(?<![\w.$])\$?[A-Z]{1,3}\{row\}(?![\w.(!])")
_UNION = re.compile(r"(?<![\w.])\([^()]*,")
_PLAIN = re.compile(r"[\w.$(),+\-*/^&=<>%]*")


def may_be_shared(formula: str) -> bool:
    """Whether `formula` holds only what a shared formula may: names, and cells of its own row or wholly fixed ones."""
    bare = _OWN_ROW.sub("0", QUOTED.sub("", formula))
    unfit = RELATIVE.search(bare) or _UNION.search(bare) or "_xlfn" in bare
    return _PLAIN.fullmatch(bare) is not None and not unfit


class LiveFormula:
    """Gives each new cell of one column its <f> element, from the top down."""

    def __init__(self, formula: str, letters: str, last_row: int, prefix: bytes, indices: Iterator[int]) -> None:
        """`formula` has `{row}` for its own row. `indices` are the sheet's free numbers for shared formulas."""
        self._formula = formula
        self._element = b"<%bf>%%b</%bf>" % (prefix, prefix)
        self._prefix = prefix
        self._letters = letters
        self._last_row = last_row
        self._indices = indices if may_be_shared(formula) else None
        self._is_shared = False
        self._member = b""

    def element(self, row: int) -> bytes:
        """The <f> element for a row."""
        if self._indices is not None and not self._is_shared and row < self._last_row:
            return self._begin_sharing(row, next(self._indices))
        if self._is_shared:
            return self._member
        return self._element % self._text(row)

    def elements(self, rows: Sequence[int]) -> list[bytes]:
        """The <f> elements for ascending rows."""
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
