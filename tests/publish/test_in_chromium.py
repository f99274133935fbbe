"""Every page in a real browser and printed by it: nothing scrolls sideways, axe finds no fault, nobody is left out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, Rows, book_of, random_tables, recalc_club, sample_book, set_cells
from tests.helpers.programs.chromium import open_pages, publish_in_french, publish_page
from tests.helpers.programs.finding import find_program, run_program
from tests.helpers.suite.length import usual_or_long
from tests.publish.page import Page
from tests.publish.page import book_of as book_of_four
from tests.publish.test_who_is_seen import club_of
from xladdin.reports.wording import NAME
from xladdin.web_pages.publisher import publish
from xladdin.workbook.schema import FIRST_DATA_ROW

PLAYERS, GAMES = 200, 300
SAMPLES = usual_or_long(("dptr",), KEYS)
"""A usual run looks at the camp's pages in French and in the dark."""
MAX_PAGES_OPENED = usual_or_long(1, None)
"""How many pages of one template we look at in a folder. A long run looks at each of them."""

NAMES = "[...document.querySelectorAll('#ratings tbody tr:not([hidden]) th')].map((cell) => cell.textContent.trim())"
BY_NAME = "document.querySelectorAll('#ratings thead button')[1]"
PRESS_NAME = f"{BY_NAME}.click(); [{BY_NAME}.closest('th').getAttribute('aria-sort'), {NAMES}]"
HEADS = "[...document.querySelectorAll('#ratings thead th')]"
CHANGES = f"{HEADS}.findIndex((cell) => cell.textContent.trim() === 'Change')"
PRESS_CHANGE = f"""{HEADS}[{CHANGES}].querySelector("button").click();
const rows = [...document.querySelectorAll('#ratings tbody tr')];
rows.map((row) => row.cells[{CHANGES}].textContent.trim()).filter(Boolean)
"""
STATUS = "document.querySelector('[role=status]').textContent"


def typed(text: str) -> str:
    """Types a text into the search, and gives the names that are left and what the page says."""
    field = "document.querySelector('#search')"
    return f"{field}.value = '{text}'; {field}.dispatchEvent(new Event('input')); [{NAMES}, {STATUS}]"


