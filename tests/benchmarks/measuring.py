"""Sides of a comparison, run in turn, and the medians of their times."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Side = Callable[[], object]
AS_FAST, THE_TIME, THE_MEMORY = "times as fast", "times the time", "times the memory"
ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One line of the table. unit: what the ratio counts; reach: the goal in words."""

    what: str
    against: str
    ratio: float
    unit: str
    reach: str


def medians(sides: Mapping[str, Side], rounds: int = ROUNDS) -> dict[str, float]:
    """Median time of each side [seconds]; the sides are run in turn, so that a busy moment strikes all of them."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            gc.collect()
            start = time.perf_counter()
            side()
            taken[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in taken.items()}
