"""Random logs through the replay and through the oracle: the same ratings, game counts and changes."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.oracle import dptr, lexington, mississauga, montreal, sca
from tests.oracle.log import Adjustment, Entry, Outcome, Row, ScoreGame
from tests.oracle.logs import FIRST_DATE, camps, clubs, tours
from tests.oracle.ranges import (
    Range,
    adjustments_range,
    campers_range,
    events_range,
    games_range,
    groups_range,
    ladder_range,
    players_range,
    results_range,
)
from xladdin.functions import CLUBCHANGES, CLUBRATINGS

Club = tuple[dict[str, Entry], list[ScoreGame], list[Adjustment]]


def cells(row: Row) -> list[object]:
    """The four cells of a game; a blank is "" in a range."""
    return ["" if v is None else v for v in (row.rating_1, row.rating_2, row.change_1, row.change_2)]


def listed(ratings: Range) -> dict[object, tuple[object, object]]:
    """Rating and games by player."""
    return {player: (rating, games) for _, player, rating, games in ratings[1:]}


def assert_same(system: str, club: Club, expected: Outcome) -> None:
    players, games, adjustments = club
    ranges = players_range(players), games_range(games), adjustments_range(adjustments)
    assert CLUBCHANGES(system, *ranges) == [cells(row) for row in expected.rows]
    for player, (rating, count) in listed(CLUBRATINGS(system, *ranges)).items():
        assert count == expected.games[player]
        if expected.ratings[player] is not None:
            assert rating == expected.ratings[player]
        assert type(rating) is int


@given(clubs())
def test_mississauga(club: Club) -> None:
    assert_same("mississauga", club, mississauga.replay(*club))


@given(clubs(double=True))
def test_montreal(club: Club) -> None:
    assert_same("montreal", club, montreal.replay(*club))


@given(clubs())
def test_lexington(club: Club) -> None:
    assert_same("lexington", club, lexington.replay(*club))


@given(camps())
def test_sca(camp: tuple[dict[str, int], dict[str, sca.Camper], list[sca.LadderGame]]) -> None:
    groups, campers, games = camp
    expected = sca.replay(groups, campers, games)
    ranges = campers_range(campers), ladder_range(games, FIRST_DATE), groups_range(groups)
    assert CLUBCHANGES("sca", *ranges) == [cells(row) for row in expected.rows]
    for player, (rating, _) in listed(CLUBRATINGS("sca", *ranges)).items():
        assert rating == expected.ratings[player]


@given(tours())
def test_dip_pouch(tour: tuple[dict[str, int | None], list[dptr.Tournament], list[dptr.Finish]]) -> None:
    start, events, results = tour
    ratings, rows = dptr.replay(start, events, results)
    players: Range = [["Player", "Start rating"], *([name, rating] for name, rating in start.items())]
    ranges = players, results_range(results), events_range(events)
    changes = CLUBCHANGES("dptr", *ranges)
    assert len(changes) == len(rows)
    for change, row in zip(changes, rows, strict=True):
        expected = [float(v) for v in (row.percentile, row.value, row.before, row.change)]
        assert change == pytest.approx(expected)
    for player, (rating, count) in listed(CLUBRATINGS("dptr", *ranges)).items():
        assert rating == pytest.approx(float(ratings[player]))
        assert count == sum(result.player == player for result in results)
