"""The command that makes the club's page: publish."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.many_files import Done, each, files_of
from xladdin.commands.shell.parameters import A_PATH
from xladdin.commands.shell.terminal import say, steps

if TYPE_CHECKING:
    from xladdin.publish.club import Wishes
    from xladdin.publish.folder import Published
    from xladdin.workbook.recalc_result import Progress


@click.command(epilog="Example: xladdin publish club.xlsx page --private initials")
@click.argument(
    "given", metavar="FILE... [DIR]", type=A_PATH, nargs=-1, required=True,
    help="Club workbooks, or a folder of them. Last comes the folder of the page: new, empty, or of this club. If you "
    "leave it out, it is the same as last time. With several workbooks, each page has a folder of its own there.",
)  # fmt: skip
@click.option("--language", type=click.Choice(["en", "fr"]), default=None,
              help="English or French; if left out, the same as last time, or that of the sheets.")  # fmt: skip
@click.option("--private", metavar="WHO", multiple=True,
              help='"NAME" leaves out a player, "NAME=initials" shows initials; initials, none or name alone '
              "is for all whose column Web is blank. It holds until you say otherwise; may be repeated.")  # fmt: skip
def publish(given: tuple[Path, ...], language: str | None, private: tuple[str, ...]) -> None:
    """Write the club's page: a folder of plain HTML for any web host or memory stick."""
    from xladdin.hosts.many import is_workbook
    from xladdin.publish.club import Wishes
    from xladdin.publish.folder import published_words
    from xladdin.reports.public.names_shown import INITIALS, NAME, NONE, SHOWN

    blank, players = "", {}
    for who in private:
        name, equals, how = who.rpartition("=")
        if who in SHOWN:
            blank = who
        elif equals and how.strip() in SHOWN:
            players[name.strip()] = how.strip()
        elif equals:
            ways = f"NAME={INITIALS}, NAME={NONE} or NAME={NAME}"
            raise click.BadParameter(f'"{who}" must be {ways}', param_hint="--private")
        else:
            players[who.strip()] = NONE
    wishes = Wishes(language or "", blank, players)
    has_folder = len(given) > 1 and not is_workbook(given[-1])
    folder = given[-1] if has_folder else None
    found = files_of(given[:-1] if has_folder else given)
    if found.several:
        if folder is not None:
            from xladdin.hosts.publishing import folder_of_pages

            folder_of_pages(folder, found.paths)
        return each(found.paths, partial(_published, folder=folder, wishes=wishes))
    with steps("Nothing was published.") as progress:
        published = _page_of(found.paths[0], folder, wishes, progress)
    say(published_words(published))


def _published(file: Path, folder: Path | None, wishes: Wishes) -> Done:
    from xladdin.publish.folder import published_words

    return Done(0, published_words(_page_of(file, folder and folder / file.stem, wishes)))


def _page_of(file: Path, folder: Path | None, wishes: Wishes, progress: Progress = lambda step: None) -> Published:
    from xladdin.hosts.publishing import publish_file

    return publish_file(file, folder, wishes, datetime.now(), progress)
