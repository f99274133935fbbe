"""Run a command on several workbooks, show a table with the outcome of each, and exit with the highest status.

A file that is damaged, open elsewhere or not a club workbook is reported in the table, and the others are processed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from xladdin.commands.output import (
    echo,
    echo_json,
    get_exit_status,
    indent,
    invalid_option_error,
    make_error_message,
    show_steps,
    show_table,
)
from xladdin.errors import InvalidRowsError
from xladdin.messages import Message, msg, ngettext


class BatchResult(NamedTuple):
    """The outcome of a file: exit status, summary, a message for each row to fix, and data for other programs."""

    status: int
    summary: Message
    row_errors: Sequence[Message] = ()
    data: Mapping[str, object] = {}


class Workbooks(NamedTuple):
    """The workbooks of a command. `is_batch` tells whether to show one table of all outcomes."""

    paths: Sequence[Path]
    is_batch: bool


def expand_paths(paths: Sequence[Path]) -> Workbooks:
    """Return the workbooks among files and in folders. Raises WorkbookError for a folder without a workbook."""
    from xladdin.hosts.parallel import find_workbooks

    workbooks = find_workbooks(paths)
    return Workbooks(workbooks, len(workbooks) > 1 or any(path.is_dir() for path in paths))


def reject_for_batch(option: str) -> None:
    """Raise click.BadParameter for an option that needs a single file."""
    raise invalid_option_error(msg("works with a single FILE only. Leave it out, or give one file."), option)


def run_batch(files: Sequence[Path], work: Callable[[Path], BatchResult], *, for_program: bool = False) -> None:
    """Process every file, show one table of the outcomes, and exit with the highest status. `work` must be picklable.

    With `for_program`, print a JSON object for each file instead, each on one line.
    """
    from xladdin.hosts.parallel import run_each

    results: dict[Path, BatchResult] = {}
    with show_steps() as progress:
        for path, outcome in run_each(files, work):
            results[path] = make_error_result(outcome) if isinstance(outcome, Exception) else outcome
            progress(
                msg("{done} of {files}", done=len(results), files=ngettext("{n:,} file", "{n:,} files", len(files)))
            )
    ordered = [results[path] for path in files]
    if for_program:
        for path, result in zip(files, ordered):
            echo_json(
                {"file": str(path), "status": result.status, "summary": result.summary, **result.data}, on_one_line=True
            )
    else:
        show_results(msg("File"), dict(zip(map(str, files), ordered)))
    if status := max(result.status for result in ordered):
        raise click.exceptions.Exit(status)


def show_results(heading: Message, results: Mapping[str, BatchResult]) -> None:
    """Show a table of outcomes by name, with the rows to fix below it."""
    show_table([heading, msg("Outcome")], [[name, result.summary] for name, result in results.items()])
    for name, result in results.items():
        if result.row_errors:
            echo(msg("{location}:", location=name), *map(indent, result.row_errors), err=True)


def make_error_result(error: Exception) -> BatchResult:
    """Return the outcome of a file whose processing raised an error."""
    from concurrent.futures.process import BrokenProcessPool

    from xladdin.errors import count_wrong_rows, list_problems

    if isinstance(error, InvalidRowsError):
        lines = [line.text for line in list_problems(error.problems)]
        return BatchResult(
            get_exit_status(error),
            ngettext("{n:,} row to fix", "{n:,} rows to fix", count_wrong_rows(error.problems)),
            lines,
        )
    if isinstance(error, BrokenProcessPool):
        return BatchResult(
            get_exit_status(error), msg("The process for this file was stopped from outside. Try the file again.")
        )
    return BatchResult(get_exit_status(error), make_error_message(error))
