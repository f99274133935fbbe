"""The arguments that several commands take."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

A_PATH = click.Path(path_type=Path)
"""A file or folder, even one that is not there. The command itself says in its own words what is wrong with it."""

club_workbook = click.argument("file", metavar="FILE", type=A_PATH, help="A club workbook, .xlsx or .xlsm.")
club_workbooks = click.argument(
    "files", metavar="FILE...", type=A_PATH, nargs=-1, required=True, help="Club workbooks, or a folder of them."
)


def day_of(text: str) -> date | None:
    """Return the date that an option gives, or None without the option. Raises click.BadParameter for no date."""
    from xladdin.importing.dates import day_from_words

    day = day_from_words(text)
    if day is None and text:
        raise click.BadParameter(f'"{text}" must be a date such as 2006-10-01 or October 1, 2006', param_hint="--date")
    return day
