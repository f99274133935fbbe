"""`xladdin print`: the sheets for the wall as a PDF."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook
from xladdin.commands.shell.terminal import say, steps


@click.command("print")
@club_workbook
@click.option("--sheet", multiple=True, help="A sheet to print; may be given again.")
@click.option("--output", type=A_PATH, help="The PDF to write.")
def print_(file: Path, sheet: tuple[str, ...], output: Path | None) -> None:
    """Make a PDF of the printable sheets."""
    from xladdin.hosts.printing import print_book

    if sheet and output is None:  # a part of it does not take the place of the whole
        output = file.with_name(f"{file.stem} {', '.join(sheet)}.pdf")
    with steps() as progress:
        progress("Printing")
        missing: list[str] = []
        pdf = print_book(file, sheet or None, output, missing.append)
        progress("Checking the workbook")
        warning = _warning(file)
    say("\n".join([f"{pdf} is made.", *missing, *warning]))


def _warning(file: Path) -> list[str]:
    """What the paper does not show: that the workbook is out of date, or has rows to mend."""
    from xladdin.cells.mending import rows_to_mend
    from xladdin.hosts.file.club_file import check_file

    outcome = check_file(file, datetime.now())
    if outcome.problems:
        return [f"It is out of date: {rows_to_mend(outcome.problems)} to mend; xladdin check names the rows."]
    if outcome.blocks:
        return ["It is out of date: something was typed since the last recalculation. Run xladdin recalc, then print."]
    return []
