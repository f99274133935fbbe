"""What a run notes for its end: lines of a kind from any worker, and the processor time of programs."""

from __future__ import annotations

import os
from pathlib import Path

from tests.helpers.suite.once import shared

PROCESSES = Path("/proc")

spent_elsewhere = 0.0
"""Processor time of processes that live longer than a test, and so are not its own [seconds]."""


def spend(seconds: float) -> None:
    """Adds processor time of a process that lives on."""
    global spent_elsewhere
    spent_elsewhere += seconds


def note(kind: str, line: str) -> None:
    """Adds a line of a kind, in one write to a file opened for appending, so that lines of two workers never mix."""
    with open(shared() / f"{kind}.txt", "a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def noted(kind: str) -> list[str]:
    """All lines of a kind."""
    path = shared() / f"{kind}.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def seconds_of_groups(*groups: int) -> float:
    """Processor time of the processes of groups and of their ended children [seconds], 0 where /proc is missing."""
    ticks = 0
    for path in PROCESSES.glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[2]) in groups:
            ticks += sum(int(field) for field in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0
