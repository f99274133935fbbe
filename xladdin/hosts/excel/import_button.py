"""Import games from within Excel: a file that the user picks, or what was pasted onto the sheet Import."""

from datetime import datetime
from pathlib import Path

from xladdin.cells.text import cell_text
from xladdin.errors import WorkbookError
from xladdin.hosts.excel.dialogs import Ask
from xladdin.hosts.excel.xlwings_book import OpenBook
from xladdin.hosts.importing import Import, prepare_import
from xladdin.importing.questions import NEW, Answers, Question
from xladdin.importing.source import Source
from xladdin.messages import BLANK, Message, as_message, join_lines, msg
from xladdin.workbook.comparing import describe_obstacles, preview_lines
from xladdin.workbook.recalc_result import Progress

TITLE = msg("Import games")
SHEET = "Import"
"""People paste a file onto this sheet if the host gives us no file."""
LISTED = 8
"""A message lists this many rows of a kind."""
MOST_OFFERED = 6
"""A dialog of Yes and No offers so many answers of a question, one after the other."""


def picked_path(letters: str) -> Path:
    """Return the path that a macro passes as the hexadecimal codes of its letters, in UTF-16."""
    return Path(bytes.fromhex(letters).decode("utf-16-be"))


def pasted(club: OpenBook) -> Source:
    """Return the text that was pasted on the sheet Import. Raises WorkbookError if the sheet is empty."""
    rows = club.sheet_values(SHEET)
    if not rows:
        raise WorkbookError(
            msg("There is no sheet Import, or nothing on it. Paste the games or the file's text there.")
        )
    lines = [
        "\t".join(" ".join(cell_text(cell).splitlines()).replace("\t", " ") for cell in row).rstrip() for row in rows
    ]
    return Source(f"sheet {SHEET}", "\n".join([*lines, ""]).encode())


def answered_import(club: OpenBook, source: Source, now: datetime, ask: Ask | None, progress: Progress) -> Import:
    """Import as far as the user's answers take it. Raises WorkbookError for a question that nobody answers here."""
    answers = Answers()
    while True:
        found = prepare_import(club, [source], answers, now, progress)
        if not found.questions:
            return found
        for question in found.questions:
            answer = _answered(question, now, ask) if ask else None
            if answer is None:
                raise WorkbookError(
                    msg(
                        "{question} Import it in xladdin.html, or with xladdin import at a terminal, where every "
                        "answer can be given.",
                        question=question.text,
                    )
                )
            answers.set(question.id, answer)


def _answered(question: Question, now: datetime, ask: Ask) -> str | None:
    """Return the first answer to which the user says yes, or None."""
    samples = [*map(as_message, question.samples)]
    if question.free in ("date", "dates") and ask(join_lines([question.text, BLANK, msg("Were they played today?")])):
        return now.date().isoformat()
    order = sorted(question.choices, key=lambda choice: choice[0] != (question.default or NEW))
    for value, words in order[:MOST_OFFERED]:
        if ask(join_lines([question.text, *samples, BLANK, msg("{answer}?", answer=words)])):
            return value
    return None


def preview_message(found: Import) -> Message:
    """Return the preview, and any objections, in the lines of a message."""
    lines = list(preview_lines(found.preview, LISTED))
    return join_lines([*lines, *describe_obstacles(found.preview, found.own_problems, LISTED)])
