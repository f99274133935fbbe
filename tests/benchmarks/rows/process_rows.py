"""Whole processes as a director starts them, in turn, against a Python that does the least. We take processor time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.club_games import ClubGames, club_games
from tests.benchmarks.measuring import THE_TIME, Row
from tests.benchmarks.rows.workbook_rows import NOW, SYSTEM, club_book
from xladdin.cells.table import CellBlock
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.writing.blocks import write_blocks
from xladdin.hosts.file.club_file import recalculate_file
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import RULES

PASS = "`python -c pass`"
PLAYERS = 200
NEW_GAMES = 48
"""The games of one evening of 24 players and four rounds."""
TYPED = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")
READ_AND_COPY = (
    "import sys, shutil, python_calamine; book = python_calamine.CalamineWorkbook.from_path(sys.argv[1])\n"
    "names = sys.argv[3:] or book.sheet_names\n"
    "kept = [book.get_sheet_by_name(name).to_python() for name in names if name in book.sheet_names]\n"
    "shutil.copyfile(sys.argv[1], sys.argv[2])"
)
"""The least that a recalculation can take: start Python, read the sheets that it needs, and copy the file."""
INPUT_SHEETS = (*tables_of(SYSTEM), RULES)
EMPTY_WORKBOOK = (
    "import sys, openpyxl; book = openpyxl.Workbook()\n"
    "for _ in range(int(sys.argv[2]) - 1): book.create_sheet()\n"
    "book.save(sys.argv[1])"
)
OF_INPUTS, OF_ALL = (
    f"start, python-calamine's read of {what}, and a copy of the file" for what in ("the input sheets", "all sheets")
)
GOALS = {
    2_500: {OF_INPUTS: ("≤ 5", "≤ 4")},
    20_000: {OF_INPUTS: ("≤ 4.5", "≤ 2.3")},
    100_000: {OF_INPUTS: ("for comparison", "for comparison"), OF_ALL: ("≤ 2.4", "≤ 1.7")},
}
"""By games and floor, for a recalculation after an evening, and for a check."""


def process_rows(scale: float, rounds: int) -> Iterator[Row]:
    """The commands, each in a Python of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for games, goals in GOALS.items():
            yield from _recalc_rows(max(int(games * scale), 2 * NEW_GAMES), folder, rounds, goals)
        yield from _starting_rows(folder, rounds)


def _recalc_rows(games: int, folder: Path, rounds: int, goals: Mapping[str, tuple[str, str]]) -> Iterator[Row]:
    added, done, output = (folder / f"{what}.xlsx" for what in ("added", "done", "output"))
    with_an_evening_typed(club_games(games, PLAYERS), folder, added)
    done.unlink(missing_ok=True)
    recalculate_file(added, done, NOW)
    taken = least_taken(
        {
            OF_INPUTS: ["-c", READ_AND_COPY, str(added), str(output), *INPUT_SHEETS],
            OF_ALL: ["-c", READ_AND_COPY, str(added), str(output)],
            "recalc": ["-m", "xladdin", "recalc", str(added), "--output", str(output)],
            "check": ["-m", "xladdin", "check", str(added)],
            "pass": ["-c", "pass"],
            "recalc again": ["-m", "xladdin", "recalc", str(done)],
            "check again": ["-m", "xladdin", "check", str(done)],
        },
        rounds,
        output,
    )
    evening = f"{games:,} games, {NEW_GAMES} of them new"
    for floor, of_commands in goals.items():
        for command, goal in zip(("recalc", "check"), of_commands):
            yield Row(f"`xladdin {command}`, {evening}", floor, taken[command] / taken[floor], THE_TIME, goal)
    for command in ("recalc", "check"):
        ratio = taken[f"{command} again"] / taken["pass"]
        yield Row(f"`xladdin {command}`, {games:,} games, nothing changed", PASS, ratio, THE_TIME, "for comparison")


def _starting_rows(folder: Path, rounds: int) -> Iterator[Row]:
    output = folder / "new.xlsx"
    sides: dict[str, Sequence[str]] = {"pass": ["-c", "pass"]}
    sides |= {option: ["-m", "xladdin", option] for option in ("--help", "--version")}
    sides["new"] = ["-m", "xladdin", "new", "mississauga", str(output)]
    subprocess.run([sys.executable, *sides["new"]], check=True, capture_output=True)
    sheets = len(open_club_file(output).sheets)
    sides["empty"] = ["-c", EMPTY_WORKBOOK, str(output), str(sheets)]
    times = least_taken(sides, rounds, output)
    for option, goal in (("--help", "≤ 6"), ("--version", "≤ 3")):
        yield Row(f"`xladdin {option}`", PASS, times[option] / times["pass"], THE_TIME, goal)
    ratio = times["new"] / times["empty"]
    yield Row("`xladdin new`, no games", f"openpyxl saving {sheets} empty sheets", ratio, THE_TIME, "for comparison")


def with_an_evening_typed(games: ClubGames, folder: Path, target: Path) -> None:
    """A recalculated workbook, with the last games typed right below its table."""
    columns = (games.dates, games.first, games.score1, games.second, games.score2)
    earlier = ClubGames(games.players, *(column[:-NEW_GAMES] for column in columns))  # type: ignore[arg-type]
    path = club_book(earlier, folder, target.suffix)
    recalculate_file(path, None, NOW)
    file = open_club_file(path)
    table = file.tables["Games"]
    blocks = []
    for heading, column in zip(TYPED, columns):
        position = table.position(heading)
        assert position is not None
        place = table.sheet, table.row + 1 + table.rows, table.column_number(position)
        blocks.append(CellBlock(*place, (column[-NEW_GAMES:],), table="Games"))
    with target.open("wb") as stream:
        write_blocks(file, blocks, stream)
    path.unlink()


def least_taken(sides: Mapping[str, Sequence[str]], rounds: int, output: Path) -> dict[str, float]:
    """The least processor time that a Python takes with the arguments of each side [seconds], in turn.

    We remove `output` before each run. The first run of each does not count, because it compiles modules.
    """
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for name, arguments in [*sides.items()] * (rounds + 1):
        output.unlink(missing_ok=True)
        command = [sys.executable, *arguments]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        taken[name].append(usage.ru_utime + usage.ru_stime)
        said = child.stderr.read() if child.stderr else b""
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, said
    return {name: min(times[1:]) for name, times in taken.items()}
