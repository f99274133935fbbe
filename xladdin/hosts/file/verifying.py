"""A club workbook file compared with the second computation of its ratings. It writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from xladdin.cells.text import shown
from xladdin.files.reading.club_file import open_club_file
from xladdin.reference.verify import Verdict, verify
from xladdin.workbook.checked import whole_log
from xladdin.workbook.outcome import Progress
from xladdin.workbook.rules.as_edited import system_of
from xladdin.workbook.start.codes import CODES_NAME, PAGE_CODE_NAME


@dataclass(frozen=True)
class Verified:
    """The outcome. `codes` are the check codes on Start, a line each."""

    verdict: Verdict
    codes: Sequence[str]


def verify_file(path: Path, now: datetime, progress: Progress = lambda step: None) -> Verified:
    """Compares every rating and change that the file holds with a second computation.

    Raises FileProblem if the file cannot be read, and RowsToMend if a row is wrong, since no rating follows from it.
    """
    progress(f"Reading {path.name}")
    book = open_club_file(path)
    system = system_of(book)
    whole_log(book, system, now.date()).sound()
    progress("Computing every rating a second time")
    codes = filter(None, (shown(book.names.get(name)) for name in (CODES_NAME, PAGE_CODE_NAME)))
    return Verified(verify(book, system.key, now.date()), list(codes))
