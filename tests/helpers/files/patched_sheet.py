"""The XML of a sheet before and after we write new values into it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from xladdin.cells.limits import LAST_ROW
from xladdin.cells.table import CellBlock
from xladdin.files.writing.sheet_patch import SheetPatch, plan_bands

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
COLUMNS = (
    '<cols><col min="3" max="4" width="9" style="7"/><col min="6" max="6" width="9" style="8" customWidth="1"/></cols>'
)
COLUMN_STYLES = {3: "7", 4: "7", 6: "8"}
HEAD = f'<?xml version="1.0"?>\n<worksheet xmlns="{MAIN}"><!-- <sheetData> --><dimension ref="B2:C3"/>{COLUMNS}'
TAIL = '<mergeCells count="1"><mergeCell ref="Z1:Z2"/></mergeCells><extLst><ext uri="u"/></extLst></worksheet>\n'


def patched(
    rows: str,
    blocks: Sequence[CellBlock],
    model_rows: dict[str, int] | None = None,
    pieces: int = 0,
    date1904: bool = False,
    head: str = HEAD,
    whole_from: int = LAST_ROW + 1,
) -> str:
    """The whole sheet after the patch.

    `pieces` is the length in which the XML arrives, or 0 for all at once. From the row `whole_from` on nothing stays.
    """
    data = rows if rows.startswith("<sheetData") else f"<sheetData>{rows}</sheetData>"
    xml = f"{head}{data}{TAIL}".encode()
    size = pieces or len(xml)
    bands = plan_bands(blocks, model_rows or {}, b"", count(5))
    patch = SheetPatch(bands, b"", date1904, whole_from)
    return b"".join(patch.apply(xml[at : at + size] for at in range(0, len(xml), size))).decode()


def rows_of(sheet: str) -> str:
    """The inside of <sheetData>."""
    return sheet[sheet.rindex("<sheetData>") + len("<sheetData>") : sheet.rindex("</sheetData>")]
