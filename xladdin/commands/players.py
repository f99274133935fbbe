"""Define the commands for one player: player, rename, merge, forget."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from xladdin.commands.output import can_ask, confirm, echo, format_rating, indent, show_steps, show_table
from xladdin.commands.parameters import A_PATH, club_workbook
from xladdin.messages import Message, format_number, heading_message, join_lines, msg, ngettext

if TYPE_CHECKING:
    from xladdin.cells import Number
    from xladdin.hosts.file_commands import RenameResult
    from xladdin.replay import Replay
    from xladdin.reports.player import PlayerReport
    from xladdin.statistics import EventRecord, Record
    from xladdin.systems.system import RatingSystem


@click.command(
    epilog=msg("Example: {command}", command='xladdin player club.xlsx "Ann Lee"'),
    help=msg("Show a player's rating, and every game with the calculation of its rating change."),
)
@club_workbook
@click.argument(
    "name",
    metavar=msg("NAME"),
    help=msg("The player's name, in upper or lower case; put a name with spaces in quotes."),
)
def player(file: Path, name: str) -> None:
    from xladdin.hosts.file_commands import make_player_report
    from xladdin.reports.games import explain_step

    with show_steps(msg("Nothing was rated.")) as progress:
        replay, report = make_player_report(file, name, datetime.now(), progress)
    echo(*_format_summary(replay, report))
    if report.opponents:
        _show_opponents(replay, report)
    for step in report.steps:
        echo(step.date.isoformat())
        echo(*(msg("  {line}", line=line) for line in explain_step(replay.log.system, step)))


def _format_summary(replay: Replay, report: PlayerReport) -> list[Message]:
    from xladdin.statistics import Record

    system = replay.log.system
    rating = report.rating if isinstance(report.rating, str) else _format_rating(system, report.rating)
    if report.rank is None:
        lines = [msg("{player}: {rating}, unranked", player=report.name, rating=rating)]
    else:
        lines = [msg("{player}: {rating}, rank {rank}", player=report.name, rating=rating, rank=report.rank)]
    if report.best is not None and report.lowest is not None:
        lines.append(
            msg(
                "Best {best} on {day}; lowest {lowest} on {other_day}.",
                best=_format_rating(system, report.best.rating),
                day=report.best.date.isoformat(),
                lowest=_format_rating(system, report.lowest.rating),
                other_day=report.lowest.date.isoformat(),
            )
        )
    if report.lifetime.has_results:
        season, in_all = (_format_record(record, system) for record in (report.season, report.lifetime))
        lines.append(msg("This season {season}; all time {lifetime}.", season=season, lifetime=in_all))
    if report.won_in_a_row or report.lost_in_a_row:
        won, lost = report.won_in_a_row, report.lost_in_a_row
        lines.append(msg("Longest streaks: {won} won, {lost} lost.", won=won, lost=lost))
    lifetime = report.lifetime
    if isinstance(lifetime, Record) and lifetime.average is not None and system.log_schema.has_scores:
        lines.append(
            msg(
                "Average score {average:.1f}, opponents' average {opponents:.1f}.",
                average=lifetime.average,
                opponents=lifetime.opponents_average,
            )
        )
    return lines


def _format_rating(system: RatingSystem, rating: Number) -> Message:
    from xladdin.cells import round_rating

    digits = system.rating_decimals
    return format_number(round_rating(rating, digits), f".{digits}f" if digits else "g")


def _format_record(record: Record | EventRecord, system: RatingSystem) -> Message:
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


def _show_opponents(replay: Replay, report: PlayerReport) -> None:
    from xladdin.renderers.terminal import build_text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.player import define_player_report
    from xladdin.reports.report import TERMINAL, plain_groups

    opponents = define_player_report(replay.log.system).sections_on(TERMINAL)[1]
    table = build_text_table(opponents, ReportContext(replay), plain_groups(report.opponents))
    show_table(table.headings, table.rows, right_aligned=table.right_aligned)


@click.command(
    epilog=msg("Example: {command}", command='xladdin rename club.xlsx "Jhon" "John"'),
    help=msg("Change a player's name everywhere it is typed, and recalculate."),
)
@club_workbook
@click.argument("old", metavar=msg("OLD"), help=msg("The player's name as it is now."))
@click.argument("new", metavar=msg("NEW"), help=msg("The player's new name."))
@click.option("--no-alias", is_flag=True, help=msg("Do not add the old name to Aliases. The Journal still records it."))
def rename(file: Path, old: str, new: str, *, no_alias: bool) -> None:
    from xladdin.hosts.file_commands import rename_in_file

    with show_steps(msg("Nothing was changed.")) as progress:
        result = rename_in_file(file, old, new, datetime.now(), progress, keep_alias=not no_alias)
    outcome = join_lines(result.outcome.messages)
    echo(msg('"{old}" is now "{new}". {outcome}', old=old, new=" ".join(new.split()), outcome=outcome))


@click.command(
    epilog=msg("Example: {command}", command='xladdin merge club.xlsx "Bob Roy" "Robert Roy"'),
    help=msg(
        "Merge two spellings into one player, keep the old one as an alias, and recalculate.\n\nShows both with "
        "their games and ratings, and asks first."
    ),
)
@club_workbook
@click.argument("name", metavar=msg("NAME"), help=msg("The spelling to remove."))
@click.argument("into", metavar=msg("INTO"), help=msg("The player to keep."))
@click.option("--yes", is_flag=True, help=msg("Do not ask for confirmation."))
def merge(file: Path, name: str, into: str, yes: bool) -> None:
    from xladdin.errors import WorkbookError
    from xladdin.hosts.file_commands import merge_in_file, preview_merge

    if not yes:
        preview = preview_merge(file, name, into)
        show_table([*map(heading_message, preview.headings)], preview.rows, right_aligned=(1, 2))
        spelling, target = (row[0] for row in preview.rows)
        if not can_ask():
            raise WorkbookError(
                msg(
                    'Nothing was changed yet. To merge "{one}" and "{other}", add --yes.',
                    one=spelling,
                    other=target,
                )
            )
        if not confirm(msg('Merge "{one}" and "{other}" into one player?', one=spelling, other=target), err=True):
            echo(msg("Nothing was changed."))
            return
    with show_steps(msg("Nothing was changed.")) as progress:
        result = merge_in_file(file, name, into, datetime.now(), progress)
    for note in result.notes:
        echo(note)
    _show_ratings(result, {name, into})
    outcome = join_lines(result.outcome.messages)
    echo(msg('"{name}" and "{into}" are now one player. {outcome}', name=name, into=into, outcome=outcome))


@click.command(
    epilog=msg("Example: {command}", command='xladdin forget club.xlsx "Ann Lee"'),
    help=msg(
        "Remove a player's name from the workbook, and delete its dated copies, PDFs, exports and web page.\n\nThere "
        "is no undo. The games and all ratings stay, under another name. Lists the files to delete, and asks first."
    ),
)
@club_workbook
@click.argument("name", metavar=msg("NAME"), help=msg("The player to forget."))
@click.option(
    "--as", "new", default="", metavar=msg("TEXT"), help=msg('The name to use instead (default: "Former player 1").')
)
@click.option("--page", type=A_PATH, metavar=msg("DIR"), help=msg("Folder of the web page, if it is elsewhere."))
@click.option("--yes", is_flag=True, help=msg("Skip the confirmation. There is no undo."))
def forget(file: Path, name: str, new: str, page: Path | None, yes: bool) -> None:
    from xladdin.hosts.forgetting import forget as forget_player
    from xladdin.hosts.forgetting import plan_forgetting

    plan = plan_forgetting(file, name, new, page)
    traces: list[Path | Message] = [_make_relative(path, file) for path in plan.traces.files]
    traces += [
        msg(
            "the page in {folder} ({files})",
            folder=_make_relative(folder, file),
            files=ngettext("{n:,} file", "{n:,} files", len(files)),
        )
        for folder, files in plan.traces.pages.items()
    ]
    confirm_forgetting(name, file.name, traces, yes=yes)
    with show_steps(msg("Nothing was changed.")) as progress:
        result = forget_player(file, plan, datetime.now(), progress)
    for path in traces if yes else ():
        echo(msg("Deleted: {path}", path=path))
    echo(
        msg(
            'The name in {name} is now "{new}". Copies of the file in other places still have the old name.',
            new=result.new_name,
            name=file.name,
        )
    )
    echo(msg("PDFs and workbooks that you named yourself may also contain the name. Delete them yourself."))
    for spelling, source in plan.spellings.items():
        if source:
            echo(msg('Also known as "{spelling}" ({where}).', spelling=spelling, where=source))
    for workbook in plan.traces.other_workbooks:
        echo(
            msg(
                "{name} is a workbook of the same club and was not changed. Run forget on it, too, or delete it.",
                name=workbook.name,
            )
        )
    for workbook in plan.other_clubs:
        echo(
            msg(
                "{name} is the workbook of another season or club; it also contains the name and was not changed. Run "
                "forget on it, too.",
                name=workbook.name,
            )
        )
    if plan.traces.pages:
        echo(msg("The web page was deleted. Remove it from the web too. Publishing again creates it without the name."))
    if plan.texts:
        echo(msg("These files next to {name} contain the name. Change or delete them yourself:", name=file.name))
    for path in plan.texts:
        echo(indent(path.name))
    if result.remaining_texts:
        echo(msg("These texts of your own still contain the name and were not changed:"))
    for line in result.remaining_texts:
        echo(indent(line))


def confirm_forgetting(name: str, workbook: str, traces: Iterable[Path | Message], *, yes: bool) -> None:
    """List what will be deleted with a name, and ask for confirmation, unless `yes` is given.

    Raises click.Abort for "no", and WorkbookError if nobody can be asked.
    """
    from xladdin.errors import WorkbookError

    if not yes:
        for path in traces:
            echo(msg("To be deleted: {path}", path=path))
        if not can_ask():
            raise WorkbookError(
                msg('There is no undo, so nothing was changed yet. To forget "{name}", add --yes.', name=name)
            )
        question = msg(
            'Remove "{name}" from {workbook}, and delete these files? There is no undo.', name=name, workbook=workbook
        )
        confirm(question, abort=True, err=True)


def _make_relative(path: Path, file: Path) -> Path:
    """Return a path relative to the workbook's folder if it is within it, or else unchanged."""
    folder = file.resolve().parent
    return path.relative_to(folder) if path.is_relative_to(folder) else path


def _show_ratings(result: RenameResult, players: Collection[str]) -> None:
    """Show the old and new ratings of some players and of all others whose rating changed."""
    from xladdin.cells import name_key

    assert result.outcome.replay is not None
    system = result.outcome.replay.log.system
    keys = {name_key(name) for name in players}
    names = dict.fromkeys((*result.old_ratings, *result.new_ratings))
    rows = [
        [name, format_rating(system, result.old_ratings.get(name)), format_rating(system, result.new_ratings.get(name))]
        for name in names
        if name_key(name) in keys or result.old_ratings.get(name) != result.new_ratings.get(name)
    ]
    show_table([msg("Player"), msg("Was"), msg("Is")], rows, right_aligned=(1, 2))
