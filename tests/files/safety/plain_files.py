"""A file that plays the part of a workbook where only its safety matters, not its content."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest

ROOT = Path(__file__).parents[3]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="links, pipes, signals and permissions of POSIX")
OLD, NEW = b"old" * 1000, b"new" * 1500


def write(data: bytes) -> Callable[[BinaryIO], None]:
    def write_to(target: BinaryIO) -> None:
        target.write(data)

    return write_to


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


AS_NOBODY = """
import hashlib, os, pathlib, _strptime, xladdin.files.safe_write
os.geteuid() == 0 and (os.setgid(65534), os.setuid(65534))
"""
"""Code before that of another user: of nobody, who may not read all that Python imports later."""


def run_python(code: str, *arguments: object, status: int = 0) -> str:
    command = [sys.executable, "-c", code, *map(str, arguments)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stderr
    return run.stdout
