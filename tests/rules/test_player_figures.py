"""What the report of a player says, against the plain count of the oracle and the other lists of the club."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from tests.helpers.suite.length import examples
from tests.oracle import year
from tests.oracle.engine import SCRABBLE, replayed_club
from tests.oracle.log import Club
from tests.oracle.logs import clubs
from xladdin.replay import Replay, replay, truncate_log
from xladdin.reports.player import PlayerReport
from xladdin.reports.rating_history import history
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS

some = settings(max_examples=examples(40))


def reports(found: Replay) -> Iterator[PlayerReport]:
    statistics = Statistics(found)
    return (PlayerReport(statistics, player) for player in range(len(found.log.players)))


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_records_are_those_of_the_typed_rows(key: str, club: Club) -> None:
    """Won, lost and tied are as on Standings, in the season, in all time, and against each opponent."""
    games, even = club[1], key == "lexington"
    season = year.last_season(games, SYSTEMS[key].season_month)
    in_order = sorted(games, key=lambda game: game.date)
    for report in reports(replayed_club(SYSTEMS[key], club)):
        for record, rows in ((report.season, season), (report.lifetime, games)):
            assert record[:3] == year.record(report.name, rows, tie_wins=even)
            average = year.spread_and_average(report.name, rows)[1]
            assert record.average == (None if average is None else pytest.approx(float(average)))
        for line in report.opponents:
            between = [game for game in games if {game.player_1, game.player_2} == {report.name, line.opponent}]
            assert line[1:4] == year.record(report.name, between, tie_wins=even)
            assert line.spread == year.spread_and_average(report.name, between)[0]
        assert sum(sum(line[1:4]) for line in report.opponents) == sum(report.lifetime[:3])
        assert report.played == len(year.scores_of(report.name, games, "rated"))
        assert report.won_in_a_row == year.streaks(report.name, in_order, tie_wins=even)["Games won"]
        lost = [own < other for _, own, other in year.scores_of(report.name, in_order, "rated")]
        assert report.lost_in_a_row == year.longest(lost)


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_the_rating_after_a_game_is_that_of_history(key: str, club: Club) -> None:
    found = replayed_club(SYSTEMS[key], club)
    table = history(replay(found.log, 1000), 1000, 1000)
    days = [day for day, _ in table.periods]
    for report in reports(found):
        for game in report.games:
            assert game.running == table.ratings[days.index(game.date)][table.players.index(report.name)]


@pytest.mark.parametrize("key", SCRABBLE)
@some
@given(club=clubs())
def test_best_and_lowest_are_the_extremes_of_the_lists(key: str, club: Club) -> None:
    """No rating counts while the list does not rank a newcomer. After a return, ratings of both times count."""
    found = replayed_club(SYSTEMS[key], club)
    before = dict(zip(club[0], found.log.system.initial_state(found.log.players).known_ratings()))
    lists = [(day, replay(truncate_log(found.log, day))) for day in dict.fromkeys(p.date for p in found.log.periods)]
    for report in reports(found):
        name = report.name
        listed: list[tuple[float, dt.date]] = []
        for day, then in lists:
            number = [player.name for player in then.log.players].index(name)
            rated = [game for game in report.games if game.date == day]
            printed = then.log.system.printed_rating(then.state, number)
            if not isinstance(printed, str) and then.state.has_rating(number) and (rated or printed != before[name]):
                listed.append((printed, day))
            if then.state.has_rating(number):
                before[name] = then.state.rating[number]
        best = max(listed, key=lambda one: one[0], default=None)
        lowest = min(listed, key=lambda one: one[0], default=None)
        assert (report.best and tuple(report.best), report.lowest and tuple(report.lowest)) == (best, lowest)
