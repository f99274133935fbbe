"""The commands between two seasons: the next workbook, and an old workbook on today's template."""

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH, language_option
from xladdin.commands.shell.terminal import say, steps
from xladdin.messages import msg

_old = click.argument("old", metavar="OLD", type=A_PATH, help="The old workbook, which stays as it is.")
_new = click.argument("new", metavar="NEW", type=A_PATH, help="The workbook to make; .xlsm has buttons.")


@click.command(epilog="Example: xladdin rollover club.xlsx next.xlsx")
@_old
@_new
@click.option("--keep-log", is_flag=True, help="Bring all games along, as renew does.")
def rollover(old: Path, new: Path, keep_log: bool) -> None:
    """Make the next season's or camp week's workbook: everybody's ratings, and no games."""
    _follow(old, new, keep_log)


@click.command(epilog="Example: xladdin renew old.xlsx new.xlsx")
@_old
@_new
@language_option
def renew(old: Path, new: Path, language: str) -> None:
    """Update a workbook made with an older version, or put it into another language, with all its games."""
    _follow(old, new, keep_log=True, language=language)


def _follow(old: Path, new: Path, keep_log: bool, language: str = "") -> None:
    from xladdin.hosts.file.beside import put_launcher
    from xladdin.hosts.file.club_file import rollover_file

    with steps(msg("{path} was not made.", path=new)) as progress:
        outcome, said = rollover_file(old, new, datetime.now(), keep_log=keep_log, progress=progress, language=language)
        launcher = put_launcher(new)
    first, *others = outcome.messages
    say(msg("Created {path}. {outcome}", path=new, outcome=first), *others, *said, *([launcher] if launcher else []))
