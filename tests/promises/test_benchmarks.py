"""The benchmarks run. What they measure is for people to read, and no test."""

from __future__ import annotations

import pytest

from tests.benchmarks.__main__ import groups, table
from tests.benchmarks.club_games import club_games
from tests.benchmarks.floors import rules_alone
from tests.benchmarks.rows.replay_rows import OF_GAMES, replayed
from xladdin.systems import SYSTEMS

OF_RIVALS = ("replay", "spilled")
"""These groups of rows ask for packages that the tests do without."""


@pytest.mark.long
@pytest.mark.parametrize("name", groups(0.002))
def test_every_group_of_rows_gives_figures(name: str) -> None:
    lines = list(table(groups(0.002)[name]))
    measured = [line.split("|")[1:-1] for line in lines[lines.index("|---|---|---|---|") + 1 :]]
    assert measured or name in OF_RIVALS
    for what, against, ratio, goal in measured:
        assert what.strip() and against.strip() and goal.strip()
        assert float(ratio.split()[0].replace(",", "")) > 0


@pytest.mark.parametrize("key", OF_GAMES)
def test_rules_alone_give_the_same_ratings_and_changes(key: str) -> None:
    games = club_games(2_000, 40)
    rated, _ = replayed(SYSTEMS[key], games.tables(key))
    columns, _ = rules_alone(SYSTEMS[key], games)
    assert list(rated.values()) == list(columns)
