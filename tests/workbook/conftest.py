"""What several tests of workbooks begin with."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.table import TableColumn

from tests.helpers.clubs import book_of
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

SCORES = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
STARTS = ["Player", "Start rating", "Start games"]
FOUR = [STARTS, *([name, 1200, 99] for name in ("Ann", "Bob", "Cyd", "Dee"))]
TO_REVIEW = {
    "players": [STARTS, ["Ann", 1720, None], ["Bob", 1200, 0], ["Cyd", 1200, 99]],
    "games": [SCORES, ["2026-01-06", "Ann", 400, "Bob", 42], ["2026-01-06", "Bob", 380, "Cyd", 750]],
}
"""A club about which three questions are asked."""


def add_column(path: Path, table: str, heading: str, value: str) -> str:
    """Put a column of the club after the last one of a table, and return its letters."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[table]
    columns = sheet.tables[table]
    letters = get_column_letter(len(columns.tableColumns) + 1)
    for row in range(HEADINGS_ROW, sheet.max_row + 1):
        sheet[f"{letters}{row}"] = heading if row == HEADINGS_ROW else value
    columns.ref = columns.autoFilter.ref = f"A{HEADINGS_ROW}:{letters}{max(sheet.max_row, FIRST_DATA_ROW)}"
    columns.tableColumns.append(TableColumn(id=len(columns.tableColumns) + 1, name=heading))
    workbook.save(path)
    return letters


@pytest.fixture
def four(tmp_path: Path) -> Path:
    """Four equal players with two evenings of two games, not yet recalculated."""
    games = [
        ["2026-01-05", "Ann", 400, "Bob", 350], ["2026-01-05", "Cyd", 380, "Dee", 300],
        ["2026-01-12", "Ann", 410, "Cyd", 405], ["2026-01-12", "Bob", 300, "Dee", 420],
    ]  # fmt: skip
    return book_of("mississauga", tmp_path, {"players": FOUR, "games": [SCORES, *games]})
