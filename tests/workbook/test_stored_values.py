"""Every formula that shows holds its value in the file, because previews, phones and Protected View compute nothing."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, book_of, edited, recalculated, sample_book, stored
from tests.helpers.edited_rules import edited_by_the_club
from tests.helpers.live_cells import new_book
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.programs.recalculating import recalculate as by_libreoffice
from xladdin.systems import SYSTEMS
from xladdin.workbook.schema import HISTORY, PLAYER, START


def shown_formulas(path: Path) -> list[tuple[str, str]]:
    """Sheet and cell of each formula, except those of hidden sheets, of Player, and the hidden figures of Start."""
    workbook = openpyxl.load_workbook(path)
    return [
        (sheet.title, cell.coordinate)
        for sheet in workbook
        if sheet.sheet_state == "visible" and sheet.title != PLAYER
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f" and not (sheet.title == START and is_hidden(sheet, cell.column_letter))
    ]


def is_hidden(sheet: Worksheet, letters: str) -> bool:
    number = openpyxl.utils.column_index_from_string(letters)
    return any(column.hidden and column.min <= number <= column.max for column in sheet.column_dimensions.values())


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        value = to_excel(value)
    return pytest.approx(value) if value and isinstance(value, (int, float)) else value or ""


@pytest.mark.parametrize("state", ["new", "edited rules", "recalculated sample", "another player picked"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_formula_that_shows_holds_its_value(key: str, state: str, tmp_path: Path) -> None:
    if state == "edited rules":
        path = new_book(edited_by_the_club(SYSTEMS[key]), {}, tmp_path)
        recalculated(path)
    else:
        path = book_of(key, tmp_path, {}) if state == "new" else sample_book(key, tmp_path)
    if state == "another player picked":
        picked = [cell.value for cell in openpyxl.load_workbook(path)[HISTORY][5] if cell.value][-1]
        edited(path, (HISTORY, "D4", picked))
        recalculated(path, LATER)
        assert stored(path)[HISTORY]["A22"].value == picked
    assert validate_workbook(path) == []
    cells = shown_formulas(path)
    if state == "edited rules":
        cells = [(sheet, cell) for sheet, cell in cells if sheet == "Calculator"]
    if state == "another player picked":  # the program that typed it keeps no values on the other sheets
        cells = [(sheet, cell) for sheet, cell in cells if sheet == HISTORY and cell not in ("A1", "A2")]
    assert len(cells) > (5 if state == "edited rules" else 120)
    saved, computed = stored(path), stored(by_libreoffice(path, tmp_path / "computed"))
    wrong = {
        (sheet, cell): (value, expected)
        for sheet, cell in cells
        if (value := saved[sheet][cell].value or "") != (expected := plain(computed[sheet][cell].value))
        and not (isinstance(value, datetime) and to_excel(value) == expected)
    }
    assert wrong == {}
