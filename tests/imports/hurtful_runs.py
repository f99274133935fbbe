"""Imports every hurtful file, one after the other, in a process of little memory."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import NamedTuple

from tests.corpus.editing import column_of
from tests.helpers.programs.command_line import run_here
from tests.imports.hurtful import CASES
from xladdin.importing.source import Source

MOST_MEMORY = 300_000_000
"""Bytes that an import of a hurtful file may take, with Python and xladdin."""


class Came(NamedTuple):
    """What came of a file: its status, all that xladdin said, whether anything else changed, and the players then."""

    status: int
    said: str
    new: str
    stays: bool
    players: list[object]


def import_all(folder: Path, club: bytes) -> tuple[dict[str, Came], str, int]:
    """What came of each file by its name, what native code wrote to standard error, and the peak of memory in bytes."""
    errors = folder / "errors"
    kept = os.dup(2)
    with errors.open("wb") as stream:
        os.dup2(stream.fileno(), 2)
    limit_memory()
    came = {}
    try:
        for number, case in enumerate(CASES):
            place = folder / str(number)
            place.mkdir()
            book, source = place / "club.xlsx", place / "games"
            book.write_bytes(club)
            source.write_bytes(case.content)
            os.write(kept, f"{case.name}\n".encode())  # the last one is to blame where the process ends
            given = []
            if case.day:
                given = ["--answers", place / "answers.json"]
                once = {Source("", case.content).digest: {"day": case.day}}
                (place / "answers.json").write_text(json.dumps({"once": once}))
            said = run_here("import", book, source, *given)
            stays = book.read_bytes() == club and {entry.name for entry in place.iterdir()} == {
                "club.xlsx",
                "games",
            } | ({"answers.json"} if case.day else set())
            new = said.out.partition("New: ")[2].partition(".")[0]
            players = [] if stays else column_of(book, "Players", "Player")
            came[case.name] = Came(said.status, said.out + said.err, new, stays, players)
    finally:
        os.dup2(kept, 2)
    return came, errors.read_text(errors="replace"), _peak()


def limit_memory() -> None:
    """Allows no more than `MOST_MEMORY` from here on, where the system can limit it."""
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))


def _peak() -> int:
    if sys.platform == "win32":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
