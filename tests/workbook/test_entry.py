"""What a director may type: choices, rules of cells, and which column is ours by its heading."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from lxml import etree
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.worksheet.datavalidation import DataValidation

from tests.corpus.editing import Parts, cell_at, rename_heading, set_cell, tag
from tests.helpers.clubs import KEYS, NOW, book_of, edited, headings_of, recalculated, sample_book
from tests.helpers.excel.pressing import HOSTS, hosts_by_turns
from tests.helpers.programs.recalculating import recalculate
from xladdin.cells import CellTable
from xladdin.game_log.reading import read_log
from xladdin.languages import BYE
from xladdin.systems import system_named
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, tables_of

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
    create_workbook(system_named(key), tmp_path / "club.xlsx", {}, NOW)
    workbook = openpyxl.load_workbook(tmp_path / "club.xlsx")
    tables = tables_of(system_named(key))
    found = {(name, column.heading) for name, table in tables.items() for column in table.columns} & EXPECTED.keys()
    assert len(found) >= 5
    for table, heading in found:
        sheet = workbook[table]
        letter = get_column_letter(headings_of(sheet).index(heading) + 1)
        for row in (FIRST_DATA_ROW, 5000, 1_048_576):
            rule = rule_of(list(sheet.data_validations.dataValidation), f"{letter}{row}")
            assert (rule.type, rule.operator, rule.formula1, rule.formula2) == EXPECTED[table, heading], (heading, row)
            assert rule.showErrorMessage and rule.errorStyle == "stop" and rule.allow_blank


def rule_of(rules: list[DataValidation], cell: str) -> DataValidation:
    (rule,) = (rule for rule in rules if cell in rule.sqref)
    return rule


@pytest.mark.parametrize(
    ("heading", "least", "most"), [("Score 1", -200, 2000), ("Start rating", -1_000_000, 1_000_000)]
)
def test_the_log_takes_the_same_limits(heading: str, least: int, most: int) -> None:
    def problems(value: int) -> list[str]:
        start, score = (value, 400) if heading == "Start rating" else (1000, value)
        players = CellTable("Players", ("Player", "Start rating"), (["Ann", "Bob"], [start, 1000]))
        headings = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")
        games = CellTable("Games", headings, (["2006-10-01"], ["Ann"], [score], ["Bob"], [1]))
        log = read_log(system_named("mississauga"), {"Players": players, "Games": games})
        return [problem.column for problem in log.problems]

    assert problems(least) == problems(most) == []
    assert problems(least - 1) == problems(most + 1) == [heading]


def add_column(path: Path, table: str, heading: str, value: str) -> str:
    """Puts a column of the club after the last one of a table, and gives its letters."""
    parts = Parts(path)
    own = parts.table(table)
    _, _, width, last_row = range_boundaries(own.get("ref"))
    letters = get_column_letter(width + 1)
    columns = own.find(tag("tableColumns"))
    columns.set("count", str(width + 1))
    etree.SubElement(columns, tag("tableColumn"), id=str(width + 1), name=heading)
    for area in (own, own.find(tag("autoFilter"))):
        area.set("ref", f"A{HEADINGS_ROW}:{letters}{last_row}")
    for row in range(HEADINGS_ROW, last_row + 1):
        set_cell(cell_at(parts.sheet(table), f"{letters}{row}"), heading if row == HEADINGS_ROW else value)
    parts.save()
    return letters


def values(path: Path, sheet: str, letters: str) -> list[object]:
    return [cell.value for cell in openpyxl.load_workbook(path)[sheet][letters][HEADINGS_ROW:]]


@pytest.mark.parametrize("host", hosts_by_turns(0))
@pytest.mark.parametrize("heading", ["rating  ", "RATING", " Rating"])
def test_the_clubs_own_column_with_nearly_our_heading_is_left_alone(tmp_path: Path, host: str, heading: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    letters = add_column(path, "Players", heading, "the director's own")
    assert "rated." in HOSTS[host](path)
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert values(path, "Players", "D")[:2] == [1242, 999]  # as without the other column


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_one_heading_in_another_spelling_is_ours(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    rename_heading(path, "Players", "Rating", "RATING ")
    rename_heading(path, "Games", "Score 1", "score  1")
    rename_heading(path, "Games", "Change 1", "change 1")
    assert "rated." in HOSTS[host](path)
    assert values(path, "Players", "D")[:2] == [1242, 999]


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_two_headings_neither_of_which_is_spelled_as_ours_are_to_be_mended(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path, recalculated=False)
    rename_heading(path, "Players", "Rating", "RATING")
    letters = add_column(path, "Players", "rating  ", "the director's own")
    told = HOSTS[host](path)
    assert f'Players row 3, Rating: "RATING" – D3 and {letters}3 both mean this heading' in told
    assert set(values(path, "Players", letters)) == {"the director's own"}
    assert set(values(path, "Players", "D")) == {None}


@pytest.mark.parametrize(
    ("key", "table", "heading", "typed", "values"),
    [
        ("mississauga", "Players", "Start rating", "Initial rating", "1890"),
        ("mississauga", "Players", "Start rating", "Startrating", "1890"),
        ("montreal", "Games", "Double", "Doubles", "Sally"),
        ("sca", "Players", "Start permanent", "Start perm.", "1200"),
        ("dptr", "Events", "World Championship", "World Champ", "Yes"),
    ],
)
def test_a_near_miss_of_an_absent_heading_is_to_be_mended_once_its_column_holds_something(
    tmp_path: Path, key: str, table: str, heading: str, typed: str, values: str
) -> None:
    path = sample_book(key, tmp_path, recalculated=False)
    rename_heading(path, table, heading, typed)
    fill_column(path, table, typed, "")
    asked = f'did you mean "{heading}"?'
    assert asked not in recalculated(path).summary
    fill_column(path, table, typed, values)
    assert asked in recalculated(path).summary


def fill_column(path: Path, table: str, heading: str, value: str) -> None:
    parts = Parts(path)
    own = parts.table(table)
    letters = get_column_letter([column.get("name") for column in own.iter(tag("tableColumn"))].index(heading) + 1)
    for row in range(FIRST_DATA_ROW, range_boundaries(own.get("ref"))[3] + 1):
        set_cell(cell_at(parts.sheet(table), f"{letters}{row}"), value)
    parts.save()
