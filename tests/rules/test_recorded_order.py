"""A camp's games count in the order of the table. Every report of a day then shows the same change of that day."""

from __future__ import annotations

import random
from datetime import date
from typing import Any

import pytest

from tests.helpers.replays import replay_of
from xladdin.replay import Replay, replay_as_of
from xladdin.reports.evenings import evenings
from xladdin.reports.history import history
from xladdin.reports.scoreboard import session_players
from xladdin.reports.standings import standings
from xladdin.statistics import Statistics

GROUPS = [["Group", "Initial rating"], ["Pawns", 1000]]
CAMPERS = ("Ann", "Bob", "Cy", "Di")
HEADINGS = ["Date", "White", "Black", "Result"]
RESULTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def camp(games: list[list[Any]]) -> Replay:
    players = [["Player", "Group", "Active"], *([name, "Pawns", "Yes"] for name in CAMPERS)]
    return replay_of("sca", {"players": players, "groups": GROUPS, "games": [HEADINGS, *games]})


def out_of_order() -> Replay:
    return camp([
        ["2026-07-07", "Ann", "Bob", "1-0"],
        ["2026-07-11", "Cy", "Di", "1-0"],
        ["2026-07-08", "Ann", "Bob", "1-0"],
        ["2026-07-11", "Cy", "Ann", "1-0"],
    ])  # fmt: skip


def interleaved() -> Replay:
    """Cy's game of the 10th stands below one of the 11th."""
    return camp([
        ["2026-07-11", "Cy", "Di", "1-0"],
        ["2026-07-10", "Cy", "Ann", "1-0"],
        ["2026-07-11", "Bob", "Cy", "1-0"],
    ])  # fmt: skip


def test_the_list_shows_the_change_of_the_last_day() -> None:
    lines = {line.player: (line.old, line.change, line.new) for line in standings(Statistics(out_of_order()))}
    assert lines == {
        "Ann": (1031, -16, 1015),
        "Bob": (969, None, 969),
        "Cy": (1000, 32, 1032),
        "Di": (1000, -16, 984),
    }


def test_the_history_has_a_row_for_each_day() -> None:
    table = history(out_of_order(), 10, 10)
    assert table.players == ["Cy", "Ann", "Di", "Bob"]
    assert [(day.isoformat(), list(ratings)) for (day, _), ratings in zip(table.periods, table.ratings)] == [
        ("2026-07-11", [1032, 1015, 984, 969]),
        ("2026-07-08", [1000, 1031, 1000, 969]),
        ("2026-07-07", [1000, 1016, 1000, 984]),
    ]


def test_a_day_that_stands_below_a_later_one_changes_what_its_games_change() -> None:
    replay = interleaved()
    lines = {line.player: (line.old, line.change, line.new) for line in standings(Statistics(replay))}
    assert lines["Cy"] == (1016, -1, 1015)  # +16 and -17 on the 11th, +16 on the 10th
    (board,) = (line for line in session_players(Statistics(replay)) if line.player == "Cy")
    assert (board.old, board.plain_sum, board.taken, board.new) == (1016, -1, -1, 1015)


def random_camp(seed: int) -> Replay:
    chance = random.Random(seed)
    games = []
    for _ in range(30):
        white, black = chance.sample(CAMPERS, 2)
        games.append([f"2026-07-{chance.randint(6, 12):02d}", white, black, chance.choice(list(RESULTS))])
    return camp(games)


@pytest.mark.parametrize("seed", range(5))
def test_every_report_of_a_day_agrees(seed: int) -> None:
    replay = random_camp(seed)
    statistics = Statistics(replay)
    table = history(replay, 10, 10)
    by_day = {day: dict(zip(table.players, ratings)) for (day, _), ratings in zip(table.periods, table.ratings)}
    days = sorted(by_day)
    assert days == replay.log.sessions
    state = replay.state
    assert by_day[days[-1]] == {player.name: state.rating[n] for n, player in enumerate(replay.log.players)}
    before = dict.fromkeys(CAMPERS, 1000)
    for day, view in zip(days, evenings(replay), strict=True):
        chosen = Statistics(replay_as_of(replay, day))
        assert chosen.replay.last_date == view.last_date == day
        walked = session_players(Statistics(view))
        assert walked == session_players(chosen)
        if day == days[-1]:
            assert walked == session_players(statistics)
        for line in walked:
            assert (line.old, line.new) == (before[line.player], by_day[day][line.player])
            assert line.plain_sum == line.taken == by_day[day][line.player] - before[line.player]
        listed = standings(chosen)
        assert {line.player: line.new for line in listed} == by_day[day]
        assert {line.player: line.old for line in listed} == before
        before = by_day[day]


def test_a_season_begins_with_the_ratings_of_the_days_before_it() -> None:
    replay = camp([["2026-01-02", "Ann", "Bob", "1-0"], ["2025-12-30", "Ann", "Cy", "1-0"]])
    assert replay.season_start == [1016, 1000, 984, 1000]
    assert replay_as_of(replay, date(2025, 12, 31)).state.rating == [1016, 1000, 984, 1000]
