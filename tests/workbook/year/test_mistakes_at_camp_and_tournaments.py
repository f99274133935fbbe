"""Mistakes of the director of a camp and of the organiser of tournaments. xladdin names each with its wrong figure.

A wrong row stops the list, so its figure is that without the row, or that of the reading which we refuse.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.mistakes import OF_CHESS, Cells, Mistake, copied, rated_with, ratings, typed, write
from tests.helpers.programs.command_line import run_here
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW

NAMES = ("Annabel", "Pierre", "Cyd", "Robert", "Evelyn", "Frances")
DAY = date(2025, 7, 7)
AT_CAMP: tuple[Cells, ...] = ((DAY, "Annabel", "Pierre", "(1-0)"), (DAY, "Cyd", "Robert", "(0-1)"))
GROUPS: tuple[Cells, ...] = (("Rooks", 1000), ("Pawns", 800))


def answered(path: Path, name: str, heading: str, word: str | None) -> Path:
    """Types another word below a heading in the row of a child."""
    workbook = openpyxl.load_workbook(path)
    headings, *rows = workbook["Players"].iter_rows(HEADINGS_ROW)
    place = [cell.value for cell in headings].index(heading)
    next(row for row in rows if row[0].value == name)[place].value = word
    workbook.save(path)
    return path


def taken_out(path: Path, number: int) -> Path:
    """Takes out a game by its number."""
    workbook = openpyxl.load_workbook(path)
    row = workbook["Games"][FIRST_DATA_ROW + number]
    for cell in row[:5]:
        cell.value = None
    workbook.save(path)
    return path


def recalculated(path: Path) -> dict[str, object]:
    said = run_here("recalc", path)
    assert said.status == 0, said.err
    return ratings(path)


@pytest.fixture(scope="module")
def camp(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("camp")
    book = folder / "camp.xlsx"
    children: list[Cells] = [["Player", "Group", "Active"], *([name, "Rooks", None] for name in NAMES)]
    groups = write(folder / "groups.csv", [["Group", "Initial rating"], *GROUPS])
    sources = (groups, write(folder / "children.csv", children))
    games = write(folder / "games.csv", [OF_CHESS, *AT_CAMP])
    assert run_here("new", "sca", book, *sources, games).status == 0
    recalculated(book)
    return book


def assert_named(book: Path, before: object, first: int, mistakes: Sequence[Mistake]) -> None:
    """The messages name each row from `first` on with what is wrong, and nobody is rated."""
    said = run_here("recalc", book)
    assert said.status == 1 and ratings(book) == before
    for row, mistake in enumerate(mistakes, first):
        lines = said.err.splitlines()
        assert any(f"row {row}," in line and mistake.said in line for line in lines), f"{mistake}: {said.err}"


CHESS = (
    Mistake((DAY, "Annabel", "Cyd", "(2-0)"), (DAY, "Annabel", "Cyd", "(1-0)"), "Annabel", '"(2-0)"'),
    Mistake(
        (DAY, "Annabel", "Annabel", "(1-0)"),
        (DAY, "Annabel", "Frances", "(1-0)"),
        "Frances",
        "both players are the same",
    ),
    Mistake((DAY, "Annabell", "Evelyn", "(1-0)"), (DAY, "Annabel", "Evelyn", "(1-0)"), "Evelyn", '"Annabel"'),
    Mistake((DAY, "Evelyn", None, "(1-0)"), (DAY, "Evelyn", "Cyd", "(1-0)"), "Evelyn", "opponent"),
)


def test_a_game_of_the_camp_typed_twice_is_asked_about_with_its_wrong_figure(camp: Path) -> None:
    before = ratings(camp)
    again = copied(camp, "twice.xlsx")
    typed(again, "Games", [AT_CAMP[0]])
    assert "The same game twice" in run_here("recalc", again).out
    assert ratings(again)["Annabel"] != before["Annabel"]


def test_games_of_the_camp_that_cannot_be_right_rate_nobody(camp: Path, tmp_path: Path) -> None:
    book = copied(camp, "games.xlsx")
    before = ratings(book)
    first = typed(book, "Games", [mistake.typed for mistake in CHESS])
    assert_named(book, before, first, CHESS)
    for mistake in CHESS:
        assert rated_with(camp, "Games", mistake.right, tmp_path)[mistake.player] != before[mistake.player], mistake


@pytest.mark.parametrize(
    ("child", "word", "other", "said"),
    [
        ("Pierre", "No", "Annabel", "set it to Left for a child who went home"),
        ("Cyd", "Gone", "Robert", '"Gone": must be Yes, No or Left'),
    ],
)
def test_a_child_who_plays_and_is_not_there_is_named(child: str, word: str, other: str, said: str, camp: Path) -> None:
    """The child would have played no game, as the list says. That is the wrong figure of both players."""
    before = ratings(camp)
    book = answered(copied(camp, "active.xlsx"), child, "Active", word)
    refused = run_here("recalc", book)
    assert refused.status == 1 and said in refused.err, refused.err
    assert ratings(book) == before
    game = next(number for number, cells in enumerate(AT_CAMP) if child in cells)
    without = recalculated(taken_out(copied(camp, "figure.xlsx"), game))
    assert without[child] != before[child] and without[other] != before[other]
    assert recalculated(answered(book, child, "Active", "Left"))[other] == before[other]


def test_a_group_that_is_none_is_named(camp: Path) -> None:
    """The right group gives the first rating of the child. The rating of another group is the wrong figure."""
    before = ratings(camp)
    book = answered(copied(camp, "group.xlsx"), "Robert", "Group", "Prawns")
    refused = run_here("recalc", book)
    assert refused.status == 1 and '"Prawns": no such group (did you mean "Pawns"?)' in refused.err, refused.err
    assert ratings(book) == before
    meant = recalculated(answered(book, "Robert", "Group", "Pawns"))
    assert meant["Robert"] != before["Robert"] and meant["Cyd"] != before["Cyd"]


EVENING = date(2025, 3, 1)
LATE: Cells = ("Late", date(2025, 4, 1), 6, 3)
EVENTS = (
    Mistake(("Late", date(2099, 1, 1), 6, 3), LATE, "Pierre", "is in the future"),
    Mistake(("Late", None, 6, 3), LATE, "Pierre", "date"),
    Mistake(("Late", "first of April", 6, 3), LATE, "Pierre", '"first of April"'),
    Mistake(("Late", date(2025, 4, 1), None, 3), LATE, "Pierre", "Players"),
    Mistake(("Con", date(2025, 4, 1), 6, 3), LATE, "Pierre", "twice"),
    Mistake(("Late", date(2025, 4, 1), 6, 3, "Perhaps"), LATE, "Pierre", '"Perhaps"'),
)
PLACES = (
    Mistake(("Lat", "Pierre", 2), ("Late", "Pierre", 2), "Pierre", '"Lat"'),
    Mistake(("Late", "Zorro", 3), ("Late", "Robert", 3), "Robert", '"Zorro"'),
    Mistake(("Late", "Grace", 9), ("Late", "Grace", 6), "Grace", '"9"'),
    Mistake(("Late", "Cyd", "1st?"), ("Late", "Cyd", 1), "Cyd", '"1st?"'),
    Mistake(("Con", "Annabel", 1), ("Late", "Annabel", 1), "Annabel", "in this event twice"),
)


@pytest.fixture(scope="module")
def tournaments(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tournaments")
    book = folder / "dptr.xlsx"
    tables: dict[str, list[Cells]] = {
        "events": [["Event", "Date", "Players", "Rounds"], ["Con", EVENING, 6, 3]],
        "results": [["Event", "Player", "Place"], *(["Con", name, place] for place, name in enumerate(NAMES, 1))],
        "players": [["Player"], *([name] for name in (*NAMES, "Grace"))],
    }
    sources = [write(folder / f"{name}.csv", rows) for name, rows in tables.items()]
    assert run_here("new", "dptr", book, *sources).status == 0
    recalculated(book)
    return book


@pytest.mark.parametrize("mistake", EVENTS, ids=lambda mistake: mistake.said)
def test_an_event_that_cannot_be_right_is_named(mistake: Mistake, tournaments: Path, tmp_path: Path) -> None:
    """Without the event none of its places would be rated. The places of the right event give another figure."""
    before = ratings(tournaments)
    book = copied(tournaments, "events.xlsx")
    row = typed(book, "Events", [mistake.typed])
    typed(book, "Results", [("Late", "Pierre", 1)])
    said = run_here("recalc", book)
    assert said.status == 1 and ratings(book) == before
    lines = said.err.splitlines()
    assert any(f"Events row {row}" in line and mistake.said in line for line in lines), said.err
    right = copied(tournaments, "right.xlsx")
    typed(right, "Events", [mistake.right])
    figure = rated_with(right, "Results", ("Late", "Pierre", 1), tmp_path)
    assert figure[mistake.player] != before[mistake.player]


def test_places_that_cannot_be_right_are_all_named(tournaments: Path, tmp_path: Path) -> None:
    before = ratings(tournaments)
    book = copied(tournaments, "places.xlsx")
    typed(book, "Events", [LATE])
    right = copied(book, "right.xlsx")
    first = typed(book, "Results", [mistake.typed for mistake in PLACES])
    assert_named(book, before, first, PLACES)
    for mistake in PLACES:
        assert rated_with(right, "Results", mistake.right, tmp_path)[mistake.player] != before[mistake.player], mistake
