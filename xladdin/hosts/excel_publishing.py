"""Print and publish a workbook that is open in Excel: Excel saves the PDF, and xladdin writes the web page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import xlwings as xw

from xladdin.cells import CellBlock
from xladdin.files.safe_write import validate_output
from xladdin.hosts.excel import Ask, OpenWorkbook, translate_com_errors
from xladdin.hosts.finish_evening import NO_PAGE, Evening, add_outcome, decide_publishing
from xladdin.hosts.printing import PDF, find_evening_sheets
from xladdin.hosts.publishing import PageQuestions, make_page_question, prepare_page, remove_record
from xladdin.messages import Message, msg
from xladdin.web_pages.page_folder import Published, format_published
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.schema import WEB_EVENING
from xladdin.workbook.web_settings import build_web_blocks, read_web_settings


class DialogQuestions:
    """Ask the `PageQuestions` in dialogs of Excel. Without `ask`, the answers are None."""

    def __init__(self, ask: Ask | None) -> None:
        self._ask = ask

    def wants_page(self, workbook: str, folder: str) -> bool | None:
        """Return the answer whether finishing an evening publishes the page into this folder."""
        return self._ask(make_page_question(workbook, folder)) if self._ask else None

    def ask_names(self, workbook: str) -> str | None:
        """Return the answer how the page shows players: names, initials or none."""
        question = msg(
            "Should the web page show the players of {name} by their full names? Yes: full names. No: initials. To "
            "choose for a single player, use the column Web on Players.",
            name=workbook,
        )
        return ("names" if self._ask(question) else "initials") if self._ask else None


def publish_open_workbook(
    workbook: xw.Book,
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

    page = prepare_page(
        OpenWorkbook(workbook), path, None, now, progress, questions=questions, with_evening=with_evening
    )
    if page.blocks:
        store_in_open_workbook(workbook, page.blocks, now)
    progress(msg("Writing the pages"))
    publish_page = replace(publish(page.club, page.folder), notes=page.notes)
    remove_record(path)
    return publish_page


def store_in_open_workbook(workbook: xw.Book, blocks: Sequence[CellBlock], now: datetime) -> None:
    """Write answers into the open workbook, and recalculate it."""
    from xladdin.recalc import recalculate_workbook

    OpenWorkbook(workbook).write(blocks)
    open_workbook = OpenWorkbook(workbook)
    outcome = recalculate_workbook(open_workbook, now)
    open_workbook.write(outcome.blocks)
    open_workbook.set_ranges(outcome.ranges_of_values)


def print_and_publish(
    workbook: xw.Book, path: Path, outcome: RecalcResult, now: datetime, progress: ProgressCallback, ask: Ask | None
) -> Evening:
    """Print and publish the open workbook after its recalculation, and return the result of the evening.

    `path` is the path of the workbook on this machine. The PDF and the page are written next to it.
    """
    open_workbook = OpenWorkbook(workbook)
    questions = DialogQuestions(ask)

    def print_sheets() -> Message:
        progress(msg("Printing"))
        pdf = path.with_suffix(PDF.suffix)
        with translate_com_errors():
            sheets: list[int | str] = [*find_evening_sheets(open_workbook)]
        validate_output(pdf, PDF)
        with translate_com_errors(
            msg("No PDF was created"), msg("If it is open in another program, close it there, and click again.")
        ):
            workbook.to_pdf(str(pdf), include=sheets)
        return msg("Printed: {path}", path=pdf)

    def publish_page() -> Message | None:
        with translate_com_errors():
            choice = decide_publishing(open_workbook, path, None, questions)
            if not choice:
                return NO_PAGE
            if choice == "no":
                if read_web_settings(open_workbook).publishes_with_evening != choice:
                    store_in_open_workbook(
                        workbook, list(build_web_blocks(open_workbook, {WEB_EVENING.name: choice})), now
                    )
                return None
            published = publish_open_workbook(workbook, path, now, progress, questions, with_evening=choice)
            return msg("Page: {outcome}", outcome=format_published(published))

    evening = Evening(outcome)
    add_outcome(evening, print_sheets)
    add_outcome(evening, publish_page)
    return evening
