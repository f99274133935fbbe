"""The commands that take games in: import."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook, options_of, source_options
from xladdin.commands.shell.terminal import ROWS_TO_MEND, say, steps

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import

SOURCES = "Files with games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a pasted page."
MOST_LISTED = 20
"""Rows of a kind that the preview lists; the rest are counted."""


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
    from xladdin.hosts.file.importing import import_into_file
    from xladdin.workbook.incoming.preview import Choices

    options = options_of(column, dates, date, source_sheet)
    choices = Choices(add_players, ratings, group)
    with steps() as progress:
        found = import_into_file(file, sources, options, choices, datetime.now(), dry_run=dry_run, progress=progress)
    _show(found, file, dry_run)


def _show(found: Import, file: Path, dry_run: bool) -> None:
    from xladdin.commands.ratings import show_changes
    from xladdin.workbook.incoming.telling import BY_OPTIONS, preview_lines, standing_against

    say("\n".join(preview_lines(found.preview, MOST_LISTED, BY_OPTIONS)))
    against = standing_against(found.preview, found.own_problems, MOST_LISTED, BY_OPTIONS)
    if against:
        say("\n".join([*against, f"Nothing was imported; {file.name} is as it was."]), err=True)
        raise click.exceptions.Exit(ROWS_TO_MEND)
    if dry_run:
        say(f"Nothing was written; without --dry-run it is, into {file.name}.")
    elif found.outcome is None:
        say(f"{file.name} has {'all the rest' if found.preview.differs else 'all of it'} already; nothing was written.")
    else:
        show_changes(found.outcome, written=True)
