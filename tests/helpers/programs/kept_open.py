"""A program that stays open and answers line by line, because to start it takes longer than most calls."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path


class KeptOpen:
    """A program that starts when somebody first asks it something, and again after it had to end."""

    def __init__(self, command: Sequence[str | Path], env: Mapping[str, str] | None = None) -> None:
        """`env` is its whole environment, or None for that of this process."""
        self._command, self._env = [str(part) for part in command], env
        self._process: subprocess.Popen[str] | None = None

    def ask(self, line: str, timeout: float) -> str:
        """Return what it answers to a line, or "" where it ends or takes too long, after which it is ended."""
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
        """End it, with all its children, if it runs."""
        if self._process is not None:
            for group in self._groups():
                with suppress(ProcessLookupError):
                    os.killpg(group, signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def _groups(self) -> Sequence[int]:
        return [self._process.pid] if self._process else []
