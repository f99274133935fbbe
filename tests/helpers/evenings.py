"""The sheet Tonight as a director fills it in."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import openpyxl

from xladdin.workbook.report_sheets.evening.tonight import LIST_COLUMN
from xladdin.workbook.schema import TONIGHT

FIRST_ROW = 6
LISTED_COLUMN = LIST_COLUMN + 4
"""The hidden column of the names that the list shows."""


def edit(path: Path, **cells: object) -> None:
    """Types into Tonight: `tonight_rounds=2`, by the names of its settings."""
    workbook = openpyxl.load_workbook(path, keep_vba=path.suffix == ".xlsm")
    for name, value in cells.items():
        _, place = next(workbook.defined_names[name].destinations)
        workbook[TONIGHT][place.replace("$", "")] = value
    workbook.save(path)


def mark(path: Path, absent: Collection[str] = ()) -> list[str]:
    """Marks everybody on Tonight as here, but some."""
    workbook = openpyxl.load_workbook(path, keep_vba=path.suffix == ".xlsm")
    sheet, here = workbook[TONIGHT], []
    for row in range(FIRST_ROW, sheet.max_row + 1):
        name = sheet.cell(row, LISTED_COLUMN).value
        if name and name not in absent:
            sheet.cell(row, LIST_COLUMN + 2).value = "x"
            here.append(name)
    workbook.save(path)
    return here
