"""Show the results of commands: lines, tables, progress and ratings on a terminal, or JSON for other programs."""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import click

from xladdin.errors import (
    Diagnostic,
    InvalidRowsError,
    OutdatedError,
    XladdinError,
    count_rows_to_fix,
    escape_unprintable,
    list_problems,
)
from xladdin.languages import ENGLISH, Language, bind_gettext, list_catalogue_codes
from xladdin.messages import Message, join_sentences, msg

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from xladdin.cells import Number
    from xladdin.files.club_file import ClubFile
    from xladdin.functions.registry import FunctionSpec
    from xladdin.hosts.doctor import Finding
    from xladdin.hosts.workbook_import import Import
    from xladdin.renderers.terminal import TextTable
    from xladdin.replay import Replay
    from xladdin.systems.system import RatingSystem
    from xladdin.workbook.recalc_result import RecalcResult

# The exit statuses other than 0 for success.
ROWS_TO_FIX, OUT_OF_DATE, FAILED = 1, 1, 2
# The replacements for line-drawing characters in a table for a pipe whose encoding lacks them.
ASCII_LINES = str.maketrans({**dict.fromkeys("┏┳┓┡╇┩└┴┘", "+"), **dict.fromkeys("━─", "-"), **dict.fromkeys("┃│", "|")})

