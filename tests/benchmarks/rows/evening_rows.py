"""The pairing of an evening, and everything that follows its last slip."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import combinations, count
from pathlib import Path
from random import Random

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import ROUNDS, THE_TIME, Row, medians
from tests.benchmarks.rows.process_rows import NEW_GAMES, PLAYERS, with_an_evening_typed
from xladdin.pairing.matching import pair_round


def last_slip_rows(games: int) -> Iterator[Row]:
    """From the last typed slip to the list on the wall and the page on the web: `xladdin evening`, with LibreOffice."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        typed = folder / "typed.xlsx"
        with_an_evening_typed(club_games(games, PLAYERS), folder, typed)
        runs = count()

        def finish() -> None:
            own = folder / str(next(runs))
            own.mkdir()
            book = shutil.copy(typed, own / "club.xlsx")
            command = [sys.executable, "-m", "xladdin", "evening", str(book), "--page", str(own / "page")]
            subprocess.run(command, check=True, capture_output=True)

        taken = medians({"evening": finish}, ROUNDS)["evening"]
        what = f"`xladdin evening`, {games:,} games, {NEW_GAMES} of them new: workbook, PDF and page"
        yield Row(what, "a second", taken, THE_TIME, "for comparison")


def evening_rows(players: int, rounds: int) -> Iterator[Row]:
    """Pairs a round of a full room, where every fifth pair has met, against the second that people wait for it."""
    random_ = Random(8)
    strengths = sorted((random_.randint(800, 2100) for _ in range(players)), reverse=True)
    met = {pair: 1 for pair in combinations(range(players), 2) if random_.random() < 0.2}
    taken = medians({"pairing": lambda: pair_round(strengths, met, [0] * players)}, rounds)
    yield Row(f"pairing of {players} players", "a second", taken["pairing"], THE_TIME, "≤ 1")
