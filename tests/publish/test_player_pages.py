"""The page of a player: every step to the rating, games that were not rated, and opponents."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.clubs import KEYS, book_of, random_tables, recalculated
from tests.helpers.programs.chromium import Page, published
from tests.publish.club_of_four import EVENING, NEXT, START
from tests.publish.club_of_four import book_of as book_of_four
from tests.publish.random_pages import random_pages, rating, sheet_rows
from xladdin.cells.table import CellTable
from xladdin.files.reading.club_file import open_club_file
from xladdin.game_log import read_log
from xladdin.languages.language import Language
from xladdin.model import GameKind
from xladdin.publish.charts import WIDTH, lines_chart, rating_chart
from xladdin.systems import SYSTEMS


@pytest.fixture(params=KEYS)
def club(request: pytest.FixtureRequest) -> tuple[str, Path, Path]:
    """Key, workbook and page of a random club."""
    return random_pages(request.param)


def name_of(page: Page) -> str:
    """The player whose page it is."""
    return page.text.partition(" · ")[0].split("\n")[-1].strip()


def days_of(page: Page) -> list[list[list[str]]]:
    """The rows of each day on the page of a player: the day with its rating, then games, each with a row of words."""
    days: list[list[list[str]]] = []
    for table in page.tables:
        if [cell.strip() for cell in table[0]] == ["Result", "Against", "Rating", "Change"] and len(table[1]) == 2:
            for row in table[1:]:
                if len(row) == 2:
                    days.append([])
                days[-1].append([" ".join(cell.split()) for cell in row])
    return days


def test_a_player_s_steps_lead_to_the_rating(club: tuple[str, Path, Path]) -> None:
    """Each day begins where the day before ended, with adjustments among them. The last ends at the rating."""
    key, book, folder = club
    rows = sheet_rows(book, "Standings", ("Player", "Rating"))
    ratings = {str(player): rating(new, key) for player, new in rows}
    checked = 0
    for path in (folder / "player").iterdir():
        page = Page.of(path)
        name, rows = name_of(page), [row for day in days_of(page) for row in day]
        days = [row for row in rows if len(row) == 2]
        closing = [row[0] for row in rows if len(row) == 1 and " = " in row[0]]
        if not days or name not in ratings:
            continue
        assert days[0][1] == ratings[name].partition("/")[0] or ratings[name] == "UNR", path
        for words in closing:
            for before, taken, after in re.findall(r"(-?[\d.]+) ([+-][\d.]+) = (-?[\d.]+)", words.replace("−", "-")):
                assert float(before) + float(taken) == pytest.approx(float(after), abs=0.011), words
        checked += 1
    assert checked > 3


def test_a_chart_goes_forward_where_a_game_was_typed_late(tmp_path: Path) -> None:
    """The chart of a camper was 7,700 pixels wide, since its last point was of the first day."""
    tables = random_tables("sca", 60, 12, 3)
    _, first, *_, last = games = tables["games"]
    book = book_of("sca", tmp_path, {**tables, "games": [*games, [first[0], *last[1:]]]})
    assert not recalculated(book).problems
    published(book, tmp_path / "page")
    lines = [
        [float(point.partition(",")[0]) for point in line.split()]
        for path in (tmp_path / "page" / "player").iterdir()
        for line in re.findall('<polyline points="([^"]+)"', path.read_text(encoding="utf-8"))
    ]
    assert len(lines) > 3
    assert all(line == sorted(line) and line[-1] <= WIDTH for line in lines)


UNRATED_WORDS = {
    GameKind.UNRATED: "unrated",
    GameKind.FORFEIT: "forfeit: not played, not rated",
    GameKind.BYE: "bye: sat out",
}


def test_a_player_s_page_has_what_was_not_rated_too(club: tuple[str, Path, Path]) -> None:
    """Unrated games, forfeits and byes are among the rated games of their day, or on a day of their own."""
    key, book, folder = club
    tables: dict[str, CellTable] = dict(open_club_file(book).tables)
    log = read_log(SYSTEMS[key], tables).sound()
    names = [player.name for player in log.players]
    wanted = Counter(
        (names[player], Language("en").full_day(game.date), names[other] if other is not None else "Bye", words)
        for game in log.unrated
        for words in [UNRATED_WORDS[game.kind]]
        for player, other in ((game.player1, game.player2), (game.player2, game.player1))
        if player is not None
    )
    shown: Counter[tuple[str, str, str, str]] = Counter()
    for path in (folder / "player").iterdir():
        page = Page.of(path)
        days = days_of(page)
        dates = [datetime.strptime(day, "%d %B %Y") for (day, _), *_ in days if key != "dptr"]
        assert dates == sorted(set(dates), reverse=True), path
        for (day, _), *rows in days:
            for game, (words, *_) in pairwise(rows):
                if len(game) > 2 and words.strip() in UNRATED_WORDS.values():
                    _, against, rated, gained = game
                    assert (rated, gained) == ("", "")
                    shown[name_of(page), day, against, words.strip()] += 1
    assert shown == wanted
    assert len(wanted) > 5 or key == "dptr"


@pytest.mark.parametrize(("day", "named"), [(7, 1), (8, 2)])
def test_a_chart_of_two_events_names_each_day_once(day: int, named: int) -> None:
    chart = rating_chart([(date(2026, 3, 7), 1000), (date(2026, 3, day), 1010)])
    assert chart is not None and len(chart.days) == named


def test_a_chart_of_one_rating_has_two_lines_across() -> None:
    chart = rating_chart([(date(2026, 3, day), 1000) for day in (7, 8)])
    assert chart is not None and len(chart.levels) == 2


def test_lines_of_players_have_a_point_an_evening_from_edge_to_edge() -> None:
    """A line that begins later has its points above those of the others."""
    chart = lines_chart([("Ann", [1000, 1010, 1030, 1020]), ("Bob", [None, 990, 1000, 985])])
    ann, bob = ([float(point.partition(",")[0]) for point in line.points.split()] for line in chart.lines)
    assert (ann[0], ann[-1]) == (chart.left, chart.right)
    assert bob == ann[1:]
    assert [there - here for here, there in pairwise(ann)] == pytest.approx(
        [(chart.right - chart.left) / 3] * 3, abs=0.1
    )


def test_a_players_own_last_evening_stands_first(tmp_path: Path) -> None:
    published(book_of_four(tmp_path, START, EVENING + NEXT), tmp_path / "page")
    for name, day, other in (
        ("ann-lee", "13 January 2026", "Jean-François"),
        ("bob-roy", " 6 January 2026", "Ann Lee"),
    ):
        page = (tmp_path / "page" / "player" / f"{name}.html").read_text()
        section = page.partition(f"{day}</h2>")[2].partition("</table>")[0]
        assert other in section
