"""Many rows at once. One row's cells become a pattern, and all rows that look the same go by columns.

A recalculation of 100,000 games changes 600,000 cells, nearly all in rows of one shape. The pattern holds everything
that is the same in them. A row that differs does not match, and goes cell by cell.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, NamedTuple

from xladdin.files.writing.patch_plan import Band, BlockColumn
from xladdin.files.writing.rows.cell_xml import CellWriter
from xladdin.files.writing.rows.row_xml import plain_cell_pattern


class CellShape(NamedTuple):
    """The look of a cell in every row of a shape.

    `style` is the attribute, b' s="3"' or nothing. `formula` says whether there is one, with its text or as a member of
    a shared one. `usual` means that its style is its column's, so that a blank cell need not exist.
    """

    letters: bytes
    style: bytes
    formula: Literal["", "text", "member"]
    usual: bool


@dataclass(frozen=True)
class RowShape:
    """Neighbouring cells that look the same in many rows. The first of them exists in each row."""

    prefix: bytes
    cells: tuple[CellShape, ...]

    @cached_property
    def groups(self) -> int:
        """The number of groups of the pattern: the row's number, then each kept formula."""
        return 1 + sum(cell.formula != "" for cell in self.cells)

    @cached_property
    def pattern(self) -> re.Pattern[bytes]:
        """The cells of one row in a row's XML, if the row ends or goes on in the plain form."""
        p = re.escape(self.prefix)
        cells = b"".join(self._cell(cell, first=not index) for index, cell in enumerate(self.cells))
        return re.compile(rb'%b(?=</%brow>|<%bc r="[A-Z]+\1")' % (cells, p, p))

    def _cell(self, cell: CellShape, first: bool) -> bytes:
        p = re.escape(self.prefix)
        address = rb'<%bc r="%b%b"' % (p, cell.letters, rb"([0-9]+)" if first else rb"\1")
        start = rb'%b%b(?: t="[A-Za-z]+")?' % (address, re.escape(cell.style))
        value = rb"<%bv>[^<]*</%bv>" % (p, p)
        if cell.formula:
            formula = rb"<%bf[^<>]*/>" % p if cell.formula == "member" else rb"<%bf[^<>]*>[^<]*</%bf>" % (p, p)
            return rb"%b>(%b)(?:%b)?</%bc>" % (start, formula, value, p)
        text = rb"<%bis><%bt[^<>]*>[^<]*</%bt></%bis>" % (p, p, p, p)
        plain = rb"%b(?:/>|>(?:%b|%b)?</%bc>)" % (start, value, text, p)
        return plain if first or not cell.usual else rb"(?:%b)?(?!%b)" % (plain, address)

    def write(
        self,
        columns: Sequence[BlockColumn],
        rows: Sequence[int],
        groups: Sequence[Sequence[bytes]],
        writer: CellWriter,
    ) -> list[list[bytes]]:
        """The new cells, column by column. `groups` are those that the pattern found in each row."""
        formulas = iter(groups[1:])
        return [
            writer.column(
                cell.letters,
                cell.style,
                rows,
                column.values_of(rows),
                next(formulas) if cell.formula else column.formula.elements(rows) if column.formula else None,
                keep_blank=not cell.usual,
            )
            for cell, column in zip(self.cells, columns)
        ]


@cache
def _shape(prefix: bytes, cells: tuple[CellShape, ...]) -> RowShape:
    return RowShape(prefix, cells)


def _form(formula: bytes | None) -> Literal["", "text", "member"]:
    if formula is None:
        return ""
    return "member" if formula.endswith(b"/>") else "text"


def learn_shape(prefix: bytes, xml: bytes, band: Band, usual_styles: Sequence[bytes]) -> RowShape | None:
    """The shape of the first row in `xml` with a cell in the band's first column, or None if it is not plain.

    `usual_styles` has the style attribute of each column of the band. A formula in a place of values is not plain.
    """
    start = re.search(rb'<%bc r="%b[0-9]' % (re.escape(prefix), band.columns[0].letters), xml)
    if start is None:
        return None
    usual = {column.letters: style for column, style in zip(band.columns, usual_styles)}
    values_only = {column.letters: column.values_only for column in band.columns}
    found = {letters: CellShape(letters, style, "", True) for letters, style in usual.items()}
    position = start.start()
    while cell := plain_cell_pattern(prefix).match(xml, position):
        position = cell.end()
        if cell[3] in found:
            style = b"" if cell[4] is None else b' s="%b"' % cell[4]
            if cell[5] is not None and values_only[cell[3]]:
                return None
            found[cell[3]] = CellShape(cell[3], style, _form(cell[5]), style == usual[cell[3]])
    return _shape(prefix, tuple(found.values())) if xml.startswith(b"</%brow" % prefix, position) else None
