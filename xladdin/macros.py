"""The buttons: a recalculation of the workbook that is open in Excel, in every host of xlwings."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import xlwings as xw

from xladdin.cells.table import CellBlock, ClubBook
from xladdin.errors import (
    InvalidRowsError,
    PartialWriteError,
    WorkbookError,
    XladdinError,
    count_rows_to_fix,
    list_problems,
)
from xladdin.hosts.excel import import_button
from xladdin.hosts.excel.xlwings_book import OpenBook, in_words
from xladdin.importing.source import open_source
from xladdin.messages import Message, join_lines, msg
from xladdin.next_round import NextRound, pair_next_round
from xladdin.recalc import recalculate as recalculate_club_book
from xladdin.workbook.recalc_result import Progress, RecalcResult
from xladdin.workbook.report_sheets.all_sheets import region_styles
from xladdin.workbook.schema import JOURNAL, TONIGHT

Done = TypeVar("Done")

TITLE, PAIR_TITLE, OTHER_XLWINGS, PAGE_TITLE = "Recalculate", "Pair tonight", "Another xlwings", "Web page"
CHANGES_NAMED = 10
"""The message names this many changed ratings. All of them are in the workbook."""
CORRECTIONS_NAMED = 5
"""The message names this many corrections. All of them are on Journal."""
TABLES_NAMED = 20
"""The message names this many tables of a round. All of them are on Tonight."""


def recalc(copy_in_letters: str = "") -> None:
    """Recalculate the workbook that the call came from. The Recalculate button of a macro workbook calls this.

    `copy_in_letters` is the path of the copy that the macro has just saved. It is read in place of the open workbook.
    """
    _press_after_copy(lambda book, copy: recalculate(book, copy=copy), copy_in_letters)


def evening(copy_in_letters: str, path_in_letters: str) -> None:
    """Finish the evening, as the button does, with the paths of the copy (see `recalculate`) and of the workbook."""
    path = import_button.picked_path(path_in_letters)
    _press_after_copy(lambda book, copy: finish_evening(book, path, copy=copy), copy_in_letters)


def _press_after_copy(button: Callable[[xw.Book, Path | None], bool], copy_in_letters: str) -> None:
    """Do the work of a button. `button` says whether more than Notes may have changed.

    The copy is removed if only Notes were written: ten fixed typing errors in one evening must not push out the copies
    that somebody may want back.
    """
    copy = import_button.picked_path(copy_in_letters) if copy_in_letters else None
    changed: list[bool] = []
    _press(lambda book: changed.append(button(book, copy)), copy)
    if copy and changed == [False]:
        from xladdin.files.safe_write import drop_copy  # which a workbook that carries xladdin leaves out

        drop_copy(copy)


def recalculate(book: xw.Book, now: datetime | None = None, copy: Path | None = None) -> bool:
    """Recalculate a club workbook and tell the user the result. Says whether more than Notes may have changed.

    `book` may be of any engine of xlwings. `now` is this machine's clock unless it is given. `copy` is a file of the
    workbook at this moment. If rows need fixing, only Notes and Start are written, and the message names the first.
    """
    outcome = _recalculated(book, copy, now or datetime.now(), TITLE)
    if isinstance(outcome, XladdinError):
        return isinstance(outcome, PartialWriteError)
    book.app.alert(told(outcome), TITLE, mode="critical" if outcome.problems else "info")
    return bool(outcome.blocks) and not outcome.problems


def finish_evening(book: xw.Book, path: Path, now: datetime | None = None, copy: Path | None = None) -> bool:
    """Recalculates, saves the sheets of the evening as a PDF beside the workbook, and writes the club's page.

    `path` is the path of the workbook on this machine. `now`, `copy` and the answer are as for `recalculate`. One
    message says what changed and where each file is. If rows need fixing, nothing is printed or published.
    """
    from xladdin.hosts.excel import evening_button  # its parts a workbook that carries xladdin leaves out

    now = now or datetime.now()
    outcome = _recalculated(book, copy, now, evening_button.TITLE)
    if isinstance(outcome, XladdinError):
        return isinstance(outcome, PartialWriteError)
    if outcome.problems:
        book.app.alert(told(outcome), evening_button.TITLE, mode="critical")
        return False
    with _progress(book.app) as progress:
        done = evening_button.print_and_publish(book, path, outcome, now, progress)
    lines = [told(outcome), *done.made, *done.failed]
    book.app.alert("\n".join(lines), evening_button.TITLE, mode="critical" if done.failed else "info")
    return bool(outcome.blocks)


def _recalculated(book: xw.Book, copy: Path | None, now: datetime, title: str) -> RecalcResult | XladdinError:
    """Write a recalculation into the open workbook. Gives its outcome, or the error that the user has been told of."""

    def work(progress: Progress) -> RecalcResult:
        progress(msg("Reading the workbook"))
        outcome = _outcome(book, copy, now, progress)
        progress(msg("Writing what has changed"))
        _write(OpenBook(book), outcome.blocks, outcome)
        return outcome

    return _worked(book, title, "Nothing was changed.", work)


def _write(club: OpenBook, blocks: Sequence[CellBlock], outcome: RecalcResult) -> None:
    """Write the result of a recalculation into the open workbook: values, names, shown sheets, axes of the chart."""
    club.write(blocks)
    club.set_ranges(outcome.ranges_of_values)
    if outcome.evolved and outcome.replay is not None:
        club.set_styles(region_styles(outcome.replay.log.system, outcome.evolved, outcome.ranges))
    club.set_shown(outcome.sheets_shown)
    if outcome.axes is not None:
        club.set_axes(outcome.axes)


def _outcome(book: xw.Book, copy: Path | None, now: datetime, progress: Progress) -> RecalcResult:
    """Recalculate from the copy, or from the open workbook if the copy cannot be read.

    Excel answers for each property of a cell, a name or a sheet by a call to another process, and there are hundreds.
    """

    def found_in(club: ClubBook) -> RecalcResult:
        return recalculate_club_book(club, now, progress)

    if copy is not None:
        from xladdin.files.club_file import open_club_file  # these a workbook that carries xladdin leaves out

        with suppress(WorkbookError):
            return found_in(open_club_file(copy))
    return found_in(OpenBook(book))


def pair() -> None:
    """Pair the workbook that the call came from, and open its slips. The button Pair tonight calls this."""
    _press(lambda book: pair_tonight(book, show_slips=_open_slips))


def _open_slips(book: xw.Book, paired: NextRound) -> None:
    """Write the slips of a round into a new folder for files that do not last, and open them in the browser."""
    import tempfile
    import webbrowser

    from xladdin.files.safe_write import write_output
    from xladdin.web_pages.tonight import SLIPS_PAGE, render_slips

    path = Path(tempfile.mkdtemp(prefix="xladdin-")) / f"{Path(book.name).stem} slips{SLIPS_PAGE.suffix}"
    page = render_slips(OpenBook(book), paired.date, paired.round, paired.tables)
    write_output(path, lambda target: target.write(page), SLIPS_PAGE)
    webbrowser.open(path.as_uri())


def pair_tonight(
    book: xw.Book, now: datetime | None = None, show_slips: Callable[[xw.Book, NextRound], None] | None = None
) -> None:
    """Pair the next round of the players marked on the sheet Tonight, and tell the user who plays whom.

    `book` and `now` are as for `recalculate`. If something is wrong, nothing is written, and the message says what.
    """

    def work(progress: Progress) -> NextRound:
        club = OpenBook(book)
        paired = pair_next_round(club, now or datetime.now(), progress)
        progress(msg("Writing the pairings"))
        _write(club, paired.blocks, paired.outcome)
        return paired

    paired = _worked(book, PAIR_TITLE, "Nothing was paired.", work)
    if not isinstance(paired, XladdinError):
        if show_slips is not None:
            show_slips(book, paired)
        book.app.alert(_told_of_round(paired), PAIR_TITLE, mode="info")


def _told_of_round(paired: NextRound) -> str:
    tables = [f"{number}  {first} – {second}" for number, (first, second) in enumerate(paired.tables, 1)]
    more = len(tables) - TABLES_NAMED
    rest = [f"... and {more} more, see {TONIGHT}."] if more > 0 else []
    return "\n".join([paired.summary, *paired.said, *tables[:TABLES_NAMED], *rest])


def import_games(path_in_letters: str) -> None:
    """Import the games of a path that the user has picked. The button Import games of a macro workbook calls this."""
    path = import_button.picked_path(path_in_letters)
    _press(lambda book: import_from(book, path))


def _press(button: Callable[[xw.Book], None], copy: Path | None = None) -> None:
    """Do the work of a button for the workbook that the call came from, of which `copy` is a file made just now.

    If its macros belong to another version of xlwings, it rates all the same, and a message says how to fix that.
    """
    book = xw.Book.caller()
    remedy = _other_xlwings_message(book, copy)
    try:
        button(book)
    except Exception as error:
        if not remedy:
            raise
        book.app.alert(f"It failed ({type(error).__name__}: {error}).\n{remedy}", OTHER_XLWINGS, mode="critical")
        return
    if remedy:
        book.app.alert(remedy, OTHER_XLWINGS, mode="info")


def _other_xlwings_message(book: xw.Book, copy: Path | None = None) -> str:
    """Return how to fix an open workbook with the macros of another xlwings, or "" if they are of this one.

    `copy` is a file of the workbook as it is at this moment. It never raises: another version's limits must not stop
    the ratings.
    """
    try:
        # Left out of a workbook that carries xladdin, which has no such macros.
        from xladdin.files.club_file import open_club_file
        from xladdin.workbook.macros.settings import VERSION_KEY, read_settings

        club = open_club_file(copy) if copy else OpenBook(book)
        found = read_settings(club).get(VERSION_KEY)
        name = book.name
    except Exception:
        return ""
    if found is None or found == version("xlwings"):
        return ""
    return (
        f"The macros of this workbook are those of xlwings {found}; installed is {version('xlwings')}. Buttons and "
        "functions may fail until both are the same. Close the workbook, and run in a terminal, in its folder: "
        f'xladdin macros "{name}"'
    )


def _worked(book: xw.Book, title: str, nothing: str, work: Callable[[Progress], Done]) -> Done | XladdinError:
    """Return the result of a button's work. If the work was refused, the user has been told, and it gives the error.

    `nothing` is the sentence that says what was not done.
    """
    try:
        with in_words(), _progress(book.app) as progress:
            return work(progress)
    except PartialWriteError as error:
        book.app.alert(str(error), title, mode="critical")
        return error
    except XladdinError as error:
        book.app.alert(f"{nothing} {error}", title, mode="critical")
        return error


def import_from(book: xw.Book, path: Path | None = None, now: datetime | None = None) -> None:
    """Take games from a file, or from the sheet Import, into a club workbook, and recalculate it.

    `book` and `now` are as for `recalculate`. If the host can ask, the user first sees what would change. If something
    prevents the import, nothing is written, and the message says what.
    """
    title, nothing = import_button.TITLE, "Nothing was imported."
    ask = import_button.ask_in(book.app)

    def work(progress: Progress) -> str | None:
        club = OpenBook(book)
        source = open_source(path) if path else import_button.pasted(club)
        found = import_button.answered_import(club, source, now or datetime.now(), ask, progress)
        words = import_button.told(found)
        if not found.can_be_written:
            book.app.alert(f"{words}\n{nothing}", title, mode="critical")
            return None
        if not found.blocks:
            there = "all the rest" if found.preview.left_out else "all of it"
            said = nothing if found.preview.is_empty else f"The workbook has {there} already."
            book.app.alert(f"{words}\n{said}", title, mode="info")
            return None
        if ask and not ask(f"{words}\n\nImport it?"):
            return None
        progress(msg("Writing what is new"))
        assert found.outcome is not None
        _write(club, found.blocks, found.outcome)
        return f"{'' if ask else words}\n{told(found.outcome)}".strip()

    message = _worked(book, title, nothing, work)
    if isinstance(message, str):
        book.app.alert(message, title, mode="info")


def publish(folder_in_letters: str) -> None:
    """Publish the page. The button Web page calls this, with a path in the workbook's own folder on this machine."""
    home = import_button.picked_path(folder_in_letters).parent
    _press(lambda book: publish_page(book, home))


