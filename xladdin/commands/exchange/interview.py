"""Asks at a terminal what an import cannot know, one question at a time. Without one it asks and guesses nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.terminal import say
from xladdin.errors import printable

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import
    from xladdin.imports.material import Options, QuestionOpen
    from xladdin.workbook.incoming.preview import Choices, Preview, Unknown

Run = Callable[["Options", "Choices"], "Import"]
MOST_NAMED = 8
BETWEEN = " · "


def at_a_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def answered(run: Run, options: Options, choices: Choices) -> tuple[Options, Choices]:
    """The options and choices with the answers to every open question of an import. `run` prepares the import.

    `run` writes nothing. Raises QuestionOpen if nobody can be asked, or an answer is refused.
    """
    from xladdin.imports.material import QuestionOpen

    if not at_a_terminal():
        return options, choices
    while True:
        try:
            found = run(options, choices)
        except QuestionOpen as question:
            options, choices = _answer(question, options, choices)
            continue
        further = _start_games(found, _names(found.preview.unknown, choices))
        without = _rows_left_out(found.preview, further, options)
        if (without, further) == (options, choices):
            return options, choices
        options, choices = without, further


def _answer(question: QuestionOpen, options: Options, choices: Choices) -> tuple[Options, Choices]:
    say(question.question)
    if question.about == "day":
        return replace(options, day=_day(options.dates)), choices
    if not question.choices:
        raise question
    answer = _chosen(question)
    if question.about == "columns":
        return replace(options, columns={**options.columns, question.wanted: answer}), choices
    if question.about == "dates":
        return replace(options, dates=answer), choices
    if question.about == "sheet":
        return replace(options, sheet=answer), choices
    return options, replace(choices, group=answer)


def _chosen(question: QuestionOpen) -> str:
    """One of the choices, by its number. Raises the question again for 0."""
    names = list(question.choices)
    for number, (name, cells) in enumerate(question.choices.items(), 1):
        say(f"  {number}. {name}{f'   ({BETWEEN.join(cells)})' if cells else ''}")
    which = f"Which column is {question.wanted}" if question.wanted else "Which is it"
    number = click.prompt(f"{which}? A number, or 0 for none of them", type=click.IntRange(0, len(names)))
    if number == 0:
        raise question
    return names[number - 1]


def _day(order: str) -> date:
    from xladdin.commands.shell.parameters import day_of

    asked = "The date of its games, as 2006-10-01 or October 1, 2006"
    day = click.prompt(asked, value_proc=lambda text: day_of(text, order))
    assert day is not None  # click asks on where nothing is typed
    return day


def _names(unknown: Sequence[Unknown], choices: Choices) -> Choices:
    """The choices with a player, or a yes to a new one, for each name that somebody can identify."""
    from xladdin.workbook.incoming.telling import names_told

    told = [one for one in unknown if one.name.isprintable()]
    strangers = [one for one in told if not one.near and "fits" not in one.why]
    spellings, newcomers = dict(choices.spellings), list(choices.newcomers)
    if strangers:
        named = names_told([one.name for one in strangers[:MOST_NAMED]])
        more = f" and {len(strangers) - MOST_NAMED} more" if len(strangers) > MOST_NAMED else ""
        new = "new players" if len(strangers) > 1 else "a new player"
        if click.confirm(f"No player is called {named}{more}. Add as {new}?", default=True):
            newcomers += [one.name for one in strangers]
    for one in told:
        if one in strangers:
            continue
        name = printable(one.name)
        if not one.near:
            player = click.prompt(f'"{name}": {one.why}. Which player is it', default="", show_default=False)
        else:
            meant = one.near[0]
            answer = click.prompt(f"{name} → {meant}? [Y/n/new player]", default="y", show_default=False).strip()
            if answer.casefold() in ("new", "new player"):
                newcomers.append(one.name)
                continue
            player = meant if answer.casefold() in ("y", "yes") else ""
            if not player:
                player = click.prompt(f"Which player is {name} (nothing: stop here)", default="", show_default=False)
        if player.strip():
            spellings[one.name] = player.strip()
    return replace(choices, spellings=spellings, newcomers=tuple(newcomers))


def _rows_left_out(preview: Preview, choices: Choices, options: Options) -> Options:
    """The options without the rows of a name that is no player's, or of a word that is no figure, such as "Total"."""
    players = {*choices.spellings, *choices.newcomers}
    words = [one.value for one in preview.wrong if one.value and not any(map(str.isdigit, one.value))]
    asked = dict.fromkeys([*(one.name for one in preview.unknown if one.name not in players), *words])
    texts = [
        text for text in [*asked][:MOST_NAMED]
        if click.confirm(f'Leave out the rows that say "{printable(text)}"?', default=False)
    ]  # fmt: skip
    return replace(options, leave_out=[*options.leave_out, *texts]) if texts else options


def _start_games(found: Import, choices: Choices) -> Choices:
    from xladdin.workbook.incoming.starts import NO_GAMES

    if choices.start_games is not None or not any(look.why == NO_GAMES for look in found.preview.looks):
        return choices
    look = next(look for look in found.preview.looks if look.why == NO_GAMES)
    number = click.prompt(f"{look.where}: {look.what}. How many games (0: they are beginners)",
                          type=click.IntRange(0))  # fmt: skip
    return replace(choices, start_games=number)
