"""How fast the machine is while the tests run: one fixed piece of work, timed again and again.

The same tests have taken 1,540 seconds of processor time and 3,640 on two days of one machine. What they may take is
said for a quiet day; on another day it is as much more as this piece of work then takes.
"""

from __future__ import annotations

import time
import zlib

from tests.helpers.suite.accounts import note, noted

QUIET = 0.0065
"""Seconds of processor time that the piece of work takes on two quiet cores."""
WORDS = [f"Player {number * 7919 % 10_007}" for number in range(6_000)]


def take_time() -> None:
    """Does the piece of work once, as much as the tests' own: texts, tables, sorting, a little compression."""
    before = time.process_time()
    places = {word: place for place, word in enumerate(WORDS)}
    lines = [f"{word} {places[word]}" for word in sorted(WORDS)]
    zlib.compress("\n".join(lines).encode())
    note("paces", str(time.process_time() - before))


def pace() -> float:
    """How many times as long as on a quiet day work has taken in this run; 1 on a faster day, or where none was."""
    times = [float(line) for line in noted("paces")]
    return max(1.0, sum(times) / len(times) / QUIET) if times else 1.0
