"""What reports leave out and whom they rank: records, the absence at camp, and players without a result yet."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.helpers.replays import by_player
from tests.helpers.suite.length import examples
from tests.oracle import year
from tests.oracle.log import Adjustment, Entry, ScoreGame
from tests.oracle.logs import camps, clubs, tours, weekly
from tests.oracle.ranges import campers_range, events_range, groups_range, ladder_range, results_range
from tests.oracle.sca import Camper, LadderGame
from tests.rules.test_kinds_of_game import tables
from tests.rules.test_year import SCRABBLE, replayed
from xladdin.cells.numbers import Number
from xladdin.game_log import read_log
from xladdin.replay import replay
from xladdin.reports.history import History, history
from xladdin.reports.season.records import gain_records, game_records, most_played
from xladdin.reports.standings import standings
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS
from xladdin.systems.mississauga import Mississauga

Club = tuple[dict[str, Entry], list[ScoreGame], list[Adjustment]]
POINTS = {"(1-0)": (2, 0), "(0-1)": (0, 2), "(1/2-1/2)": (1, 1)}
"""A result of the camp as scores, in halves."""
some = settings(max_examples=examples(30))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs(gaps=weekly))
def test_what_is_not_rated_makes_no_record_and_no_point_of_the_history(key: str, club: Club) -> None:
    players, games, adjustments = club
    whole = replayed(SYSTEMS[key], club)
    plain = replayed(SYSTEMS[key], (players, [game for game in games if game.rated], adjustments))
    everything, rated = Statistics(whole).lifetime, Statistics(plain).lifetime
    assert game_records(everything) == game_records(rated)
    assert most_played(everything) == most_played(rated)
    assert points_of(history(whole, 60, 99)) == points_of(history(plain, 60, 99))
    if whole.season == plain.season:
        assert gain_records(Statistics(whole)) == gain_records(Statistics(plain))


def points_of(found: History) -> list[dict[str, Number | None]]:
    """Ratings by player. A bye keeps a player from being absent, and so from the end of the list."""
    return [dict(zip(found.players, row)) for row in found.ratings]


def as_scores(games: list[LadderGame]) -> list[ScoreGame]:
    """The games of the camp, as the oracle of the year counts them."""
    found = []
    for game in games:
        white, black = POINTS[game.result] if game.result else (None, None)
        found.append(ScoreGame(game.date, game.white, white, game.black, black, None, game.kind))
    return found


@some
@given(camp=camps(), rules=st.builds(year.Absence, *[st.integers(0, 4)] * 3))
def test_absence_at_camp_is_counted_in_days_of_games(
    camp: tuple[dict[str, int], dict[str, Camper], list[LadderGame]], rules: year.Absence
) -> None:
    groups, campers, ladder = camp
    games = as_scores(ladder)
    assume(year.sessions(games))
    system = replace(
        SYSTEMS["sca"],
        absent_sessions=rules.absent,
        dropped_sessions=rules.dropped,
        dropped_games=rules.few_games,
    )
    ranges = tables(Players=campers_range(campers), Groups=groups_range(groups), Games=ladder_range(ladder))
    result = replay(read_log(system, ranges).sound())
    lines = by_player(standings(Statistics(result)))
    for name, camper in campers.items():
        rated = len(year.scores_of(name, games, "rated"))
        ranked, absent, listed = year.on_the_list(year.missed(name, games), rated, rules)
        assert (name in lines) == (listed and camper.active)
        if name in lines:
            assert (lines[name].rank is not None, lines[name].mark == "/A") == (ranked, absent)


@some
@given(tour=tours())
def test_who_has_no_result_is_not_ranked(tour: tuple[dict[str, int | None], list[object], list[object]]) -> None:
    start, events, results = tour
    ranges = tables(
        Players=[["Player", "Start rating"], *([name, rating] for name, rating in start.items())],
        Events=events_range(events),  # type: ignore[arg-type]
        Results=results_range(results),  # type: ignore[arg-type]
    )
    lines = standings(Statistics(replay(read_log(SYSTEMS["dptr"], ranges).sound())))
    placed = {finish.player for finish in results}  # type: ignore[attr-defined]
    assert {line.player for line in lines if line.rank is not None} == placed
    assert {line.player for line in lines} == set(start)


def test_the_settings_stand_as_the_design_says() -> None:
    """ "Forfeits count" (Yes), points for forfeiting and of a bye (0), a bye counts as a win (No)."""
    for key in SCRABBLE:
        system = SYSTEMS[key]
        assert system.bye_counts_as_win == "No"
    mississauga = SYSTEMS["mississauga"]
    assert isinstance(mississauga, Mississauga)
    assert (mississauga.forfeits_count, mississauga.forfeit_points, mississauga.bye_points) == ("Yes", 0, 0)


def test_a_forfeited_evening_is_no_session() -> None:
    day = dt.date(2026, 1, 6)
    players = {name: Entry(1500, 60) for name in ("Ann", "Bob")}
    games = [
        ScoreGame(day, "Ann", 400, "Bob", 390),
        ScoreGame(day + dt.timedelta(7), "Ann", 1, "Bob", 0, None, "Forfeit"),
    ]
    assert replayed(SYSTEMS["mississauga"], (players, games, [])).log.sessions == [day]
