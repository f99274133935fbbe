"""The journal of corrections: which row somebody changed, added in the past or took out, and what that did."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, recalc_club, rule_cell, set_cells
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.programs.command_line import run_here
from xladdin import Language

WAS, IS_NOW = "2026-01-05 · Ann · 400 · Bob · 350", "2026-01-05 · Ann · 500 · Bob · 350"
FORGOTTEN = "Games row 9 was added: 2026-01-12 · Bob · 365 · Dee · 385. Bob -10, Dee +10. From 2026-01-12 on."


@pytest.fixture
def club(four: Path) -> Path:
    assert not recalc_club(four).corrections
    return four


def type_in(path: Path, **cells: object) -> None:
    workbook = openpyxl.load_workbook(path)
    for address, value in cells.items():
        workbook["Games"][address] = value
    workbook.save(path)


def corrections_of(path: Path) -> list[str]:
    return [str(correction) for correction in recalc_club(path, LATER).corrections]


def lines(path: Path) -> list[tuple[object, ...]]:
    sheet = openpyxl.load_workbook(path, data_only=True)["Journal"]
    return [row[:6] for row in sheet.iter_rows(min_row=6, values_only=True) if row[0]]


@pytest.mark.parametrize("host", [*HOSTS, "command"])
def test_a_corrected_score_is_told_with_what_it_did(host: str, club: Path) -> None:
    """Ann beats Bob by 150 instead of 50, both 1200. 10 + 3 instead of 10 + 1 is 2 more for her and 2 less for Bob."""
    type_in(club, C4=500)
    result = run_here("recalc", club).out if host == "command" else HOSTS[host](club)
    if host != "file":
        assert f"Games row 4 was changed: {WAS} → {IS_NOW}. Ann +2, Bob -2. From 2026-01-05 on." in result
    (row,) = lines(club)
    assert row[1:5] == ("Games row 4", WAS, IS_NOW, "Ann +2, Bob -2.")
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


@pytest.mark.parametrize(
    ("name", "before", "after", "english", "french"),
    [
        ("club_web_names", None, "names", "Names on the web page: blank → names", "vide → names"),
        ("club_web_evening", "yes", "no", "Publish with the evening: yes → no", "soirée : yes → no"),
        ("club_web_evening", "yes", None, "Publish with the evening: yes → blank", "soirée : yes → vide"),
    ],
)
def test_a_setting_that_rates_nobody_is_never_the_cause_of_an_effect(
    name: str, before: str | None, after: str | None, english: str, french: str, club: Path
) -> None:
    """Bob lost to Dee, his equal, by 20 (10 + 0) on the 12th, which is told as a later evening is there."""
    cell = rule_cell(club, name)
    if before:
        set_cells(club, ("Rules", cell, before))
        recalc_club(club)
    set_cells(club, ("Rules", cell, after))
    type_in(club, A8=date(2026, 1, 19), B8="Ann", C8=400, D8="Bob", E8=300)
    type_in(club, A9=date(2026, 1, 12), B9="Bob", C9=365, D9="Dee", E9=385)
    game, setting = recalc_club(club, LATER).corrections
    assert str(game) == FORGOTTEN
    assert str(setting) == f"Rules row {cell[1:]} was changed: {english}. It changes no rating."
    assert f"{french}. " in Language("fr").render(setting.as_message()).replace("\N{NO-BREAK SPACE}", " ")
    assert [row[4] for row in lines(club)][:2] == [str(game.ratings), "It changes no rating."]


def test_the_rest_of_the_last_evening_is_no_correction(club: Path) -> None:
    type_in(club, A8=date(2026, 1, 12), B8="Ann", C8=400, D8="Dee", E8=390)
    assert corrections_of(club) == []


def test_a_row_taken_out_and_rows_in_another_order(club: Path) -> None:
    games = list(openpyxl.load_workbook(club)["Games"].iter_rows(4, 7, max_col=5, values_only=True))
    rows = [games[n] for n in (2, 1, 3, 0)]
    type_in(club, **{f"{letter}{row}": cell for row, line in enumerate(rows, 4) for letter, cell in zip("ABCDE", line)})
    assert corrections_of(club) == ["Games: 2 rows are in another order. No rating changed."]
    type_in(club, **dict.fromkeys(("A7", "B7", "C7", "D7", "E7")))
    (line,) = corrections_of(club)
    assert line.startswith(f"Games row 7 was removed: {WAS}.")


def test_renew_brings_the_lines_along_and_tells_what_was_not_told_yet(club: Path) -> None:
    type_in(club, C4=500)
    recalc_club(club, NOW)
    type_in(club, E5=310)
    renewed = club.with_name("renewed.xlsx")
    assert run_here("renew", club, renewed).status == 0
    assert [row[1:3] for row in lines(renewed)] == [
        ("Games row 5", "2026-01-05 · Cyd · 380 · Dee · 300"),
        ("Games row 4", WAS),
    ]
    assert [row[5].date() for row in lines(renewed)] == [date(2026, 1, 5)] * 2  # type: ignore[attr-defined]
    assert not recalc_club(renewed, LATER).blocks


def test_the_effect_of_several_corrections_is_told_once(club: Path) -> None:
    """Ann beats Bob by 150 (+2). Cyd beats Dee by 130, not 80 (10 + 2 instead of 10 + 1, so 1 more each)."""
    type_in(club, C4=500, E5=250)
    result = run_here("recalc", club).out
    assert result.count("Ann +2") == 1
    assert "Together: Ann +2, Bob -2, Cyd +1, Dee -1." in result
    assert [row[4] for row in lines(club)] == ["Together: Ann +2, Bob -2, Cyd +1, Dee -1.", "see the row above"]


def test_an_edited_table_of_rules_is_told_with_whose_rating_it_moved(club: Path) -> None:
    """All four games are between equals. The winner takes 22 instead of 10. Ann won both of hers, and Bob lost both."""
    cell = "B" + rule_cell(club, "rule_basic_if_favourite_wins")[1:]
    set_cells(club, ("Rules", cell, 22))
    (line,) = corrections_of(club)
    assert line.startswith(f"Rules row {cell[1:]} was changed: ")
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
    type_in(club, A4=46028)
    (line,) = corrections_of(club)
    assert line.startswith(f"Games row 4 was changed: {WAS} → 2026-01-06 · Ann · 400 · Bob · 350")


def test_a_journal_that_cannot_be_written_stays_hidden_and_nothing_is_written_twice(club: Path) -> None:
    """The corrections are in the message of the recalculation alone."""
    set_cells(club, ("Journal", "B5", "my own heading"), ("Games", "C4", 500))
    result = recalc_club(club, LATER)
    assert result.corrections and "Journal was not updated" in result.summary
    assert openpyxl.load_workbook(club)["Journal"].sheet_state == "hidden"
    assert not recalc_club(club, LATER).blocks
