"""Ratings as the command line shows them: what changed, and the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.commands.shell.terminal import say, screen, show_table

if TYPE_CHECKING:
    from pathlib import Path

    from xladdin.cells.numbers import Number
    from xladdin.replay import Replay
    from xladdin.systems.system import RatingSystem
    from xladdin.workbook.recalc_result import RatingChange, RecalcResult


CHANGE_HEADINGS = ("Player", "Old", "Change", "New")


def show_changes(outcome: RecalcResult, *, written: bool) -> None:
    """A table of old, change and new for every player whose rating changed."""
    place = screen()
    if place is not None:
        return place.outcome(outcome, written)
    if outcome.changes:
        show_table(CHANGE_HEADINGS, change_rows(outcome), right=(1, 2, 3))
    say("\n".join([outcome.summary, *map(str, outcome.to_review), *map(str, outcome.corrections)]))
    if not outcome.blocks:
        say("Nothing has changed since the last recalculation.")
    elif not written:
        say("Nothing was written; xladdin recalc writes it.")


def change_rows(outcome: RecalcResult) -> list[list[str]]:
    """A row below CHANGE_HEADINGS for every player whose rating changed."""
    if outcome.replay is None:
        return []
    return [_change_row(outcome.replay.log.system, change) for change in outcome.changes]


def _change_row(system: RatingSystem, change: RatingChange) -> list[str]:
    old, new = change.old, change.new
    moved = "" if old is None or new is None else rating_text(system, new - old, signed=True)
    return [change.player, rating_text(system, old), moved, rating_text(system, new)]


def show_standings(path: Path, replayed: Replay) -> None:
    """Show the standings of a workbook, best first."""
    from xladdin.renderers.terminal import text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.described.ratings_lists import standings

    system = replayed.log.system
    table = text_table(standings(system).sections[0], ReportContext(replayed))
    show_table(table.headings, table.rows, right=table.right, title=system.title)
    say(f"{path}\n")


def rating_text(system: RatingSystem, rating: Number | None, *, signed: bool = False) -> str:
    """A rating as the club prints it: whole, or with two decimals in a system that rates events."""
    from xladdin.reports.own_games.steps import rating_words

    if rating is None:
        return ""
    return rating_words(system, rating, signed)
