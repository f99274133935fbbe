"""A club workbook file that a command changes: opened, locked, read, and written back whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from xladdin.cells.table import CellBlock
from xladdin.files.package import open_package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.safekeeping import safely_replace
from xladdin.messages import msg

if TYPE_CHECKING:
    from xladdin.workbook.recalc_result import Progress, RecalcResult

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Change(Generic[Answer]):
    """A command's changes to a file.

    `answer` is the command's result. `blocks` is what to write, or nothing if all is right. `outcome` is of the
    recalculation in them. `keep_copy` says whether the old file is kept. `file` is in memory, and receives the blocks
    if it is not the one that was read.
    """

    answer: Answer
    blocks: Sequence[CellBlock]
    outcome: RecalcResult | None
    keep_copy: bool = True
    file: ClubFile | None = None


def changed_file(path: Path, command: str, change: Callable[[ClubFile], Change[Answer]], progress: Progress) -> Answer:
    """Changes a workbook file in place, with a dated copy of what it was. Gives the answer of the change.

    `command` is the command's name for the copy. Of two runs the second begins to read when the first has written.
    Raises FileProblem if the file cannot be read or written, or is open elsewhere. The file then stays as it was.
    """
    open_package(path)  # nothing is put beside what is no workbook, not even a lock
    with only_one(path):
        progress(msg("Reading {name}", name=path.name))
        file = open_club_file(path)
        made = change(file)
        if made.blocks:
            from xladdin.hosts.file.dressed import write_dressed

            progress(msg("Writing {name}", name=path.name))
            safely_replace(
                path,
                lambda target: write_dressed(made.file or file, made.blocks, target, made.outcome),
                read_as=file.package.fingerprint,
                keep_copy=made.keep_copy,
                command=command,
            )
    return made.answer
