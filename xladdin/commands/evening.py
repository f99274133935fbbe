"""The command that pairs the next round of an evening: pair."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook
from xladdin.commands.shell.terminal import name_problems, say, show_table, steps


@click.command(epilog="Example: xladdin pair club.xlsx --slips slips.pdf")
@club_workbook
@click.option("--slips", metavar="PDF", type=A_PATH, help="Also print the score slips of the round into this file.")
@click.option("--here", metavar="NAME", multiple=True,
              help="Who is here, instead of the marks on Tonight; may be given again.")  # fmt: skip
def pair(file: Path, slips: Path | None, here: tuple[str, ...]) -> None:
    """Pair the next round of the players marked on Tonight, into Games and onto the score slips."""
    from xladdin.errors import RowsToMend
    from xladdin.hosts.file.club_file import pair_file
    from xladdin.hosts.printing import print_book
    from xladdin.workbook.schema import SCORE_SLIPS

    try:
        with steps() as progress:
            paired = pair_file(file, datetime.now(), progress, here)
            if slips is not None:
                progress("Printing the slips")
                print_book(file, [SCORE_SLIPS], slips)
    except RowsToMend as wrong:
        name_problems(wrong.problems, "Nothing was paired.")
    rows = [[str(number), *table] for number, table in enumerate(paired.tables, 1)]
    show_table(["Table", *paired.headings], rows, right=(0,))
    say("\n".join([paired.summary, *paired.said]))
    if slips is not None:
        say(f"Created {slips}.")
