"""Every figure that the workbook, page and terminal of a club say, by its subject."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.helpers.programs.chromium import published
from tests.helpers.programs.command_line import run_here
from tests.helpers.said.figures import Figure
from tests.helpers.said.pages import of_pages
from tests.helpers.said.sheets import names_on, of_sheets, sheets_of
from tests.helpers.said.terminal import of_player
from xladdin.systems.system import RatingSystem


def of_the_club(book: Path, folder: Path, system: RatingSystem, in_terminal: Sequence[str]) -> Iterator[Figure]:
    """Everything that a recalculated workbook, its page and the terminal say. We ask the terminal for these players."""
    sheets = sheets_of(book)
    names = names_on(sheets)
    yield from of_sheets(sheets, names, system)
    published(book, folder)
    yield from of_pages(folder, names, system)
    for name in in_terminal:
        yield from of_player(run_here("player", book, name).out, system)
