"""Files imported into a club workbook file: with a dated copy of what it was; all of them, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from xladdin.files.package import open_package
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.safekeeping import safely_replace
from xladdin.hosts.file.dressed import write_dressed
from xladdin.hosts.file.prepared_import import Import, prepare_import
from xladdin.imports.material import Options
from xladdin.imports.source import open_source
from xladdin.recalc import Progress
from xladdin.workbook.incoming.preview import Choices


def import_into_file(
    path: Path,
    sources: Sequence[Path],
    options: Options,
    choices: Choices,
    now: datetime,
    *,
    dry_run: bool = False,
    progress: Progress = lambda step: None,
) -> Import:
    """Imports files into a workbook file, with a dated copy of what it was; all of them, or nothing.

    Raises FileProblem as `prepare_import`, and where the workbook cannot be written or is open elsewhere.
    """
    open_package(path)  # nothing is put beside what is no workbook, not even a lock
    opened = [open_source(source) for source in sources]
    if dry_run:
        return prepare_import(open_club_file(path), opened, options, choices, now, progress)
    with only_one(path):
        progress(f"Reading {path.name}")
        file = open_club_file(path)
        found = prepare_import(file, opened, options, choices, now, progress)
        if found.blocks:
            progress(f"Writing {path.name}")
            safely_replace(
                path, lambda target: write_dressed(file, found.blocks, target, found.outcome), read_as=file.package
            )
    return found
