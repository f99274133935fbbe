"""The commands that make, recalculate, check and bring back a club workbook."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from xladdin.cells.mending import it_or_them
from xladdin.cells.text import counted
from xladdin.commands.many_files import Done, each, files_of, refuse_with_several
from xladdin.commands.shell.for_programs import as_json, outcome_as_data
from xladdin.commands.shell.parameters import (
    A_PATH,
    club_workbooks,
    name_options,
    options_of,
    pairs_of,
    source_options,
)
from xladdin.commands.shell.terminal import ROWS_TO_MEND, name_problems, say, say_as_json, steps
from xladdin.systems import ANY_KEY

if TYPE_CHECKING:
    from xladdin.files.package import Package
    from xladdin.imports.material import Options
    from xladdin.systems.system import RatingSystem
    from xladdin.workbook.incoming.preview import Choices
    from xladdin.workbook.recalc_result import Progress, RecalcResult

TABLES = {
    "players": "Players",
    "games": "Games",
    "events": "Events, where placings in events are rated",
    "results": "Results, the placings in events",
    "groups": "Groups, where players belong to one",
    "adjustments": "Adjustments",
    "aliases": "Aliases",
}
"""The tables that can fill a new workbook, and what the help calls them."""


def _table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds an option for the file of each table."""
    for name, what in reversed(TABLES.items()):
        words = f"{what}: a CSV file or a workbook's sheet; columns are found by their headings."
        command = click.option(f"--{name}", metavar="SOURCE", type=A_PATH, help=words)(command)
    return command


@click.command(epilog="Example: xladdin new montreal club.xlsx --from old.csv")
@click.argument("system", metavar="SYSTEM", help=f"{ANY_KEY}.")
@click.argument("file", metavar="FILE", type=A_PATH, help="The workbook to make; .xlsm has buttons.")
@click.option("--title", default="", help="The club's title, printed on every sheet.")
@click.option("--from", "sources", metavar="SOURCE", type=A_PATH, multiple=True,
              help="A file of any format that import takes, with players and games; may be given again.")  # fmt: skip
@_table_options
@click.option("--group", metavar="NAME", default="", help="The group of players, if the file has none (sca).")
@name_options
@source_options
@click.option("--log", metavar="KIND", default="", help="What games are logged by (elo): results or scores.")
@click.option("--like", metavar="CLUB", default="", help="Whose rules to begin with (bands): mississauga or montreal.")
@click.option("--names/--no-names", default=True, show_default=True, help="Put the functions in as LAMBDA names.")
@click.option("--lite", is_flag=True, help="Put the add-in xlwings Lite in, with xladdin in it.")
def new(
    system: str,
    file: Path,
    title: str,
    sources: tuple[Path, ...],
    group: str,
    start_games: int | None,
    name: tuple[str, ...],
    new_player: tuple[str, ...],
    column: tuple[str, ...],
    dates: str | None,
    date: str,
    source_sheet: str,
    leave_out: tuple[str, ...],
    log: str,
    like: str,
    names: bool,
    lite: bool,
    **tables: Path | None,
) -> None:
    """Make a club workbook, empty or filled from your files."""
    from xladdin.hosts.file.beside import put_launcher
    from xladdin.systems import system_named
    from xladdin.workbook.incoming.preview import Choices
    from xladdin.workbook.new_book import make_book
    from xladdin.workbook.schema import row_word

    files = {name: path for name, path in tables.items() if path is not None}
    options = options_of(column, dates, date, source_sheet, leave_out)
    rule = system_named(system).like(like).logging(log)
    if sources:
        spellings = pairs_of(name, "--name", 'THEIRS=OURS, as in "Bob=Robert Roy"')
        choices = Choices(True, False, group, start_games, False, spellings, new_player)
        finish = _carrying(file) if lite else None
        _begin(rule, file, files, sources, options, choices, title, names and not lite, finish)
        return
    with steps() as progress:
        progress(f"Writing {file.name}")
        made = make_book(
            rule, file, files, datetime.now(), title=title, lambda_names=names and not lite,
            options=options, group=group, finish=_carrying(file) if lite else None,
        )  # fmt: skip
        launcher = put_launcher(file)
    for note in made.notes:
        say(note)
    rows = ", ".join(counted(count, row_word(table)) for table, count in made.rows.items())
    say(f"Created {file}{': ' + rows if rows else ''}.")
    if launcher:
        say(launcher)
    if made.problems:
        name_problems(made.problems, f"Fix {it_or_them(made.problems)} in the workbook, then recalculate it.")


