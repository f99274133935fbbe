"""The arguments that several commands take."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from xladdin.imports.material import Options

A_PATH = click.Path(path_type=Path)
"""A file or folder, even one that is not there. The command itself says in its own words what is wrong with it."""

club_workbook = click.argument("file", metavar="FILE", type=A_PATH, help="A club workbook, .xlsx or .xlsm.")
club_workbooks = click.argument(
    "files", metavar="FILE...", type=A_PATH, nargs=-1, required=True, help="Club workbooks, or a folder of them."
)


def name_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that say who a name belongs to, and what new players come with."""
    for option in (
        click.option("--new-player", metavar="NAME", multiple=True,
                     help="A name that is a new player, even if it resembles another; may be repeated."),
        click.option("--name", metavar="THEIRS=OURS", multiple=True,
                     help='A spelling of a player, "Bob=Robert Roy", kept on Aliases; may be repeated.'),
        click.option("--start-games", metavar="N", type=click.IntRange(0), default=None,
                     help="The number of games behind a rating, where the file does not say."),
    ):  # fmt: skip
        command = option(command)
    return command


def source_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options that answer what a file leaves open."""
    for option in reversed(
        (
            click.option("--column", metavar="OURS=THEIRS", multiple=True,
                         help='A column by its name in the file, "Date=Played on"; may be repeated.'),
            click.option("--dates", type=click.Choice(["dmy", "mdy"]), default=None,
                         help="Read 03/04 as day/month or as month/day."),
            click.option("--date", metavar="DATE", default="", help="The date of games, if the file has none."),
            click.option("--source-sheet", metavar="SHEET", default="", help="The sheet of a SOURCE to read."),
            click.option("--leave-out", metavar="TEXT", multiple=True,
                         help='Leave out rows with this text in a cell, such as "Total"; may be repeated.'),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def options_of(
    column: tuple[str, ...], dates: str | None, day: str, source_sheet: str, leave_out: tuple[str, ...]
) -> Options:
    """The options of the command line as one object. Raises click.BadParameter for a value that they cannot mean."""
    from xladdin.imports.material import Options

    columns = pairs_of(column, "--column", 'OURS=THEIRS, as in "Date=Played on"')
    texts = [text for text in map(str.strip, leave_out) if text]
    return Options(columns, dates or "", day_of(day, dates or ""), source_sheet, texts)


def pairs_of(given: tuple[str, ...], option: str, form: str) -> dict[str, str]:
    """The value given for each name. Raises click.BadParameter for a text that is no pair."""
    pairs = {}
    for pair in given:
        first, _, second = pair.partition("=")
        if not first.strip() or not second.strip():
            raise click.BadParameter(f'"{pair}" must be {form}', param_hint=option)
        pairs[first.strip()] = second.strip()
    return pairs


def day_of(text: str, order: str = "") -> date | None:
    """The date that an option gives, in any form that a column may hold. It is None without the option.

    `order`: of day and month, as in `--dates`. Raises click.BadParameter for no date, or two possible ones.
    """
    from xladdin.imports.tables.dates import day_from_words, read_day

    if not text:
        return None
    day = read_day(text, order) if order else day_from_words(text)
    if isinstance(day, date):
        return day
    raise click.BadParameter(f'"{text}" must be a date such as 2006-10-01 or October 1, 2006', param_hint="--date")
