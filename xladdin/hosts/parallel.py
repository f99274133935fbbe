"""Run a function on many workbooks in parallel, in processes of this machine or on a Dask cluster.

The function and its argument must be picklable. Scheduling, retries and the transfer of data are left to
`concurrent.futures` and to Dask.
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

Job = TypeVar("Job")
Answer = TypeVar("Answer")

# The fewest workbooks for which starting another process saves time.
MIN_PER_PROCESS = 4
# The number of batches for each process. With fewer, the slowest process works alone at the end; with more, processes
# wait for work.
BATCHES_PER_PROCESS = 4
# The time to wait for an answer of a Dask scheduler.
CLUSTER_TIMEOUT = "15s"


def find_workbooks(paths: Sequence[Path]) -> list[Path]:
    """Return the workbooks among files and directly in folders, each once.

    Raises WorkbookError for a folder without a workbook.
    """
    files: dict[Path, Path] = {}
    for path in paths:
        workbooks = [path]
        if path.is_dir():
            workbooks = sorted(file for file in path.iterdir() if is_workbook(file) and file.is_file())
            if not workbooks:
                raise WorkbookError(
                    msg("{path} contains no .xlsx or .xlsm workbook. Name another folder, or the files.", path=path)
                )
        for file in workbooks:
            files.setdefault(Path(os.path.realpath(file)), file)
    return list(files.values())


def is_workbook(path: Path) -> bool:
    """Return whether a file name is that of a workbook, and not of a hidden file or of a lock file of Excel (~$)."""
    return path.suffix.lower() in SUFFIXES and not path.name.startswith(("~$", "."))


def run_each(
    jobs: Sequence[Job], work: Callable[[Job], Answer], cluster: str = ""
) -> Iterator[tuple[Job, Answer | Exception]]:
    """Yield each job with its result or its exception, in the order of completion.

    `cluster` is the address of a Dask scheduler. Without it, processes of this machine do the work, or this process
    alone if the jobs are few. If a local process dies, its remaining jobs fail; a Dask cluster retries them.
    """
    if cluster:
        yield from _run_on_cluster(jobs, work, cluster)
        return
    processes = min(os.cpu_count() or 1, len(jobs) // MIN_PER_PROCESS)
    if processes < 2:
        for job in jobs:
            yield job, _run_one(work, job)
        return
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import get_context

    size = -(-len(jobs) // (processes * BATCHES_PER_PROCESS))
    batches = [jobs[start : start + size] for start in range(0, len(jobs), size)]
    with ProcessPoolExecutor(
        processes, get_context("spawn")
    ) as pool:  # a forked process would inherit the threads of a progress bar
        running = {pool.submit(_run_batch, work, batch): batch for batch in batches}
        for future in as_completed(running):
            failure = future.exception()
            batch = running[future]
            yield from zip(batch, [failure] * len(batch) if isinstance(failure, Exception) else future.result())


def _run_batch(work: Callable[[Job], Answer], batch: Sequence[Job]) -> list[Answer | Exception]:
    return [_run_one(work, job) for job in batch]


def _run_one(work: Callable[[Job], Answer], job: Job) -> Answer | Exception:
    try:
        return work(job)
    except Exception as error:
        return error


def _run_on_cluster(
    jobs: Sequence[Job], work: Callable[[Job], Answer], cluster: str
) -> Iterator[tuple[Job, Answer | Exception]]:
    from distributed import Client, as_completed

    try:
        client = Client(cluster, timeout=CLUSTER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise WorkbookError(
            msg(
                "{cluster}: no Dask scheduler answers there ({reason}). Check the address, as in "
                "tcp://scheduler:8786, or leave it out: then this machine does the work.",
                cluster=cluster,
                reason=str(error) or msg("no answer"),
            )
        ) from None
    with client:
        running = dict(zip(client.map(partial(_run_one, work), jobs, pure=False), jobs))
        for future in as_completed(running, loop=client.loop):
            failure = future.exception()
            yield running[future], failure if isinstance(failure, Exception) else future.result()
