"""The tables of a workbook file: parts of the package that say where each is and what its columns are, and its rows.

Rows typed right below a table that did not grow with them belong to it.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from xladdin.cells.addresses import CellRange, parse_range
from xladdin.files.package import Package

LIVE_HEADINGS = {
    "Events": {"Value"},
    "Games": {"Change 1", "Change 2", "White change", "Black change", "Difference"},
    "Results": {"Change", "Percentile"},
}
"""The live columns of our tables. A workbook that LibreOffice has saved says no more which columns are calculated. Once
openpyxl has saved it again, their formulas have no values, which a recalculation computes."""
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


class TablePart(NamedTuple):
    """A table as its own part of the package describes it. `data` are the rows between headings and totals.

    `calculated` says which columns hold a formula of the table's own, as the live ones of our tables do.
    """

    name: str
    sheet: str
    part: str
    area: CellRange
    heading_rows: int
    totals_rows: int
    headings: tuple[str, ...]
    calculated: tuple[bool, ...]

    @property
    def first_row(self) -> int:
        """The row of the first data, counted from 1."""
        return self.area.first_row + self.heading_rows

    @property
    def last_row(self) -> int:
        """The row of the last data as the table's part has it. Rows typed below it do not count."""
        return self.area.last_row - self.totals_rows


def read_table_part(package: Package, sheet: str, part: str) -> TablePart:
    """Return the table that a part of the package describes. Raises WorkbookError if the part is no sound table."""
    table = package.tree(part)
    area = parse_range(table.get("ref", ""))
    columns = table.findall("{*}tableColumns/{*}tableColumn")
    heading_rows, totals_rows = table.get("headerRowCount", "1"), table.get("totalsRowCount", "0")
    if (
        area is None
        or area.last_column - area.first_column + 1 != len(columns)
        or not {heading_rows, totals_rows} <= {"0", "1"}
    ):
        raise package.damaged(part)
    name = table.get("displayName", "") or table.get("name", "")
    live, headings = LIVE_HEADINGS.get(name, ()), tuple(map(_unescape, columns))
    return TablePart(
        name=name,
        sheet=sheet,
        part=part,
        area=area,
        heading_rows=int(heading_rows),
        totals_rows=int(totals_rows),
        headings=headings,
        calculated=tuple(
            heading in live or column.find("{*}calculatedColumnFormula") is not None
            for heading, column in zip(headings, columns)
        ),
    )


def _unescape(column: Element) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), column.get("name", ""))


def cut(rows: Sequence[Sequence[object]], cells: CellRange, blank: object) -> list[list[object]]:
    """Return the values of a range, blank beyond the sheet's. `rows`: the sheet's values from A1."""
    width, height = cells.last_column - cells.first_column + 1, cells.last_row - cells.first_row + 1
    there = [row[cells.first_column - 1 : cells.last_column] for row in rows[cells.first_row - 1 : cells.last_row]]
    whole = [[*row, *[blank] * (width - len(row))] for row in there]
    return [*whole, *([blank] * width for _ in range(height - len(whole)))]


def last_typed_row(rows: Sequence[Sequence[object]], area: CellRange, last_row: int, next_table: int | None) -> int:
    """Return the last row that belongs to a table. Rows right below it count up to a blank one or the next table.

    LibreOffice does not grow a table by typing, and neither does Excel if that is off. `rows`: the sheet's values from
    A1. `area`: the table's. `last_row`: of its data as yet. `next_table`: the first row of the table below, if any.
    """
    left, right = area.first_column - 1, area.last_column
    for row in rows[last_row : None if next_table is None else next_table - 1]:
        if all(cell is None or cell == "" for cell in row[left:right]):
            break
        last_row += 1
    return last_row
