"""The page of a player: its chart, and the last evening."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from tests.helpers.clubs import book_of, random_tables, recalculated
from tests.helpers.programs.chromium import published
from tests.publish.club_of_four import EVENING, NEXT, START
from tests.publish.club_of_four import book_of as book_of_four
from xladdin.web_pages.poster import WIDTH, lines_chart, rating_chart


def test_a_chart_goes_forward_where_a_game_was_typed_late(tmp_path: Path) -> None:
    """The chart of a camper was 7,700 pixels wide, since its last point was of the first day."""
    tables = random_tables("sca", 60, 12, 3)
    _, first, *_, last = games = tables["games"]
    club = book_of("sca", tmp_path, {**tables, "games": [*games, [first[0], *last[1:]]]})
    assert not recalculated(club).problems
    published(club, tmp_path / "page")
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
    chart = rating_chart([(date(2026, 3, 7), 1000), *((date(2026, 3, day), rating) for day, rating in ratings.items())])
    assert chart is not None and len(chart.days) == named
    assert levels in (None, len(chart.levels))


def test_lines_of_players_have_a_point_an_evening_from_edge_to_edge() -> None:
    """A line that begins later has its points above those of the others."""
    chart = lines_chart(
        [("Ann", [1000, 1010, 1030, 1020]), ("Bob", [None, 990, 1000, 985])],
        [date(2026, 3, day) for day in (3, 10, 17, 24)],
    )
    assert [mark.day.day for mark in chart.days if mark.x in (chart.left, chart.right)] == [3, 24]
    ann, bob = ([float(point.partition(",")[0]) for point in line.points.split()] for line in chart.lines)
    assert (ann[0], ann[-1]) == (chart.left, chart.right)
    assert bob == ann[1:]
    assert [right - left for left, right in pairwise(ann)] == pytest.approx(
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
