"""Asks at a terminal what an import cannot know, one question at a time. Without one it asks and guesses nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.terminal import ROWS_TO_MEND, indented, say, screen
from xladdin.errors import printable
from xladdin.messages import Message, msg, ngettext

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import
    from xladdin.importing.questions import Answers, Question

Run = Callable[["Answers"], "Import"]
FREE = {
    "date": msg("a date such as 2026-09-15"),
    "dates": msg("a date such as 2026-09-15, or a date for each round with commas between them"),
    "number": msg("a number"),
    "name": msg("or type the name of a player"),
    "text": msg("or type it"),
}


def answer_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for a file of answers."""
    from xladdin.commands.shell.parameters import A_PATH

    for option in (
        click.option("--save-answers", metavar="ANSWERS", type=A_PATH,
                     help="Write the answers into a file, for the next SOURCE of the kind."),
        click.option("--answers", metavar="ANSWERS", type=A_PATH,
                     help="A file of answers to what a SOURCE leaves open, as --save-answers writes it."),
    ):  # fmt: skip
        command = option(command)
    return command


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
