"""Contract of the pages: the figures of the sheets, every change in words, links both ways, charts of players."""

from __future__ import annotations

import os.path
import re
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, NOW, book_of, random_tables, recalc_club, sample_book, set_rule
from tests.helpers.programs.chromium import publish_in_french, publish_page
from tests.helpers.random_clubs import csv_files, random_club
from tests.helpers.suite.once import make_once
from tests.publish.page import EVENING, NEXT, START, Page
from tests.publish.page import book_of as book_of_four
from xladdin.files.club_file import open_club_file
from xladdin.systems import SYSTEMS
from xladdin.web_pages.poster import WIDTH, make_lines_chart, make_rating_chart
from xladdin.web_pages.site import TEMPLATES, TEXTS
from xladdin.workbook.new_workbook import create_workbook
from xladdin.workbook.report_sheets.tonight import read_tonight
from xladdin.workbook.rules import read_system


@pytest.fixture(params=KEYS)
def club(request: pytest.FixtureRequest) -> tuple[str, Path, Path]:
    """Key, workbook and page of a random club. A run of the tests makes them once."""
    key: str = request.param

    def make(into: Path) -> None:
        path = into / f"{key}.xlsx"
        create_workbook(SYSTEMS[key], path, csv_files(random_club(SYSTEMS[key], 5, 160), into), NOW)
        assert not recalc_club(path).problems
        publish_page(path, into / "page")

    folder = make_once(("random pages", key), make)
    return key, folder / f"{key}.xlsx", folder / "page"


def test_a_camp_has_days_and_no_evenings(club: tuple[str, Path, Path]) -> None:
    key, _, folder = club
    names = [path.name for path in folder.rglob("*.html") if re.search(r"evening|tonight", Page.of(path).text, re.I)]
    assert bool(names) == (key in ("mississauga", "montreal", "lexington")), names


def test_links_lead_to_pages_and_back(club: tuple[str, Path, Path]) -> None:
    key, _, folder = club
    pages = {path.relative_to(folder).as_posix(): Page.of(path) for path in folder.rglob("*.html")}
    leads = {
        name: {os.path.normpath(os.path.join(os.path.dirname(name), link)) for link in page.links if link[0] != "#"}
        for name, page in pages.items()
    }
    assert {target for targets in leads.values() for target in targets} <= pages.keys()
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        for target in leads[waiting.pop()] - reached:
            reached.add(target)
            waiting.append(target)
    assert reached == pages.keys()
    evenings_ = {name for name in pages if name.startswith("evening/")}
    players = [(day, name) for day in evenings_ for name in leads[day] if name.startswith("player/")]
    assert len(players) > 20
    assert all(day in leads[name] for day, name in players)
    assert evenings_ == {day for day, _ in players}
    of_a_player = [page for name, page in pages.items() if name.startswith("player/")]
    assert key == "dptr" or any("Against each opponent" in page.text for page in of_a_player)


def test_the_source_s_words_stand_on_the_page(tmp_path: Path) -> None:
    publish_in_french(sample_book("lexington", tmp_path), tmp_path / "page")
    page, source = Page.of(tmp_path / "page" / "how.html"), SYSTEMS["lexington"].source_text
    assert len(source) >= 4
    assert all(phrase in page.text for phrase in source)
    assert ("blockquote", {"lang": "en"}) in page.tags


def test_rules_are_the_club_s_own(tmp_path: Path) -> None:
    club = sample_book("mississauga", tmp_path)
    set_rule(club, "rule_newcomer_multiplier", 3)
    assert not recalc_club(club).problems
    publish_page(club, tmp_path / "page")
    page = Page.of(tmp_path / "page" / "how.html")
    settings = {line[0]: line[1] for line in page.rows(len(page.tables) - 1)}
    assert settings["Newcomer multiplier"] == "3 printed: 2"
    assert settings["Season's first month"] == "January"
    assert "The spread bonus does NOT apply when the two players are more than 400 rating points apart." in page.text
    assert "The club has changed this table." not in page.text
    (bonus,) = [table for table in page.tables if table[0][0] == "Spread from"]
    assert bonus[1:] == [["0", "0"], ["50", "1"], ["100", "2"], ["150", "3"], ["200", "4"], ["250", "5"]]


def test_the_marks_of_a_list_are_those_of_its_system(tmp_path: Path) -> None:
    """Elo has provisional ratings and no newcomers, and speaks as FIDE. A club's own table speaks as the club."""
    lists = {}
    for key in ("elo", "bands"):
        publish_page(sample_book(key, tmp_path), tmp_path / key)
        lists[key] = Page.of(tmp_path / key / "index.html").text
    assert "p: provisional until 30 games." in lists["elo"] and "newcomer" not in lists["elo"]
    assert "n: newcomer, changes count 2 times until 50 games." in lists["bands"] and "UNR" not in lists["bands"]
    assert "In the words of FIDE" in Page.of(tmp_path / "elo" / "how.html").text


