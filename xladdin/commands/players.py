"""The command for one player: everything that the log says about the player."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.parameters import club_workbook
from xladdin.commands.shell.terminal import say, show_table, steps

if TYPE_CHECKING:
    from xladdin.replay import Replay
    from xladdin.reports.player import PlayerReport


@click.command(epilog='Example: xladdin player club.xlsx "Ann Lee"')
@club_workbook
@click.argument("name", metavar="NAME", help="The player's name, in capitals or not; quote a name with blanks.")
def player(file: Path, name: str) -> None:
    """Show a player's rating, and every game with its arithmetic."""
    from xladdin.hosts.file.club_file import player_of_file
    from xladdin.reports.own_games.steps import step_words

    with steps("Nothing was rated.") as progress:
        found, report = player_of_file(file, name, datetime.now(), progress)
    say("\n".join(_summary(found, report)))
    if report.opponents:
        _show_opponents(found, report)
    for step in report.steps:
        say("\n  ".join([step.date.isoformat(), *step_words(found.log.system, step)]))


def _summary(found: Replay, report: PlayerReport) -> list[str]:
    from xladdin.reports.own_games.steps import rating_words
    from xladdin.reports.player import record_words

    system = found.log.system
    rank = "unranked" if report.rank is None else f"rank {report.rank}"
    rating = report.rating if isinstance(report.rating, str) else rating_words(system, report.rating)
    lines = [f"{report.name}: {rating}, {rank}"]
    if report.best is not None and report.lowest is not None:
        best, lowest = (
            f"{rating_words(system, extreme.rating)} on {extreme.date.isoformat()}"
            for extreme in (report.best, report.lowest)
        )
        lines.append(f"Best {best}; lowest {lowest}.")
    if any(report.lifetime[:3]):
        season, lifetime = (record_words(one, system.log_schema.tie_word) for one in (report.season, report.lifetime))
        lines.append(f"This season {season}; in all {lifetime}.")
    if report.won_in_a_row or report.lost_in_a_row:
        lines.append(f"Most in a row: won {report.won_in_a_row}, lost {report.lost_in_a_row}.")
    average, opponents = report.lifetime[-2:]
    if average is not None and system.log_schema.has_scores:
        lines.append(f"Average score {average:.1f}, of the opponents {opponents:.1f}.")
    return lines


def _show_opponents(found: Replay, report: PlayerReport) -> None:
    from xladdin.renderers.terminal import text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.described.player import player_report
    from xladdin.reports.report import plain_groups

    opponents = player_report(found.log.system).sections[1]
    table = text_table(opponents, ReportContext(found), plain_groups(report.opponents))
    show_table(table.headings, table.rows, right=table.right)
