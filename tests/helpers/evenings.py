"""The sheet Tonight as a director fills it in, and the games of that evening."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from python_calamine import CalamineWorkbook

from tests.helpers.clubs import set_cells
from xladdin.cells import column_letters
from xladdin.files.club_file import open_club_file
from xladdin.workbook.report_sheets.tonight import LIST_COLUMN
from xladdin.workbook.schema import TONIGHT

TONIGHT_DATE = date(2026, 3, 14)
FIRST_ROW = 6
LISTED_COLUMN = LIST_COLUMN + 4
"""The hidden column with the names that the list shows."""


def edit(path: Path, **cells: object) -> None:
    """Type into Tonight by the names of its settings, as in `tonight_rounds=2`."""
    places = open_club_file(path).ranges
    set_cells(path, *((TONIGHT, str(places[name][1]), value) for name, value in cells.items()))


def mark(path: Path) -> list[str]:
    """Mark everybody on Tonight as here."""
    rows = CalamineWorkbook.from_path(path).get_sheet_by_name(TONIGHT).to_python(skip_empty_area=False)
    listed = {number: str(row[LISTED_COLUMN - 1]) for number, row in enumerate(rows, 1) if number >= FIRST_ROW}
    named = {number: name for number, name in listed.items() if name}
    set_cells(path, *((TONIGHT, f"{column_letters(LIST_COLUMN + 2)}{number}", "x") for number in named))
    return [*named.values()]
