"""The sheet Tonight as a director fills it in."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from python_calamine import CalamineWorkbook

from tests.helpers.files.typing_in import type_in
from xladdin.cells.addresses import column_letters
from xladdin.files.reading.club_file import open_club_file
from xladdin.workbook.report_sheets.evening.tonight import LIST_COLUMN
from xladdin.workbook.schema import TONIGHT

FIRST_ROW = 6
LISTED_COLUMN = LIST_COLUMN + 4
"""The hidden column with the names that the list shows."""


def edit(path: Path, **cells: object) -> None:
    """Types into Tonight by the names of its settings, as in `tonight_rounds=2`."""
    places = open_club_file(path).ranges
    type_in(path, [(TONIGHT, str(places[name][1]), value) for name, value in cells.items()])


def mark(path: Path, absent: Collection[str] = ()) -> list[str]:
    """Marks everybody on Tonight as here, except some."""
    rows = CalamineWorkbook.from_path(path).get_sheet_by_name(TONIGHT).to_python(skip_empty_area=False)
    listed = {number: str(row[LISTED_COLUMN - 1]) for number, row in enumerate(rows, 1) if number >= FIRST_ROW}
    here = {number: name for number, name in listed.items() if name and name not in absent}
    type_in(path, [(TONIGHT, f"{column_letters(LIST_COLUMN + 2)}{number}", "x") for number in here])
    return [*here.values()]