def _begin(
    system: RatingSystem,
    path: Path,
    files: Mapping[str, Path],
    sources: Sequence[Path],
    options: Options,
    choices: Choices,
    title: str,
    lambda_names: bool,
    finish: Callable[[Package, BinaryIO], object] | None,
) -> None:
    """Makes a workbook from the files of a club. It asks what they leave open, and the workbook keeps the answers."""
    from xladdin.commands.exchange.imports import show_found
    from xladdin.commands.exchange.interview import answered
    from xladdin.hosts.file.beginning import begun, files_of, write_begun
    from xladdin.hosts.file.beside import put_launcher
    from xladdin.hosts.file.prepared_import import Import, prepare_import
    from xladdin.imports.source import open_source

    now = datetime.now()
    opened = [open_source(source) for source in files_of(sources)]
    file, notes = begun(system, path, files, choices.group, now, title=title, lambda_names=lambda_names)

    def run(options: Options, choices: Choices) -> Import:
        with steps() as progress:
            return prepare_import(file, opened, options, choices, now, progress)

    options, choices = answered(run, options, choices)
    found = run(options, choices)
    for note in notes:
        say(note)
    show_found(found, f"{path} was not made.", is_new=True)
    write_begun(file, found, finish)
    say(f"Created {path}.")
    if launcher := put_launcher(path):
        say(launcher)
    if found.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_MEND)


def _carrying(file: Path) -> Callable[[Package, BinaryIO], object]:
    from xladdin.hosts.office_js.lite import carry, refuse_macros

    refuse_macros(file)
    return carry


@click.command(epilog="Example: xladdin recalc club.xlsx")
@club_workbooks
@click.option("--dry-run", is_flag=True, help="Check every row and show what would change; write nothing.")
@click.option("--accept", metavar="N", multiple=True,
              help="Accept this row to review as it is, or all of them by the word all; may be repeated.")  # fmt: skip
@click.option("--output", type=A_PATH, help="Write here and leave FILE as it is.")
@as_json
def recalc(
    files: tuple[Path, ...], dry_run: bool, accept: tuple[str, ...], output: Path | None, for_program: bool
) -> None:
    """Recalculate every rating from the first game on, and show what changed.

    With several workbooks, or a folder of them, one table shows the outcome of each.
    """
    found = files_of(files)
    for option, given in (("--output", output), ("--accept", accept)):
        if given and dry_run:
            raise click.BadParameter("writes, and --dry-run does not. Leave one of them out.", param_hint=option)
        if given and found.several:
            refuse_with_several(option)
    if found.several:
        return each(found.paths, _checked if dry_run else _recalculated, for_program=for_program)
    with steps() as progress:
        if dry_run:
            outcome = _outcome_of_check(found.paths[0], progress)
        else:
            outcome = _outcome_of(found.paths[0], output, progress, _accepted_numbers(accept))
    _show(outcome, written=not dry_run, for_program=for_program)


def _accepted_numbers(given: Sequence[str]) -> Collection[int] | None:
    """Return the numbers of the rows to review that are accepted, or None for all of them.

    Raises:
        click.BadParameter: A value is neither a number nor the word all.
    """
    if any(value.casefold() == "all" for value in given):
        return None
    wrong = [value for value in given if not value.isdecimal()]
    if wrong:
        raise click.BadParameter(f'"{wrong[0]}" must be the number of a row to review, or all', param_hint="--accept")
    return tuple(map(int, given))


def _recalculated(file: Path) -> Done:
    return _done(_outcome_of(file, None), written=True)


def _checked(file: Path) -> Done:
    return _done(_outcome_of_check(file), written=False)


def _outcome_of(
    file: Path,
    output: Path | None,
    progress: Progress = lambda step: None,
    accepted: Collection[int] | None = (),
) -> RecalcResult:
    import xladdin.commands.ratings  # noqa: F401 - nothing is left to load, nor to fail, once the workbook is changed
    from xladdin.hosts.file.club_file import recalculate_file

    return recalculate_file(file, output, datetime.now(), progress, accepted)


def _outcome_of_check(file: Path, progress: Progress = lambda step: None) -> RecalcResult:
    from xladdin.hosts.file.club_file import check_file

    return check_file(file, datetime.now(), progress)


def _done(outcome: RecalcResult, *, written: bool) -> Done:
    """What a table of several files says about one of them."""
    from xladdin.cells.mending import told

    data = outcome_as_data(outcome, written=written)
    if outcome.problems:
        return Done(ROWS_TO_MEND, outcome.summary, [line.text for line in told(outcome.problems)], data)
    same = "" if outcome.blocks else " Nothing has changed since the last recalculation."
    return Done(0, outcome.summary + same, (), data)


def _show(outcome: RecalcResult, *, written: bool, for_program: bool) -> None:
    from xladdin.commands.ratings import show_changes

    if for_program:
        say_as_json(outcome_as_data(outcome, written=written))
        if outcome.problems:
            raise click.exceptions.Exit(ROWS_TO_MEND)
        return
    if outcome.problems:
        then = "Nothing was rated; Start and the Notes say why." if written else "Nothing was written."
        name_problems(outcome.problems, then)
    show_changes(outcome, written=written)
