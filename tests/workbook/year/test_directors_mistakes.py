"""A season of a club by commands alone, with mistakes of directors. xladdin names all of them and is never silent.

A wrong row stops the list, so its figure is that without the row. A row that looks like a slip is rated and asked
about, so its figure is what it gives. Each figure differs from that of the right row.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.mistakes import HEADINGS, Cells, Mistake, copied, rated_with, ratings, typed, write
from tests.helpers.programs.command_line import Said, run_here
from tests.imports.importing import ADDED, answers_in
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

NAMES = ("Annabel", "Pierre", "Cyd", "Robert", "Evelyn", "Frances")
TUESDAYS = [date(2025, 9, 2) + timedelta(7 * number) for number in range(11)]
LAST = TUESDAYS[-1]


def evening(day: date) -> list[list[object]]:
    """Three games of each of two rounds, no two alike."""
    games = []
    for turn in (1, 2):
        order = [*NAMES[turn:], *NAMES[:turn]]
        for number, (one, two) in enumerate(zip(order[::2], order[1::2])):
            games.append([day, one, 380 + number + day.day + turn, two, 350, None])
    return games


@pytest.fixture(scope="module")
def lexington(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lexington")
    players = [["Player", "Start rating", "Start games"], *([name, 1400 + 50 * n, 80] for n, name in enumerate(NAMES))]
    games = [HEADINGS, *(game for day in TUESDAYS for game in evening(day))]
    path = folder / "lexington.xlsx"
    sources = (write(folder / "players.csv", players), write(folder / "games.csv", games))
    assert run_here("new", "lexington", path, *sources).status == 0
    said = run_here("recalc", path)
    assert said.status == 0 and "question" not in said.out, said.out
    return path


RIGHT: Cells = (LAST, "Annabel", 420, "Pierre", 350)
REFUSED = (
    Mistake((LAST, "Zorro", 420, "Pierre", 350), RIGHT, "Pierre", '"Zorro": no such player'),
    Mistake((LAST, "Annabel", 420, "Piere", 350), RIGHT, "Pierre", 'did you mean "Pierre"?'),
    Mistake((LAST, "Bobby", 420, "Pierre", 350), (LAST, "Robert", 420, "Pierre", 350), "Pierre", '"Bobby"'),
    Mistake((LAST, "Annabel", "four hundred", "Pierre", 350), RIGHT, "Annabel", '"four hundred"'),
    Mistake((LAST, "Annabel", 420, "Pierre", None), RIGHT, "Annabel", "the other score is missing"),
    Mistake((date(2099, 1, 6), *RIGHT[1:]), RIGHT, "Annabel", "is in the future"),
    Mistake((None, *RIGHT[1:]), RIGHT, "Annabel", "a game needs the date it was played"),
    Mistake(("last Tuesday", *RIGHT[1:]), RIGHT, "Annabel", '"last Tuesday"'),
    Mistake((LAST, "Pierre", 420, "Pierre", 350), RIGHT, "Annabel", "both players are the same"),
    Mistake((LAST, "Annabel", 0, "Pierre", 0), RIGHT, "Annabel", "nobody scored"),
    Mistake((LAST, "Annabel", 420, None, 350), RIGHT, "Annabel", "a score without an opponent"),
    Mistake((LAST, "Annabel", -420, "Pierre", 350), RIGHT, "Annabel", '"-420"'),
    Mistake((LAST, "Annabel", 420.5, "Pierre", 350), RIGHT, "Annabel", '"420.5"'),
    Mistake((*RIGHT, "Friendly"), RIGHT, "Annabel", '"Friendly"'),
    Mistake((LAST, "Annabel", 1, "Pierre", 1, "Forfeit"), RIGHT, "Annabel", "a forfeit needs a winner"),
    Mistake((5, *RIGHT[1:]), RIGHT, "Annabel", "too early"),
    Mistake((LAST, "Annabel", 13500, "Pierre", 350), RIGHT, "Annabel", '"13500"'),
)
ASKED = (
    Mistake((LAST, "Annabel", 42, "Pierre", 350), RIGHT, "Annabel", "42 is below 100"),
    Mistake((LAST, "Annabel", 1350, "Pierre", 350), (LAST, "Annabel", 350, "Pierre", 351), "Annabel", "1350 is above"),
    Mistake(
        (LAST, "Annabel", 690, "Pierre", 250), (LAST, "Annabel", 390, "Pierre", 250), "Annabel", "440 points apart"
    ),
    Mistake((date(2025, 11, 13), *RIGHT[1:]), RIGHT, "Annabel", "is a Thursday"),
    Mistake((date(2025, 12, 16), *RIGHT[1:]), RIGHT, "Annabel", "has one game"),
    Mistake((date(2024, 11, 11), *RIGHT[1:]), RIGHT, "Annabel", "is the year right?"),
)


def test_rows_that_cannot_be_right_are_all_named_and_rate_nobody(lexington: Path, tmp_path: Path) -> None:
    book = copied(lexington, "refused.xlsx")
    before = ratings(book)
    first = typed(book, "Games", [mistake.typed for mistake in REFUSED])
    said = run_here("recalc", "--dry-run", book)
    assert said.status == 1
    for row, mistake in enumerate(REFUSED, first):
        assert any(f"row {row}," in line and mistake.said in line for line in said.err.splitlines()), (
            f"{mistake.typed} in row {row}: {said.err}"
        )
    assert run_here("recalc", book).status == 1
    assert ratings(book) == before
    without = rated_with(lexington, "Games", None, tmp_path)
    rights = {row: rated_with(lexington, "Games", row, tmp_path) for row in {mistake.right for mistake in REFUSED}}
    for mistake in REFUSED:
        assert rights[mistake.right][mistake.player] != without[mistake.player], mistake


@pytest.mark.parametrize("mistake", ASKED, ids=lambda mistake: mistake.said)
def test_a_row_that_looks_like_a_slip_is_asked_about_with_its_wrong_figure(
    mistake: Mistake, lexington: Path, tmp_path: Path
) -> None:
    book = copied(lexington, "asked.xlsx")
    typed(book, "Games", [mistake.typed])
    said = run_here("recalc", book)
    assert said.status == 0 and mistake.said in said.out, said.out + said.err
    wrong, right = ratings(book), rated_with(lexington, "Games", mistake.right, tmp_path)
    if mistake.typed[1:5] != mistake.right[1:5]:  # else the date alone is wrong: the rating is right, its day is not
        assert wrong[mistake.player] != right[mistake.player], (wrong, right)
    assert run_here("recalc", "--accept", "all", book).status == 0
    assert "question" not in run_here("recalc", "--dry-run", book).out


def test_what_is_there_twice_is_asked_about(lexington: Path, tmp_path: Path) -> None:
    """Somebody sent a form twice, or pasted an evening twice. Every rating would have moved a second time."""
    once = ratings(lexington)
    for games, words in ((evening(LAST)[:1], "The same game twice"), (evening(LAST), "An evening twice")):
        book = copied(lexington, "twice.xlsx")
        typed(book, "Games", games)
        said = run_here("recalc", book)
        assert said.status == 0 and said.out.count(words) == 1, said.out
        assert ratings(book) != once


PLAYED: Cells = (LAST, "Grace", 420, "Annabel", 350)
BY_PIERRE: Cells = (LAST, "Pierre", 400, "Cyd", 350)


def figure(book: Path, players: Sequence[Cells], *games: Cells) -> dict[str, object]:
    """The ratings with these further players and games."""
    copy = copied(book, "figure.xlsx")
    typed(copy, "Players", players)
    typed(copy, "Games", games)
    said = run_here("recalc", copy)
    assert said.status == 0, said.err
    return ratings(copy)


def test_players_who_come_wrong_are_asked_about_with_their_wrong_figure(lexington: Path) -> None:
    book = copied(lexington, "players.xlsx")
    typed(book, "Players", [["Grace", 1720, None], ["Perre", 1200, 0]])
    said = run_here("recalc", "--dry-run", book)
    assert said.status == 0
    assert "Grace comes with 1720 and is rated as a beginner" in said.out
    assert "Pierre and Perre: one player, or two?" in said.out
    as_beginner, as_she_is = (figure(lexington, [["Grace", 1720, games]], PLAYED) for games in (None, 80))
    assert as_beginner["Grace"] != as_she_is["Grace"]
    two = figure(lexington, [["Perre", 1200, 0]], (LAST, "Perre", 400, "Cyd", 350))
    assert two["Pierre"] != figure(lexington, [], BY_PIERRE)["Pierre"]


def test_players_who_cannot_be_right_are_named_and_rate_nobody(lexington: Path) -> None:
    """Two equal rows leave open which start counts. Games without a rating would be those of a beginner."""
    book = copied(lexington, "wrong_players.xlsx")
    before = ratings(book)
    first = typed(book, "Players", [["annabel", 1700, 80], ["Hal", None, 30]])
    said = run_here("recalc", book)
    assert said.status == 1
    for row, words in (
        (first, "the same player is also in row 4"),
        (first + 1, "30 start games without a start rating"),
    ):
        assert any(f"row {row}," in line and words in line for line in said.err.splitlines()), said.err
    assert ratings(book) == {**before, "annabel": None, "Hal": None}
    started = copied(lexington, "started.xlsx")
    write_start(started, "Annabel", 1700)
    assert run_here("recalc", started).status == 0
    assert ratings(started)["Annabel"] != before["Annabel"]
    by_hal = (LAST, "Hal", 420, "Annabel", 350)
    as_beginner, as_he_is = (figure(lexington, [["Hal", *start]], by_hal) for start in ((None, None), (1500, 30)))
    assert as_beginner["Hal"] != as_he_is["Hal"] and as_beginner["Annabel"] != as_he_is["Annabel"]


def write_start(path: Path, player: str, rating: int) -> None:
    """Types the start rating of a player over the one that is there."""
    workbook = openpyxl.load_workbook(path)
    headings, *rows = workbook["Players"].iter_rows(HEADINGS_ROW)
    place = [cell.value for cell in headings].index("Start rating")
    next(row for row in rows if row[0].value == player)[place].value = rating
    workbook.save(path)


def test_files_that_would_bring_in_something_wrong_are_named(lexington: Path, tmp_path: Path) -> None:
    """A deleted game that comes back, a further game of a day, an unknown name, an open date, a winner who lost."""
    book = copied(lexington, "imports.xlsx")
    before = ratings(book)
    workbook = openpyxl.load_workbook(book)
    gone = [workbook["Games"].cell(FIRST_DATA_ROW, column).value for column in range(1, 6)]
    for column in range(1, 6):
        workbook["Games"].cell(FIRST_DATA_ROW, column).value = None
    workbook.save(book)
    assert "was taken out" in run_here("recalc", book).out
    taken_out = ratings(book)
    assert taken_out != before

    def brought(*rows: Cells, headings: Cells = HEADINGS[:5]) -> Said:
        return run_here("import", book, write(tmp_path / "more.csv", [headings, *rows]))

    back = brought([gone[0].date(), *gone[1:]])
    assert back.status == 1 and "taken out" in back.out + back.err
    further = brought([LAST, "Pierre", 391, "Cyd", 350])
    assert further.status == 1 and "row" in further.out + further.err
    unknown = brought([LAST, "Zorro", 391, "Cyd", 350])
    assert unknown.status == 1 and "Zorro" in unknown.out + unknown.err
    open_date = brought(["03/04/2025", "Evelyn", 391, "Annabel", 350])
    assert open_date.status == 1 and "is the day or the month first" in open_date.err
    swapped = brought([LAST, "Evelyn", 300, "Annabel", 391], headings=["Date", "Winner", "Score 1", "Loser", "Score 2"])
    assert swapped.status == 1 and "the winner Evelyn has the lower score" in swapped.out + swapped.err
    assert ratings(book) == taken_out

    def brought_in(row: Cells, *options: object) -> dict[str, object]:
        copy = copied(book, "figure.xlsx")
        said = run_here("import", copy, write(tmp_path / "figure.csv", [HEADINGS[:5], row]), *options)
        assert said.status == 0, said.out + said.err
        return ratings(copy)

    assert brought_in([gone[0].date(), *gone[1:]], "--as-new")[gone[1]] != taken_out[gone[1]]
    assert brought_in([LAST, "Pierre", 391, "Cyd", 350], "--as-new")["Cyd"] != taken_out["Cyd"]
    added = answers_in(tmp_path, ADDED)
    assert brought_in([LAST, "Zorro", 391, "Cyd", 350], "--answers", added)["Cyd"] != taken_out["Cyd"]
    of_autumn, of_spring = (
        brought_in(["03/10/2025", *RIGHT[1:]], "--answers", answers_in(tmp_path, {"source": {"dates": order}}))
        for order in ("dmy", "mdy")
    )
    assert of_autumn != of_spring
    swapped_back = brought_in([LAST, "Evelyn", 391, "Annabel", 300])
    assert swapped_back["Evelyn"] != brought_in([LAST, "Evelyn", 300, "Annabel", 391])["Evelyn"]
