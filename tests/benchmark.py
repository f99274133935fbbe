"""`python -m tests.benchmark [GAMES...]` measures what a director waits for, and prints the tables as Markdown.

Ratios are to the floor of the same run: Python's start, calamine's read of the input sheets, and a plain copy of the
file. Times of commands are processor time with that of children, the least of several runs; LibreOffice and the
browser are measured by the clock. `uv pip install pandas` for the peer that needs it. The figures are for people: no
test fails for its time.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from compileall import compile_dir
from datetime import date, timedelta
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from openpyxl import Workbook, load_workbook

from tests.app.driving import drive, look
from tests.corpus.editing import Parts, cell_at, set_cell
from tests.helpers.clubs import book_of, random_tables
from tests.helpers.programs.finding import run_program
from tests.vba.office_macros import run_basic
from xladdin.__main__ import GARBAGE_THRESHOLD

SYSTEM, GAMES_A_PLAYER = "mississauga", 50
SIZES = (2_500, 20_000)
RUNS = 5
SCORE_CELL, FIRST_ROW = "C1000", 4
"""A score in the middle of Games, which is another in the changed workbook; the first row under the headings."""
PYTHON = [sys.executable, "-P"]  # the installed wheel goes before the checkout
XLADDIN = [*PYTHON, "-m", "xladdin"]
FLOOR = """
import shutil, sys
from python_calamine import CalamineWorkbook
book = CalamineWorkbook.from_path(sys.argv[1])
for sheet in ("Players", "Games"):
    book.get_sheet_by_name(sheet).to_python()
shutil.copyfile(sys.argv[1], sys.argv[2])
"""
PUBLISH = ("publish", "FILE", "PAGE", "--private", "names")
COMMANDS = {
    "recalc after one changed score": ("changed", "recalc", "FILE"),
    "first recalc after new": ("new", "recalc", "FILE"),
    "recalc --dry-run": ("changed", "recalc", "FILE", "--dry-run"),
    "evening without the page": ("changed", "evening", "FILE"),
}
"""What is measured: the state of the workbook, and the words of the command."""
PANDAS = """
import sys
import pandas
from openpyxl import load_workbook
players = pandas.read_excel(sys.argv[1], "Players", header=2, engine="openpyxl")
games = pandas.read_excel(sys.argv[1], "Games", header=2, engine="openpyxl")
ratings = dict.fromkeys(players["Player"].dropna(), 1000)
games = games.dropna(subset=["Player 1"])
changes = {}
for day, session in games.groupby("Date", sort=True):
    moved = {}
    for row, one, score, other, against in session.iloc[:, [1, 2, 3, 4]].itertuples():
        a, b = ratings.get(one, 1000), ratings.get(other, 1000)
        result = (score > against) + (score == against) / 2
        change = changes[row] = 16 * (result - 1 / (1 + 10 ** ((b - a) / 400)))
        moved[one], moved[other] = moved.get(one, 0) + change, moved.get(other, 0) - change
    for name, change in moved.items():
        ratings[name] = ratings.get(name, 1000) + change
book = load_workbook(sys.argv[1])
for row, change in changes.items():
    book["Games"].cell(row + 4, 7, round(change))
for position, (name, rating) in enumerate(sorted(ratings.items(), key=lambda item: -item[1]), 6):
    for column, value in enumerate((position - 5, name, round(rating)), 2):
        book["Standings"].cell(position, column).value = value
book.save(sys.argv[2])
"""
"""The same evening by hand: an Elo of the games by pandas, the changes and the list by openpyxl."""
BASIC_CODE = """
Sub Main
  start = GetSystemTicks()
  book = StarDesktop.loadComponentFromURL("{book}", "_blank", 0, Array())
  opened = GetSystemTicks() - start
  cell = book.Sheets.getByName("Games").getCellRangeByName("{cell}")
  start = GetSystemTicks()
  For stroke = 1 To 20
    cell.setValue(400 + stroke)
  Next
  typed = GetSystemTicks() - start
  start = GetSystemTicks()
  book.calculateAll()
  whole = GetSystemTicks() - start
  Open "{result}" For Output As #1
  Print #1, opened & " " & typed / 20 & " " & whole
  Close #1
  book.close(True)
  StarDesktop.terminate
