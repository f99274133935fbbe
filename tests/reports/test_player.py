"""The days of a player: every step to the rating, and games that were not rated."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest

from tests.helpers.clubs import KEYS
from tests.helpers.random_clubs import cell_tables, random_club
from xladdin.game_log.reading import read_log
from xladdin.model import GameKind
from xladdin.replay import Replay, replay
from xladdin.reports.player import PlayerReport
from xladdin.statistics import Statistics
from xladdin.systems import SYSTEMS


def replay_with_all_kinds(key: str) -> Replay:
    """Return the replay of a random club with unrated games, byes and adjustments."""
    club = random_club(SYSTEMS[key], 5, 160)
    return replay(read_log(SYSTEMS[key], cell_tables(club)).sound())


@pytest.mark.parametrize("key", KEYS)
def test_a_player_s_days_lead_to_the_rating_and_hold_every_game(key: str) -> None:
    """Each day ends with its own sum. Unrated games and byes are on the day on which they were played."""
    statistics = Statistics(replay_with_all_kinds(key))
    log = statistics.replay.log
    wanted = Counter(
        (player, game.date, game.kind)
        for game in log.unrated
        for player in (game.player1, game.player2)
        if player is not None
    )
    found: Counter[tuple[int, date, GameKind]] = Counter()
    sums = 0
    for player in range(len(log.players)):
        report = PlayerReport(statistics, player)
        days = [day.date for day in report.days]
        assert days == sorted(days, reverse=True)
        found.update((player, game.date, game.kind) for day in report.days for game in day.not_rated)
        if report.days and report.number is not None:
            assert report.days[0].rating == pytest.approx(report.number)
        for words in (words for day in report.days for words in day.closing):
            for before, taken, after in re.findall(r"(-?[\d.]+) ([+-][\d.]+) = (-?[\d.]+)", words):
                assert float(before) + float(taken) == pytest.approx(float(after), abs=0.011), words
                sums += 1
    assert found == wanted
    assert sums > 20
