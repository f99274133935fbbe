"""The command line in this process, with the same entry as the installed script, in a hundredth of its time."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import click
import pexpect

from tests.helpers.programs.finding import ROOT
from xladdin.__main__ import main
from xladdin.commands.main import app
from xladdin.commands.output import set_arguments


@dataclass(frozen=True)
class RunResult:
    """Exit status and output of one run."""

    status: int
    out: str
    err: str


def run_here(*arguments: object) -> RunResult:
    """Run `xladdin ARGUMENTS`. If an exception gets out, which no user may see, this raises it too."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["xladdin", *map(str, arguments)]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
        finally:
            set_arguments(())  # the next test may look at the commands in English
    return RunResult(status, out.getvalue(), err.getvalue())


def run_cleanly(*arguments: object) -> str:
    """Run `xladdin ARGUMENTS`, which succeeds and has nothing to say on stderr. Return what it prints."""
    result = run_here(*arguments)
    assert (result.status, result.err) == (0, ""), result.out
    return result.out


def run_refused(*arguments: object) -> str:
    """Run `xladdin ARGUMENTS`, which cannot be done. Return what it says on stderr."""
    result = run_here(*arguments)
    assert result.status == 2, result
    return result.err


def run_at_a_terminal(*arguments: str, folder: Path, typed: str = "", status: int = 0, **environment: str) -> str:
    """Return what Python shows at a terminal of 200 columns, with these arguments and what is typed there."""
    variables = os.environ | {"PYTHONPATH": str(ROOT), "COLUMNS": "200", **environment}
    program = pexpect.spawn(sys.executable, [*arguments], cwd=folder, env=variables, encoding="utf-8", timeout=120)
    program.send(typed)
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == status, program.before
    return str(program.before)


def every_command() -> dict[str, click.Command]:
    """Return the commands of the command line by name, and those of a group by both names."""
    by_name: dict[str, click.Command] = {}
    for name in app.list_commands(context := click.Context(app)):
        command = app.get_command(context, name)
        subcommands = command.commands if isinstance(command, click.Group) else {}
        by_name |= {f"{name} {subname}": each for subname, each in subcommands.items()} or {name: command}
    return by_name
