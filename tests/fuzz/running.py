"""Runs one target for a number of cases."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.targets import Target


def run(target: Target, cases: int, seed_: int | None = None, *, smallest: bool = True) -> int:
    """Runs the target on so many inputs, the same for the same seed, and gives their number.

    If an exception gets out, it comes with the smallest input found for it, or with the first.
    """
    count = 0

    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        derandomize=seed_ is None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate, Phase.shrink) if smallest else (Phase.generate,),
        print_blob=True,
    )
    @given(target.inputs)
    def check(inputs: Any) -> None:
        nonlocal count
        count += 1
        target.run(inputs)

    (check if seed_ is None else seed(seed_)(check))()
    return count
