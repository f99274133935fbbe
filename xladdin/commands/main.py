"""The command line: the table of its commands, and the handling of errors.

A new command is a function decorated with `@click.command(help=msg(...))` in a module of this folder, and a line in
HEADINGS. A module here imports only click and its neighbours at its top. It imports the rest within the functions, so
that `xladdin --help` and every other command start without it.

The exit status is 0 if all is done, even with open questions. It is 1 for rows to fix, for something that an import
left out, or for a workbook that is out of date if that matters. It is 2 if the command cannot work: no such file, not a
club workbook, file open elsewhere. With several files it is the highest.
"""

import atexit
import gc
import io
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module

import click

import xladdin
from xladdin.commands.output import FAULT, echo, error_message, is_verbose, status_of
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
COMMANDS = {name: module for commands in HEADINGS.values() for name, module in commands.items()}


class Commands(CommandGroup):
    """The commands of COMMANDS. A module is imported when one of its commands is needed."""

    def headings(self, ctx: click.Context) -> Mapping[Message, Sequence[str]]:
        """Return the headings of the help."""
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
    """Run the command line. An error that a user can fix is one message on stderr, and status 2.

    So is any other error, which is a fault of xladdin. Workbooks are never half written, and the message says how to
    report the fault.
    """
    atexit.register(gc.freeze)  # so that Python does not search for garbage when it ends
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names with characters that a pipe on Windows cannot encode
    try:
        app()
    except Exception as error:
        if is_verbose() and error_message(error).startswith(FAULT):
            raise
        echo(error_message(error), err=True)
        sys.exit(status_of(error))
