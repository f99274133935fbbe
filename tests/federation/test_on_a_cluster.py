"""A real Dask scheduler and two workers do the work of a federation in their own processes, and give the same bytes."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from tests.federation.clubs import data_of, federation_of, pooled, updated
from tests.helpers.clubs import NOW
from tests.helpers.programs.finding import ROOT
from xladdin.federation.folder import Federation
from xladdin.federation.updating import update
from xladdin.hosts.parallel import run_each

PATIENCE = 60
Cluster = tuple[str, Sequence["subprocess.Popen[bytes]"]]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Return the address of a scheduler, and its two workers."""
    file, logs = tmp_path / "scheduler.json", (tmp_path / "logs").open("wb")

    def start(program: str, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(file), *options]
        return subprocess.Popen(command, stdout=logs, stderr=logs, cwd=ROOT)

    scheduler = start("dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
    worker_options = ("--nthreads", "1", "--no-dashboard", "--no-nanny", "--host", "127.0.0.1")
    workers = [start("dask_worker", *worker_options, "--local-directory", str(tmp_path)) for _ in range(2)]
    try:
        from distributed import Client

        deadline = time.monotonic() + PATIENCE
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        with Client(scheduler_file=str(file), set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE)
            address = client.scheduler.address
        yield address, workers
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()
        logs.close()


def fresh(folder: Path, name: str) -> Federation:
    """Make a federation of the same clubs in the same place, so that every file can have the same bytes."""
    path = folder / "federation"
    if path.exists():
        path.rename(folder / name)
    federation_of(path, 12)
    return pooled(path)


def slow(number: int) -> int:
    """Do a unit of work that takes long enough to be cut off."""
    time.sleep(0.3)
    return number * number


def test_the_same_bytes_and_a_killed_worker_costs_its_unit_alone(cluster: Cluster, tmp_path: Path) -> None:
    address, workers = cluster
    alone = fresh(tmp_path, "")
    done = updated(alone)
    assert len(done.clubs) == 12
    assert [came for came in done.pools.values() if isinstance(came, Exception)] == []
    expected = data_of(alone)
    shutil.rmtree(alone.data)
    done = updated(alone, address)
    assert [came for came in done.clubs.values() if isinstance(came, Exception)] == []
    assert data_of(alone) == expected
    shutil.rmtree(alone.data)

    result: list[str] = []

    def half_way(step: str) -> None:
        result.append(step)
        if len(result) == 4:  # the register, then three workbooks
            workers[0].kill()

    done = update(alone, NOW.date(), partial(run_each, cluster=address), half_way)
    assert workers[0].wait() != 0
    assert [came for came in done.clubs.values() if isinstance(came, Exception)] == []
    assert data_of(alone) == expected
    assert sorted(came for _, came in run_each(range(6), slow, address)) == [0, 1, 4, 9, 16, 25]
