"""The command that compares a workbook with a second computation: verify."""

from datetime import datetime
from pathlib import Path

import click

from xladdin.commands.shell.parameters import club_workbook
from xladdin.commands.shell.terminal import ROWS_TO_MEND, say, steps

MOST_LISTED = 20


@click.command(epilog="Example: xladdin verify club.xlsx")
@club_workbook
def verify(file: Path) -> None:
    """Compute every rating a second time, by other code, and compare it with the workbook.

    The second computation is short enough to be read beside the club's page: xladdin/reference.
    """
    from xladdin.hosts.file.verifying import verify_file

    with steps("Nothing was verified.") as progress:
        found = verify_file(file, datetime.now(), progress)
    verdict = found.verdict
    if not verdict.disagreements:
        say("\n".join([f"Two independent computations agree on {verdict.agreeing:,} figures.", *found.codes]))
        return
    listed = [str(one) for one in verdict.disagreements[:MOST_LISTED]]
    more = len(verdict.disagreements) - len(listed)
    say("\n".join([
        *listed,
        *([f"… and {more:,} more."] if more else []),
        f"{len(verdict.disagreements):,} of {verdict.agreeing + len(verdict.disagreements):,} figures disagree. "
        "If something was typed since the last recalculation, recalculate and verify again.",
    ]), err=True)  # fmt: skip
    raise click.exceptions.Exit(ROWS_TO_MEND)
