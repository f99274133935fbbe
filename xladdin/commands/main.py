"""The command line: xladdin new | recalc | check | print | undo | functions | demo, and the commands of the hosts.

Exit status: 0 done, 1 rows to mend, 2 cannot (no such file, not a club workbook, file open elsewhere).
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from xladdin.commands.hosts import add_host_commands
from xladdin.errors import Problem, XladdinError, printable, rows_to_mend

if TYPE_CHECKING:
    from xladdin.recalc import Outcome, Progress

ROWS_TO_MEND, CANNOT = 1, 2
TRACEBACK = "XLADDIN_TRACEBACK"
"""Environment variable that, when set, lets an unexpected error show where it arose."""
REPORT = (
    "The workbook is as it was, or written whole. Please report it to whom you have xladdin from, "
    f"with the command and what it shows once more with {TRACEBACK}=1 in the environment."
)

app = typer.Typer(
    help="Club ratings in Excel: make a club workbook, recalculate it from the first game on, print it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # help in plain words, at half the time
)

Book = Annotated[Path, typer.Argument(metavar="FILE", help="A club workbook, .xlsx or .xlsm.")]
OptionalCsv = Path | None


def _csv(what: str) -> Any:
    return typer.Option(metavar="CSV", help=f"{what}; headings are the table's column names, dates ISO.")


@app.command()
def new(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="mississauga, montreal, lexington, sca or dptr.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The workbook to make; .xlsm has buttons.")],
    title: Annotated[str, typer.Option(help="The club's title, printed on every sheet.")] = "",
    players: Annotated[OptionalCsv, _csv("Players")] = None,
    games: Annotated[OptionalCsv, _csv("Games")] = None,
    events: Annotated[OptionalCsv, _csv("Events (dptr)")] = None,
    results: Annotated[OptionalCsv, _csv("Results (dptr)")] = None,
    groups: Annotated[OptionalCsv, _csv("Groups (sca)")] = None,
    adjustments: Annotated[OptionalCsv, _csv("Adjustments")] = None,
    names: Annotated[bool, typer.Option("--names/--no-names", help="Functions as LAMBDA names.")] = True,
) -> None:
    """Make a club workbook, empty or filled from CSV files."""
    from xladdin.systems import system_named
    from xladdin.workbook.new_book import make_book

    given = {
        "players": players, "groups": groups, "games": games,
        "events": events, "results": results, "adjustments": adjustments,
    }  # fmt: skip
    csv_files = {name: path for name, path in given.items() if path is not None}
    with _steps() as progress:
        progress(f"Writing {file.name}")
        made = make_book(system_named(system), file, csv_files, datetime.now(), title=title, lambda_names=names)
    for note in made.notes:
        _say(note)
    rows = ", ".join(f"{count:,} {name.lower()}" for name, count in made.rows.items())
    _say(f"{file} is made{': ' + rows if rows else ''}.")
    if made.problems:
        _name_problems(made.problems, "Mend them in the workbook, then recalculate it.")


@app.command()
def recalc(
    file: Book,
    output: Annotated[Path | None, typer.Option(help="Write here and leave FILE as it is.")] = None,
) -> None:
    """Recalculate every rating from the first game on, and show what changed."""
    from xladdin.hosts.club_file import recalculate_file

    with _steps() as progress:
        outcome = recalculate_file(file, output, datetime.now(), progress)
    _show(outcome, written=True)


@app.command()
def check(file: Book) -> None:
    """Check every row as recalc does, and write nothing."""
    from xladdin.hosts.club_file import check_file

    with _steps() as progress:
        outcome = check_file(file, datetime.now(), progress)
    _show(outcome, written=False)


@app.command("print")
def print_(
    file: Book,
    sheet: Annotated[list[str] | None, typer.Option(help="A sheet to print; may be given again.")] = None,
    output: Annotated[Path | None, typer.Option(help="The PDF to write.")] = None,
) -> None:
    """Make a PDF of the printable sheets."""
    from xladdin.hosts.printing import print_book

    with _steps() as progress:
        progress("Printing")
        pdf = print_book(file, sheet, output)
    _say(f"{pdf} is made.")


@app.command()
def undo(file: Book) -> None:
    """Bring back the workbook as it was before its last change."""
    from xladdin.files.safety.safekeeping import undo as bring_back

    _say(bring_back(file))


@app.command()
def functions(
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="One function; all of them where left out.")] = "",
) -> None:
    """Show the worksheet functions with their help and an example."""
    from xladdin.commands.terminal import show_functions

    show_functions(name)


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="Where the workbooks go.")] = Path("xladdin-demo"),
) -> None:
    """Make five club workbooks from the sources' own games, recalculate them and show the standings."""
    from xladdin.commands.demo import make_demo
    from xladdin.commands.terminal import show_standings

    for path, outcome in make_demo(folder, datetime.now()):
        assert outcome.replay is not None
        show_standings(path, outcome.replay)


def _show(outcome: Outcome, *, written: bool) -> None:
    from xladdin.commands.terminal import show_changes

    if outcome.problems:
        then = "Nothing was rated; the reasons stand in the Notes." if written else "Nothing was written."
        _name_problems(outcome.problems, then)
    show_changes(outcome, written=written)


def _name_problems(problems: Sequence[Problem], then: str) -> None:
    """Names every row to mend on stderr, and ends with the status that says so."""
    _say("\n".join([*map(str, problems), f"{rows_to_mend(problems)} to mend. {then}"]), err=True)
    raise typer.Exit(ROWS_TO_MEND)


@contextmanager
def _steps() -> Iterator[Progress]:
    """Shows a bar that moves, and what is being done, while it lasts, on a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    with Bar(BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn(), console=console,
             transient=True, disable=not console.is_terminal) as bar:  # fmt: skip
        task = bar.add_task("Opening", total=None)
        yield lambda step: bar.update(task, description=step)


def _say(text: str, *, err: bool = False) -> None:
    """Shows text, lines of which may repeat what people have typed, without what could fool a terminal."""
    typer.echo("\n".join(map(printable, text.split("\n"))), err=err)


add_host_commands(app)


def main() -> None:
    """Runs the command line; an error that a user can mend is one message on stderr, and status 2.

    So is any other, which is a fault of ours: no workbook is changed half, and the message says how to report it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names that a pipe on Windows has no letters for
    try:
        app()
    except XladdinError as error:
        _say(str(error), err=True)
        sys.exit(CANNOT)
    except OSError as error:
        _say(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.", err=True)
        sys.exit(CANNOT)
    except MemoryError:
        _say("There is too little memory for this file. Close other programs, and try again.", err=True)
        sys.exit(CANNOT)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        _say(
            f"This is a fault in xladdin itself, not in your file ({type(error).__name__}: {error}). {REPORT}", err=True
        )
        sys.exit(CANNOT)
