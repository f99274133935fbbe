"""Programs outside Python: finds them by name, runs them with a time limit, and ends them with all their children."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.helpers.suite.length import WAY

TESTS = Path(__file__).resolve().parents[2]
ROOT = TESTS.parent


class ProgramError(AssertionError):
    """A program is missing, hangs, or ends with an error."""


def find_program(*names: str) -> str:
    """Return the path of the first installed of these programs. A quick run, with Python alone, skips the test."""
    if WAY == "quick":
        pytest.skip(f"a quick run has no {names[0]}")
    for name in names:
        if path := shutil.which(name):
            return path
    raise ProgramError(f"{' or '.join(names)} is not installed: tests/run installs what the tests need")


def node_module(path: str) -> Path:
    """Return a file or folder below the Node packages that tests/run installs."""
    folder = TESTS / "node_modules" / path
    if not folder.exists():
        raise ProgramError(f"the Node package {path} is not installed: run tests/run, or npm install in tests/")
    return folder


def run_program(
    command: Sequence[str | Path],
    *,
    timeout: float = 120,
    stdin: str = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    statuses: Sequence[int] = (0,),
) -> str:
    """Run a program and return its standard output. `env` goes into the environment of this process.

    Fails if the program ends with a status not in `statuses`, or takes longer than `timeout` seconds. Then it kills the
    program with its children, because the children of a start script would live on otherwise.
    """
    name = Path(command[0]).name
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(stdin, timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        raise ProgramError(f"{name} did not end within {timeout:g} s\n{output}\n{errors}") from None
    if process.returncode not in statuses:
        raise ProgramError(f"{name} ended with status {process.returncode}\n{output}\n{errors}")
    return output
