"""Run the buttons of a workbook that is open in Excel, in every host of xlwings.

Macros call `recalc`, `evening`, `pair`, `import_games` and `publish`, and scripts of xlwings Lite `recalculate_book`,
`pair_tonight` and `import_into_book`. These names are stored in workbooks, so they must not change.
"""

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
from xladdin.hosts.excel import Ask, Dialogs, OpenWorkbook, translate_com_errors
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
from xladdin.workbook.report_sheets.rendering import list_region_styles
from xladdin.workbook.row_comparison import describe_obstacles, describe_preview
from xladdin.workbook.schema import JOURNAL, TONIGHT

Result = TypeVar("Result")

TITLE, PAIR_TITLE, PAGE_TITLE = msg("Recalculate"), msg("Pair tonight"), msg("Web page")
EVENING_TITLE, IMPORT_TITLE = msg("Finish the evening"), msg("Import games")
# The sheet onto which users paste a file if the host cannot open one.
IMPORT_SHEET = "Import"
# The most rows of a kind in the preview of an import.
MAX_ROWS_LISTED = 8
# The most answers that are offered one after the other, in dialogs of Yes and No.
MAX_ANSWERS_OFFERED = 6
OTHER_XLWINGS_TITLE = msg("Another xlwings")
# The most changed ratings in the message. All of them are in the workbook.
MAX_CHANGES_LISTED = 10
# The most corrections in the message. All of them are on Journal.
MAX_CORRECTIONS_LISTED = 5
# The most tables of a round in the message. All of them are on Tonight.
MAX_TABLES_LISTED = 20


def recalc(copy_in_letters: str = "") -> None:
    """Recalculate the calling workbook, for the button Recalculate of a macro workbook.

    `copy_in_letters` is the path of the copy that the macro has just saved, in the form of `decode_path`. Reading that
    file is faster than reading the open workbook.
    """
    _run_button_with_copy(lambda workbook, copy: recalculate_book(workbook, copy=copy), copy_in_letters)


def evening(copy_in_letters: str, path_in_letters: str) -> None:
    """Finish the evening of the calling workbook, for its button. Both paths are encoded."""
    path = decode_path(path_in_letters)
    _run_button_with_copy(lambda workbook, copy: finish_evening(workbook, path, copy=copy), copy_in_letters)


def _run_button_with_copy(button: Callable[[xw.Book, Path | None], bool], copy_in_letters: str) -> None:
    """Run a button with the copy that its macro has saved. `button` returns whether more than Notes may have changed.

    The copy is deleted if only Notes were written: the number of copies is limited, and fixing ten typing errors in an
    evening must not push out useful ones.
    """
    copy = decode_path(copy_in_letters) if copy_in_letters else None
    changed: list[bool] = []
    _run_button(lambda workbook: changed.append(button(workbook, copy)), copy)
    if copy and changed == [False]:
        from xladdin.files.safe_write import delete_backup  # a workbook that carries xladdin leaves this module out

        delete_backup(copy)


def recalculate_book(workbook: xw.Book, now: datetime | None = None, copy: Path | None = None) -> bool:
    """Recalculate a club workbook, show the user the result, and return whether more than Notes may have changed.

    `workbook` may be of any engine of xlwings. `now` is by default the time of this machine. `copy` is a file with the
    present content of the workbook. If rows need fixing, only Notes and Start are written, and the message lists the
    first rows.
    """
    outcome = _recalculate_and_write(workbook, copy, now or datetime.now(), TITLE)
    if isinstance(outcome, XladdinError):
        return isinstance(outcome, PartialWriteError)
    Dialogs(workbook, TITLE).show(format_outcome(outcome), failed=bool(outcome.problems))
    return bool(outcome.blocks) and not outcome.problems


def finish_evening(workbook: xw.Book, path: Path, now: datetime | None = None, copy: Path | None = None) -> bool:
    """Recalculate, save the sheets of the evening as a PDF next to the workbook, and write the club's page.

    `path` is the path of the workbook on this machine. `now`, `copy` and the answer are as for `recalculate_book`. One
    message says what changed and where each file is. If rows need fixing, nothing is printed or published. Returns
    whether the workbook was changed.
    """
    # A workbook that carries xladdin leaves this module out.
    from xladdin.hosts.excel_publishing import print_and_publish

    now, dialogs = now or datetime.now(), Dialogs(workbook, EVENING_TITLE)
    outcome = _recalculate_and_write(workbook, copy, now, EVENING_TITLE)
    if isinstance(outcome, XladdinError):
        return isinstance(outcome, PartialWriteError)
    if outcome.problems:
        dialogs.show(format_outcome(outcome), failed=True)
        return False
    with dialogs.progress() as progress:
        result = print_and_publish(workbook, path, outcome, now, progress, dialogs.ask)
    lines = [format_outcome(outcome), *result.successes, *result.failures]
    dialogs.show(join_lines(lines), failed=bool(result.failures))
    return bool(outcome.blocks)


