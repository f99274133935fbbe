"""Files imported into a club workbook file, or into a new one that begins with them: all of them, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from xladdin.errors import WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import open_package
from xladdin.files.workbook_writer import filled
from xladdin.hosts.importing import Import, prepare_import
from xladdin.hosts.launcher import how_to_finish
from xladdin.hosts.workbook_file import Change, changed_file, write_dressed
from xladdin.importing.questions import Answers
from xladdin.importing.source import open_source
from xladdin.languages import ENGLISH
from xladdin.messages import msg, ngettext
from xladdin.systems.system import RatingSystem
from xladdin.workbook.new_book import Finish, clean_title, fill_template, validate_new_path, write_new_file
from xladdin.workbook.recalc_result import ProgressCallback

TSH_EVENT = "config.tsh"
"""The file that names the other files of its folder with games."""
MOST_FILES = 500


def build_workbook(
    system: RatingSystem,
    path: Path,
    now: datetime,
    *,
    title: str = "",
    lambda_names: bool = True,
    language: str = ENGLISH,
) -> ClubFile:
    """Return an empty workbook in memory under its future name."""
    validate_new_path(path)
    file, blocks = fill_template(
        system, path, clean_title(title), {}, now, lambda_names=lambda_names, language=language
    )
    return filled(file, blocks)


def write_new_workbook(file: ClubFile, result: Import, finish: Finish | None = None) -> None:
    """Write the workbook with what the import found, never over an existing file."""
    write_new_file(file.path, lambda target: write_dressed(file, result.blocks, target, result.outcome), finish)


def expand_sources(sources: Sequence[Path]) -> list[Path]:
    """Return the files to import. A folder gives the file that names the others, or its files that are not hidden."""
    files: list[Path] = []
    for source in sources:
        if not source.is_dir():
            files.append(source)
            continue
        event = source / TSH_EVENT
        inside = [event] if event.is_file() else sorted(
            one for one in source.iterdir() if one.is_file() and not one.name.startswith((".", "~"))
        )  # fmt: skip
        if not inside or len(inside) > MOST_FILES:
            raise WorkbookError(
                msg(
                    "{source}: is a folder with {files}. Name the files with players and games.",
                    source=source,
                    files=ngettext("{n:,} file", "{n:,} files", len(inside)),
                )
            )
        files.extend(inside)
    return files


def import_into_file(
    path: Path,
    sources: Sequence[Path],
    answers: Answers,
    now: datetime,
    *,
    as_new: bool = False,
    dry_run: bool = False,
    progress: ProgressCallback = lambda step: None,
) -> Import:
    """Import files into a workbook file, with a dated copy of what it was: all of them, or nothing.

    Raises WorkbookError as `prepare_import`, and if the workbook cannot be written or is open elsewhere.
    """
    open_package(path)  # said before anything of the files to import
    opened = [open_source(source) for source in sources]
    if dry_run:
        return prepare_import(open_club_file(path), opened, answers, now, progress, as_new=as_new)

    def change(file: ClubFile) -> Change[Import]:
        result = prepare_import(file, opened, answers, now, progress, how_to_finish(file), as_new=as_new)
        return Change(result, result.blocks, result.outcome)

    return changed_file(path, "import", change, progress)
