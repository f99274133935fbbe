"""Contract of Start, the status of Games and the tabs: up to date or not, rows to fix, and sheets that appear."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import LATER, NOW, ONE_OF_EACH_KIND, book_of, load_values, recalc_club, sample_book, set_cells
from tests.helpers.excel.pressing import HOSTS
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.recalculating import recalculate
from tests.workbook.conftest import FOUR, SCORES, STARTS
from xladdin.cells import column_letters
from xladdin.files.club_file import open_club_file
from xladdin.renderers.sheet_layout import list_title_regions
from xladdin.systems import SYSTEMS
from xladdin.workbook.journal import CHANGED_NAME
from xladdin.workbook.report_sheets.rendering import list_sheet_reports
from xladdin.workbook.schema import AS_OF_NAME, FIRST_DATA_ROW, HEADINGS_ROW, SNAPSHOT
from xladdin.workbook.sheets import HIDDEN_SHEETS_NAME
from xladdin.workbook.start import SUMMARY_NAME
from xladdin.workbook.status import (
    DETAIL_NAME,
    INVALID_LINKS_NAME,
    LISTED_ROWS,
    OUT_OF_DATE,
    REVIEW_NAME,
    STATUS_NAME,
    TYPED_SINCE,
    make_status_name,
)


def as_of_name(key: str = "mississauga") -> str:
    """Return the region of the date below the title of Standings."""
    return next(
        list_title_regions(report)[0][1] for report in list_sheet_reports(SYSTEMS[key]) if report.name == "Standings"
    )


def computed(path: Path, folder: Path) -> dict[str, object]:
    return dict(open_club_file(recalculate(path, folder / "computed")).names)


@pytest.mark.parametrize("key", ONE_OF_EACH_KIND)
def test_a_recalculated_workbook_is_up_to_date(key: str, tmp_path: Path) -> None:
    path = sample_book(key, tmp_path)
    names, live = open_club_file(path).names, computed(path, tmp_path)
    assert str(live[STATUS_NAME]).startswith("Next: type ")
    assert str(live[DETAIL_NAME]).startswith("Up to date. Recalculated on ")
    for name in (STATUS_NAME, DETAIL_NAME, REVIEW_NAME, as_of_name(key)):
        assert names[name] == live[name], name  # what a preview of the file shows is what the formula gives
    rated = re.search(r"[1-9][\d,]* (game|result)s", str(names[DETAIL_NAME]))
    assert rated and f", {rated[0]} since " in str(names[SUMMARY_NAME])
    assert live[CHANGED_NAME] == 0


def test_rows_to_review_are_a_small_link_until_they_are_answered(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    set_cells(path, ("Games", "E4", 20))
    recalc_club(path)
    live, stored_ = computed(path, tmp_path), open_club_file(path).names
    assert stored_[REVIEW_NAME] == live[REVIEW_NAME] == "Rows to review: 1  ›"
    assert str(live[STATUS_NAME]).startswith("Next: type ")
    set_cells(path, ("Review", "E4", "ok"))
    assert not computed(path, tmp_path)[REVIEW_NAME]


TYPED = {
    "mississauga": [("Games", "C4", 417), ("Players", "C4", 0), ("Rules", "rule_basic_if_tie", 2.5)],
    "montreal": [
        ("Games", "F4", "Sally"),
        ("Games", "B4", "SALLY"),  # a letter is another one in capitals
        ("Games", "G4", "Forfeit"),
        ("Players", "C4", None),  # taken out
        ("Aliases", "A4", "Sal"),
        ("Rules", "Settings", "Another Club"),
    ],
    "lexington": [("Players", "B5", 1806)],
    "sca": [("Games", "D4", "(0-1)")],
    "dptr": [("Events", "B4", NOW.date())],
}
"""What a director typed since, by system: sheet, cell and value. On Rules we give a name instead of the cell."""
CHANGED_PLACES = {"mississauga": [("C5", "E5"), ("B5", "D5"), *((f"{letter}6", f"{letter}7") for letter in "BCDE")]}
"""Cells of Games that change places: the scores of a row, its names, and two rows."""


@pytest.mark.parametrize("key", TYPED)
def test_what_was_typed_since_shows(key: str, tmp_path: Path) -> None:
    """Each column counts its own changed cells, so we type all at once."""
    path = sample_book(key, tmp_path)
    workbook = openpyxl.load_workbook(path)
    typed = [*TYPED[key]]
    for first, second in CHANGED_PLACES.get(key, ()):
        games = workbook["Games"]
        assert games[first].value != games[second].value
        typed += [("Games", first, games[second].value), ("Games", second, games[first].value)]
    changes, expected = [], Counter[str]()
    for sheet, cell, value in typed:
        heading = cell if sheet == "Rules" else f"{sheet}: {workbook[sheet][f'{cell[0]}{HEADINGS_ROW}'].value}"
        address = rule_cell(path, cell) if sheet == "Rules" else cell
        before = workbook[sheet][address].value
        assert before != value
        expected[heading] += 1 + ((before is None) != (value is None))  # one more where it is blank
        changes.append((sheet, address, value))
    set_cells(path, *changes)
    club_file = open_club_file(recalculate(path, tmp_path / "computed"))
    headings, counts = club_file.sheet_values(SNAPSHOT)[:2]
    assert {head: count for head, count in zip(headings, counts) if count} == expected
    assert club_file.names[STATUS_NAME] == TYPED_SINCE
    assert str(club_file.names[as_of_name(key)]).endswith(OUT_OF_DATE)


def rule_cell(path: Path, name: str) -> str:
    """Return the cell of the name of the club, or of the third row of a table."""
    club_file = open_club_file(path)
    _, row, column = club_file.locate_name("club_title" if name == "Settings" else name) or ("", 0, 0)
    return f"{column_letters(column)}{row if name == 'Settings' else row + 3}"


def test_rows_to_mend_are_named_one_a_line_each_with_its_cell(tmp_path: Path) -> None:
    players = [STARTS, *([f"Player {letter}", 1000, ""] for letter in "AB")]
    right = ["2026-01-06", "Player A", 400, "Player B", 300]
    path = book_of("mississauga", tmp_path, {"players": players, "games": [SCORES, right]})
    recalc_club(path)
    as_of = open_club_file(path).names[AS_OF_NAME]
    wrong = [("D5", "Nobody"), ("C6", "4o1"), *((f"C{row}", "5o") for row in range(7, 19))]
    rows = [("Games", f"{letter}{row}", cell) for row in range(5, 19) for letter, cell in zip("ABCDE", right)]
    set_cells(path, *rows, *(("Games", cell, value) for cell, value in wrong))
    recalc_club(path)
    club_file = open_club_file(path)
    assert club_file.names[STATUS_NAME] == "14 rows to fix: the lists stay as they are"
    assert club_file.names[as_of_name()] == f"{as_of}{OUT_OF_DATE}"
    sheet, row, column = club_file.locate_name(INVALID_LINKS_NAME) or ("", 0, 0)
    links = [line[column - 1 : column + 1] for line in club_file.sheet_values(sheet)[row - 1 : row - 1 + LISTED_ROWS]]
    assert [list(link) for link in links[:2]] == [["'Games'!D5", "Games, row 5"], ["'Games'!C6", "Games, row 6"]]
    assert len(links) == 10 and all(all(link) for link in links)
    computed_book = open_club_file(recalculate(path, tmp_path / "computed"))
    lines = [str(cell) for line in computed_book.sheet_values("Start") for cell in line if cell]
    assert "Rows to fix: click one to go there" in lines
    assert "and 4 more: see column Note" in lines
    assert any(text.startswith('Score 1: "4o1" – must be a number') for text in lines)


def test_the_status_counts_the_rows_to_mend_and_those_begun(tmp_path: Path) -> None:
    games = [SCORES, *[["2024-09-10", "Ann", 400, "Bob", 390]] * 4]
    path = book_of("mississauga", tmp_path, {"players": [["Player"], ["Ann"], ["Bob"]], "games": games})
    assert not recalc_club(path).problems
    address = str(open_club_file(path).ranges[make_status_name("Games")][1])
    assert load_values(path)["Games"][address].value is None
    set_cells(path, ("Games", f"B{FIRST_DATA_ROW}", "Amn"), ("Games", f"E{FIRST_DATA_ROW + 1}", "4o1"))
    set_cells(path, *(("Games", f"{letter}{FIRST_DATA_ROW + 3}", None) for letter in "CE"))
    assert len(recalc_club(path).problems) == 2
    for text in ("2 rows to fix, 1 unfinished", "1 unfinished"):
        assert load_values(path)["Games"][address].value == text
        assert load_values(recalculate(path, tmp_path / text[:1]))["Games"][address].value == text
        set_cells(path, ("Games", f"B{FIRST_DATA_ROW}", "Ann"), ("Games", f"E{FIRST_DATA_ROW + 1}", 390))
        assert not recalc_club(path, LATER).problems


def test_what_the_director_wrote_into_the_band_stays(tmp_path: Path) -> None:
    path = sample_book("montreal", tmp_path)
    address = str(open_club_file(path).ranges[make_status_name("Games")][1])
    typed = {"D1": "Ask Zoë for the slips", "B1": "Our games", "K2": 2026, address: "Ours"}
    set_cells(path, *(("Games", cell, value) for cell, value in typed.items()), ("Games", f"C{FIRST_DATA_ROW}", "4o1"))
    assert len(recalc_club(path).problems) == 1
    assert {cell: load_values(path)["Games"][cell].value for cell in typed} == typed
    set_cells(path, ("Games", f"C{FIRST_DATA_ROW}", 417))
    assert not recalc_club(path, LATER).problems
    assert {cell: load_values(path)["Games"][cell].value for cell in typed} == typed
    renewed = tmp_path / "new.xlsx"
    assert f'"Ours" in Games, {address}, stays in the old workbook.' in run_here("renew", path, renewed).out
    assert {cell: load_values(renewed)["Games"][cell].value for cell in typed if cell != address} == {
        cell: value for cell, value in typed.items() if cell != address
    }


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
    recalc_club(path)
    assert tabs(path) == set(), "nobody has played"

    more = tmp_path / "evening.csv"
    more.write_text("\n".join(",".join(map(str, row)) for row in EVENING) + "\n")
    assert run_here("import", path, more).status == 0
    assert tabs(path) == {"Season report"}
    set_cells(path, ("Games", "E4", 35))
    recalc_club(path)
    assert tabs(path) == {"Season report", "Review", "Journal"}, "a low score, and a correction"
    set_cells(path, ("Review", "E4", "ok"))
    recalc_club(path)
    assert tabs(path) == {"Season report", "Journal"}

    show(path, "Adjustments")
    recalc_club(path)
    assert tabs(path) == {"Season report", "Journal", "Adjustments"}, "somebody is about to type there"
    set_cells(path, ("Adjustments", "A4", LATER.date()), ("Adjustments", "B4", "Ann"), ("Adjustments", "C4", 5))
    recalc_club(path, LATER)
    assert run_here("rename", path, "Dee", "Delia").status == 0
    assert tabs(path) == {"Season report", "Journal", "Adjustments", "Aliases"}
    show(path, "Journal", "hidden")
    set_cells(path, ("Games", "C4", 401))
    recalc_club(path, LATER)
    hidden = openpyxl.load_workbook(path)["Journal"].sheet_state
    assert hidden == "hidden", "who hides a sheet with content wants it so"

    new = tmp_path / "next.xlsx"
    assert run_here("rollover", path, new).status == 0
    assert tabs(new) == {"Past seasons", "Aliases", "Adjustments"}, "the adjustment waits for the next session"
    assert not recalc_club(new, LATER).blocks


@pytest.mark.parametrize("host", list(HOSTS))
def test_every_host_shows_a_sheet_with_its_first_row_and_hides_review(host: str, tmp_path: Path) -> None:
    path = book_of("mississauga", tmp_path, {"players": FOUR, "games": EVENING})
    set_cells(path, ("Games", "E4", 35))
    HOSTS[host](path)
    assert tabs(path) == {"Season report", "Review"}
    workbook = openpyxl.load_workbook(path)
    workbook.active = workbook.sheetnames.index("Review")
    workbook["Review"]["E4"] = "ok"
    workbook.save(path)
    HOSTS[host](path)
    assert tabs(path) == {"Season report"}