def _recalculate_and_write(
    workbook: xw.Book, copy: Path | None, now: datetime, title: Message
) -> RecalcResult | XladdinError:
    """Recalculate the open workbook and write the result. Return the result, or the error that the user was shown."""

    def work(progress: ProgressCallback) -> RecalcResult:
        progress(msg("Reading the workbook"))
        outcome = _read_and_recalculate(workbook, copy, now, progress)
        progress(msg("Writing what has changed"))
        _write_result(OpenWorkbook(workbook), outcome.blocks, outcome)
        return outcome

    return _run_work(Dialogs(workbook, title), msg("Nothing was changed."), work)


def _write_result(open_workbook: OpenWorkbook, blocks: Sequence[CellBlock], outcome: RecalcResult) -> None:
    """Write the values, names, styles, visible sheets and chart axes of a recalculation into the open workbook."""
    open_workbook.write(blocks)
    open_workbook.set_ranges(outcome.ranges_of_values)
    if outcome.changed_regions and outcome.replay is not None:
        open_workbook.set_styles(list_region_styles(outcome.replay.log.system, outcome.changed_regions, outcome.ranges))
    open_workbook.set_visibility(outcome.sheet_visibility)
    if outcome.axes is not None:
        open_workbook.set_axes(outcome.axes)


def _read_and_recalculate(
    workbook: xw.Book, copy: Path | None, now: datetime, progress: ProgressCallback
) -> RecalcResult:
    """Recalculate from the copy, or from the open workbook if the copy cannot be read.

    The copy is much faster: Excel needs a call to another process for each of hundreds of names, sheets and tables.
    """

    def recalculate_club(open_workbook: ClubWorkbook) -> RecalcResult:
        return recalculate_workbook(open_workbook, now, progress)

    if copy is not None:
        from xladdin.files.club_file import open_club_file  # a workbook that carries xladdin leaves these modules out

        with suppress(WorkbookError):
            return recalculate_club(open_club_file(copy))
    return recalculate_club(OpenWorkbook(workbook))


def pair() -> None:
    """Pair the next round of the calling workbook and open its slips, for the button Pair tonight."""
    _run_button(lambda workbook: pair_tonight(workbook, show_slips=_open_slips))


def _open_slips(workbook: xw.Book, next_round: NextRound) -> None:
    """Write the slips of a round into a new temporary folder, and open them in the browser."""
    import tempfile
    import webbrowser

    from xladdin.files.safe_write import write_output
    from xladdin.web_pages.score_slips import SLIPS_PAGE, render_slips

    path = Path(tempfile.mkdtemp(prefix="xladdin-")) / f"{Path(workbook.name).stem} slips{SLIPS_PAGE.suffix}"
    page = render_slips(OpenWorkbook(workbook), next_round.date, next_round.round, next_round.tables)
    write_output(path, lambda target: target.write(page), SLIPS_PAGE)
    webbrowser.open(path.as_uri())


def pair_tonight(
    workbook: xw.Book, now: datetime | None = None, show_slips: Callable[[xw.Book, NextRound], None] | None = None
) -> None:
    """Pair the next round for the players marked on the sheet Tonight, and show the pairings.

    `workbook` and `now` are as for `recalculate_book`. After an error nothing is written, and a message shows it.
    """

    def work(progress: ProgressCallback) -> NextRound:
        open_workbook = OpenWorkbook(workbook)
        next_round = pair_next_round(open_workbook, now or datetime.now(), progress)
        progress(msg("Writing the pairings"))
        _write_result(open_workbook, next_round.blocks, next_round.recalc_result)
        return next_round

    dialogs = Dialogs(workbook, PAIR_TITLE)
    next_round = _run_work(dialogs, msg("Nothing was paired."), work)
    if not isinstance(next_round, XladdinError):
        if show_slips is not None:
            show_slips(workbook, next_round)
        dialogs.show(_format_round(next_round))


def _format_round(next_round: NextRound) -> Message:
    tables = [
        Message("{number}  {first} – {second}", {"number": number, "first": first, "second": second})
        for number, (first, second) in enumerate(next_round.tables, 1)
    ]
    hidden_tables = len(tables) - MAX_TABLES_LISTED
    last_line = (
        [msg("... and {more:,} more, see {sheet}.", more=hidden_tables, sheet=TONIGHT)] if hidden_tables > 0 else []
    )
    return join_lines([next_round.summary, *next_round.messages, *tables[:MAX_TABLES_LISTED], *last_line])


def import_games(path_in_letters: str) -> None:
    """Import the games of a file that the user has picked, for the button Import games of a macro workbook."""
    path = decode_path(path_in_letters)
    _run_button(lambda workbook: import_into_book(workbook, path))


