"""The journal of corrections: which row somebody changed, added in the past or took out, and what that did."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, book_of, recalculated, rule_cell, typed
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.programs.command_line import run_here
from xladdin.hosts.file_commands import recalculate_file
from xladdin.languages import Language
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


def corrections_of(path: Path) -> list[str]:
    return [str(correction) for correction in recalculate_file(path, None, LATER).corrections]


def lines(path: Path) -> list[tuple[object, ...]]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Journal"]
    return [row[:6] for row in sheet.iter_rows(min_row=6, values_only=True) if row[0]]


def test_a_corrected_score_is_told_with_what_it_did(club: Path) -> None:
    """Ann beats Bob by 150 instead of 50, both 1200. 10 + 3 instead of 10 + 1 is 2 more for her and 2 less for Bob."""
    type_in(club, C4=500)
    result = run_here("recalc", club)
    line = (
        "Games row 4 was changed: 2026-01-05 · Ann · 400 · Bob · 350 → 2026-01-05 · Ann · 500 · Bob · 350. "
        "Ann +2, Bob -2. From 2026-01-05 on."
    )
    assert line in result.out
    (row,) = lines(club)
    assert row[1:5] == (
        "Games row 4", "2026-01-05 · Ann · 400 · Bob · 350", "2026-01-05 · Ann · 500 · Bob · 350", "Ann +2, Bob -2.",
    )  # fmt: skip
    assert corrections_of(club) == []
    assert len(lines(club)) == 1


def test_a_new_evening_is_no_correction_and_one_in_the_past_is(club: Path) -> None:
    type_in(club, A8=date(2026, 1, 19), B8="Ann", D8="Bob")
    assert corrections_of(club) == []
    type_in(club, C8=400, E8=300)
    assert corrections_of(club) == [], "who types a score in corrects nothing"
    type_in(club, A9=date(2026, 1, 12), B9="Ann", C9=400, D9="Dee", E9=390)
    (line,) = corrections_of(club)
    assert line.startswith("Games row 9 was added: 2026-01-12 · Ann · 400 · Dee · 390.")
    assert "From 2026-01-12 on." in line


def type_a_second_evening_and_a_forgotten_game(club: Path) -> None:
    """Ann beats Bob on the 19th. Bob lost to Dee, his equal, by 20 (10 + 0) on the 12th, the last evening until now."""
    type_in(club, A8=date(2026, 1, 19), B8="Ann", C8=400, D8="Bob", E8=300)
    type_in(club, A9=date(2026, 1, 12), B9="Bob", C9=365, D9="Dee", E9=385)


FORGOTTEN = "Games row 9 was added: 2026-01-12 · Bob · 365 · Dee · 385."


def test_a_forgotten_game_of_the_last_evening_is_told_once_a_later_one_is_there(club: Path) -> None:
    type_a_second_evening_and_a_forgotten_game(club)
    (line,) = corrections_of(club)
    assert line == f"{FORGOTTEN} Bob -10, Dee +10. From 2026-01-12 on."


def test_the_rest_of_the_last_evening_is_no_correction(club: Path) -> None:
    type_in(club, A8=date(2026, 1, 12), B8="Ann", C8=400, D8="Dee", E8=390)
    typed(club, ("Rules", rule_cell(club, "club_web_names"), "names"))
    assert corrections_of(club) == [
        "Rules row 10 was changed: Names on the web page: blank → names. It changes no rating."
    ]


@pytest.mark.parametrize(
    ("name", "before", "after", "english", "french"),
    [
        ("club_web_names", None, "names", "Names on the web page: blank → names", "vide → names"),
        ("club_web_evening", "yes", "no", "Publish with the evening: yes → no", "soirée : yes → no"),
        ("club_web_evening", None, "yes", "Publish with the evening: blank → yes", "soirée : vide → yes"),
        ("club_web_evening", "yes", None, "Publish with the evening: yes → blank", "soirée : yes → vide"),
    ],
)
def test_a_setting_that_rates_nobody_is_never_the_cause_of_an_effect(
    name: str, before: str | None, after: str | None, english: str, french: str, club: Path
) -> None:
    cell = rule_cell(club, name)
    if before:
        typed(club, ("Rules", cell, before))
        recalculated(club)
    typed(club, ("Rules", cell, after))
    type_a_second_evening_and_a_forgotten_game(club)
    game, setting = recalculate_file(club, None, LATER).corrections
    assert str(game) == f"{FORGOTTEN} Bob -10, Dee +10. From 2026-01-12 on."
    assert str(setting) == f"Rules row {cell[1:]} was changed: {english}. It changes no rating."
    assert f"{french}. " in Language("fr").render(setting.as_message()).replace("\N{NO-BREAK SPACE}", " ")
    assert [row[4] for row in lines(club)][:2] == [str(game.ratings), "It changes no rating."]


def test_a_row_taken_out_and_rows_in_another_order(club: Path) -> None:
    workbook = openpyxl.load_workbook(club)
    sheet = workbook["Games"]
    rows = [[sheet.cell(row, column).value for column in range(1, 6)] for row in (6, 5, 7, 4)]
    for number, cells in enumerate(rows, FIRST_DATA_ROW):
        for column, value in enumerate(cells, 1):
            sheet.cell(number, column).value = value
    workbook.save(club)
    assert corrections_of(club) == ["Games: 2 rows are in another order. No rating changed."]
    type_in(club, **dict.fromkeys(("A7", "B7", "C7", "D7", "E7")))
    (line,) = corrections_of(club)
    assert line.startswith("Games row 7 was removed: 2026-01-05 · Ann · 400 · Bob · 350.")


WAS, IS_NOW = "2026-01-05 · Ann · 400 · Bob · 350", "2026-01-05 · Ann · 500 · Bob · 350"


@pytest.mark.parametrize("host", ["windows", "office.js"])
def test_the_button_tells_it_in_its_message_and_on_the_sheet(host: str, club: Path) -> None:
    type_in(club, C4=500)
    result = HOSTS[host](club)
    assert f"Games row 4 was changed: {WAS} → {IS_NOW}. Ann +2, Bob -2." in result
    (row,) = lines(club)
    assert row[1:4] == ("Games row 4", WAS, IS_NOW)


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


def test_the_effect_of_several_corrections_is_told_once(club: Path) -> None:
    """Ann beats Bob by 150 (+2). Cyd beats Dee by 130, not 80 (10 + 2 instead of 10 + 1, so 1 more each)."""
    type_in(club, C4=500, E5=250)
    result = run_here("recalc", club).out
    assert result.count("Ann +2") == 1
    assert "Together: Ann +2, Bob -2, Cyd +1, Dee -1." in result
    assert [row[4] for row in lines(club)] == ["Together: Ann +2, Bob -2, Cyd +1, Dee -1.", "see the row above"]


def test_an_edited_table_of_rules_is_told_with_whose_rating_it_moved(club: Path) -> None:
    """All four games are between equals. The winner takes 22 instead of 10. Ann won both of hers, and Bob lost both."""
    workbook = openpyxl.load_workbook(club)
    sheet, cells = next(workbook.defined_names["rule_basic_if_favourite_wins"].destinations)
    first = cells.replace("$", "").split(":")[0]
    row = workbook[sheet][first].row
    workbook[sheet][first] = 22
    workbook.save(club)
    (line,) = corrections_of(club)
    assert line.startswith(f"Rules row {row} was changed: ")
    assert "Basic change: 0 · 10 · 10 · 0 → 0 · 22 · 10 · 0. " in line
    assert "Ann +24, Bob -24. " in line
    assert line.endswith("From 2026-01-05 on.")
    assert corrections_of(club) == []


def test_a_day_that_was_typed_without_a_format_is_told_as_a_day(club: Path) -> None:
    """Excel keeps 5 January 2026 as 46027. The format of the cell corrects nothing."""
    workbook = openpyxl.load_workbook(club)
    cell = workbook["Games"]["A4"]
    cell.number_format, cell.value = "General", 46027
    workbook.save(club)
    assert corrections_of(club) == []
    type_in(club, A4=46028, C5=381)
    assert [line.split(".")[0] for line in corrections_of(club)] == [
        "Games row 4 was changed: 2026-01-05 · Ann · 400 · Bob · 350 → 2026-01-06 · Ann · 400 · Bob · 350",
        "Games row 5 was changed: 2026-01-05 · Cyd · 380 · Dee · 300 → 2026-01-05 · Cyd · 381 · Dee · 300",
    ]


def test_a_journal_that_cannot_be_written_stays_hidden_and_nothing_is_written_twice(club: Path) -> None:
    """The corrections are in the message of the recalculation alone."""
    workbook = openpyxl.load_workbook(club)
    workbook["Journal"]["B5"] = "my own heading"
    workbook["Games"]["C4"] = 500
    workbook.save(club)
    result = recalculate_file(club, None, LATER)
    assert result.corrections and "Journal was not updated" in result.summary
    assert openpyxl.load_workbook(club)["Journal"].sheet_state == "hidden"
    assert not recalculate_file(club, None, LATER).blocks
