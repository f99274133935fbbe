"""The web page made from within Excel, with dialogs for what nobody has chosen yet."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import xlwings as xw

from xladdin.cells.table import CellBlock
from xladdin.hosts.excel.dialogs import Ask
from xladdin.hosts.excel.xlwings_book import OpenBook
from xladdin.hosts.publishing import PageQuestions, prepare_page, remove_record, wants_page_question
from xladdin.messages import msg
from xladdin.web_pages.folder import Published
from xladdin.workbook.recalc_result import Progress


class DialogQuestions:
    """Asks in dialogs of Excel. Where `ask` is None, nobody can be asked."""

    def __init__(self, ask: Ask | None) -> None:
        self._ask = ask

    def wants_page(self, workbook: str, folder: str) -> bool | None:
        """Ask whether finishing an evening publishes the page into this folder."""
        return self._ask(wants_page_question(workbook, folder)) if self._ask else None

    def names(self, workbook: str) -> str | None:
        """Ask how the page shows players."""
        question = msg(
            "Shall the web page show the players of {name} by their full names? Yes: full names. No: initials. "
            "For a single player, choose in the column Web of Players.",
            name=workbook,
        )
        return ("names" if self._ask(question) else "initials") if self._ask else None


def publish_open_book(
    book: xw.Book,
    path: Path,
    now: datetime,
    progress: Progress,
    questions: PageQuestions,
    *,
    with_evening: str = "",
) -> Published:
    """Write the page of a workbook that is open in Excel, beside its file. Raises as `prepare_page`.

    New answers are written into the workbook first. They are saved with it.
    """
    from xladdin.web_pages.publisher import publish

    page = prepare_page(OpenBook(book), path, None, now, progress, questions=questions, with_evening=with_evening)
    if page.blocks:
        keep_in_book(book, page.blocks, now)
    progress(msg("Writing the pages"))
    published = replace(publish(page.club, page.folder), notes=page.notes)
    remove_record(path)
    return published


def keep_in_book(book: xw.Book, blocks: Sequence[CellBlock], now: datetime) -> None:
    """Write answers into the open workbook, and what a recalculation then has to say."""
    from xladdin.recalc import recalculate

    OpenBook(book).write(blocks)
    club = OpenBook(book)
    outcome = recalculate(club, now)
    club.write(outcome.blocks)
    club.set_ranges(outcome.ranges_of_values)
