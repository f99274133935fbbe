"""The report of a player. The words of the trail lead from nothing to the rating on the list."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import edited, rule_cell, sample_book
from tests.helpers.programs.command_line import run_here
from tests.helpers.random_clubs import cell_tables, random_club
from tests.helpers.replays import sample
from tests.helpers.suite.length import examples
from tests.oracle.engine import replayed
from tests.oracle.log import Tables
from xladdin.game_log import read_log
from xladdin.model import GameKind
from xladdin.replay import Replay, replay
from xladdin.reports.own_games import Step, not_rated, step_words
from xladdin.reports.player import PlayerReport
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.systems.system import WHEN_DUE, RatingSystem

CHANGE = re.compile(r"change (-?[0-9.]+)$")


def reports(found: Replay) -> list[PlayerReport]:
    statistics = Statistics(found)
    return [PlayerReport(statistics, player) for player in range(len(found.log.players))]


def follow_step(system: RatingSystem, step: Step) -> float:
    """Return the number to which the last words of a step lead. Each sum in them is checked."""
    *games, end = step_words(system, step)
    changes = [float(match[1]) for words in games if (match := CHANGE.search(words))]
    if equation := re.search(r"(-?[0-9.]+) ([+-][0-9.]+) = (-?[0-9.]+)$", end):
        before, change, after = map(float, equation.groups())
        slack = 0.011 if system.rating_decimals else 1e-9
        assert before + change == pytest.approx(after, abs=slack)
        assert step.before == pytest.approx(before, abs=slack)
        if plain := re.search(r"sum ([+-][0-9.]+), of which the list takes ([+-][0-9.]+)", end):
            assert sum(changes) == pytest.approx(float(plain[1]), abs=slack)
            assert float(plain[2]) == change
        else:
            assert sum(changes) == pytest.approx(change, abs=slack)
        return after
    number = re.search(r": (-?[0-9.]+)$", end)
    assert number, end
    return float(number[1])


def count_steps(found: Replay) -> int:
    """Count the steps of all trails.

    Each step leads from the one before to what its words say, and the last leads to the rating.
    """
    system = found.log.system
    steps = 0
    for player, report in enumerate(reports(found)):
        for earlier, step in zip(report.steps, report.steps[1:]):
            assert step.before in (earlier.after, None)
        for step in report.steps:
            assert follow_step(system, step) == pytest.approx(step.after, abs=0.006 if system.rating_decimals else 0)
            steps += 1
        if report.steps:
            assert report.steps[-1].after == found.state.rating[player]
    return steps


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 10_000))
def test_the_words_of_a_trail_sum_to_the_rating(key: str, seed: int) -> None:
    found = replay(read_log(SYSTEMS[key], cell_tables(random_club(SYSTEMS[key], seed, rows=160))).sound())
    assert count_steps(found) >= len(found.log.players)


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington"])
def test_an_adjustment_after_the_last_game_ends_the_trail(key: str) -> None:
    system = replace(SYSTEMS[key], adjustments_take_effect=WHEN_DUE)
    tables: Tables = {
        "Players": [
            ["Player", "Start rating", "Start games"],
            ["Ann", 1500, 60],
            ["Bob", 1600, 60],
            ["Cyd", None, None],
        ],
        "Games": [["Date", "Player 1", "Score 1", "Player 2", "Score 2"], ["2026-01-06", "Ann", 400, "Bob", 300]],
        "Adjustments": [["Date", "Player", "Points"], ["2026-01-20", "Ann", 30], ["2026-01-20", "Cyd", 30]],
    }
    found = replayed(system, tables, date(2026, 1, 21))
    assert count_steps(found) >= 3
    ann, bob, _ = (report.steps for report in reports(found))
    assert ([step.date.day for step in ann], [step.date.day for step in bob]) == ([6, 20], [6])
    assert ann[-1].closing == [f"adjustment +30: {ann[0].after + 30:g}"]


WON = "Charles (1407), 390–352: underdog by 463 wins: 14; no spread bonus more than 400 apart; change 14"


def test_the_sample_in_words() -> None:
    """Mississauga's page, "Newcomer Multiplier": rated 944, with 33 games, +28 in the session becomes +56."""
    found = sample("mississauga")
    names = [player.name for player in found.log.players]
    (step,) = PlayerReport(Statistics(found), names.index("Lester")).steps
    words = step_words(found.log.system, step)
    assert WON in words
    assert words[-1] == "sum +28, of which the list takes +56: 944 +56 = 1000"


def test_the_command_shows_it(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Players", "A10", "Una"))
    before = path.read_bytes()
    result = run_here("player", path, "lester")
    assert result.status == 0, result.err
    assert result.out.startswith("Lester: 1000, rank 5")
    assert "This season won 2, lost 0 (2 games played); in all won 2, lost 0 (2 games played)." in result.out
    assert WON in result.out
    assert path.read_bytes() == before
    played_nothing = run_here("player", path, "Una")
    assert (played_nothing.status, played_nothing.out) == (0, "Una: 1000, unranked\n")
    unknown = run_here("player", path, "Lestor")
    assert (unknown.status, 'did you mean "Lester"?' in unknown.err) == (2, True)


def test_an_adjustment_that_is_due_counts_for_the_command_and_for_a_pairing(tmp_path: Path) -> None:
    """Kim and Robin have met. Of the two pairings that are left, Pierre's 700 points decide."""
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Adjustments", "A4", date(2024, 9, 20)), ("Adjustments", "B4", "Pierre"), ("Adjustments", "C4", 700),
           ("Rules", rule_cell(path, "rule_adjustments_take_effect"), WHEN_DUE))  # fmt: skip
    result = run_here("player", path, "Pierre").out
    assert result.startswith("Pierre: 1942, rank 2")
    assert result.endswith("2024-09-20\n  adjustment +700: 1942\n")
    here = [option for name in ("Pierre", "Charles", "Kim", "Robin") for option in ("--here", name)]
    result = run_here("pair", path, *here).out
    assert [line.split()[3:6:2] for line in result.splitlines() if line.startswith("│")] == [
        ["Kim", "Pierre"], ["Robin", "Charles"],
    ]  # fmt: skip


def test_what_was_not_rated_is_told_from_the_players_own_side() -> None:
    day = date(2024, 1, 2)
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"],
        [day, "Ann", 1, "Bob", 0, "Forfeit"],
        [day, "Bob", 300, "Ann", 400, "Unrated"],
        [day, "Ann", "", "Bye", "", ""],
    ]
    players = [["Player"], ["Ann"], ["Bob"]]
    statistics = Statistics(replayed(SYSTEMS["mississauga"], {"Players": players, "Games": games}))
    assert [list(not_rated(statistics, player)) for player in (0, 1)] == [
        [
            (day, GameKind.FORFEIT, "Bob", 1, 0),
            (day, GameKind.UNRATED, "Bob", 400, 300),
            (day, GameKind.BYE, None, None, None),
        ],
        [(day, GameKind.FORFEIT, "Ann", 0, 1), (day, GameKind.UNRATED, "Ann", 300, 400)],
    ]
