"""Define the arguments and options that several commands take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path

import click

from xladdin.commands.output import invalid_option, set_arguments
from xladdin.messages import list_values, msg

A_PATH = click.Path(path_type=Path)
"""A file or folder, even one that is not there. The command itself says in its own words what is wrong with it."""

club_workbook = click.argument("file", metavar="FILE", type=A_PATH, help="A club workbook, .xlsx or .xlsm.")
club_workbooks = click.argument(
    "files", metavar="FILE...", type=A_PATH, nargs=-1, required=True, help="Club workbooks, or a folder of them."
)


def _language_code(ctx: click.Context, option: click.Parameter, code: str) -> str:
    """Return the code of a language. Raises click.BadParameter for one that xladdin does not have."""
    if code:
        from xladdin.languages import catalogue_codes

        codes = ("en", *catalogue_codes())
        if code not in codes:
            raise invalid_option(
                msg('"{value}" must be {codes}', value=code, codes=list_values(codes, alternative=True))
            )
    return code


language_option = click.option(
    "--language", metavar="CODE", default="", callback=_language_code,
    help="Language of the new workbook, such as en or fr.",
)  # fmt: skip


as_json = click.option("--json", "for_program", is_flag=True, help="Print the result as JSON, for other programs.")


def answer_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for a file of answers."""
    for option in (
        click.option("--save-answers", metavar="ANSWERS", type=A_PATH,
                     help="Save the answers in a file, for the next SOURCE of the same kind."),
        click.option("--answers", metavar="ANSWERS", type=A_PATH,
                     help="Read the answers to the questions about a SOURCE from this file."),
    ):  # fmt: skip
        command = option(command)
    return command


def day_of(text: str) -> date | None:
    """Return the date that an option gives, or None without the option. Raises click.BadParameter for no date."""
    from xladdin.importing.values import day_from_words

    day = day_from_words(text)
    if day is None and text:
        raise invalid_option(
            msg('"{value}" must be a date such as 2006-10-01 or October 1, 2006', value=text), "--date"
        )
    return day


LONGEST = 200
"""More characters than any sentence has, so that none is cut."""


class CommandGroup(click.Group):
    """A group whose help lists its commands under headings, and that looks at their options first."""

    def headings(self, ctx: click.Context) -> Mapping[str, Sequence[str]]:
        """Return the names of commands by heading."""
        return {"Commands": self.list_commands(ctx)}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments of the command line, and keep them, since their workbook has a language."""
        if ctx.parent is None:
            set_arguments(args)
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a section for each heading."""
        for heading, names in self.headings(ctx).items():
            commands = [(name, command) for name in names if (command := self.get_command(ctx, name))]
            with formatter.section(heading):
                formatter.write_dl([(name, command.get_short_help_str(LONGEST)) for name, command in commands])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names, and what is left for it. Refuses an option given twice."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:  # as where a shell completes
            _refuse_twice(click.Context(command, parent=ctx, info_name=name), rest)
        return name, command, rest


def _refuse_twice(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Raise BadParameter for an option that takes one value and is given more. Only the last would count."""
    _, _, order = ctx.command.make_parser(ctx).parse_args(list(arguments))
    for option, times in Counter(order).items():
        if times > 1 and isinstance(option, click.Option) and not option.multiple and not option.is_flag:
            raise invalid_option(msg("is given more than once. Keep one."), f"'{option.opts[0]}'")
