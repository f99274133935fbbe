"""The benchmarks run; what they measure is for people to read and no test."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import groups, table
from tests.benchmarks.club_games import club_games
from tests.benchmarks.floors import rules_alone
from tests.benchmarks.rows.replay_rows import REACH, replayed
from xladdin.systems import SYSTEMS


def test_every_group_of_rows_is_measured() -> None:
    for name, rows in groups(0.002).items():
        lines = list(table(rows))
        measured = [line for line in lines if " times " in line]
        assert measured or name == "replay", name
        assert all(line.count("|") == 5 for line in measured)


@pytest.mark.parametrize("key", REACH)
def test_rules_alone_give_the_same_ratings_and_changes(key: str) -> None:
    games = club_games(2_000, 40)
    rated, _ = replayed(SYSTEMS[key], games.tables(key))
    columns, _ = rules_alone(SYSTEMS[key], games)
    assert list(rated.values()) == list(columns)
