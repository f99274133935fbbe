"""Rows to review: mistakes that could be right are asked about once, up to what limits, and settled for good."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.helpers.clubs import LATER, Rows, book_of, column, load_values, recalc_club, set_cells
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.oracle import engine
from tests.oracle.engine import replayed
from tests.workbook.conftest import SCORES, STARTS, TO_REVIEW
from xladdin.workbook.schema import FIRST_DATA_ROW, REVIEW, REVIEW_TABLE


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = book_of("mississauga", tmp_path, TO_REVIEW)
    assert len(recalc_club(path).to_review) == 3
    return path


def lines(path: Path) -> list[tuple[object, ...]]:
    sheet = openpyxl.load_workbook(path, data_only=True)[REVIEW]
    return [row[:5] for row in sheet.iter_rows(min_row=FIRST_DATA_ROW, values_only=True) if row[0]]


def open_numbers(path: Path) -> list[int]:
    return [doubt.number for doubt in recalc_club(path, LATER).to_review]


def test_what_is_asked_is_on_its_sheet_on_start_and_in_the_summary(club: Path) -> None:
    assert [line[:3] for line in lines(club)] == [
        (1, "Start rating without start games", "Players row 4"),
        (2, "A low score", "Games row 4"),
        (3, "A high score", "Games row 5"),
    ]
    assert openpyxl.load_workbook(club)[REVIEW].tables[REVIEW_TABLE].ref == "A3:F6"
    result = run_here("recalc", "--dry-run", club)
    assert result.status == 0, "open questions change no status"
    assert "3 rows to review (sheet Review)." in result.out
    assert "2  A low score, Games row 4: Ann 400, Bob 42: 42 is below 100" in result.out
    start = openpyxl.load_workbook(club, data_only=True)["Start"]
    assert any("3 rows to review" in str(cell.value) for row in start.iter_rows() for cell in row)


def test_ok_settles_and_moves_below_and_any_other_answer_stays_open(club: Path) -> None:
    set_cells(club, (REVIEW, "E4", " OK "), (REVIEW, "E5", "ask Ann"))
    assert open_numbers(club) == [2, 3]
    assert [(line[0], line[4]) for line in lines(club)] == [(2, "ask Ann"), (3, None), (1, " OK ")]
    assert not recalc_club(club, LATER).blocks


def test_accept_settles_some_and_all(club: Path) -> None:
    assert run_here("recalc", "--accept", 2, club).status == 0
    assert open_numbers(club) == [1, 3]
    wrong = run_here("recalc", "--accept", 9, club)
    assert wrong.status == 2 and "Review has no row 9." in wrong.err
    assert run_here("recalc", "--accept", "all", club).status == 0
    assert open_numbers(club) == []
    assert [line[0] for line in lines(club)] == [1, 2, 3]


def test_a_changed_row_is_asked_about_with_another_number(club: Path) -> None:
    run_here("recalc", "--accept", "all", club)
    set_cells(club, ("Games", "E4", 43))
    assert open_numbers(club) == [4]
    set_cells(club, ("Games", "E4", 420))
    assert open_numbers(club) == []
    assert [line[0] for line in lines(club)] == [1, 3]


@pytest.mark.parametrize("command", ["rename", "renew", "undo", "import"])
def test_settled_stays_settled(command: str, club: Path, tmp_path: Path) -> None:
    run_here("recalc", "--accept", "all", club)
    more, renewed = tmp_path / "more.csv", tmp_path / "new.xlsx"
    more.write_text("Date,Player 1,Score 1,Player 2,Score 2\n2026-01-13,Cyd,390,Ann,385\n")
    if command == "undo":
        assert run_here("rename", club, "Cyd", "Cid").status == 0
    arguments = {"rename": ["Ann", "Anne"], "renew": [renewed], "import": [more]}.get(command, [])
    run_cleanly(command, club, *arguments)
    club = renewed if command == "renew" else club
    assert open_numbers(club) == []
    assert len(lines(club)) == 3


def test_a_game_that_an_import_brings_back_is_asked_about(club: Path, tmp_path: Path) -> None:
    run_here("recalc", "--accept", "all", club)
    set_cells(club, *(("Games", f"{column}5", None) for column in "ABCDE"))
    recalc_club(club, LATER)
    again = tmp_path / "again.csv"
    again.write_text("\n".join(",".join(map(str, row)) for row in TO_REVIEW["games"]) + "\n")
    assert run_here("import", club, again).status == 1, "what was taken out stays out, and that is said"
    result = run_here("import", club, again, "--as-new")
    assert "A game brought back" in result.out, result.out + result.err
    assert "A game brought back" in [line[1] for line in lines(club) if line[4] is None]
    run_here("recalc", "--accept", "all", club)
    assert open_numbers(club) == []
    row = next(line[2] for line in lines(club) if line[1] == "A game brought back")
    set_cells(club, ("Games", f"E{str(row).rsplit(' ', 1)[-1]}", 381))
    assert "A game brought back" not in [doubt.title for doubt in recalc_club(club, LATER).to_review]


NAMES = ("Annabel", "Pierre", "Cyd", "Robert", "Evelyn", "Frances")
TUESDAYS = [date(2025, 9, 2) + timedelta(7 * number) for number in range(11)]
LAST = TUESDAYS[-1]
Cells = Sequence[object]


def evening(day: date) -> list[Cells]:
    """Three games of each of two rounds, no two alike."""
    games: list[Cells] = []
    for turn in (1, 2):
        order = [*NAMES[turn:], *NAMES[:turn]]
        for number, (player, two) in enumerate(zip(order[::2], order[1::2])):
            games.append([day, player, 380 + number + day.day + turn, two, 350])
    return games


@pytest.fixture
def plain_club(tmp_path: Path) -> Path:
    """Make the workbook of a plain season, about which nothing is asked."""
    players = [STARTS, *([name, 1400 + 50 * n, 80] for n, name in enumerate(NAMES))]
    games = [game for day in TUESDAYS for game in evening(day)]
    path = book_of("lexington", tmp_path, {"players": players, "games": [SCORES, *games]})
    assert not recalc_club(path).to_review
    return path


def type_rows(path: Path, sheet: str, rows: Sequence[Cells]) -> None:
    filled = filter(None, column(load_values(path)[sheet], "Player" if sheet == "Players" else "Date"))
    first = FIRST_DATA_ROW + len([*filled])
    set_cells(path, *((sheet, f"{letter}{row}", cell) for row, cells in enumerate(rows, first)
                   for letter, cell in zip("ABCDE", cells)))  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "phrase"),
    [
        ((LAST, "Annabel", 42, "Pierre", 350), "42 is below 100"),
        ((LAST, "Annabel", 1350, "Pierre", 350), "1350 is above"),
        ((LAST, "Annabel", 690, "Pierre", 250), "440 points apart"),
        ((date(2025, 11, 13), "Annabel", 420, "Pierre", 350), "is a Thursday"),
        ((date(2025, 12, 16), "Annabel", 420, "Pierre", 350), "has one game"),
        ((date(2024, 11, 11), "Annabel", 420, "Pierre", 350), "is the year right?"),
    ],
)
def test_a_row_that_looks_like_a_slip_is_asked_about(typed: Cells, phrase: str, plain_club: Path) -> None:
    type_rows(plain_club, "Games", [typed])
    result = run_here("recalc", plain_club)
    assert result.status == 0 and phrase in result.out, result.out + result.err
    assert run_here("recalc", "--accept", "all", plain_club).status == 0
    assert "to review" not in run_here("recalc", "--dry-run", plain_club).out


@pytest.mark.parametrize(
    ("games", "phrase"), [(evening(LAST)[:1], "The same game twice"), (evening(LAST), "An evening twice")]
)
def test_what_is_there_twice_is_asked_about(games: list[Cells], phrase: str, plain_club: Path) -> None:
    """Somebody sent a form twice, or pasted an evening twice. Every rating would have moved a second time."""
    type_rows(plain_club, "Games", games)
    result = run_here("recalc", plain_club)
    assert result.status == 0 and result.out.count(phrase) == 1, result.out


def test_players_who_come_wrong_are_asked_about(plain_club: Path) -> None:
    type_rows(plain_club, "Players", [["Grace", 1720, None], ["Perre", 1200, 0]])
    result = run_cleanly("recalc", "--dry-run", plain_club)
    assert "Grace starts with 1720, without start games, and is rated as a beginner" in result
    assert "Pierre and Perre: one player, or two?" in result


LIMITS = engine.Limits(lowest_score=100, highest_score=700, spread=400, change=100, days_early=60)
PEOPLE = ("Annabel", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
ENTRIES = [["Player", "Start rating", "Start games"], *([name, 1200, 99] for name in PEOPLE)]
HEADINGS = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]


def rows_of_evening(day: date) -> list[list[object]]:
    """Games of one evening, no two alike."""
    pairs = zip(PEOPLE[::2], PEOPLE[1::2])
    return [[day.isoformat(), player, 400 + n + day.day, two, 350] for n, (player, two) in enumerate(pairs)]


def season(evenings: int = 11) -> list[list[object]]:
    """Tuesdays from 6 January 2026 on."""
    return [row for number in range(evenings) for row in rows_of_evening(date(2026, 1, 6) + timedelta(7 * number))]


def asked(
    games: Rows, players: Rows = ENTRIES, key: str = "mississauga", aliases: Rows = ()
) -> list[engine.ReviewItem]:
    """Return what xladdin asks. Without games, the log gets one that is not yet played."""
    games = games or [["2026-03-17", players[1][0], None, players[2][0], None]]
    tables = {"players": players, "games": [HEADINGS, *games], "aliases": [["Alias", "Player"], *aliases]}
    return engine.find_review_items(replayed(key, tables), LIMITS, ())


def early(*days: str) -> Rows:
    """Return a season with these dates in every other row among those of 13 January."""
    games = season()
    for row, day in zip((8, 10), days):
        games.insert(row, [day, "Eve", 400, "Bob", 350])
    return games


def starts(games: int) -> Rows:
    """Annabel with so many games, who then loses ten by 300 in an evening: in Lexington far over 100 from 1800."""
    return [ENTRIES[0], ["Annabel", 1800, games], *([name, 1200, 99] for name in PEOPLE[1:])]


LOST = [["2026-03-17", "Annabel", 300, name, 600 + n] for n, name in enumerate(PEOPLE[1:] * 2)]


@pytest.mark.parametrize(
    ("title", "is_asked", "log"),
    [
        *(("", False, {"games": [*season(), ["2026-03-17", "Eve", score, "Bob", others]]})
          for score, others in ((100, 350), (700, 350), (600, 200), (380, 379), (380, 380))),
        ("Another weekday", True, {"games": [*season(), *rows_of_evening(date(2026, 3, 25))]}),
        ("", False, {"games": [*season(9), *rows_of_evening(date(2026, 3, 11))]}),  # it is known after ten sessions
        ("An early date", False, {"games": early("2025-12-06")}),
        ("An early date", True, {"games": early("2025-10-20")}),
        ("An early date", True, {"games": early("2025-10-20", "2025-12-06")}),  # not the row after the next
        ("A large change", False, {"games": LOST, "players": starts(49), "key": "lexington"}),
        ("A large change", True, {"games": LOST, "players": starts(50), "key": "lexington"}),
        *(("Similar names", alike, {"games": [], "players": [ENTRIES[0], [first, 1200, 99], [other, 1200, 99]]})
          for names, alike in ((("Pierre", "Piere"), True), (("Ann", "Anna"), False),
                               (("Marie-Claire", "Marie-Louise"), False))
          for first, other in (names, names[::-1])),
        *(("A player on Aliases", is_asked, {"games": season(), "aliases": [alias]})
          for alias, is_asked in ((["bob", "Annabel"], True), (["Bob", "Bob"], False), (["Bobby", "Bob"], False))),
    ],
)  # fmt: skip
def test_at_the_limits_of_each_question(title: str, is_asked: bool, log: dict[str, Any]) -> None:
    """A date may be 60 days earlier than the rows around it. Without a title nothing at all is asked."""
    asked_about = [item.title for item in asked(**log) if title in item.title]
    assert bool(asked_about) == is_asked