def _run_button(button: Callable[[xw.Book], None], copy: Path | None = None) -> None:
    """Run a button for the calling workbook. `copy` is a file with its present content.

    If the macros of the workbook belong to another version of xlwings, a message about the remedy follows the result.
    """
    workbook = xw.Book.caller()
    remedy = _make_version_warning(workbook, copy)
    try:
        button(workbook)
    except Exception as error:
        if not remedy:
            raise
        failure = msg("It failed ({error}).", error=f"{type(error).__name__}: {error}")
        Dialogs(workbook, OTHER_XLWINGS_TITLE).show(join_lines([failure, remedy]), failed=True)
        return
    if remedy:
        Dialogs(workbook, OTHER_XLWINGS_TITLE).show(remedy)


def _make_version_warning(workbook: xw.Book, copy: Path | None) -> Message | None:
    """Return a message with the remedy if the macros of a workbook are those of another xlwings, or else None.

    `copy` is a file with the present content of the workbook. Errors are ignored, since this check must not prevent a
    recalculation.
    """
    from importlib.metadata import version  # takes 10 ms

    try:
        # Left out of a workbook that carries xladdin, which has no such macros.
        from xladdin.files.club_file import open_club_file
        from xladdin.workbook.macro_modules import VERSION_KEY, read_settings

        open_workbook = open_club_file(copy) if copy else OpenWorkbook(workbook)
        workbook_version = read_settings(open_workbook).get(VERSION_KEY)
        name = workbook.name
    except Exception:
        return None
    if workbook_version is None or workbook_version == version("xlwings"):
        return None
    return msg(
        "The macros of this workbook belong to xlwings {own}, but {installed} is installed. Buttons and functions "
        "may fail until both are the same. Close the workbook, and run in a terminal, in its folder: {command}",
        own=workbook_version,
        installed=version("xlwings"),
        command=f'xladdin macros "{name}"',
    )


def _run_work(
    dialogs: Dialogs, failure_text: Message, work: Callable[[ProgressCallback], Result]
) -> Result | XladdinError:
    """Return the result of a button's work. After an error, show it to the user and return it.

    `failure_text` is a sentence that says what was not done.
    """
    try:
        with translate_com_errors(), dialogs.progress() as progress:
            return work(progress)
    except PartialWriteError as error:
        dialogs.show(error.message, failed=True)
        return error
    except XladdinError as error:
        dialogs.show(join_sentences([failure_text, error.message]), failed=True)
        return error


def import_into_book(workbook: xw.Book, path: Path | None, now: datetime | None = None) -> None:
    """Import games from a file, or from the sheet Import, into a club workbook, and recalculate it.

    `workbook` and `now` are as for `recalculate_book`. If the host can ask, the user confirms a preview first. If
    something prevents the import, nothing is written, and a message shows the reason.
    """
    dialogs, failure_text = Dialogs(workbook, IMPORT_TITLE), msg("Nothing was imported.")
    ask = dialogs.ask

    def work(progress: ProgressCallback) -> Message | None:
        open_workbook = OpenWorkbook(workbook)
        source = open_source(path) if path else _read_pasted(open_workbook)
        prepared = import_with_answers(open_workbook, source, now or datetime.now(), ask, progress)
        preview = format_preview(prepared)
        if not prepared.can_be_written:
            dialogs.show(join_lines([preview, failure_text]), failed=True)
            return None
        if not prepared.blocks:
            reason = failure_text
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
        _write_result(open_workbook, prepared.blocks, prepared.outcome)
        outcome = format_outcome(prepared.outcome)
        return outcome if ask else join_lines([preview, outcome])

    message = _run_work(dialogs, failure_text, work)
    if isinstance(message, Message):
        dialogs.show(message)


def publish(folder_in_letters: str) -> None:
    """Publish the page of the calling workbook, for the button Web page.

    `folder_in_letters` is the encoded path of a file in the workbook's folder on this machine.
    """
    home = decode_path(folder_in_letters).parent
    _run_button(lambda workbook: publish_page(workbook, home))


def publish_page(workbook: xw.Book, home: Path, now: datetime | None = None) -> None:
    """Write the club's page into `home`, the folder of the workbook, and ask for settings that are not chosen yet.

    `workbook` and `now` are as for `recalculate_book`. If the lists are out of date, nothing is written and a message
    shows the reason.
    """
    from xladdin.hosts.excel_publishing import DialogQuestions, publish_open_workbook
    from xladdin.web_pages.page_folder import format_published

    dialogs = Dialogs(workbook, PAGE_TITLE)
    questions = DialogQuestions(dialogs.ask)

    def work(progress: ProgressCallback) -> Message:
        progress(msg("Reading the workbook"))
        try:
            return format_published(
                publish_open_workbook(workbook, home / workbook.name, now or datetime.now(), progress, questions)
            )
        except InvalidRowsError as error:
            lines = [line.text for line in list_problems(error.problems)[:MAX_CHANGES_LISTED]]
            raise XladdinError(join_lines([count_rows_to_fix(error.problems), *lines])) from error

    message = _run_work(dialogs, msg("No page was created."), work)
    if isinstance(message, Message):
        dialogs.show(message)


