"""Many clubs: several files in one command, and a federation that we read, read again, rate and list."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import THE_MEMORY, THE_TIME, Row, medians
from tests.benchmarks.rows.workbook_rows import NOW, club_book, once
from tests.federation.clubs import federation_of, pooled
from xladdin.federation.folder import Federation
from xladdin.federation.lists import lines_of
from xladdin.federation.updating import update

SIZES = (50, 200, 1_000)
"""How many clubs a federation has."""
AT_ONCE, GAMES, PLAYERS = 12, 2_500, 60
"""How many files one command gets, and how much is in each."""
KINDS = 8
"""How many different logs the clubs of a federation are copies of."""
UPDATE = (
    "from datetime import datetime; from pathlib import Path; "
    "from xladdin.federation.folder import read_federation; from xladdin.federation.updating import update; "
    "update(read_federation(Path(sys.argv[1])), datetime(2026, 1, 1))"
)
A_FILE = 0.005
"""Processor time that an unchanged file may take [seconds]."""


def federation_rows(scale: float, rounds: int) -> Iterator[Row]:
    """Processor time, with that of the processes that do the work."""
    yield from _at_once(max(int(GAMES * scale), 48), rounds)
    earlier: tuple[int, float] | None = None
    megabytes: tuple[int, float] | None = None
    for size in (max(int(clubs * scale), 2) for clubs in SIZES):
        with tempfile.TemporaryDirectory() as name:
            found = federation_of(Path(name) / "federation", size, kinds=min(KINDS, size))
            taken = medians({"all": lambda found=found: update(found, NOW)}, 1)["all"] / size
            if earlier is not None:
                before, ratio = earlier[0], taken / earlier[1]
                yield Row(f"federation update, {size:,} clubs, a club", f"{before:,} clubs", ratio, THE_TIME, "≤ 1.1")
            earlier = size, taken
            yield from _again(found, size, taken * size, rounds)
            shutil.rmtree(found.data / "pools")
            peak = once(UPDATE, pooled(found.folder).folder).megabytes
            if megabytes is not None:
                before, ratio = megabytes[0], peak / megabytes[1]
                what = f"federation rated as pools, {size:,} clubs, peak memory"
                yield Row(what, f"{before:,} clubs", ratio, THE_MEMORY, "≤ 2")
            megabytes = size, peak


def _at_once(games: int, rounds: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        book = club_book(club_games(games, PLAYERS), folder)
        clubs = folder / "clubs"
        clubs.mkdir()
        files = [shutil.copy(book, clubs / f"club{number}.xlsx") for number in range(AT_ONCE)]

        def check(*given: Path) -> None:
            command = [sys.executable, "-m", "xladdin", "check", *map(str, given)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=os.environ | {"COLUMNS": "200"})

        def one_by_one() -> None:
            for file in files:
                check(file)

        taken = medians({"at once": lambda: check(clubs), "one by one": one_by_one}, rounds)
        ratio = taken["at once"] / taken["one by one"]
        yield Row(f"`xladdin check`, {AT_ONCE} files of {games:,} games", "a process a file", ratio, THE_TIME, "≤ 0.6")


def _again(found: Federation, clubs: int, first: float, rounds: int) -> Iterator[Row]:
    """An update in which nothing changed, a list, and the first rating of a pool."""
    taken = medians({"update": lambda: update(found, NOW + timedelta(days=1)), "list": lambda: lines_of(found)}, rounds)
    ratio = taken["update"] / clubs / A_FILE
    yield Row(f"federation update, {clubs:,} clubs, nothing changed, a club", "5 milliseconds", ratio, THE_TIME, "≤ 1")
    yield Row(
        f"federation list, {clubs:,} clubs", "the first update", taken["list"] / first, THE_TIME, "for comparison"
    )
    pool = pooled(found.folder)
    rated = medians({"pool": lambda: update(pool, NOW)}, 1)["pool"]
    yield Row(f"federation rated as pools, {clubs:,} clubs", "the first update", rated / first, THE_TIME, "≤ 1")
