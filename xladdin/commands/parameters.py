"""Define the arguments and options that several commands share, and translate their help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from datetime import date
from pathlib import Path
from typing import TypeVar

import click

from xladdin.commands.output import get_help_language, invalid_option_error, set_arguments
from xladdin.messages import Message, list_values, msg, ngettext

AnyCommand = TypeVar("AnyCommand", bound=click.Command)

# A file or folder, which need not exist. The command itself reports what is wrong with it.
A_PATH = click.Path(path_type=Path)

club_workbook = click.argument("file", metavar=msg("FILE"), type=A_PATH, help=msg("A club workbook, .xlsx or .xlsm."))
club_workbooks = click.argument(
    "files",
    metavar=msg("FILE..."),
    type=A_PATH,
    nargs=-1,
    required=True,
    help=msg("Club workbooks, or a folder of them."),
)


def _validate_language_code(ctx: click.Context, option: click.Parameter, code: str) -> str:
    """Return the code of a language. Raises click.BadParameter for one that xladdin does not have."""
    if code:
        from xladdin.languages import list_catalogue_codes

        codes = ("en", *list_catalogue_codes())
        if code not in codes:
            raise invalid_option_error(
                msg('"{value}" must be {codes}', value=code, codes=list_values(codes, alternative=True))
            )
    return code


def language_option(help_text: Message) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return the option for the language of a new workbook. Its value is a code, or "" for the default."""
    return click.option("--language", metavar=msg("CODE"), default="", callback=_validate_language_code, help=help_text)


as_json = click.option("--json", "for_program", is_flag=True, help=msg("Print the result as JSON, for other programs."))


def answer_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for a file of answers."""
    for option in (
        click.option("--save-answers", metavar=msg("ANSWERS"), type=A_PATH,
                     help=msg("Save the answers in a file, for the next SOURCE of the same kind.")),
        click.option("--answers", metavar=msg("ANSWERS"), type=A_PATH,
                     help=msg("Read the answers to the questions about a SOURCE from this file.")),
    ):  # fmt: skip
        command = option(command)
    return command


def parse_date_option(text: str) -> date | None:
    """Return the date of an option, or None without the option. Raises click.BadParameter for an invalid date."""
    from xladdin.importing.values import parse_unambiguous_day

    day = parse_unambiguous_day(text)
    if day is None and text:
        raise invalid_option_error(
            msg('"{value}" must be a date such as 2006-10-01 or October 1, 2006', value=text), "--date"
        )
    return day


# The most characters of a command's summary. It is more than any sentence has, so that none is truncated.
MAX_SUMMARY_LENGTH = 200


# The texts of click itself, which it translates with our catalogue. Babel extracts them from here. Click adds a colon
# to a heading such as Options, so its translation into French ends with a no-break space.
_CLICK = (
    msg("Usage:"), msg("[OPTIONS]"), msg("COMMAND [ARGS]..."), msg("Options"), msg("Positional arguments"),
    msg("Show this message and exit."), msg("Show the version and exit."), msg("default: {default}"),
    msg("required"), msg("Aborted!"), msg("Error: {message}"),
    msg("Error: invalid input"), msg("Try '{command} {option}' for help."), msg("Invalid value: {message}"),
    msg("Invalid value for {param_hint}: {message}"), msg("Missing argument"), msg("Missing option"),
    msg("Missing command."), msg("Choose from:\n\t{choices}"), msg("No such option {name!r}."),
    msg("No such command {name!r}."), msg("Option {name!r} does not take a value."),
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 1, possibility=""),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 1, args=""),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 1, value="", choice=""),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 1, name=""),
)  # fmt: skip


def translate_help(command: AnyCommand) -> AnyCommand:
    """Return a copy of a command with its help in the language of the terminal."""
    language = get_help_language()
    if language.is_english:
        return command
    translated = copy(command)
    translated.params = list(map(copy, command.params))
    translated._help_option = None  # click caches this option with its help in another language
    for element in (translated, *translated.params):
        for attribute in ("help", "epilog", "metavar", "options_metavar", "subcommand_metavar"):
            text = getattr(element, attribute, None)
            if text:
                setattr(element, attribute, language.render(text if isinstance(text, Message) else Message(text)))
    return translated


class CommandGroup(click.Group):
    """A group that lists its commands under headings, and rejects options given twice."""

    def headings(self, ctx: click.Context) -> Mapping[Message, Sequence[str]]:
        """Return the names of commands by heading."""
        return {msg("Commands"): self.list_commands(ctx)}

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name with its help in the language of the terminal, or None if there is none."""
        command = super().get_command(ctx, cmd_name)
        return None if command is None else translate_help(command)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the usage in the language of the terminal."""
        click.Group.format_usage(translate_help(self), ctx, formatter)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the language of the terminal."""
        click.Group.format_help(translate_help(self), ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments of the command line, and store them, since a workbook among them sets the language."""
        if ctx.parent is None:
            set_arguments(args)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each heading."""
        for heading, names in self.headings(ctx).items():
            commands = [(name, command) for name in names if (command := self.get_command(ctx, name))]
            with formatter.section(get_help_language().render(heading)):
                formatter.write_dl(
                    [(name, command.get_short_help_str(MAX_SUMMARY_LENGTH)) for name, command in commands]
                )

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command of the first argument, and the remaining arguments. Reject repeated options."""
        name, command, remaining = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:  # as when a shell completes a command
            _reject_repeated_options(click.Context(command, parent=ctx, info_name=name), remaining)
        return name, command, remaining


def _reject_repeated_options(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Raise BadParameter for a repeated option that takes one value. Click would silently use the last value."""
    _, _, given_options = ctx.command.make_parser(ctx).parse_args(list(arguments))
    for option, count in Counter(given_options).items():
        if count > 1 and isinstance(option, click.Option) and not option.multiple and not option.is_flag:
            raise invalid_option_error(msg("is given more than once. Keep one."), f"'{option.opts[0]}'")
