"""The copy that a macro has just saved: the open workbook as a file, read without a call to Excel."""

from __future__ import annotations

from pathlib import Path

from xladdin.cells.table import ClubBook


def read_copy(copy: Path) -> ClubBook:
    """The copy as a club workbook. Raises FileProblem if it cannot be read, for example because of a password."""
    from xladdin.files.reading.club_file import open_club_file  # which a workbook that carries xladdin leaves out

    return open_club_file(copy)
