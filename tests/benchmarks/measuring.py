"""Runs the sides of a comparison in turn, and takes the medians of their processor time, as others may be at work."""

from __future__ import annotations

import gc
import resource
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Side = Callable[[], object]
AS_FAST, THE_TIME, THE_MEMORY = "times as fast", "times the time", "times the memory"
ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One line of the table. `unit` says what the ratio counts, and `reach` is the goal in words."""

    what: str
    against: str
    ratio: float
    unit: str
    reach: str


def processor_time() -> float:
    """What this process has taken so far, with those that it has waited for [seconds]."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def medians(sides: Mapping[str, Side], rounds: int = ROUNDS) -> dict[str, float]:
    """Median processor time of each side [seconds]. The sides run in turn, so that a busy moment hits all of them."""
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, side in sides.items():
            gc.collect()
            start = processor_time()
            side()
            taken[name].append(processor_time() - start)
    return {name: statistics.median(times) for name, times in taken.items()}
