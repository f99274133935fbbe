"""Define the commands import, with its questions, and export."""

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
    get_screen,
    get_terminal_language,
    indent,
    show_changes,
    show_steps,
)
from xladdin.commands.parameters import A_PATH, answer_options, club_workbook, parse_date_option
from xladdin.errors import escape_unprintable
from xladdin.messages import Message, msg, ngettext

if TYPE_CHECKING:
    from xladdin.hosts.workbook_import import Import
    from xladdin.importing.questions import Answers, Question

# The help on the files to import.
SOURCES = msg(
    "Files with players or games: a table, a form's responses, .t, .tsh, .TOU, FIDE's TRF, a copied web page."
)
# The most rows of a kind in the preview.
MAX_LISTED = 20


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

    paths, known_answers = expand_sources(sources), read_answers_option(answers)

    def run(answers: Answers, *, dry_run: bool = True) -> Import:
        with show_steps() as progress:
            return import_into_file(
                file, paths, answers, datetime.now(), as_new=as_new, dry_run=dry_run, progress=progress
            )

    refusal = msg("Nothing was imported; {name} is unchanged.", name=file.name)
    if is_at_terminal():
        result = ask_questions(run, known_answers)
        show_import(result, refusal, save_answers)
        if result.blocks and not dry_run:
            if not confirm(msg("Import this?"), default=True):
                echo(refusal)
                raise click.exceptions.Exit(ROWS_TO_FIX)
            result = run(known_answers, dry_run=False)
    else:
        result = run(known_answers, dry_run=dry_run)
        show_import(result, refusal, save_answers)
    write_answers_file(result, save_answers)
    _show_result(result, file, dry_run)


def show_import(result: Import, refusal: Message, answers: Path | None) -> None:
    """Show the preview of an import. If something prevents the import, show `refusal` and exit with ROWS_TO_FIX."""
    from xladdin.workbook.row_comparison import AS_NEW, describe_obstacles, describe_preview

    echo(*describe_preview(result.preview, MAX_LISTED, AS_NEW))
    current = get_screen()
    if current is not None:
        current.sources(result)
    obstacles = describe_obstacles(result.preview, result.workbook_problems, MAX_LISTED)
    if obstacles:
        echo(*obstacles, refusal, err=True)
    elif result.questions and current is None:
        echo(refusal, err=True)
    if result.questions:
        reject_open_questions(result, answers)
    if obstacles:
        raise click.exceptions.Exit(ROWS_TO_FIX)


def _show_result(result: Import, file: Path, dry_run: bool) -> None:
    if dry_run and result.outcome is not None and result.outcome.to_review:
        reviews = (indent(line.as_message()) for line in result.outcome.to_review)
        echo(msg("To review after the import:"), *reviews)
    if result.preview.is_empty:
        echo(msg("Nothing was written."))
    elif result.outcome is None:
        if result.preview.left_out:
            echo(msg("{name} already contains all the rest. Nothing was saved.", name=file.name))
        else:
            echo(msg("{name} already contains all of this. Nothing was saved.", name=file.name))
    elif dry_run and get_screen() is None:
        echo(msg("Dry run: nothing was saved. Without --dry-run, {name} is changed.", name=file.name))
    elif dry_run:
        echo(msg("{name} has not been changed yet.", name=file.name))
    else:
        show_changes(result.outcome, is_written=True)
    if result.preview.left_out:
        raise click.exceptions.Exit(ROWS_TO_FIX)


RunImport = Callable[["Answers"], "Import"]
# The descriptions of answers other than the choices of a question, by their kind.
FREE_ANSWERS = {
    "date": msg("a date such as 2026-09-15"),
    "dates": msg("a date such as 2026-09-15, or one date per round, separated by commas"),
    "number": msg("a number"),
    "name": msg("or type the name of a player"),
    "text": msg("or type it"),
}


def read_answers_option(path: Path | None) -> Answers:
    """Read the answers file of the option --answers, or return no answers without it."""
    from xladdin.importing.questions import Answers, read_answers

    return Answers() if path is None else read_answers(path)


def is_at_terminal() -> bool:
    """Return whether a person at a terminal can answer questions."""
    return get_screen() is None and sys.stdin.isatty() and sys.stdout.isatty()


def ask_questions(run: RunImport, answers: Answers) -> Import:
    """Prepare an import and ask its questions at the terminal, until none is open."""
    result = run(answers)
    while result.questions:
        for question in result.questions:
            answers.set(question.id, ask_question(question))
        result = run(answers)
    return result


def ask_question(question: Question) -> str:
    """Ask a question and return the answer. Raises click.Abort if the person stops."""
    lines: list[Message] = [question.text]
    lines += [Message("    {sample}", {"sample": _escape_label(sample)}) for sample in question.samples]
    for number, (value, text) in enumerate(question.choices, 1):
        choice = {"number": number, "words": _escape_label(text)}
        is_default = value == question.default
        line = msg("{number} {words}  (Enter)", **choice) if is_default else Message("{number} {words}", choice)
        lines.append(indent(line))
    if question.free_answer:
        lines.append(indent(FREE_ANSWERS[question.free_answer]))
    echo(*lines)
    while True:
        answer = click.prompt("", default="", show_default=False, prompt_suffix="> ").strip()
        if not answer and question.default:
            return question.default
        if answer.isdigit() and 0 < int(answer) <= len(question.choices):
            return question.choices[int(answer) - 1][0]
        if answer and question.is_valid_answer(answer):
            return answer
        echo(
            msg("Type the number of an answer.")
            if question.choices
            else msg("Type {description}.", description=FREE_ANSWERS[question.free_answer])
        )


def _escape_label(text: str) -> str:
    """Return a label with the control characters of a source escaped. A message has none."""
    return text if isinstance(text, Message) else escape_unprintable(text)


def write_answers_file(result: Import, path: Path | None) -> None:
    """Write the answers of an import into a new file. Raises WorkbookError if the file exists."""
    from xladdin.files.safe_write import create_file
    from xladdin.importing.questions import ANSWERS_HEADER, OPEN_ANSWERS_HEADER, format_answers

    if path is not None:
        header = OPEN_ANSWERS_HEADER if result.questions else ANSWERS_HEADER
        text = format_answers(result.answers.with_proposals(), get_terminal_language().render(header))
        create_file(path, lambda target: target.write(text.encode()))
        echo(
            msg("Answer in {path}, then run the command again with --answers {path}.", path=path)
            if result.questions
            else msg("The answers are in {path}.", path=path)
        )


def reject_open_questions(result: Import, path: Path | None) -> None:
    """Show the open questions, write an answers file to complete, and exit with ROWS_TO_FIX."""
    from xladdin.importing.questions import OPEN_ANSWERS_HEADER, format_answers

    if get_screen() is None:
        lines: list[Message | str] = [
            ngettext("{n:,} question to answer:", "{n:,} questions to answer:", len(result.questions))
        ]
        for question in result.questions:
            lines.append(indent(question.text))
            for value, text in question.choices:
                choice = {"value": escape_unprintable(value), "words": _escape_label(text)}
                lines.append(Message('      "{value}": {words}', choice))
            if question.free_answer:
                lines.append(Message("      {words}", {"words": FREE_ANSWERS[question.free_answer]}))
        echo(*lines, err=True)
        header = get_terminal_language().render(OPEN_ANSWERS_HEADER)
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

    with show_steps(msg("Nothing was written.")):
        created = export_file(file, sheet, format_, parse_date_option(date), output)
    echo(msg("Created {file}.", file=created))
