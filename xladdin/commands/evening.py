"""Define the commands of an evening: pair, evening, print, publish."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from pathlib import Path

import click

from xladdin.commands.batch import BatchResult, expand_paths, reject_for_batch, run_batch
from xladdin.commands.output import (
    FAILED,
    OUT_OF_DATE,
    can_ask,
    confirm,
    echo,
    invalid_option_error,
    pause_progress,
    prompt,
    show_changes,
    show_steps,
    show_table,
)
from xladdin.commands.parameters import A_PATH, club_workbook, club_workbooks
from xladdin.messages import Message, heading_message, join_sentences, msg, ngettext


@click.command(
    epilog=msg("Example: {command}", command="xladdin evening club.xlsx"),
    help=msg(
        "Finish the evening: recalculate, print the evening's pages, and publish the club's web page.\n\nThe "
        'setting "Print of an evening" on Rules chooses the sheets to print. With several workbooks, or a '
        "folder of them, one table shows the outcome of each."
    ),
)
@club_workbooks
@click.option(
    "--page",
    metavar=msg("DIR"),
    type=A_PATH,
    help=msg("Folder of the club's web page (default: the one named on Rules)."),
)
@click.option(
    "--output", metavar=msg("PDF"), type=A_PATH, help=msg("The PDF to write (default: NAME.pdf next to the workbook).")
)
def evening(files: tuple[Path, ...], page: Path | None, output: Path | None) -> None:
    from xladdin.hosts.finish_evening import finish_evening

    workbooks = expand_paths(files)
    if workbooks.is_batch:
        for option, value in (("--page", page), ("--output", output)):
            if value is not None:
                reject_for_batch(option)
        return run_batch(workbooks.paths, _finish_workbook)
    file = workbooks.paths[0]
    with show_steps(
        msg("Nothing was rated, printed or published. For the reasons, see Start and column Note.")
    ) as progress:
        result = finish_evening(
            file, page, output, datetime.now(), progress, TerminalQuestions() if can_ask() else None
        )
    show_changes(result.outcome, is_written=True)
    for line in result.successes:
        echo(line)
    if result.failures:
        echo(*result.failures, err=True)
        raise click.exceptions.Exit(FAILED)


def _finish_workbook(file: Path) -> BatchResult:
    from xladdin.hosts.finish_evening import finish_evening

    result = finish_evening(file, None, None, datetime.now())
    return BatchResult(
        FAILED if result.failures else 0,
        join_sentences([*result.outcome.messages, *result.successes, *result.failures]),
    )


@click.command(
    epilog=msg("Example: {command}", command="xladdin pair club.xlsx --slips slips.html"),
    help=msg("Pair the next round for the players marked on Tonight, and add its games to Games."),
)
@club_workbook
@click.option(
    "--slips", metavar=msg("HTML"), type=A_PATH, help=msg("Also write the round's score slips, as a page to print.")
)
@click.option("--here", "present", metavar=msg("NAME"), multiple=True,
              help=msg("A player who is present, instead of the marks on Tonight; can be repeated."))  # fmt: skip
def pair(file: Path, slips: Path | None, present: tuple[str, ...]) -> None:
    from xladdin.files.club_file import open_club_file
    from xladdin.files.safe_write import validate_output, write_output
    from xladdin.hosts.file_commands import pair_file
    from xladdin.web_pages.score_slips import SLIPS_PAGE, render_slips

    with show_steps(msg("Nothing was paired.")) as progress:
        if slips is not None:
            validate_output(slips, SLIPS_PAGE)
        next_round = pair_file(file, datetime.now(), progress, present)
        if slips is not None:
            progress(msg("Writing the slips"))
            page = render_slips(open_club_file(file), next_round.date, next_round.round, next_round.tables)
            write_output(slips, lambda target: target.write(page), SLIPS_PAGE)
    rows = [[str(number), *table] for number, table in enumerate(next_round.tables, 1)]
    show_table([msg("Table"), *map(heading_message, next_round.headings)], rows, right_aligned=(0,))
    echo(next_round.summary, *next_round.messages)
    if slips is not None:
        echo(msg("Created {slips}.", slips=slips))


@click.command(
    "print",
    epilog=msg("Example: {command}", command="xladdin print club.xlsx --all"),
    help=msg('Print the evening\'s sheets as a PDF.\n\nThe setting "Print of an evening" on Rules chooses them.'),
)
@club_workbook
@click.option("--sheet", metavar=msg("SHEET"), multiple=True, help=msg("A sheet to print; can be repeated."))
@click.option("--all", "all_", is_flag=True, help=msg("Print every sheet meant for the wall."))
@click.option("--output", metavar=msg("FILE"), type=A_PATH, help=msg("The PDF to write."))
def print_(file: Path, sheet: tuple[str, ...], all_: bool, output: Path | None) -> None:
    from xladdin.hosts.printing import print_workbook

    if sheet and all_:
        raise invalid_option_error(msg("prints every sheet, but --sheet only some. Use one or the other."), "--all")
    if (sheet or all_) and output is None:  # so that other sheets do not replace the PDF of the evening
        output = file.with_name(f"{file.stem} {', '.join(sheet) or 'all'}.pdf")
    with show_steps() as progress:
        progress(msg("Printing"))
        missing: list[Message] = []
        pdf = print_workbook(file, sheet or None, output, missing.append, evening_only=not sheet and not all_)
        progress(msg("Checking the workbook"))
        warning = _find_warnings(file)
    echo(msg("Created {path}.", path=pdf), *missing, *warning)
    if warning:
        raise click.exceptions.Exit(OUT_OF_DATE)


def _find_warnings(file: Path) -> list[Message]:
    """Return a warning if the printed workbook is out of date or has rows to fix."""
    from xladdin.errors import count_wrong_rows
    from xladdin.hosts.file_commands import check_file

    outcome = check_file(file, datetime.now())
    if outcome.problems:
        return [
            ngettext(
                "It is out of date: {n:,} row to fix. To list it, run xladdin recalc --dry-run.",
                "It is out of date: {n:,} rows to fix. To list them, run xladdin recalc --dry-run.",
                count_wrong_rows(outcome.problems),
            )
        ]
    if outcome.blocks:
        return [
            msg(
                "It is out of date: the workbook has changed since the last recalculation. Run xladdin "
                "recalc, then print again."
            )
        ]
    return []


class TerminalQuestions:
    """Ask the `PageQuestions` at a terminal."""

    def wants_page(self, workbook: str, folder: str) -> bool | None:
        """Return the answer whether finishing an evening publishes the page into this folder."""
        from xladdin.hosts.publishing import make_page_question

        with pause_progress():
            echo(make_page_question(workbook, folder), err=True)
            return confirm(msg("A web page"), err=True)

    def ask_names(self, workbook: str) -> str | None:
        """Return the answer how the page shows players: names, initials or none."""
        with pause_progress():
            echo(
                msg(
                    "How should the web page show the players of {workbook}: by full name, by initials, or "
                    "not at all? To choose for a single player, use the column Web on Players.",
                    workbook=workbook,
                ),
                err=True,
            )
            choices = ["names", "initials", "none"]
            return prompt(msg("Names on the web page"), choices, default="initials", err=True)


@click.command(
    epilog=msg("Example: {command}", command="xladdin publish club.xlsx --private initials"),
    help=msg("Write the club's web page: a folder of plain HTML for any web host or memory stick."),
)
@click.argument(
    "paths", metavar=msg("FILE... [DIR]"), type=A_PATH, nargs=-1, required=True,
    help=msg(
        "Club workbooks, or a folder of them, then the folder for the page: new, empty, or with this club's page "
        "(default: the folder named on Rules, next to the workbook). With several workbooks, each page gets a "
        "subfolder."
    ),
)  # fmt: skip
@click.option("--private", type=click.Choice(["names", "initials", "none"]), default=None,
              help=msg("How to show players whose cell Web is blank: by name, by initials, or not at all. "
              "Saved on Rules."))  # fmt: skip
def publish(paths: tuple[Path, ...], private: str | None) -> None:
    from xladdin.hosts.parallel import is_workbook
    from xladdin.hosts.publishing import publish_file
    from xladdin.web_pages.page_folder import format_published

    has_folder = len(paths) > 1 and not is_workbook(paths[-1])
    folder = paths[-1] if has_folder else None
    workbooks = expand_paths(paths[:-1] if has_folder else paths)
    if workbooks.is_batch:
        if folder is not None:
            from xladdin.hosts.publishing import create_pages_folder

            create_pages_folder(folder, workbooks.paths)
        return run_batch(workbooks.paths, partial(_publish_workbook, folder=folder, private=private))
    with show_steps(msg("Nothing was published.")) as progress:
        questions = TerminalQuestions() if can_ask() else None
        published = publish_file(
            workbooks.paths[0], folder, datetime.now(), progress, private=private or "", questions=questions
        )
    echo(format_published(published))


def _publish_workbook(file: Path, folder: Path | None, private: str | None) -> BatchResult:
    from xladdin.hosts.publishing import publish_file
    from xladdin.web_pages.page_folder import format_published

    page = folder and folder / file.stem
    return BatchResult(0, format_published(publish_file(file, page, datetime.now(), private=private or "")))
