"""Import games from within Excel: a file that the user picks, or what was pasted onto the sheet Import."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import xlwings as xw

from xladdin.cells.text import counted, shown
from xladdin.errors import FileProblem, XladdinError
from xladdin.hosts.excel.xlwings_book import OpenBook
from xladdin.hosts.file.prepared_import import Import, prepare_import
from xladdin.imports.material import Options, QuestionOpen
from xladdin.imports.source import Source
from xladdin.imports.tables.dates import DAY_FIRST, MONTH_FIRST
from xladdin.workbook.incoming.preview import Choices
from xladdin.workbook.incoming.telling import BY_HAND, names_told, preview_lines, standing_against
from xladdin.workbook.recalc_result import Progress

TITLE = "Import games"
SHEET = "Import"
"""People paste a file onto this sheet if the host gives us no file."""
LISTED = 8
"""A message lists this many rows of a kind."""

Ask = Callable[[str], bool]


def picked_path(letters: str) -> Path:
    """The path that a macro passes as the hexadecimal codes of its letters, in UTF-16."""
    return Path(bytes.fromhex(letters).decode("utf-16-be"))


def pasted(club: OpenBook) -> Source:
    """The text that was pasted on the sheet Import. Raises FileProblem if the sheet is empty."""
    rows = club.sheet_values(SHEET)
    if not rows:
        raise FileProblem(f"There is no sheet {SHEET}, or nothing on it. Paste the games or the file's text there.")
    lines = ["\t".join(" ".join(shown(cell).splitlines()).replace("\t", " ") for cell in row).rstrip() for row in rows]
    return Source(f"sheet {SHEET}", "\n".join([*lines, ""]).encode())


def answered_import(club: OpenBook, source: Source, now: datetime, ask: Ask | None, progress: Progress) -> Import:
    """The import as far as the user's answers take it. Without anybody to ask, it goes as far as it can by itself."""
    options, choices = Options(), Choices()
    while True:
        try:
            found = prepare_import(club, [source], options, choices, now, progress)
        except QuestionOpen as question:
            answer = _answered(question, options, now, ask) if ask else None
            if answer is None:
                raise FileProblem(f"{question.question} {question.by_hand}") from None
            options = answer
            continue
        if ask and found.preview.unknown and not choices.add_players:
            with_newcomers = Choices(add_players=True)
            try:
                more = prepare_import(club, [source], options, with_newcomers, now, progress)
            except XladdinError:
                return found
            names = names_told(more.preview.newcomers[:LISTED])
            count = len(more.preview.newcomers)
            if count and ask(f"{counted(count, 'name')} not recognised: {names}. Add as new players?"):
                choices = with_newcomers
                found = more
        return found


def _answered(open: QuestionOpen, options: Options, now: datetime, ask: Ask) -> Options | None:
    """The options with the answer in them, or None if the question has no answer of Yes or No."""
    if open.about == "dates":
        return replace(options, dates=DAY_FIRST if ask(f"{open.question} Is the day first?") else MONTH_FIRST)
    if open.about == "day" and ask(f"{open.question} Were its games played today?"):
        return replace(options, day=now.date())
    return None


def told(found: Import) -> str:
    """The preview, and any objections, in the lines of a message."""
    lines = list(preview_lines(found.preview, LISTED, BY_HAND))
    against = standing_against(found.preview, found.own_problems, LISTED, BY_HAND)
    return "\n".join([*lines, *against])


def ask_in(app: xw.App, title: str = TITLE) -> Ask | None:
    """A question with Yes and No if Excel is on this machine. An Office.js host shows messages only afterwards."""
    if app.engine.type != "desktop":
        return None
    return lambda words: app.alert(words, title, buttons="yes_no", mode="info") == "yes"
