"""The cells for choosing a session and a season. There is one of each, and every sheet that shows them names it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import sample_book, stored
from tests.helpers.programs.recalculating import recalculate
from xladdin.workbook.schema import CHAMPIONSHIP, RECORDS, SCOREBOARD, WEEKLY_SHEET

TYPED = {"show_session": SCOREBOARD, "show_season": RECORDS}
REPEATED = [
    ("mississauga", CHAMPIONSHIP, "show_season"),
    ("lexington", WEEKLY_SHEET, "show_session"),
]


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca", "dptr"])
def test_a_session_and_a_season_are_chosen_from_what_there_is(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    workbook = openpyxl.load_workbook(path)
    for name, sheet in TYPED.items():
        title, place = next(workbook.defined_names[name].destinations)
        assert title == sheet
        cell = workbook[title][place.replace("$", "")]
        (rule,) = (rule for rule in workbook[title].data_validations.dataValidation if cell.coordinate in rule.sqref)
        choices = "season_choices" if name == "show_season" else "event_choices" if key == "dptr" else "session_choices"
        assert (rule.type, rule.formula1, rule.allow_blank, cell.value) == ("list", choices, True, None)
        assert choices in workbook.defined_names
        label = str(workbook[title].cell(cell.row - 1, cell.column).value)
        assert label.startswith("Show s" if key != "dptr" or name == "show_season" else "Show ")


@pytest.mark.parametrize(("key", "sheet", "name"), REPEATED)
def test_other_sheets_say_what_is_chosen(key: str, sheet: str, name: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    workbook = openpyxl.load_workbook(path)
    chosen = stored(path)["Lists"]["C1" if name == "show_session" else "D1"].value
    title, place = next(workbook.defined_names[name].destinations)
    (cell,) = (cell.coordinate for row in workbook[sheet].iter_rows() for cell in row if name in str(cell.value))
    shown = stored(recalculate(path, tmp_path / "blank"))[sheet][cell].value
    assert shown == "the last"
    workbook[title][place.replace("$", "")] = chosen
    workbook.save(path)
    assert stored(recalculate(path, tmp_path / "chosen"))[sheet][cell].value == chosen
