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
from xladdin.languages import ENGLISH, Language, bind_gettext, catalogue_codes
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

# The exit statuses. The status is 0 if all is done.
ROWS_TO_FIX, OUT_OF_DATE, CANNOT = 1, 1, 2
# The lines of a table for a pipe whose encoding lacks the characters for lines.
ASCII_LINES = str.maketrans({**dict.fromkeys("┏┳┓┡╇┩└┴┘", "+"), **dict.fromkeys("━─", "-"), **dict.fromkeys("┃│", "|")})

LANGUAGE_VARIABLES = ("XLADDIN_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
PLAIN_BLANKS = dict.fromkeys(map(ord, "\u00a0\u202f"), " ")


class Screen(Protocol):
    """Where commands show their results instead of a terminal: the page of the app implements it."""

    def echo(self, lines: Sequence[Message | str], err: bool) -> None:
        """Show lines of text. `err` marks them as an error."""

    def table(
        self,
        headings: Sequence[Message | str],
        rows: Sequence[Sequence[Message | str]],
        right: Collection[int],
        title: Message | str,
    ) -> None:
        """Show a table. `right`: positions of the columns of numbers."""

    def problems(self, problems: Sequence[Diagnostic], then: Message) -> None:
        """Show rows to fix. `then` is the consequence for the command."""

    def step(self, step: Message) -> None:
        """Show the current step."""

    def outcome(self, outcome: RecalcResult, written: bool) -> None:
        """Show a recalculation without rows to fix. `written` is whether it was saved."""

    def sources(self, import_: Import) -> None:
        """Show the sources of an import: their tables with the field of each column, and the open questions."""


# The screens in use instead of the terminal, of which the last one counts. On the command line there are none.
_screens: list[Screen] = []
# The moving progress bar, while there is one.
_bars: list[Bar] = []


@contextmanager
def show_on(screen: Screen) -> Iterator[None]:
    """Let commands show everything on another screen within the block."""
    _screens.append(screen)
    try:
        yield
    finally:
        _screens.pop()


def status_of(error: Exception) -> int:
    """Return the exit status of a command that raised an error."""
    if isinstance(error, InvalidRowsError):
        return ROWS_TO_FIX
    return OUT_OF_DATE if isinstance(error, OutdatedError) else CANNOT


FAULT = msg("This is a bug in xladdin itself, not in your file")
REPORT = msg(
    "The workbook is unchanged or completely saved. Please report this to the person who gave you xladdin, "
    "with the command and the output of xladdin --verbose COMMAND."
)


def error_message(error: Exception) -> Message:
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


def screen() -> Screen | None:
    """Return the screen in use instead of the terminal, or None on the command line."""
    return _screens[-1] if _screens else None


def can_ask() -> bool:
    """Return whether a person at a terminal can answer a question."""
    return not _screens and sys.stdin.isatty() and sys.stderr.isatty()


def echo(*lines: Message | str, err: bool = False) -> None:
    """Show lines safely: they may contain what people have typed, such as control characters of a terminal."""
    if _screens:
        return _screens[-1].echo(lines, err)
    click.echo("\n".join(_safe(part) for line in lines for part in _render(line).split("\n")), err=err)


def confirm(question: Message, *, default: bool = False, abort: bool = False, err: bool = False) -> bool:
    """Ask a person at the terminal for yes or no. With `abort` a no raises click.Abort."""
    return click.confirm(_safe(_render(question)), default=default, abort=abort, err=err)


def prompt(question: Message, choices: Sequence[str], default: str, *, err: bool = False) -> str:
    """Ask a person at the terminal for one of the words that an option takes."""
    return str(click.prompt(_safe(_render(question)), type=click.Choice(choices), default=default, err=err))


def invalid_option(problem: Message, option: str | None = None) -> click.BadParameter:
    """Return the error for an invalid option or argument of a command."""
    return click.BadParameter(_safe(_render(problem)), param_hint=option)


def _render(line: Message | str) -> str:
    return terminal_language().render(line) if isinstance(line, Message) else line


def _safe(text: str) -> str:
    """Return a line for a terminal. The non-breaking blanks of French become plain ones."""
    return escape_unprintable(text.translate(PLAIN_BLANKS))


class _Arguments:
    """The arguments of the command line, and the language that follows from them.

    A command that makes a workbook uses its language from then on, so `language` is chosen when it is first needed.
    """

    arguments: Sequence[str] = ()
    language: Language | None = None
    workbook: ClubFile | None = None  # held, so that the command need not read it again


def set_arguments(arguments: Sequence[str]) -> None:
    """Store the arguments of a command, and set click to the language of their workbook."""
    _Arguments.arguments = [*arguments]
    _Arguments.language = _workbook_language()
    bind_gettext(help_language().code)


def help_language() -> Language:
    """Return the language of help and usage errors: that of an existing workbook, or of the environment."""
    return _Arguments.language or Language(_environment_code())


def terminal_language() -> Language:
    """Return the language of the command's first workbook, or else that of the environment.

    The environment variables are XLADDIN_LANGUAGE, LC_ALL, LC_MESSAGES and LANG, of which the first that is set counts.
    On Windows, where none is set, it is the language of Windows.
    """
    if _Arguments.language is None:
        _Arguments.language = _workbook_language() or Language(_environment_code())
    return _Arguments.language


def speak(code: str) -> str:
    """Switch to the language of a new workbook, or to that of the environment for "", and return its code."""
    _Arguments.language = Language(code or _environment_code())
    return _Arguments.language.code


def _environment_code() -> str:
    asked = next(filter(None, map(os.environ.get, LANGUAGE_VARIABLES)), "") or _windows_locale()
    code = asked.lower().replace("-", "_").partition("_")[0]
    return code if code in catalogue_codes() else ENGLISH


def _windows_locale() -> str:
    """Return the locale of Windows' own menus, such as fr_CA, or "" elsewhere."""
    if sys.platform != "win32":
        return ""
    import ctypes
    from locale import windows_locale

    # Windows sets none of the variables, and Python's locale names its formats for dates and numbers.
    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")


def _workbook_language() -> Language | None:
    for argument in _Arguments.arguments:
        path = Path(argument)
        if path.suffix.lower() in (".xlsx", ".xlsm") and path.is_file():
            from xladdin.files.club_file import open_club_file
            from xladdin.workbook.schema import SYSTEM_NAME, read_language

            with suppress(XladdinError, OSError):  # the command itself reports what is wrong with the file
                book = _Arguments.workbook = open_club_file(path)
                return read_language(book) if book.names.get(SYSTEM_NAME) else None
    return None


def indented(line: Message | str) -> Message:
    """Return an indented line."""
    return Message("  {line}", {"line": line})


def name_problems(problems: Sequence[Diagnostic], then: Message) -> None:
    """List the rows to fix on stderr, many alike as one line, and exit with the status for them."""
    if _screens:
        _screens[-1].problems(problems, then)
        raise click.exceptions.Exit(ROWS_TO_FIX)
    lines = [line.text for line in list_problems(problems)]
    echo(*lines, join_sentences([count_rows_to_fix(problems), then]), err=True)
    raise click.exceptions.Exit(ROWS_TO_FIX)


@contextmanager
def steps(then: Message | None = None) -> Iterator[Callable[[Message], None]]:
    """Show the current step during the block. If it ends with rows to fix, list them, followed by `then`."""
    try:
        with _bar() as progress:
            yield progress
    except InvalidRowsError as wrong:
        if then is None:
            raise
        name_problems(wrong.problems, then)


def is_verbose() -> bool:
    """Return whether steps are logged, without importing logging, which only a verbose run needs."""
    logging = sys.modules.get("logging")
    return logging is not None and logging.getLogger("xladdin").isEnabledFor(logging.INFO)


def _log(step: str) -> None:
    import logging

    logging.getLogger("xladdin").info("%s", step)


@contextmanager
def _bar() -> Iterator[Callable[[Message], None]]:
    """Show a moving progress bar with the current step on a terminal."""
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
        task = bar.add_task(_safe(_render(msg("Opening"))), total=None)
        _bars.append(bar)
        try:
            yield lambda step: bar.update(task, description=_safe(_render(step)))
        finally:
            _bars.remove(bar)


@contextmanager
def paused() -> Iterator[None]:
    """Hide the progress bar while a person is asked something."""
    for bar in _bars:
        bar.stop()
    yield
    for bar in _bars:
        bar.start()


def show_table(
    headings: Sequence[Message | str],
    rows: Sequence[Sequence[Message | str]],
    *,
    right: Collection[int] = (),
    title: Message | str = "",
) -> None:
    """Show a table with a frame. `right`: positions of the columns of numbers."""
    if _screens:
        return _screens[-1].table(headings, rows, right, title)
    headings, title = [_safe(_render(heading)) for heading in headings], _safe(_render(title))
    rows = [[_safe(_render(cell)) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        plain = _plain(headings, rows, right, title)
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        click.echo(plain if encoding.lower().startswith("utf") else plain.translate(ASCII_LINES))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title) if title else None)
    widths = [max(map(_width, column)) for column in zip(headings, *rows)]
    for position, heading in enumerate(headings):
        if position in right:  # a number is never truncated, however narrow the window is
            table.add_column(Text(heading), justify="right", no_wrap=True, min_width=widths[position])
        else:
            table.add_column(Text(heading), overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def echo_json(thing: object, *, on_one_line: bool = False) -> None:
    """Print the result for other programs: one JSON object, on one line if others follow."""
    import json

    click.echo(json.dumps(thing, indent=None if on_one_line else 2, default=str))


def _plain(headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int], title: str) -> str:
    widths = [max(map(_width, column)) for column in zip(headings, *rows)]

    def line(cells: Sequence[str], bar: str) -> str:
        blanks = [" " * (width - _width(cell)) for width, cell in zip(widths, cells)]
        padded = (
            blank + cell if position in right else cell + blank
            for position, (cell, blank) in enumerate(zip(cells, blanks))
        )
        return f"{bar} {f' {bar} '.join(padded)} {bar}"

    def rule(left: str, stroke: str, crossing: str, end: str) -> str:
        return left + crossing.join(stroke * (width + 2) for width in widths) + end

    top = rule("┏", "━", "┳", "┓")
    lines = [top, line(headings, "┃"), rule("┡", "━", "╇", "┩"), *(line(row, "│") for row in rows)]
    if title:
        lines.insert(0, title.center(len(top)))
    return "\n".join([*lines, rule("└", "─", "┴", "┘")])


def _width(text: str) -> int:
    """Return the width of a text on a terminal: two places for a Chinese character, none for a combining accent."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text
    )


def show_changes(outcome: RecalcResult, *, written: bool) -> None:
    """Show a table of old, change and new for every player whose rating changed."""
    place = screen()
    if place is not None:
        return place.outcome(outcome, written)
    table = changes_table(outcome)
    if table is not None:
        show_table(table.headings, table.rows, right=table.right_aligned)
    to_review = [line.as_message() for line in outcome.to_review]
    echo(*outcome.messages, *to_review, *(correction.as_message() for correction in outcome.corrections))
    if not outcome.blocks:
        echo(msg("Nothing has changed since the last recalculation."))
    elif not written:
        echo(msg("Dry run: nothing was saved."))


def changes_table(outcome: RecalcResult) -> TextTable | None:
    """Return the ratings that changed, if any did."""
    from xladdin.renderers.terminal import build_text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.ratings_lists import changes_section

    if outcome.replay is None or not outcome.changes:
        return None
    return build_text_table(changes_section(outcome.changes), ReportContext(outcome.replay))


def show_standings(path: Path, replayed: Replay) -> None:
    """Show the standings of a workbook, best first."""
    from xladdin.renderers.terminal import build_text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.ratings_lists import standings_report

    system = replayed.log.system
    table = build_text_table(standings_report(system).sections[0], ReportContext(replayed))
    show_table(table.headings, table.rows, right=table.right_aligned, title=system.title)
    echo(f"{path}\n")


def rating_text(system: RatingSystem, rating: Number | None) -> str:
    """Return a rating as the club prints it: whole, or with two decimals in a system that rates events."""
    from xladdin.reports.games import rating_text

    if rating is None:
        return ""
    return rating_text(system, rating)


def outcome_as_data(outcome: RecalcResult, *, written: bool) -> dict[str, object]:
    """Return a recalculation as data: what it found, what it changed, what to fix.

    `written` is whether it was saved.
    """
    problems = [as_data(problem) for problem in outcome.problems]
    return {
        "summary": outcome.summary,
        "messages": [message.as_data() for message in outcome.messages],
        "anything_new": bool(outcome.blocks),
        "written": written and bool(outcome.blocks),
        "changes": _changes(outcome),
        "problems": problems,
        "questions": [
            {"number": line.number, "title": line.title, "location": line.location, "reason": line.reason}
            for line in outcome.to_review
        ],
    }


def _changes(outcome: RecalcResult) -> list[dict[str, object]]:
    from xladdin.renderers.terminal import section_data
    from xladdin.reports.context import ReportContext
    from xladdin.reports.ratings_lists import changes_section

    if outcome.replay is None:
        return []
    return section_data(changes_section(outcome.changes), ReportContext(outcome.replay))


def as_data(problem: Diagnostic) -> dict[str, object]:
    """Return a row to fix as data: its location and value, and what is wrong, by an id whatever its English text."""
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
