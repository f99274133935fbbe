"""The commands for other files: import with its questions, and export."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.output import ROWS_TO_MEND, confirm, indented, say, screen, show_changes, show_looks, steps
from xladdin.commands.parameters import A_PATH, answer_options, club_workbook, day_of
from xladdin.errors import printable
from xladdin.messages import Message, msg, ngettext

if TYPE_CHECKING:
    from xladdin.hosts.importing import Import
    from xladdin.importing.questions import Answers, Question

SOURCES = "Files with players or games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a pasted page."
MOST_LISTED = 20
"""The preview lists this many rows of a kind. It counts the rest."""


@click.command("import", epilog="Example: xladdin import club.xlsx games.csv")
@club_workbook
@click.argument("sources", metavar="SOURCE...", type=A_PATH, nargs=-1, required=True, help=SOURCES)
@answer_options
@click.option(
    "--as-new",
    is_flag=True,
    help="Also take further games of a day, games that you took out before, and games of an earlier season.",
)
@click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
def import_(
    file: Path,
    sources: tuple[Path, ...],
    answers: Path | None,
    save_answers: Path | None,
    as_new: bool,
    dry_run: bool,
) -> None:
    """Import players and games from files, preview the changes, and recalculate."""
    from xladdin.hosts.file_import import expand_sources, import_into_file

    meant, given = expand_sources(sources), answers_of(answers)

    def run(answers: Answers, *, dry_run: bool = True) -> Import:
        with steps() as progress:
            return import_into_file(
                file, meant, answers, datetime.now(), as_new=as_new, dry_run=dry_run, progress=progress
            )

    refused = msg("Nothing was imported; {name} is as it was.", name=file.name)
    if is_at_terminal():
        found = ask_questions(run, given)
        show_found(found, refused, save_answers)
        if found.blocks and not dry_run:
            if not confirm(msg("Import this?"), default=True):
                say(refused)
                raise click.exceptions.Exit(ROWS_TO_MEND)
            found = run(given, dry_run=False)
    else:
        found = run(given, dry_run=dry_run)
        show_found(found, refused, save_answers)
    write_answers_file(found, save_answers)
    _show(found, file, dry_run)


def show_found(found: Import, refused: Message, answers: Path | None = None) -> None:
    """Show the preview. If something prevents the import, say `refused` and end with the status for it."""
    from xladdin.workbook.comparing import AS_NEW, preview_lines, standing_against

    say(*preview_lines(found.preview, MOST_LISTED, AS_NEW))
    place = screen()
    if place is not None:
        place.sources(found)
    against = standing_against(found.preview, found.own_problems, MOST_LISTED)
    if against:
        say(*against, refused, err=True)
    elif found.questions and place is None:
        say(refused, err=True)
    if found.questions:
        refuse_open_questions(found, answers)
    if against:
        raise click.exceptions.Exit(ROWS_TO_MEND)


def _show(found: Import, file: Path, dry_run: bool) -> None:

    if dry_run and found.outcome is not None and found.outcome.to_review:
        show_looks(msg("Open on Review then:"), found.outcome.to_review)
    if found.preview.is_empty:
        say(msg("Nothing was written."))
    elif found.outcome is None:
        if found.preview.left_out:
            say(msg("{name} has all the rest already; nothing was written.", name=file.name))
        else:
            say(msg("{name} has all of it already; nothing was written.", name=file.name))
    elif dry_run and screen() is None:
        say(msg("Nothing was written; without --dry-run it is, into {name}.", name=file.name))
    elif dry_run:
        say(msg("Nothing has been written into {name} yet.", name=file.name))
    else:
        show_changes(found.outcome, written=True)
    if found.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_MEND)


Run = Callable[["Answers"], "Import"]
FREE = {
    "date": msg("a date such as 2026-09-15"),
    "dates": msg("a date such as 2026-09-15, or a date for each round with commas between them"),
    "number": msg("a number"),
    "name": msg("or type the name of a player"),
    "text": msg("or type it"),
}


def answers_of(path: Path | None) -> Answers:
    """Read the answers of the option. There are none without it."""
    from xladdin.importing.questions import Answers, read_answers

    return Answers() if path is None else read_answers(path)


def is_at_terminal() -> bool:
    """Tell whether there is somebody to ask."""
    return screen() is None and sys.stdin.isatty() and sys.stdout.isatty()


def ask_questions(run: Run, answers: Answers) -> Import:
    """Run an import that writes nothing until no question is open, and ask them at the terminal."""
    found = run(answers)
    while found.questions:
        for question in found.questions:
            answers.set(question.id, ask(question))
        found = run(answers)
    return found


def ask(question: Question) -> str:
    """Ask one question. Raises click.Abort if the person stops."""
    lines: list[Message] = [question.text, *map(_set_in, question.samples)]
    for number, (value, words) in enumerate(question.choices, 1):
        choice = {"number": number, "words": _on_one_line(words)}
        is_default = value == question.default
        line = msg("{number} {words}  (Return)", **choice) if is_default else Message("{number} {words}", choice)
        lines.append(indented(line))
    if question.free:
        lines.append(indented(FREE[question.free]))
    say(*lines)
    while True:
        typed = click.prompt("", default="", show_default=False, prompt_suffix="> ").strip()
        if not typed and question.default:
            return question.default
        if typed.isdigit() and 0 < int(typed) <= len(question.choices):
            return question.choices[int(typed) - 1][0]
        if typed and question.accepts(typed):
            return typed
        say(msg("Type the number of an answer.") if question.choices else msg("Type {what}.", what=FREE[question.free]))


def _set_in(sample: str) -> Message:
    return Message("    {sample}", {"sample": _on_one_line(sample)})


def _on_one_line(words: str) -> str:
    """Return words of a source without the signs that break a line. A message has none."""
    return words if isinstance(words, Message) else printable(words)


def write_answers_file(found: Import, path: Path | None) -> None:
    """Write the answers of an import into a file, never over an existing one."""
    from xladdin.files.safe_write import safely_create
    from xladdin.importing.questions import write_answers

    if path is not None:
        text = write_answers(found.answers.proposed())
        safely_create(path, lambda target: target.write(text.encode()))
        say(msg("The answers are in {path}.", path=path))


def refuse_open_questions(found: Import, path: Path | None) -> None:
    """Show the questions that are open, and a file of answers to fill in, and end with the status for it."""
    from xladdin.importing.questions import write_answers

    if screen() is None:
        lines: list[Message | str] = [
            ngettext("{n:,} question to answer:", "{n:,} questions to answer:", len(found.questions))
        ]
        for question in found.questions:
            lines.append(indented(question.text))
            for value, words in question.choices:
                choice = {"value": printable(value), "words": _on_one_line(words)}
                lines.append(Message('      "{value}": {words}', choice))
            if question.free:
                lines.append(Message("      {words}", {"words": FREE[question.free]}))
        say(*lines, err=True)
        header = 'Answer each "?", and give this file with --answers. What else is here was decided without a question.'
        if path is None:
            say(write_answers(found.answers.proposed(), header).rstrip())
        else:
            write_answers_file(found, path)
    raise click.exceptions.Exit(ROWS_TO_MEND)


@click.command(epilog="Example: xladdin export club.xlsx --sheet Standings")
@club_workbook
@click.option("--sheet", default="", metavar="SHEET", help="The sheet; the games if left out.")
@click.option("--format", "format_", type=click.Choice(["csv", "json", "xlsx", "tsh"]), default="csv",
              show_default=True, help="The kind of file; tsh holds the games of one day.")  # fmt: skip
@click.option("--date", default="", metavar="DATE", help="The day of the games for tsh; the last one if left out.")
@click.option("--output", type=A_PATH, help="The file to write; beside the workbook if left out.")
def export(file: Path, sheet: str, format_: str, date: str, output: Path | None) -> None:
    """Write a sheet as CSV, JSON or a workbook of values, or a day's games for tsh."""
    from xladdin.hosts.exporting import export_file

    say(msg("Created {file}.", file=export_file(file, sheet, format_, day_of(date), output)))
