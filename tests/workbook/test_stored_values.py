"""Every formula that shows holds its value in the file, because previews, phones and Protected View compute nothing.

Only the look-ups of Player hold none after a recalculation, so that nobody sees what was true before it.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.utils.datetime import to_excel
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, ONE_OF_EACH_KIND, book_of, edited, recalculated, renewed_in, sample_book, stored
from tests.helpers.programs.ooxml import validate_workbook
from tests.helpers.programs.recalculating import recalculate as by_libreoffice
from xladdin.reports.names import SHOW_SEASON, SHOW_SESSION
from xladdin.workbook.schema import PLAYER, START


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


@pytest.mark.parametrize("is_filled", [False, True], ids=["new", "recalculated sample"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_every_formula_that_shows_holds_its_value(key: str, is_filled: bool, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path) if is_filled else book_of(key, tmp_path, {})
    assert validate_workbook(path) == []
    cells = shown_formulas(path)
    assert len(cells) > 300
    held, computed = stored(path), stored(by_libreoffice(path, tmp_path / "computed"))
    wrong = {
        (sheet, cell): (value, expected)
        for sheet, cell in cells
        if (value := held[sheet][cell].value or "") != (expected := plain(computed[sheet][cell].value))
        and not (isinstance(value, datetime) and to_excel(value) == expected)
    }
    assert wrong == {}


@pytest.mark.parametrize(
    ("key", "sheet", "choice", "chosen", "said"),
    [
        ("lexington", "Weekly sheet", SHOW_SESSION, date(1998, 7, 23), datetime(1998, 7, 23)),
        ("lexington", "Weekly sheet", SHOW_SESSION, None, "la dernière"),
        ("mississauga", "Championship", SHOW_SEASON, 2024, 2024),
    ],
)
def test_a_choice_is_repeated_in_the_language_of_the_club(
    key: str, sheet: str, choice: str, chosen: object, said: object, tmp_path: Path
) -> None:
    path = sample_book(key, tmp_path)
    renewed_in(path, "fr")
    place = next(openpyxl.load_workbook(path).defined_names[choice].destinations)
    edited(path, (*place, chosen))
    assert not recalculated(path, LATER).problems
    formulas = openpyxl.load_workbook(path)[sheet]
    (cell,) = [cell for where, cell in shown_formulas(path) if where == sheet and choice in formulas[cell].value]
    assert stored(path)[sheet][cell].value == said
    computed = stored(by_libreoffice(path, tmp_path / "computed"))[sheet][cell].value
    assert computed == said
