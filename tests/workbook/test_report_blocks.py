"""Reports go into blocks that are known by their names, and never over a cell of the club's own."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, NOW, book_of, edited, random_tables, recalculated, sample_book, stored
from tests.helpers.evenings import FIRST_ROW, edit, mark
from tests.helpers.excel.pressing import HOSTS, hosts_by_turns
from tests.helpers.programs.recalculating import recalculate
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import pair_file
from xladdin.workbook.schema import HISTORY, LEFT_ALONE_NAME, OUTCOME_NAME, RECORDS, STANDINGS, TONIGHT, WEEKLY_SHEET
from xladdin.workbook.status import NOT_UPDATED, OUT_OF_DATE

OWN = "the director's own"
HEADING_ROW = 5


def moved(path: Path, sheet: str, *, rows: int = 0, title: str = "") -> None:
    """Put rows of our own above everything on a sheet, or rename it. The names of its cells follow, as in Excel."""
    workbook = openpyxl.load_workbook(path)
    if rows:
        workbook[sheet].insert_rows(1, rows)
        workbook[sheet]["A1"] = OWN
    for name in workbook.defined_names.values():
        if name.attr_text.replace("'", "").startswith(f"{sheet}!$"):
            text = name.attr_text.replace("'", "").replace(f"{sheet}!", f"'{title or sheet}'!")
            name.attr_text = re.sub(r"\$(\d+)", lambda row: f"${int(row[1]) + rows}", text)
    workbook[sheet].title = title or sheet
    workbook.save(path)


def cells(sheet: Worksheet, top: int = 1) -> dict[str, object]:
    return {c.coordinate: c.value for row in sheet.iter_rows(min_row=top) for c in row if c.value is not None}


def block(path: Path, sheet: str, top: int) -> list[list[object]]:
    """Rows of a list from some row on, up to the first blank one."""
    rows = []
    for row in openpyxl.load_workbook(path)[sheet].iter_rows(min_row=top, max_col=12, values_only=True):
        if not any(value is not None for value in row[1:]):  # blank, or the key
            break
        rows.append(list(row))
    return rows


def another_result(path: Path) -> None:
    """Changes a score of the sample, so that ratings change."""
    edited(path, ("Games", "C4", 300), ("Games", "E4", 416))


@pytest.fixture
def expected(tmp_path: Path) -> list[list[object]]:
    """The ratings list after `another_result`, in a workbook where nobody moved anything."""
    (tmp_path / "plain").mkdir()
    path = sample_book("mississauga", tmp_path / "plain")
    another_result(path)
    recalculated(path)
    return block(path, "Standings", HEADING_ROW)


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_a_renamed_sheet_is_found(tmp_path: Path, host: str, expected: list[list[object]]) -> None:
    path = sample_book("mississauga", tmp_path)
    moved(path, "Standings", title="Our list")
    another_result(path)
    HOSTS[host](path)
    assert block(path, "Our list", HEADING_ROW) == expected


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_a_block_that_was_moved_is_found(tmp_path: Path, host: str, expected: list[list[object]]) -> None:
    path = sample_book("mississauga", tmp_path)
    for sheet in ("Standings", "Scoreboard"):
        moved(path, sheet, rows=2)
    another_result(path)
    told = HOSTS[host](path)
    assert "not updated" not in told
    assert block(path, "Standings", HEADING_ROW + 2) == expected
    scoreboard = openpyxl.load_workbook(path)["Scoreboard"]
    assert scoreboard["A1"].value == OWN
    assert " players · " in str(scoreboard["A6"].value)  # the line about the session is in A4 of our own sheet
    assert scoreboard["A4"].value != scoreboard["A6"].value


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_the_clubs_own_sheet_of_our_name_is_left_alone_and_named(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path)
    workbook = openpyxl.load_workbook(path)
    del workbook["Rating history"]
    own = workbook.create_sheet("Rating history")
    for row in range(1, 60):
        own.append([f"{OWN} {row}"] * 12)
    before = cells(own)
    for name in [name for name, defined in workbook.defined_names.items() if "'Rating history'!" in defined.attr_text]:
        workbook.defined_names[name].attr_text = "#REF!"
    workbook.save(path)
    another_result(path)
    told = HOSTS[host](path)
    assert "Rating history was not updated: its name report_rating_history is gone; xladdin renew OLD NEW makes" in told
    assert cells(openpyxl.load_workbook(path)["Rating history"]) == before
    outcome = recalculated(path, LATER)
    assert "Rating history was not updated" in str(open_club_file(path).names[OUTCOME_NAME])
    if host == "file":  # the other hosts here save no values of formulas
        assert not outcome.blocks


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_what_stands_below_and_beside_a_list_stays(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path)
    last = HEADING_ROW + len(block(path, "Standings", HEADING_ROW)) - 1
    own = {
        "Standings": (f"A{last + 6}", "C30", "AA7"),
        "Rating history": ("DP7", "E40", "AZ5"),
        "Crosstable": ("CA8", "B60"),
    }
    edited(path, *((sheet, cell, OWN) for sheet, places in own.items() for cell in places))
    another_result(path)
    told = HOSTS[host](path)
    assert "not updated" not in told
    workbook = openpyxl.load_workbook(path)
    assert {(sheet, place): workbook[sheet][place].value for sheet, places in own.items() for place in places} == {
        (sheet, place): OWN for sheet, places in own.items() for place in places
    }


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_text_in_the_way_is_left_and_named(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path)
    last = HEADING_ROW + len(block(path, "Standings", HEADING_ROW)) - 1
    workbook = openpyxl.load_workbook(path)
    workbook["Standings"].cell(last + 1, 3).value = OWN
    players = workbook["Players"]
    players.cell(players.max_row + 1, 1).value = "Zoe Newcomer"  # a row more on the list
    before = cells(workbook["Standings"])
    workbook.save(path)
    another_result(path)
    told = HOSTS[host](path)
    assert f'Standings was not updated: "{OWN}" is in C{last + 1}' in told
    assert cells(openpyxl.load_workbook(path)["Standings"]) == before
    assert openpyxl.load_workbook(path)["Players"]["D4"].value == 1220  # Pierre


EVENING = date(2026, 3, 14)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A recalculated club of five players, with an evening to pair."""
    path = book_of("montreal", tmp_path, random_tables("montreal", 30, 5, 3))
    assert not recalculated(path).problems
    edit(path, tonight_date=EVENING)
    return path


