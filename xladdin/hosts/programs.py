"""Runs another program to its end. It ends with ours at the latest."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

_ENDINGS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that end a run from outside: Ctrl+C, its window closes, the machine shuts down."""


def run_to_its_end(command: Sequence[str], seconds: float) -> str:
    """Run a program and give its output. An end of this run also ends it, with everything that it has started.

    Raises TimeoutExpired if it takes longer, and OSError if it cannot be started.
    """
    with _endings_held_back() as let_through, subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", start_new_session=True,
    ) as program:  # fmt: skip
        try:
            let_through()
            return program.communicate(timeout=seconds)[0]
        except BaseException:
            _end(program)
            raise


def _end(program: subprocess.Popen[str]) -> None:
    """End a program with its children. LibreOffice's own program is a child of one that only waits for it."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(program.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    program.wait()


@contextmanager
def _endings_held_back() -> Iterator[Callable[[], None]]:
    """Return what lets an end from outside through, as an exception, so that we can clean up.

    One that comes earlier waits for that: until a program has started we cannot end it.
    """
    waiting: list[int] = []
    are_let_through = False

    def leave(number: int, frame: FrameType | None) -> None:
        if not are_let_through:
            waiting.append(number)
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            raise SystemExit(128 + number)

    def let_through() -> None:
        nonlocal are_let_through
        are_let_through = True
        for number in waiting:
            leave(number, None)

    if threading.current_thread() is not threading.main_thread():
        yield let_through
        return
    heard = [number for number in _ENDINGS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, leave) for number in heard}
    try:
        yield let_through
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if waiting and not are_let_through:  # nothing has started
            signal.raise_signal(waiting[0])
