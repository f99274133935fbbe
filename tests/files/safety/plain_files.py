"""A file that plays the part of a workbook where only its safety matters, not its content."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).parents[3]
OLD, NEW = b"old" * 1000, b"new" * 1500


def write(data: bytes) -> Callable[[BinaryIO], None]:
    """Return a function that writes these bytes."""

    def write_to(target: BinaryIO) -> None:
        target.write(data)

    return write_to


def names(folder: Path) -> list[str]:
    """Return names of everything in a folder, in order."""
    return sorted(path.name for path in folder.iterdir())
