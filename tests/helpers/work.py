"""How much work something is, counted in lines of Python that run. The count is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class TooMuchWorkError(AssertionError):
    """More lines ran than may run. It says where the last ones are."""


def lines_run(run: Callable[[], object], most: int) -> int:
    """Return the number of lines that `run` runs. Raises TooMuchWorkError beyond `most`."""
    count = 0

    def local(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if event == "line":
            count += 1
            if count > most:
                where = f"{frame.f_code.co_filename}:{frame.f_lineno}"
                sys.settrace(None)
                raise TooMuchWorkError(f"more than {most:,} lines are run; the last is {where}")
        return local

    def called(frame: FrameType, event: str, _: object) -> Any:
        frame.f_trace_opcodes = False
        return local

    before = sys.gettrace()
    sys.settrace(called)
    try:
        run()
    finally:
        sys.settrace(before)
    return count
