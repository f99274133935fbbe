"""The commands that restore an earlier state: undo, redo, backups."""

from pathlib import Path

import click

from xladdin.commands.shell.parameters import club_workbook
from xladdin.commands.shell.terminal import say, show_table
from xladdin.messages import msg, pgettext

ANYWAY = click.option(
    "--anyway", is_flag=True, help="Restore even if the file has changed since (those edits are lost)."
)


@click.command(epilog="Example: xladdin undo club.xlsx")
@club_workbook
@ANYWAY
@click.option("--to", type=int, metavar="NUMBER", help="Restore this copy, by its number in xladdin backups FILE.")
def undo(file: Path, anyway: bool, to: int | None) -> None:
    """Restore the workbook as it was before its last change."""
    from xladdin.hosts.file.undoing import undo_file

    say(undo_file(file, anyway=anyway, to=to))


@click.command(epilog="Example: xladdin redo club.xlsx")
@club_workbook
@ANYWAY
def redo(file: Path, anyway: bool) -> None:
    """Redo the last undone change."""
    from xladdin.hosts.file.undoing import redo_file

    say(redo_file(file, anyway=anyway))


@click.command(epilog="Example: xladdin backups club.xlsx")
@club_workbook
def backups(file: Path) -> None:
    """List the dated copies of the workbook: when and why each was made, and whether it is sound."""
    from xladdin.files.safe_write import time_of
    from xladdin.hosts.file.undoing import list_club_backups

    found = list_club_backups(file)
    if not found:
        say(msg("{name} has no dated copies yet. Every change makes one.", name=file.name))
        return
    rows = [
        [
            str(one.backup.number),
            f"{time_of(one.backup.copy):%Y-%m-%d %H:%M:%S}",
            one.backup.command,
            "" if one.rows is None else f"{one.rows:,}",
            one.backup.state,
        ]
        for one in found
    ]
    show_table([pgettext("number", "No"), msg("Saved"), msg("Before"), msg("Rows"), msg("State")], rows, right=(0, 3))
    say(msg("To bring one back: xladdin undo {name} --to NUMBER", name=file.name))
