"""The commands that make, recalculate, check and bring back a club workbook."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from xladdin.cells.mending import it_or_them
from xladdin.cells.text import counted
from xladdin.commands.shell.for_programs import as_json, say_outcome
from xladdin.commands.shell.parameters import A_PATH, club_workbook, options_of, source_options
from xladdin.commands.shell.terminal import ROWS_TO_MEND, name_problems, say, steps
from xladdin.systems import ANY_KEY

if TYPE_CHECKING:
    from xladdin.files.package import Package
    from xladdin.recalc import Outcome

TABLES = {
    "players": "Players",
    "games": "Games",
    "events": "Events, where placings in events are rated",
    "results": "Results, the placings in events",
    "groups": "Groups, where players belong to one",
    "adjustments": "Adjustments",
    "aliases": "Aliases",
}
"""Tables that a new workbook may be filled with, and what the help calls them."""


def _table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds an option for the file of each table."""
    for name, what in reversed(TABLES.items()):
        words = f"{what}: a CSV file or a workbook's sheet; columns are found by their headings."
        command = click.option(f"--{name}", metavar="SOURCE", type=A_PATH, help=words)(command)
    return command


@click.command()
@click.argument("system", metavar="SYSTEM", help=f"{ANY_KEY}.")
@click.argument("file", metavar="FILE", type=A_PATH, help="The workbook to make; .xlsm has buttons.")
@click.option("--title", default="", help="The club's title, printed on every sheet.")
@click.option("--from", "sources", metavar="SOURCE", type=A_PATH, multiple=True,
              help="A file of any format that import takes, with players and games; may be given again.")  # fmt: skip
@_table_options
@click.option("--group", metavar="NAME", default="", help="The group of players who come without one (sca).")
@source_options
@click.option("--names/--no-names", default=True, show_default=True, help="Functions as LAMBDA names.")
@click.option("--lite", is_flag=True, help="The workbook carries the add-in: xlwings Lite, with xladdin in it.")
def new(
    system: str,
    file: Path,
    title: str,
    sources: tuple[Path, ...],
    group: str,
    column: tuple[str, ...],
    dates: str | None,
    date: str,
    source_sheet: str,
    names: bool,
    lite: bool,
    **tables: Path | None,
) -> None:
    """Make a club workbook, empty or filled from files."""
    from xladdin.systems import system_named
    from xladdin.workbook.new_book import make_book
    from xladdin.workbook.schema import row_word

    files = {name: path for name, path in tables.items() if path is not None}
    options = options_of(column, dates, date, source_sheet)
    with steps() as progress:
        progress(f"Writing {file.name}")
        made = make_book(
            system_named(system), file, files, datetime.now(), title=title, lambda_names=names and not lite,
            sources=sources, options=options, group=group, finish=_carrying(file) if lite else None,
        )  # fmt: skip
    for note in made.notes:
        say(note)
    rows = ", ".join(counted(count, row_word(table)) for table, count in made.rows.items())
    say(f"{file} is made{': ' + rows if rows else ''}.")
    if made.problems:
        name_problems(made.problems, f"Mend {it_or_them(made.problems)} in the workbook, then recalculate it.")


def _carrying(file: Path) -> Callable[[Package, BinaryIO], object]:
    from xladdin.hosts.office_js.lite import carry, refuse_macros

    refuse_macros(file)
    return carry


@click.command()
@club_workbook
@click.option("--output", type=A_PATH, help="Write here and leave FILE as it is.")
@as_json
def recalc(file: Path, output: Path | None, for_program: bool) -> None:
    """Recalculate every rating from the first game on, and show what changed."""
    from xladdin.hosts.file.club_file import recalculate_file

    with steps() as progress:
        outcome = recalculate_file(file, output, datetime.now(), progress)
    _show(outcome, written=True, for_program=for_program)


@click.command()
@club_workbook
@as_json
def check(file: Path, for_program: bool) -> None:
    """Check every row as recalc does, and write nothing."""
    from xladdin.hosts.file.club_file import check_file

    with steps() as progress:
        outcome = check_file(file, datetime.now(), progress)
    _show(outcome, written=False, for_program=for_program)


ANYWAY = click.option("--anyway", is_flag=True, help="Also where something was typed since.")


@click.command()
@club_workbook
@ANYWAY
def undo(file: Path, anyway: bool) -> None:
    """Bring back the workbook as it was before its last change."""
    from xladdin.hosts.file.undoing import undo_file

    say(undo_file(file, anyway=anyway))


@click.command()
@club_workbook
@ANYWAY
def redo(file: Path, anyway: bool) -> None:
    """Bring back what the last undo took away."""
    from xladdin.hosts.file.undoing import redo_file

    say(redo_file(file, anyway=anyway))


def _show(outcome: Outcome, *, written: bool, for_program: bool) -> None:
    from xladdin.commands.ratings import show_changes

    if for_program:
        say_outcome(outcome, written=written)
        if outcome.problems:
            raise click.exceptions.Exit(ROWS_TO_MEND)
        return
    if outcome.problems:
        then = "Nothing was rated; the reasons stand on Start and in the Notes." if written else "Nothing was written."
        name_problems(outcome.problems, then)
    show_changes(outcome, written=written)
