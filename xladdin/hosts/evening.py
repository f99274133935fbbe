"""The evening in one action: it recalculates, prints for the wall, publishes, and ends with one summary.

If one of them fails, it does the others, and says last what failed.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from xladdin.errors import FileProblem, InvalidRowsError, XladdinError
from xladdin.publish.club import Wishes
from xladdin.publish.folder import Published, published_words
from xladdin.publish.record import folder_of, read_record, record_path, write_record
from xladdin.workbook.recalc_result import Progress, RecalcResult

NO_PAGE = "No page was written: name its folder once, xladdin evening {name} --page FOLDER"


@dataclass
class Evening:
    """The outcome. `made` has a sentence for each thing that was made, and `failed` one for each that failed."""

    outcome: RecalcResult
    made: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)


def finish_evening(
    path: Path,
    page: Path | None,
    output: Path | None,
    now: datetime,
    progress: Progress = lambda step: None,
) -> Evening:
    """Recalculates a workbook file, prints the evening's pages, and publishes the club's page.

    `page` is the folder of the page, or None for that of the last time. `output` is the PDF, or None for NAME.pdf
    beside the workbook. If a row is wrong, it prints and publishes nothing and raises InvalidRowsError. It also raises
    as `recalculate_file` does.
    """
    outcome = _recalculated(path, now, progress)
    if outcome.problems:
        raise InvalidRowsError(outcome.problems)
    done = Evening(outcome)
    print_and_publish(
        done,
        path,
        page,
        lambda: _printed(path, output, progress),
        lambda folder: _published(path, folder, now, progress),
    )
    return done


def print_and_publish(
    done: Evening, path: Path, page: Path | None, printed: Callable[[], str], published: Callable[[Path], Published]
) -> None:
    """Prints and publishes a workbook after its recalculation, and adds the outcome of both.

    `path` is the workbook's. `page` is as for `finish_evening`. `printed` and `published` work and say what they made.
    """
    try:
        done.made.append(printed())
    except FileProblem as problem:
        done.failed.append(str(problem))
    try:
        folder = page or folder_of(path, read_record(path))
        if folder is not None:
            done.made.append(f"Page: {published_words(published(folder))}")
        elif nobody_said(path):
            done.made.append(NO_PAGE.format(name=path.name))
    except InvalidRowsError as wrong:
        done.failed.append(f"No page was written: {wrong}")
    except XladdinError as problem:
        done.failed.append(str(problem))


def _recalculated(path: Path, now: datetime, progress: Progress) -> RecalcResult:
    from xladdin.hosts.file.club_file import recalculate_file

    return recalculate_file(path, None, now, progress)


def _printed(path: Path, output: Path | None, progress: Progress) -> str:
    pdf = output or path.with_suffix(".pdf")
    from xladdin.hosts.printing import print_book

    progress("Printing")
    print_book(path, output=pdf, of_an_evening=True)
    return f"Printed: {pdf}"


def _published(path: Path, folder: Path, now: datetime, progress: Progress) -> Published:
    from xladdin.hosts.publishing import publish_file

    return publish_file(path, folder, Wishes(), now, progress)


def nobody_said(path: Path) -> bool:
    """Whether nobody has ever said if the workbook has a page, and where."""
    return path.is_file() and not record_path(path).exists()


def remember_no_page(path: Path) -> None:
    """Remembers that the workbook has no page, so that nobody is asked again."""
    write_record(path, read_record(path))
