"""The benchmarks run; what they measure is for people to read and no test."""

from __future__ import annotations

from tests.benchmarks.__main__ import groups, table


def test_every_group_of_rows_is_measured() -> None:
    for name, rows in groups(0.002).items():
        lines = list(table(rows))
        measured = [line for line in lines if " times " in line]
        assert measured or name == "replay", name
        assert all(line.count("|") == 5 for line in measured)
