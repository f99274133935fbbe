"""`xladdin print`: the sheets for the wall as a PDF."""

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import A_PATH, club_workbook
from xladdin.commands.shell.terminal import OUT_OF_DATE, say, steps
from xladdin.messages import Message, msg, ngettext


@click.command("print", epilog="Example: xladdin print club.xlsx --all")
@club_workbook
@click.option("--sheet", multiple=True, help="A sheet to print; may be given again.")
@click.option("--all", "all_", is_flag=True, help="Print every sheet that is for the wall.")
@click.option("--output", type=A_PATH, help="The PDF to write.")
def print_(file: Path, sheet: tuple[str, ...], all_: bool, output: Path | None) -> None:
    """Make a PDF of the evening's pages.

    "Print of an evening" on Rules says which sheets they are.
    """
    from xladdin.hosts.printing import print_book

    if sheet and all_:
        raise click.BadParameter("prints every sheet, and --sheet some. Leave one of them out.", param_hint="--all")
    if (sheet or all_) and output is None:  # another choice of sheets does not take the place of the evening's
        output = file.with_name(f"{file.stem} {', '.join(sheet) or 'all'}.pdf")
    with steps() as progress:
        progress(msg("Printing"))
        missing: list[Message] = []
        pdf = print_book(file, sheet or None, output, missing.append, of_an_evening=not sheet and not all_)
        progress(msg("Checking the workbook"))
        warning = _warning(file)
    say(msg("Created {path}.", path=pdf), *missing, *warning)
    if warning:
        raise click.exceptions.Exit(OUT_OF_DATE)


def _warning(file: Path) -> list[Message]:
    """Return what the paper does not show: the workbook is out of date, or has rows to fix."""
    from xladdin.errors import count_wrong_rows
    from xladdin.hosts.file.club_file import check_file

    outcome = check_file(file, datetime.now())
    if outcome.problems:
        return [
            ngettext(
                "It is out of date: {n:,} row to fix; xladdin recalc --dry-run names the rows.",
                "It is out of date: {n:,} rows to fix; xladdin recalc --dry-run names the rows.",
                count_wrong_rows(outcome.problems),
            )
        ]
    if outcome.blocks:
        return [
            msg("It is out of date: something was typed since the last recalculation. Run xladdin recalc, then print.")
        ]
    return []
