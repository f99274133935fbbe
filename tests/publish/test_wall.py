"""The wall pages: the largest type at which nothing overflows, on as few pages as possible, in a browser as well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import book_of, random_tables, recalculated
from tests.helpers.programs.chromium import Page, opened, published
from tests.helpers.replays import replay_of
from tests.helpers.suite.length import examples, usual_or_long
from tests.looks.on_screens import BROKEN_WORDS
from tests.publish.test_privacy import SHOWN, club_of
from xladdin.languages.language import Language
from xladdin.publish.club import Club, Tonight
from xladdin.publish.publisher import publish
from xladdin.publish.site import Site
from xladdin.publish.wall.composer import (
    BAND,
    FOOT,
    HEAD,
    HEADING,
    LARGEST,
    PAPERS,
    SMALLEST,
    STEP,
    Cell,
    Headed,
    Row,
    Unit,
    composed,
    fits,
    widest,
)
from xladdin.publish.wall.poster import poster
from xladdin.publish.widths import width
from xladdin.reports.public.names_shown import NAME

LONG = usual_or_long(False, True)
"""In a usual run axe looks at these pages where it looks at all pages of a club."""
ALIKE = usual_or_long(2, None)
"""How many pages of a folder a browser opens. Those of players are alike, and the longest names come first."""
NAMES = ("Bob Ng", "Rosa Fernández", "Jean-François Beauséjour-Lachance", "W" * 40)


def listed(rows: int, name: str = NAMES[1]) -> list[Unit]:
    """A ratings list with this many rows."""
    texts = ("100", "n"), (name, "name"), ("1822", "n b"), ("▲ 31", "n"), ("13–7–1", "n")
    return [[Row([Cell(text, text, look) for text, look in texts])] for _ in range(rows)]


def unheaded(units: Sequence[Unit]) -> Headed:
    return Headed([], units)


@pytest.mark.parametrize("key", ["mississauga", "sca"])
def test_each_page_explains_its_own_marks(key: str, tmp_path: Path) -> None:
    path = book_of(key, tmp_path, random_tables(key, 300, 24, seed=17))
    recalculated(path)
    published(path, tmp_path / "page")
    record = {"mississauga": "won–lost–tied", "sca": "won–drawn–lost"}[key]
    explained = {"–</td>": "Grey with –:", ">Season</th>": f"Season: {record}.", "n</td>": "n: newcomer"}
    for name in ("list", "evening"):
        _, *pages = (
            (tmp_path / "page" / "wall" / f"{name}.html").read_text(encoding="utf-8").split('<section class="sheet">')
        )
        for page in pages:
            foot = page.partition("<footer>")[2]
            assert [mark in page for mark in explained] == [words in foot for words in explained.values()], name


def test_the_poster_names_everybody_who_had_the_high_game(tmp_path: Path) -> None:
    games = [("Ann", 441, "Bob", 303), ("Cyd", 389, "Dee", 441), ("Bob", 400, "Cyd", 350)]
    rows = [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], *(["2026-01-06", *game] for game in games)]
    players = [["Player"], *([name] for name in ("Ann", "Bob", "Cyd", "Dee"))]
    path = book_of("montreal", tmp_path, {"players": players, "games": rows})
    recalculated(path)
    published(path, tmp_path / "page")
    for name in ("index.html", "wall/evening.html"):
        assert "441–303 against Bob; also Dee" in Page.of(tmp_path / "page" / name).text


@pytest.mark.parametrize(("year", "titles"), [(1999, []), (2006, ["Biggest gain"])])
def test_the_poster_of_an_event_without_value_tells_of_no_gain(year: int, titles: list[str]) -> None:
    """Everybody's change is 0 before the first year that counts, and so is the largest."""
    tables: dict[str, list[list[object]]] = {
        "players": [["Player"], ["Ann"]],
        "events": [["Event", "Date", "Players", "Rounds"], ["Con", f"{year}-10-01", 7, 3]],
        "results": [["Event", "Player", "Place"], ["Con", "Ann", 1]],
    }
    site = Site(Club("Club", replay_of("dptr", tables), [NAME], 12), Language("en"))
    assert [card.title for card in poster(site).cards] == ["Winner", *titles, "Highest rating"]


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_type_is_as_large_as_was_promised(paper: object) -> None:
    """It is 24 points for six players, 14 or more for twenty, at least 10 for 45. Then come columns, then pages."""
    assert [composed(unheaded(listed(rows)), paper).size for rows in (6,)] == [24.0]  # type: ignore[arg-type]
    twenty, many = composed(unheaded(listed(20)), paper), composed(unheaded(listed(45)), paper)  # type: ignore[arg-type]
    assert twenty.size >= 14
    assert many.size >= 10
    assert [len(one.sheets) for one in (twenty, many)] == [1, 1]
    assert len(composed(unheaded(listed(300)), paper).sheets) > 1  # type: ignore[arg-type]


