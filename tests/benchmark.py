"""`python -m tests.benchmark [GAMES...]` measures the commands of an evening, and prints the table as Markdown.

Times are processor time with that of children, the least of several runs. Ratios are to the floor of the same run:
Python's start, calamine's read of the input sheets, and a copy of the file. The figures are for people, and no test.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.helpers.clubs import book_of, edited, random_tables
from tests.helpers.programs.finding import run_program
from xladdin.importing.formats import read_sources
from xladdin.importing.questions import Answers
from xladdin.importing.source import Source
from xladdin.systems import system_named
from xladdin.workbook.club_profile import club_of

SYSTEM, GAMES_A_PLAYER = "mississauga", 50
SIZES = (2_500, 20_000)
RUNS, SLOW_RUNS = 5, 2
LINES, FIRST_DAY = 100_000, date(2024, 1, 13)
SCORE_CELL = "C1000"
"""A score in the middle of Games, which is another in the changed workbook."""
XLADDIN = [sys.executable, "-m", "xladdin"]
FLOOR = """
import shutil, sys
from python_calamine import CalamineWorkbook
book = CalamineWorkbook.from_path(sys.argv[1])
for sheet in ("Players", "Games"):
    book.get_sheet_by_name(sheet).to_python()
shutil.copyfile(sys.argv[1], sys.argv[2])
"""


class Line(NamedTuple):
    """A line of the table: what was measured, and its cells for each size."""

    what: str
    cells: Sequence[str]


def processor_seconds(
    run: Callable[[], object], runs: int = RUNS, prepare: Callable[[], object] = lambda: None
) -> float:
    """Return the least processor time of some runs, with that of the programs that they start."""
    least = float("inf")
    for _ in range(runs):
        prepare()
        before = os.times()
        run()
        after = os.times()
        least = min(least, sum(after[:4]) - sum(before[:4]))
    return least


class Club:
    """A club with so many games, its workbook at the points of an evening, and the floor of its commands."""

    def __init__(self, folder: Path, games: int) -> None:
        """Make the workbook as `xladdin new` leaves it, recalculated, and with one score changed since."""
        self.folder, self.games = folder, games
        self.new = book_of(SYSTEM, folder, random_tables(SYSTEM, games, max(games // GAMES_A_PLAYER, 4), seed=1))
        self.recalculated, self.changed = folder / "recalculated.xlsx", folder / "changed.xlsx"
        shutil.copyfile(self.new, self.recalculated)
        run_program([*XLADDIN, "recalc", self.recalculated])
        shutil.copyfile(self.recalculated, self.changed)
        edited(self.changed, ("Games", SCORE_CELL, 611))
        self.work = folder / "work.xlsx"
        code = [sys.executable, "-c", FLOOR, self.recalculated, folder / "copy.xlsx"]
        self.floor = processor_seconds(lambda: run_program(code))

    def take(self, state: Path) -> Callable[[], object]:
        """Return what puts the workbook back to a state, without its copies and pages."""

        def prepare() -> None:
            shutil.rmtree(self.folder / "backups", ignore_errors=True)
            shutil.copyfile(state, self.work)

        return prepare

    def ratio(self, state: Path, *command: object, runs: int = RUNS) -> str:
        """Return the time of a command on a state of the workbook in floors, and in seconds."""
        words = [str(self.work) if word == "FILE" else word for word in command]
        took = processor_seconds(lambda: run_program([*XLADDIN, *words], timeout=600), runs, self.take(state))
        return f"{took / self.floor:.1f} ({took:.2f} s)"


def command_lines(clubs: Sequence[Club]) -> list[Line]:
    """Measure what the command line does with a workbook."""
    print_only = ["evening", "FILE"]
    lines = [
        Line("floor", [f"1 ({club.floor:.3f} s)" for club in clubs]),
        Line("recalc after one changed score", [club.ratio(club.changed, "recalc", "FILE") for club in clubs]),
        Line("first recalc after new", [club.ratio(club.new, "recalc", "FILE", runs=3) for club in clubs]),
        Line("recalc --dry-run", [club.ratio(club.changed, "recalc", "FILE", "--dry-run") for club in clubs]),
        Line("evening without the page", [club.ratio(club.changed, *print_only, runs=SLOW_RUNS) for club in clubs]),
        Line("workbook", [f"{club.recalculated.stat().st_size / 1000:,.0f} kB" for club in clubs]),
    ]
    return [*lines, Line("publish: first, then after one more evening", [publish_twice(club) for club in clubs])]


def publish_twice(club: Club) -> str:
    """Measure a publication into an empty folder, and one more after an evening has come."""
    page = club.folder / "page"

    def first() -> None:
        shutil.rmtree(page, ignore_errors=True)
        run_program([*XLADDIN, "publish", club.recalculated, page, "--private", "names"], timeout=600)

    took = processor_seconds(first, SLOW_RUNS)
    shutil.copyfile(club.recalculated, club.work)
    evening = club.folder / "evening.csv"
    games = [f"2035-01-09,Player {number:03d},410,Player {number + 1:03d},380" for number in range(1, 25, 2)]
    evening.write_text("\n".join(["Date,Player 1,Score 1,Player 2,Score 2", *games]))
    run_program([*XLADDIN, "import", club.work, evening])
    again = processor_seconds(
        lambda: run_program([*XLADDIN, "publish", club.work, page, "--private", "names"], timeout=600), 1
    )
    return f"{took:.2f} s, then {again / took:.2f} of it"


def new_empty(folder: Path) -> str:
    """Measure `xladdin new` without files."""
    path = folder / "empty club.xlsx"
    took = processor_seconds(lambda: run_program([*XLADDIN, "new", SYSTEM, path]), RUNS, lambda: path.unlink(True))
    return f"{took:.2f} s"


def import_time() -> str:
    """Measure `import xladdin` with what every command loads, beyond Python's own start."""

    def start(code: str) -> float:
        return processor_seconds(lambda: subprocess.run([sys.executable, "-c", code], check=True), 9)

    return f"{(start('import xladdin.commands.main, xladdin.recalc') - start('pass')) * 1000:.0f} ms"


