"""New workbooks, empty and filled from CSV files."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, NOW, ONE_OF_EACH_KIND, column, recalculated
from tests.helpers.programs.ooxml import validate_workbook
from xladdin.errors import WorkbookError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import recalculate_file, rollover_file
from xladdin.systems import system_named
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.rules import club_id_of
from xladdin.workbook.schema import FIRST_DATA_ROW, tables_of
from xladdin.workbook.sheets import sheets_hidden_while_empty, sheets_of

GAMES = "Date,Player 1,Score 1,Player 2,Score 2\n2026-01-05,Ann,400,Bob,390\n"


def made_from(folder: Path, key: str = "mississauga", **texts: str | bytes) -> Path:
    files = {}
    for name, text in texts.items():
        files[name] = folder / f"{name}.csv"
        files[name].write_bytes(text if isinstance(text, bytes) else text.encode())
    path = folder / "club.xlsx"
    create_workbook(system_named(key), path, files, NOW)
    return path


@pytest.mark.parametrize("key", KEYS)
def test_a_new_workbook_has_the_sheets_and_tables_of_the_schema(key: str, tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    create_workbook(system_named(key), path, {}, NOW, title="Our Club")
    workbook = openpyxl.load_workbook(path)
    visible = tuple(sheet.title for sheet in workbook.worksheets if sheet.sheet_state == "visible")
    hidden = sheets_hidden_while_empty(system_named(key))
    assert visible == tuple(sheet for sheet in sheets_of(system_named(key)) if sheet not in hidden)
    assert len(visible) <= 14 and visible[:2] == ("Start", "Players")
    for name, table in tables_of(system_named(key)).items():
        sheet_table = workbook[name].tables[name]
        assert sheet_table.column_names == [column.heading for column in table.columns]
    assert open_club_file(path).names["club_title"] == "Our Club"
    assert open_club_file(path).names["club_system"] == key


def test_a_club_may_be_called_like_a_choice_and_is_not_translated(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    create_workbook(system_named("elo"), path, {}, NOW, title="scores", language="fr")
    assert open_club_file(path).names["club_title"] == "scores"


@pytest.mark.parametrize("suffix", [".xlsx", ".xlsm"])
@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_new_workbooks_are_valid(key: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"club{suffix}"
    create_workbook(system_named(key), path, {}, NOW)
    assert validate_workbook(path) == []


def test_each_workbook_has_an_identity_of_its_own(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("one.xlsx", "two.xlsx", "renewed.xlsx", "next.xlsx")]
    for path in paths[:2]:
        create_workbook(system_named("montreal"), path, {}, NOW)
    rollover_file(paths[0], paths[2], NOW, keep_log=True)
    rollover_file(paths[0], paths[3], NOW, keep_log=False)
    one, two, renewed, following = (club_id_of(open_club_file(path)) for path in paths)
    assert renewed == one  # the same log goes on
    assert len({one, two, following}) == 3
    assert all(re.fullmatch("club-[0-9a-f]{16}", identity) for identity in (one, two, following))
    recalculated(paths[0])
    assert club_id_of(open_club_file(paths[0])) == one


def test_own_columns_are_kept_and_computed_ones_left_out(tmp_path: Path) -> None:
    text = "Date,Player 1,Score 1,Player 2,Score 2,Change 1,Board\n2026-01-05,Ann,400,Bob,390,99,7\n"
    made = made_from(tmp_path, games=text)
    sheet = openpyxl.load_workbook(made)["Games"]
    assert column(sheet, "Board") == ["7"]
    recalculated(made)
    assert column(openpyxl.load_workbook(made)["Games"], "Board") == ["7"]


def test_an_existing_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    path.write_bytes(b"mine")
    with pytest.raises(WorkbookError, match="already there"):
        create_workbook(system_named("montreal"), path, {}, NOW)
    assert path.read_bytes() == b"mine"


def test_rows_to_mend_are_kept_as_typed(tmp_path: Path) -> None:
    made = made_from(tmp_path, players="Player\nAnn\n", games=GAMES.replace("2026-01-05", "5 January"))
    found = {(problem.sheet, problem.row, problem.column) for problem in recalculate_file(made, None, NOW).problems}
    assert found == {("Games", FIRST_DATA_ROW, "Player 2"), ("Games", FIRST_DATA_ROW, "Date")}
    sheet = openpyxl.load_workbook(made)["Games"]
    assert sheet["A4"].value == "5 January"
