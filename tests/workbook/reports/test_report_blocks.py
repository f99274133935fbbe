"""Where reports go: into blocks that we know by their names, and never over a cell that belongs to the club."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.cell import get_column_letter, range_boundaries
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.helpers.clubs import LATER, edited, recalculated, sample_book
from tests.helpers.excel.hosts import HOSTS, hosts_by_turns
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file.club_file import rollover_file
from xladdin.workbook.schema import HEADINGS_ROW, OUTCOME_NAME

OWN = "the director's own"
HEADING_ROW = 5
STANDINGS = "ABCDEFGHIJKLMN"


def refer(workbook: Workbook, old: str, new: str) -> None:
    """Lets every name that refers to a sheet follow it, as Excel does."""
    for name in workbook.defined_names.values():
        if name.attr_text.startswith(f"{old}!"):
            name.attr_text = name.attr_text.replace(f"{old}!", f"'{new}'!")


def rename(path: Path, old: str, new: str) -> None:
    workbook = openpyxl.load_workbook(path)
    workbook[old].title = new
    refer(workbook, old, new)
    workbook.save(path)


def put_rows_above(path: Path, name: str, rows: int) -> None:
    """Puts rows above everything on a sheet. The names of its cells move down with them, as in Excel."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook[name]
    sheet.insert_rows(1, rows)
    sheet["A1"] = OWN
    for defined in workbook.defined_names.values():
        if defined.attr_text.startswith(f"{name}!$"):
            defined.attr_text = re.sub(r"\$(\d+)", lambda row: f"${int(row[1]) + rows}", defined.attr_text)
    workbook.save(path)


def without_names(path: Path) -> None:
    """Leaves the workbook as a program does that drops the names of blocks."""
    workbook = openpyxl.load_workbook(path)
    names = [name for name in workbook.defined_names if name.startswith("report_")]
    assert len(names) > 5
    for name in names:
        del workbook.defined_names[name]
    workbook.save(path)


def covered(path: Path, name: str) -> str:
    """The cells that a name covers."""
    return str(open_club_file(path).ranges[name][1])


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
    rename(path, "Standings", "Our list")
    another_result(path)
    HOSTS[host](path)
    assert block(path, "Our list", HEADING_ROW) == expected


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_a_block_that_was_moved_is_found(tmp_path: Path, host: str, expected: list[list[object]]) -> None:
    path = sample_book("mississauga", tmp_path)
    for sheet in ("Standings", "Scoreboard"):
        put_rows_above(path, sheet, 2)
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


def test_a_shorter_list_blanks_its_own_rows_alone(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    last = HEADING_ROW + len(block(path, "Standings", HEADING_ROW)) - 1
    workbook = openpyxl.load_workbook(path)
    players = workbook["Players"]
    players.cell(players.max_row + 1, 1).value = "Zoe Newcomer"
    workbook.save(path)
    recalculated(path)
    edited(path, ("Standings", f"B{last + 9}", OWN))
    assert openpyxl.load_workbook(path)["Standings"].cell(last + 1, 3).value is not None
    workbook = openpyxl.load_workbook(path)
    workbook["Players"].delete_rows(workbook["Players"].max_row)
    table = workbook["Players"].tables["Players"]
    last_column = get_column_letter(range_boundaries(table.ref)[2])
    table.ref = table.autoFilter.ref = f"A{HEADINGS_ROW}:{last_column}{workbook['Players'].max_row}"
    workbook.save(path)
    assert "not updated" not in recalculated(path).summary
    sheet = openpyxl.load_workbook(path)["Standings"]
    assert sheet.cell(last + 1, 3).value is None
    assert sheet.cell(last + 9, 2).value == OWN


def test_a_sheet_that_was_deleted_is_not_missed(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    workbook = openpyxl.load_workbook(path)
    del workbook["Records"]
    for name in [name for name, defined in workbook.defined_names.items() if "Records!" in defined.attr_text]:
        workbook.defined_names[name].attr_text = "#REF!"
    workbook.save(path)
    another_result(path)
    assert "not updated" not in recalculated(path).summary


def test_sheets_that_lost_their_names_are_left_alone_and_named_and_renewed(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    without_names(path)
    another_result(path)
    before = {name: cells(openpyxl.load_workbook(path)[name], HEADING_ROW) for name in ("Standings", "Records")}
    summary = recalculated(path).summary
    for sheet in ("Standings", "Scoreboard", "Tonight", "Records"):
        assert f"{sheet} was not updated: its name report_{sheet.lower()} is gone; xladdin renew OLD NEW" in summary
    assert before == {name: cells(openpyxl.load_workbook(path)[name], HEADING_ROW) for name in before}
    rollover_file(path, tmp_path / "new.xlsx", LATER, keep_log=True)
    assert "not updated" not in recalculated(tmp_path / "new.xlsx", LATER).summary


@pytest.mark.parametrize("host", hosts_by_turns(1))
def test_a_name_covers_what_was_written(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path)
    assert covered(path, "report_standings") == "A5:L12"
    workbook = openpyxl.load_workbook(path)
    players = workbook["Players"]
    for number, name in enumerate(("Zoe Newcomer", "Yan Newcomer"), players.max_row + 1):
        players.cell(number, 1).value = name
    workbook.save(path)
    assert "not updated" not in HOSTS[host](path)
    assert covered(path, "report_standings") == "A5:L15"
    edited(path, ("Standings", "A16", OWN), ("Standings", "C16", OWN))
    another_result(path)
    assert "not updated" not in HOSTS[host](path)
    sheet = openpyxl.load_workbook(path)["Standings"]
    assert [sheet["A16"].value, sheet["C16"].value] == [OWN, OWN]


@pytest.mark.parametrize("host", hosts_by_turns(0))
def test_a_title_typed_over_ours_stays(tmp_path: Path, host: str) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Standings", "A1", OWN))
    another_result(path)
    HOSTS[host](path)
    assert openpyxl.load_workbook(path)["Standings"]["A1"].value == OWN
    recalculated(path)
    assert openpyxl.load_workbook(path)["Standings"]["A1"].value == OWN
    assert not recalculated(path, LATER).blocks
