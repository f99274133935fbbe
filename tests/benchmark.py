"""`python -m tests.benchmark [GAMES...]` prints how long the commands of an evening take on clubs of some sizes.

Each command runs in a process of its own, as a director's does. The figures are for people to read, and no test.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.clubs import book_of, random_tables
from tests.helpers.programs.finding import run_program

SYSTEM, GAMES_A_PLAYER = "mississauga", 50
COMMANDS = (["recalc"], ["recalc", "--dry-run"], ["publish"])


def measure(games: int) -> None:
    """Print the clock time and the processor time of each command on a club with so many games."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        path = book_of(SYSTEM, folder, random_tables(SYSTEM, games, max(games // GAMES_A_PLAYER, 4), seed=1))
        print(f"{games:,} games, {path.stat().st_size / 1e6:.1f} MB")
        for command in COMMANDS:
            before, start = os.times(), time.perf_counter()
            page = [folder / "page"] if command == ["publish"] else []
            run_program([sys.executable, "-m", "xladdin", command[0], path, *command[1:], *page])
            after, clock = os.times(), time.perf_counter() - start
            used = after.children_user + after.children_system - before.children_user - before.children_system
            print(f"  {' '.join(command):20} {clock:7.2f} s by the clock {used:7.2f} s of processor time")


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or ("2500", "20000")):
        measure(count)
