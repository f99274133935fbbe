"""A camp's games count in the order of the table. Every report of a day then shows the same change of that day."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest

from tests.helpers.replays import replay_of
from xladdin.replay import Replay, replay_as_of
from xladdin.reports.context import evenings
from xladdin.reports.rating_history import history
from xladdin.reports.scoreboard import session_players
from xladdin.reports.standings import standings
from xladdin.statistics import Statistics

CAMPERS = ("Ann", "Bob", "Cy", "Di")


def camp(games: list[list[Any]]) -> Replay:
    players = [["Player", "Group", "Active"], *([name, "Pawns", "Yes"] for name in CAMPERS)]
    groups = [["Group", "Initial rating"], ["Pawns", 1000]]
    return replay_of(
        "sca", {"players": players, "groups": groups, "games": [["Date", "White", "Black", "Result"], *games]}
    )


def test_a_day_that_stands_below_a_later_one_changes_what_its_games_change() -> None:
    statistics = Statistics(
        camp([
            ["2026-07-11", "Cy", "Di", "1-0"],
            ["2026-07-10", "Cy", "Ann", "1-0"],
            ["2026-07-11", "Bob", "Cy", "1-0"],
        ])
    )  # fmt: skip
    (cy,) = (line for line in standings(statistics) if line.player == "Cy")
    assert (cy.old, cy.change, cy.new) == (1016, -1, 1015)  # +16 and -17 on the 11th, +16 on the 10th
    (board,) = (line for line in session_players(statistics) if line.player == "Cy")
    assert (board.old, board.plain_sum, board.taken, board.new) == (1016, -1, -1, 1015)


def random_camp(seed: int) -> Replay:
    chance = random.Random(seed)
    games = []
    for _ in range(30):
        white, black = chance.sample(CAMPERS, 2)
        games.append([f"2026-07-{chance.randint(6, 12):02d}", white, black, chance.choice(["1-0", "0-1", "1/2-1/2"])])
    return camp(games)


@pytest.mark.parametrize("seed", range(5))
def test_every_report_of_a_day_agrees(seed: int) -> None:
    replay = random_camp(seed)
    table = history(replay, 10, 10)
    by_day = {day: dict(zip(table.players, ratings)) for (day, _), ratings in zip(table.periods, table.ratings)}
    days = sorted(by_day)
    assert days == replay.log.sessions
    assert by_day[days[-1]] == {player.name: replay.state.rating[n] for n, player in enumerate(replay.log.players)}
    before = dict.fromkeys(CAMPERS, 1000)
    for day, view in zip(days, evenings(replay), strict=True):
        chosen = Statistics(replay_as_of(replay, day))
        assert chosen.replay.last_date == view.last_date == day
        walked = session_players(Statistics(view))
        assert walked == session_players(chosen)
        if day == days[-1]:
            assert walked == session_players(Statistics(replay))
        for line in walked:
            assert (line.old, line.new) == (before[line.player], by_day[day][line.player])
            assert line.plain_sum == line.taken == by_day[day][line.player] - before[line.player]
        assert {line.player: line.new for line in standings(chosen)} == by_day[day]
        assert {line.player: line.old for line in standings(chosen)} == before
        before = by_day[day]


def test_a_season_begins_with_the_ratings_of_the_days_before_it() -> None:
    replay = camp([["2026-01-02", "Ann", "Bob", "1-0"], ["2025-12-30", "Ann", "Cy", "1-0"]])
    assert replay.season_start == [1016, 1000, 984, 1000]
    assert replay_as_of(replay, date(2025, 12, 31)).state.rating == [1016, 1000, 984, 1000]
