"""Random logs through replay and oracle give the same ratings, game counts and changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.oracle import dptr, lexington, mississauga, montreal, sca
from tests.oracle.log import Adjustment, Entry, Outcome, Row, ScoreGame
from tests.oracle.logs import camps, clubs, tours
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
from xladdin.cells.table import CellTable
from xladdin.functions import CLUBCHANGES, CLUBRATINGS
from xladdin.game_log import read_log
from xladdin.replay import Replay
from xladdin.replay import replay as replay_log
from xladdin.systems import SYSTEMS
from xladdin.systems.montreal import Montreal
from xladdin.systems.system import RatingSystem

Club = tuple[dict[str, Entry], list[ScoreGame], list[Adjustment]]


def cells(row: Row) -> list[Any]:
    """The four cells of a game. A blank is "" in a range."""
    return ["" if v is None else v for v in (row.rating_1, row.rating_2, row.change_1, row.change_2)]


def listed(ratings: Range) -> dict[str, tuple[Any, Any]]:
    """The rating and games of each player."""
    return {player: (rating, games) for _, player, rating, games in ratings[1:]}


def replayed(system: RatingSystem, **ranges: Range) -> Replay:
    """The replay itself, for results that no worksheet function shows."""
    tables = {
        name: CellTable(name, tuple(map(str, headings)), tuple([row[i] for row in rows] for i in range(len(headings))))
        for name, (headings, *rows) in ranges.items()
    }
    return replay_log(read_log(system, tables).sound())


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


@given(clubs(double=True))
def test_montreal_rated_game_by_game(club: Club) -> None:
    """The setting of the club is "session or game". Games of one date go in recorded order."""
    players, games, adjustments = club
    result = replayed(
        replace(Montreal(), rated_together="game"),
        Players=players_range(players),
        Games=games_range(games),
        Adjustments=adjustments_range(adjustments),
    )
    expected = montreal.replay(*club, by_game=True)
    columns = [result.by_row(heading) for heading in ("Rating 1", "Rating 2", "Change 1", "Change 2")]
    assert list(zip(*columns, strict=True)) == [
        (row.rating_1, row.rating_2, row.change_1, row.change_2) for row in expected.rows
    ]
    assert dict(zip(players, result.state.rating, strict=True)) == expected.ratings


@given(clubs())
def test_lexington(club: Club) -> None:
    assert_same("lexington", club, lexington.replay(*club))


@given(camps())
def test_sca(camp: tuple[dict[str, int], dict[str, sca.Camper], list[sca.LadderGame]]) -> None:
    groups, campers, games = camp
    expected = sca.replay(groups, campers, games)
    ranges = campers_range(campers), ladder_range(games), groups_range(groups)
    assert CLUBCHANGES("sca", *ranges) == [cells(row) for row in expected.rows]
    for player, (rating, _) in listed(CLUBRATINGS("sca", *ranges)).items():
        assert rating == expected.ratings[player]
    result = replayed(SYSTEMS["sca"], Players=ranges[0], Games=ranges[1], Groups=ranges[2])
    columns = result.log.system.player_columns(result.state)
    assert dict(zip(campers, columns["Permanent"], strict=True)) == expected.permanent


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