@settings(max_examples=examples(50))
@given(st.integers(1, 220), st.sampled_from(NAMES), st.sampled_from(sorted(PAPERS)))
def test_half_a_point_more_would_overflow(rows: int, name: str, paper: str) -> None:
    units, sheet = unheaded(listed(rows, name)), PAPERS[paper]
    found = composed(units, sheet)
    room = sheet.height - BAND - HEAD - FOOT
    glued = [column for page in found.sheets for column in page]
    assert sum(map(len, glued)) == rows
    assert SMALLEST <= found.size <= LARGEST
    assert all(len(column) * found.line <= room for column in glued)
    assert found.line >= found.size * 1.3
    if widest(units, SMALLEST) <= sheet.width:
        assert found.size == LARGEST or not any(
            fits(units, sheet, room, across, len(found.sheets), found.size + STEP) for across in (1, 2, 3)
        )
    if len(found.sheets) > 1:
        assert sum(map(len, found.sheets[-1])) >= 0.3 * sum(map(len, found.sheets[0])), "the last page is filled"
        assert len(glued[-1]) > 1, "nobody is alone on it"


def test_a_heading_stays_with_its_rows_and_a_game_with_its_players() -> None:
    heading: Unit = [Row([Cell("Pawns", "Pawns", "b")], "head")]
    for rows in range(20, 60):
        units = [heading, *listed(rows), heading, *listed(rows)]
        for page in composed(unheaded(units), PAPERS["Letter"]).sheets:
            for column in page:
                ends = [number for number, row in enumerate(column) if len(row.cells) == 1]
                assert all(number < len(column) - 2 for number in ends)
    games = [[*unit, *unit] for unit in listed(130)]
    assert all(len(column) % 2 == 0 for page in composed(unheaded(games), PAPERS["A4"]).sheets for column in page)


def test_a_column_is_as_wide_as_its_heading() -> None:
    """Before the first game the columns of changes and of records were cut at the edge of the page."""
    headings = [Cell(text, text, "n") for text in ("No.", "Player", "Rating", "Change", "Season")]
    texts = ("29", "n"), ("Player 006", "name"), ("2098n", "n b"), ("–", "n"), ("", "n")
    units = [[Row([Cell(text, text, look) for text, look in texts])] for _ in range(30)]
    headed, season = Headed(headings, units), width("Season", bold=True) * HEADING
    assert widest(headed, LARGEST) > widest(unheaded(units), LARGEST) + season
    assert composed(headed, PAPERS["Letter"]).size < composed(unheaded(units), PAPERS["Letter"]).size


OVERFLOWS = """[...document.querySelectorAll('.sheet')].flatMap((sheet) => {
  const area = sheet.getBoundingClientRect();
  const foot = sheet.querySelector('footer'), limit = foot ? foot.getBoundingClientRect().top : area.bottom;
  const inside = [...sheet.querySelectorAll('.columns table, .best div, .climbed, .lines, .slip')];
  const out = inside.filter((one) => {
    const box = one.getBoundingClientRect();
    return box.bottom > limit + 1 || box.right > area.right + 1 || one.scrollWidth > one.clientWidth + 2;
  }).map((one) => one.className + one.textContent.slice(0, 40));
  const cells = [...sheet.querySelectorAll('.columns td')].filter((cell) => cell.scrollWidth > cell.clientWidth + 1);
  return [...out, ...cells.map((cell) => 'cell ' + cell.textContent)];
})"""
PAGES = "document.querySelectorAll('.sheet').length"
CUT_BY_A_PHONE = """[...document.querySelectorAll('.sheet, .sheet *')]
  .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
  .map((one) => one.className + one.textContent.slice(0, 40))"""


COLUMNS = "document.querySelectorAll('.columns table').length"
RATINGS_END = """new Set([...document.querySelectorAll('.columns td:nth-child(3)')]
  .map((cell) => Math.round(cell.getBoundingClientRect().right))).size"""


def with_tonight(club: Club, sits_out: Sequence[int] = (4,)) -> Club:
    last = club.replay.last_date
    assert last is not None
    return replace(club, tonight=Tonight(last, 2, [(1, 0, 1), (2, 2, 3)], [*sits_out]))


def test_nothing_overflows_in_a_browser(tmp_path: Path) -> None:
    """Every wall page of three systems, with long names, on both papers, in both languages, and before any game."""
    folders: list[Path] = []
    names = [
        "Jean-François Beauséjour-Lachance",
        "Christopher Featherstonehaugh",
        *(f"Player {at}" for at in range(10)),
    ]
    for key, paper, language in (("mississauga", "Letter", "fr"), ("sca", "A4", "en"), ("dptr", "A4", "fr")):
        club = replace(club_of(key, names, [NAME] * 12), paper=paper, language=language)
        club = with_tonight(club) if key != "dptr" else club
        publish(club, tmp_path / key)
        folders.append(tmp_path / key / "wall")
    book = book_of("mississauga", tmp_path, random_tables("mississauga", 0, 30, 21))
    recalculated(book)
    published(book, tmp_path / "no games")
    folders.append(tmp_path / "no games" / "wall")
    pages = [path for folder in folders for path in sorted(folder.rglob("*.html"))]
    of_the_club = {path.stem for path in pages if path.parent.name == "wall"}
    assert of_the_club == {"list", "evening", "tables", "ladder", "slips"}
    assert len([path for path in pages if path.parent.name == "player"]) == 3 * 12 + 30
    found = opened(folders, widths=(1280,), scripts={path: [OVERFLOWS, PAGES] for path in pages}, most=ALIKE, axe=LONG)
    assert [(page["url"], page["answers"][0]) for page in found if page["answers"][0]] == []
    assert sum("/wall/player/" in page["url"] for page in found) >= 4 * (ALIKE or 6)
    assert all(page["answers"][1] >= 1 for page in found)
    assert [page["violations"] for page in found if page["violations"]] == []
    scripts = {path: [CUT_BY_A_PHONE, BROKEN_WORDS] for path in pages}
    on_a_phone = opened(folders, widths=(320,), scripts=scripts, most=ALIKE, axe=LONG)
    assert [(page["url"], page["answers"]) for page in on_a_phone if page["answers"] != [[], []]] == []
    assert [page["violations"] for page in on_a_phone if page["violations"]] == []


