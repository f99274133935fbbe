"""Several workbooks in one command. One table at the end gives the outcome of each, and the status is the worst.

It names a file that is broken, open elsewhere or no club workbook, and goes on with the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from xladdin.commands.output import (
    error_message,
    indented,
    invalid_option,
    say,
    say_as_json,
    show_table,
    status_of,
    steps,
)
from xladdin.errors import InvalidRowsError
from xladdin.messages import Message, msg, ngettext


class Done(NamedTuple):
    """The outcome of one file: a sentence, a line for each row to fix, and the data for other programs."""

    status: int
    said: Message
    wrong: Sequence[Message] = ()
    data: Mapping[str, object] = {}


class Files(NamedTuple):
    """The files that a command works on. `several`: one table shows all outcomes, instead of the words of a file."""

    paths: Sequence[Path]
    several: bool


def files_of(given: Sequence[Path]) -> Files:
    """Return the workbooks that the arguments of a command mean. Raises WorkbookError for a folder without one."""
    from xladdin.hosts.batch import workbooks_in

    found = workbooks_in(given)
    return Files(found, len(found) > 1 or any(path.is_dir() for path in given))


def refuse_with_several(option: str) -> None:
    """Raise click.BadParameter: an option means one file."""
    raise invalid_option(msg("goes with one FILE. Leave it out, or name one file."), option)


def each(files: Sequence[Path], work: Callable[[Path], Done], *, for_program: bool = False) -> None:
    """Work on every file, shows one table of the outcomes, and ends with the worst status. `work` must be picklable.

    With `for_program` it prints one line for each file instead, a JSON object.
    """
    from xladdin.hosts.batch import each_done

    found: dict[Path, Done] = {}
    with steps() as progress:
        for path, came in each_done(files, work):
            found[path] = failed(came) if isinstance(came, Exception) else came
            progress(
                msg("{found} of {files}", found=len(found), files=ngettext("{n:,} file", "{n:,} files", len(files)))
            )
    done = [found[path] for path in files]
    if for_program:
        for path, one in zip(files, done):
            say_as_json({"file": str(path), "status": one.status, "said": one.said, **one.data}, on_one_line=True)
    else:
        show_done(msg("File"), dict(zip(map(str, files), done)))
    if worst := max(one.status for one in done):
        raise click.exceptions.Exit(worst)


def show_done(what: Message, done: Mapping[str, Done]) -> None:
    """Show a table of the outcome of each, by its name, with the rows to fix below it."""
    rows = [[name, one.said, str(len(one.wrong) or "")] for name, one in done.items()]
    show_table([what, msg("Outcome"), msg("Rows to fix")], rows, right=(2,))
    for name, one in done.items():
        if one.wrong:
            say(f"{name}:", *map(indented, one.wrong), err=True)


def failed(error: Exception) -> Done:
    """Return what the table says about a file that an error has ended."""
    from concurrent.futures.process import BrokenProcessPool

    from xladdin.errors import count_wrong_rows, list_problems

    if isinstance(error, InvalidRowsError):
        lines = [line.text for line in list_problems(error.problems)]
        return Done(
            status_of(error), ngettext("{n:,} row to fix", "{n:,} rows to fix", count_wrong_rows(error.problems)), lines
        )
    if isinstance(error, BrokenProcessPool):
        return Done(
            status_of(error), msg("A process that worked on it was ended from outside. Try this file once more.")
        )
    return Done(status_of(error), error_message(error))
