"""Finish the evening from within Excel: the PDF that Excel itself saves, and the page of the open workbook."""

from datetime import datetime
from pathlib import Path

import xlwings as xw

from xladdin.files.safe_write import validate_output
from xladdin.hosts.evening import NO_PAGE, Evening, add_outcome, chosen_for_evening
from xladdin.hosts.excel.dialogs import Dialogs
from xladdin.hosts.excel.page_button import DialogQuestions, keep_in_book, publish_open_book
from xladdin.hosts.excel.xlwings_book import OpenBook, in_words
from xladdin.hosts.printing import PDF, evening_pages
from xladdin.messages import Message, msg
from xladdin.web_pages.folder import published_message
from xladdin.workbook.recalc_result import Progress, RecalcResult
from xladdin.workbook.schema import WEB_EVENING
from xladdin.workbook.web_page import read_web_settings, web_blocks

TITLE = msg("Finish the evening")


def print_and_publish(book: xw.Book, path: Path, outcome: RecalcResult, now: datetime, progress: Progress) -> Evening:
    """Print and publish a workbook that has just been recalculated and is open in Excel, and return the outcome.

    `path` is the workbook's on this machine. The PDF and the page go beside it.
    """
    club = OpenBook(book)
    questions = DialogQuestions(Dialogs(book, TITLE).ask)

    def printed() -> Message:
        progress(msg("Printing"))
        pdf = path.with_suffix(PDF.suffix)
        with in_words():
            sheets: list[int | str] = [*evening_pages(club)]
        validate_output(pdf, PDF)
        with in_words(
            msg("No PDF was made"), msg("If it is open in another program, close it there, and press again.")
        ):
            book.to_pdf(str(pdf), include=sheets)
        return msg("Printed: {path}", path=pdf)

    def published() -> Message | None:
        with in_words():
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
    add_outcome(done, printed)
    add_outcome(done, published)
    return done
