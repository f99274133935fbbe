"""What is ours where a source is silent: one small log for each decision that no single formula shows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

import pytest

from tests.helpers.replays import replay_of
from xladdin.cells import rounded
from xladdin.errors import OutOfRangeError, XladdinError
from xladdin.functions import (
    CLUBCHANGES,
    CLUBRATINGS,
    LEXCHANGE,
    LEXPERFORMANCE,
    MISSCHANGE,
    MTLCHANGE,
)
from xladdin.reports.records import gain_records
from xladdin.statistics import Statistics

Rows = list[list[Any]]
STARTS = ["Player", "Start rating", "Start games"]
SCORES = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
ADJUSTED = ["Date", "Player", "Points"]
LEVEL_DAY, NEXT_DAY = "2026-01-06", "2026-01-13"


def level(day: str, first: str, second: str) -> list[Any]:
    """A game that moves nobody between equals."""
    return [day, first, 400, second, 400]


def ratings(system: str, players: Rows, games: Rows, extra: Rows | None = None) -> dict[str, Any]:
    """The rating of each player at the end of a log."""
    return {row[1]: row[2] for row in CLUBRATINGS(system, players, games, extra)[1:]}


def performed(*games: Sequence[int]) -> float:
    """The performance over games given as (opponent's rating, score, opponent's score)."""
    columns = [[[cell] for cell in column] for column in zip(*games)]
    return LEXPERFORMANCE(*columns)


def test_boost_reaches_who_came_rated_or_has_played_and_no_later_newcomer() -> None:
    players = [STARTS, ["Ann", 1200, 60], ["Bob", "", ""], ["Cem", "", ""]]
    games = [SCORES, level(LEVEL_DAY, "Cem", "Cid"), level(NEXT_DAY, "Ann", "Cem"), level(NEXT_DAY, "Bob", "Cid")]
    players.append(["Cid", "", ""])
    boost = [ADJUSTED, [NEXT_DAY, "", 50]]
    assert [row[:2] for row in CLUBCHANGES("mississauga", players, games, boost)] == [
        [1000, 1000],
        [1250, 1050],
        [1000, 1050],
    ]


@pytest.mark.parametrize(("points", "left"), [((-50, 30), 1030), ((30, -50), 1000)])
def test_adjustments_of_one_day_take_effect_row_by_row_each_followed_by_the_floor(
    points: Sequence[int], left: int
) -> None:
    players = [STARTS, ["Ann", 1010, 60], ["Bob", 1000, 60]]
    games = [SCORES, level(LEVEL_DAY, "Bob", "Ann")]
    adjustments = [ADJUSTED, *([LEVEL_DAY, "Ann", change] for change in points)]
    assert ratings("montreal", players, games, adjustments) == {"Ann": left, "Bob": 1000}


def test_adjustment_after_the_last_session_waits_for_the_next() -> None:
    players = [STARTS, ["Ann", 1200, 60], ["Bob", 1200, 60]]
    games = [SCORES, level(LEVEL_DAY, "Ann", "Bob")]
    adjustments = [ADJUSTED, [NEXT_DAY, "Ann", 50]]
    assert ratings("mississauga", players, games, adjustments)["Ann"] == 1200
    games.append(level(NEXT_DAY, "Bob", "Bob 2"))
    players.append(["Bob 2", 1200, 60])
    assert ratings("mississauga", players, games, adjustments)["Ann"] == 1250


def test_adjustment_that_names_a_newcomer_has_no_effect_in_lexington() -> None:
    players = [STARTS, ["Ann", 1500, 60], ["New", "", ""]]
    games = [SCORES, level(LEVEL_DAY, "Ann", "New"), level(NEXT_DAY, "Ann", "New")]
    adjustments = [ADJUSTED, [NEXT_DAY, "New", 200]]
    assert CLUBCHANGES("lexington", players, games, adjustments) == CLUBCHANGES("lexington", players, games)
    assert ratings("lexington", players, games, adjustments) == ratings("lexington", players, games)


def test_newcomer_is_assigned_the_first_performance_plus_35_and_kept_at_it() -> None:
    players = [STARTS, ["Ann", 1500, 60], ["New", "", ""]]
    games = [SCORES, level(LEVEL_DAY, "Ann", "New"), [NEXT_DAY, "New", 300, "Ann", 500]]
    assert [row[0] for row in CLUBCHANGES("lexington", players, games)[1:]] == [1500 + 35]
    first = ratings("lexington", players, games[:2])
    assert first["New"] == 1500
    after = ratings("lexington", players, games)
    # Ann's level game against 1535 is worth a point or more to her. The newcomer performs against her rating then.
    assert after["New"] == rounded(performed((1500, 400, 400), (first["Ann"], 300, 500)))


def test_new_opponent_counts_at_the_rating_assigned_in_that_session() -> None:
    players = [STARTS, ["Ann", 1500, 60], ["One", "", ""], ["Two", "", ""]]
    games = [
        SCORES,
        [LEVEL_DAY, "One", 450, "Ann", 350],
        level(LEVEL_DAY, "Two", "Ann"),
        level(LEVEL_DAY, "One", "Two"),
    ]
    assigned = {"One": rounded(performed((1500, 450, 350)) + 35), "Two": 1500 + 35}
    found = ratings("lexington", players, games)
    assert found["One"] == rounded(performed((1500, 450, 350), (assigned["Two"], 400, 400)))
    assert found["Two"] == rounded(performed((1500, 400, 400), (assigned["One"], 400, 400)))


def test_newcomers_among_themselves_count_one_another_at_1300() -> None:
    players = [["Player"], ["One"], ["Two"], ["Absent"]]
    games = [SCORES, level(LEVEL_DAY, "One", "Two")]
    assert CLUBCHANGES("lexington", players, games) == [[1335, 1335, "", ""]]
    assert ratings("lexington", players, games)["Absent"] == 1300


@pytest.mark.parametrize(("start", "found"), [(1400, (8 * 1400 + 2 * 1500) / 10), ("", 1500)])
def test_start_games_weigh_only_with_a_start_rating_and_count_towards_ten(start: Any, found: float) -> None:
    players = [STARTS, ["New", start, 8], ["Ann", 1500, 60], ["Bob", 1500, 60]]
    games = [SCORES, level(LEVEL_DAY, "New", "Ann"), level(LEVEL_DAY, "New", "Bob")]
    _, *rows = CLUBRATINGS("lexington", players, games)
    (new,) = (row for row in rows if row[1] == "New")
    assert new[2:] == [rounded(found), 10]
    assert new[0] != "", "established with the tenth game, and so ranked"


@pytest.mark.parametrize(("back", "games"), [("2025-11-30", 61), ("2025-12-01", 1)])
def test_lexington_remembers_99_weeks_to_the_day(back: str, games: int) -> None:
    players = [STARTS, ["Ann", 1700, 59], ["Bob", 1500, 60], ["Cem", 1500, 60]]
    log = [SCORES, level("2024-01-07", "Ann", "Bob"), level(back, "Ann", "Cem")]
    assert next(row[3] for row in CLUBRATINGS("lexington", players, log) if row[1] == "Ann") == games


def test_double_games_are_halved_one_by_one() -> None:
    """Two losses of 5 become -3 and -3, because each -2.5 rounds away from zero."""
    players = [STARTS, ["Spot", 1710, 60], ["Ann", 1200, 60], ["Bob", 1200, 60]]
    games = [[*SCORES, "Double"], *([*level(LEVEL_DAY, "Spot", other), "Spot"] for other in ("Ann", "Bob"))]
    assert [row[2:] for row in CLUBCHANGES("montreal", players, games)] == [[-3, 5], [-3, 5]]


def test_starting_ratings_are_lifted_to_the_montreal_floor() -> None:
    players = [STARTS, ["Ann", 900, 60], ["Bob", "", ""]]
    assert ratings("montreal", players, [SCORES]) == {"Ann": 1000, "Bob": 1000}


def test_camp_games_count_in_the_order_of_the_table_whatever_their_dates() -> None:
    groups = [["Group", "Initial rating"], ["Pawns", 1000]]
    players = [["Player", "Group", "Active"], ["Ada", "Pawns", "Yes"], ["Bo", "Pawns", "Yes"]]
    games = [["Date", "White", "Black", "Result"], [NEXT_DAY, "Ada", "Bo", "1-0"], [LEVEL_DAY, "Ada", "Bo", "1-0"]]
    assert [row[:2] for row in CLUBCHANGES("sca", players, games, groups)] == [[1000, 1000], [1016, 984]]


def test_inactive_camper_in_a_game_is_an_error() -> None:
    groups = [["Group", "Initial rating"], ["Pawns", 1000]]
    players = [["Player", "Group", "Active"], ["Ada", "Pawns", "Yes"], ["Bo", "Pawns", "No"]]
    games = [["Date", "White", "Black", "Result"], [LEVEL_DAY, "Ada", "Bo", "1-0"]]
    with pytest.raises(XladdinError, match="Active is No on Players: set it to Left"):
        CLUBCHANGES("sca", players, games, groups)


@pytest.mark.parametrize(("places", "refused"), [((4, 5), False), ((4, 4), False), ((5, 5), True), ((1, 5), False)])
def test_those_who_tie_for_a_place_need_that_many_places(places: Sequence[int], refused: bool) -> None:
    events = [["Event", "Date", "Players", "Rounds"], ["Con", LEVEL_DAY, 5, 3]]
    results = [["Event", "Player", "Place"], *(["Con", name, place] for name, place in zip("AB", places))]
    if refused:
        with pytest.raises(XladdinError, match="2 share this place, which leaves too few of 5 places"):
            CLUBCHANGES("dptr", [["Player"], ["A"], ["B"]], results, events)
    else:
        percentiles = [row[0] for row in CLUBCHANGES("dptr", [["Player"], ["A"], ["B"]], results, events)]
        assert percentiles == [(5.5 - place) * 20 for place in places]


@pytest.mark.parametrize(
    ("day", "score", "message"),
    [
        (LEVEL_DAY, 2001, 'Score 1 "2001": must be a whole score from -200 to 2000'),
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
        assert [line.player for line in gain_records(Statistics(replay_of(key, typed)), 9)] == ["Bob"], key
        earlier = [["2025-06-03", *row[1:]] for row in typed["games"][1:]]
        again = {**typed, "games": [*typed["games"], *earlier]}
        assert {line.player for line in gain_records(Statistics(replay_of(key, again)), 9)} == {"Bob", "New", "Old"}, (
            key
        )


def test_best_and_lowest_are_ratings_of_a_list() -> None:
    """The rating that a player comes with is on no list of this log, and has no date in it."""
    players = [STARTS, ["Ann", 1619, 60], ["Bob", 1400, 60]]
    games = [SCORES, [LEVEL_DAY, "Bob", 400, "Ann", 380], [NEXT_DAY, "Bob", 400, "Ann", 380]]
    statistics = Statistics(replay_of("montreal", {"players": players, "games": games}))
    listed = [statistics.extremes.best[0], statistics.extremes.lowest[0]]
    assert [(one and one.rating, one and one.date.isoformat()) for one in listed] == [
        (1609, LEVEL_DAY),
        (1599, NEXT_DAY),
    ]


def refused(function: Callable[..., object], *arguments: object) -> type[XladdinError]:
    with pytest.raises(XladdinError) as error:
        function(*arguments)
    return error.type


def test_functions_take_the_scores_that_a_log_takes() -> None:
    assert MISSCHANGE(1000, 1000, -50, 400) == MISSCHANGE(1000, 1000, 0, 450)
    for score in (-201, 2001):
        for function, others in ((MISSCHANGE, ()), (MTLCHANGE, ()), (LEXCHANGE, (60,))):
            assert refused(function, 1000, 1000, score, 400, *others) is OutOfRangeError
        assert refused(LEXPERFORMANCE, [[1500]], [[score]], [[400]]) is OutOfRangeError
        games = [SCORES, [LEVEL_DAY, "Ann", score, "Bob", 400]]
        assert refused(CLUBRATINGS, "montreal", [["Player"], ["Ann"], ["Bob"]], games) is OutOfRangeError


@pytest.mark.parametrize("dash", "-‐‑‒–—―−:")
@pytest.mark.parametrize(
    ("own", "other", "won"),
    [("1", "0", 1), ("0", "1", -1), ("½", "½", 0), ("0,5", "0,5", 0), ("0.5", "0.5", 0), ("1/2", "1/2", 0)],
)
def test_a_result_may_be_written_with_any_dash_colon_or_half_sign(dash: str, own: str, other: str, won: int) -> None:
    for written in (f"{own}{dash}{other}", f"({own} {dash} {other})"):
        games = [["Date", "White", "Black", "Result"], [LEVEL_DAY, "Ann", "Bob", written]]
        assert CLUBCHANGES("elo", [["Player"], ["Ann"], ["Bob"]], games)[0][2] == 20 * won


def test_a_date_to_come_is_refused_by_the_functions_too() -> None:
    tomorrow = dt.date.today() + dt.timedelta(1)
    players = [["Player"], ["Ann"], ["Bob"]]
    assert (
        refused(CLUBRATINGS, "montreal", players, [SCORES, level(tomorrow.isoformat(), "Ann", "Bob")])
        is OutOfRangeError
    )
    assert CLUBRATINGS("montreal", players, [SCORES, level(dt.date.today().isoformat(), "Ann", "Bob")])


def test_events_of_a_day_count_in_the_order_of_the_table() -> None:
    headings = ["Event", "Date", "Players", "Rounds"]
    morning, evening = ["Morning", LEVEL_DAY, 14, 3], ["Evening", LEVEL_DAY, 7, 1]
    results = [["Event", "Player", "Place"], ["Evening", "Ann", 1], ["Morning", "Ann", 9]]
    for first, second in ((morning, evening), (evening, morning)):
        replay = replay_of(
            "dptr", {"players": [["Player"], ["Ann"]], "results": results, "events": [headings, first, second]}
        )
        assert [period.event for period in replay.log.periods] == [first[0], second[0]]
        assert replay.rated["Rating before"][0] == 40 != replay.rated["Rating before"][1]
