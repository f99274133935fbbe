"""The commands that take games in: import."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.parameters import A_PATH, club_workbook
from xladdin.commands.terminal import ROWS_TO_MEND, say, steps

if TYPE_CHECKING:
    from xladdin.hosts.importing import Import
    from xladdin.imports.material import Options

SOURCES = "Files with games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a pasted page."
MOST_LISTED = 20
"""Rows of a kind that the preview lists; the rest are counted."""


def source_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that say what a file leaves open."""
    for option in reversed(
        (
            click.option("--column", metavar="OURS=THEIRS", multiple=True,
                         help='A column by its name in the file, "Date=Played on"; may be given again.'),
            click.option("--dates", type=click.Choice(["dmy", "mdy"]), default=None,
                         help="The order of day and month, where both fit."),
            click.option("--date", metavar="DATE", default="", help="The day of games that come without one."),
            click.option("--source-sheet", metavar="SHEET", default="", help="The sheet of a SOURCE to read."),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def options_of(column: tuple[str, ...], dates: str | None, date: str, source_sheet: str) -> Options:
    """What the options say. Raises click.BadParameter for what they cannot mean."""
    from xladdin.imports.material import Options

    columns = {}
    for pair in column:
        ours, equals, theirs = pair.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise click.BadParameter(f'"{pair}" must be OURS=THEIRS, as in "Date=Played on"', param_hint="--column")
        columns[ours.strip()] = theirs.strip()
    return Options(columns, dates or "", _day(date), source_sheet)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f'"{text}" must be a date such as 2006-10-01', param_hint="--date") from None


@click.command("import")
@club_workbook
@click.argument("sources", metavar="SOURCE...", type=A_PATH, nargs=-1, required=True, help=SOURCES)
@click.option("--add-players", is_flag=True, help="Make newcomers of names that are like nobody's.")
@click.option("--ratings", is_flag=True, help="Newcomers come with the ratings of the file.")
@click.option("--group", metavar="NAME", default="", help="The group of newcomers (sca).")
@click.option("--dry-run", is_flag=True, help="Show what would be done, and write nothing.")
@source_options
def import_(
    file: Path,
    sources: tuple[Path, ...],
    add_players: bool,
    ratings: bool,
    group: str,
    dry_run: bool,
    column: tuple[str, ...],
    dates: str | None,
    date: str,
    source_sheet: str,
) -> None:
    """Take games from files into a club workbook, show what is new, and recalculate it."""
    from xladdin.hosts.importing import import_into_file
    from xladdin.workbook.incoming.merging import Choices

    options = options_of(column, dates, date, source_sheet)
    choices = Choices(add_players, ratings, group)
    with steps() as progress:
        found = import_into_file(file, sources, options, choices, datetime.now(), dry_run=dry_run, progress=progress)
    _show(found, file, dry_run)


def _show(found: Import, file: Path, dry_run: bool) -> None:
    from xladdin.commands.ratings import show_changes
    from xladdin.workbook.incoming.telling import preview_lines, standing_against

    say("\n".join(preview_lines(found.preview, MOST_LISTED)))
    against = standing_against(found.preview, found.own_problems)
    if against:
        say("\n".join([*against, f"Nothing was imported; {file.name} is as it was."]), err=True)
        raise click.exceptions.Exit(ROWS_TO_MEND)
    if dry_run:
        say(f"Nothing was written; without --dry-run it is, into {file.name}.")
    elif found.outcome is None:
        say(f"{file.name} has all of it already; nothing was written.")
    else:
        show_changes(found.outcome, written=True)
