"""Whole processes as a director starts them, against a Python that does the least: by the clock, in turn."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.club_games import ClubGames, club_games
from tests.benchmarks.measuring import THE_TIME, Row
from tests.benchmarks.rows.workbook_rows import NOW, READ, club_book
from xladdin.cells.table import CellBlock
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.writing.blocks import write_blocks
from xladdin.hosts.file.club_file import recalculate_file

PLAYERS = 200
NEW_GAMES = 48
"""Of one evening: 24 players, four rounds."""
TYPED = ("Date", "Player 1", "Score 1", "Player 2", "Score 2")
READ_AND_COPY = (
    f"import sys, zipfile; {READ}\nsource = zipfile.ZipFile(sys.argv[1])\n"
    "with zipfile.ZipFile(sys.argv[2], 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as copy:\n"
    "    for member in source.infolist(): copy.writestr(member.filename, source.read(member))"
)
EMPTY_WORKBOOK = (
    "import sys, openpyxl; book = openpyxl.Workbook()\n"
    "for _ in range(int(sys.argv[2]) - 1): book.create_sheet()\n"
    "book.save(sys.argv[1])"
)
GOALS = {2_500: ("≤ 3", "≤ 2.5"), 20_000: ("≤ 2.2", "≤ 2"), 100_000: ("≤ 1.6", "≤ 1.5")}
"""By games: of a recalculation after an evening, and of a check."""


def process_rows(scale: float, rounds: int) -> Iterator[Row]:
    """The commands, each in a Python of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for games, (recalc, check) in GOALS.items():
            yield from _recalc_rows(max(int(games * scale), 2 * NEW_GAMES), folder, rounds, recalc, check)
        yield from _starting_rows(folder, rounds)


def _recalc_rows(games: int, folder: Path, rounds: int, recalc: str, check: str) -> Iterator[Row]:
    added, done, output = (folder / f"{what}.xlsx" for what in ("added", "done", "output"))
    with_an_evening_typed(club_games(games, PLAYERS), folder, added)
    done.unlink(missing_ok=True)
    recalculate_file(added, done, NOW)
    taken = least_taken(
        {
            "floor": ["-c", READ_AND_COPY, str(added), str(output)],
            "recalc": ["-m", "xladdin", "recalc", str(added), "--output", str(output)],
            "check": ["-m", "xladdin", "check", str(added)],
            "read": ["-c", f"import sys; {READ}", str(done)],
            "nothing changed": ["-m", "xladdin", "recalc", str(done)],
        },
        rounds,
        output,
    )
    floor = "start, python-calamine's read, and a copy of the zip"
    evening = f"{games:,} games, {NEW_GAMES} of them new"
    times = {side: least.clock for side, least in taken.items()}
    yield Row(f"`xladdin recalc`, {evening}", floor, times["recalc"] / times["floor"], THE_TIME, recalc)
    ratio = taken["recalc"].processor / taken["floor"].processor
    yield Row(f"`xladdin recalc`, {evening}: processor time", floor, ratio, THE_TIME, "for comparison")
    yield Row(f"`xladdin check`, {evening}", floor, times["check"] / times["floor"], THE_TIME, check)
    ratio = times["nothing changed"] / times["read"]
    goal = "≤ 1.5" if check == GOALS[100_000][1] else "for comparison"
    yield Row(f"`xladdin recalc`, {games:,} games, nothing changed", "python-calamine's read", ratio, THE_TIME, goal)


def _starting_rows(folder: Path, rounds: int) -> Iterator[Row]:
    output = folder / "new.xlsx"
    sides: dict[str, Sequence[str]] = {"pass": ["-c", "pass"]}
    sides |= {option: ["-m", "xladdin", option] for option in ("--help", "--version")}
    sides["new"] = ["-m", "xladdin", "new", "mississauga", str(output)]
    subprocess.run([sys.executable, *sides["new"]], check=True, capture_output=True)
    sheets = len(open_club_file(output).sheets)
    sides["empty"] = ["-c", EMPTY_WORKBOOK, str(output), str(sheets)]
    times = {side: least.clock for side, least in least_taken(sides, rounds, output).items()}
    for option in ("--help", "--version"):
        yield Row(f"`xladdin {option}`", "`python -c pass`", times[option] / times["pass"], THE_TIME, "≤ 6")
    ratio = times["new"] / times["empty"]
    yield Row("`xladdin new`, no games", f"openpyxl saving {sheets} empty sheets", ratio, THE_TIME, "for comparison")


def with_an_evening_typed(games: ClubGames, folder: Path, target: Path) -> None:
    """A recalculated workbook with the last games typed right below its table."""
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


class Taken(NamedTuple):
    """What a process has taken [seconds]."""

    clock: float
    processor: float


def least_taken(sides: Mapping[str, Sequence[str]], rounds: int, output: Path) -> dict[str, Taken]:
    """The least that a Python with each side's arguments takes, in turn; `output` is removed before."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    taken: dict[str, list[Taken]] = {name: [] for name in sides}
    for name, arguments in [*sides.items()] * (rounds + 1):
        output.unlink(missing_ok=True)
        command = [sys.executable, *arguments]
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
        _, status, usage = os.wait4(child.pid, 0)
        taken[name].append(Taken(time.perf_counter() - start, usage.ru_utime + usage.ru_stime))
        said = child.stderr.read() if child.stderr else b""
        child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, said
    return {name: Taken(*map(min, zip(*times[1:]))) for name, times in taken.items()}  # the first compiles the modules
