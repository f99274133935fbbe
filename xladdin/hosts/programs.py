"""Runs another program to its end. It ends with ours at the latest."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that end a run from outside besides Ctrl+C: its window closes, the machine shuts down."""


def run_to_its_end(command: Sequence[str], seconds: float) -> str:
    """Runs a program and gives its output. An end of this run also ends it, with everything that it has started.

    Raises TimeoutExpired if it takes longer, and OSError if it cannot be started.
    """
    with _interruptible(), subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True,
    ) as program:  # fmt: skip
        try:
            return program.communicate(timeout=seconds)[0]
        except BaseException:
            _end(program)
            raise


def _end(program: subprocess.Popen[str]) -> None:
    """Ends a program with its children. LibreOffice's own program is a child of one that only waits for it."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(program.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    program.wait()


@contextmanager
def _interruptible() -> Iterator[None]:
    """While it lasts, an end from outside is an exception, so that we can clean up."""

    def leave(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, leave) for number in _ENDINGS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
