"""Print and publish from within Excel: the PDF that Excel itself saves, and the page of the open workbook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import xlwings as xw

from xladdin.cells import CellBlock
from xladdin.files.safe_write import validate_output
from xladdin.hosts.excel import Ask, OpenBook, translate_com_errors
from xladdin.hosts.finish_evening import NO_PAGE, Evening, add_outcome, chosen_for_evening
from xladdin.hosts.printing import PDF, evening_pages
from xladdin.hosts.publishing import PageQuestions, prepare_page, remove_record, wants_page_question
from xladdin.messages import Message, msg
from xladdin.web_pages.page_folder import Published, published_message
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.schema import WEB_EVENING
from xladdin.workbook.web_settings import read_web_settings, web_blocks


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
            "Should the web page show the players of {name} by their full names? Yes: full names. "
            "No: initials. For a single player, choose in the column Web of Players.",
            name=workbook,
        )
        return ("names" if self._ask(question) else "initials") if self._ask else None


def publish_open_book(
    book: xw.Book,
    path: Path,
    now: datetime,
    progress: ProgressCallback,
    questions: PageQuestions,
    *,
    with_evening: str = "",
) -> Published:
    """Write the page of a workbook that is open in Excel, next to its file. Raises as `prepare_page`.

    New answers are first written into the workbook, and are saved with it.
    """
    from xladdin.web_pages.publisher import publish

    page = prepare_page(OpenBook(book), path, None, now, progress, questions=questions, with_evening=with_evening)
    if page.blocks:
        keep_in_book(book, page.blocks, now)
    progress(msg("Writing the pages"))
    publish_page = replace(publish(page.club, page.folder), notes=page.notes)
    remove_record(path)
    return publish_page


def keep_in_book(book: xw.Book, blocks: Sequence[CellBlock], now: datetime) -> None:
    """Write answers into the open workbook, with the cells that a recalculation then changes."""
    from xladdin.recalc import recalculate_workbook

    OpenBook(book).write(blocks)
    club = OpenBook(book)
    outcome = recalculate_workbook(club, now)
    club.write(outcome.blocks)
    club.set_ranges(outcome.ranges_of_values)


def print_and_publish(
    book: xw.Book, path: Path, outcome: RecalcResult, now: datetime, progress: ProgressCallback, ask: Ask | None
) -> Evening:
    """Print and publish a workbook that has just been recalculated and is open in Excel, and return the outcome.

    `path` is the workbook's on this machine. The PDF and the page go next to it.
    """
    club = OpenBook(book)
    questions = DialogQuestions(ask)

    def print_sheets() -> Message:
        progress(msg("Printing"))
        pdf = path.with_suffix(PDF.suffix)
        with translate_com_errors():
            sheets: list[int | str] = [*evening_pages(club)]
        validate_output(pdf, PDF)
        with translate_com_errors(
            msg("No PDF was created"), msg("If it is open in another program, close it there, and click again.")
        ):
            book.to_pdf(str(pdf), include=sheets)
        return msg("Printed: {path}", path=pdf)

    def publish_page() -> Message | None:
        with translate_com_errors():
            chosen = chosen_for_evening(club, path, None, questions)
            if not chosen:
                return NO_PAGE
            if chosen == "no":
                if read_web_settings(club).with_evening != chosen:
                    keep_in_book(book, list(web_blocks(club, {WEB_EVENING.name: chosen})), now)
                return None
            made = publish_open_book(book, path, now, progress, questions, with_evening=chosen)
            return msg("Page: {outcome}", outcome=published_message(made))

    done = Evening(outcome)
    add_outcome(done, print_sheets)
    add_outcome(done, publish_page)
    return done
