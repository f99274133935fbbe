"""The command line: the table of its commands, and what becomes of an error.

A new command is a function decorated with `@click.command()` in a module of this folder, and a line in COMMANDS. Its
docstring is its help. A module here imports click and its neighbours alone at its top, and what it works with within
the function, so that `xladdin --help` and every other command start without it.

Exit status: 0 done, 1 rows to mend, 2 cannot (no such file, not a club workbook, file open elsewhere).
"""

from __future__ import annotations

import gc
import io
import os
import sys
from importlib import import_module

import click

import xladdin
from xladdin.commands.shell.terminal import CANNOT, say
from xladdin.errors import XladdinError

COMMANDS = {
    "new": "books",
    "recalc": "books",
    "check": "books",
    "pair": "evening",
    "player": "players",
    "rollover": "seasons",
    "renew": "seasons",
    "import": "exchange.imports",
    "rename": "exchange.names",
    "merge": "exchange.names",
    "export": "exchange.exports",
    "publish": "exchange.publishing",
    "print": "printing",
    "undo": "books",
    "redo": "books",
    "functions": "functions",
    "demo": "demo",
    "launcher": "hosts",
    "doctor": "hosts",
    "lite": "hosts",
    "wheel": "hosts",
    "macros": "hosts",
    "completion": "completion",
}
"""The module of this folder that holds each command, in the order of the help."""

OBJECTS_BEFORE_A_SEARCH = 200_000
"""For rubbish that refers to itself. Python begins at 700, and looks through a log of games again and again while it is
read, a twentieth of the time of a recalculation; a command hardly makes such rubbish before it ends."""

TRACEBACK = "XLADDIN_TRACEBACK"
"""Environment variable that, when set, lets an unexpected error show where it arose."""
REPORT = (
    "The workbook is as it was, or written whole. Please report it to whom you have xladdin from, "
    f"with the command and what it shows once more with {TRACEBACK}=1 in the environment."
)


class Commands(click.Group):
    """The commands of COMMANDS; a module is imported when one of its commands is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"xladdin.commands.{COMMANDS[cmd_name]}")
        commands = (value for value in vars(module).values() if isinstance(value, click.Command))
        return next(command for command in commands if command.name == cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names; of a misspelt one the error says what it may have meant."""
        if args[0] not in COMMANDS:
            raise click.NoSuchCommand(args[0], possibilities=COMMANDS, ctx=ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(xladdin.__version__, prog_name="xladdin", message="%(prog)s %(version)s")
def app() -> None:
    """Club ratings in Excel: make a club workbook, recalculate it from the first game on, print it."""


def main() -> None:
    """Runs the command line; an error that a user can mend is one message on stderr, and status 2.

    So is any other, which is a fault of ours: no workbook is changed half, and the message says how to report it.
    """
    gc.set_threshold(OBJECTS_BEFORE_A_SEARCH)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # names that a pipe on Windows has no letters for
    try:
        app()
    except XladdinError as error:
        say(str(error), err=True)
        sys.exit(CANNOT)
    except OSError as error:
        say(f"{error.filename or 'A file'} cannot be used: {error.strerror or error}.", err=True)
        sys.exit(CANNOT)
    except MemoryError:
        say("There is too little memory for this file. Close other programs, and try again.", err=True)
        sys.exit(CANNOT)
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        say(
            f"This is a fault in xladdin itself, not in your file ({type(error).__name__}: {error}). {REPORT}", err=True
        )
        sys.exit(CANNOT)
