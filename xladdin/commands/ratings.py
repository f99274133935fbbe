"""Ratings as the command line shows them: what changed, and the list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xladdin.commands.shell.terminal import say, screen, show_table
from xladdin.messages import msg

if TYPE_CHECKING:
    from pathlib import Path

    from xladdin.cells.numbers import Number
    from xladdin.renderers.terminal import TextTable
    from xladdin.replay import Replay
    from xladdin.systems.system import RatingSystem
    from xladdin.workbook.recalc_result import RecalcResult


def show_changes(outcome: RecalcResult, *, written: bool) -> None:
    """Show a table of old, change and new for every player whose rating changed."""
    place = screen()
    if place is not None:
        return place.outcome(outcome, written)
    table = changes_table(outcome)
    if table is not None:
        show_table(table.headings, table.rows, right=table.right)
    to_review = [line.as_message() for line in outcome.to_review]
    say(*outcome.messages, *to_review, *(correction.as_message() for correction in outcome.corrections))
    if not outcome.blocks:
        say(msg("Nothing has changed since the last recalculation."))
    elif not written:
        say(msg("Nothing was written; xladdin recalc writes it."))


def changes_table(outcome: RecalcResult) -> TextTable | None:
    """Return the ratings that changed, if any did."""
    from xladdin.renderers.terminal import text_table
    from xladdin.reports.context import ReportContext
    from xladdin.reports.described.ratings_lists import changes_section

    if outcome.replay is None or not outcome.changes:
        return None
    return text_table(changes_section(outcome.changes), ReportContext(outcome.replay))


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
    """Return a rating as the club prints it: whole, or with two decimals in a system that rates events."""
    from xladdin.reports.own_games.steps import rating_words

    if rating is None:
        return ""
    return rating_words(system, rating, signed)
