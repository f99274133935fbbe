"""The XML of a sheet as its cells, to compare sheets of any form."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from xladdin.cells.addresses import parse_range


def parsed(sheet: str) -> tuple[dict[tuple[int, int], ElementTree.Element], dict[int, ElementTree.Element]]:
    """Every cell by row and column, and every row. Rows must ascend."""
    cells: dict[tuple[int, int], ElementTree.Element] = {}
    rows: dict[int, ElementTree.Element] = {}
    for row in ElementTree.fromstring(sheet).iterfind(".//{*}sheetData/{*}row"):
        number = int(row.get("r", "0"))
        assert number > max(rows, default=0)
        rows[number] = row
        for cell in row.iterfind("{*}c"):
            place = parse_range(cell.get("r", ""))
            assert place is not None
            assert place.first_row == number
            assert (number, place.first_column) > max(cells, default=(0, 0))
            cells[number, place.first_column] = cell
    return cells, rows


def inside(elements: Iterable[ElementTree.Element | None]) -> str:
    return "".join("" if element is None else ElementTree.tostring(element, "unicode").strip() for element in elements)