End Sub
"""


def processor_seconds(
    run: Callable[[], object], prepare: Callable[[], object] = lambda: None, runs: int = RUNS
) -> float:
    """Return the least processor time of some runs, with that of the programs that they start."""
    least = float("inf")
    for _ in range(runs):
        prepare()
        before = _used()
        run()
        least = min(least, _used() - before)
    return least


def _used() -> float:
    """Return the processor time of this process and of the programs that it started [seconds]."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def _end_in_a_season(games: list[list[Any]]) -> date:
    """Move the dates of games by weeks, so that the last is in the past and in the middle of a year; return the last.

    The first evening of a season changes every page, which happens once a year.
    """
    days = [date.fromisoformat(row[0]) for row in games[1:]]
    weeks = (max(days) - date(date.today().year - 1, 7, 1)) // timedelta(weeks=1)
    for row, day in zip(games[1:], days):
        row[0] = (day - timedelta(weeks=weeks)).isoformat()
    return max(days) - timedelta(weeks=weeks)


class Club:
    """A club with so many games: its workbook in the states of an evening, and the floor of its commands."""

    def __init__(self, folder: Path, games: int) -> None:
        """Make the workbook as `xladdin new` leaves it, recalculated, and with one score changed since."""
        folder.mkdir()
        self.folder, self.work, self.page = folder, folder / "work.xlsx", folder / "page"
        states = ("new", "recalculated", "changed", "bare", "values", "chain")
        self.states = {name: folder / f"{name}.xlsx" for name in states}
        self.players = max(games // GAMES_A_PLAYER, 4)
        tables = random_tables(SYSTEM, games, self.players, seed=1)
        self.last_day = _end_in_a_season(tables["games"])
        book_of(SYSTEM, folder, tables).rename(self.states["new"])
        shutil.copyfile(self.states["new"], self.states["recalculated"])
        run_program([*XLADDIN, "recalc", self.states["recalculated"]])
        shutil.copyfile(self.states["recalculated"], self.states["changed"])
        parts = Parts(self.states["changed"])  # formulas keep their values, as they do when Excel saves
        set_cell(cell_at(parts.sheet("Games"), SCORE_CELL), 611)
        parts.save()
        code = [sys.executable, "-c", FLOOR, self.states["recalculated"], folder / "copy.xlsx"]
        self.floor = processor_seconds(lambda: run_program(code))

    def prepare(self, state: str) -> None:
        """Put the workbook into a state, without the copies and pages that a command made."""
        for made in (self.folder / "backups", self.page):
            shutil.rmtree(made, ignore_errors=True)
        shutil.copyfile(self.states[state], self.work)

    def seconds(self, state: str, *arguments: str, runs: int = RUNS) -> float:
        """Return the processor time of a command on a state of the workbook."""
        command = [*XLADDIN, *({"FILE": self.work, "PAGE": self.page}.get(word, word) for word in arguments)]
        return processor_seconds(lambda: run_program(command, timeout=600), lambda: self.prepare(state), runs)

    def in_floors(self, seconds: float) -> str:
        """Return a time in floors and in seconds."""
        return f"{seconds / self.floor:.1f} ({seconds:.2f} s)"

    def publish_twice(self) -> str:
        """Measure a publication into an empty folder, and the next one after an evening of as many as twelve games."""
        first = self.seconds("recalculated", *PUBLISH, runs=2)
        published = self.folder / "published"
        shutil.copytree(self.page, published)
        evening, later = self.folder / "evening.csv", self.folder / "later.xlsx"
        games = [
            f"{self.last_day + timedelta(weeks=1)},Player {number:03d},410,Player {number + 1:03d},380"
            for number in range(1, min(25, self.players), 2)
        ]
        evening.write_text("\n".join(["Date,Player 1,Score 1,Player 2,Score 2", *games]))
        shutil.copyfile(self.work, later)
        run_program([*XLADDIN, "import", later, evening])

        def prepare() -> None:
            shutil.rmtree(self.page)
            shutil.copytree(published, self.page)

        command = [*XLADDIN, "publish", later, self.page, "--private", "names"]
        again = processor_seconds(lambda: run_program(command, timeout=600), prepare, 2)
        return f"{first:.2f} s, then {again / first:.2f} of it"

    def write_bare_inputs(self) -> None:
        """Write the inputs alone, the values of all sheets alone, and the inputs with formulas that rate each game."""
        whole = load_workbook(self.states["recalculated"], read_only=True, data_only=True)
        for name in ("bare", "values", "chain"):
            workbook = Workbook()
            workbook.remove(workbook.worksheets[0])
            sheets, columns = (whole.sheetnames, None) if name == "values" else (["Players", "Games"], 5)
            for title in sheets:
                sheet = workbook.create_sheet(title)
                for row in whole[title].iter_rows(max_col=columns, values_only=True):
                    sheet.append(row)
            if name == "chain":
                _add_chain(workbook)
            workbook.save(self.states[name])


def _add_chain(workbook: Workbook) -> None:
    """Put the ratings after each game beside it: each player's last rating above is looked up, and an Elo of both."""
    sheet = workbook["Games"]
    for row in range(FIRST_ROW, sheet.max_row + 1):
        for player, rating in (("B", "G"), ("D", "H")):
            above = f"(B$3:B{row - 1}={player}{row})", f"(D$3:D{row - 1}={player}{row})"
            last = f"SUMPRODUCT(MAX((({above[0]}+{above[1]})>0)*ROW(B$3:B{row - 1})))"
            rating_before = f"IF(INDEX(B:B,{last})={player}{row},INDEX(I:I,{last}),INDEX(J:J,{last}))"
            sheet[f"{rating}{row}"] = f"=IF({last}=0,1000,{rating_before})"
        expected = f"1/(1+10^((H{row}-G{row})/400))"
        change = f"16*((C{row}>E{row})+(C{row}=E{row})/2-{expected})"
        sheet[f"I{row}"], sheet[f"J{row}"] = f"=G{row}+{change}", f"=H{row}-{change}"


def office_times(books: Sequence[Path], folder: Path) -> list[list[float]]:
    """Return what LibreOffice takes to open each book, for a keystroke in it, and to recalculate it whole [ms].

    Each book is opened with its window in a process of its own, as by a double-click. The least of several counts.
    """
    result, times = folder / "times.txt", dict[Path, list[list[float]]]()
    for _ in range(RUNS):
        for book in books:
            run_basic(BASIC_CODE.format(result=result, book=book.as_uri(), cell=SCORE_CELL), timeout=600)
            times.setdefault(book, []).append([*map(float, result.read_text(encoding="utf-8").split())])
    return [[*map(min, zip(*times[book]))] for book in books]


def lines_of(club: Club) -> dict[str, str]:
    """Measure one club, and return a cell for each line of its table."""
    cells = {"floor": f"1 ({club.floor:.3f} s)"}
    for line, (state, *arguments) in COMMANDS.items():
        cells[line] = club.in_floors(club.seconds(state, *arguments, runs=2 if "evening" in arguments else RUNS))
    cells["publish; again after an evening"] = club.publish_twice()
    cells["workbook"] = f"{club.states['recalculated'].stat().st_size / 1000:,.0f} kB"
    club.write_bare_inputs()
    books = [club.states[state] for state in ("bare", "values", "recalculated")]
    (bare, *_), (values, *_), (opened, typed, _) = office_times(books, club.folder)
    cells["LibreOffice opens it"] = (
        f"{opened / bare:.1f} times the bare inputs, {opened / values:.1f} times the values alone ({opened:.0f} ms)"
    )
    cells["keystroke, LibreOffice"] = f"{typed:.1f} ms"
    return cells


def peers_of(club: Club) -> dict[str, str]:
    """Measure what a user would pick instead."""
    by_hand = "pandas is not installed"
    if find_spec("pandas"):
        code = [sys.executable, "-I", "-c", PANDAS, club.states["changed"], club.folder / "by hand.xlsx"]
        by_hand = club.in_floors(processor_seconds(lambda: run_program(code, timeout=600), runs=2))
    ((*_, whole),) = office_times([club.states["chain"]], club.folder)
    return {"pandas and openpyxl": by_hand, "a chain of formulas in LibreOffice": club.in_floors(whole / 1000)}


def measured_alone(folder: Path) -> dict[str, str]:
    """Measure what depends on no club: a new workbook, the imports of a recalculation, the page that opens offline."""

    def imports(code: str) -> float:
        return processor_seconds(lambda: subprocess.run([*PYTHON, "-c", code], check=True), runs=9)

    path = folder / "empty club.xlsx"
    new = processor_seconds(lambda: run_program([*XLADDIN, "new", SYSTEM, path]), lambda: path.unlink(True))
    as_a_command = f"import gc; gc.set_threshold({GARBAGE_THRESHOLD})"  # it does so before it imports anything
    beyond = imports(f"{as_a_command}; import xladdin.commands.main, xladdin.recalc") - imports("pass")
    drive("chrome", [look("1")], newly=True)  # builds the page, and starts the browser
    start = time.perf_counter()
    drive("chrome", [look("1")], newly=True)
    return {
        "new, empty": f"{new:.2f} s",
        "imports of a recalculation": f"{beyond * 1000:.0f} ms",
        "xladdin.html ready, Chromium": f"{time.perf_counter() - start:.1f} s",
    }


def install(folder: Path) -> None:
    """Install a wheel of the checkout for the commands, with bytecode and compiled templates, as users have it."""
    build = [sys.executable, "-m", "pip", "wheel", Path(__file__).parents[1], "--no-deps", "--no-build-isolation"]
    run_program([*build, "--wheel-dir", folder])
    with ZipFile(next(folder.glob("*.whl"))) as wheel:
        wheel.extractall(folder / "installed")
    # openpyxl imports these where they are installed, which they are for the tests alone.
    block = 'import sys\nsys.modules.update(dict.fromkeys(("lxml", "numpy", "PIL")))\n'
    (folder / "installed" / "sitecustomize.py").write_text(block, encoding="utf-8")
    compile_dir(folder / "installed", quiet=1)
    os.environ["PYTHONPATH"] = str(folder / "installed")


def print_table(title: str, sizes: Sequence[int], columns: Sequence[dict[str, str]]) -> None:
    """Print lines with a cell for each size as a table of Markdown."""
    print(f"\n| {title} | {' | '.join(f'{size:,} games' for size in sizes)} |\n|---|{'---|' * len(sizes)}")
    for line in columns[0]:
        print(f"| {line} | {' | '.join(cells.get(line, '') for cells in columns)} |", flush=True)


def main(sizes: Sequence[int]) -> None:
    """Measure everything and print the tables."""
    # A command whose modules are compiled anew takes twice as long, and an installation has them compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with TemporaryDirectory() as name:
        install(Path(name))
        clubs = [Club(Path(name, str(size)), size) for size in sizes]
        print_table("in floors, processor time", sizes, [lines_of(club) for club in clubs])
        print_table("what a user would pick instead", sizes[:1], [peers_of(clubs[0])])
        for line, cell in measured_alone(Path(name)).items():
            print(f"\n{line}: {cell}")


if __name__ == "__main__":
    main([*map(int, sys.argv[1:])] or SIZES)
