"""Who is seen on the pages: the column Web, `--private` and initials. It holds until somebody says otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import openpyxl
import pytest

from tests.helpers.clubs import book_of as book_of_tables
from tests.helpers.clubs import edited, recalculated
from tests.helpers.programs.chromium import content, published
from tests.helpers.programs.command_line import run_here
from tests.publish.club_of_four import EVENING, NEXT, START, book_of
from xladdin.errors import InvalidRowsError, NotFoundError
from xladdin.publish.club import Wishes
from xladdin.reports.public.names_shown import initials
from xladdin.workbook.schema import FIRST_DATA_ROW, HEADINGS_ROW


def with_web(book: Path, words: list[str]) -> Path:
    """The workbook with words in the column Web, recalculated."""
    sheet = openpyxl.load_workbook(book)["Players"]
    (letter,) = [cell.column_letter for cell in sheet[HEADINGS_ROW] if cell.value == "Web"]
    edited(book, *(("Players", f"{letter}{row}", word) for row, word in enumerate(words, FIRST_DATA_ROW) if word))
    assert not recalculated(book).problems
    return book


def everything(folder: Path) -> str:
    """All text of a folder, with the names of its files."""
    return "\n".join(f"{path}\n{text.decode()}" for path, text in content(folder).items())


def test_the_column_web_leaves_players_out_or_prints_initials(tmp_path: Path) -> None:
    book = book_of(tmp_path, START, EVENING + NEXT)
    (row,) = [
        cell.row
        for cell in openpyxl.load_workbook(book)["Rules"]["A"]
        if cell.value == "Active player from games of a season"
    ]
    edited(book, ("Rules", f"B{row}", 1))
    with_web(book, ["none", "initials", "name", ""])
    published(book, tmp_path / "page")
    assert "Jean-François" in (tmp_path / "page/season.html").read_text(encoding="utf-8").partition("<table")[2]
    text = everything(tmp_path / "page")
    assert "Ann" not in text
    assert "ann-lee" not in text
    assert "Bob" not in text
    assert "Roy" not in text
    assert (tmp_path / "page/player/b-r.html").exists()
    assert "B. R." in text
    assert "a player" in (tmp_path / "page/evening.html").read_text()
    assert "Jean-François" in text
    assert 'name="robots" content="noindex"' in text


def test_a_word_that_web_does_not_know_publishes_nobody(tmp_path: Path) -> None:
    book = with_web(book_of(tmp_path, START, EVENING), ["non"])
    with pytest.raises(InvalidRowsError, match='Players row 4, Web "non": must be name, initials or none, or blank'):
        published(book, tmp_path / "page")


def test_a_misspelt_wish_is_no_player(tmp_path: Path) -> None:
    said = run_here("publish", book_of(tmp_path, START, EVENING), tmp_path / "page", "--private", "Bob Roy=initial")
    assert said.status == 2
    assert '"Bob Roy=initial" must be NAME=initials, NAME=none or NAME=name' in said.err


def test_what_was_private_stays_so(tmp_path: Path) -> None:
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder)
    assert "Ann Lee" in everything(folder)
    said = run_here(
        "publish", book, folder, "--private", "initials", "--private", "Bob Roy", "--private", "ann lee=name"
    )
    assert said.status == 0, said.err
    for _ in range(2):
        text = everything(folder)
        assert "Bob" not in text
        assert "Jean" not in text
        assert "jean" not in text
        assert "Ann Lee" in text
        assert "J. F." in text
        published(book, folder)
    published(book, folder, Wishes(blank="name", players={"Bob Roy": "name"}))
    assert "Bob Roy" in everything(folder)
    assert "Jean-François" in everything(folder)


@pytest.mark.parametrize(
    ("command", "name", "shown"),
    [
        (("rename", "bob roy", "Bobby Roy"), "Bobby", False),
        (("merge", "Bob Roy", "Jean Francois"), "Jean Francois", False),
        (("rename", "Ann Lee", "Annie Lee"), "Annie Lee", True),
        (("merge", "Bob Roy", "Jean-François"), "Jean-François", True),
    ],
)
def test_what_was_private_stays_so_under_another_name(
    command: tuple[str, str, str], name: str, shown: bool, tmp_path: Path
) -> None:
    """What the club said of the other name before stays."""
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder, Wishes(players={"Bob Roy": "none", "Ann Lee": "name", "Jean-François": "name"}))
    what, old, new = command
    assert run_here(what, book, old, new, *(["--yes"] if what == "merge" else [])).status == 0
    left = book.read_bytes()
    recalculated(book)
    assert book.read_bytes() == left
    published(book, folder)
    assert (name in everything(folder)) is shown
    assert "Bob Roy" not in everything(folder)


def test_a_name_corrected_by_hand_stays_private(tmp_path: Path) -> None:
    """An accent was added to one on Players, and the other was renamed there with the old name noted on Aliases."""
    book, folder = book_of(tmp_path, START, EVENING), tmp_path / "page"
    published(book, folder, Wishes(players={"Ann Lee": "none", "Bob Roy": "none"}))
    first = FIRST_DATA_ROW
    edited(book, ("Players", f"A{first}", "Änn Lee"), ("Players", f"A{first + 1}", "Robert Roy"))
    edited(book, ("Aliases", f"A{first}", "Bob Roy"), ("Aliases", f"B{first}", "Robert Roy"))
    assert not recalculated(book).problems
    for _ in range(2):
        published(book, folder)
        assert not any(name in everything(folder) for name in ("Änn", "Ann", "Robert", "Bob"))


def test_private_of_nobody_is_an_error(tmp_path: Path) -> None:
    book = book_of(tmp_path, START, EVENING)
    with pytest.raises(NotFoundError, match=r'"Anne Lee" is not a player \(did you mean "Ann Lee"\?\)'):
        published(book, tmp_path / "page", Wishes(players={"Anne Lee": "none"}))


def test_initials() -> None:
    assert [initials(name) for name in ("Ann Lee", "Jean-François L'Été", "李 明", "!?")] == [
        "A. L.",
        "J. F. L.",
        "李. 明.",
        "?",
    ]


def test_a_ladder_keeps_its_places_and_drops_a_group_of_nobody_seen(tmp_path: Path) -> None:
    """On the phone and on the wall. The best of the Pawns is hidden, and so is the only Rook."""
    tables: dict[str, list[list[object]]] = {
        "groups": [["Group", "Initial rating"], ["Pawns", 1000], ["Rooks", 1200]],
        "players": [["Player", "Group"], ["Ann", "Pawns"], ["Bob", "Pawns"], ["Cyd", "Rooks"]],
        "games": [
            ["Date", "White", "Black", "Result"],
            *([f"2026-03-0{day}", "Ann", "Bob", "(1-0)"] for day in (1, 2)),
        ],
    }
    book, page = book_of_tables("sca", tmp_path, tables), tmp_path / "page"
    assert not recalculated(book).problems
    assert run_here("publish", book, page, "--private", "Ann", "--private", "Cyd").status == 0
    for path in ("ladder.html", "wall/ladder.html"):
        text = (page / path).read_text()
        assert re.search("<td[^>]*>2</td><t[^/]*>(<a [^>]*>)?<bdi>Bob<", text)
    assert "Rooks" not in everything(page)
    said = run_here("publish", book, page, "--private", "none", "--private", "Bob")
    assert (said.status, said.err) == (0, "")
    assert "Pawns" not in everything(page)
