"""A season through its tabs: a sheet that holds nothing is hidden, and appears with its first row, in every host."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, book_of, edited, recalculated
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.programs.command_line import run_here
from xladdin.files.club_file import open_club_file
from xladdin.systems import SYSTEMS
from xladdin.workbook.sheets import HIDDEN_NAME, HIDDEN_SHEETS, sheets_hidden_while_empty

PLAYERS = [["Player", "Start rating", "Start games"], *([name, 1200, 99] for name in ("Ann", "Bob", "Cyd", "Dee"))]
GAMES = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
EVENING = [["2026-01-05", "Ann", 400, "Bob", 350], ["2026-01-05", "Cyd", 380, "Dee", 300]]
ALWAYS = {
    "Start", "Players", "Games", "Tonight", "Rules", "Standings", "Scoreboard", "Crosstable", "Rating history",
    "Records", "Player", "Calculator",
}  # fmt: skip
HIDDEN = ["Adjustments", "Aliases", "Season report", "Past seasons", "Review", "Journal"]


def tabs(path: Path) -> set[str]:
    """The visible tabs, without those that every workbook has and those of its system."""
    workbook = openpyxl.load_workbook(path)
    visible = {sheet.title for sheet in workbook if sheet.sheet_state == "visible"}
    assert visible >= ALWAYS
    assert workbook.active is not None and workbook.active.sheet_state == "visible"
    return visible & set(HIDDEN)


def on_start(path: Path) -> object:
    return open_club_file(path).names[HIDDEN_NAME]


def words(*hidden: str) -> str | None:
    in_order = (name for name in sheets_hidden_while_empty(SYSTEMS["mississauga"]) if name in hidden)
    return HIDDEN_SHEETS.format(sheets=", ".join(in_order)) if hidden else None


def show(path: Path, sheet: str, *, is_shown: bool = True) -> None:
    workbook = openpyxl.load_workbook(path)
    workbook[sheet].sheet_state = "visible" if is_shown else "hidden"
    workbook.save(path)


def test_a_season_through_its_tabs(tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS})
    assert tabs(path) == set()
    assert on_start(path) == words(*HIDDEN)

    recalculated(path)
    assert tabs(path) == set(), "nobody has played"

    more = tmp_path / "evening.csv"
    more.write_text("\n".join(",".join(map(str, row)) for row in [GAMES, *EVENING]) + "\n")
    assert run_here("import", path, more).status == 0
    assert tabs(path) == {"Season report"}
    assert on_start(path) == words("Adjustments", "Aliases", "Past seasons", "Review", "Journal")

    edited(path, ("Games", "E4", 35))
    recalculated(path)
    assert tabs(path) == {"Season report", "Review", "Journal"}, "a low score, and a correction"

    edited(path, ("Review", "E4", "ok"))
    recalculated(path)
    assert tabs(path) == {"Season report", "Journal"}
    assert on_start(path) == words("Adjustments", "Aliases", "Past seasons", "Review")

    show(path, "Adjustments")
    recalculated(path)
    assert tabs(path) == {"Season report", "Journal", "Adjustments"}, "somebody is about to type there"
    assert on_start(path) == words("Aliases", "Past seasons", "Review")
    edited(path, ("Adjustments", "A4", LATER.date()), ("Adjustments", "B4", "Ann"), ("Adjustments", "C4", 5))
    recalculated(path, LATER)
    assert tabs(path) == {"Season report", "Journal", "Adjustments"}

    assert run_here("rename", path, "Dee", "Delia").status == 0
    assert tabs(path) == {"Season report", "Journal", "Adjustments", "Aliases"}

    show(path, "Journal", is_shown=False)
    edited(path, ("Games", "C4", 401))
    recalculated(path, LATER)
    assert "Journal" not in tabs(path), "who hides a sheet with content wants it so"

    new = tmp_path / "next.xlsx"
    assert run_here("rollover", path, new).status == 0
    assert tabs(new) == {"Past seasons", "Aliases", "Adjustments"}, "the adjustment waits for the next session"
    assert on_start(new) == words("Season report", "Review", "Journal")
    assert not recalculated(new, LATER).blocks


@pytest.mark.parametrize("host", list(HOSTS))
def test_every_host_shows_a_sheet_with_its_first_row_and_hides_review(host: str, tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": PLAYERS, "games": [GAMES, *EVENING]})
    edited(path, ("Games", "E4", 35))
    HOSTS[host](path)
    assert tabs(path) == {"Season report", "Review"}
    workbook = openpyxl.load_workbook(path)
    workbook.active = workbook.sheetnames.index("Review")
    workbook["Review"]["E4"] = "ok"
    workbook.save(path)
    HOSTS[host](path)
    assert tabs(path) == {"Season report"}
