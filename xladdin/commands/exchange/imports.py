"""The command that takes games in: import."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.exchange.interview import (
    answer_options,
    answers_of,
    ask_questions,
    is_at_terminal,
    refuse_open_questions,
    write_answers_file,
)
from xladdin.commands.shell.parameters import A_PATH, club_workbook
from xladdin.commands.shell.terminal import ROWS_TO_MEND, confirm, say, screen, show_looks, steps
from xladdin.messages import Message, msg

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import
    from xladdin.importing.questions import Answers

SOURCES = "Files with players or games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a pasted page."
MOST_LISTED = 20
"""The preview lists this many rows of a kind. It counts the rest."""


@click.command("import", epilog="Example: xladdin import club.xlsx games.csv")
@club_workbook
@click.argument("sources", metavar="SOURCE...", type=A_PATH, nargs=-1, required=True, help=SOURCES)
@answer_options
@click.option(
    "--as-new",
    is_flag=True,
    help="Also take further games of a day, games that you took out before, and games of an earlier season.",
)
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
def import_(
    file: Path,
    sources: tuple[Path, ...],
    answers: Path | None,
    save_answers: Path | None,
    as_new: bool,
    dry_run: bool,
) -> None:
    """Import players and games from files, preview the changes, and recalculate."""
    import xladdin.commands.ratings  # noqa: F401 - nothing is left to load, nor to fail, once the workbook is changed
    from xladdin.hosts.file.importing import files_of, import_into_file

    meant, given = files_of(sources), answers_of(answers)

    def run(answers: Answers, *, dry_run: bool = True) -> Import:
        with steps() as progress:
            return import_into_file(
                file, meant, answers, datetime.now(), as_new=as_new, dry_run=dry_run, progress=progress
            )

    refused = msg("Nothing was imported; {name} is as it was.", name=file.name)
    if is_at_terminal():
        found = ask_questions(run, given)
        show_found(found, refused, save_answers)
        if found.blocks and not dry_run:
            if not confirm(msg("Import this?"), default=True):
                say(refused)
                raise click.exceptions.Exit(ROWS_TO_MEND)
            found = run(given, dry_run=False)
    else:
        found = run(given, dry_run=dry_run)
        show_found(found, refused, save_answers)
    write_answers_file(found, save_answers)
    _show(found, file, dry_run)


def show_found(found: Import, refused: Message, answers: Path | None = None) -> None:
    """Show the preview. If something prevents the import, say `refused` and end with the status for it."""
    from xladdin.workbook.comparing import AS_NEW, preview_lines, standing_against

    say(*preview_lines(found.preview, MOST_LISTED, AS_NEW))
    place = screen()
    if place is not None:
        place.sources(found)
    against = standing_against(found.preview, found.own_problems, MOST_LISTED)
    if against:
        say(*against, refused, err=True)
    elif found.questions and place is None:
        say(refused, err=True)
    if found.questions:
        refuse_open_questions(found, answers)
    if against:
        raise click.exceptions.Exit(ROWS_TO_MEND)


def _show(found: Import, file: Path, dry_run: bool) -> None:
    from xladdin.commands.ratings import show_changes

    if dry_run and found.outcome is not None and found.outcome.to_review:
        show_looks(msg("Open on Review then:"), found.outcome.to_review)
    if found.preview.is_empty:
        say(msg("Nothing was written."))
    elif found.outcome is None:
        if found.preview.left_out:
            say(msg("{name} has all the rest already; nothing was written.", name=file.name))
        else:
            say(msg("{name} has all of it already; nothing was written.", name=file.name))
    elif dry_run and screen() is None:
        say(msg("Nothing was written; without --dry-run it is, into {name}.", name=file.name))
    elif dry_run:
        say(msg("Nothing has been written into {name} yet.", name=file.name))
    else:
        show_changes(found.outcome, written=True)
    if found.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_MEND)
