"""A system that fails: of all that a run asks of it for the files of one folder, it refuses one call."""

from __future__ import annotations

import builtins
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

_ASKED = (
    *("access", "chmod", "chown", "close", "fsync", "getxattr", "link", "listdir", "listxattr", "lstat", "mkdir"),
    *("open", "readlink", "remove", "rename", "replace", "rmdir", "scandir", "setxattr", "stat", "truncate"),
    *("unlink", "utime"),
)


@dataclass
class Faults:
    """Counts the calls. Call `number` fails, and then `met` says what failed."""

    number: int
    code: int = errno.EIO
    calls: int = 0
    met: str = ""


@contextmanager
def one_call_failing(folder: Path, number: int, code: int = errno.EIO) -> Iterator[Faults]:
    """Within it, the call of that number fails, counted from 1 among those that concern a file in the folder."""
    faults = Faults(number, code)
    inside = f"{folder.resolve()}{os.sep}"

    def failing(name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*arguments: Any, **named: Any) -> Any:
            place = _place(arguments[0]) if arguments else ""
            if place.startswith(inside):
                faults.calls += 1
                if faults.calls == faults.number:
                    faults.met = f"{name} {place}"
                    if name == "access":
                        return False
                    if name == "close":  # a system closes the file even where it says that it failed
                        call(*arguments, **named)
                    raise OSError(code, os.strerror(code), place)
            return call(*arguments, **named)

        return asked

    with ExitStack() as stack:
        for name in _ASKED:
            if hasattr(os, name):
                stack.enter_context(mock.patch.object(os, name, failing(name, getattr(os, name))))
        stack.enter_context(mock.patch.object(builtins, "open", failing("open", builtins.open)))
        yield faults


def _place(target: object) -> str:
    """Return the path that a call concerns, also where the call names an open file."""
    if isinstance(target, int):
        try:
            return readlink(f"/proc/self/fd/{target}")
        except OSError:
            return ""
    return os.path.abspath(os.fsdecode(target)) if isinstance(target, (str, bytes, os.PathLike)) else ""


readlink = os.readlink
