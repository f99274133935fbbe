"""Log and replay in WebAssembly, as xlwings Lite runs them, against CPython."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.benchmarks.club_games import club_games
from tests.benchmarks.measuring import THE_TIME, Row
from tests.benchmarks.rows.range_rows import PLAYERS, tables
from tests.helpers.excel.pyodide import project_wheel, run_in_pyodide
from xladdin.cells.table import CellTable
from xladdin.log import read_log
from xladdin.replay import replay
from xladdin.systems import SYSTEMS

IN_PYODIDE = """
from js import process
from xladdin.cells.table import CellTable
from xladdin.log import read_log
from xladdin.replay import replay
from xladdin.systems import SYSTEMS

def taken(ranges):
    cells = {name: CellTable(name, tuple(rows[0]), tuple(zip(*rows[1:]))) for name, rows in ranges.items()}
    before = process.cpuUsage()
    replay(read_log(SYSTEMS["mississauga"], cells).sound())
    used = process.cpuUsage(before)
    return (used.user + used.system) / 1e6

min(taken(arguments["ranges"]) for _ in range(arguments["rounds"]))
"""


def pyodide_rows(games: int, rounds: int) -> Iterator[Row]:
    """The least processor time of several runs on both sides."""
    ranges = tables(club_games(games, PLAYERS), "mississauga")
    with tempfile.TemporaryDirectory() as name:
        wheel = project_wheel(Path(name))
        theirs: float = run_in_pyodide(IN_PYODIDE, wheels=[wheel], arguments={"ranges": ranges, "rounds": rounds})
    ours = min(_taken(ranges) for _ in range(rounds))
    yield Row(f"log and replay in Pyodide, {games:,} games", "CPython", theirs / ours, THE_TIME, "≤ 3")


def _taken(ranges: Mapping[str, Sequence[Sequence[object]]]) -> float:
    cells = {name: CellTable(name, tuple(map(str, rows[0])), tuple(zip(*rows[1:]))) for name, rows in ranges.items()}
    start = time.process_time()
    replay(read_log(SYSTEMS["mississauga"], cells).sound())
    return time.process_time() - start
