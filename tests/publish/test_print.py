"""Pages printed for the wall by their stylesheet: nobody is left out, and headings stand above each column and page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers.clubs import book_of, random_tables, recalculated
from tests.helpers.programs.chromium import published
from tests.helpers.programs.finding import find_program, run_program
from tests.publish.club_of_four import book_of as book_of_four
from tests.publish.page import Page
from tests.publish.test_who_is_seen import club_of
from xladdin.reports.wording import NAME
from xladdin.web_pages.publisher import publish


def printed(page: Path) -> list[str]:
    pdf = page.with_suffix(".pdf")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
    run_program([find_program("chromium"), *options, page.as_uri()])
    return run_program([find_program("pdftotext"), pdf, "-"]).split("\f")[:-1]


def page_of(key: str, folder: Path, games: int, players: int) -> Path:
    club = book_of(key, folder, random_tables(key, games, players, 17))
    assert not recalculated(club).problems
    return published(club, folder / "page").folder


@pytest.mark.parametrize(("players", "pages"), [(30, 2), (80, 2)])
def test_the_list_of_a_club_is_whole_on_one_page_behind_the_evening(players: int, pages: int, tmp_path: Path) -> None:
    texts = printed(page_of("mississauga", tmp_path, 10 * players, players) / "index.html")
    assert len(texts) == pages
    listed = {f"Player {number:03d}" for number in range(1, players + 1)}
    assert listed <= {*re.findall(r"Player \d+", " ".join(texts[1].split()))}
    assert texts[1].count("Rating") == (1 if players <= 45 else 2), "the headings stand above each column"


def test_an_evening_of_many_games_leaves_nobody_out(tmp_path: Path) -> None:
    names = [f"Player {number:03d}" for number in range(1, 31)]
    games = [["2026-01-06", names[n], 400, names[(n + turn) % 30], 380] for turn in (1, 7) for n in range(0, 30, 2)]
    club = book_of_four(tmp_path, [[name, None, None] for name in names], games)
    text = " ".join(" ".join(printed(published(club, tmp_path / "page").folder / "evening.html")).split())
    listed = re.findall(r"Player \d{3}", text)
    assert {name: listed.count(name) for name in names} == dict.fromkeys(names, 3)  # two games, and the list


def test_a_group_s_heading_stands_above_each_column_and_page(tmp_path: Path) -> None:
    (text,) = printed(page_of("sca", tmp_path, 200, 40) / "ladder.html")
    assert text.count("Knights") + text.count("Pawns") == 3, "one group goes on in the second column"
    assert text.count("Place") == 3


def test_a_crosstable_is_printed_with_everybody_across(tmp_path: Path) -> None:
    text = " ".join(" ".join(printed(page_of("mississauga", tmp_path, 300, 30) / "crosstable.html")).split())
    listed = re.findall(r"Player \d{3}", text)
    assert min(listed.count(f"Player {number:03d}") for number in range(1, 31)) >= 2, "in a row and above a column"


def test_a_camp_s_page_speaks_of_no_spread_and_prints_no_loser_in_bold(tmp_path: Path) -> None:
    folder = page_of("sca", tmp_path, 60, 12)
    assert "spread" not in Page.of(folder / "index.html").text
    assert "Won, drawn and lost are for the season" in Page.of(folder / "index.html").text
    assert "won-first" not in (folder / "evening.html").read_text()


@pytest.mark.parametrize("sits_out", [[4], []])
def test_the_tables_say_who_sits_out(tmp_path: Path, sits_out: list[int]) -> None:
    club = club_of("mississauga", [f"Player {number}" for number in range(12)], [NAME] * 12, sits_out=sits_out)
    publish(club, tmp_path / "page")
    text = Page.of(tmp_path / "page" / "tonight.html").text
    assert "Round 2" in text
    assert ("Sits out: Player 4" in text) is bool(sits_out)
