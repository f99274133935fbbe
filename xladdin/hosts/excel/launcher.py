"""`xladdin launcher`: a file beside a workbook that recalculates it on a double click, with this machine's Python.

It starts Python from a folder of the system's: Python looks for modules in the folder that it is started from, and
nothing that lies beside a workbook shall ever be run.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from xladdin.errors import FileProblem, not_there
from xladdin.files.safety.new_file import named_beside
from xladdin.files.safety.outputs import OutputKind, safely_put

MADE_HERE = "Written by xladdin launcher"
"""Stands in every launcher: a file without these words is somebody else's."""
WORKBOOKS = (".xlsx", ".xlsm")
EXECUTABLE = 0o777
"""Permissions less the user's mask."""

_WINDOWS = r"""@echo off
rem {made_here}: recalculates the workbook beside this file.
setlocal DisableDelayedExpansion
chcp 65001 >nul
cd /d "%SystemRoot%"
if exist "{python}" "{python}" -m xladdin recalc "%~dp0{workbook}"
if not exist "{python}" echo Python is no longer where it was. Run again: xladdin launcher "%~dp0{workbook}"
echo.
pause
"""

_UNIX = """#!/bin/sh
# {made_here}: recalculates the workbook beside this file.
folder=$(cd -- "$(dirname -- "$0")" && pwd) || exit
cd /
if [ -x {python} ]; then
    {python} -m xladdin recalc "$folder"/{workbook}
else
    printf 'Python is no longer where it was. Run again: xladdin launcher "%s"\\n' "$folder"/{workbook}
fi
printf '\\nPress Return to close this window. '
read -r answer
"""


@dataclass(frozen=True)
class _Kind:
    """The launcher of one operating system."""

    suffix: str
    text: Callable[[str, str], str]
    how_to_start: str


def windows_text(workbook: str, python: str) -> str:
    """The batch file. Within double quotes cmd expands percent signs alone; no file's name holds a quote there."""
    python = python.replace("pythonw.exe", "python.exe").replace("%", "%%")
    text = _WINDOWS.format(made_here=MADE_HERE, workbook=workbook.replace("%", "%%"), python=python)
    return text.replace("\n", "\r\n")


def unix_text(workbook: str, python: str) -> str:
    """The shell script of Macs and Linux."""
    return _UNIX.format(made_here=MADE_HERE, workbook=shlex.quote(workbook), python=shlex.quote(python))


_WHEN = "when the games are typed and the workbook is saved and closed"
_KINDS = {
    "win32": _Kind(".cmd", windows_text, f"Double-click it {_WHEN}."),
    "darwin": _Kind(".command", unix_text, f"Double-click it {_WHEN}; the first time, right-click it and choose Open."),
    "linux": _Kind(
        ".sh", unix_text, f"Double-click it {_WHEN} and run it in a terminal (GNOME: right-click, Run as a Program)."
    ),
}


def write_launcher(workbook: Path, platform: str = sys.platform, python: str = sys.executable) -> tuple[Path, str]:
    """Writes the launcher and gives its path and how to start it; an older launcher is replaced.

    platform: win32, darwin or any other of `sys.platform`, which counts as Linux; python: the interpreter to use.
    Raises FileProblem where there is no such workbook, or where another file has the launcher's name.
    """
    if workbook.suffix.lower() not in WORKBOOKS:
        raise FileProblem(f"{workbook.name}: a club workbook's name ends in {' or '.join(WORKBOOKS)}.")
    if not workbook.is_file():
        raise not_there(workbook)
    kind = _KINDS.get(platform, _KINDS["linux"])
    path = named_beside(workbook, "Recalculate ", kind.suffix)
    text = kind.text(workbook.name, python).encode("utf-8", "surrogateescape")  # a name's bytes, whatever they are
    launcher = OutputKind("launcher", kind.suffix, lambda beginning: MADE_HERE.encode() in beginning, EXECUTABLE)
    safely_put(path, lambda target: target.write(text), launcher)
    return path, kind.how_to_start
