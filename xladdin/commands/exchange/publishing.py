"""The command that makes the club's page: publish."""

from __future__ import annotations

import sys
from datetime import datetime
from functools import partial
from pathlib import Path

import click

from xladdin.commands.many_files import Done, each, files_of
from xladdin.commands.shell.parameters import A_PATH
from xladdin.commands.shell.terminal import confirm, paused, say, screen, steps
from xladdin.messages import msg


class TerminalQuestions:
    """Asks a person at a terminal what a workbook does not say about its web page."""

    def wants_page(self, workbook: str, folder: str) -> bool | None:
        """Ask whether finishing an evening publishes the page into this folder."""
        with paused():
            say(
                msg(
                    'Shall finishing an evening also write the web page of {workbook}? It is the folder "{folder}" '
                    "beside the workbook, which you put on the web or onto a memory stick.",
                    workbook=workbook,
                    folder=folder,
                ),
                err=True,
            )
            return confirm(msg("A web page"), err=True)

    def names(self, workbook: str) -> str | None:
        """Ask how the page shows players."""
        with paused():
            say(
                msg(
                    "How shall the web page show the players of {workbook}: by their full names, by initials, or "
                    "none of them? For a single player, choose in the column Web of Players.",
                    workbook=workbook,
                ),
                err=True,
            )
            ways = click.Choice(["names", "initials", "none"])
            return str(click.prompt("Names on the web page", type=ways, default="initials", err=True))


def questions_at_terminal() -> TerminalQuestions | None:
    """Return what asks the person at the terminal, or None where nobody watches, or where a page asks itself."""
    return TerminalQuestions() if sys.stdin.isatty() and sys.stderr.isatty() and screen() is None else None


@click.command(epilog="Example: xladdin publish club.xlsx --private initials")
@click.argument(
    "given", metavar="FILE... [DIR]", type=A_PATH, nargs=-1, required=True,
    help="Club workbooks, or a folder of them. Last comes the folder of the page: new, empty, or of this club. Without "
    "it, Rules names one beside the workbook. With several workbooks, each page has a folder of its own there.",
)  # fmt: skip
@click.option("--private", type=click.Choice(["names", "initials", "none"]), default=None,
              help="How the page shows players whose column Web is blank: full names, initials, or nobody. "
              "Rules keeps it.")  # fmt: skip
def publish(given: tuple[Path, ...], private: str | None) -> None:
    """Write the club's page: a folder of plain HTML for any web host or memory stick."""
    from xladdin.hosts.many import is_workbook
    from xladdin.hosts.publishing import publish_file
    from xladdin.web_pages.folder import published_message

    has_folder = len(given) > 1 and not is_workbook(given[-1])
    folder = given[-1] if has_folder else None
    found = files_of(given[:-1] if has_folder else given)
    if found.several:
        if folder is not None:
            from xladdin.hosts.publishing import folder_of_pages

            folder_of_pages(folder, found.paths)
        return each(found.paths, partial(_published, folder=folder, private=private))
    with steps(msg("Nothing was published.")) as progress:
        questions = questions_at_terminal()
        published = publish_file(
            found.paths[0], folder, datetime.now(), progress, private=private or "", questions=questions
        )
    say(published_message(published))


def _published(file: Path, folder: Path | None, private: str | None) -> Done:
    from xladdin.hosts.publishing import publish_file
    from xladdin.web_pages.folder import published_message

    page = folder and folder / file.stem
    return Done(0, published_message(publish_file(file, page, datetime.now(), private=private or "")))