LANGUAGE_VARIABLES = ("XLADDIN_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
PLAIN_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f"), " ")


class Screen(Protocol):
    """A replacement for the terminal, on which commands show their results. The page of the app implements it."""

    def echo(self, lines: Sequence[Message | str], err: bool) -> None:
        """Show lines of text. `err` marks them as an error."""

    def show_table(
        self,
        headings: Sequence[Message | str],
        rows: Sequence[Sequence[Message | str]],
        right_aligned: Collection[int],
        title: Message | str,
    ) -> None:
        """Show a table. `right_aligned` has the positions of the columns of numbers."""

    def problems(self, problems: Sequence[Diagnostic], consequence: Message) -> None:
        """Show rows to fix. `consequence` is a sentence about the effect on the command."""

    def step(self, step: Message) -> None:
        """Show the current step."""

    def outcome(self, outcome: RecalcResult, is_written: bool) -> None:
        """Show a recalculation without rows to fix. `is_written` tells whether it was saved."""

    def sources(self, import_: Import) -> None:
        """Show the sources of an import: their tables with the field of each column, and the open questions."""


# The screens in use instead of the terminal, of which the last one is active. On the command line there are none.
_screens: list[Screen] = []
# The active progress bars.
_bars: list[Bar] = []


@contextmanager
def use_screen(screen: Screen) -> Iterator[None]:
    """Show the output of commands on a screen within the block."""
    _screens.append(screen)
    try:
        yield
    finally:
        _screens.pop()


def get_exit_status(error: Exception) -> int:
    """Return the exit status for an error that ended a command."""
    if isinstance(error, InvalidRowsError):
        return ROWS_TO_FIX
    return OUT_OF_DATE if isinstance(error, OutdatedError) else FAILED


# The parts of the message about an unexpected exception.
FAULT = msg("This is a bug in xladdin itself, not in your file")
REPORT = msg(
    "The workbook is unchanged or completely saved. Please report this to the person who gave you xladdin, "
    "with the command and the output of xladdin --verbose COMMAND."
)


def make_error_message(error: Exception) -> Message:
    """Return the message about an error that ends a command."""
    if isinstance(error, XladdinError):
        return error.message
    if isinstance(error, OSError) and not error.filename:  # as when the output was closed
        return msg(
            "The operating system reported an error: {reason}. The workbook is unchanged or completely saved.",
            reason=error.strerror or str(error),
        )
    if isinstance(error, OSError):
        return msg("{path} cannot be used: {reason}.", path=error.filename, reason=error.strerror or str(error))
    if isinstance(error, MemoryError):
        return msg("There is not enough memory for this file. Close other programs and try again.")
    if isinstance(error, ModuleNotFoundError):
        return msg(
            "This needs {package}, which is not installed. Install it: {python} -m pip install {package}",
            package=error.name,
            python=sys.executable,
        )
    return msg("{fault} ({error}). {report}", fault=FAULT, error=f"{type(error).__name__}: {error}", report=REPORT)


def get_screen() -> Screen | None:
    """Return the screen in use instead of the terminal, or None on the command line."""
    return _screens[-1] if _screens else None


def can_ask() -> bool:
    """Return whether a person at a terminal can answer a question."""
    return not _screens and sys.stdin.isatty() and sys.stderr.isatty()


def echo(*lines: Message | str, err: bool = False) -> None:
    """Show lines. Control characters are escaped, since they may come from a workbook or file."""
    if _screens:
        return _screens[-1].echo(lines, err)
    click.echo("\n".join(_escape(part) for line in lines for part in _render(line).split("\n")), err=err)


def confirm(question: Message, *, default: bool = False, abort: bool = False, err: bool = False) -> bool:
    """Ask a person at the terminal for yes or no. With `abort`, "no" raises click.Abort."""
    return click.confirm(_escape(_render(question)), default=default, abort=abort, err=err)


def prompt(question: Message, choices: Sequence[str], default: str, *, err: bool = False) -> str:
    """Ask a person at the terminal for one of the values of an option."""
    return str(click.prompt(_escape(_render(question)), type=click.Choice(choices), default=default, err=err))


def invalid_option_error(problem: Message, option: str | None = None) -> click.BadParameter:
    """Return the error for an invalid option or argument of a command."""
    return click.BadParameter(_escape(_render(problem)), param_hint=option)


def _render(line: Message | str) -> str:
    return get_terminal_language().render(line) if isinstance(line, Message) else line


def _escape(text: str) -> str:
    """Return a line for a terminal, with plain blanks instead of the no-break spaces of French."""
    return escape_unprintable(text.translate(PLAIN_BLANKS))


class _CommandState:
    """The arguments of the command line, and the language that results from them.

    A command that creates a workbook switches to its language, so `language` is determined when it is first needed.
    """

    arguments: Sequence[str] = ()
    language: Language | None = None
    workbook: ClubFile | None = None  # cached, so that the command need not read it again


def set_arguments(arguments: Sequence[str]) -> None:
    """Store the arguments of a command, and set click to the language of their workbook."""
    _CommandState.arguments = [*arguments]
    _CommandState.language = _read_workbook_language()
    bind_gettext(get_help_language().code)


def get_help_language() -> Language:
    """Return the language of help and usage errors: that of an existing workbook, or else of the environment."""
    return _CommandState.language or Language(_find_environment_code())


def get_terminal_language() -> Language:
    """Return the language of the command's first workbook, or else that of the environment.

    The first environment variable that is set counts: XLADDIN_LANGUAGE, LC_ALL, LC_MESSAGES or LANG. If none is set on
    Windows, it is the language of the user interface of Windows.
    """
    if _CommandState.language is None:
        _CommandState.language = _read_workbook_language() or Language(_find_environment_code())
    return _CommandState.language


def set_language(code: str) -> str:
    """Switch to the language of a new workbook, or to that of the environment for "", and return its code."""
    _CommandState.language = Language(code or _find_environment_code())
    return _CommandState.language.code


def _find_environment_code() -> str:
    code_asked = next(filter(None, map(os.environ.get, LANGUAGE_VARIABLES)), "") or _read_windows_locale()
    code = code_asked.lower().replace("-", "_").partition("_")[0]
    return code if code in list_catalogue_codes() else ENGLISH


def _read_windows_locale() -> str:
    """Return the locale of the user interface of Windows, such as fr_CA, or "" on other systems."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    # Windows sets none of the variables, and `locale.getlocale` returns its format of dates and numbers.
    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def _read_workbook_language() -> Language | None:
    for argument in _CommandState.arguments:
        path = Path(argument)
        if path.suffix.lower() in (".xlsx", ".xlsm") and path.is_file():
            from xladdin.files.club_file import open_club_file
            from xladdin.workbook.schema import SYSTEM_NAME, read_language

            with suppress(XladdinError, OSError):  # the command itself reports what is wrong with the file
                workbook = _CommandState.workbook = open_club_file(path)
                return read_language(workbook) if workbook.names.get(SYSTEM_NAME) else None
    return None


def indent(line: Message | str) -> Message:
    """Return an indented line."""
    return Message("  {line}", {"line": line})


def report_problems(problems: Sequence[Diagnostic], consequence: Message) -> None:
    """List the rows to fix on stderr, equal errors in one line, and exit with the status for them."""
    if _screens:
        _screens[-1].problems(problems, consequence)
        raise click.exceptions.Exit(ROWS_TO_FIX)
    lines = [line.text for line in list_problems(problems)]
    echo(*lines, join_sentences([count_rows_to_fix(problems), consequence]), err=True)
    raise click.exceptions.Exit(ROWS_TO_FIX)


@contextmanager
def show_steps(consequence: Message | None = None) -> Iterator[Callable[[Message], None]]:
    """Show the current step during the block. For InvalidRowsError, list the rows to fix and the `consequence`."""
    try:
        with _show_progress() as progress:
            yield progress
    except InvalidRowsError as error:
        if consequence is None:
            raise
        report_problems(error.problems, consequence)


def is_verbose() -> bool:
    """Return whether steps are logged. This does not import `logging`, which only a verbose run needs."""
    logging = sys.modules.get("logging")
    return logging is not None and logging.getLogger("xladdin").isEnabledFor(logging.INFO)


def _log(step: str) -> None:
    import logging

    logging.getLogger("xladdin").info("%s", step)


@contextmanager
def _show_progress() -> Iterator[Callable[[Message], None]]:
    """Show a progress bar with the current step on a terminal, or log the steps in a verbose run."""
    if _screens:
        yield _screens[-1].step
        return
    if is_verbose():
        yield _log
        return
    if not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(_escape(_render(msg("Opening"))), total=None)
        _bars.append(bar)
        try:
            yield lambda step: bar.update(task, description=_escape(_render(step)))
        finally:
            _bars.remove(bar)


@contextmanager
def pause_progress() -> Iterator[None]:
    """Hide the progress bar during a question."""
    for bar in _bars:
        bar.stop()
    yield
    for bar in _bars:
        bar.start()


def show_table(
    headings: Sequence[Message | str],
    rows: Sequence[Sequence[Message | str]],
    *,
    right_aligned: Collection[int] = (),
    title: Message | str = "",
) -> None:
    """Show a table with a frame. `right_aligned` has the positions of the columns of numbers."""
    if _screens:
        return _screens[-1].show_table(headings, rows, right_aligned, title)
    headings, title = [_escape(_render(heading)) for heading in headings], _escape(_render(title))
    rows = [[_escape(" ".join(_render(cell).splitlines())) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        plain = _format_plain_table(headings, rows, right_aligned, title)
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        click.echo(plain if encoding.lower().startswith("utf") else plain.translate(ASCII_LINES))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None)
    widths = [max(map(_measure_width, column)) for column in zip(headings, *rows)]
    for position, heading in enumerate(headings):
        if position in right_aligned:  # a number is never truncated, however narrow the window is
            table.add_column(Text(heading), justify="right", no_wrap=True, min_width=widths[position])
        else:
            table.add_column(Text(heading), overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def echo_json(data: object, *, on_one_line: bool = False) -> None:
    """Print a result for other programs as JSON, on one line if other results follow."""
    import json

    click.echo(json.dumps(data, indent=None if on_one_line else 2, default=str))


def _format_plain_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right_aligned: Collection[int], title: str
) -> str:
    widths = [max(map(_measure_width, column)) for column in zip(headings, *rows)]

    def format_line(cells: Sequence[str], bar: str) -> str:
        blanks = [" " * (width - _measure_width(cell)) for width, cell in zip(widths, cells)]
        padded = (
            blank + cell if position in right_aligned else cell + blank
            for position, (cell, blank) in enumerate(zip(cells, blanks))
        )
        return f"{bar} {f' {bar} '.join(padded)} {bar}"

    def format_rule(left: str, stroke: str, crossing: str, end: str) -> str:
        return left + crossing.join(stroke * (width + 2) for width in widths) + end

    top = format_rule("┏", "━", "┳", "┓")
    lines = [top, format_line(headings, "┃"), format_rule("┡", "━", "╇", "┩"), *(format_line(row, "│") for row in rows)]
    if title:
        lines.insert(0, title.center(len(top)))
    return "\n".join([*lines, format_rule("└", "─", "┴", "┘")])


def _measure_width(text: str) -> int:
    """Return the width of a text on a terminal: two cells for an East Asian character, none for a combining mark."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text
    )


