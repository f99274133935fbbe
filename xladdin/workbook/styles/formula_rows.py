"""Rows of a hidden sheet that hold formulas and nothing else: put into its XML once it is saved.

A cell of openpyxl's takes ten times as long, and a hidden sheet has tens of thousands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange, column_number, parse_range

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

FormulaRows = Mapping[int, Mapping[str, str]]
"""Formulas without "=", by row and letters of the column."""
_EXTENT = re.compile(rb'(?<=<dimension ref=")[^"]*')


def add_formula_rows(sheet: Worksheet, rows: FormulaRows) -> None:
    """Rows below all others of the sheet, in ascending order."""
    formula_rows(sheet.parent)[sheet.title] = rows


def formula_rows(workbook: Workbook) -> dict[str, FormulaRows]:
    """The rows that were added, by sheet; the template writes them."""
    rows: dict[str, FormulaRows] = vars(workbook).setdefault("formula_rows", {})
    return rows


def with_formula_rows(xml: bytes, rows: FormulaRows) -> bytes:
    """The XML of a sheet, as openpyxl writes it, with the rows below its own."""
    columns = [column_number(letters) for letters in next(iter(rows.values()))]
    extent = _EXTENT.search(xml)
    held = extent and parse_range(extent[0].decode())
    assert extent is not None and held is not None
    reached = held | CellRange(min(rows), min(columns), max(rows), max(columns))
    above, end, below = xml.partition(b"</sheetData>")
    above = above[: extent.start()] + str(reached).encode() + above[extent.end() :]
    added = "".join(_row(row, formulas) for row, formulas in rows.items())
    return above + added.encode("ascii", "xmlcharrefreplace") + end + below


def _row(row: int, formulas: Mapping[str, str]) -> str:
    cells = (
        f'<c r="{letters}{row}"><f>{escape(formulas[letters], quote=False)}</f><v></v></c>'
        for letters in sorted(formulas, key=column_number)
    )
    return f'<row r="{row}">{"".join(cells)}</row>'
