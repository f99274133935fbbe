"""The Recalculate button writes what the command line writes, cell for cell, on xlwings' remote and Windows engines."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import KEYS, LATER, ONE_OF_EACH_KIND, edited, sample_book
from tests.helpers.excel import buttons
from tests.helpers.excel.com_book import REFUSES, press_classic_button
from tests.helpers.excel.officejs import run_macro
from tests.helpers.excel.pressing import (
    by_command_line,
    cells,
    differences,
    press_button,
    random_book,
    typed_below_the_table,
)
from tests.helpers.excel.remote_book import RemoteBook
from tests.helpers.programs.recalculating import recalculate as by_libreoffice
from tests.helpers.suite.length import usual_or_long
from xladdin.hosts.recalculation import recalculate_file
from xladdin.systems import system_named
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

CLASSIC = f"{buttons.__name__}:classic_recalculate"


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_button_writes_the_same_for_a_random_club(tmp_path: Path, key: str) -> None:
    path = random_book(key, tmp_path)
    book = press_button(path, buttons.recalculate_now)
    assert differences(book.workbook, by_command_line(path)) == {}
    texts = {cell.value for row in book.workbook["Standings"] for cell in row if cell.data_type == "s"}
    assert "=1+1" in texts  # a player's name


@pytest.mark.parametrize("key", usual_or_long(["sca"], KEYS))
def test_button_pressed_twice_writes_nothing(tmp_path: Path, key: str) -> None:
    """Between the two presses LibreOffice computes the formulas, as Excel does at once."""
    path = random_book(key, tmp_path)
    press_button(path, buttons.recalculate_now).save(path)
    computed = by_libreoffice(path, tmp_path / "computed")
    book = RemoteBook(computed)
    actions = run_macro(buttons.__name__, "recalculate_later", book.payload())
    assert [action["func"] for action in actions] == ["alert"]
    assert "Nothing has changed since the last recalculation." in actions[0]["args"][0]


def test_row_typed_below_a_table_is_rated_and_gets_its_formulas(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    typed = {"Date": "2006-11-06", "Player 1": "Kim", "Score 1": 400, "Player 2": "Pierre", "Score 2": 350}
    typed_below_the_table(path, "Games", **typed)
    before = openpyxl.load_workbook(path)["Games"].tables["Games"].ref
    book = press_button(path, buttons.recalculate_now)
    assert differences(book.workbook, by_command_line(path)) == {}
    games = book.workbook["Games"]
    assert games.tables["Games"].ref != before
    assert len([cell for cell in games[games.max_row] if cell.data_type == "f"]) == 3


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_row_to_mend_changes_no_rating(tmp_path: Path, key: str) -> None:
    path = sample_book(key, tmp_path)
    workbook = openpyxl.load_workbook(path)
    table = system_named(key).log_schema.table
    headings = [cell.value for cell in workbook[table][HEADINGS_ROW]]
    player = system_named(key).log_schema.player1
    workbook[table].cell(FIRST_DATA_ROW, headings.index(player) + 1).value = "Nobody"
    workbook.save(path)
    book = press_button(path, buttons.recalculate_later)
    (message,) = book.alerts
    assert message.startswith(f'1 row to fix; nothing was rated.\n{table} row {FIRST_DATA_ROW}, {player} "Nobody": ')
    changed = differences(book.workbook, openpyxl.load_workbook(path))
    told = {place: shown for place, (shown, _) in changed.items() if not place.startswith("Start!")}
    note = openpyxl.utils.get_column_letter(headings.index("Note") + 1)
    status, why = f"{table}!{note}1", f"{table}!{note}{FIRST_DATA_ROW}"
    assert told.keys() == {status, why}, "the band over the Notes, and the Note of the row"
    assert told[status] == ("1 row to fix", "s")
    assert f"{player}: no such player" in str(told[why])
    recalculate_file(path, None, LATER)
    assert differences(book.workbook, openpyxl.load_workbook(path)) == {}


def test_other_workbook_is_left_alone(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.active["A1"] = "shopping"
    path = tmp_path / "list.xlsx"
    workbook.save(path)
    book = RemoteBook(path)
    actions = run_macro(buttons.__name__, "recalculate_now", book.payload())
    assert [action["func"] for action in actions] == ["alert"]
    assert actions[0]["args"][0].startswith("Nothing was changed. This is not a club workbook")


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_classic_button_writes_what_the_command_line_writes(tmp_path: Path, key: str) -> None:
    path = random_book(key, tmp_path, ".xlsm")
    expected = by_command_line(path)
    (message,), status = press_classic_button(path, CLASSIC)
    assert differences(openpyxl.load_workbook(path), expected) == {}
    assert "rated." in message
    assert status[1:] == [
        "Club ratings: Reading the workbook ...",
        "Club ratings: Checking every row ...",
        "Club ratings: Replaying from the first game ...",
        "Club ratings: Comparing with the workbook ...",
        "Club ratings: Writing what has changed ...",
    ]


def test_classic_button_takes_scores_formatted_as_money(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    expected = by_command_line(path)
    workbook = openpyxl.load_workbook(path)
    for (cell,) in workbook["Games"]["C4:C6"]:
        cell.number_format = "$#,##0"
    workbook.save(path)
    (message,), _ = press_classic_button(path, CLASSIC)
    assert "rated." in message
    assert differences(openpyxl.load_workbook(path), expected) == {}


@pytest.mark.parametrize("score", ["#N/A", 444])
def test_the_copy_goes_again_where_notes_alone_are_written(
    score: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = sample_book("montreal", tmp_path)
    edited(path, ("Games", "C4", score))
    folder = tmp_path / "backups"
    folder.mkdir(exist_ok=True)
    older = folder / "montreal 2024-09-10 190000.xlsx"
    copy = folder / "montreal 2024-09-10 190500.xlsx"
    for file in (older, copy):
        shutil.copy(path, file)
    monkeypatch.setenv(buttons.COPY, str(copy))
    (message,), _ = press_classic_button(path, f"{CLASSIC}_with_a_copy")
    assert ("1 row to fix" if score == "#N/A" else "5 games of 3 players rated.") in message
    assert copy.exists() == (score == 444)
    assert older.exists()


@pytest.mark.parametrize(
    ("key", "is_sound"), usual_or_long([("sca", True), ("dptr", False)], [*product(KEYS, [True, False])])
)
def test_the_copy_is_read_in_place_of_the_open_workbook(tmp_path: Path, key: str, is_sound: bool) -> None:
    path = sample_book(key, tmp_path, recalculated=False)
    copy, other = tmp_path / "copy.xlsx", Path(shutil.copy(path, tmp_path / "other.xlsx"))
    copy.write_bytes(path.read_bytes() if is_sound else b"with a password")
    press_classic_button(path, CLASSIC, copy)
    press_classic_button(other, CLASSIC)
    assert differences(openpyxl.load_workbook(path), openpyxl.load_workbook(other)) == {}


def with_sheets(path: Path, change: Callable[[Any], None], *names: str) -> None:
    workbook = openpyxl.load_workbook(path)
    for name in names:
        change(workbook[name])
    workbook.save(path)


def protect(sheet: Any) -> None:
    sheet.protection.sheet = True


def refuse(sheet: Any) -> None:
    sheet.sheet_properties.tabColor = REFUSES


def test_every_protected_sheet_is_named_before_anything_is_written(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    with_sheets(path, protect, "Standings", "Players")
    before = cells(openpyxl.load_workbook(path))
    messages, _ = press_classic_button(path, CLASSIC)
    assert messages == [
        "Nothing was changed. Protected: Players, Standings. Take the protection away (Review, Unprotect Sheet), "
        "and press again."
    ]
    assert cells(openpyxl.load_workbook(path)) == before


def test_a_failure_on_the_way_says_what_is_written_and_where_the_copy_is(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path, recalculated=False)
    with_sheets(path, refuse, "Players")
    before = cells(openpyxl.load_workbook(path))
    (message,), _ = press_classic_button(path, CLASSIC)
    said = re.fullmatch(
        r"Excel refused to write on the sheet Players \(The cell is in a merged area\)\. Written: (.+)\. "
        r"Not written: (.+)\. Press again when that is fixed; the workbook as it was before is the latest "
        r"in the folder backups beside it\.",
        message,
    )
    assert said is not None, message
    written, left = (names.split(", ") for names in said.groups())
    assert "Standings" in written and "Start" in left and "Players" in left
    after = cells(openpyxl.load_workbook(path))
    changed = {place.partition("!")[0] for place in before | after if before.get(place) != after.get(place)}
    assert changed - set(written) <= {"Games"}
    assert {place: cell for place, cell in after.items() if place.startswith(("Start!", "Players!"))} == {
        place: cell for place, cell in before.items() if place.startswith(("Start!", "Players!"))
    }
