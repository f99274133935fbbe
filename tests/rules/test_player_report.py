"""The report of a player. The words of the trail lead from nothing to the rating on the list."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from operator import eq
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.helpers.clubs import edited, rule_cell, sample_book
from tests.helpers.programs.command_line import run_here
from tests.helpers.random_clubs import cell_tables, random_club
from tests.helpers.replays import replay_of, sample
from tests.helpers.suite.length import examples
from xladdin.cells.table import CellTable
from xladdin.game_log import read_log
from xladdin.model import GameKind
from xladdin.replay import Replay, replay
from xladdin.reports.own_games.played import not_rated
from xladdin.reports.own_games.steps import Step, step_words
from xladdin.reports.player import PlayerReport
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS, system_named
from xladdin.systems.shared.games import WHEN_DUE
from xladdin.systems.system import RatingSystem

CHANGE = re.compile(r"change (-?[0-9.]+)$")


@pytest.fixture(scope="module")
def clubs() -> Mapping[str, Replay]:
    systems = {key: system_named(key) for key in SYSTEMS}
    logs = {key: read_log(system, cell_tables(random_club(system, 11))) for key, system in systems.items()}
    return {key: replay(log.sound()) for key, log in logs.items()}


def reports(found: Replay) -> list[PlayerReport]:
    statistics = Statistics(found)
    return [PlayerReport(statistics, player) for player in range(len(found.log.players))]


def told(system: RatingSystem, step: Step) -> float:
    """The number to which the last words of a step lead. We check each sum in them."""
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


def walked(found: Replay) -> int:
    """How many steps the trails have.

    Each step leads from the one before to what its words say, and the last leads to the rating.
    """
    system = found.log.system
    steps = 0
    for player, report in enumerate(reports(found)):
        for earlier, step in zip(report.steps, report.steps[1:]):
            assert step.before in (earlier.after, None)
        for step in report.steps:
            assert told(system, step) == pytest.approx(step.after, abs=0.006 if system.rating_decimals else 0)
            steps += 1
        if report.steps:
            assert report.steps[-1].after == found.state.rating[player]
    return steps


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_words_of_a_trail_sum_to_the_rating(key: str, clubs: Mapping[str, Replay]) -> None:
    assert walked(clubs[key]) >= 3 * len(clubs[key].log.players)


@pytest.mark.parametrize("key", SYSTEMS)
@settings(max_examples=examples(8))
@given(seed=st.integers(0, 10_000))
def test_they_do_in_any_club(key: str, seed: int) -> None:
    system = system_named(key)
    assert walked(replay(read_log(system, cell_tables(random_club(system, seed, rows=160))).sound()))


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington"])
def test_an_adjustment_after_the_last_game_ends_the_trail(key: str) -> None:
    system = replace(SYSTEMS[key], adjustments_take_effect=WHEN_DUE)
    rows: dict[str, list[tuple[object, ...]]] = {
        "Players": [
            ("Player", "Start rating", "Start games"),
            ("Ann", 1500, 60),
            ("Bob", 1600, 60),
            ("Cyd", None, None),
        ],
        "Games": [("Date", "Player 1", "Score 1", "Player 2", "Score 2"), ("2026-01-06", "Ann", 400, "Bob", 300)],
        "Adjustments": [("Date", "Player", "Points"), ("2026-01-20", "Ann", 30), ("2026-01-20", "Cyd", 30)],
    }
    tables = {
        name: CellTable(name, tuple(map(str, headings)), tuple(map(list, zip(*cells))))
        for name, (headings, *cells) in rows.items()
    }
    found = replay(read_log(system, tables).sound(), today=date(2026, 1, 21))
    assert walked(found) >= 3
    ann, bob, _ = (report.steps for report in reports(found))
    assert ([step.date.day for step in ann], [step.date.day for step in bob]) == ([6, 20], [6])
    assert ann[-1].closing == [f"adjustment +30: {ann[0].after + 30:g}"]


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca"])
def test_head_to_head_is_the_same_from_both_sides(key: str, clubs: Mapping[str, Replay]) -> None:
    found = clubs[key]
    lines = {report.name: {line.opponent: line for line in report.opponents} for report in reports(found)}
    met = 0
    for name, opponents in lines.items():
        for opponent, line in opponents.items():
            other = lines[opponent][name]
            assert line.spread == -other.spread
            if key != "lexington":  # where a tie is a win of both
                assert (line.wins, line.losses, line.ties) == (other.losses, other.wins, other.ties)
            met += line.losses + other.losses + (line.ties + other.ties) / 2
    forfeits = sum(game.kind is GameKind.FORFEIT for game in found.log.unrated)
    ties = sum(map(eq, found.log.games.score1, found.log.games.score2)) if key == "lexington" else 0
    assert met == 2 * (len(found.log.games.date) + forfeits - ties)


@pytest.mark.parametrize("key", ["mississauga", "montreal", "lexington", "sca"])
def test_best_and_lowest_bound_every_rating_after_a_session(key: str, clubs: Mapping[str, Replay]) -> None:
    for report in reports(clubs[key]):
        ratings = [game.running for game in report.games if game.change is not None]
        if ratings:
            assert report.best and report.best.rating >= max(ratings)
            assert report.lowest and report.lowest.rating <= min(ratings)


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
    said = run_here("player", path, "lester")
    assert said.status == 0, said.err
    assert said.out.startswith("Lester: 1000, rank 5")
    assert "This season won 2, lost 0 (2 games played); in all won 2, lost 0 (2 games played)." in said.out
    assert WON in said.out
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
    said = run_here("player", path, "Pierre").out
    assert said.startswith("Pierre: 1942, rank 2")
    assert said.endswith("2024-09-20\n  adjustment +700: 1942\n")
    here = [option for name in ("Pierre", "Charles", "Kim", "Robin") for option in ("--here", name)]
    said = run_here("pair", path, *here).out
    assert [line.split()[3:6:2] for line in said.splitlines() if line.startswith("│")] == [
        ["Kim", "Pierre"], ["Robin", "Charles"],
    ]  # fmt: skip


def test_what_was_not_rated_is_told_from_the_players_own_side() -> None:
    day = date(2024, 1, 2)
    games = [
        ["Date", "Player 1", "Score 1", "Player 2", "Score 2", "Kind"],
        [day.isoformat(), "Ann", 1, "Bob", 0, "Forfeit"],
        [day.isoformat(), "Bob", 300, "Ann", 400, "Unrated"],
        [day.isoformat(), "Ann", "", "Bye", "", ""],
    ]
    statistics = Statistics(replay_of("mississauga", {"players": [["Player"], ["Ann"], ["Bob"]], "games": games}))
    assert [list(not_rated(statistics, player)) for player in (0, 1)] == [
        [
            (day, GameKind.FORFEIT, "Bob", 1, 0),
            (day, GameKind.UNRATED, "Bob", 400, 300),
            (day, GameKind.BYE, None, None, None),
        ],
        [(day, GameKind.FORFEIT, "Ann", 0, 1), (day, GameKind.UNRATED, "Ann", 300, 400)],
    ]


def test_the_games_of_a_record_are_those_played(clubs: Mapping[str, Replay]) -> None:
    """A forfeit, or a bye that counts as a win, is in the record, but was not played."""
    for key, found in clubs.items():
        if not found.log.system.log_schema.is_paired:
            continue
        forfeits = sum(game.kind is GameKind.FORFEIT for game in found.log.unrated)
        assert forfeits, key
        records = [report.lifetime for report in reports(found)]
        assert [record.games for record in records] == [report.played for report in reports(found)]
        assert sum(sum(record[:3]) - record.games for record in records) == 2 * forfeits
