"""`xladdin demo`: five club workbooks with the sources' own games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from xladdin.hosts.club_file import recalculate_file
from xladdin.recalc import Outcome
from xladdin.samples import sample_files
from xladdin.systems import SYSTEMS
from xladdin.workbook.new_book import make_book


def make_demo(folder: Path, now: datetime) -> Iterator[tuple[Path, Outcome]]:
    """Makes and recalculates each system's sample workbook. Raises FileProblem where one is in the folder already."""
    folder.mkdir(parents=True, exist_ok=True)
    for key, system in SYSTEMS.items():
        path = folder / f"{key}.xlsx"
        make_book(system, path, sample_files(key), now)
        yield path, recalculate_file(path, None, now)