def reading() -> str:
    """Measure the reading of a file of many games, in times of csv.reader alone."""
    days = (FIRST_DAY + timedelta(row // 200) for row in range(LINES))
    games = (f"{day:%d/%m/%Y},Player {row % 97},{300 + row % 200},Player {row % 89 + 100},350"
             for row, day in enumerate(days))  # fmt: skip
    text = "\n".join(["Date,Winner,Winner score,Loser,Loser score", *games])
    club = club_of(system_named(SYSTEM), {})
    floor = processor_seconds(lambda: list(csv.reader(io.StringIO(text))), 3)
    took = processor_seconds(lambda: read_sources([Source("games.csv", text.encode())], club, Answers()), 3)
    return f"{took / floor:.0f} times csv.reader (at most 60; {took:.2f} s)"


def app_ready() -> str:
    """Measure by the clock how long xladdin.html takes in Chromium until Python is ready."""
    from tests.app.driving import drive, look

    start = time.perf_counter()
    drive("chrome", [look("1")], newly=True)  # builds the page, and starts the browser
    start = time.perf_counter()
    drive("chrome", [look("1")], newly=True)
    return f"{time.perf_counter() - start:.1f} s by the clock"


def main(sizes: Sequence[int]) -> None:
    """Measure everything and print one table."""
    with TemporaryDirectory() as name:
        folders = [Path(name, str(size)) for size in sizes]
        for folder in folders:
            folder.mkdir()
        clubs = [Club(folder, size) for folder, size in zip(folders, sizes)]
        lines = command_lines(clubs)
        alone = {"new, empty": new_empty(Path(name)), "imports of a recalculation": import_time(),
                 f"{LINES:,} lines read": reading(), "xladdin.html ready": app_ready()}  # fmt: skip
        lines += [Line(what, [cell, *[""] * (len(clubs) - 1)]) for what, cell in alone.items()]
    print(f"| in floors, processor time | {' | '.join(f'{size:,} games' for size in sizes)} |")
    print("|---|" + "---|" * len(sizes))
    for line in lines:
        print(f"| {line.what} | {' | '.join(line.cells)} |", flush=True)


if __name__ == "__main__":
    main([*map(int, sys.argv[1:])] or SIZES)