def test_an_evening_is_paired_on_sheets_that_were_moved(club: Path) -> None:
    mark(club)
    moved(club, TONIGHT, rows=2)
    pair_file(club, NOW)
    tonight = openpyxl.load_workbook(club)[TONIGHT]
    assert tonight["A7"].value == "Table"
    assert str(tonight["A6"].value).startswith("14 March 2026 · round 1")
    assert tonight["A8"].value == 1


def test_a_name_typed_below_the_list_is_named_not_lost(club: Path) -> None:
    below = FIRST_ROW + 5
    edited(club, (TONIGHT, f"G{below}", "Zoe Newcomer"), ("Players", "A9", "Aaron Newcomer"))
    outcome = recalculated(club, LATER)
    assert f'Tonight was not updated: "Zoe Newcomer" is in G{below}, where the report goes' in outcome.summary
    assert openpyxl.load_workbook(club)[TONIGHT][f"G{below}"].value == "Zoe Newcomer"


def test_a_sheet_that_is_left_alone_does_not_look_fresh(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, (STANDINGS, "C5", "Phone"))
    another_result(path)
    assert "Standings was not updated" in recalculated(path).summary

    def as_of(path: Path) -> list[str]:
        """What two sheets say, by the values in the file, and as another program computes it."""
        computed = openpyxl.load_workbook(recalculate(path, tmp_path / "computed"), data_only=True)
        found = openpyxl.load_workbook(path, data_only=True)
        said = [str(found[sheet]["A3"].value) for sheet in (STANDINGS, RECORDS)]
        assert said == [str(computed[sheet]["A3"].value) for sheet in (STANDINGS, RECORDS)]
        return said

    left, fresh = as_of(path)
    assert left == NOT_UPDATED
    assert fresh.startswith("As of Tuesday 10 September 2024")
    edited(path, ("Games", "B4", "Nobody"))
    assert recalculated(path).problems
    assert as_of(path) == [NOT_UPDATED, fresh + OUT_OF_DATE]
    edited(path, ("Games", "B4", "Pierre"), (STANDINGS, "C5", "Player"))
    assert "not updated" not in recalculated(path, LATER).summary
    left, fresh = as_of(path)
    assert left == fresh


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_every_host_keeps_which_sheets_were_left_alone(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, (STANDINGS, "C5", "Phone"), (HISTORY, "E5", "Ours"))
    another_result(path)
    assert "Standings was not updated" in HOSTS[host](path)
    assert open_club_file(path).names[LEFT_ALONE_NAME] == "/rating_history/standings/"
    assert str(openpyxl.load_workbook(path)[STANDINGS]["A3"].value).startswith("=IF(")


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_the_clubs_news_on_the_weekly_sheet_stays(host: str, tmp_path: Path) -> None:
    path = sample_book("lexington", tmp_path)
    _, place = next(openpyxl.load_workbook(path).defined_names["club_news"].destinations)
    edited(path, (WEEKLY_SHEET, place.replace("$", ""), OWN), ("Games", "C4", 555))
    HOSTS[host](path)
    assert stored(path)[WEEKLY_SHEET][place.replace("$", "")].value == OWN
