"""Finish an evening in one action: recalculate, print for the wall, publish, and return one summary.

If one of these fails, the others are done, and the failure is reported last.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from xladdin.cells import ClubWorkbook
from xladdin.errors import InvalidRowsError, XladdinError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.publishing import PageQuestions, is_plain_folder_beside, keep_answers, publish_file
from xladdin.messages import Message, msg
from xladdin.web_pages.page_folder import published_message
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.schema import WEB_EVENING
from xladdin.workbook.web_settings import find_page_folder, read_web_settings, web_blocks

NO_PAGE = msg('No page was written, because "Publish with the evening" on Rules is blank. Choose yes or no there.')


@dataclass
class Evening:
    """The result of an evening.

    `made` has a sentence for each thing that was made, and `failed` one for each failure.
    """

    outcome: RecalcResult
    made: list[Message] = field(default_factory=list)
    failed: list[Message] = field(default_factory=list)


def finish_evening(
    path: Path,
    page: Path | None,
    output: Path | None,
    now: datetime,
    progress: ProgressCallback = lambda step: None,
    questions: PageQuestions | None = None,
) -> Evening:
    """Recalculate a workbook file, print the evening's pages, and publish the club's page.

    `page` is the folder of the page if a person has named one. `output` is the PDF, or None for NAME.pdf next to the
    workbook. `questions` asks what nobody has chosen yet about the page. If a row is wrong, it prints and publishes
    nothing and raises InvalidRowsError. It also raises as `recalculate_file` does.
    """
    outcome = _recalculate(path, now, progress)
    if outcome.problems:
        raise InvalidRowsError(outcome.problems)
    done = Evening(outcome)
    add_outcome(done, lambda: _print(path, output, progress))
    add_outcome(done, lambda: _publish(path, page, now, progress, questions))
    return done


def add_outcome(done: Evening, work: Callable[[], Message | None]) -> None:
    """Do a part of the evening, and add the sentence that it returns, or why it failed."""
    try:
        if made := work():
            done.made.append(made)
    except InvalidRowsError as wrong:
        done.failed.append(msg("No page was written: {problems}", problems=wrong.message))
    except XladdinError as problem:
        done.failed.append(problem.message)


def chosen_for_evening(book: ClubWorkbook, path: Path, page: Path | None, questions: PageQuestions | None) -> str:
    """Return whether the evening publishes the page: yes, no, or "" if nobody has chosen and nobody can be asked.

    Raises InvalidRowsError if a setting of the page is wrong.
    """
    if page is not None:
        return "yes"
    settings = read_web_settings(book)
    if settings.with_evening or questions is None:
        return settings.with_evening
    wants = questions.wants_page(path.name, find_page_folder(path, settings).name)
    return "" if wants is None else "yes" if wants else "no"


def _recalculate(path: Path, now: datetime, progress: ProgressCallback) -> RecalcResult:
    from xladdin.hosts.file_commands import recalculate_file

    return recalculate_file(path, None, now, progress)


def _print(path: Path, output: Path | None, progress: ProgressCallback) -> Message:
    from xladdin.hosts.printing import print_book

    pdf = output or path.with_suffix(".pdf")
    progress(msg("Printing"))
    print_book(path, output=pdf, evening_only=True)
    return msg("Printed: {path}", path=pdf)


def _publish(
    path: Path, page: Path | None, now: datetime, progress: ProgressCallback, questions: PageQuestions | None
) -> Message | None:
    book = open_club_file(path)
    chosen = chosen_for_evening(book, path, page, questions)
    if not chosen:
        return NO_PAGE
    if chosen == "no":
        if read_web_settings(book).with_evening != chosen:
            keep_answers(path, book, list(web_blocks(book, {WEB_EVENING.name: chosen})), now, progress)
        return None
    remembered = (
        chosen if page is None or is_plain_folder_beside(page, path) else ""
    )  # a folder elsewhere is known to this computer alone
    published = publish_file(path, page, now, progress, questions=questions, with_evening=remembered)
    return msg("Page: {outcome}", outcome=published_message(published))
