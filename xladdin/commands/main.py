"""Define the commands of the command line, and handle their errors.

To add a command, write a function decorated with `@click.command(help=msg(...))` in a module of this folder, and add
its name to HEADINGS. A module here imports only click, `xladdin.messages` and its neighbours at the top. All other
imports are within functions, so that `xladdin --help` and other commands start fast.

The exit status is 0 for success, even with rows to review. It is 1 for rows to fix, for rows that an import left out,
for open questions, and for a workbook that is out of date. It is 2 if the command cannot run: no such file, not a club
workbook, file open elsewhere. With several files, it is the highest of all.
"""

import atexit
import gc
import io
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

import click

import xladdin
from xladdin.commands.output import FAULT, echo, get_exit_status, is_verbose, make_error_message
from xladdin.commands.parameters import CommandGroup, translate_help
from xladdin.messages import Message, msg

# The commands of each module of this folder, under the headings of the help.
HEADINGS = {
    msg("Commands"): {
        "new": "workbooks",
        "import": "exchange",
        "evening": "evening",
        "pair": "evening",
        "publish": "evening",
        "undo": "workbooks",
        "rename": "players",
    },
    msg("More commands"): {
        "recalc": "workbooks",
        "print": "evening",
        "player": "players",
        "merge": "players",
        "forget": "players",
        "export": "exchange",
        "rollover": "workbooks",
        "renew": "workbooks",
        "redo": "workbooks",
        "backups": "workbooks",
        "doctor": "programs",
        "functions": "programs",
        "launcher": "programs",
        "macros": "programs",
        "lite": "programs",
        "app": "programs",
        "demo": "programs",
        "federation": "federation",
    },
}
# The module of each command.
COMMANDS = {name: module for commands in HEADINGS.values() for name, module in commands.items()}


class Commands(CommandGroup):
    """The group of all commands. A module is imported when one of its commands is needed."""

    def headings(self, ctx: click.Context) -> Mapping[Message, Sequence[str]]:
        """Return the names of the commands by the heading in the help."""
        return {heading: list(commands) for heading, commands in HEADINGS.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"xladdin.commands.{COMMANDS[cmd_name]}")
        commands = (value for value in vars(module).values() if isinstance(value, click.Command))
        return translate_help(next(command for command in commands if command.name == cmd_name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names.

        The error for a misspelt one suggests a similar name.
        """
        if args[0] not in COMMANDS and not ctx.resilient_parsing:  # as when a shell completes a command
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)


@click.group(
    cls=Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=msg(
        "Calculate the ratings of a small club in its Excel workbook.\n\nAfter an evening: xladdin evening "
        "club.xlsx. Help on a command: xladdin COMMAND --help."
    ),
)
@click.version_option(xladdin.__version__, prog_name="xladdin", message="%(prog)s %(version)s")
@click.option(
    "--verbose", is_flag=True, help=msg("Log each step with its time, and show the traceback of an unexpected error.")
)
def app(verbose: bool) -> None:
    if verbose:
        import logging

        logging.basicConfig(format="%(asctime)s %(message)s")
        logging.getLogger("xladdin").setLevel(logging.INFO)


def main() -> None:
    """Run the command line. An error is shown as one message on stderr, with the exit status for it.

    For an unexpected exception the message asks to report it. Workbooks are written atomically, so they are intact.
    """
    atexit.register(gc.freeze)  # skips the last collection of garbage, which would delay the exit
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names with characters that a pipe on Windows cannot encode
    try:
        app()
    except Exception as error:
        if is_verbose() and make_error_message(error).startswith(FAULT):
            raise
        echo(make_error_message(error), err=True)
        sys.exit(get_exit_status(error))
