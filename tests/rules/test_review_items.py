"""What is to be reviewed: what a log must hold to be asked about, and the limits at which nothing is.

Each kind of question is asked in tests/workbook/test_review.py.
"""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from tests.helpers.clubs import Rows
from tests.oracle import engine
from tests.oracle.engine import replayed

LIMITS = engine.Limits(below=100, above=700, spread=400, change=100, earlier=60)
NAMES = ("Annabel", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal")
PLAYERS = [["Player", "Start rating", "Start games"], *([name, 1200, 99] for name in NAMES)]
HEADINGS = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]


def evening(day: date, games: int = 4) -> list[list[object]]:
    """Games of one evening, no two alike."""
    pairs = list(zip(NAMES[::2], NAMES[1::2]))[:games]
    return [[day.isoformat(), one, 400 + n + day.day, two, 350] for n, (one, two) in enumerate(pairs)]


def season(evenings: int = 11) -> list[list[object]]:
    """Tuesdays from 6 January 2026 on."""
    return [row for number in range(evenings) for row in evening(date(2026, 1, 6) + timedelta(7 * number))]


def asked(
    games: Rows, players: Rows = PLAYERS, key: str = "mississauga", aliases: Rows = (), blank: tuple[int, ...] = ()
) -> list[engine.ReviewItem]:
    """What xladdin asks. Without games, the log gets one that is not yet played."""
    games = games or [["2026-03-17", players[1][0], None, players[2][0], None]]
    tables = {"players": players, "games": [HEADINGS, *games], "aliases": [["Alias", "Player"], *aliases]}
    return engine.find_review_items(replayed(key, tables), LIMITS, blank)


@pytest.mark.parametrize(
    ("games", "titles"),
    [
        *(([*season(), ["2026-03-17", "Eve", own, "Bob", others]], [])
          for own, others in ((100, 350), (700, 350), (600, 200), (380, 379), (380, 380))),
        ([*season(), *evening(date(2026, 3, 25))], ["Another weekday"]),
        ([*season(9), *evening(date(2026, 3, 11))], []),  # it is known after ten sessions
    ],
)  # fmt: skip
def test_at_the_limits_of_scores_and_of_a_weekday(games: Rows, titles: list[str]) -> None:
    assert [one.title for one in asked(games)] == titles


@pytest.mark.parametrize(("day", "is_asked"), [("2025-12-06", False), ("2025-10-20", True)])
def test_an_early_date_between_later_ones(day: str, is_asked: bool) -> None:
    """The rows around it are of 13 January. A date may be 60 days earlier."""
    games = season()
    games.insert(8, [day, "Eve", 400, "Bob", 350])
    assert [one.row for one in asked(games) if one.title == "An early date"] == [8] * is_asked


@pytest.mark.parametrize(("games", "is_asked"), [(50, True), (49, False)])
def test_a_large_change_of_a_player_of_many_games(games: int, is_asked: bool) -> None:
    """Lexington: ten games lost by 300 in an evening take far over 100 from 1800."""
    lost = [["2026-03-17", "Annabel", 300, name, 600 + n] for n, name in enumerate(NAMES[1:] * 2)]
    players = [PLAYERS[0], ["Annabel", 1800, games], *([name, 1200, 99] for name in NAMES[1:])]
    assert ("A large change" in {one.title for one in asked(lost, players, "lexington")}) == is_asked


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Pierre", "Piere", True),
        ("Ann", "Anna", False),
        ("Marie-Claire", "Marie-Louise", False),
    ],
)
def test_names_alike(one: str, other: str, alike: bool) -> None:
    for first, second in ((one, other), (other, one)):
        players = [PLAYERS[0], [first, 1200, 99], [second, 1200, 99]]
        assert [question.title for question in asked([], players)] == (["Similar names"] if alike else [])


@pytest.mark.parametrize(
    ("alias", "player", "is_asked"), [("bob", "Annabel", True), ("Bob", "Bob", False), ("Bobby", "Bob", False)]
)
def test_an_alias_that_is_a_player_is_asked_about(alias: str, player: str, is_asked: bool) -> None:
    found = [(one.title, one.row) for one in asked(season(), aliases=[[alias, player]])]
    assert found == [("A player on Aliases", 1)] * is_asked
