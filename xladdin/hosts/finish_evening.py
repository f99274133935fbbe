"""Finish an evening in one action: recalculate, print the evening's sheets, publish, and return one summary.

If printing or publishing fails, the other is still done, and the failure is reported last.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from xladdin.cells import ClubWorkbook
from xladdin.errors import InvalidRowsError, XladdinError
from xladdin.files.club_file import open_club_file
from xladdin.hosts.publishing import PageQuestions, is_plain_folder_beside, publish_file, store_answers
from xladdin.messages import Message, msg
from xladdin.web_pages.page_folder import format_published
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.schema import WEB_EVENING
from xladdin.workbook.web_settings import build_web_blocks, find_page_folder, read_web_settings

NO_PAGE = msg('No page was written, because "Publish with the evening" on Rules is blank. Choose yes or no there.')


@dataclass
class Evening:
    """The result of finishing an evening.

    Attributes:
        outcome: The result of the recalculation.
        successes: A sentence for each file that was written.
        failures: A sentence for each step that failed.
    """

    outcome: RecalcResult
    successes: list[Message] = field(default_factory=list)
    failures: list[Message] = field(default_factory=list)


def finish_evening(
    path: Path,
    page: Path | None,
    output: Path | None,
    now: datetime,
    progress: ProgressCallback = lambda step: None,
    questions: PageQuestions | None = None,
) -> Evening:
    """Recalculate a workbook file, print the evening's pages, and publish the club's page.

    `page` is the folder of the page if the user has given one. `output` is the PDF, or None for NAME.pdf next to the
    workbook. `questions` asks for settings of the page that are not chosen yet. Raises InvalidRowsError for a wrong
    row; then nothing is printed or published. Also raises as `recalculate_file` does.
    """
    outcome = _recalculate(path, now, progress)
    if outcome.problems:
        raise InvalidRowsError(outcome.problems)
    evening = Evening(outcome)
    add_outcome(evening, lambda: _print(path, output, progress))
    add_outcome(evening, lambda: _publish(path, page, now, progress, questions))
    return evening


def add_outcome(evening: Evening, work: Callable[[], Message | None]) -> None:
    """Run a step of the evening, and add the sentence that it returns, or its error."""
    try:
        if message := work():
            evening.successes.append(message)
    except InvalidRowsError as error:
        evening.failures.append(msg("No page was written: {problems}", problems=error.message))
    except XladdinError as error:
        evening.failures.append(error.message)


def decide_publishing(workbook: ClubWorkbook, path: Path, page: Path | None, questions: PageQuestions | None) -> str:
    """Return whether to publish the page: "yes", "no", or "" if it is not chosen yet and nobody can be asked.

    Raises InvalidRowsError if a setting of the page is wrong.
    """
    if page is not None:
        return "yes"
    settings = read_web_settings(workbook)
    if settings.publishes_with_evening or questions is None:
        return settings.publishes_with_evening
    wants = questions.wants_page(path.name, find_page_folder(path, settings).name)
    return "" if wants is None else "yes" if wants else "no"


def _recalculate(path: Path, now: datetime, progress: ProgressCallback) -> RecalcResult:
    from xladdin.hosts.file_commands import recalculate_file

    return recalculate_file(path, None, now, progress)


def _print(path: Path, output: Path | None, progress: ProgressCallback) -> Message:
    from xladdin.hosts.printing import print_workbook

    pdf = output or path.with_suffix(".pdf")
    progress(msg("Printing"))
    print_workbook(path, output=pdf, evening_only=True)
    return msg("Printed: {path}", path=pdf)


def _publish(
    path: Path, page: Path | None, now: datetime, progress: ProgressCallback, questions: PageQuestions | None
) -> Message | None:
    workbook = open_club_file(path)
    choice = decide_publishing(workbook, path, page, questions)
    if not choice:
        return NO_PAGE
    if choice == "no":
        if read_web_settings(workbook).publishes_with_evening != choice:
            store_answers(path, workbook, list(build_web_blocks(workbook, {WEB_EVENING.name: choice})), now, progress)
        return None
    # A folder elsewhere is known to this computer alone, so the workbook does not remember it.
    remembered = choice if page is None or is_plain_folder_beside(page, path) else ""
    published = publish_file(path, page, now, progress, questions=questions, with_evening=remembered)
    return msg("Page: {outcome}", outcome=format_published(published))
