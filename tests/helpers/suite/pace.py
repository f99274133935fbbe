"""How fast the machine is while the tests run. We time one fixed piece of work again and again.

The same tests took 1,540 seconds of processor time on one day and 3,640 on another, on one machine. The bounds are for
a quiet day. On another day they are as much higher as this piece of work is slower.
"""

from __future__ import annotations

import time
import zlib

from tests.helpers.suite.accounts import note, noted

QUIET = 0.0065
"""Seconds of processor time that the piece of work takes on two quiet cores."""
WORDS = [f"Player {number * 7919 % 10_007}" for number in range(6_000)]


def take_time() -> None:
    """Does the piece of work once. It is like that of the tests: texts, tables, sorting, and a little compression."""
    before = time.process_time()
    places = {word: place for place, word in enumerate(WORDS)}
    lines = [f"{word} {places[word]}" for word in sorted(WORDS)]
    zlib.compress("\n".join(lines).encode())
    note("paces", str(time.process_time() - before))


def pace() -> float:
    """How many times as long as on a quiet day work took in this run, or 1 on a faster day or without work."""
    times = [float(line) for line in noted("paces")]
    return max(1.0, sum(times) / len(times) / QUIET) if times else 1.0
