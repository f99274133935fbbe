"""Pairing an evening by the command: it reads Tonight, writes Games, and says what it cannot keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import NOW, book_of, load_values, random_tables, recalc_club, sample_book, set_cells
from tests.helpers.evenings import FIRST_ROW, LISTED_COLUMN, TONIGHT_DATE, edit, mark
from tests.helpers.programs.command_line import run_cleanly, run_here
from xladdin.cells import column_letters
from xladdin.files.club_file import open_club_file
from xladdin.hosts.file_commands import pair_file
from xladdin.languages import BYE
from xladdin.workbook.report_sheets.tonight import LIST_COLUMN
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, TONIGHT

PAIRED = ("mississauga", "montreal", "lexington", "sca")


def club(key: str, folder: Path, players: int = 12) -> Path:
    path = book_of(key, folder, random_tables(key, 120, players, 3))
    assert not recalc_club(path).problems
    return path


def games_of(path: Path, day: date = TONIGHT_DATE, *, formulas: bool = False) -> list[dict[str, Any]]:
    sheet = openpyxl.load_workbook(path, data_only=not formulas)["Games"]
    headings, *rows = sheet.iter_rows(HEADINGS_ROW, values_only=True)
    games = [dict(zip(headings, row)) for row in rows]
    return [row for row in games if row["Date"] and row["Date"].date() == day]


def sides(row: dict[str, Any]) -> tuple[str, str]:
    first, second = ("White", "Black") if "White" in row else ("Player 1", "Player 2")
    return row[first], row[second]


def score(path: Path) -> None:
    """Type a score into every game without one. The first player wins."""
    sheet = load_values(path)["Games"]
    columns = {str(cell.value): cell.column_letter for cell in sheet[HEADINGS_ROW] if cell.value}
    results: dict[str, object] = {"Result": "(1-0)"} if "Result" in columns else {"Score 1": 450, "Score 2": 300}
    rows = enumerate(sheet.iter_rows(FIRST_DATA_ROW, values_only=True), FIRST_DATA_ROW)
    games = [number for number, row in rows if row[1] and BYE not in row]
    cells = [(f"{columns[heading]}{number}", value) for number in games for heading, value in results.items()]
    set_cells(path, *(("Games", cell, value) for cell, value in cells if sheet[cell].value is None))


def plain(folder: Path, names: Iterable[str], key: str = "mississauga") -> Path:
    """Return a new workbook of players rated 1000, 1100 and so on, named by letters, without a recalculation."""
    players = [["Player", "Start rating", "Start games"], *([name, 1000 + 100 * n, 99] for n, name in enumerate(names))]
    return book_of(key, folder, {"players": players})


@pytest.mark.parametrize("key", PAIRED)
def test_an_evening_of_three_rounds(key: str, tmp_path: Path) -> None:
    path = club(key, tmp_path)
    ticked = mark(path)
    edit(path, tonight_date=TONIGHT_DATE, tonight_rounds=3)
    for number in (1, 2, 3):
        output = run_cleanly("pair", path)
        assert f"2026-03-14, round {number}: 6 tables paired." in output
        rows = games_of(path)
        assert len(rows) == 6 * number
        assert sorted(name for row in rows[-6:] for name in sides(row)) == sorted(ticked)
        assert {row["Note"] for row in rows[-6:]} == {"not played yet"}
        assert all(str(row["Difference"]).startswith("=") for row in games_of(path, formulas=True)[-6:])
        assert recalc_club(path).blocks == []
        score(path)
        assert not recalc_club(path).problems
    met = [frozenset(sides(row)) for row in games_of(path)]
    assert len(set(met)) == len(met), "nobody meets twice in an evening"
    over = run_here("pair", path)
    assert over.status == 2
    assert "All 3 rounds of 2026-03-14 are paired. To add one, increase the number of rounds on Tonight." in over.err


NAME, HERE = column_letters(LIST_COLUMN), column_letters(LIST_COLUMN + 2)

REFUSED: list[tuple[dict[str, object], str]] = [
    ({"tonight_rounds": 0}, 'Tonight row 7, Rounds: "0" – must be a whole number from 1'),
    ({"tonight_by": "luck"}, 'Paired by: "luck" – must be rating or standing'),
    ({"tonight_date": "soon"}, 'Date (blank: today): "soon" – must be a date'),
    ({f"{NAME}30": "Player 0003", f"{HERE}30": "x"}, 'Tonight row 30, Here: "Player 0003" is not on Players'),
    ({f"{HERE}31": "x"}, "Tonight row 31, Here: a mark without a name"),
    ({f"{HERE}{row}": None for row in range(FIRST_ROW, FIRST_ROW + 12)}, "Nobody is marked as present"),
    ({f"{HERE}{row}": None for row in range(FIRST_ROW, FIRST_ROW + 11)}, "Only one player is marked as present"),
]


@pytest.mark.parametrize(("cells", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_what_cannot_be_paired_is_named_and_nothing_is_changed(
    cells: dict[str, object], message: str, tmp_path: Path
) -> None:
    path = club("mississauga", tmp_path)
    mark(path)
    places = open_club_file(path).ranges
    set_cells(path, *((TONIGHT, str(places[name][1]) if "_" in name else name, cells[name]) for name in cells))
    before = path.read_bytes()
    output = run_here("pair", path)
    assert output.status and message in " ".join(output.err.split()), output.err
    assert path.read_bytes() == before


def test_who_left_cannot_be_paired_and_a_tour_has_no_evening(tmp_path: Path) -> None:
    path = club("sca", tmp_path)
    set_cells(path, ("Players", "C4", "Left"), (TONIGHT, f"{NAME}30", "Player 001"), (TONIGHT, f"{HERE}30", "x"))
    output = run_here("pair", path)
    assert 'Here: "Player 001" – Active on Players is No or Left; set it to Yes' in output.err
    assert "there is no evening to pair" in run_here("pair", sample_book("dptr", tmp_path)).err


def test_slips_are_a_page_with_the_tables_of_the_round(tmp_path: Path) -> None:
    path = plain(tmp_path, ["Seán O'Brien", "Ann & Bob <Ltd>", "Cy", "Di", "Eve"])
    assert not recalc_club(path).problems
    mark(path)
    page = tmp_path / "slips.html"
    run_cleanly("pair", path, "--slips", page)
    text = page.read_text(encoding="utf-8")
    assert text.count("Round 1") == 2, "who sits out needs no slip"
    assert text.count('<div class="slip">') == 10, "the page is filled up with blank slips"
    assert "<script" not in text and "Ltd>" not in text
    for row in games_of(path, date.today()):
        assert all(name in unescape(text) for name in sides(row) if BYE not in sides(row))


def test_the_first_evening_of_a_new_workbook_is_paired_without_a_recalculation(tmp_path: Path) -> None:
    path = plain(tmp_path, "DACB")
    assert mark(path) == ["A", "B", "C", "D"]
    output = run_here("pair", path)
    assert (output.status, "round 1: 2 tables paired." in output.out) == (0, True), output.err
    start = load_values(path)["Start"]
    assert "2 tables paired: type the scores" in {cell.value for row in start.iter_rows() for cell in row}


def test_of_five_in_montreal_one_plays_two_at_once(tmp_path: Path) -> None:
    path = plain(tmp_path, "ABCDE", "montreal")
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    pair_file(path, NOW)
    rows = games_of(path)
    (double,) = {row["Double"] for row in rows} - {None}
    assert Counter(name for row in rows for name in sides(row)) == {**dict.fromkeys("ABCDE", 1), double: 2}


def test_by_standing_winners_meet_winners(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path, players=8)
    mark(path)
    edit(path, tonight_by="standing", tonight_sessions=0)
    pair_file(path, NOW)
    score(path)
    winners = {sides(row)[0] for row in games_of(path)}
    pair_file(path, NOW)
    for row in games_of(path)[-4:]:
        assert (sides(row)[0] in winners) == (sides(row)[1] in winners)


def test_a_repeat_that_cannot_be_helped_is_said(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path, players=2)
    mark(path)
    assert any("meet again: there is no pairing without a repeat" in line for line in pair_file(path, NOW).messages)
    edit(path, tonight_sessions=0, tonight_date=date(2026, 3, 13))
    assert not any("meet again" in line for line in pair_file(path, NOW).messages)


def test_white_goes_to_who_has_had_it_less(tmp_path: Path) -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["A", 1000]],
        "players": [["Player", "Group", "Active"], ["Ann", "A", "Yes"], ["Bob", "A", "Yes"]],
        "games": [["Date", "White", "Black", "Result"], ["2026-03-01", "Ann", "Bob", "(1-0)"]],
    }
    path = book_of("sca", tmp_path, tables)
    recalc_club(path)
    mark(path)
    for _ in range(3):
        pair_file(path, NOW)
    whites = [sides(row)[0] for row in games_of(path)]
    assert whites == ["Bob", "Bob", "Ann"], "at first Ann has had it once, then both once, then Bob twice"


def test_at_most_two_hundred_are_paired_at_once(tmp_path: Path) -> None:
    path = plain(tmp_path, [f"Player {number}" for number in range(201)])
    mark(path)
    output = run_here("pair", path)
    assert output.status and "at most 200 are paired at once" in " ".join(output.err.split())


def test_divisions_are_paired_apart_and_each_has_its_bye(tmp_path: Path) -> None:
    path = plain(tmp_path, "ABCDEF")
    mark(path)
    letter = column_letters(LIST_COLUMN + 3)
    set_cells(path, *((TONIGHT, f"{letter}{row}", division) for row, division in enumerate("121212", FIRST_ROW)))
    tables = pair_file(path, NOW).tables
    assert all(len({"ACE".find(name) < 0 for name in table if name != "Bye"}) == 1 for table in tables)
    assert len([table for table in tables if "Bye" in table]) == 2
    recalc_club(path)
    sheet = load_values(path)[TONIGHT]
    assert [sheet.cell(row, LIST_COLUMN + 3).value for row in range(FIRST_ROW, FIRST_ROW + 6)] == list("121212")


def test_those_named_are_here_and_nobody_else(tmp_path: Path) -> None:
    people = [["Player"], ["Élise"], ["Robert Roy"], ["Cy"]]
    aliases = [["Alias", "Player"], ["Bob", "Robert Roy"]]
    path = book_of("mississauga", tmp_path, {"players": people, "aliases": aliases})
    assert run_here("pair", path, "--here", "Élise", "--here", "Cy").status == 0
    assert ticked(path) == {"Élise", "Cy"}
    run_cleanly("pair", path, "--here", "elise", "--here", "bob", "--here", "ROBERT  roy ")
    assert ticked(path) == {"Élise", "Robert Roy"}
    assert [set(sides(row)) for row in games_of(path, date.today())] == [{"Élise", "Cy"}, {"Élise", "Robert Roy"}]
    before = path.read_bytes()
    output = run_here("pair", path, "--here", "Cy", "--here", "Elisee")
    assert output.status == 2
    assert '"Elisee" is not on the list of Tonight. Did you mean "Élise"?' in output.err
    assert run_here("pair", path, "--here", "elise", "--here", "bye").status == 2
    assert path.read_bytes() == before


def ticked(path: Path) -> set[object]:
    rows = load_values(path)[TONIGHT].iter_rows(FIRST_ROW, min_col=LIST_COLUMN, max_col=LISTED_COLUMN, values_only=True)
    return {row[-1] for row in rows if row[2]}