def publish_page(book: xw.Book, home: Path, now: datetime | None = None) -> None:
    """Write the club's page beside the workbook, whose folder is `home`. It asks what nobody has chosen yet.

    `book` and `now` are as for `recalculate`. If the lists are not up to date, it writes nothing and says why.
    """
    from xladdin.hosts.excel.page_button import DialogQuestions, publish_open_book
    from xladdin.web_pages.folder import published_message

    questions = DialogQuestions(book.app, PAGE_TITLE)

    def work(progress: Progress) -> Message:
        progress(msg("Reading the workbook"))
        try:
            return published_message(
                publish_open_book(book, home / book.name, now or datetime.now(), progress, questions)
            )
        except InvalidRowsError as wrong:
            lines = [line.text for line in list_problems(wrong.problems)[:CHANGES_NAMED]]
            raise XladdinError(join_lines([count_rows_to_fix(wrong.problems), *lines])) from wrong

    message = _worked(book, PAGE_TITLE, "No page was made.", work)
    if isinstance(message, str):
        book.app.alert(message, PAGE_TITLE, mode="info")


def told(outcome: RecalcResult) -> str:
    """Return in a few lines for a message what a recalculation found."""
    if outcome.problems:
        return outcome.summary
    lines = [outcome.summary]
    if not outcome.blocks:
        lines.append("Nothing has changed since the last recalculation.")
    for change in outcome.changes[:CHANGES_NAMED]:
        ratings = [f"{round(rating, 2):g}" for rating in (change.old, change.new) if rating is not None]
        lines.append(f"{change.player}: {' → '.join(ratings) or 'no rating'}")
    if len(outcome.changes) > CHANGES_NAMED:
        lines.append(f"... and {len(outcome.changes) - CHANGES_NAMED:,} more ratings.")
    lines.extend(map(str, outcome.corrections[:CORRECTIONS_NAMED]))
    if len(outcome.corrections) > CORRECTIONS_NAMED:
        lines.append(f"... and {len(outcome.corrections) - CORRECTIONS_NAMED:,} more corrections, see {JOURNAL}.")
    return "\n".join(lines)


@contextmanager
def _progress(app: xw.App) -> Iterator[Progress]:
    """Show each step in Excel's status bar if Excel is on this machine. Excel neither redraws nor computes meanwhile.

    Office.js hosts have no status bar, and take all that is written at once.
    """
    if app.engine.type != "desktop":
        yield lambda step: None
        return

    def show(step: Message) -> None:
        app.status_bar = f"Club ratings: {step} ..."

    with app.properties(status_bar="Club ratings", screen_updating=False, calculation="manual"):
        yield show
