"""The commands for other files: import with its questions, and export."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.output import (
    ROWS_TO_FIX,
    confirm,
    echo,
    indented,
    screen,
    show_changes,
    steps,
    terminal_language,
)
from xladdin.commands.parameters import A_PATH, answer_options, club_workbook, day_of
from xladdin.errors import escape_unprintable
from xladdin.messages import Message, msg, ngettext

if TYPE_CHECKING:
    from xladdin.hosts.workbook_import import Import
    from xladdin.importing.questions import Answers, Question

SOURCES = msg("Files with players or games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a pasted page.")
# The most rows of a kind in the preview.
MOST_LISTED = 20


@click.command(
    "import",
    epilog=msg("Example: {command}", command="xladdin import club.xlsx games.csv"),
    help=msg("Import players and games from files, preview the changes, and recalculate."),
)
@club_workbook
@click.argument("sources", metavar=msg("SOURCE..."), type=A_PATH, nargs=-1, required=True, help=SOURCES)
@answer_options
@click.option(
    "--as-new",
    is_flag=True,
    help=msg(
        "Also import further games of a day that already has games, games that you deleted, and games of an "
        "earlier season."
    ),
)
@click.option("--dry-run", is_flag=True, help=msg("Preview the changes without saving them."))
def import_(
    file: Path,
    sources: tuple[Path, ...],
    answers: Path | None,
    save_answers: Path | None,
    as_new: bool,
    dry_run: bool,
) -> None:
    from xladdin.hosts.file_commands import expand_sources, import_into_file

    paths, known_answers = expand_sources(sources), answers_of(answers)

    def run(answers: Answers, *, dry_run: bool = True) -> Import:
        with steps() as progress:
            return import_into_file(
                file, paths, answers, datetime.now(), as_new=as_new, dry_run=dry_run, progress=progress
            )

    refused = msg("Nothing was imported; {name} is unchanged.", name=file.name)
    if is_at_terminal():
        result = ask_questions(run, known_answers)
        show_import(result, refused, save_answers)
        if result.blocks and not dry_run:
            if not confirm(msg("Import this?"), default=True):
                echo(refused)
                raise click.exceptions.Exit(ROWS_TO_FIX)
            result = run(known_answers, dry_run=False)
    else:
        result = run(known_answers, dry_run=dry_run)
        show_import(result, refused, save_answers)
    write_answers_file(result, save_answers)
    _show(result, file, dry_run)


def show_import(result: Import, refused: Message, answers: Path | None) -> None:
    """Show the preview. If something prevents the import, show `refused` and exit with the status for it."""
    from xladdin.workbook.row_comparison import AS_NEW, describe_obstacles, preview_lines

    echo(*preview_lines(result.preview, MOST_LISTED, AS_NEW))
    place = screen()
    if place is not None:
        place.sources(result)
    obstacles = describe_obstacles(result.preview, result.workbook_problems, MOST_LISTED)
    if obstacles:
        echo(*obstacles, refused, err=True)
    elif result.questions and place is None:
        echo(refused, err=True)
    if result.questions:
        reject_open_questions(result, answers)
    if obstacles:
        raise click.exceptions.Exit(ROWS_TO_FIX)


def _show(result: Import, file: Path, dry_run: bool) -> None:
    if dry_run and result.outcome is not None and result.outcome.to_review:
        reviews = (indented(line.as_message()) for line in result.outcome.to_review)
        echo(msg("To review after the import:"), *reviews)
    if result.preview.is_empty:
        echo(msg("Nothing was written."))
    elif result.outcome is None:
        if result.preview.left_out:
            echo(msg("{name} already contains all the rest. Nothing was saved.", name=file.name))
        else:
            echo(msg("{name} already contains all of this. Nothing was saved.", name=file.name))
    elif dry_run and screen() is None:
        echo(msg("Dry run: nothing was saved. Without --dry-run, {name} is changed.", name=file.name))
    elif dry_run:
        echo(msg("{name} has not been changed yet.", name=file.name))
    else:
        show_changes(result.outcome, written=True)
    if result.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_FIX)


Run = Callable[["Answers"], "Import"]
FREE = {
    "date": msg("a date such as 2026-09-15"),
    "dates": msg("a date such as 2026-09-15, or one date per round, separated by commas"),
    "number": msg("a number"),
    "name": msg("or type the name of a player"),
    "text": msg("or type it"),
}


def answers_of(path: Path | None) -> Answers:
    """Read the file of answers of the option. There are none without it."""
    from xladdin.importing.questions import Answers, read_answers

    return Answers() if path is None else read_answers(path)


def is_at_terminal() -> bool:
    """Return whether somebody at a terminal can be asked."""
    return screen() is None and sys.stdin.isatty() and sys.stdout.isatty()


def ask_questions(run: Run, answers: Answers) -> Import:
    """Run an import without writing until no question is open, and ask the questions at the terminal."""
    result = run(answers)
    while result.questions:
        for question in result.questions:
            answers.set(question.id, ask(question))
        result = run(answers)
    return result


def ask(question: Question) -> str:
    """Ask one question. Raises click.Abort if the person stops."""
    lines: list[Message] = [question.text]
    lines += [Message("    {sample}", {"sample": _printable(sample)}) for sample in question.samples]
    for number, (value, text) in enumerate(question.choices, 1):
        choice = {"number": number, "words": _printable(text)}
        is_default = value == question.default
        line = msg("{number} {words}  (Enter)", **choice) if is_default else Message("{number} {words}", choice)
        lines.append(indented(line))
    if question.free_answer:
        lines.append(indented(FREE[question.free_answer]))
    echo(*lines)
    while True:
        typed = click.prompt("", default="", show_default=False, prompt_suffix="> ").strip()
        if not typed and question.default:
            return question.default
        if typed.isdigit() and 0 < int(typed) <= len(question.choices):
            return question.choices[int(typed) - 1][0]
        if typed and question.accepts(typed):
            return typed
        echo(
            msg("Type the number of an answer.")
            if question.choices
            else msg("Type {description}.", description=FREE[question.free_answer])
        )


def _printable(text: str) -> str:
    """Return text of a source without signs that break a line. A message has none."""
    return text if isinstance(text, Message) else escape_unprintable(text)


def write_answers_file(result: Import, path: Path | None) -> None:
    """Write the answers of an import into a file, never over an existing one."""
    from xladdin.files.safe_write import create_file
    from xladdin.importing.questions import ANSWERS_HEADER, format_answers

    if path is not None:
        text = format_answers(result.answers.with_proposals(), terminal_language().render(ANSWERS_HEADER))
        create_file(path, lambda target: target.write(text.encode()))
        echo(msg("The answers are in {path}.", path=path))


def reject_open_questions(result: Import, path: Path | None) -> None:
    """Show the open questions, write a file of answers to fill in, and exit with the status for it."""
    from xladdin.importing.questions import format_answers

    if screen() is None:
        lines: list[Message | str] = [
            ngettext("{n:,} question to answer:", "{n:,} questions to answer:", len(result.questions))
        ]
        for question in result.questions:
            lines.append(indented(question.text))
            for value, text in question.choices:
                choice = {"value": escape_unprintable(value), "words": _printable(text)}
                lines.append(Message('      "{value}": {words}', choice))
            if question.free_answer:
                lines.append(Message("      {words}", {"words": FREE[question.free_answer]}))
        echo(*lines, err=True)
        header = terminal_language().render(
            msg(
                'Replace each "?" with an answer, and pass this file with --answers. The other lines were decided '
                "without a question."
            )
        )
        if path is None:
            echo(format_answers(result.answers.with_proposals(), header).rstrip())
        else:
            write_answers_file(result, path)
    raise click.exceptions.Exit(ROWS_TO_FIX)


@click.command(
    epilog=msg("Example: {command}", command="xladdin export club.xlsx --sheet Standings"),
    help=msg("Export a sheet as CSV, JSON or a workbook of values, or a day's games for tsh."),
)
@club_workbook
@click.option("--sheet", default="", metavar=msg("SHEET"), help=msg("The sheet to export (default: the games)."))
@click.option("--format", "format_", type=click.Choice(["csv", "json", "xlsx", "tsh"]), default="csv",
              show_default=True, help=msg("File format; tsh holds the games of one day."))  # fmt: skip
@click.option("--date", default="", metavar=msg("DATE"), help=msg("Day of the games for tsh (default: the last one)."))
@click.option(
    "--output", metavar=msg("FILE"), type=A_PATH, help=msg("The file to write (default: next to the workbook).")
)
def export(file: Path, sheet: str, format_: str, date: str, output: Path | None) -> None:
    from xladdin.hosts.exporting import export_file

    echo(msg("Created {file}.", file=export_file(file, sheet, format_, day_of(date), output)))
