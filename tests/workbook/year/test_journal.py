"""The journal of corrections: which row was changed, added in the past or taken out, and what it did."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, book_of, recalculated
from tests.helpers.excel.hosts import HOSTS
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.libreoffice import recalculate
from xladdin.cells.limits import LONGEST_CELL
from xladdin.files.safety.backups import back_up
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.workbook.changes.journal import _differences
from xladdin.workbook.changes.typed_rows import ROWS_IN_WORDS, UNKNOWN
from xladdin.workbook.schema import FIRST_DATA_ROW

GAMES = [
    ["Date", "Player 1", "Score 1", "Player 2", "Score 2"],
    ["2026-01-05", "Ann", 400, "Bob", 350],
    ["2026-01-05", "Cyd", 380, "Dee", 300],
    ["2026-01-12", "Ann", 410, "Cyd", 405],
    ["2026-01-12", "Bob", 300, "Dee", 420],
]
PLAYERS = [["Player", "Start rating", "Start games"], *([name, 1200, 99] for name in ("Ann", "Bob", "Cyd", "Dee"))]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": GAMES})
    assert not recalculated(path).corrections
    return path


def type_in(path: Path, **cells: object) -> None:
    workbook = openpyxl.load_workbook(path)
    for place, value in cells.items():
        workbook["Games"][place] = value
    workbook.save(path)


def told(path: Path) -> list[str]:
    return [str(correction) for correction in recalculate_file(path, None, LATER).corrections]


def forget_words(path: Path) -> None:
    """As of rows that stand too far from the end of their tables."""
    workbook = openpyxl.load_workbook(path)
    sheet = workbook["Journal rows"]
    first = next(cell.column for cell in sheet[1] if str(cell.value).endswith(" in words"))
    sheet.delete_cols(first, sheet.max_column)
    workbook.save(path)


def lines(path: Path) -> list[tuple[object, ...]]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Journal"]
    return [row[:6] for row in sheet.iter_rows(min_row=6, values_only=True) if row[0]]


def test_a_corrected_score_is_told_with_what_it_did(club: Path) -> None:
    """Ann beats Bob by 150 instead of 50, both 1200: 10 + 3 instead of 10 + 1, so 2 more for her and 2 less for him."""
    type_in(club, C4=500)
    said = run_here("recalc", club)
    line = (
        "Games row 4 was changed: 2026-01-05 · Ann · 400 · Bob · 350 → 2026-01-05 · Ann · 500 · Bob · 350. "
        "Ann +2, Bob -2. From 2026-01-05 on."
    )
    assert line in said.out
    (row,) = lines(club)
    assert row[1:5] == (
        "Games row 4", "2026-01-05 · Ann · 400 · Bob · 350", "2026-01-05 · Ann · 500 · Bob · 350", "Ann +2, Bob -2.",
    )  # fmt: skip
    assert told(club) == []
    assert len(lines(club)) == 1


def test_the_newest_stands_first_and_a_copy_is_not_needed(club: Path) -> None:
    """The last rows of each table are remembered in the workbook itself."""
    type_in(club, C4=500)
    recalculate_file(club, None, NOW)
    for copy in (club.parent / "backups").iterdir():
        copy.unlink()
    type_in(club, E5=310)
    (line,) = told(club)
    was, now = "2026-01-05 · Cyd · 380 · Dee · 300", "2026-01-05 · Cyd · 380 · Dee · 310"
    assert line.startswith(f"Games row 5 was changed: {was} → {now}.")
    assert line.endswith("From 2026-01-05 on.")
    assert [row[1] for row in lines(club)] == ["Games row 5", "Games row 4"]


def test_a_new_evening_is_no_correction_and_one_in_the_past_is(club: Path) -> None:
    type_in(club, A8=date(2026, 1, 19), B8="Ann", D8="Bob")
    assert told(club) == []
    type_in(club, C8=400, E8=300)
    assert told(club) == [], "who types a score in corrects nothing"
    type_in(club, A9=date(2026, 1, 12), B9="Ann", C9=400, D9="Dee", E9=390)
    (line,) = told(club)
    assert line.startswith("Games row 9 was added: 2026-01-12 · Ann · 400 · Dee · 390.")
    assert "From 2026-01-12 on." in line


def test_a_row_taken_out_and_rows_in_another_order(club: Path) -> None:
    workbook = openpyxl.load_workbook(club)
    sheet = workbook["Games"]
    rows = [[sheet.cell(row, column).value for column in range(1, 6)] for row in (6, 5, 7, 4)]
    for number, cells in enumerate(rows, FIRST_DATA_ROW):
        for column, value in enumerate(cells, 1):
            sheet.cell(number, column).value = value
    workbook.save(club)
    assert told(club) == [], "another order is no correction"
    type_in(club, **dict.fromkeys(("A7", "B7", "C7", "D7", "E7")))
    (line,) = told(club)
    assert line.startswith("Games row 7 was taken out: 2026-01-05 · Ann · 400 · Bob · 350.")


def test_what_was_corrected_since_last_week_is_in_dark_print(club: Path) -> None:
    """The rule of the paler print, as LibreOffice reckons it: not for six days ago and today, for eight and a year."""
    workbook = openpyxl.load_workbook(club)
    sheet = workbook["Journal"]
    assert sheet.oddFooter.left.text.startswith("Since last week; what is older is paler")
    (rule,) = [
        rule.formula[0]
        for cells in sheet.conditional_formatting
        for rule in cells.rules
        if rule.dxf.font is not None and rule.dxf.font.i
    ]
    today = date.today()
    for row, days in enumerate((0, 6, 8, 365), 6):
        sheet.cell(row, 1, f"{today - timedelta(days)} 19:30")
        sheet.cell(row, 12, f"={rule.replace('$A6', f'$A{row}')}")
    sheet.cell(10, 12, f"={rule.replace('$A6', '$A10')}")
    workbook.save(club)
    shown = openpyxl.load_workbook(recalculate(club, club.parent / "done"), data_only=True)["Journal"]
    assert [bool(shown.cell(row, 12).value) for row in range(6, 11)] == [False, False, True, True, False]


WAS, IS_NOW = "2026-01-05 · Ann · 400 · Bob · 350", "2026-01-05 · Ann · 500 · Bob · 350"


@pytest.mark.parametrize("host", ["windows", "office.js"])
def test_the_button_tells_it_in_its_message_and_on_the_sheet(host: str, club: Path) -> None:
    type_in(club, C4=500)
    said = HOSTS[host](club)
    assert f"Games row 4 was changed: {WAS} → {IS_NOW}. Ann +2, Bob -2." in said
    (row,) = lines(club)
    assert row[1:4] == ("Games row 4", WAS, IS_NOW)


@pytest.mark.parametrize(("host", "was"), [("windows", WAS), ("office.js", UNKNOWN)])
def test_of_an_older_row_the_copies_tell_that_the_button_saves(host: str, was: str, club: Path) -> None:
    """An Office.js host has no copies."""
    forget_words(club)
    back_up(club, NOW)
    type_in(club, C4=500)
    back_up(club, LATER)
    assert f"Games row 4 was changed: {was} → {IS_NOW}." in HOSTS[host](club)


def test_the_last_rows_of_a_season_are_known_in_every_host(tmp_path: Path) -> None:
    """As in a host that has no copies; of the rows above them each host knows that they were changed, not from what."""
    count = ROWS_IN_WORDS + 10
    days = [(date(2015, 1, 5) + timedelta(number)).isoformat() for number in range(count)]
    games = [GAMES[0], *([day, "Ann", 300 + number % 200, "Bob", 290] for number, day in enumerate(days))]
    club = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": games})
    recalculated(club)
    for copy in (club.parent / "backups").iterdir():
        copy.unlink()
    first_known = count - ROWS_IN_WORDS + FIRST_DATA_ROW
    type_in(club, C4=777, **{f"C{first_known}": 777, f"C{first_known - 1}": 777})
    was = {correction.where: correction.was for correction in recalculated(club, LATER).corrections}
    assert was["Games row 4"] == was[f"Games row {first_known - 1}"] == UNKNOWN
    assert (
        was[f"Games row {first_known}"]
        == f"{days[first_known - FIRST_DATA_ROW]} · Ann · {300 + first_known - FIRST_DATA_ROW} · Bob · 290"
    )


def test_a_row_longer_than_a_cell_is_told_as_far_as_one_holds_it(club: Path) -> None:
    workbook = openpyxl.load_workbook(club)
    for row in (FIRST_DATA_ROW, FIRST_DATA_ROW + 1):
        for column, cell in enumerate((date(2026, 1, 5), "Ann", 5, "y" * LONGEST_CELL), 1):
            workbook["Adjustments"].cell(row, column, cell)
    workbook.save(club)
    recalculated(club)
    workbook = openpyxl.load_workbook(club)
    workbook["Adjustments"].cell(FIRST_DATA_ROW, 3, 6)
    workbook.save(club)
    recalculated(club)
    newest = lines(club)[0]
    assert newest[1] == f"Adjustments row {FIRST_DATA_ROW}"
    assert len(newest[3]) == LONGEST_CELL and newest[3].startswith("2026-01-05 · Ann · 6 · yyy")


def test_renew_brings_the_lines_along_and_tells_what_was_not_told_yet(club: Path) -> None:
    type_in(club, C4=500)
    recalculate_file(club, None, NOW)
    type_in(club, E5=310)
    assert run_here("renew", club, club.with_name("renewed.xlsx")).status == 0
    renewed = lines(club.with_name("renewed.xlsx"))
    assert [(row[1], row[2]) for row in renewed] == [
        ("Games row 5", "2026-01-05 · Cyd · 380 · Dee · 300"),
        ("Games row 4", "2026-01-05 · Ann · 400 · Bob · 350"),
    ]
    assert [row[5].date() for row in renewed] == [date(2026, 1, 5)] * 2
    assert not recalculated(club.with_name("renewed.xlsx"), LATER).blocks


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ([1, 2, 3], [1, 2, 3, 4], [(None, 3)]),
        ([1, 2, 3], [1, 9, 3], [(1, 1)]),
        ([1, 2, 3], [1, 3], [(1, None)]),
        ([1, 2, 3], [3, 2, 1], []),
        ([1, 2, 2], [1, 2], [(2, None)]),
        ([], [], []),
    ],
)
def test_which_rows_differ(old: list[int], new: list[int], expected: list[tuple[int | None, int | None]]) -> None:
    assert list(_differences(old, new)) == expected
