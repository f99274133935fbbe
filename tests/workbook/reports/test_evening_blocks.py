"""Tonight and the journal go where their blocks are. A sheet that we leave alone does not look new."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, book_of, edited, random_tables, recalculated, sample_book
from tests.helpers.evenings import FIRST_ROW, LISTED_COLUMN, edit, mark
from tests.helpers.excel.hosts import HOSTS, hosts_by_turns
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.reports.test_report_blocks import OWN, another_result
from xladdin.errors import WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file.club_file import pair_file
from xladdin.workbook.report_sheets.tonight import LIST_COLUMN
from xladdin.workbook.schema import HISTORY, JOURNAL, LEFT_ALONE_NAME, RECORDS, STANDINGS, TONIGHT
from xladdin.workbook.status import NOT_UPDATED, OUT_OF_DATE

EVENING = date(2026, 3, 14)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A recalculated club of five players, with an evening to pair."""
    path = book_of("montreal", tmp_path, random_tables("montreal", 30, 5, 3))
    assert not recalculated(path).problems
    edit(path, tonight_date=EVENING)
    return path


def moved(path: Path, sheet: str, *, rows: int = 0, title: str = "") -> None:
    """Puts rows above everything on a sheet, or renames it. The names of its cells follow, as in Excel."""
    workbook = openpyxl.load_workbook(path)
    if rows:
        workbook[sheet].insert_rows(1, rows)
    for name in workbook.defined_names.values():
        if name.attr_text.replace("'", "").startswith(f"{sheet}!$"):
            text = name.attr_text.replace("'", "").replace(f"{sheet}!", f"'{title or sheet}'!")
            name.attr_text = re.sub(r"\$(\d+)", lambda row: f"${int(row[1]) + rows}", text)
    workbook[sheet].title = title or sheet
    workbook.save(path)


def test_an_evening_is_paired_on_sheets_that_were_moved(club: Path) -> None:
    mark(club)
    moved(club, TONIGHT, rows=2)
    pair_file(club, NOW)
    tonight = openpyxl.load_workbook(club)[TONIGHT]
    assert tonight["A7"].value == "Table"
    assert str(tonight["A6"].value).startswith("14 March 2026 · round 1")
    assert tonight["A8"].value == 1


def test_an_evening_is_paired_on_a_sheet_that_was_renamed(club: Path) -> None:
    mark(club)
    moved(club, TONIGHT, title="Ce soir")
    pair_file(club, NOW)
    assert openpyxl.load_workbook(club)["Ce soir"]["A6"].value == 1


def test_what_stands_below_and_beside_the_tables_of_tonight_stays(club: Path) -> None:
    mark(club)
    own = {"A30": OWN, "C40": OWN, "J9": OWN, "I200": None, "G60": "a list of ours"}
    edited(club, *((TONIGHT, cell, text) for cell, text in own.items()))
    pair_file(club, NOW)
    sheet = openpyxl.load_workbook(club)[TONIGHT]
    assert {cell: sheet[cell].value for cell in own} == own


def test_a_name_typed_below_the_list_is_named_not_lost(club: Path) -> None:
    below = FIRST_ROW + 5
    edited(club, (TONIGHT, f"G{below}", "Zoe Newcomer"), ("Players", "A9", "Aaron Newcomer"))
    outcome = recalculated(club, LATER)
    assert f'Tonight was not updated: "Zoe Newcomer" is in G{below}, where the report goes' in outcome.summary
    assert openpyxl.load_workbook(club)[TONIGHT][f"G{below}"].value == "Zoe Newcomer"


def test_a_mark_typed_below_the_list_goes_along(club: Path) -> None:
    below = FIRST_ROW + 5
    edited(
        club,
        (TONIGHT, f"G{below}", "Zoe Newcomer"), (TONIGHT, f"I{below}", "x"), ("Players", "A9", "Aaron Newcomer"),
    )  # fmt: skip
    assert "not updated" not in recalculated(club, LATER).summary
    sheet = openpyxl.load_workbook(club)[TONIGHT]
    rows = {sheet.cell(row, LISTED_COLUMN).value: sheet.cell(row, LIST_COLUMN + 2).value for row in range(6, 14)}
    assert rows["Zoe Newcomer"] == "x"
    assert rows["Aaron Newcomer"] is None


def test_pairing_without_the_headings_of_tonight_says_so(club: Path) -> None:
    mark(club)
    edited(club, (TONIGHT, "I5", "Present"))
    before = club.read_bytes()
    with pytest.raises(
        WorkbookError, match=r"^Tonight cannot be read: its headings \(Player, Rating, Here …\) are not"
    ):
        pair_file(club, NOW)
    assert club.read_bytes() == before


def test_a_journal_with_a_foreign_heading_is_written_again_once_it_is_mended(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, (JOURNAL, "C5", "Before"))
    another_result(path)
    result = recalculated(path)
    assert "Journal was not updated: its headings (When, Row, Was …)" in result.summary
    assert [correction.where for correction in result.corrections] == ["Games row 4"]
    assert not recalculated(path, LATER).blocks
    edited(path, (JOURNAL, "C5", "Was"), ("Games", "C4", 310))
    assert "not updated" not in recalculated(path, LATER).summary
    assert "Games row 4" in str(openpyxl.load_workbook(path)[JOURNAL]["B6"].value)


def test_the_clubs_own_lines_on_the_journal_stay(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, (JOURNAL, "B20", OWN), (JOURNAL, "H6", OWN))
    another_result(path)
    assert "not updated" not in recalculated(path).summary
    sheet = openpyxl.load_workbook(path)[JOURNAL]
    assert sheet["B6"].value
    assert (sheet["B20"].value, sheet["H6"].value) == (OWN, OWN)


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
