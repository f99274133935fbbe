"""Mistakes of a director that could be right: xladdin rates such a row, and asks about it.

Each has a figure that differs from that of the right row. Rows that cannot be right are in the corpus.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.helpers.clubs import book_of, column, edited, recalculated, stored
from tests.helpers.programs.command_line import run_here
from xladdin.workbook.schema import FIRST_DATA_ROW

NAMES = ("Annabel", "Pierre", "Cyd", "Robert", "Evelyn", "Frances")
TUESDAYS = [date(2025, 9, 2) + timedelta(7 * number) for number in range(11)]
LAST = TUESDAYS[-1]
Cells = Sequence[object]


def evening(day: date) -> list[Cells]:
    """Three games of each of two rounds, no two alike."""
    games: list[Cells] = []
    for turn in (1, 2):
        order = [*NAMES[turn:], *NAMES[:turn]]
        for number, (one, two) in enumerate(zip(order[::2], order[1::2])):
            games.append([day, one, 380 + number + day.day + turn, two, 350])
    return games


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The workbook of a plain season, about which nothing is asked."""
    players = [["Player", "Start rating", "Start games"], *([name, 1400 + 50 * n, 80] for n, name in enumerate(NAMES))]
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    games = [game for day in TUESDAYS for game in evening(day)]
    path = book_of("lexington", tmp_path, {"players": players, "games": [headings, *games]})
    assert not recalculated(path).to_review
    return path


def type_rows(path: Path, sheet: str, rows: Sequence[Cells]) -> None:
    """Type rows below the last one."""
    filled = filter(None, column(stored(path)[sheet], "Player" if sheet == "Players" else "Date"))
    first = FIRST_DATA_ROW + len([*filled])
    edited(path, *((sheet, f"{letter}{row}", cell) for row, cells in enumerate(rows, first)
                   for letter, cell in zip("ABCDE", cells)))  # fmt: skip


def ratings_with(book: Path, games: Sequence[Cells], players: Sequence[Cells] = ()) -> dict[object, object]:
    """Return the ratings of a copy with further rows."""
    copy = Path(shutil.copy(book, book.with_name("copy.xlsx")))
    type_rows(copy, "Players", players)
    type_rows(copy, "Games", games)
    assert not recalculated(copy).problems
    sheet = stored(copy)["Players"]
    return dict(zip(column(sheet, "Player"), column(sheet, "Rating")))


RIGHT: Cells = (LAST, "Annabel", 420, "Pierre", 350)


@pytest.mark.parametrize(
    ("typed", "right", "words"),
    [
        ((LAST, "Annabel", 42, "Pierre", 350), RIGHT, "42 is below 100"),
        ((LAST, "Annabel", 1350, "Pierre", 350), (LAST, "Annabel", 350, "Pierre", 351), "1350 is above"),
        ((LAST, "Annabel", 690, "Pierre", 250), (LAST, "Annabel", 390, "Pierre", 250), "440 points apart"),
        ((date(2025, 11, 13), *RIGHT[1:]), None, "is a Thursday"),
        ((date(2025, 12, 16), *RIGHT[1:]), None, "has one game"),
        ((date(2024, 11, 11), *RIGHT[1:]), None, "is the year right?"),
    ],
)
def test_a_row_that_looks_like_a_slip_is_asked_about(typed: Cells, right: Cells | None, words: str, book: Path) -> None:
    if right:  # else the date alone is wrong: the rating is right, its day is not
        assert ratings_with(book, [typed])["Annabel"] != ratings_with(book, [right])["Annabel"]
    type_rows(book, "Games", [typed])
    result = run_here("recalc", book)
    assert result.status == 0 and words in result.out, result.out + result.err
    assert run_here("recalc", "--accept", "all", book).status == 0
    assert "to review" not in run_here("recalc", "--dry-run", book).out


@pytest.mark.parametrize(
    ("games", "words"), [(evening(LAST)[:1], "The same game twice"), (evening(LAST), "An evening twice")]
)
def test_what_is_there_twice_is_asked_about(games: list[Cells], words: str, book: Path) -> None:
    """Somebody sent a form twice, or pasted an evening twice. Every rating would have moved a second time."""
    once = ratings_with(book, [])
    type_rows(book, "Games", games)
    result = run_here("recalc", book)
    assert result.status == 0 and result.out.count(words) == 1, result.out
    assert ratings_with(book, []) != once


def test_players_who_come_wrong_are_asked_about(book: Path) -> None:
    played = [(LAST, "Grace", 420, "Annabel", 350)]
    as_beginner, as_she_is = (ratings_with(book, played, [["Grace", 1720, games]]) for games in (None, 80))
    assert as_beginner["Grace"] != as_she_is["Grace"]
    type_rows(book, "Players", [["Grace", 1720, None], ["Perre", 1200, 0]])
    result = run_here("recalc", "--dry-run", book)
    assert result.status == 0
    assert "Grace comes with 1720 and is rated as a beginner" in result.out
    assert "Pierre and Perre: one player, or two?" in result.out
