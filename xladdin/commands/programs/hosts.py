"""The commands around Excel's hosts: launcher, doctor, lite, macros."""

from pathlib import Path

import click

from xladdin.commands.shell.for_programs import as_json, say_findings
from xladdin.commands.shell.parameters import A_PATH, club_workbook
from xladdin.commands.shell.terminal import say

TROUBLE = 1
"""The exit status of the doctor if it found something to fix."""


@click.command(epilog="Example: xladdin launcher club.xlsx")
@club_workbook
@click.option("--page", metavar="DIR", type=A_PATH, help="Where this computer keeps the web page, if elsewhere.")
def launcher(file: Path, page: Path | None) -> None:
    """Write again the file to double-click beside the workbook, which finishes the evening."""
    from xladdin.hosts.launcher import write_launcher

    path, how_to_start = write_launcher(file, page=page)
    say(f"Created {path}. {how_to_start}")


@click.command(epilog="Example: xladdin doctor club.xlsx")
@click.argument("file", metavar="[FILE]", type=A_PATH, required=False, help="A club workbook to look at too.")
@as_json
def doctor(file: Path | None, for_program: bool) -> None:
    """Look at Python, Excel and a workbook: what is missing, and what to do."""
    from xladdin.hosts.doctor import examine

    findings = examine(file)
    if for_program:
        say_findings(findings)
    for finding in () if for_program else findings:
        say(str(finding))
    if not all(finding.is_well for finding in findings):
        raise click.exceptions.Exit(TROUBLE)


@click.command(epilog="Example: xladdin lite club.xlsx")
@click.argument("file", metavar="[FILE]", type=A_PATH, required=False, help="A club workbook, or main.py to paste.")
def lite(file: Path | None) -> None:
    """Put xlwings Lite with xladdin into a workbook. Without FILE, it says how."""
    from xladdin.hosts.office_js.lite import carry_in_file, guide, write_main

    if file is None:
        say(guide())
    else:
        say(write_main(file) if file.suffix.lower() == ".py" else carry_in_file(file))


@click.command(epilog="Example: xladdin macros club.xlsx")
@club_workbook
def macros(file: Path) -> None:
    """Put buttons and functions into a workbook, or bring them up to date. Beside an .xlsx it creates an .xlsm."""
    from xladdin.hosts.excel.macros_in_place import put_macros

    say(put_macros(file))
