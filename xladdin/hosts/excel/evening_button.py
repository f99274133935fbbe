"""Finish the evening from within Excel: the PDF that Excel itself saves, and the page of the open workbook."""

from contextlib import suppress
from datetime import datetime
from pathlib import Path

import xlwings as xw

from xladdin.errors import FileProblem
from xladdin.files.safety.outputs import refuse_unless_free
from xladdin.hosts import evening
from xladdin.hosts.evening import Evening
from xladdin.hosts.excel.import_button import ask_in
from xladdin.hosts.excel.xlwings_book import OpenBook, in_words
from xladdin.hosts.printing import PDF, evening_pages
from xladdin.hosts.publishing import publish_book
from xladdin.publish.club import Wishes
from xladdin.publish.folder import Published
from xladdin.workbook.recalc_result import Progress, RecalcResult

TITLE = "Finish the evening"
QUESTION = (
    'Shall {name} have a web page? It is the folder "{folder}" beside the workbook, which you put on the web or onto a '
    "memory stick."
)


def print_and_publish(book: xw.Book, path: Path, outcome: RecalcResult, now: datetime, progress: Progress) -> Evening:
    """Prints and publishes a workbook that has just been recalculated and is open in Excel. Gives the outcome.

    `path` is the workbook's on this machine. The PDF goes beside it, and the page's folder too if there is none yet.
    """
    club = OpenBook(book)

    def printed() -> str:
        progress("Printing")
        pdf = path.with_suffix(PDF.suffix)
        with in_words():
            sheets: list[int | str] = [*evening_pages(club)]
        refuse_unless_free(pdf, PDF)
        with in_words("No PDF was made", "If it is open in another program, close it there, and press again."):
            book.to_pdf(str(pdf), include=sheets)
        return f"Printed: {pdf}"

    def published(folder: Path) -> Published:
        with in_words():
            return publish_book(club, path, folder, Wishes(), now, progress)

    done = Evening(outcome)
    evening.print_and_publish(done, path, _new_page(book.app, path), printed, published)
    return done


def _new_page(app: xw.App, path: Path) -> Path | None:
    """The folder for a page that the user has just wanted, or None for an answer of No or one given before."""
    ask = ask_in(app, TITLE)
    if ask is None or not evening.nobody_said(path):
        return None
    folder = path.with_name(f"{path.stem} page")
    if ask(QUESTION.format(name=path.name, folder=folder.name)):
        return folder
    with suppress(FileProblem):  # then it is asked again
        evening.remember_no_page(path)
    return None
