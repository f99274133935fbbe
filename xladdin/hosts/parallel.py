"""Work on many workbooks at once: find the files, and run as many processes as there are cores.

The work for each is a function that can be pickled. The processes are the standard library's, or those of a Dask
cluster. Nothing here schedules, retries or moves data.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from xladdin.errors import WorkbookError
from xladdin.files.package import SUFFIXES
from xladdin.messages import msg

Unit = TypeVar("Unit")
Answer = TypeVar("Answer")

# Starting a process pays off for this many workbooks.
IN_EACH = 4
# The number of parts that each process gets. With fewer parts, the slowest process works alone at the end; with more,
# processes wait for work.
PARTS_OF_A_PROCESS = 4
# How long to wait for an answer of a Dask scheduler.
PATIENCE = "15s"


def workbooks_in(paths: Sequence[Path]) -> list[Path]:
    """Return the workbooks among files and folders, each once. A folder stands for those directly in it.

    Raises WorkbookError for a folder without a workbook.
    """
    files: dict[Path, Path] = {}
    for path in paths:
        inside = [path]
        if path.is_dir():
            inside = sorted(file for file in path.iterdir() if is_workbook(file) and file.is_file())
            if not inside:
                raise WorkbookError(
                    msg("{path} holds no workbook, .xlsx or .xlsm. Name another folder, or the files.", path=path)
                )
        for file in inside:
            files.setdefault(Path(os.path.realpath(file)), file)
    return list(files.values())


def is_workbook(path: Path) -> bool:
    """Return whether a file is a workbook by its name. Lock files of Excel or LibreOffice and hidden files are not."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(("~$", "."))


def run_each(
    units: Sequence[Unit], work: Callable[[Unit], Answer], cluster: str = ""
) -> Iterator[tuple[Unit, Answer | Exception]]:
    """Yield each unit with its result, or with the error that ended it, in the order in which they end.

    `cluster` is the address of a Dask scheduler. Without it, processes of this machine do the work, or this process
    alone if the units are few. If a local process dies, its remaining units fail; a Dask cluster retries them.
    """
    if cluster:
        yield from _on_cluster(units, work, cluster)
        return
    processes = min(os.cpu_count() or 1, len(units) // IN_EACH)
    if processes < 2:
        for unit in units:
            yield unit, _run_one(work, unit)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    size = -(-len(units) // (processes * PARTS_OF_A_PROCESS))
    parts = [units[start : start + size] for start in range(0, len(units), size)]
    with ProcessPoolExecutor(
        processes, get_context("spawn")
    ) as pool:  # a forked process would inherit the threads of a progress bar
        running = {pool.submit(_run_part, work, part): part for part in parts}
        for future in as_completed(running):
            lost = future.exception()
            part = running[future]
            yield from zip(part, [lost] * len(part) if isinstance(lost, Exception) else future.result())


def _run_part(work: Callable[[Unit], Answer], part: Sequence[Unit]) -> list[Answer | Exception]:
    return [_run_one(work, unit) for unit in part]


def _run_one(work: Callable[[Unit], Answer], unit: Unit) -> Answer | Exception:
    try:
        return work(unit)
    except Exception as error:
        return error


def _on_cluster(
    units: Sequence[Unit], work: Callable[[Unit], Answer], cluster: str
) -> Iterator[tuple[Unit, Answer | Exception]]:
    from distributed import Client, as_completed

    try:
        client = Client(cluster, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WorkbookError(
            msg(
                "{cluster}: no Dask scheduler answers there ({reason}). Check the address, as in "
                "tcp://scheduler:8786, or leave it out: then this machine does the work.",
                cluster=cluster,
                reason=str(error) or msg("it stays silent"),
            )
        ) from None
    with client:
        running = dict(zip(client.map(partial(_run_one, work), units, pure=False), units))
        for future in as_completed(running, loop=client.loop):
            lost = future.exception()
            yield running[future], lost if isinstance(lost, Exception) else future.result()
