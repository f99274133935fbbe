"""The commands around Excel's hosts: launcher, doctor, server, lite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

TROUBLE = 1
"""Exit status of the doctor where it found something to mend."""


def add_host_commands(app: typer.Typer) -> None:
    """Adds the commands to the command line."""
    for command in (launcher, doctor, server, lite):
        app.command()(command)


def launcher(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A club workbook, .xlsx or .xlsm.")],
) -> None:
    """Write a file beside the workbook that recalculates it on a double click, with this machine's Python."""
    from xladdin.hosts.launcher import write_launcher

    path, how_to_start = write_launcher(file)
    typer.echo(f"{path} is made. {how_to_start}")


def doctor(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A club workbook to look at too.")] = None,
) -> None:
    """Look at what Excel, Python and a workbook need: what is found, what it means, what to do."""
    from xladdin.hosts.doctor import examine

    findings = examine(file)
    for finding in findings:
        typer.echo(finding)
    if not all(finding.is_well for finding in findings):
        raise typer.Exit(TROUBLE)


def server(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
) -> None:
    """Write a project folder for xlwings Server that serves the functions and the Recalculate button."""
    from xladdin.hosts.server import START, write_project

    for path in write_project(folder):
        typer.echo(f"{path} is made.")
    typer.echo(START.format(folder=folder))


def lite() -> None:
    """Print what to paste into xlwings Lite."""
    from xladdin.hosts.lite import GUIDE

    typer.echo(GUIDE)
