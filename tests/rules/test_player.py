"""Contract of the report of a player: the plain count of the oracle, and words that lead to the rating."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import edited, rule_cell, sample_book
from tests.helpers.programs.command_line import run_cleanly, run_here
from tests.helpers.random_clubs import random_club
from tests.helpers.suite.length import examples
from tests.oracle import engine
from tests.oracle.engine import SCRABBLE, cell_tables, replayed_club
from tests.oracle.log import Club, clubs
from xladdin import RatingSystem
from xladdin.systems import SYSTEMS
from xladdin.systems.system import WHEN_DUE

some = settings(max_examples=examples(40))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_the_rating_after_a_game_is_that_of_history(key: str, club: Club) -> None:
    replayed = replayed_club(SYSTEMS[key], club)
    table = engine.build_history(engine.replay_log(replayed.log, 1000), 1000, 1000)
    days = [day for day, _ in table.periods]
    for report in reports(replayed):
        for game in report.games:
            assert game.rating_after == table.ratings[days.index(game.date)][table.players.index(report.name)]


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_best_and_lowest_are_the_extremes_of_the_lists(key: str, club: Club) -> None:
    """No rating counts while the list does not rank a newcomer. After a return, ratings of both times count."""
    replayed = replayed_club(SYSTEMS[key], club)
    before = dict(zip(club[0], replayed.log.system.initial_state(replayed.log.players).known_ratings()))
    lists = [
        (day, engine.replay_log(engine.truncate_log(replayed.log, day)))
        for day in dict.fromkeys(p.date for p in replayed.log.periods)
    ]
    for report in reports(replayed):
        name = report.name
        listed: list[tuple[float, date]] = []
        for day, then in lists:
            number = [player.name for player in then.log.players].index(name)
            rated = [game for game in report.games if game.date == day]
            printed = then.log.system.printed_rating(then.state, number)
            if not isinstance(printed, str) and then.state.has_rating(number) and (rated or printed != before[name]):
                listed.append((printed, day))
            if then.state.has_rating(number):
                before[name] = then.state.rating[number]
        best = max(listed, key=lambda item: item[0], default=None)
        lowest = min(listed, key=lambda item: item[0], default=None)
        assert (report.best and tuple(report.best), report.lowest and tuple(report.lowest)) == (best, lowest)


CHANGE = re.compile(r"change (-?[0-9.]+)$")


def reports(replayed: engine.Replay) -> list[engine.PlayerReport]:
    statistics = engine.Statistics(replayed)
    return [engine.PlayerReport(statistics, player) for player in range(len(replayed.log.players))]


def follow_step(system: RatingSystem, step: engine.Step) -> float:
    """Return the number to which the last words of a step lead. Each sum in them is checked."""
    *games, end = engine.explain_step(system, step)
    changes = [float(match[1]) for line in games if (match := CHANGE.search(line))]
    if equation := re.search(r"(-?[0-9.]+) ([+-][0-9.]+) = (-?[0-9.]+)$", end):
        before, change, after = map(float, equation.groups())
        slack = 0.011 if system.rating_decimals else 1e-9
        assert before + change == pytest.approx(after, abs=slack)
        assert step.before == pytest.approx(before, abs=slack)
        if plain := re.search(r"sum ([+-][0-9.]+), counted as ([+-][0-9.]+)", end):
            assert sum(changes) == pytest.approx(float(plain[1]), abs=slack)
            assert float(plain[2]) == change
        else:
            assert sum(changes) == pytest.approx(change, abs=slack)
        return after
    number = re.search(r": (-?[0-9.]+)$", end)
    assert number, end
    return float(number[1])


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 10_000))
def test_the_words_of_a_trail_sum_to_the_rating_and_its_days_hold_every_game(key: str, seed: int) -> None:
    """Each step leads from the one before to what its words say, and the last leads to the rating."""
    system = SYSTEMS[key]
    replayed = engine.replay_log(
        engine.read_log(system, cell_tables(random_club(system, seed, rows=160))).require_valid()
    )
    steps = 0
    not_rated: Counter[tuple[int, date, engine.GameKind]] = Counter()
    for player, report in enumerate(reports(replayed)):
        for earlier, step in zip(report.steps, report.steps[1:]):
            assert step.before in (earlier.after, None)
        for step in report.steps:
            assert follow_step(system, step) == pytest.approx(step.after, abs=0.006 if system.rating_decimals else 0)
            steps += 1
        if report.steps:
            assert report.steps[-1].after == replayed.state.rating[player]
        days = [day.date for day in report.days]
        assert days == sorted(days, reverse=True)
        if report.days and report.number is not None:
            assert report.days[0].rating == pytest.approx(report.number)
        not_rated.update((player, game.date, game.kind) for day in report.days for game in day.unrated)
        for line in (line for day in report.days for line in day.closing):
            for before, change, after in re.findall(r"(-?[\d.]+) ([+-][\d.]+) = (-?[\d.]+)", line):
                assert float(before) + float(change) == pytest.approx(float(after), abs=0.011), line
    assert steps >= len(replayed.log.players)
    assert not_rated == Counter(
        (player, game.date, game.kind)
        for game in replayed.log.unrated
        for player in (game.player1, game.player2)
        if player is not None
    )


WON = "Charles (1407), 390–352: underdog by 463 wins: 14; no spread bonus more than 400 apart; change 14"


def test_the_command_shows_it(tmp_path: Path) -> None:
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Players", "A10", "Una"))
    before = path.read_bytes()
    result = run_cleanly("player", path, "lester")
    assert result.startswith("Lester: 1000, rank 5")
    assert "This season won 2, lost 0 (2 games played); all time won 2, lost 0 (2 games played)." in result
    assert WON in result
    assert path.read_bytes() == before
    played_nothing = run_here("player", path, "Una")
    assert (played_nothing.status, played_nothing.out) == (0, "Una: 1000, unranked\n")
    unknown = run_here("player", path, "Lestor")
    assert (unknown.status, 'Did you mean "Lester"?' in unknown.err) == (2, True)


def test_an_adjustment_that_is_due_counts_for_the_command_and_for_a_pairing(tmp_path: Path) -> None:
    """Kim and Robin have met. Of the two pairings that are left, Pierre's 700 points decide."""
    path = sample_book("mississauga", tmp_path)
    edited(path, ("Adjustments", "A4", date(2024, 9, 20)), ("Adjustments", "B4", "Pierre"), ("Adjustments", "C4", 700),
           ("Rules", rule_cell(path, "rule_adjustments_take_effect"), WHEN_DUE))  # fmt: skip
    result = run_here("player", path, "Pierre").out
    assert result.startswith("Pierre: 1942, rank 2")
    assert result.endswith("2024-09-20\n  adjustment +700: 1942\n")
    options = [option for name in ("Pierre", "Charles", "Kim", "Robin") for option in ("--here", name)]
    result = run_here("pair", path, *options).out
    assert [line.split()[3:6:2] for line in result.splitlines() if line.startswith("│")] == [
        ["Kim", "Pierre"], ["Robin", "Charles"],
    ]  # fmt: skip