def test_a_list_of_two_columns_is_one_list_on_a_phone(tmp_path: Path) -> None:
    """Each of its columns had widths of its own, so that ratings one below the other were out of line."""
    book = book_of("mississauga", tmp_path, random_tables("mississauga", 100, 30, 17))
    assert not recalculated(book).problems
    published(book, tmp_path / "page")
    scripts = {tmp_path / "page" / "wall" / "list.html": [COLUMNS, RATINGS_END]}
    for width_, columns in ((1280, 2), (390, 1)):
        (found,) = [
            page["answers"] for page in opened([*scripts], widths=(width_,), scripts=scripts, axe=False)
        ]  # fmt: skip
        assert found == [2, columns]


def test_the_list_of_a_poster_takes_no_room_for_headings(tmp_path: Path) -> None:
    book = book_of("lexington", tmp_path, random_tables("lexington", 300, 40, 17))
    assert not recalculated(book).problems
    published(book, tmp_path / "page")
    page = (tmp_path / "page" / "wall" / "evening.html").read_text(encoding="utf-8")
    assert "Player 040" in page and "more on the list" not in page


@pytest.mark.parametrize("sits_out", [[4], []])
def test_the_tables_say_who_sits_out(tmp_path: Path, sits_out: list[int]) -> None:
    club = with_tonight(club_of("mississauga", [f"Player {at}" for at in range(12)], [NAME] * 12), sits_out)
    publish(club, tmp_path / "page")
    assert ("Sits out: Player 4" in (tmp_path / "page/wall/tables.html").read_text()) == bool(sits_out)


def test_a_hidden_name_is_on_no_wall_page(tmp_path: Path) -> None:
    shown: Sequence[str] = [SHOWN[at % 4] for at in range(12)]
    club = with_tonight(club_of("mississauga", [f"Qann{letter} Nolan" for letter in "abcdefghijkl"], shown))
    publish(club, tmp_path / "page")
    everything = "".join(path.read_text() for path in (tmp_path / "page/wall").rglob("*.html"))
    assert "Qannb" not in everything
    assert "Qannc" not in everything
    assert "a player" in (tmp_path / "page/wall/tables.html").read_text()
    assert "Q. N. 1" in everything


def test_a_player_s_page_for_the_wall_has_the_last_games_that_fit(tmp_path: Path) -> None:
    book = book_of("mississauga", tmp_path, random_tables("mississauga", 300, 20, seed=17))
    assert not recalculated(book).problems
    published(book, tmp_path / "page")
    own_pages = sorted((tmp_path / "page" / "player").glob("*.html"))
    assert len(own_pages) == 20
    shown, played = [], []
    for path in own_pages:
        own, wall = Page.of(path), Page.of(tmp_path / "page" / "wall" / "player" / path.name)
        assert f"../wall/player/{path.name}" in own.links and f"../../player/{path.name}" in wall.links
        last = next(table for table in own.tables if table[0] == ["Result", "Score", "Against", "Change"])[1:]
        (games,) = wall.tables
        assert games[0] == ["Date", "Score", "Against", "Change", "New"]
        assert [row[1:4] for row in games[1 : len(last) + 1]] == [row[1:] for row in last]
        days = [datetime.strptime(row[0], "%d %B %Y") for row in games[1:] if row[0]]
        assert days == sorted(days, reverse=True)
        shown.append(len(games) - 1)
        seasons = [table for table in own.tables if table[0][:2] == ["Result", "Against"]]
        played.append(sum(len(row) == 4 for table in seasons for row in table[1:]))
    fitting = max(shown)
    assert 15 <= fitting <= 24 < max(played)
    assert shown == [min(number, fitting) for number in played]


@pytest.mark.parametrize("played", [True, False])
def test_the_title_of_the_list_says_what_it_is(played: bool, tmp_path: Path) -> None:
    club = club_of("mississauga", [f"Player {at}" for at in range(12)], [NAME] * 12, played=played)
    publish(club, tmp_path / "page")
    page = (tmp_path / "page/wall/list.html").read_text()
    assert "<title>Ratings" in page and " · Club</title>" in page
