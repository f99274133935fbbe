"""A season through its tabs: a sheet that holds nothing is hidden, and appears with its first row, in every host."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, book_of, edited, recalculated
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.programs.command_line import run_here
from tests.workbook.conftest import FOUR, SCORES
from xladdin.files.club_file import open_club_file
from xladdin.workbook.sheets import HIDDEN_SHEETS_NAME

EVENING = [SCORES, ["2026-01-05", "Ann", 400, "Bob", 350], ["2026-01-05", "Cyd", 380, "Dee", 300]]
HIDDEN = {"Adjustments", "Aliases", "Season report", "Past seasons", "Review", "Journal"}


def tabs(path: Path) -> set[str]:
    """Return the visible tabs of those that may be hidden. Start names the others."""
    workbook = openpyxl.load_workbook(path)
    visible = {sheet.title for sheet in workbook if sheet.sheet_state == "visible"}
    assert workbook.active is not None and workbook.active.sheet_state == "visible"
    on_start = str(open_club_file(path).names[HIDDEN_SHEETS_NAME])
    assert {sheet for sheet in HIDDEN if sheet in on_start} == HIDDEN - visible
    return visible & HIDDEN


def show(path: Path, sheet: str, state: str = "visible") -> None:
    workbook = openpyxl.load_workbook(path)
    workbook[sheet].sheet_state = state
    workbook.save(path)


def test_a_season_through_its_tabs(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": FOUR})
    assert tabs(path) == set()
    recalculated(path)
    assert tabs(path) == set(), "nobody has played"

    more = tmp_path / "evening.csv"
    more.write_text("\n".join(",".join(map(str, row)) for row in EVENING) + "\n")
    assert run_here("import", path, more).status == 0
    assert tabs(path) == {"Season report"}
    edited(path, ("Games", "E4", 35))
    recalculated(path)
    assert tabs(path) == {"Season report", "Review", "Journal"}, "a low score, and a correction"
    edited(path, ("Review", "E4", "ok"))
    recalculated(path)
    assert tabs(path) == {"Season report", "Journal"}

    show(path, "Adjustments")
    recalculated(path)
    assert tabs(path) == {"Season report", "Journal", "Adjustments"}, "somebody is about to type there"
    edited(path, ("Adjustments", "A4", LATER.date()), ("Adjustments", "B4", "Ann"), ("Adjustments", "C4", 5))
    recalculated(path, LATER)
    assert run_here("rename", path, "Dee", "Delia").status == 0
    assert tabs(path) == {"Season report", "Journal", "Adjustments", "Aliases"}
    show(path, "Journal", "hidden")
    edited(path, ("Games", "C4", 401))
    recalculated(path, LATER)
    hidden = openpyxl.load_workbook(path)["Journal"].sheet_state
    assert hidden == "hidden", "who hides a sheet with content wants it so"

    new = tmp_path / "next.xlsx"
    assert run_here("rollover", path, new).status == 0
    assert tabs(new) == {"Past seasons", "Aliases", "Adjustments"}, "the adjustment waits for the next session"
    assert not recalculated(new, LATER).blocks


@pytest.mark.parametrize("host", list(HOSTS))
def test_every_host_shows_a_sheet_with_its_first_row_and_hides_review(host: str, tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": FOUR, "games": EVENING})
    edited(path, ("Games", "E4", 35))
    HOSTS[host](path)
    assert tabs(path) == {"Season report", "Review"}
    workbook = openpyxl.load_workbook(path)
    workbook.active = workbook.sheetnames.index("Review")
    workbook["Review"]["E4"] = "ok"
    workbook.save(path)
    HOSTS[host](path)
    assert tabs(path) == {"Season report"}
