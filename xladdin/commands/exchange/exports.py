"""The command that writes what a workbook holds into other files: export."""

from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook, day_of
from xladdin.commands.shell.terminal import say
from xladdin.messages import msg


@click.command(epilog="Example: xladdin export club.xlsx --sheet Standings")
@club_workbook
@click.option("--sheet", default="", metavar="SHEET", help="The sheet; the games if left out.")
@click.option("--format", "format_", type=click.Choice(["csv", "json", "xlsx", "tsh"]), default="csv",
              show_default=True, help="The kind of file; tsh holds the games of one day.")  # fmt: skip
@click.option("--date", default="", metavar="DATE", help="The day of the games for tsh; the last one if left out.")
@click.option("--output", type=A_PATH, help="The file to write; beside the workbook if left out.")
def export(file: Path, sheet: str, format_: str, date: str, output: Path | None) -> None:
    """Write a sheet as CSV, JSON or a workbook of values, or a day's games for tsh."""
    from xladdin.hosts.file.exporting import export_file

    say(msg("Created {file}.", file=export_file(file, sheet, format_, day_of(date), output)))
