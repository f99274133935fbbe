"""The benchmarks run; what they measure is for people to read and no test."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import groups, table
from tests.benchmarks.club_games import club_games
from tests.benchmarks.floors import rules_alone
from tests.benchmarks.rows.replay_rows import REACH, replayed
from xladdin.systems import SYSTEMS

OF_RIVALS = ("replay", "spilled")
"""Groups of rows that ask for packages which the tests do without."""


def test_every_group_of_rows_is_measured() -> None:
    for name, rows in groups(0.002).items():
        lines = list(table(rows))
        measured = lines[lines.index("|---|---|---|---|") + 1 :]
        assert measured or name in OF_RIVALS, name
        assert all(line.count("|") == 5 for line in measured)


@pytest.mark.parametrize("key", REACH)
def test_rules_alone_give_the_same_ratings_and_changes(key: str) -> None:
    games = club_games(2_000, 40)
    rated, _ = replayed(SYSTEMS[key], games.tables(key))
    columns, _ = rules_alone(SYSTEMS[key], games)
    assert list(rated.values()) == list(columns)
