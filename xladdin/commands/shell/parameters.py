"""Arguments that several commands take."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from xladdin.imports.material import Options

A_PATH = click.Path(path_type=Path)
"""A file or folder, there or not: what is wrong with it, the command says in its own words."""

club_workbook = click.argument("file", metavar="FILE", type=A_PATH, help="A club workbook, .xlsx or .xlsm.")


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


def options_of(column: tuple[str, ...], dates: str | None, day: str, source_sheet: str) -> Options:
    """What the options say. Raises click.BadParameter for what they cannot mean."""
    from xladdin.imports.material import Options

    columns = {}
    for pair in column:
        ours, equals, theirs = pair.partition("=")
        if not equals or not ours.strip() or not theirs.strip():
            raise click.BadParameter(f'"{pair}" must be OURS=THEIRS, as in "Date=Played on"', param_hint="--column")
        columns[ours.strip()] = theirs.strip()
    return Options(columns, dates or "", day_of(day), source_sheet)


def day_of(text: str) -> date | None:
    """The date that an option gives; None where it is left out. Raises click.BadParameter for what is none."""
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f'"{text}" must be a date such as 2006-10-01', param_hint="--date") from None
