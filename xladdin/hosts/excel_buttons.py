"""The buttons of the workbook that is open in Excel, in every host of xlwings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar

import xlwings as xw

from xladdin.cells import CellBlock, ClubWorkbook, cell_text
from xladdin.errors import (
    InvalidRowsError,
    PartialWriteError,
    WorkbookError,
    XladdinError,
    count_rows_to_fix,
    list_problems,
)
from xladdin.hosts.excel import Ask, Dialogs, OpenBook, translate_com_errors
from xladdin.hosts.workbook_import import Import, prepare_import
from xladdin.importing.questions import NEW, Answers, Question
from xladdin.importing.source import Source, open_source
from xladdin.messages import (
    BLANK,
    Message,
    as_message,
    format_number,
    join_lines,
    join_sentences,
    msg,
    ngettext,
)
from xladdin.next_round import NextRound, pair_next_round
from xladdin.recalc import recalculate_workbook
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.rendering import region_styles
from xladdin.workbook.row_comparison import describe_obstacles, preview_lines
from xladdin.workbook.schema import JOURNAL, TONIGHT

Done = TypeVar("Done")

TITLE, PAIR_TITLE, PAGE_TITLE = msg("Recalculate"), msg("Pair tonight"), msg("Web page")
EVENING_TITLE, IMPORT_TITLE = msg("Finish the evening"), msg("Import games")
# The sheet onto which users paste a file if the host cannot open one.
IMPORT_SHEET = "Import"
# The most rows of a kind in the preview of an import.
ROWS_LISTED = 8
# The most answers that are offered one after the other, in dialogs of Yes and No.
MOST_OFFERED = 6
OTHER_XLWINGS = msg("Another xlwings")
# The most changed ratings in the message. All of them are in the workbook.
CHANGES_NAMED = 10
# The most corrections in the message. All of them are on Journal.
CORRECTIONS_NAMED = 5
# The most tables of a round in the message. All of them are on Tonight.
TABLES_NAMED = 20


def recalc(copy_in_letters: str = "") -> None:
    """Recalculate the calling workbook. The Recalculate button of a macro workbook calls this.

    `copy_in_letters` is the path of the copy that the macro has just saved. It is read in place of the open workbook.
    """
    _press_after_copy(lambda book, copy: recalculate_book(book, copy=copy), copy_in_letters)


def evening(copy_in_letters: str, path_in_letters: str) -> None:
    """Finish the evening, as the button does, with the paths of the copy and of the workbook."""
    path = decode_path(path_in_letters)
    _press_after_copy(lambda book, copy: finish_evening(book, path, copy=copy), copy_in_letters)


def _press_after_copy(button: Callable[[xw.Book, Path | None], bool], copy_in_letters: str) -> None:
    """Do the work of a button. `button` returns whether more than Notes may have changed.

    The copy is removed if only Notes were written: ten fixed typing errors in one evening must not push out useful
    copies.
    """
    copy = decode_path(copy_in_letters) if copy_in_letters else None
    changed: list[bool] = []
    _press(lambda book: changed.append(button(book, copy)), copy)
    if copy and changed == [False]:
        from xladdin.files.safe_write import delete_backup  # a workbook that carries xladdin leaves this module out

        delete_backup(copy)


def recalculate_book(book: xw.Book, now: datetime | None = None, copy: Path | None = None) -> bool:
    """Recalculate a club workbook, show the user the result, and return whether more than Notes may have changed.

    `book` may be of any engine of xlwings. `now` is this machine's clock by default. `copy` is a file of the workbook
    at this moment. If rows need fixing, only Notes and Start are written, and the message names the first.
    """
    outcome = _recalculate_and_write(book, copy, now or datetime.now(), TITLE)
    if isinstance(outcome, XladdinError):
        return isinstance(outcome, PartialWriteError)
    Dialogs(book, TITLE).show(outcome_message(outcome), failed=bool(outcome.problems))
    return bool(outcome.blocks) and not outcome.problems


def finish_evening(book: xw.Book, path: Path, now: datetime | None = None, copy: Path | None = None) -> bool:
    """Recalculate, save the sheets of the evening as a PDF next to the workbook, and write the club's page.

    `path` is the path of the workbook on this machine. `now`, `copy` and the answer are as for `recalculate_book`. One
    message says what changed and where each file is. If rows need fixing, nothing is printed or published.
    """
    # A workbook that carries xladdin leaves this module out.
    from xladdin.hosts.excel_publishing import print_and_publish

    now, dialogs = now or datetime.now(), Dialogs(book, EVENING_TITLE)
    outcome = _recalculate_and_write(book, copy, now, EVENING_TITLE)
    if isinstance(outcome, XladdinError):
        return isinstance(outcome, PartialWriteError)
    if outcome.problems:
        dialogs.show(outcome_message(outcome), failed=True)
        return False
    with dialogs.progress() as progress:
        done = print_and_publish(book, path, outcome, now, progress, dialogs.ask)
    lines = [outcome_message(outcome), *done.made, *done.failed]
    dialogs.show(join_lines(lines), failed=bool(done.failed))
    return bool(outcome.blocks)


def _recalculate_and_write(
    book: xw.Book, copy: Path | None, now: datetime, title: Message
) -> RecalcResult | XladdinError:
    """Write a recalculation into the open workbook. Return its outcome, or the error that the user was shown."""

    def work(progress: ProgressCallback) -> RecalcResult:
        progress(msg("Reading the workbook"))
        outcome = _read_and_recalculate(book, copy, now, progress)
        progress(msg("Writing what has changed"))
        _write(OpenBook(book), outcome.blocks, outcome)
        return outcome

    return _run_work(Dialogs(book, title), msg("Nothing was changed."), work)


def _write(club: OpenBook, blocks: Sequence[CellBlock], outcome: RecalcResult) -> None:
    """Write the result of a recalculation into the open workbook: values, names, visible sheets, axes of the chart."""
    club.write(blocks)
    club.set_ranges(outcome.ranges_of_values)
    if outcome.changed_regions and outcome.replay is not None:
        club.set_styles(region_styles(outcome.replay.log.system, outcome.changed_regions, outcome.ranges))
    club.set_shown(outcome.sheet_visibility)
    if outcome.axes is not None:
        club.set_axes(outcome.axes)


def _read_and_recalculate(book: xw.Book, copy: Path | None, now: datetime, progress: ProgressCallback) -> RecalcResult:
    """Recalculate from the copy, or from the open workbook if the copy cannot be read.

    Excel answers for each property of a cell, a name or a sheet by a call to another process, and there are hundreds.
    """

    def recalculate_club(club: ClubWorkbook) -> RecalcResult:
        return recalculate_workbook(club, now, progress)

    if copy is not None:
        from xladdin.files.club_file import open_club_file  # a workbook that carries xladdin leaves these modules out

        with suppress(WorkbookError):
            return recalculate_club(open_club_file(copy))
    return recalculate_club(OpenBook(book))


def pair() -> None:
    """Pair the calling workbook, and open its slips. The button Pair tonight calls this."""
    _press(lambda book: pair_tonight(book, show_slips=_open_slips))


def _open_slips(book: xw.Book, paired: NextRound) -> None:
    """Write the slips of a round into a new temporary folder, and open them in the browser."""
    import tempfile
    import webbrowser

    from xladdin.files.safe_write import write_output
    from xladdin.web_pages.score_slips import SLIPS_PAGE, render_slips

    path = Path(tempfile.mkdtemp(prefix="xladdin-")) / f"{Path(book.name).stem} slips{SLIPS_PAGE.suffix}"
    page = render_slips(OpenBook(book), paired.date, paired.round, paired.tables)
    write_output(path, lambda target: target.write(page), SLIPS_PAGE)
    webbrowser.open(path.as_uri())


def pair_tonight(
    book: xw.Book, now: datetime | None = None, show_slips: Callable[[xw.Book, NextRound], None] | None = None
) -> None:
    """Pair the next round of the players marked on the sheet Tonight, and show the user who plays whom.

    `book` and `now` are as for `recalculate_book`. If something is wrong, nothing is written; the message says what.
    """

    def work(progress: ProgressCallback) -> NextRound:
        club = OpenBook(book)
        paired = pair_next_round(club, now or datetime.now(), progress)
        progress(msg("Writing the pairings"))
        _write(club, paired.blocks, paired.recalc_result)
        return paired

    dialogs = Dialogs(book, PAIR_TITLE)
    paired = _run_work(dialogs, msg("Nothing was paired."), work)
    if not isinstance(paired, XladdinError):
        if show_slips is not None:
            show_slips(book, paired)
        dialogs.show(_round_message(paired))


def _round_message(paired: NextRound) -> Message:
    tables = [
        Message("{number}  {first} – {second}", {"number": number, "first": first, "second": second})
        for number, (first, second) in enumerate(paired.tables, 1)
    ]
    more = len(tables) - TABLES_NAMED
    rest = [msg("... and {more:,} more, see {sheet}.", more=more, sheet=TONIGHT)] if more > 0 else []
    return join_lines([paired.summary, *paired.messages, *tables[:TABLES_NAMED], *rest])


def import_games(path_in_letters: str) -> None:
    """Import the games of a file that the user has picked. The button Import games of a macro workbook calls this."""
    path = decode_path(path_in_letters)
    _press(lambda book: import_into_book(book, path))


def _press(button: Callable[[xw.Book], None], copy: Path | None = None) -> None:
    """Do the work of a button for the calling workbook, of which `copy` is a file saved just now.

    If its macros belong to another version of xlwings, the work is done anyway, and a message says how to fix that.
    """
    book = xw.Book.caller()
    remedy = _other_xlwings_message(book, copy)
    try:
        button(book)
    except Exception as error:
        if not remedy:
            raise
        failure = msg("It failed ({error}).", error=f"{type(error).__name__}: {error}")
        Dialogs(book, OTHER_XLWINGS).show(join_lines([failure, remedy]), failed=True)
        return
    if remedy:
        Dialogs(book, OTHER_XLWINGS).show(remedy)


def _other_xlwings_message(book: xw.Book, copy: Path | None) -> Message | None:
    """Return how to fix an open workbook with the macros of another xlwings, or None if they are of this one.

    `copy` is a file of the workbook as it is at this moment. It never raises: another version's limits must not stop
    the ratings.
    """
    from importlib.metadata import version  # takes 10 ms

    try:
        # Left out of a workbook that carries xladdin, which has no such macros.
        from xladdin.files.club_file import open_club_file
        from xladdin.workbook.macro_modules import VERSION_KEY, read_settings

        club = open_club_file(copy) if copy else OpenBook(book)
        in_workbook = read_settings(club).get(VERSION_KEY)
        name = book.name
    except Exception:
        return None
    if in_workbook is None or in_workbook == version("xlwings"):
        return None
    return msg(
        "The macros of this workbook belong to xlwings {own}, but {installed} is installed. Buttons and functions "
        "may fail until both are the same. Close the workbook, and run in a terminal, in its folder: {command}",
        own=in_workbook,
        installed=version("xlwings"),
        command=f'xladdin macros "{name}"',
    )


def _run_work(dialogs: Dialogs, nothing: Message, work: Callable[[ProgressCallback], Done]) -> Done | XladdinError:
    """Return the result of a button's work. If it fails, show the user the error and return it.

    `nothing` is the sentence that says what was not done.
    """
    try:
        with translate_com_errors(), dialogs.progress() as progress:
            return work(progress)
    except PartialWriteError as error:
        dialogs.show(error.message, failed=True)
        return error
    except XladdinError as error:
        dialogs.show(join_sentences([nothing, error.message]), failed=True)
        return error


def import_into_book(book: xw.Book, path: Path | None, now: datetime | None = None) -> None:
    """Import games from a file, or from the sheet Import, into a club workbook, and recalculate it.

    `book` and `now` are as for `recalculate_book`. If the host can ask, the user first sees the changes. If something
    prevents the import, nothing is written, and the message says what.
    """
    dialogs, nothing = Dialogs(book, IMPORT_TITLE), msg("Nothing was imported.")
    ask = dialogs.ask

    def work(progress: ProgressCallback) -> Message | None:
        club = OpenBook(book)
        source = open_source(path) if path else _read_pasted(club)
        prepared = import_with_answers(club, source, now or datetime.now(), ask, progress)
        preview = preview_message(prepared)
        if not prepared.can_be_written:
            dialogs.show(join_lines([preview, nothing]), failed=True)
            return None
        if not prepared.blocks:
            reason = nothing
            if prepared.preview.left_out and not prepared.preview.is_empty:
                reason = msg("The workbook already contains all the rest.")
            elif not prepared.preview.is_empty:
                reason = msg("The workbook already contains all of it.")
            dialogs.show(join_lines([preview, reason]))
            return None
        if ask and not ask(join_lines([preview, BLANK, msg("Import it?")])):
            return None
        progress(msg("Writing what is new"))
        assert prepared.outcome is not None
        _write(club, prepared.blocks, prepared.outcome)
        outcome = outcome_message(prepared.outcome)
        return outcome if ask else join_lines([preview, outcome])

    message = _run_work(dialogs, nothing, work)
    if isinstance(message, Message):
        dialogs.show(message)


def publish(folder_in_letters: str) -> None:
    """Publish the page. The button Web page calls this, with a path in the workbook's own folder on this machine."""
    home = decode_path(folder_in_letters).parent
    _press(lambda book: publish_page(book, home))


