"""`xladdin print`: the sheets for the wall as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from xladdin.commands.parameters import A_PATH, club_workbook
from xladdin.commands.terminal import say, steps


@click.command("print")
@club_workbook
@click.option("--sheet", multiple=True, help="A sheet to print; may be given again.")
@click.option("--output", type=A_PATH, help="The PDF to write.")
def print_(file: Path, sheet: tuple[str, ...], output: Path | None) -> None:
    """Make a PDF of the printable sheets."""
    from xladdin.hosts.printing import print_book

    with steps() as progress:
        progress("Printing")
        missing: list[str] = []
        pdf = print_book(file, sheet or None, output, missing.append)
    say("\n".join([f"{pdf} is made.", *missing]))
