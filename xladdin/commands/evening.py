"""The commands of the evening: the pairings of the next round, and all the work after the last game."""

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.exchange.publishing import questions_at_terminal
from xladdin.commands.many_files import Done, each, files_of, refuse_with_several
from xladdin.commands.shell.parameters import A_PATH, club_workbook, club_workbooks
from xladdin.commands.shell.terminal import CANNOT, say, show_table, steps
from xladdin.messages import join_sentences, msg


@click.command(epilog="Example: xladdin evening club.xlsx")
@club_workbooks
@click.option("--page", metavar="DIR", type=A_PATH, help="The folder of the club's page; Rules names it if left out.")
@click.option(
    "--output", metavar="PDF", type=A_PATH, help="The PDF to write: NAME.pdf beside the workbook if left out."
)
def evening(files: tuple[Path, ...], page: Path | None, output: Path | None) -> None:
    """Finish the evening: recalculate, print the evening's pages, and publish the club's page.

    "Print of an evening" on Rules says which sheets are printed. With several workbooks, or a folder of them, one
    table shows the outcome of each.
    """
    from xladdin.commands.ratings import show_changes
    from xladdin.hosts.evening import finish_evening

    found = files_of(files)
    if found.several:
        for option, given in (("--page", page), ("--output", output)):
            if given is not None:
                refuse_with_several(option)
        return each(found.paths, _finished)
    file = found.paths[0]
    with steps(msg("Nothing was rated, printed or published; the Notes and Start give the reasons.")) as progress:
        done = finish_evening(file, page, output, datetime.now(), progress, questions_at_terminal())
    show_changes(done.outcome, written=True)
    for line in done.made:
        say(line)
    if done.failed:
        say(*done.failed, err=True)
        raise click.exceptions.Exit(CANNOT)


def _finished(file: Path) -> Done:
    from xladdin.hosts.evening import finish_evening

    done = finish_evening(file, None, None, datetime.now())
    return Done(CANNOT if done.failed else 0, join_sentences([*done.outcome.messages, *done.made, *done.failed]))


@click.command(epilog="Example: xladdin pair club.xlsx --slips slips.html")
@club_workbook
@click.option("--slips", metavar="HTML", type=A_PATH, help="Also write the round's score slips, a page to print.")
@click.option("--here", metavar="NAME", multiple=True,
              help="Who is here, instead of the marks on Tonight; may be given again.")  # fmt: skip
def pair(file: Path, slips: Path | None, here: tuple[str, ...]) -> None:
    """Pair the next round of the players marked on Tonight, and write its games into Games."""
    from xladdin.files.club_file import open_club_file
    from xladdin.files.safe_write import validate_output, write_output
    from xladdin.hosts.file.club_file import pair_file
    from xladdin.web_pages.slips import SLIPS_PAGE, render_slips

    with steps(msg("Nothing was paired.")) as progress:
        if slips is not None:
            validate_output(slips, SLIPS_PAGE)
        paired = pair_file(file, datetime.now(), progress, here)
        if slips is not None:
            progress(msg("Writing the slips"))
            page = render_slips(open_club_file(file), paired.date, paired.round, paired.tables)
            write_output(slips, lambda target: target.write(page), SLIPS_PAGE)
    rows = [[str(number), *table] for number, table in enumerate(paired.tables, 1)]
    show_table([msg("Table"), *paired.headings], rows, right=(0,))
    say(paired.summary, *paired.said)
    if slips is not None:
        say(msg("Created {slips}.", slips=slips))
