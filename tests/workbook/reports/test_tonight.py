"""Pairing an evening on the command line reads Tonight, writes Games, names the slips, and says what it cannot keep."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from openpyxl.formula.translate import Translator

from tests.helpers.clubs import NOW, book_of, edited, random_tables, recalculated, sample_book, stored
from tests.helpers.evenings import FIRST_ROW, LISTED_COLUMN, edit, mark
from tests.helpers.programs.command_line import run_here
from tests.helpers.programs.libreoffice import pdf_texts, recalculate
from xladdin.cells.addresses import column_letters
from xladdin.errors import FileProblem, RowsToMend
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.club_file import pair_file
from xladdin.systems import system_named
from xladdin.workbook.report_sheets.evening.slips import slips_end
from xladdin.workbook.report_sheets.evening.tonight import LIST_COLUMN
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW, SCORE_SLIPS, TONIGHT

PAIRED = ("mississauga", "montreal", "lexington", "sca")
TONIGHT_DATE = date(2026, 3, 14)


def club(key: str, folder: Path, players: int = 12) -> Path:
    path = book_of(key, folder, random_tables(key, 120, players, 3))
    assert not recalculated(path).problems
    return path


def games_of(path: Path, day: date = TONIGHT_DATE) -> list[dict[str, Any]]:
    """Rows of Games of one date, by heading."""
    sheet = stored(path)["Games"]
    headings, *rows = sheet.iter_rows(HEADINGS_ROW, values_only=True)
    found = [dict(zip(headings, row)) for row in rows]
    return [row for row in found if row["Date"] and row["Date"].date() == day]


def sides(row: dict[str, Any]) -> tuple[str, str]:
    first, second = ("White", "Black") if "White" in row else ("Player 1", "Player 2")
    return row[first], row[second]


def score(path: Path) -> None:
    """Types a score into every game without one. The first player wins."""
    sheet = stored(path)["Games"]
    columns = {cell.value: cell.column for cell in sheet[HEADINGS_ROW]}
    changes: list[tuple[str, str, object]] = []
    for row in range(FIRST_DATA_ROW, sheet.max_row + 1):
        first, second = (columns.get(h) or columns[o] for h, o in (("White", "Player 1"), ("Black", "Player 2")))
        if sheet.cell(row, first).value and "Bye" not in (sheet.cell(row, first).value, sheet.cell(row, second).value):
            results = {"Result": "(1-0)"} if "Result" in columns else {"Score 1": 400 + row, "Score 2": 300}
            for heading, value in results.items():
                cell = sheet.cell(row, columns[heading])
                if cell.value is None:
                    changes.append(("Games", cell.coordinate, value))
    edited(path, *changes)


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


def test_names_stand_on_the_slips_and_are_printed(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    mark(path)
    said = run_here("pair", path, "--slips", tmp_path / "slips.pdf")
    assert said.status == 0, said.err
    pages = pdf_texts(tmp_path / "slips.pdf")
    assert len(pages) == 1, "six slips are one page"
    assert len(re.findall(r"Round 1\s+Table \d", pages[0])) == 6
    for row in games_of(path, date.today()):
        assert all(name in pages[0] for name in sides(row))
    score(path)
    assert run_here("recalc", path).status == 0
    slips = stored(path)[SCORE_SLIPS]
    words = {cell.value for row in slips.iter_rows() for cell in row}
    assert not any(str(word).startswith("Player 0") for word in words), "played: the slips are blank again"


@pytest.mark.parametrize(("players", "pages"), [(20, 1), (22, 2)])
def test_slips_are_printed_to_the_page_of_the_last_with_a_name(players: int, pages: int, tmp_path: Path) -> None:
    """A page holds ten slips on 35 rows."""
    path = club("mississauga", tmp_path, players)
    mark(path)
    pair_file(path, NOW)
    assert slips_end(open_club_file(path), system_named("mississauga")) == (SCORE_SLIPS, 35 * pages)


def test_the_odd_one_sits_out_in_turn(tmp_path: Path) -> None:
    path = club("lexington", tmp_path, players=5)
    mark(path)
    edit(path, tonight_rounds=5, tonight_sessions=0)
    sat_out = []
    for _ in range(5):
        paired = pair_file(path, NOW)
        (said,) = [line for line in paired.said if "sits out" in line]
        sat_out.append(said)
    assert len(set(sat_out)) == 5
    assert len([row for row in games_of(path) if "Bye" in sides(row)]) == 5
    met = [frozenset(sides(row)) for row in games_of(path) if "Bye" not in sides(row)]
    assert len(set(met)) == len(met) == 10, "five rounds of five: everybody against everybody, once"


def test_in_montreal_one_plays_two_at_once_and_each_in_turn(tmp_path: Path) -> None:
    players = [["Player", "Start rating"], *([name, 1100 + 50 * n] for n, name in enumerate("ABCDE"))]
    path = book_of("montreal", tmp_path, {"players": players})
    recalculated(path)
    mark(path)
    edit(path, tonight_rounds=5)
    doubles = []
    for number in range(1, 6):
        assert pair_file(path, NOW).round == number
        rows = games_of(path)[-3:]
        double = [row["Double"] for row in rows if row["Double"]]
        assert len(double) == 2 and len(set(double)) == 1
        assert all(double[0] in sides(row) for row in rows if row["Double"])
        doubles.append(double[0])
    assert len(set(doubles)) == 5


def test_in_montreal_one_may_sit_out_instead(tmp_path: Path) -> None:
    path = club("montreal", tmp_path, players=5)
    mark(path)
    edit(path, tonight_odd="sits out")
    assert any("sits out" in line for line in pair_file(path, NOW).said)
    assert not any(row["Double"] for row in games_of(path))


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
    assert any("meet again: there is no pairing without a repeat" in line for line in pair_file(path, NOW).said)
    edit(path, tonight_sessions=0, tonight_date=date(2026, 3, 13))
    assert not any("meet again" in line for line in pair_file(path, NOW).said)


def test_white_goes_to_who_has_had_it_less(tmp_path: Path) -> None:
    tables = {
        "groups": [["Group", "Initial rating"], ["A", 1000]],
        "players": [["Player", "Group", "Active"], ["Ann", "A", "Yes"], ["Bob", "A", "Yes"]],
        "games": [["Date", "White", "Black", "Result"], ["2026-03-01", "Ann", "Bob", "(1-0)"]],
    }
    path = book_of("sca", tmp_path, tables)
    recalculated(path)
    mark(path)
    for _ in range(3):
        pair_file(path, NOW)
    whites = [sides(row)[0] for row in games_of(path)]
    assert whites == ["Bob", "Bob", "Ann"], "at first Ann has had it once, then both once, then Bob twice"


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
    with pytest.raises(RowsToMend, match=r'Tonight row 30, Here "Player 0003": no such player .did you mean'):
        pair_file(path, NOW)
    recalculated(path)
    kept = stored(path)[TONIGHT]
    names = [kept.cell(row, LISTED_COLUMN).value for row in range(FIRST_ROW, FIRST_ROW + 20)]
    assert "Player 0003" in names, "what was typed is not lost by a recalculation"


def test_nobody_here_and_no_evening(tmp_path: Path) -> None:
    path = club("mississauga", tmp_path)
    with pytest.raises(FileProblem, match="Nobody is marked as here"):
        pair_file(path, NOW)
    with pytest.raises(FileProblem, match="there is no evening to pair"):
        pair_file(sample_book("dptr", tmp_path), NOW)


def plain(folder: Path, names: str, games: list[list[object]], key: str = "mississauga") -> Path:
    """A new workbook of players rated 1000, 1100 and so on, named by letters, without a recalculation."""
    players = [["Player", "Start rating", "Start games"], *([name, 1000 + 100 * n, 99] for n, name in enumerate(names))]
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    return book_of(key, folder, {"players": players, "games": [headings, *games]})


def typed_rows(path: Path, rows: dict[int, list[object]]) -> None:
    """Types rows over those of Games, by their number on the sheet."""
    placed = ((f"{letter}{row}", value) for row, cells in rows.items() for letter, value in zip("ABCDE", cells))
    edited(path, *(("Games", place, value) for place, value in placed))


def headline_of(path: Path) -> object:
    return stored(path)[TONIGHT]["A4"].value


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


def test_who_sat_out_least_is_why_two_meet_again_unless_repeats_come_first(tmp_path: Path) -> None:
    """A and B have both met C, and have never sat out. C has sat out once.

    So A or B sits out, and the other meets C again. If repeats come first, C sits out, and A and B meet.
    """
    games = [
        ["2026-03-07", "A", 400, "C", 300],
        ["2026-03-07", "B", 400, "C", 300],
        ["2026-03-07", "C", None, "Bye", None],
    ]
    path = plain(tmp_path, "ABC", games)
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    before = path.read_bytes()
    said = pair_file(path, NOW).said
    (odd,) = [line.split(" sits")[0] for line in said if line.endswith("sits out.")]
    other = {"A": "B", "B": "A"}[odd]
    assert any(line.startswith(f"{odd} sat out least, so ") and {other, "C"} < set(line) for line in said)
    assert odd in str(headline_of(path)) and str(headline_of(path)).endswith(f"1 table to play · {odd} sits out")
    path.write_bytes(before)
    edit(path, tonight_first="no repeats")
    said = pair_file(path, NOW).said
    assert said == ["It is not C's turn to sit out, but this way nobody meets again.", "C sits out."]


def test_divisions_are_paired_apart_and_each_has_its_bye(tmp_path: Path) -> None:
    path = plain(tmp_path, "ABCDEF", [])
    mark(path)
    letter = column_letters(LIST_COLUMN + 3)
    edited(path, *((TONIGHT, f"{letter}{row}", division) for row, division in enumerate("121212", FIRST_ROW)))
    tables = pair_file(path, NOW).tables
    assert all(len({"ACE".find(name) < 0 for name in table if name != "Bye"}) == 1 for table in tables)
    assert len([table for table in tables if "Bye" in table]) == 2
    recalculated(path)
    sheet = stored(path)[TONIGHT]
    assert [sheet.cell(row, LIST_COLUMN + 3).value for row in range(FIRST_ROW, FIRST_ROW + 6)] == list("121212")


def test_a_pairing_changed_by_hand_is_kept_and_further_games_make_no_round(tmp_path: Path) -> None:
    """Somebody changes round 2 so that A and B meet again after round 1. Then they play three more games."""
    path = plain(tmp_path, "ABCD", [])
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    pair_file(path, NOW)
    score(path)
    pair_file(path, NOW)
    first = games_of(path)[0]
    one, two = sides(first)
    three, four = sorted({*"ABCD"} - {one, two})
    row = FIRST_DATA_ROW + 2
    typed_rows(path, {row: [TONIGHT_DATE, one, None, two], row + 1: [TONIGHT_DATE, three, None, four]})
    recalculated(path)
    assert str(headline_of(path)).endswith("round 2 · 2 tables to play")
    sheet = stored(path)[TONIGHT]
    assert [(sheet[f"B{row}"].value, sheet[f"D{row}"].value) for row in (6, 7)] == [(one, two), (three, four)]
    score(path)
    more = {row + n: [TONIGHT_DATE, one, 400, two, 350] for n in (2, 3, 4)}
    typed_rows(path, more)
    assert pair_file(path, NOW).round == 3


def test_three_games_typed_by_hand_are_no_rounds(tmp_path: Path) -> None:
    path = plain(tmp_path, "ABCD", [[TONIGHT_DATE.isoformat(), "A", 400, "B", 300 + n] for n in range(4)])
    mark(path)
    edit(path, tonight_date=TONIGHT_DATE)
    assert pair_file(path, NOW).round == 1
