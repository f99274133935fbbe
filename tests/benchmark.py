"""`python -m tests.benchmark [GAMES...]` measures the commands of an evening, and prints the table as Markdown.

Times are processor time with that of children, the least of several runs. Ratios are to the floor of the same run:
Python's start, calamine's read of the input sheets, and a copy of the file. The figures are for people, and no test.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.helpers.clubs import book_of, edited, random_tables
from tests.helpers.programs.finding import run_program

SYSTEM, GAMES_A_PLAYER = "mississauga", 50
SIZES = (2_500, 20_000)
RUNS = 3
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
COMMANDS = {
    "first recalc after new": ("new", "recalc", "FILE"),
    "recalc after one changed score": ("changed", "recalc", "FILE"),
    "recalc --dry-run": ("changed", "recalc", "FILE", "--dry-run"),
    "evening without the page": ("changed", "evening", "FILE"),
    "first publish": ("recalculated", "publish", "FILE", "PAGE", "--private", "names"),
}
"""What is measured: the state of the workbook, and the words of the command."""


def processor_seconds(run: Callable[[], object], prepare: Callable[[], object] = lambda: None) -> float:
    """Return the least processor time of some runs, with that of the programs that they start."""
    least = float("inf")
    for _ in range(RUNS):
        prepare()
        before = os.times()
        run()
        least = min(least, sum(os.times()[:4]) - sum(before[:4]))
    return least


def measure_club(folder: Path, games: int) -> list[str]:
    """Return a cell of the table for the floor, and for each command on a club with so many games."""
    paths = {name: folder / f"{name}.xlsx" for name in ("new", "recalculated", "changed")}
    book_of(SYSTEM, folder, random_tables(SYSTEM, games, max(games // GAMES_A_PLAYER, 4), seed=1)).rename(paths["new"])
    shutil.copyfile(paths["new"], paths["recalculated"])
    run_program([*XLADDIN, "recalc", paths["recalculated"]])
    shutil.copyfile(paths["recalculated"], paths["changed"])
    edited(paths["changed"], ("Games", SCORE_CELL, 611))
    work, page = folder / "work.xlsx", folder / "page"
    code = [sys.executable, "-c", FLOOR, paths["recalculated"], folder / "copy.xlsx"]
    floor = processor_seconds(lambda: run_program(code))
    cells = [f"1 ({floor:.3f} s)"]
    for state, *words in COMMANDS.values():

        def prepare(state: str = state) -> None:
            for made in (folder / "backups", page):
                shutil.rmtree(made, ignore_errors=True)
            shutil.copyfile(paths[state], work)

        command = [*XLADDIN, *({"FILE": work, "PAGE": page}.get(word, word) for word in words)]
        took = processor_seconds(lambda command=command: run_program(command, timeout=600), prepare)  # type: ignore[misc]
        cells.append(f"{took / floor:.1f} ({took:.2f} s)")
    return cells


def main(sizes: Sequence[int]) -> None:
    """Measure everything and print one table."""
    columns = []
    with TemporaryDirectory() as name:
        for size in sizes:
            folder = Path(name, str(size))
            folder.mkdir()
            columns.append(measure_club(folder, size))
    print(f"| in floors, processor time | {' | '.join(f'{size:,} games' for size in sizes)} |")
    print("|---|" + "---|" * len(sizes))
    for what, *cells in zip(("floor", *COMMANDS), *columns):
        print(f"| {what} | {' | '.join(cells)} |")


if __name__ == "__main__":
    main([*map(int, sys.argv[1:])] or SIZES)
