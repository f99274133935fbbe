"""The command for one player: everything that the log says about the player."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.parameters import club_workbook
from xladdin.commands.shell.terminal import say, show_table, steps
from xladdin.messages import Message, format_number, msg, ngettext

if TYPE_CHECKING:
    from xladdin.cells.numbers import Number
    from xladdin.replay import Replay
    from xladdin.reports.player import PlayerReport
    from xladdin.statistics import EventRecord, Record
    from xladdin.systems.system import RatingSystem


@click.command(epilog='Example: xladdin player club.xlsx "Ann Lee"')
@club_workbook
@click.argument("name", metavar="NAME", help="The player's name, in capitals or not; quote a name with blanks.")
def player(file: Path, name: str) -> None:
    """Show a player's rating, and every game with its arithmetic."""
    from xladdin.hosts.file.club_file import player_of_file
    from xladdin.reports.own_games.steps import step_words

    with steps(msg("Nothing was rated.")) as progress:
        found, report = player_of_file(file, name, datetime.now(), progress)
    say(*_summary(found, report))
    if report.opponents:
        _show_opponents(found, report)
    for step in report.steps:
        say(step.date.isoformat())
        say(*(msg("  {line}", line=line) for line in step_words(found.log.system, step)))


def _summary(found: Replay, report: PlayerReport) -> list[Message]:

    system = found.log.system
    rating = report.rating if isinstance(report.rating, str) else _rating(system, report.rating)
    if report.rank is None:
        lines = [msg("{player}: {rating}, unranked", player=report.name, rating=rating)]
    else:
        lines = [msg("{player}: {rating}, rank {rank}", player=report.name, rating=rating, rank=report.rank)]
    if report.best is not None and report.lowest is not None:
        lines.append(
            msg(
                "Best {best} on {day}; lowest {lowest} on {other_day}.",
                best=_rating(system, report.best.rating),
                day=report.best.date.isoformat(),
                lowest=_rating(system, report.lowest.rating),
                other_day=report.lowest.date.isoformat(),
            )
        )
    if any(report.lifetime[:3]):
        season, lifetime = (_record(one, system) for one in (report.season, report.lifetime))
        lines.append(msg("This season {season}; in all {lifetime}.", season=season, lifetime=lifetime))
    if report.won_in_a_row or report.lost_in_a_row:
        won, lost = report.won_in_a_row, report.lost_in_a_row
        lines.append(msg("Most in a row: won {won}, lost {lost}.", won=won, lost=lost))
    average, opponents = report.lifetime[-2:]
    if average is not None and system.log_schema.has_scores:
        lines.append(
            msg("Average score {average:.1f}, of the opponents {opponents:.1f}.", average=average, opponents=opponents)
        )
    return lines


def _rating(system: RatingSystem, rating: Number) -> Message:
    places = system.rating_decimals
    return format_number(round(rating, places or 9) + 0, f".{places}f" if places else "g")


def _record(record: Record | EventRecord, system: RatingSystem) -> Message:
    from xladdin.statistics import EventRecord

    if isinstance(record, EventRecord):
        events = ngettext("{n:,} event", "{n:,} events", record.events)
        if record.average is None:
            return msg("{events}, {won} won", events=events, won=record.won)
        return msg(
            "{events}, {won} won, mean percentile {average:.2f}",
            events=events,
            won=record.won,
            average=record.average,
        )
    values = {"won": record.wins, "lost": record.losses, "ties": record.ties}
    games = ngettext("{n:,} game", "{n:,} games", record.games)
    if not record.ties:
        return msg("won {won}, lost {lost} ({games} played)", games=games, **values)
    if system.log_schema.counts_points:
        return msg("won {won}, lost {lost}, drawn {ties} ({games} played)", games=games, **values)
    return msg("won {won}, lost {lost}, tied {ties} ({games} played)", games=games, **values)


def _show_opponents(found: Replay, report: PlayerReport) -> None:
    from xladdin.renderers.terminal import text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.described.player import player_report
    from xladdin.reports.report import plain_groups

    opponents = player_report(found.log.system).sections[1]
    table = text_table(opponents, ReportContext(found), plain_groups(report.opponents))
    show_table(table.headings, table.rows, right=table.right)
