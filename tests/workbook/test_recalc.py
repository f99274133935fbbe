"""The recalculation of a workbook file as the command line runs it, and what its cells refuse to be typed."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter

import xladdin
from tests.corpus.editing import read_ratings, rename_heading
from tests.helpers.clubs import (
    KEYS,
    LATER,
    NOW,
    ONE_OF_EACH_KIND,
    book_of,
    column,
    headings_of,
    load_values,
    random_tables,
    recalc_club,
    rule_cell,
    sample_book,
    set_cells,
)
from tests.helpers.excel.pressing import HOSTS, hosts_by_turns
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.conftest import SCORES, STARTS, add_column
from xladdin.cells import CellTable
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import check_file
from xladdin.languages import BYE
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, OUTCOME_NAME, RECALCULATED_NAME, list_input_tables


@pytest.mark.parametrize("key", KEYS)
def test_twice_is_once(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    before = path.read_bytes()
    outcome = recalc_club(path, LATER)
    assert not outcome.blocks
    assert path.read_bytes() == before
    assert open_club_file(path).names[RECALCULATED_NAME] == "14 March 2026 at 15:09"


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_dry_run_finds_what_a_recalculation_writes(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 60, 12, seed=3))
    checked, written = check_file(path, NOW), recalc_club(path)
    assert checked.blocks and checked.changes
    for result in ("changes", "problems", "summary", "corrections", "to_review"):
        assert getattr(checked, result) == getattr(written, result)
    assert not check_file(path, NOW).blocks
    set_cells(path, ("Standings", "B6", "typed over"))
    assert check_file(path, NOW).blocks


def columns(table: CellTable) -> dict[str, list[object]]:
    return {heading: list(values) for heading, values in zip(table.headings, table.columns)}


def test_a_wrong_row_changes_no_rating_and_is_named_in_its_note_and_on_start(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    before = read_ratings(path)
    set_cells(path, ("Games", "B5", "Piere"), ("Games", "E6", None))
    outcome = recalc_club(path, LATER)
    assert [str(problem) for problem in outcome.problems] == [
        'Games row 5, Player 1: "Piere" is not on Players. Did you mean "Pierre"?',
        "Games row 6, Score 2: the other score is missing; type both, or neither",
    ]
    club_file = open_club_file(path)
    notes = columns(club_file.tables["Games"])["Note"]
    assert notes[1] == "! Player 1: did you mean Pierre?", "short enough for a laptop's screen"
    assert notes[0] == ""
    assert str(club_file.names[OUTCOME_NAME]).startswith("2 rows to fix; nothing was rated.")
    assert read_ratings(path) == before
    set_cells(path, ("Games", "B5", "Lester"), ("Games", "E6", 300))
    assert not recalc_club(path, LATER).problems
    club_file = open_club_file(path)
    assert not any(columns(club_file.tables["Games"])["Note"]), "fixed rows lose their notes"
    assert club_file.names[OUTCOME_NAME] == "4 games of 6 players rated."


def test_an_adjustment_that_waits_says_so_and_may_take_effect_when_due(tmp_path: Path) -> None:
    players = [STARTS, ["Ann", 1500, 60], ["Bob", 1400, 60]]
    games = [SCORES, ["2026-03-03", "Ann", 400, "Bob", 300]]
    boosts = [["Date", "Player", "Points"], ["2026-03-10", "Ann", 20], ["2026-03-20", "Bob", 20]]
    path = book_of("mississauga", tmp_path, {"players": players, "games": games, "adjustments": boosts})
    recalc_club(path)  # on 14 March 2026
    assert read_ratings(path) == {"Ann": 1510, "Bob": 1390}
    assert column(load_values(path)["Adjustments"], "Note") == ["takes effect with the next session"] * 2
    set_cells(path, ("Rules", rule_cell(path, "rule_adjustments_take_effect"), "When due"))
    recalc_club(path)
    assert read_ratings(path) == {"Ann": 1530, "Bob": 1390}
    assert column(load_values(path)["Adjustments"], "Note") == [None, "takes effect on its date"]
    assert column(load_values(path)["Games"], "Rating 1") == [1500]
    assert not recalc_club(path).blocks


def test_an_adjustment_without_effect_says_so(tmp_path: Path) -> None:
    players = [STARTS, ["Ann", 1500, 60], ["New", None, None]]
    games = [SCORES, *([day, "Ann", 400, "New", 380] for day in ("2026-01-06", "2026-01-13"))]
    adjustments = [["Date", "Player", "Points"], *(["2026-01-10", who, 20] for who in ("New", "Ann", None))]
    path = book_of("lexington", tmp_path, {"players": players, "games": games, "adjustments": adjustments})
    assert not recalc_club(path).problems
    first, *others = column(load_values(path)["Adjustments"], "Note")
    assert str(first).startswith("no effect") and others == [None, None]


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


def test_twice_as_many_players_can_be_chosen(tmp_path: Path) -> None:
    for players, last_row in ((9, 2001), (1201, 2 * 1240 + 1)):
        path = book_of("elo", tmp_path, {"players": [["Player"], *([f"No {number}"] for number in range(players))]})
        assert openpyxl.load_workbook(path)["Lists"]["A2"].value.ref == f"A2:A{last_row}"


@pytest.mark.parametrize("key", CASES)
def test_a_blank_row_hides_no_choice_below_it(key: str, tmp_path: Path) -> None:
    tables, blanked, lists = CASES[key]
    path = book_of(key, tmp_path, tables)
    set_cells(path, *((sheet, cell, None) for sheet, cell in blanked))
    workbook = openpyxl.load_workbook(path)
    sheet = workbook.create_sheet("Asked")
    for number, (name, choices) in enumerate(lists.items(), 1):
        sheet.cell(1, number).value = f"=ROWS({name})"
        for row in range(1, len(choices) + 1):
            sheet.cell(row + 1, number).value = f'=INDEX({name},{row})&""'
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
    set_cells(path, *(("Games", f"{letters}{row}", None) for row in range(4, 20)))
    assert "did you mean" not in recalc_club(path).summary
    set_cells(path, ("Games", f"{letters}4", "Sally"))
    assert 'did you mean "Double"?' in recalc_club(path).summary
