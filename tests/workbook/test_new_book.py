"""New workbooks, empty and filled from CSV files."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

import xladdin
from tests.helpers.clubs import KEYS, ONE_OF_EACH_KIND, book_of, column, recalculated
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.files.club_file import open_club_file
from xladdin.workbook.schema import input_tables
from xladdin.workbook.sheets import list_hideable_sheets, list_sheets


@pytest.mark.parametrize("key", KEYS)
def test_a_new_workbook_has_the_sheets_and_tables_of_the_schema(key: str, tmp_path: Path) -> None:
    path = tmp_path / "Our Club.xlsx"
    assert run_here("new", key, path, "--title", "scores").status == 0
    workbook = openpyxl.load_workbook(path)
    visible = [sheet.title for sheet in workbook.worksheets if sheet.sheet_state == "visible"]
    hidden = list_hideable_sheets(xladdin.system(key))
    assert visible == [sheet for sheet in list_sheets(xladdin.system(key)) if sheet not in hidden]
    assert len(visible) <= 14 and visible[:2] == ["Start", "Players"]
    for name, table in input_tables(xladdin.system(key)).items():
        assert workbook[name].tables[name].column_names == [column.heading for column in table.columns]
    names = open_club_file(path).names
    assert (names["club_title"], names["club_system"]) == ("scores", key)


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_new_workbooks_are_valid(key: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"club{suffix}"
    assert run_here("new", key, path).status == 0
    assert validate_workbook(path) == []
    before = path.read_bytes()
    assert run_here("new", key, path).status == 2
    assert path.read_bytes() == before


def test_each_workbook_has_an_identity_of_its_own(tmp_path: Path) -> None:
    paths = first, two, renewed, following = [tmp_path / f"{name}.xlsx" for name in ("one", "two", "renewed", "next")]
    for path in (first, two):
        assert run_here("new", "montreal", path).status == 0
    assert run_here("renew", first, renewed).status == run_here("rollover", first, following).status == 0
    recalculated(first)
    ids = [str(open_club_file(path).names["club_id"]) for path in paths]
    assert ids[2] == ids[0] and len(set(ids)) == 3, "the same log goes on in a renewed one"
    assert all(re.fullmatch("club-[0-9a-f]{16}", identity) for identity in ids)


def test_own_columns_are_kept_and_computed_ones_left_out(tmp_path: Path) -> None:
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Change 1", "Board"]
    path = book_of("mississauga", tmp_path, {"games": [headings, ["2026-01-05", "Ann", 400, "Bob", 390, 99, 7]]})
    sheet = openpyxl.load_workbook(path)["Games"]
    assert column(sheet, "Board") == ["7"] and column(sheet, "Change 1") != [99]
    recalculated(path)
    assert column(openpyxl.load_workbook(path)["Games"], "Board") == ["7"]
