"""Files imported into a club workbook file, with a dated copy of what it was: all of them, or nothing."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from xladdin.files.package import open_package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.hosts.file.beside import how_to_finish
from xladdin.hosts.file.changed_file import Change, changed_file
from xladdin.hosts.file.prepared_import import Import, prepare_import
from xladdin.importing.questions import Answers
from xladdin.importing.source import open_source
from xladdin.workbook.recalc_result import Progress


def import_into_file(
    path: Path,
    sources: Sequence[Path],
    answers: Answers,
    now: datetime,
    *,
    as_new: bool = False,
    dry_run: bool = False,
    progress: Progress = lambda step: None,
) -> Import:
    """Imports files into a workbook file, with a dated copy of what it was: all of them, or nothing.

    Raises FileProblem as `prepare_import`, and if the workbook cannot be written or is open elsewhere.
    """
    open_package(path)  # said before anything of the files to import
    opened = [open_source(source) for source in sources]
    if dry_run:
        return prepare_import(open_club_file(path), opened, answers, now, progress, as_new=as_new)

    def change(file: ClubFile) -> Change[Import]:
        found = prepare_import(file, opened, answers, now, progress, how_to_finish(file), as_new=as_new)
        return Change(found, found.blocks, found.outcome)

    return changed_file(path, "import", change, progress)
