"""Run a command on several workbooks: one table at the end has the outcome of each, and the status is the worst.

A file that is broken, open elsewhere or not a club workbook is named in the table, and the others are processed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from xladdin.commands.output import (
    echo,
    echo_json,
    error_message,
    indented,
    invalid_option,
    show_table,
    status_of,
    steps,
)
from xladdin.errors import InvalidRowsError
from xladdin.messages import Message, msg, ngettext


class BatchResult(NamedTuple):
    """The outcome of one file: a sentence, a line for each row to fix, and the data for other programs."""

    status: int
    summary: Message
    wrong: Sequence[Message] = ()
    data: Mapping[str, object] = {}


class Workbooks(NamedTuple):
    """The workbooks that a command works on. A batch shows one table of all outcomes."""

    paths: Sequence[Path]
    is_batch: bool


def expand_paths(paths: Sequence[Path]) -> Workbooks:
    """Return the workbooks that the arguments of a command name. Raises WorkbookError for a folder without one."""
    from xladdin.hosts.parallel import find_workbooks

    workbooks = find_workbooks(paths)
    return Workbooks(workbooks, len(workbooks) > 1 or any(path.is_dir() for path in paths))


def reject_for_batch(option: str) -> None:
    """Raise click.BadParameter for an option that needs a single file."""
    raise invalid_option(msg("works with a single FILE only. Leave it out, or give one file."), option)


def run_batch(files: Sequence[Path], work: Callable[[Path], BatchResult], *, for_program: bool = False) -> None:
    """Work on every file, show one table of the outcomes, and exit with the worst status. `work` must be picklable.

    With `for_program`, print a JSON object on a line for each file instead.
    """
    from xladdin.hosts.parallel import run_each

    results: dict[Path, BatchResult] = {}
    with steps() as progress:
        for path, outcome in run_each(files, work):
            results[path] = error_result(outcome) if isinstance(outcome, Exception) else outcome
            progress(
                msg("{done} of {files}", done=len(results), files=ngettext("{n:,} file", "{n:,} files", len(files)))
            )
    done = [results[path] for path in files]
    if for_program:
        for path, result in zip(files, done):
            echo_json(
                {"file": str(path), "status": result.status, "summary": result.summary, **result.data}, on_one_line=True
            )
    else:
        show_results(msg("File"), dict(zip(map(str, files), done)))
    if worst := max(result.status for result in done):
        raise click.exceptions.Exit(worst)


def show_results(heading: Message, results: Mapping[str, BatchResult]) -> None:
    """Show a table of the outcome of each, by its name, with the rows to fix below it."""
    rows = [[name, result.summary, str(len(result.wrong) or "")] for name, result in results.items()]
    show_table([heading, msg("Outcome"), msg("Rows to fix")], rows, right=(2,))
    for name, result in results.items():
        if result.wrong:
            echo(f"{name}:", *map(indented, result.wrong), err=True)


def error_result(error: Exception) -> BatchResult:
    """Return the line of the table for a file that raised an error."""
    from concurrent.futures.process import BrokenProcessPool

    from xladdin.errors import count_wrong_rows, list_problems

    if isinstance(error, InvalidRowsError):
        lines = [line.text for line in list_problems(error.problems)]
        return BatchResult(
            status_of(error), ngettext("{n:,} row to fix", "{n:,} rows to fix", count_wrong_rows(error.problems)), lines
        )
    if isinstance(error, BrokenProcessPool):
        return BatchResult(
            status_of(error), msg("The process working on it was stopped from outside. Try this file again.")
        )
    return BatchResult(status_of(error), error_message(error))
