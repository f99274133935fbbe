"""`python -m tests.benchmark [GAMES...]` prints how long the commands of an evening take on clubs of some sizes.

Each command runs in a process of its own, as a director's does. The figures are for people to read, and no test.
"""

from __future__ import annotations

import csv
import io
import os
import sys
import time
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.clubs import book_of, random_tables
from tests.helpers.programs.finding import run_program
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source
from xladdin.systems import system_named
from xladdin.workbook.incoming.club_profile import club_of

SYSTEM, GAMES_A_PLAYER = "mississauga", 50
LINES, FIRST_DAY = 100_000, date(2024, 1, 13)
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


def measure_reading(lines: int) -> None:
    """Print the processor time of reading a file of so many games, and how many times csv.reader alone takes it."""
    days = (FIRST_DAY + timedelta(row // 200) for row in range(lines))
    games = (f"{day:%d/%m/%Y},Player {row % 97},{300 + row % 200},Player {row % 89 + 100},350"
             for row, day in enumerate(days))  # fmt: skip
    text = "\n".join(["Date,Winner,Winner score,Loser,Loser score", *games])
    club = club_of(system_named(SYSTEM), {})
    floor = min(_seconds(lambda: list(csv.reader(io.StringIO(text)))) for _ in range(3))
    took = min(_seconds(lambda: read_sources([Source("games.csv", text.encode())], club, Answers())) for _ in range(3))
    print(f"{lines:,} lines read in {took:.2f} s of processor time, {took / floor:.0f} times csv.reader (at most 60)")


def _seconds(run: Callable[[], object]) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


if __name__ == "__main__":
    for count in map(int, sys.argv[1:] or ("2500", "20000")):
        measure(count)
    measure_reading(LINES)
