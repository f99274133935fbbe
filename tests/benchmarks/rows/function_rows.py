"""Worksheet functions through xlwings' Office.js call, and what starting up costs."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence

from tests.benchmarks.measuring import AS_FAST, THE_TIME, Row
from tests.helpers.excel.officejs import ENVIRONMENT
from tests.helpers.programs.child import call_in_child


def function_rows(rows: int, calls: int) -> Iterator[Row]:
    """`=LEXCHANGE` over a range and in one cell, against functions that do nothing."""
    times: Mapping[str, float] = call_in_child(f"{__name__}:_measured", rows, calls, env=ENVIRONMENT, timeout=600)
    what = f"`=LEXCHANGE`, {rows:,} rows"
    nothing = "a function that does nothing"
    yield Row(what, f"{nothing}, raw", times["range"] / times["range, nothing"], THE_TIME, "≤ 10")
    yield Row(what, "xlwings' default conversion", times["range, default"] / times["range"], AS_FAST, "≥ 100")
    yield Row("`=LEXCHANGE`, one cell", nothing, times["cell"] / times["cell, nothing"], THE_TIME, "≤ 1.3")


def _measured(rows: int, calls: int) -> dict[str, float]:
    """Medians of the calls, within an interpreter that is the server side of xlwings."""
    import asyncio

    from xlwings import server

    import xladdin.functions
    from tests.benchmarks import idle_functions
    from tests.helpers.excel.officejs import officejs_request

    columns = idle_functions.arguments_of(rows)
    one = [1824, 1708, 459, 272, 60]
    sides = {
        "range": (xladdin.functions, officejs_request("LEXCHANGE", columns)),
        "range, nothing": (idle_functions, officejs_request("NOTHING", columns)),
        "range, default": (idle_functions, officejs_request("DEFAULT", columns)),
        "cell": (xladdin.functions, officejs_request("LEXCHANGE", one)),
        "cell, nothing": (idle_functions, officejs_request("NOTHING", one)),
    }
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(calls):
        for name, (module, request) in sides.items():
            repeats = 1 if name.startswith("range") else 200
            if name == "range, default" and len(taken[name]) >= 3:
                continue
            start = time.perf_counter()
            for _ in range(repeats):
                asyncio.run(server.custom_functions_call(request, module))
            taken[name].append((time.perf_counter() - start) / repeats)
    return {name: statistics.median(times) for name, times in taken.items()}


def startup_rows(calls: int) -> Iterator[Row]:
    """Imports and the help of the command line, each in a Python of its own."""
    pairs = (
        ("import xladdin.functions", "import xlwings", "≤ 1.1"),
        ("-m xladdin --help", "import click", "≤ 2"),
    )
    for ours, theirs, reach in pairs:
        taken: dict[str, list[float]] = {ours: [], theirs: []}
        for _ in range(calls):
            for statement, times in taken.items():
                times.append(_started(statement.split() if statement.startswith("-m") else ["-c", statement]))
        medians = {name: statistics.median(times) for name, times in taken.items()}
        ratio = medians[ours] / medians[theirs]
        yield Row(f"`{ours.removeprefix('-m ')}`", f"`{theirs}`", ratio, THE_TIME, reach)


def _started(arguments: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start
