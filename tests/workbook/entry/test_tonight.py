"""Pairing an evening on the command line reads Tonight, writes Games, names the slips, and says what it cannot keep."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext
from datetime import date
from html import unescape
from pathlib import Path

import openpyxl
import pytest
from openpyxl.formula.translate import Translator

from tests.helpers.clubs import NOW, book_of, edited, recalculated, sample_book, stored
from tests.helpers.evenings import (
    FIRST_ROW,
    LISTED_COLUMN,
    TONIGHT_DATE,
    club,
    edit,
    games_of,
    mark,
    plain,
    score,
    sides,
)
from tests.helpers.files.typing_in import type_in
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.recalculating import recalculate
from xladdin import next_round
from xladdin.cells.addresses import column_letters
from xladdin.cells.table import CellTable
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.game_log.players import BYE
from xladdin.hosts.file.club_file import pair_file
from xladdin.pairing import Evening
from xladdin.systems import system_named
from xladdin.workbook.report_sheets.tonight import LIST_COLUMN, TonightWishes
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, PAPER, TONIGHT

FOOTER = 740
"""Points from the upper edge of a page of Letter."""
UNSEEN = ";;;"
PAIRED = ("mississauga", "montreal", "lexington", "sca")


def test_lines_are_under_names_alone(tmp_path: Path) -> None:
    """Formulas below the list are for names to come, and show nothing yet."""
    path = club("montreal", tmp_path)
    sheet = openpyxl.load_workbook(path)[TONIGHT]
    first = f"{column_letters(LIST_COLUMN)}{FIRST_ROW}"
    (lines, *_) = [
        rule.formula[0]
        for cells, rules in sheet.conditional_formatting._cf_rules.items()
        if str(cells.sqref).startswith(f"{first}:")
        for rule in rules
        if rule.dxf.border is not None and not rule.dxf.fill
    ]
    rows = range(FIRST_ROW, FIRST_ROW + 14)
    answers = [f"AA{row}" for row in rows]
    formulas = (Translator(f"={lines}", first).translate_formula(f"{first[:-1]}{row}") for row in rows)
    edited(path, *((TONIGHT, cell, formula) for cell, formula in zip(answers, formulas)))
    computed = stored(recalculate(path, tmp_path / "computed"))[TONIGHT]
    assert [bool(computed[cell].value) for cell in answers] == [True] * 12 + [False] * 2


@pytest.mark.parametrize("key", PAIRED)
def test_an_evening_of_three_rounds(key: str, tmp_path: Path) -> None:
    path = club(key, tmp_path)
    here = mark(path)
    edit(path, tonight_date=TONIGHT_DATE, tonight_rounds=3)
    for number in (1, 2, 3):
        said = run_here("pair", path)
        assert said.status == 0, said.err
        assert f"2026-03-14, round {number}: 6 tables paired." in said.out
        rows = games_of(path)
        assert len(rows) == 6 * number
        assert sorted(name for row in rows[-6:] for name in sides(row)) == sorted(here)
        assert {row["Note"] for row in rows[-6:]} == {"not played yet"}
        score(path)
        assert not recalculated(path).problems
    met = [frozenset(sides(row)) for row in games_of(path)]
    assert len(set(met)) == len(met), "nobody meets twice in an evening"
    sheet = stored(path)[TONIGHT]
    remembered = [cell for row in sheet.iter_rows() for cell in row if "from game" in str(cell.value)]
    assert [cell.number_format for cell in remembered] == [UNSEEN], "it is for the next round, and English"
    over = run_here("pair", path)
    assert over.status == 2
    assert "All 3 rounds of 2026-03-14 are paired. For another one raise the number of rounds on Tonight." in over.err


@pytest.mark.parametrize("key", PAIRED)
def test_pairing_leaves_a_workbook_that_is_recalculated(key: str, tmp_path: Path) -> None:
    path = club(key, tmp_path)
    mark(path)
    pair_file(path, NOW)
    assert recalculated(path).blocks == []
    live = openpyxl.load_workbook(path)["Games"]
    last = max(row for row in range(FIRST_DATA_ROW, live.max_row + 1) if live.cell(row, 1).value)
    difference = next(cell.column for cell in live[HEADINGS_ROW] if cell.value == "Difference")
    assert str(live.cell(last, difference).value).startswith("=")
    assert live.tables["Games"].ref.endswith(str(last))


def test_slips_are_a_page_with_the_tables_of_the_round(tmp_path: Path) -> None:
    path = plain(tmp_path, ["Seán O'Brien", "Ann & Bob <Ltd>", "Cy", "Di", "Eve"], [])
    assert not recalculated(path).problems
    mark(path)
    page = tmp_path / "slips.html"
    said = run_here("pair", path, "--slips", page)
    assert said.status == 0, said.err
    text = page.read_text(encoding="utf-8")
    assert text.count("Round 1") == 2, "who sits out needs no slip"
    assert text.count('<div class="slip">') == 10, "the page is filled up with blank slips"
    assert "<script" not in text and "Ltd>" not in text
    for row in games_of(path, date.today()):
        assert all(name in unescape(text) for name in sides(row) if BYE not in sides(row))


def test_slips_replace_slips_and_no_other_file(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    mark(path)
    page = tmp_path / "slips.html"
    page.write_text("<p>Our own page</p>")
    before = path.read_bytes()
    for name, reason in ((page, "is not a page of slips"), (path, "must end in .html")):
        said = run_here("pair", path, "--slips", name)
        assert said.status == 2 and reason in " ".join(said.err.split())
        assert path.read_bytes() == before, "nothing was paired"
    assert page.read_text() == "<p>Our own page</p>"
    page.unlink()
    assert run_here("pair", path, "--slips", page).status == 0
    score(path)
    assert run_here("pair", path, "--slips", page).status == 0
    assert "Round 2" in page.read_text(encoding="utf-8")


def test_marks_move_with_their_names_when_a_player_is_added(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    mark(path, absent=["Player 003"])
    workbook = openpyxl.load_workbook(path)
    players = workbook["Players"]
    players.cell(players.max_row + 1, 1).value = "Aaron"
    table = players.tables["Players"]
    table.ref = f"A{HEADINGS_ROW}:{players.cell(1, len(table.tableColumns)).column_letter}{players.max_row}"
    workbook.save(path)
    recalculated(path)
    sheet = stored(path)[TONIGHT]
    columns = (LISTED_COLUMN, LIST_COLUMN + 2)
    rows = [[sheet.cell(row, column).value for column in columns] for row in range(FIRST_ROW, FIRST_ROW + 13)]
    assert rows[0] == ["Aaron", None]
    assert {name for name, here in rows if here != "x"} == {"Aaron", "Player 003"}


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"tonight_rounds": 0}, 'Tonight row 7, Rounds "0": must be a whole number from 1'),
        ({"tonight_by": "luck"}, 'Paired by "luck": must be rating or standing'),
        ({"tonight_date": "soon"}, 'Date (blank: today) "soon": must be a date'),
    ],
)
def test_a_setting_that_means_nothing_is_named(cells: dict[str, object], message: str, tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    mark(path)
    edit(path, **cells)
    before = path.read_bytes()
    said = run_here("pair", path)
    assert (said.status, message in said.err) == (1, True), said.err
    assert path.read_bytes() == before


def test_an_unknown_name_is_named_with_a_suggestion(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    mark(path)
    name, here = column_letters(LIST_COLUMN), column_letters(LIST_COLUMN + 2)
    edited(path, (TONIGHT, f"{name}30", "Player 0003"), (TONIGHT, f"{here}30", "x"))
    with pytest.raises(InvalidRowsError, match=r'Tonight row 30, Here "Player 0003": no such player .did you mean'):
        pair_file(path, NOW)
    recalculated(path)
    kept = stored(path)[TONIGHT]
    names = [kept.cell(row, LISTED_COLUMN).value for row in range(FIRST_ROW, FIRST_ROW + 20)]
    assert "Player 0003" in names, "what was typed is not lost by a recalculation"


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ("every name and the sheet", "This workbook has no sheet Tonight. Update"),
        ("every name", "Tonight cannot be read: its name report_tonight is gone"),
        ("report_tonight#2", "The list of players is gone from Tonight. Update"),
    ],
)
def test_a_sheet_that_somebody_took_apart(
    gone: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, place_of = open_club_file(plain(tmp_path, "AB", [])), ClubFile.place_of
    monkeypatch.setattr(
        ClubFile, "place_of", lambda book, name: None if "every" in gone or name == gone else place_of(book, name)
    )
    monkeypatch.setattr(ClubFile, "has_sheet", lambda book, sheet: "the sheet" not in gone)
    with pytest.raises(WorkbookError, match=words):
        next_round._refuse_without_list(book, system_named("mississauga"))


@pytest.mark.parametrize(
    ("here", "words"),
    [
        (201, "201 players are marked as here; at most 200 are paired at once"),
        (200, ""),
        (2, ""),
        (1, "Only one player is marked as here"),
    ],
)
def test_how_many_can_be_paired(here: int, words: str) -> None:
    wishes = TonightWishes(dict.fromkeys(range(here), ""), None, 1, "rating", 0, "turns", "sits out")
    evening = Evening(TONIGHT_DATE, [], {}, Counter(), Counter(), Counter())
    with pytest.raises(WorkbookError, match=words) if words else nullcontext():
        next_round._refuse_what_cannot_be(evening, wishes)


def test_a_column_that_the_round_needs_is_named() -> None:
    table = CellTable("Games", ("Date",), (["2026-03-14"],))
    with pytest.raises(WorkbookError, match=r"The table Games has no column Double\. Update"):
        next_round._appended(system_named("mississauga"), table, [{"Date": TONIGHT_DATE, "Double": "Ann"}])


def test_a_rule_that_means_nothing_stops_a_pairing(tmp_path: Path) -> None:
    path = plain(tmp_path, "AB", [])
    mark(path)
    type_in(path, [("Rules", str(open_club_file(path).ranges[PAPER.name][1]), "Klingon")])
    with pytest.raises(InvalidRowsError, match='"Klingon"'):
        next_round.pair_next_round(open_club_file(path), NOW)


def test_a_mark_must_be_that_of_somebody_who_may_come(tmp_path: Path) -> None:
    path = club("sca", tmp_path)
    name, here = column_letters(LIST_COLUMN), column_letters(LIST_COLUMN + 2)
    edited(
        path,
        ("Players", "C4", "Left"),
        (TONIGHT, f"{name}30", "Player 001"), (TONIGHT, f"{here}30", "x"),
        (TONIGHT, f"{name}31", None), (TONIGHT, f"{here}31", "x"),
    )  # fmt: skip
    with pytest.raises(InvalidRowsError) as said:
        pair_file(path, NOW)
    assert list(map(str, said.value.problems)) == [
        'Tonight row 30, Here "Player 001": is not at camp: Active on Players says No or Left; set it to Yes',
        "Tonight row 31, Here: a mark without a name",
    ]


def test_nobody_here_and_no_evening(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    with pytest.raises(WorkbookError, match="Nobody is marked as here"):
        pair_file(path, NOW)
    with pytest.raises(WorkbookError, match="there is no evening to pair"):
        pair_file(sample_book("dptr", tmp_path), NOW)


def test_the_first_evening_of_a_new_workbook_is_paired_without_a_recalculation(tmp_path: Path) -> None:
    path = plain(tmp_path, "DACB", [])
    assert mark(path) == ["A", "B", "C", "D"]
    said = run_here("pair", path)
    assert (said.status, "round 1: 2 tables paired." in said.out) == (0, True), said.err
    start = stored(path)["Start"]
    assert "2 tables paired: type the scores" in {cell.value for row in start.iter_rows() for cell in row}


def test_who_sits_out_is_at_no_table(tmp_path: Path) -> None:
    path = plain(tmp_path, "DACBE", [])
    mark(path)
    said = run_here("pair", path).out
    assert "round 1: 2 tables paired." in said and "sits out." in said
    start = stored(path)["Start"]
    assert "2 tables paired: type the scores" in {cell.value for row in start.iter_rows() for cell in row}


def test_players_typed_into_a_blank_workbook_are_on_tonight_at_once(tmp_path: Path) -> None:
    """LibreOffice computes the list, and the command reads it from a program that computes nothing."""
    path = book_of("mississauga", tmp_path, {})
    workbook = openpyxl.load_workbook(path)
    for row, name in enumerate(("Zoe", "Ann", "Bob", "Cyd"), FIRST_DATA_ROW):
        workbook["Players"].cell(row, 1).value = name
    workbook["Players"].tables["Players"].ref = f"A{HEADINGS_ROW}:G{FIRST_DATA_ROW + 3}"
    for row in range(FIRST_ROW, FIRST_ROW + 4):
        workbook[TONIGHT].cell(row, LIST_COLUMN + 2).value = "x"
    workbook.save(path)
    reckoned = stored(recalculate(path, tmp_path / "reckoned"))[TONIGHT]
    names = [reckoned.cell(row, LIST_COLUMN).value for row in range(FIRST_ROW, FIRST_ROW + 6)]
    assert names == ["Zoe", "Ann", "Bob", "Cyd", "", ""] or names == ["Zoe", "Ann", "Bob", "Cyd", None, None]
    paired = pair_file(path, NOW)
    assert sorted(name for table in paired.tables for name in table) == ["Ann", "Bob", "Cyd", "Zoe"]
