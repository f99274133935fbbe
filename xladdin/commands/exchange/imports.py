"""The commands that take games in: import."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook, name_options, options_of, pairs_of, source_options
from xladdin.commands.shell.terminal import ROWS_TO_MEND, say, screen, show_looks, steps

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import
    from xladdin.imports.material import Options
    from xladdin.workbook.incoming.preview import Choices

SOURCES = "Files with games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a pasted page."
MOST_LISTED = 20
"""The preview lists this many rows of a kind. It counts the rest."""


@click.command("import", epilog="Example: xladdin import club.xlsx games.csv")
@club_workbook
@click.argument("sources", metavar="SOURCE...", type=A_PATH, nargs=-1, required=True, help=SOURCES)
@click.option("--add-players", is_flag=True, help="Add unknown names as new players, unless they resemble someone.")
@click.option("--ratings", is_flag=True, help="Start new players with the ratings of the file.")
@click.option("--group", metavar="NAME", default="", help="The group of new players (sca).")
@name_options
@click.option(
    "--as-new",
    is_flag=True,
    help="Also take further games of a day, games that you took out before, and games of an earlier season.",
)
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
@source_options
def import_(
    file: Path,
    sources: tuple[Path, ...],
    add_players: bool,
    ratings: bool,
    group: str,
    start_games: int | None,
    name: tuple[str, ...],
    new_player: tuple[str, ...],
    as_new: bool,
    dry_run: bool,
    column: tuple[str, ...],
    dates: str | None,
    date: str,
    source_sheet: str,
    leave_out: tuple[str, ...],
) -> None:
    """Take in games from files, show what is new, and recalculate."""
    import xladdin.commands.ratings  # noqa: F401 - nothing is left to load, nor to fail, once the workbook is changed
    from xladdin.commands.exchange.interview import answered
    from xladdin.hosts.file.beginning import files_of
    from xladdin.hosts.file.importing import import_into_file
    from xladdin.workbook.incoming.preview import Choices

    options = options_of(column, dates, date, source_sheet, leave_out)
    spellings = pairs_of(name, "--name", 'THEIRS=OURS, as in "Bob=Robert Roy"')
    choices = Choices(add_players, ratings, group, start_games, as_new, spellings, new_player)
    meant = files_of(sources)

    def run(options: Options, choices: Choices, *, dry_run: bool = True) -> Import:
        with steps() as progress:
            return import_into_file(file, meant, options, choices, datetime.now(), dry_run=dry_run, progress=progress)

    options, choices = answered(run, options, choices)
    found = run(options, choices, dry_run=dry_run)
    show_found(found, f"Nothing was imported; {file.name} is as it was.")
    _show(found, file, dry_run)


def show_found(found: Import, refused: str, *, is_new: bool = False) -> None:
    """Shows the preview. If something prevents the import, it says `refused` and ends with the status for it.

    `is_new` means that the workbook is made of the files.
    """
    from xladdin.workbook.incoming.telling import BY_OPTIONS, BY_PRESSING, of_new, preview_lines, standing_against

    place = screen()
    ways = BY_OPTIONS if place is None else BY_PRESSING
    ways = of_new(ways) if is_new else ways
    say("\n".join(preview_lines(found.preview, MOST_LISTED, ways)))
    against = standing_against(found.preview, found.own_problems, MOST_LISTED, ways)
    if against:
        say("\n".join([*against, refused]), err=True)
    if place is not None:
        place.unanswered(found.preview)
    if against:
        raise click.exceptions.Exit(ROWS_TO_MEND)


def _show(found: Import, file: Path, dry_run: bool) -> None:
    from xladdin.commands.ratings import show_changes

    if dry_run and found.outcome is not None and found.outcome.to_review:
        show_looks("Open on Review then:", found.outcome.to_review)
    if found.preview.is_empty:
        say("Nothing was written.")
    elif found.outcome is None:
        say(
            f"{file.name} has {'all the rest' if found.preview.left_out else 'all of it'} already; nothing was written."
        )
    elif dry_run and screen() is None:
        say(f"Nothing was written; without --dry-run it is, into {file.name}.")
    elif dry_run:
        say(f"Nothing has been written into {file.name} yet.")
    else:
        show_changes(found.outcome, written=True)
    if found.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_MEND)
