"""xladdin.html in Chromium: how large it is, and how long it takes to start, and to open and recalculate a club."""

from __future__ import annotations

import ctypes
import gzip
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from tests.app.driving import Step, app, drive, open_book, press
from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import THE_TIME, Row, processor_time
from tests.benchmarks.rows.process_rows import NEW_GAMES, PLAYERS, with_an_evening_typed
from tests.helpers.browsers.asking import end

MEGABYTE = 1_000_000
OF_IT = "of it"
PR_SET_CHILD_SUBREAPER = 36
"""An option of Linux. The processes in which the pages of Chromium ran become ours to wait for when it ends."""


def app_rows(sizes: Sequence[int], rounds: int) -> Iterator[Row]:
    """The least processor time of several runs, of the browser with all its processes, for so many games."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    page = app().read_bytes()
    yield Row("xladdin.html", "16 MB", len(page) / (16 * MEGABYTE), OF_IT, "≤ 1")
    yield Row("xladdin.html, compressed", "11 MB", len(gzip.compress(page)) / (11 * MEGABYTE), OF_IT, "≤ 1")
    started = min(_in_browser([]) for _ in range(rounds))
    yield Row("xladdin.html until it is ready, with Chromium", "a second", started, THE_TIME, "for comparison")
    with tempfile.TemporaryDirectory() as name:
        for games in sizes:
            path = Path(name, f"{games}.xlsx")
            with_an_evening_typed(club_games(games, PLAYERS), Path(name), path)
            there = min(_in_browser([open_book(path), press("Recalculate")]) for _ in range(rounds)) - started
            here = min(_at_a_prompt(path) for _ in range(rounds))
            what = f"opened and recalculated in xladdin.html, {games:,} games, {NEW_GAMES} of them new"
            yield Row(what, "`xladdin check` and `recalc`", there / here, THE_TIME, "≤ 3")


def _in_browser(steps: Sequence[Step]) -> float:
    before = processor_time()
    said = drive("chrome", steps)["answers"]
    end()
    with suppress(ChildProcessError):
        while True:
            os.wait()
    assert not steps or "What changed" in said[-1], said
    return processor_time() - before


def _at_a_prompt(path: Path) -> float:
    output = path.with_suffix(".out.xlsx")
    output.unlink(missing_ok=True)  # of the round before
    before = processor_time()
    for words in (["check", path], ["recalc", path, "--output", output]):
        subprocess.run([sys.executable, "-m", "xladdin", *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    return processor_time() - before
