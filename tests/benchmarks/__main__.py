"""`python -m tests.benchmarks`: one table of ratios, measured in this run on this machine."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tests.benchmarks.measuring import Row
from tests.benchmarks.rivals import missing_rivals
from tests.benchmarks.rows.app_rows import app_rows
from tests.benchmarks.rows.evening_rows import evening_rows, last_slip_rows
from tests.benchmarks.rows.federation_rows import federation_rows
from tests.benchmarks.rows.function_rows import function_rows, startup_rows
from tests.benchmarks.rows.host_rows import host_rows
from tests.benchmarks.rows.import_rows import import_rows
from tests.benchmarks.rows.light_rows import light_rows
from tests.benchmarks.rows.page_rows import page_rows
from tests.benchmarks.rows.process_rows import NEW_GAMES, process_rows
from tests.benchmarks.rows.pyodide_rows import pyodide_rows
from tests.benchmarks.rows.range_rows import range_rows
from tests.benchmarks.rows.replay_rows import growth_rows, replay_rows
from tests.benchmarks.rows.share_rows import share_rows
from tests.benchmarks.rows.size_rows import full_rows, size_rows
from tests.benchmarks.rows.spilled_rows import spilled_rows
from tests.benchmarks.rows.workbook_rows import new_rows, recalc_rows
from tests.benchmarks.rows.year_rows import look_rows, player_rows, report_rows


def main() -> None:
    """Measures everything, or the rows that you ask for, and prints them as they come."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full sizes, for a quick look")
    parser.add_argument("--only", choices=sorted(groups(1.0)), help="one group of rows")
    arguments = parser.parse_args()
    chosen = groups(arguments.scale)
    rows = chosen[arguments.only] if arguments.only else chain(*chosen.values())
    for line in table(rows):
        print(line, flush=True)


def groups(scale: float) -> dict[str, Iterator[Row]]:
    """The groups of rows at a share of their full sizes. Nothing runs before somebody asks for it."""
    games, players = int(100_000 * scale), max(int(500 * scale), 20)
    replays, rounds, calls = (7, 3, 31) if scale >= 1 else (1, 1, 2)
    return {
        "process": process_rows(scale, replays),
        "host": host_rows(scale),
        "size": size_rows(scale, rounds),
        "full": full_rows(scale),
        "share": share_rows(max(int(20_000 * scale), 48), rounds),
        "replay": replay_rows(games, replays),
        "growth": growth_rows(games, replays),
        "recalc": recalc_rows(games, players, rounds),
        "reports": report_rows(games, players, rounds),
        "look": look_rows(int(20_000 * scale), players, replays),
        "player": player_rows(int(20_000 * scale), rounds),
        "light": chain(light_rows(int(2_500 * scale)), light_rows(int(20_000 * scale))),
        "page": page_rows(games, players, rounds),
        "new": new_rows(int(10_000 * scale), players, rounds),
        "import": import_rows(games, players, rounds),
        "evening": evening_rows(60, calls),
        "last slip": last_slip_rows(max(int(2_500 * scale), 2 * NEW_GAMES)),
        "federation": federation_rows(scale, rounds),
        "functions": function_rows(max(int(10_000 * scale), 10), calls),
        "ranges": range_rows(max(int(10_000 * scale), 10), calls),
        "spilled": spilled_rows(games, replays),
        "app": app_rows([int(2_500 * scale), int(20_000 * scale)], rounds),
        "pyodide": pyodide_rows(int(20_000 * scale), rounds),
        "startup": startup_rows(calls),
    }


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Lines of the table in Markdown, the machine first."""
    yield f"{machine()}\n"
    missing = missing_rivals()
    if missing:
        yield f"Not installed, and so not measured: {', '.join(missing)} (pip install '.[benchmark]')\n"
    yield "| what | against | ratio | goal |"
    yield "|---|---|---|---|"
    for row in rows:
        yield f"| {row.what} | {row.against} | {row.ratio:.2f} {row.unit} | {row.reach} |"


def machine() -> str:
    """What the numbers were measured on."""
    processor = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if "model name" in line]
        processor = names[0] if names else processor
    return f"{processor}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


if __name__ == "__main__":
    main()