def show_changes(outcome: RecalcResult, *, is_written: bool) -> None:
    """Show the result of a recalculation: the changed ratings, the rows to review, and the corrections."""
    current = get_screen()
    if current is not None:
        return current.outcome(outcome, is_written)
    table = make_changes_table(outcome)
    if table is not None:
        show_table(table.headings, table.rows, right_aligned=table.right_aligned)
    to_review = [line.as_message() for line in outcome.to_review]
    echo(*outcome.messages, *to_review, *(correction.as_message() for correction in outcome.corrections))
    if not outcome.blocks:
        echo(msg("Nothing has changed since the last recalculation."))
    elif not is_written:
        echo(msg("Dry run: nothing was saved."))


def make_changes_table(outcome: RecalcResult) -> TextTable | None:
    """Return a table of the changed ratings, or None if there are none."""
    from xladdin.renderers.terminal import build_text_table, define_changes_section
    from xladdin.reports.context import ReportContext

    if outcome.replay is None or not outcome.changes:
        return None
    return build_text_table(define_changes_section(outcome.changes), ReportContext(outcome.replay))


def show_standings(path: Path, replay: Replay) -> None:
    """Show the standings of a workbook, in order of rank."""
    from xladdin.renderers.terminal import build_text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.ratings_lists import define_standings_report

    system = replay.log.system
    table = build_text_table(define_standings_report(system).sections[0], ReportContext(replay))
    show_table(table.headings, table.rows, right_aligned=table.right_aligned, title=system.title)
    echo(f"{path}\n")