@pytest.mark.parametrize(("games", "is_explained"), [(0, False), (30, True)])
@pytest.mark.parametrize(("key", "page"), [("mississauga", "index"), ("sca", "ladder")])
def test_no_sign_is_explained_and_nobody_grey_before_the_first_game(
    key: str, page: str, games: int, is_explained: bool, tmp_path: Path
) -> None:
    path = book_of(key, tmp_path, random_tables(key, games, 24, 17))
    recalc_club(path)
    publish_page(path, tmp_path / "page")
    text = (tmp_path / "page" / f"{page}.html").read_text(encoding="utf-8")
    assert [phrase in text for phrase in ("Grey: did not attend", 'class="away"')] == [is_explained] * 2


def test_players_are_in_the_order_of_the_alphabet(tmp_path: Path) -> None:
    """A name with an accent is among its likes, and not behind all others. The sheet Tonight has the same order."""
    names = ["Zoë", "émile", "Ernst", "Eloise", "Ömer", "Otto", "Oda"]
    path = book_of("mississauga", tmp_path, {"players": [["Player"], *([name] for name in names)]})
    recalc_club(path)
    publish_page(path, tmp_path / "page")
    page = (tmp_path / "page" / "players.html").read_text(encoding="utf-8")
    in_order = ["Eloise", "émile", "Ernst", "Oda", "Ömer", "Otto", "Zoë"]
    assert re.findall("|".join(names), page) == in_order
    club_file = open_club_file(path)
    assert [name for name, _ in read_tonight(club_file, read_system(club_file))] == in_order


IN_TEMPLATE = re.compile(r"""\bt\(\s*(?:"([^"]+)"|'([^']+)')""")


def test_every_text_of_the_templates_is_declared_and_no_other() -> None:
    """Extraction finds a text where it is declared, so that the catalogues have it."""
    texts = {text or other for path in TEMPLATES.rglob("*.j2") for text, other in IN_TEMPLATE.findall(path.read_text())}
    assert texts == set(TEXTS)


def test_a_chart_goes_forward_where_a_game_was_typed_late(tmp_path: Path) -> None:
    """The chart of a camper was 7,700 pixels wide, since its last point was of the first day."""
    tables = random_tables("sca", 60, 12, 3)
    _, first, *_, last = games = tables["games"]
    club = book_of("sca", tmp_path, {**tables, "games": [*games, [first[0], *last[1:]]]})
    assert not recalc_club(club).problems
    publish_page(club, tmp_path / "page")
    lines = [
        [float(point.partition(",")[0]) for point in line.split()]
        for path in (tmp_path / "page" / "player").iterdir()
        for line in re.findall('<polyline points="([^"]+)"', path.read_text(encoding="utf-8"))
    ]
    assert len(lines) > 3
    assert all(line == sorted(line) and line[-1] <= WIDTH for line in lines)


@pytest.mark.parametrize(("ratings", "named", "levels"), [
    ({7: 1000, 8: 1000}, 2, 2), ({7: 1000, 8: 1010}, 2, None), ({7: 1010}, 1, None)
])  # fmt: skip
def test_a_short_chart_names_each_day_once_and_has_two_lines_across(
    ratings: dict[int, int], named: int, levels: int | None
) -> None:
    chart = make_rating_chart(
        [(date(2026, 3, 7), 1000), *((date(2026, 3, day), rating) for day, rating in ratings.items())]
    )
    assert chart is not None and len(chart.days) == named
    assert levels in (None, len(chart.levels))


def test_lines_of_players_have_a_point_an_evening_from_edge_to_edge() -> None:
    """A line that begins later has its points above those of the others."""
    chart = make_lines_chart(
        [("Ann", [1000, 1010, 1030, 1020]), ("Bob", [None, 990, 1000, 985])],
        [date(2026, 3, day) for day in (3, 10, 17, 24)],
    )
    assert [mark.day.day for mark in chart.days if mark.x in (chart.left, chart.right)] == [3, 24]
    ann, bob = ([float(point.partition(",")[0]) for point in line.points.split()] for line in chart.lines)
    assert (ann[0], ann[-1]) == (chart.left, chart.right)
    assert bob == ann[1:]
    third = (chart.right - chart.left) / 3
    assert [right - left for left, right in pairwise(ann)] == pytest.approx([third] * 3, abs=0.1)


def test_a_players_own_last_evening_stands_first(tmp_path: Path) -> None:
    publish_page(book_of_four(tmp_path, START, EVENING + NEXT), tmp_path / "page")
    for name, day, other in ("ann-lee", "13 January 2026", "Jean-François"), ("bob-roy", " 6 January 2026", "Ann Lee"):
        page = (tmp_path / "page" / "player" / f"{name}.html").read_text()
        section = page.partition(f"{day}</h2>")[2].partition("</table>")[0]
        assert other in section