@pytest.fixture(scope="module")
def club_of_200(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club")
    club = book_of("mississauga", folder, random_tables("mississauga", GAMES, PLAYERS, 17))
    assert not recalc_club(club).problems
    publish_page(club, folder / "page")
    return folder / "page"


def test_every_page_of_the_samples_and_of_a_club_of_200(club_of_200: Path, tmp_path: Path) -> None:
    samples = []
    for key in SAMPLES:
        club = sample_book(key, tmp_path)
        samples.append(tmp_path / key)
        publish_page(club, samples[-1])
    searches = [typed(text) for text in ("player 007", "7 PLÁYER 00", "nobody", "")]
    asked = [NAMES, PRESS_NAME, PRESS_NAME, PRESS_NAME, PRESS_CHANGE, *searches]
    scripts = {club_of_200 / "index.html": asked}
    in_turn = usual_or_long(True, False)
    reports = open_pages([club_of_200], scripts=scripts, most=usual_or_long(3, None), in_turn=in_turn)
    reports += open_pages(samples, most=MAX_PAGES_OPENED, in_turn=in_turn)
    assert len(reports) > usual_or_long(20, PLAYERS + 50), "pages"
    assert [(page["url"], page["wide"]) for page in reports if page["wide"]] == []
    assert [(page["url"], page["said"]) for page in reports if page["said"]] == []
    assert [(page["url"], page["violations"]) for page in reports if page["violations"]] == []
    folders = tuple(f"{page.resolve().as_uri()}/" for page in (club_of_200, *samples))
    assert {url for page in reports for url in page["requests"] if not url.startswith(folders)} == set()
    needs = [1 if "/wall/" in page["url"] else 3 for page in reports]
    assert all(len(page["requests"]) >= number for page, number in zip(reports, needs)), "page, stylesheet and script"
    (answers,) = [page["answers"] for page in reports if "answers" in page]
    listed = answers[0]
    assert len(listed) == PLAYERS
    assert answers[1:4] == [["ascending", sorted(listed)], ["descending", sorted(listed)[::-1]], [None, listed]]
    changes = [as_number(text) for text in answers[4]]
    assert len(changes) > 10
    assert changes == sorted(changes, reverse=True)
    names = [count for count, _ in answers[5:]]
    assert names[:3] == [["Player 007"], ["Player 007"], []]
    assert sorted(names[3]) == sorted(listed)
    assert [status for _, status in answers[5:]] == [f"1 of {PLAYERS}", f"1 of {PLAYERS}", f"0 of {PLAYERS}", ""]


def as_number(change: str) -> float:
    return float(change.replace("▲", "").replace("▼", "-").replace("=", "0").replace("\xa0", ""))


def test_a_column_of_french_decimals_is_sorted_as_numbers(tmp_path: Path) -> None:
    club = sample_book("dptr", tmp_path)
    publish_in_french(club, tmp_path / "page")
    column = f"{HEADS}.findIndex((cell) => cell.textContent.trim() === 'Cote')"
    sort = f"""{HEADS}[{column}].querySelector("button").click();
    [...document.querySelectorAll('#ratings tbody tr')].map((row) => row.cells[{column}].textContent.trim())"""
    reports = open_pages(
        [tmp_path / "page"], axe=False, most=1, scripts={tmp_path / "page" / "index.html": [sort, sort]}
    )
    (falling, rising), *_ = (page["answers"] for page in reports if "answers" in page)
    ratings = [float(text.replace(",", ".")) for text in falling]
    assert any("," in text for text in falling) and len(ratings) > 5
    assert ratings == sorted(ratings, reverse=True) and rising == falling[::-1]


def test_french_in_the_dark_and_long_names_on_the_smallest_phone(tmp_path: Path) -> None:
    """It has 320 pixels. Each system of Scrabble has its own columns, and French has the longer headings."""
    publish_in_french(sample_book("sca", tmp_path), tmp_path / "page", "initials")
    reports = open_pages([tmp_path / "page"], widths=(390,), dark=(True,), most=MAX_PAGES_OPENED)
    assert [page for page in reports if page["wide"] or page["said"] or page["violations"]] == []
    names = {"Player 001": "Jean-François Beauséjour-Lachance", "Player 002": "Geo-rge Papadopoulos-Konstantinidis"}
    pages = []
    for key in ("mississauga", "lexington"):
        club = book_of(key, tmp_path, renamed(random_tables(key, 120, 20, 3), names))
        assert not recalc_club(club).problems
        pages += [tmp_path / f"{key} en", tmp_path / f"{key} fr"]
        publish_page(club, pages[-2])
        publish_in_french(club, pages[-1])
    reports = open_pages(pages, widths=(320,), axe=False, most=MAX_PAGES_OPENED)
    assert [(page["url"], page["wide"]) for page in reports if page["wide"]] == []


def renamed(tables: Mapping[str, Rows], names: Mapping[str, str]) -> dict[str, Rows]:
    return {table: [[names.get(str(cell), cell) for cell in row] for row in rows] for table, rows in tables.items()}


TURNED = "Ann \u202eeeL\u202c B"
"""A part of this name is written from right to left."""
HURTFUL = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "'; alert(3); '",
    "{{ 7 * 7 }}{% for x in y %}",
    TURNED,
    "</style></title><h1>No",
    "W" * 200,
    "javascript:alert(4)",
    "Lee & Co. &lt;b&gt;",
    "..",
    "con",
    "шахматы",
)


def test_hurtful_names_do_nothing(tmp_path: Path) -> None:
    names = {f"Player {number:03d}": name for number, name in enumerate(HURTFUL, 1)}
    club = book_of("mississauga", tmp_path, renamed(random_tables("mississauga", 60, len(HURTFUL), 3), names))
    set_cells(club, ("Players", f"A{FIRST_DATA_ROW + HURTFUL.index(TURNED)}", TURNED))  # an import drops them
    assert not recalc_club(club).problems
    publish_page(club, tmp_path / "page")
    reports = open_pages([tmp_path / "page"], most=MAX_PAGES_OPENED, axe=usual_or_long(False, True), scripts={
        tmp_path / "page" / "index.html": [
            "[...document.querySelectorAll('#ratings tbody th')].map((cell) => cell.textContent)",
            "[document.scripts.length, document.images.length, document.querySelectorAll('h1').length]",
        ]
    })  # fmt: skip
    assert [page for page in reports if page["wide"] or page["said"] or page["violations"]] == []
    ((visible, counts),) = [page["answers"] for page in reports if "answers" in page]
    assert set(visible) == set(HURTFUL)
    assert counts == [1, 0, 1]
    root = f"{(tmp_path / 'page').resolve().as_uri()}/"
    assert {url for page in reports for url in page["requests"] if not url.startswith(root)} == set()


def printed(page: Path) -> list[str]:
    pdf = page.with_suffix(".pdf")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={pdf}"]
    run_program([find_program("chromium"), *options, page.as_uri()])
    return run_program([find_program("pdftotext"), pdf, "-"]).split("\f")[:-1]


def page_of(key: str, folder: Path, games: int, players: int) -> Path:
    club = book_of(key, folder, random_tables(key, games, players, 17))
    assert not recalc_club(club).problems
    return publish_page(club, folder / "page").folder


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
    text = " ".join(" ".join(printed(publish_page(club, tmp_path / "page").folder / "evening.html")).split())
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
