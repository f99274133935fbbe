"""What a director may type: choices, rules of cells, and which column is ours by its heading."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter

import xladdin
from tests.corpus.editing import rename_heading
from tests.helpers.clubs import KEYS, book_of, edited, headings_of, recalculated, sample_book
from tests.helpers.excel.pressing import HOSTS, hosts_by_turns
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.conftest import add_column
from xladdin.languages import BYE
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, list_input_tables

SCA = {
    "groups": [["Group", "Initial rating"], ["Knights", 1200], ["Rooks", 1100], ["Pawns", 1000]],
    "players": [["Player", "Group"], ["Ada", "Knights"], ["Bo", "Pawns"], ["Cy", "Pawns"], ["Dora", "Pawns"]],
}

DPTR = {
    "events": [["Event", "Date", "Players", "Rounds"], *([f"Open {n}", "2006-05-01", 9, 3] for n in (1, 2, 3))],
    "players": [["Player", "Nation"], ["Ada", ""], ["Bo", ""], ["Cy", ""]],
}

CASES = {
    "sca": (
        SCA,
        [("Players", "A5"), ("Players", "A6"), ("Groups", "A5")],
        {"player_choices": [BYE, "Ada", "", "", "Dora"], "group_choices": ["Knights", "", "Pawns"]},
    ),
    "dptr": (DPTR, [("Events", "A4"), ("Events", "A5")], {"event_choices": ["", "", "Open 3"]}),
}


@pytest.mark.parametrize("key", CASES)
def test_a_blank_row_hides_no_choice_below_it(key: str, tmp_path: Path) -> None:
    tables, blanked, lists = CASES[key]
    path = book_of(key, tmp_path, tables)
    edited(path, *((sheet, cell, None) for sheet, cell in blanked))
    workbook = openpyxl.load_workbook(path)
    sheet = workbook.create_sheet("Asked")
    for column, (name, choices) in enumerate(lists.items(), 1):
        sheet.cell(1, column).value = f"=ROWS({name})"
        for row in range(1, len(choices) + 1):
            sheet.cell(row + 1, column).value = f'=INDEX({name},{row})&""'
    workbook.save(path)
    asked = openpyxl.load_workbook(recalculate(path, tmp_path / "by libreoffice"), data_only=True)["Asked"]
    for cells, choices in zip(asked.iter_cols(values_only=True), lists.values()):
        assert [cell or "" for cell in cells][: len(choices) + 1] == [len(choices), *choices]


# workbook.md: "wrong dates, scores and results are refused on entry". The limits are those of reading the log
SCORE = ("whole", "between", "-200", "2000")
RATING = ("decimal", "between", "-1000000", "1000000")
COUNT = ("whole", "greaterThanOrEqual", "0", None)
COUNT_FROM_ONE = ("whole", "greaterThanOrEqual", "1", None)
DAY = ("date", "greaterThanOrEqual", "DATE(1930,1,1)", None)

EXPECTED = {
    ("Players", "Start rating"): RATING, ("Players", "Start games"): COUNT, ("Players", "Start last played"): DAY,
    ("Players", "Start permanent"): RATING, ("Players", "Active"): ("list", None, '"Yes,No,Left"', None),
    ("Groups", "Initial rating"): RATING, ("Games", "Date"): DAY, ("Games", "Score 1"): SCORE,
    ("Games", "Score 2"): SCORE, ("Games", "Kind"): ("list", None, '"Unrated,Forfeit"', None),
    ("Adjustments", "Date"): DAY, ("Adjustments", "Points"): RATING, ("Events", "Date"): DAY,
    ("Events", "Players"): COUNT_FROM_ONE, ("Events", "Rounds"): COUNT_FROM_ONE,
    ("Events", "World Championship"): ("list", None, '"Yes,No"', None), ("Results", "Place"): COUNT_FROM_ONE,
}  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_cells_refuse_what_the_log_refuses(key: str, tmp_path: Path) -> None:
    workbook = openpyxl.load_workbook(book_of(key, tmp_path, {}))
    tables = list_input_tables(xladdin.system(key))
    checked = {(name, column.heading) for name, table in tables.items() for column in table.columns} & EXPECTED.keys()
    assert len(checked) >= 5
    for table, heading in checked:
        sheet = workbook[table]
        letter = get_column_letter(headings_of(sheet).index(heading) + 1)
        for row in (FIRST_DATA_ROW, 5000, 1_048_576):
            (rule,) = (cells for cells in sheet.data_validations.dataValidation if f"{letter}{row}" in cells.sqref)
            assert (rule.type, rule.operator, rule.formula1, rule.formula2) == EXPECTED[table, heading], (heading, row)
            assert rule.showErrorMessage and rule.errorStyle == "stop" and rule.allow_blank


def values(path: Path, sheet: str, letters: str) -> list[object]:
    return [cell.value for cell in openpyxl.load_workbook(path)[sheet][letters][HEADINGS_ROW:]]


@pytest.mark.parametrize("host", hosts_by_turns(0))
@pytest.mark.parametrize("heading", ["rating  ", "RATING", " Rating"])
def test_the_clubs_own_column_with_nearly_our_heading_is_left_alone(tmp_path: Path, host: str, heading: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    letters = add_column(path, "Players", heading, "the director's own")
    rename_heading(path, "Games", "Score 1", "score  1")  # one heading in another spelling is ours
    rename_heading(path, "Games", "Change 1", "change 1")
    assert "rated." in HOSTS[host](path)
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert values(path, "Players", "D")[:2] == [1242, 999]  # as without the other column


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_two_headings_neither_of_which_is_spelled_as_ours_are_to_be_mended(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    rename_heading(path, "Players", "Rating", "RATING")
    letters = add_column(path, "Players", "rating  ", "the director's own")
    output = HOSTS[host](path)
    assert f'Players row 3, Rating: "RATING" – D3 and {letters}3 both match this heading' in output
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert set(values(path, "Players", "D")) == {None}


def test_a_near_miss_of_an_absent_heading_is_to_be_mended_once_its_column_holds_something(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    rename_heading(path, "Games", "Double", "Doubles")
    letters = get_column_letter(headings_of(openpyxl.load_workbook(path)["Games"]).index("Doubles") + 1)
    edited(path, *(("Games", f"{letters}{row}", None) for row in range(4, 20)))
    assert "did you mean" not in recalculated(path).summary
    edited(path, ("Games", f"{letters}4", "Sally"))
    assert 'did you mean "Double"?' in recalculated(path).summary
