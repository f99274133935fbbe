"""What is to be reviewed: what a log must hold to be asked about, and the limits at which nothing is.

Each kind of question is asked in tests/workbook/test_review.py.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

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
    return [[day.isoformat(), player, 400 + n + day.day, two, 350] for n, (player, two) in enumerate(pairs)]


def season(evenings: int = 11) -> list[list[object]]:
    """Tuesdays from 6 January 2026 on."""
    return [row for number in range(evenings) for row in evening(date(2026, 1, 6) + timedelta(7 * number))]


def asked(
    games: Rows, players: Rows = PLAYERS, key: str = "mississauga", aliases: Rows = ()
) -> list[engine.ReviewItem]:
    """What xladdin asks. Without games, the log gets one that is not yet played."""
    games = games or [["2026-03-17", players[1][0], None, players[2][0], None]]
    tables = {"players": players, "games": [HEADINGS, *games], "aliases": [["Alias", "Player"], *aliases]}
    return engine.find_review_items(replayed(key, tables), LIMITS, ())


def early(day: str) -> Rows:
    """A season with a date among those of 13 January."""
    games = season()
    return [*games[:8], [day, "Eve", 400, "Bob", 350], *games[8:]]


def starts(games: int) -> Rows:
    """Annabel with so many games, who then loses ten by 300 in an evening: in Lexington far over 100 from 1800."""
    return [PLAYERS[0], ["Annabel", 1800, games], *([name, 1200, 99] for name in NAMES[1:])]


LOST = [["2026-03-17", "Annabel", 300, name, 600 + n] for n, name in enumerate(NAMES[1:] * 2)]


@pytest.mark.parametrize(
    ("title", "is_asked", "log"),
    [
        *(("", False, {"games": [*season(), ["2026-03-17", "Eve", score, "Bob", others]]})
          for score, others in ((100, 350), (700, 350), (600, 200), (380, 379), (380, 380))),
        ("Another weekday", True, {"games": [*season(), *evening(date(2026, 3, 25))]}),
        ("", False, {"games": [*season(9), *evening(date(2026, 3, 11))]}),  # it is known after ten sessions
        ("An early date", False, {"games": early("2025-12-06")}),
        ("An early date", True, {"games": early("2025-10-20")}),
        ("A large change", False, {"games": LOST, "players": starts(49), "key": "lexington"}),
        ("A large change", True, {"games": LOST, "players": starts(50), "key": "lexington"}),
        *(("Similar names", alike, {"games": [], "players": [PLAYERS[0], [first, 1200, 99], [other, 1200, 99]]})
          for names, alike in ((("Pierre", "Piere"), True), (("Ann", "Anna"), False),
                               (("Marie-Claire", "Marie-Louise"), False))
          for first, other in (names, names[::-1])),
        *(("A player on Aliases", is_asked, {"games": season(), "aliases": [alias]})
          for alias, is_asked in ((["bob", "Annabel"], True), (["Bob", "Bob"], False), (["Bobby", "Bob"], False))),
    ],
)  # fmt: skip
def test_at_the_limits_of_each_question(title: str, is_asked: bool, log: dict[str, Any]) -> None:
    """A date may be 60 days earlier than the rows around it. Without a title nothing at all is asked."""
    asked_about = [item.title for item in asked(**log) if title in item.title]
    assert bool(asked_about) == is_asked
