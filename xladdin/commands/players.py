"""The command of one player: everything that the log says of him."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.parameters import club_workbook
from xladdin.commands.shell.terminal import name_problems, say, show_table, steps

if TYPE_CHECKING:
    from xladdin.replay import Replay
    from xladdin.reports.own_games.placed import EventRecord
    from xladdin.reports.player import PlayerReport


@click.command()
@club_workbook
@click.argument("name", metavar="NAME", help="The player, in any case; quote a name with blanks.")
def player(file: Path, name: str) -> None:
    """Show where a player stands, and how every game with its arithmetic led there."""
    from xladdin.errors import RowsToMend
    from xladdin.hosts.file.club_file import player_of_file
    from xladdin.reports.own_games.steps import step_words

    try:
        with steps() as progress:
            found, report = player_of_file(file, name, datetime.now(), progress)
    except RowsToMend as wrong:
        name_problems(wrong.problems, "Nothing was rated.")
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
    if report.games:
        tie = system.log_kind.tie_word
        lines.append(f"This season {record_words(report.season, tie)}; in all {record_words(report.lifetime, tie)}.")
        lines.append(f"Most in a row: won {report.won_in_a_row}, lost {report.lost_in_a_row}.")
    if report.events:
        season, lifetime = report.season_events, report.lifetime_events
        lines.append(f"This season {_events(season)}; in all {_events(lifetime)}.")
    if report.lifetime.average is not None and system.log_kind.has_scores:
        opponents = report.lifetime.opponents_average
        lines.append(f"Average score {report.lifetime.average:.1f}, of the opponents {opponents:.1f}.")
    return lines


def _events(record: EventRecord) -> str:
    from xladdin.cells.text import counted

    average = "" if record.average is None else f", mean percentile {record.average:.2f}"
    return f"{counted(record.events, 'event')}, {record.won} won{average}"


def _show_opponents(found: Replay, report: PlayerReport) -> None:
    kind = found.log.system.log_kind
    headings = ["Opponent", "Won", "Lost", kind.tie_word, *(["Spread"] if kind.has_scores else [])]
    if not kind.is_paired:
        headings = ["Opponent", "Ahead", "Behind", "Level", "Percentile"]
    rows = [
        [line.opponent, str(line.wins), str(line.losses), str(line.ties), f"{round(line.spread, 2) + 0:+g}"][
            : len(headings)
        ]
        for line in report.opponents
    ]
    show_table(headings, rows, right=range(1, len(headings)))
