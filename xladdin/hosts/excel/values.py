"""Values of cells as Excel hands them over, and as it takes them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from xladdin.cells.addresses import parse_range
from xladdin.cells.table import CellValue
from xladdin.functions.hostcells import plain_column

if TYPE_CHECKING:
    import xlwings as xw

Rows = Sequence[Sequence[object]]


def values_from_a1(sheet: xw.Sheet, is_classic: bool) -> Rows:
    """All values of a sheet row by row from A1 on, without trailing blank rows, in few calls.

    `is_classic` says that Excel for Windows hands them over, by COM.
    """
    used = sheet.used_range
    if is_classic:
        cells, area = used.raw_value, parse_range(used.address)
        assert area is not None
        left: list[object] = [None] * (area.first_column - 1)
        below = [[*left, *map(_without_zone, row)] for row in ([[cells]] if area.is_one_cell else cells)]
        rows: list[Sequence[object]] = [*([None] * len(below[0]) for _ in range(area.first_row - 1)), *below]
    else:
        last = used.last_cell
        # xlwings 0.37 fails on a Mac if it must give error values. There they arrive as blanks.
        options: dict[str, Any] = {"ndim": 2, "err_to_str": sys.platform != "darwin"}
        rows = sheet.range((1, 1), (last.row, last.column)).options(**options).value
    rows = list(map(plain_column, rows))
    while rows and all(cell is None for cell in rows[-1]):
        rows.pop()
    return rows


def as_typed(value: CellValue) -> CellValue:
    """A value as if typed. The apostrophe keeps every text a text, even one that is a number in Excel's language."""
    return f"'{value}" if isinstance(value, str) and value else value


def _without_zone(cell: object) -> object:
    """A cell's date as a sheet holds it. COM adds a time zone that means nothing, and a type of its own."""
    return datetime(*cell.timetuple()[:6], cell.microsecond) if isinstance(cell, datetime) else cell