def publish_page(book: xw.Book, home: Path, now: datetime | None = None) -> None:
    """Write the club's page into `home`, the folder of the workbook. Ask what nobody has chosen yet.

    `book` and `now` are as for `recalculate_book`. If the lists are not up to date, nothing is written and a message
    says why.
    """
    from xladdin.hosts.excel_publishing import DialogQuestions, publish_open_book
    from xladdin.web_pages.page_folder import published_message

    dialogs = Dialogs(book, PAGE_TITLE)
    questions = DialogQuestions(dialogs.ask)

    def work(progress: ProgressCallback) -> Message:
        progress(msg("Reading the workbook"))
        try:
            return published_message(
                publish_open_book(book, home / book.name, now or datetime.now(), progress, questions)
            )
        except InvalidRowsError as wrong:
            lines = [line.text for line in list_problems(wrong.problems)[:CHANGES_NAMED]]
            raise XladdinError(join_lines([count_rows_to_fix(wrong.problems), *lines])) from wrong

    message = _run_work(dialogs, msg("No page was created."), work)
    if isinstance(message, Message):
        dialogs.show(message)


def outcome_message(outcome: RecalcResult) -> Message:
    """Return the result of a recalculation in a few lines for a message box."""
    if outcome.problems:
        return join_lines(outcome.messages)
    lines = [*outcome.messages]
    if not outcome.blocks:
        lines.append(msg("Nothing has changed since the last recalculation."))
    for change in outcome.changes[:CHANGES_NAMED]:
        ratings = [format_number(round(rating, 2), "g") for rating in (change.old, change.new) if rating is not None]
        if not ratings:
            lines.append(msg("{player}: no rating", player=change.player))
        elif len(ratings) == 1:
            lines.append(msg("{player}: {rating}", player=change.player, rating=ratings[0]))
        else:
            lines.append(msg("{player}: {old} → {new}", player=change.player, old=ratings[0], new=ratings[1]))
    if (more := len(outcome.changes) - CHANGES_NAMED) > 0:
        lines.append(ngettext("... and {n:,} more rating.", "... and {n:,} more ratings.", more))
    lines.extend(correction.as_message() for correction in outcome.corrections[:CORRECTIONS_NAMED])
    if (more := len(outcome.corrections) - CORRECTIONS_NAMED) > 0:
        lines.append(
            ngettext(
                "... and {n:,} more correction, see {sheet}.",
                "... and {n:,} more corrections, see {sheet}.",
                more,
                sheet=JOURNAL,
            )
        )
    return join_lines(lines)


