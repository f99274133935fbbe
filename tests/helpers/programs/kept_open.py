"""A program that stays open and answers line by line, because to start it takes longer than most calls."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.helpers.suite.accounts import seconds_of_groups, spend


class KeptOpen:
    """A program that starts when somebody first asks it something, and again after it had to end."""

    def __init__(self, command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
        """`env` is its whole environment, or None for that of this process."""
        self._command, self._env = [str(part) for part in command], env
        self._process: subprocess.Popen[str] | None = None

    def ask(self, line: str, timeout: float) -> str:
        """What it answers to a line, or "" where it ends or takes too long, after which it is ended."""
        process = self._process or subprocess.Popen(
            self._command,
            env=self._env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._process = process
        assert process.stdin and process.stdout
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
        answered, _, _ = select.select([process.stdout], [], [], timeout)
        answer = process.stdout.readline().rstrip("\n") if answered else ""
        if not answer:
            self.end()
        return answer

    def end(self) -> None:
        """Ends it, with all its children, if it runs."""
        if self._process is not None:
            for group in self._groups():
                with suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def _groups(self) -> Sequence[int]:
        """The groups of processes that are its own."""
        return [self._process.pid] if self._process else []


class Counted(KeptOpen):
    """A program that stays open, and counts the processor time of each answer for the test that asked."""

    _counted = 0.0

    def ask(self, line: str, timeout: float) -> str:
        answer = super().ask(line, timeout)
        self.count()
        return answer

    def end(self) -> None:
        self.count()
        self._counted = 0.0
        super().end()

    def count(self) -> None:
        """Adds the processor time since the last count."""
        if self._process is not None:
            used = seconds_of_groups(*self._groups())
            spend(max(used - self._counted, 0.0))
            self._counted = used
