"""The pairing of an evening."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from tests.benchmarks.measuring import THE_TIME, Row, medians
from xladdin.pairing.matching import pair_round


def evening_rows(players: int, rounds: int) -> Iterator[Row]:
    """A round of a full room of whom every fifth pair has met: against the second that people wait for it."""
    random_ = Random(8)
    strengths = sorted((random_.randint(800, 2100) for _ in range(players)), reverse=True)
    met = {pair: 1 for pair in combinations(range(players), 2) if random_.random() < 0.2}
    taken = medians({"pairing": lambda: pair_round(strengths, met, [0] * players)}, rounds)
    yield Row(f"pairing of {players} players", "a second", taken["pairing"], THE_TIME, "≤ 1")
