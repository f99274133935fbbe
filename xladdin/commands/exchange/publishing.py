"""The command that makes the club's page: publish."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook
from xladdin.commands.shell.terminal import name_problems, say, steps


@click.command()
@club_workbook
@click.argument("folder", metavar="DIR", type=A_PATH, help="The folder of the page: new, empty, or of this club.")
@click.option("--language", type=click.Choice(["en", "fr"]), default=None,
              help="English or French; where left out as the last time, at first English.")  # fmt: skip
@click.option("--private", metavar="WHO", multiple=True,
              help='"NAME" is left out, "NAME=initials" shown so; initials, none or name alone: who is blank in the '
              "column Web. It holds until you say otherwise; may be given again.")  # fmt: skip
def publish(file: Path, folder: Path, language: str | None, private: tuple[str, ...]) -> None:
    """Write the club's page: a folder of plain HTML for any web host or memory stick."""
    from xladdin.errors import RowsToMend
    from xladdin.hosts.publishing import publish_file, published_words
    from xladdin.publish.club import NONE, SHOWN, Wishes

    blank, players = "", {}
    for who in private:
        name, equals, how = who.rpartition("=")
        if who in SHOWN:
            blank = who
        elif equals and how.strip() in SHOWN:
            players[name.strip()] = how.strip()
        else:
            players[who.strip()] = NONE
    try:
        with steps() as progress:
            published = publish_file(file, folder, Wishes(language or "", blank, players), datetime.now(), progress)
    except RowsToMend as wrong:
        name_problems(wrong.problems, "Nothing was published.")
    say(published_words(published))
