"""How much of a recalculation log and replay take, in every system."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from tests.benchmarks.club_games import SEED
from tests.benchmarks.measuring import THE_TIME, Row, medians
from tests.helpers.random_clubs import csv_files, random_club
from xladdin.files.reading.club_file import open_club_file
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.log import read_log
from xladdin.replay import replay
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book

PLAYERS = 200
LATE = datetime(2100, 1, 1)
"""A day after all games, which are a week apart."""


def share_rows(games: int, rounds: int) -> Iterator[Row]:
    """Both run within one process, so that the recalculation does not count the start of Python."""
    for system in SYSTEMS.values():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            path, output = folder / "club.xlsx", folder / "output.xlsx"
            make_book(system, path, csv_files(random_club(system, SEED, games, plain_players=PLAYERS), folder), LATE)
            tables = open_club_file(path).tables

            def recalculation(path: Path = path, output: Path = output) -> None:
                output.unlink(missing_ok=True)
                recalculate_file(path, output, LATE)

            sides = {
                "replay": lambda system=system, tables=tables: replay(read_log(system, tables).sound()),
                "recalculation": recalculation,
            }
            times = medians(sides, rounds=rounds)
            what = f"log and replay, {system.key}, {games:,} rows"
            yield Row(what, "the recalculation", times["replay"] / times["recalculation"], THE_TIME, "≤ 0.05")
