"""The commands that set names right: rename, merge."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.parameters import club_workbook
from xladdin.commands.shell.terminal import say, show_table, steps

if TYPE_CHECKING:
    from xladdin.hosts.file.renaming import Renamed


@click.command(epilog='Example: xladdin rename club.xlsx "Jhon" "John"')
@club_workbook
@click.argument("old", metavar="OLD", help="The player's name as it is now.")
@click.argument("new", metavar="NEW", help="The name to give the player.")
def rename(file: Path, old: str, new: str) -> None:
    """Change a player's name everywhere it is typed, and recalculate."""
    from xladdin.hosts.file.renaming import rename_in_file

    with steps() as progress:
        done = rename_in_file(file, old, new, datetime.now(), progress)
    say(f'"{old}" is "{new}" now. {done.outcome.summary}')


@click.command(epilog='Example: xladdin merge club.xlsx "Bob Roy" "Robert Roy"')
@club_workbook
@click.argument("name", metavar="NAME", help="The spelling that goes.")
@click.argument("into", metavar="INTO", help="The player that it is.")
def merge(file: Path, name: str, into: str) -> None:
    """Make two spellings one player, keep the old one as an alias, and recalculate."""
    from xladdin.hosts.file.renaming import merge_in_file

    with steps() as progress:
        done = merge_in_file(file, name, into, datetime.now(), progress)
    for note in done.notes:
        say(note)
    _show_ratings(done, {name, into})
    say(f'"{name}" and "{into}" are one player now. {done.outcome.summary}')


@click.command(epilog='Example: xladdin forget club.xlsx "Ann Lee"')
@club_workbook
@click.argument("name", metavar="NAME", help="The player who leaves the club's records.")
def _show_ratings(done: Renamed, concerned: Collection[str]) -> None:
    """What the ratings were and become, of the two and of everybody else whose rating changed."""
    from xladdin.cells.text import name_key
    from xladdin.commands.ratings import rating_text

    assert done.outcome.replay is not None
    system = done.outcome.replay.log.system
    keys = {name_key(name) for name in concerned}
    names = dict.fromkeys((*done.before, *done.after))
    rows = [
        [name, rating_text(system, done.before.get(name)), rating_text(system, done.after.get(name))]
        for name in names
        if name_key(name) in keys or done.before.get(name) != done.after.get(name)
    ]
    show_table(["Player", "Was", "Is"], rows, right=(1, 2))
