"""What is ours where a source is silent, and neither a formula nor the random logs of the oracle show it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from tests.oracle import engine
from tests.oracle.engine import replayed
from xladdin import XladdinError
from xladdin.errors import OutOfRangeError
from xladdin.functions import CLUBCHANGES, CLUBRATINGS

Rows = list[list[Any]]
STARTS = ["Player", "Start rating", "Start games"]
SCORES = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
ADJUSTED = ["Date", "Player", "Points"]
LEVEL_DAY = "2026-01-06"


def level(day: str, first: str, second: str) -> list[Any]:
    """A game that moves nobody between equals."""
    return [day, first, 400, second, 400]


def ratings(system: str, players: Rows, games: Rows, extra: Rows | None = None) -> dict[str, Any]:
    """The rating of each player at the end of a log."""
    return {row[1]: row[2] for row in CLUBRATINGS(system, players, games, extra)[1:]}


@pytest.mark.parametrize(("points", "left"), [((-50, 30), 1030), ((30, -50), 1000)])
def test_adjustments_of_one_day_take_effect_row_by_row_each_followed_by_the_floor(
    points: Sequence[int], left: int
) -> None:
    players = [STARTS, ["Ann", 1010, 60], ["Bob", 1000, 60]]
    games = [SCORES, level(LEVEL_DAY, "Bob", "Ann")]
    adjustments = [ADJUSTED, *([LEVEL_DAY, "Ann", change] for change in points)]
    assert ratings("montreal", players, games, adjustments) == {"Ann": left, "Bob": 1000}


@pytest.mark.parametrize(("start", "rating"), [(1400, (8 * 1400 + 2 * 1500) / 10), ("", 1500)])
def test_start_games_weigh_only_with_a_start_rating_and_count_towards_ten(start: Any, rating: float) -> None:
    players = [STARTS, ["New", start, 8], ["Ann", 1500, 60], ["Bob", 1500, 60]]
    games = [SCORES, level(LEVEL_DAY, "New", "Ann"), level(LEVEL_DAY, "New", "Bob")]
    _, *rows = CLUBRATINGS("lexington", players, games)
    (new,) = (row for row in rows if row[1] == "New")
    assert new[2:] == [rating, 10]
    assert new[0] != "", "established with the tenth game, and so ranked"


@pytest.mark.parametrize(
    ("day", "score", "message"),
    [
        (LEVEL_DAY, 2001, 'Score 1: "2001" – must be a whole score from -200 to 2000'),
        (LEVEL_DAY, -201, "must be a whole score from -200 to 2000"),
        ("1929-12-31", 400, "too early"),
        (LEVEL_DAY, "1,234", "must be a number"),
        ("1930-01-01", 400, ""),
        (LEVEL_DAY, 2000, ""),
        (LEVEL_DAY, -200, ""),
    ],
)
def test_slips_of_the_keyboard_are_refused(day: str, score: Any, message: str) -> None:
    games = [SCORES, [day, "Ann", score, "Bob", 300]]
    with pytest.raises(XladdinError, match=message) if message else nullcontext():
        CLUBCHANGES("montreal", [["Player"], ["Ann"], ["Bob"]], games)


def test_a_gain_is_counted_from_a_rating_that_was_typed_or_played_for() -> None:
    """A newcomer's first rating, and that of a player with start games alone, is the club's and not the player's."""
    players = [STARTS, ["Ann", 1500, 60], ["Bob", 1400, 60], ["New", "", ""], ["Old", "", 60]]
    games = [SCORES, *([LEVEL_DAY, name, 450, "Ann", 300] for name in ("Bob", "New", "Old"))]
    for key in ("mississauga", "montreal", "elo"):
        typed = {"players": players, "games": games}
        if key == "elo":
            results = ([day, winner, loser, "1-0"] for day, winner, _, loser, _ in games[1:])
            typed["games"] = [["Date", "White", "Black", "Result"], *results]
        assert [line.player for line in engine.gain_records(engine.Statistics(replayed(key, typed)), 9)] == ["Bob"], key
        earlier = [["2025-06-03", *row[1:]] for row in typed["games"][1:]]
        again = {**typed, "games": [*typed["games"], *earlier]}
        assert {line.player for line in engine.gain_records(engine.Statistics(replayed(key, again)), 9)} == {
            "Bob",
            "New",
            "Old",
        }, key


@pytest.mark.parametrize("dash", "-–—−:")
@pytest.mark.parametrize(
    ("score", "other", "won"),
    [("1", "0", 1), ("0", "1", -1), ("½", "½", 0), ("0,5", "0,5", 0), ("0.5", "0.5", 0), ("1/2", "1/2", 0)],
)
def test_a_result_may_be_written_with_any_dash_colon_or_half_sign(dash: str, score: str, other: str, won: int) -> None:
    for written in (f"{score}{dash}{other}", f"({score} {dash} {other})"):
        games = [["Date", "White", "Black", "Result"], [LEVEL_DAY, "Ann", "Bob", written]]
        assert CLUBCHANGES("elo", [["Player"], ["Ann"], ["Bob"]], games)[0][2] == 20 * won


def test_a_date_to_come_is_refused_by_the_functions_too() -> None:
    today = dt.date.today()
    players = [["Player"], ["Ann"], ["Bob"]]
    with pytest.raises(OutOfRangeError):
        CLUBRATINGS("montreal", players, [SCORES, level((today + dt.timedelta(1)).isoformat(), "Ann", "Bob")])
    assert CLUBRATINGS("montreal", players, [SCORES, level(today.isoformat(), "Ann", "Bob")])


def test_events_of_a_day_count_in_the_order_of_the_table() -> None:
    headings = ["Event", "Date", "Players", "Rounds"]
    morning, evening = ["Morning", LEVEL_DAY, 14, 3], ["Evening", LEVEL_DAY, 7, 1]
    results = [["Event", "Player", "Place"], ["Evening", "Ann", 1], ["Morning", "Ann", 9]]
    for first, second in ((morning, evening), (evening, morning)):
        replay = replayed(
            "dptr", {"players": [["Player"], ["Ann"]], "results": results, "events": [headings, first, second]}
        )
        assert [period.event for period in replay.log.periods] == [first[0], second[0]]
        assert replay.rated_columns["Rating before"][0] == 40 != replay.rated_columns["Rating before"][1]
