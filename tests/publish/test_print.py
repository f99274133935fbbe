"""Pages printed for the wall by their stylesheet: nobody is left out, and headings stand above each column and page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from tests.helpers.clubs import book_of, random_tables, recalculated
from tests.helpers.programs.chromium import published
from tests.helpers.programs.finding import find_program, run_program
from tests.publish.page import Page
from tests.publish.test_privacy import SHOWN, club_of
from xladdin.reports.wording import NAME
from xladdin.web_pages.publisher import publish
from xladdin.web_pages.site import Club, WaitingRound


def printed(page: Path) -> list[str]:
    """Return the text of each page that Chromium prints."""
    pdf = page.with_suffix(".pdf")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
    run_program([find_program("chromium"), *options, page.as_uri()])
    return run_program([find_program("pdftotext"), pdf, "-"]).split("\f")[:-1]


def page_of(key: str, folder: Path, games: int, players: int) -> Path:
    """Publish a random club, and return the folder of its page."""
    book = book_of(key, folder, random_tables(key, games, players, 17))
    assert not recalculated(book).problems
    return published(book, folder / "page").folder


@pytest.mark.parametrize(("players", "pages"), [(30, 2), (80, 2)])
def test_the_list_of_a_club_is_whole_on_one_page_behind_the_evening(players: int, pages: int, tmp_path: Path) -> None:
    texts = printed(page_of("mississauga", tmp_path, 10 * players, players) / "index.html")
    assert len(texts) == pages
    listed = {f"Player {number:03d}" for number in range(1, players + 1)}
    assert listed <= {*re.findall(r"Player \d+", " ".join(texts[1].split()))}
    assert texts[1].count("Rating") == (1 if players <= 45 else 2), "the headings stand above each column"


def test_an_evening_of_many_games_leaves_nobody_out(tmp_path: Path) -> None:
    tables = random_tables("mississauga", 1, 30, 17)
    heads, *_ = tables["games"]
    names = [str(row[0]) for row in tables["players"][1:]]
    rounds = [(names[at], names[(at + turn) % 30]) for turn in (1, 7) for at in range(0, 30, 2)]
    rows: list[list[object]] = [
        [{"Date": "2026-01-06", "Player 1": one, "Score 1": 400, "Player 2": other, "Score 2": 380}.get(str(head), "")
         for head in heads]
        for one, other in rounds
    ]  # fmt: skip
    book = book_of("mississauga", tmp_path, {**tables, "games": [heads, *rows]})
    assert not recalculated(book).problems
    text = " ".join(" ".join(printed(published(book, tmp_path / "page").folder / "evening.html")).split())
    found = re.findall(r"Player \d{3}", text)
    assert {name: found.count(name) for name in names} == dict.fromkeys(names, 3)  # two games, and the list


def test_a_group_s_heading_stands_above_each_column_and_page(tmp_path: Path) -> None:
    (text,) = printed(page_of("sca", tmp_path, 200, 40) / "ladder.html")
    assert text.count("Knights") + text.count("Pawns") == 3, "one group goes on in the second column"
    assert text.count("Place") == 3


def test_a_crosstable_is_printed_with_everybody_across(tmp_path: Path) -> None:
    text = " ".join(" ".join(printed(page_of("mississauga", tmp_path, 300, 30) / "crosstable.html")).split())
    found = re.findall(r"Player \d{3}", text)
    assert min(found.count(f"Player {number:03d}") for number in range(1, 31)) >= 2, "in a row and above a column"


def test_a_camp_s_page_speaks_of_no_spread_and_prints_no_loser_in_bold(tmp_path: Path) -> None:
    folder = page_of("sca", tmp_path, 60, 12)
    assert "spread" not in Page.of(folder / "index.html").text
    assert "Won, drawn and lost are for the season" in Page.of(folder / "index.html").text
    assert "won-first" not in (folder / "evening.html").read_text()


def with_tonight(club: Club, sits_out: Sequence[int] = (4,)) -> Club:
    """Return the club with a round that waits for its scores."""
    return replace(club, tonight=WaitingRound(date(2026, 3, 17), 2, [(1, 0, 1), (2, 2, 3)], sits_out))


@pytest.mark.parametrize("sits_out", [[4], []])
def test_the_tables_say_who_sits_out(tmp_path: Path, sits_out: list[int]) -> None:
    club = with_tonight(club_of("mississauga", [f"Player {at}" for at in range(12)], [NAME] * 12), sits_out)
    publish(club, tmp_path / "page")
    text = Page.of(tmp_path / "page" / "tonight.html").text
    assert "Round 2" in text
    assert ("Sits out: Player 4" in text) is bool(sits_out)


def test_a_hidden_name_is_on_no_table_and_no_slip(tmp_path: Path) -> None:
    shown: Sequence[str] = [SHOWN[at % 4] for at in range(12)]
    club = with_tonight(club_of("mississauga", [f"Qann{letter} Nolan" for letter in "abcdefghijkl"], shown))
    publish(club, tmp_path / "page")
    pages = [(tmp_path / "page" / name).read_text() for name in ("tonight.html", "wall/slips.html")]
    for page in pages:
        assert "Qannb" not in page and "Qannc" not in page
        assert "a player" in page and "Q. N. 1" in page and "noindex" in page


def test_the_poster_names_everybody_who_had_the_high_game(tmp_path: Path) -> None:
    tables = random_tables("mississauga", 1, 4, 17)
    names = [str(row[0]) for row in tables["players"][1:]]
    heads = tables["games"][0]
    values = [(names[0], 500, names[1], 300), (names[2], 500, names[3], 310)]
    rows: list[list[object]] = [
        [{"Date": "2026-01-06", "Player 1": a, "Score 1": b, "Player 2": c, "Score 2": d}.get(str(head), "")
         for head in heads]
        for a, b, c, d in values
    ]  # fmt: skip
    book = book_of("mississauga", tmp_path, {**tables, "games": [heads, *rows]})
    assert not recalculated(book).problems
    published(book, tmp_path / "page")
    text = Page.of(tmp_path / "page" / "index.html").text
    assert f"also {names[2]}" in text or f"also {names[0]}" in text
