"""The place of a table in a workbook that is open in Excel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xladdin.cells.addresses import CellRange, parse_range

if TYPE_CHECKING:
    import xlwings as xw
    from xlwings.main import Table


@dataclass(frozen=True)
class OpenTable:
    """A table at its place. Its data begin at `first_row` and end at `last_row`, as Excel has them."""

    table: Table
    name: str
    sheet: xw.Sheet
    sheet_name: str
    area: CellRange
    first_row: int
    last_row: int
    has_headings: bool
    has_totals: bool


def located(sheet: xw.Sheet, sheet_name: str, table: Table) -> OpenTable:
    """A table of a sheet of that name, asked in few calls."""
    area = parse_range(table.range.address)
    assert area is not None
    has_headings, has_totals = bool(table.show_headers), bool(table.show_totals)
    first_row, last_row = area.first_row + has_headings, area.last_row - has_totals
    return OpenTable(table, table.name, sheet, sheet_name, area, first_row, last_row, has_headings, has_totals)