def format_rating(system: RatingSystem, rating: Number | None) -> str:
    """Format a rating as on the club's lists, or return "" for None."""
    from xladdin.reports.wording import rating_text

    if rating is None:
        return ""
    return rating_text(system, rating)


def outcome_as_data(outcome: RecalcResult, *, is_written: bool) -> dict[str, object]:
    """Return a recalculation as JSON data: messages, changed ratings, rows to fix and rows to review.

    `is_written` tells whether it was saved.
    """
    problems = [diagnostic_as_data(problem) for problem in outcome.problems]
    return {
        "summary": outcome.summary,
        "messages": [message.as_data() for message in outcome.messages],
        "anything_new": bool(outcome.blocks),
        "written": is_written and bool(outcome.blocks),
        "changes": _changes_as_data(outcome),
        "problems": problems,
        "questions": [
            {"number": line.number, "title": line.title, "location": line.location, "reason": line.reason}
            for line in outcome.to_review
        ],
    }


def _changes_as_data(outcome: RecalcResult) -> list[dict[str, object]]:
    from xladdin.renderers.terminal import collect_section_data, define_changes_section
    from xladdin.reports.context import ReportContext

    if outcome.replay is None:
        return []
    return collect_section_data(define_changes_section(outcome.changes), ReportContext(outcome.replay))


def diagnostic_as_data(problem: Diagnostic) -> dict[str, object]:
    """Return a row to fix as JSON data: its location, value and message.

    The message has an id, by which programs can recognize it even if its English text changes.
    """
    data = problem.message.as_data()
    return {
        "table": problem.table,
        "sheet": problem.sheet,
        "row": problem.row,
        "column": problem.column,
        "value": problem.value,
        "message": str(problem.message),
        "id": data["id"],
        "values": data["values"],
    }


def echo_functions(functions: Sequence[FunctionSpec]) -> None:
    """Print the catalogue of functions."""
    echo_json({
        "functions": [
            {
                "name": function.name,
                "syntax": function.syntax,
                "description": function.description,
                "arguments": [
                    {"name": name, "help": argument.help, "optional": name in function.optional}
                    for name, argument in function.arguments.items()
                ],
                "example": f"={function.example}",
                "gives": function.result,
            }
            for function in functions
        ]
    })  # fmt: skip


def echo_findings(findings: Sequence[Finding]) -> None:
    """Print the findings of the doctor."""
    echo_json({
        "well": all(finding.is_well for finding in findings),
        "findings": [
            {
                "subject": finding.subject,
                "result": finding.result,
                "remedy": finding.remedy,
                "well": finding.is_well,
            }
            for finding in findings
        ],
    })  # fmt: skip
