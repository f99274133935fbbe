"""The XML of a sheet before and after new values are written into it, and its cells for comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from xml.etree import ElementTree

from xladdin.cells import CellBlock, parse_range
from xladdin.files.sheet_patch import SheetPatch, plan_bands

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
COLUMNS = (
    '<cols><col min="3" max="4" width="9" style="7"/><col min="6" max="6" width="9" style="8" customWidth="1"/></cols>'
)
COLUMN_STYLES = {3: "7", 4: "7", 6: "8"}
HEAD = f'<?xml version="1.0"?>\n<worksheet xmlns="{MAIN}"><!-- <sheetData> --><dimension ref="B2:C3"/>{COLUMNS}'
TAIL = '<mergeCells count="1"><mergeCell ref="Z1:Z2"/></mergeCells><extLst><ext uri="u"/></extLst></worksheet>\n'


def patched(
    rows: str, blocks: Sequence[CellBlock], model_rows: dict[str, int] | None = None, pieces: int = 0, head: str = HEAD
) -> str:
    """Return the whole sheet after the patch.

    `pieces` is the length in which the XML arrives, or 0 for all at once.
    """
    data = rows if rows.startswith("<sheetData") else f"<sheetData>{rows}</sheetData>"
    xml = f"{head}{data}{TAIL}".encode()
    size = pieces or len(xml)
    bands = plan_bands(blocks, model_rows or {}, b"", count(5))
    patch = SheetPatch(bands, b"", False)
    patch.rows_for_columns = 1  # otherwise sheets of a few rows go cell by cell
    return b"".join(patch.apply(xml[start : start + size] for start in range(0, len(xml), size))).decode()


def rows_of(sheet: str) -> str:
    return sheet[sheet.rindex("<sheetData>") + len("<sheetData>") : sheet.rindex("</sheetData>")]


def parsed(sheet: str) -> tuple[dict[tuple[int, int], ElementTree.Element], dict[int, ElementTree.Element]]:
    """Return every cell by row and column, and every row. Rows must ascend."""
    cells: dict[tuple[int, int], ElementTree.Element] = {}
    rows: dict[int, ElementTree.Element] = {}
    for row in ElementTree.fromstring(sheet).iterfind(".//{*}sheetData/{*}row"):
        number = int(row.get("r", "0"))
        assert number > max(rows, default=0)
        rows[number] = row
        for cell in row.iterfind("{*}c"):
            position = parse_range(cell.get("r", ""))
            assert position is not None
            assert position.first_row == number
            assert (number, position.first_column) > max(cells, default=(0, 0))
            cells[number, position.first_column] = cell
    return cells, rows


def inside(elements: Iterable[ElementTree.Element | None]) -> str:
    return "".join("" if element is None else ElementTree.tostring(element, "unicode").strip() for element in elements)