def format_outcome(outcome: RecalcResult) -> Message:
    """Return the result of a recalculation in a few lines for a message box."""
    if outcome.problems:
        return join_lines(outcome.messages)
    lines = [*outcome.messages]
    if not outcome.blocks:
        lines.append(msg("Nothing has changed since the last recalculation."))
    for change in outcome.changes[:MAX_CHANGES_LISTED]:
        ratings = [format_number(round(rating, 2), "g") for rating in (change.old, change.new) if rating is not None]
        if not ratings:
            lines.append(msg("{player}: no rating", player=change.player))
        elif len(ratings) == 1:
            lines.append(msg("{player}: {rating}", player=change.player, rating=ratings[0]))
        else:
            lines.append(msg("{player}: {old} → {new}", player=change.player, old=ratings[0], new=ratings[1]))
    if (hidden_count := len(outcome.changes) - MAX_CHANGES_LISTED) > 0:
        lines.append(ngettext("... and {n:,} more rating.", "... and {n:,} more ratings.", hidden_count))
    lines.extend(correction.as_message() for correction in outcome.corrections[:MAX_CORRECTIONS_LISTED])
    if (hidden_count := len(outcome.corrections) - MAX_CORRECTIONS_LISTED) > 0:
        lines.append(
            ngettext(
                "... and {n:,} more correction, see {sheet}.",
                "... and {n:,} more corrections, see {sheet}.",
                hidden_count,
                sheet=JOURNAL,
            )
        )
    return join_lines(lines)


def decode_path(letters: str) -> Path:
    """Return the path that a macro passes as the hexadecimal codes of its characters in UTF-16.

    Quotes and non-English letters in a path would otherwise break the Python code that the macro runs.
    """
    return Path(bytes.fromhex(letters).decode("utf-16-be"))


def _read_pasted(open_workbook: OpenWorkbook) -> Source:
    """Return the text that was pasted on the sheet Import. Raises WorkbookError if the sheet is empty."""
    rows = open_workbook.sheet_values(IMPORT_SHEET)
    if not rows:
        raise WorkbookError(
            msg("The sheet Import is missing or blank. Create it, and paste the games or the text of the file there.")
        )
    lines = [
        "\t".join(" ".join(cell_text(cell).splitlines()).replace("\t", " ") for cell in row).rstrip() for row in rows
    ]
    return Source(msg("sheet {sheet}", sheet=IMPORT_SHEET), "\n".join([*lines, ""]).encode())


def import_with_answers(
    open_workbook: OpenWorkbook, source: Source, now: datetime, ask: Ask | None, progress: ProgressCallback
) -> Import:
    """Prepare an import, and ask its questions in dialogs.

    Raises WorkbookError for a question that cannot be answered with Yes or No.
    """
    answers = Answers()
    while True:
        prepared = prepare_import(open_workbook, [source], answers, now, progress)
        if not prepared.questions:
            return prepared
        for question in prepared.questions:
            answer = _ask_in_dialogs(question, now, ask) if ask else None
            if answer is None:
                raise WorkbookError(
                    msg(
                        "{question} Import the file in xladdin.html, or with xladdin import at a terminal, where you "
                        "can answer every question.",
                        question=question.text,
                    )
                )
            answers.set(question.id, answer)


def _ask_in_dialogs(question: Question, now: datetime, ask: Ask) -> str | None:
    """Offer the answers to a question one after the other, and return the one to which the user says yes, or None."""
    samples = [*map(as_message, question.samples)]
    if question.free_answer in ("date", "dates") and ask(
        join_lines([question.text, BLANK, msg("Were these games played today?")])
    ):
        return now.date().isoformat()
    choices = sorted(question.choices, key=lambda choice: choice[0] != (question.default or NEW))
    for value, label in choices[:MAX_ANSWERS_OFFERED]:
        if ask(join_lines([question.text, *samples, BLANK, msg("{answer}?", answer=label)])):
            return value
    return None


def format_preview(prepared: Import) -> Message:
    """Return a message with the preview of an import and the reasons that prevent it."""
    lines = list(describe_preview(prepared.preview, MAX_ROWS_LISTED))
    return join_lines([*lines, *describe_obstacles(prepared.preview, prepared.workbook_problems, MAX_ROWS_LISTED)])