def decode_path(letters: str) -> Path:
    """Return the path that a macro passes as the hexadecimal codes of its letters, in UTF-16."""
    return Path(bytes.fromhex(letters).decode("utf-16-be"))


def _read_pasted(club: OpenBook) -> Source:
    """Return the text that was pasted on the sheet Import. Raises WorkbookError if the sheet is empty."""
    rows = club.sheet_values(IMPORT_SHEET)
    if not rows:
        raise WorkbookError(
            msg("The sheet Import is missing or blank. Create it, and paste the games or the text of the file there.")
        )
    lines = [
        "\t".join(" ".join(cell_text(cell).splitlines()).replace("\t", " ") for cell in row).rstrip() for row in rows
    ]
    return Source(msg("sheet {sheet}", sheet=IMPORT_SHEET), "\n".join([*lines, ""]).encode())


def import_with_answers(
    club: OpenBook, source: Source, now: datetime, ask: Ask | None, progress: ProgressCallback
) -> Import:
    """Import as far as the user's answers permit. Raises WorkbookError for a question that cannot be answered here."""
    answers = Answers()
    while True:
        prepared = prepare_import(club, [source], answers, now, progress)
        if not prepared.questions:
            return prepared
        for question in prepared.questions:
            answer = _ask_in_dialogs(question, now, ask) if ask else None
            if answer is None:
                raise WorkbookError(
                    msg(
                        "{question} Import it in xladdin.html, or with xladdin import at a terminal, where every "
                        "answer can be given.",
                        question=question.text,
                    )
                )
            answers.set(question.id, answer)


def _ask_in_dialogs(question: Question, now: datetime, ask: Ask) -> str | None:
    """Return the first answer to which the user says yes, or None."""
    samples = [*map(as_message, question.samples)]
    if question.free_answer in ("date", "dates") and ask(
        join_lines([question.text, BLANK, msg("Were these games played today?")])
    ):
        return now.date().isoformat()
    order = sorted(question.choices, key=lambda choice: choice[0] != (question.default or NEW))
    for value, words in order[:MOST_OFFERED]:
        if ask(join_lines([question.text, *samples, BLANK, msg("{answer}?", answer=words)])):
            return value
    return None


def preview_message(prepared: Import) -> Message:
    """Return the preview, and any objections, in the lines of a message."""
    lines = list(preview_lines(prepared.preview, ROWS_LISTED))
    return join_lines([*lines, *describe_obstacles(prepared.preview, prepared.workbook_problems, ROWS_LISTED)])
