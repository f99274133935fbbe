"""Ratings as the command line shows them: what changed, and who stands where."""

from __future__ import annotations

from pathlib import Path

from xladdin.cells.numbers import Number
from xladdin.commands.shell.terminal import say, show_table
from xladdin.recalc import Outcome, RatingChange
from xladdin.replay import Replay
from xladdin.reports.own_games.steps import rating_words
from xladdin.systems.system import RatingSystem


def show_changes(outcome: Outcome, *, written: bool) -> None:
    """A table of old, change and new for every player whose rating changed."""
    replayed = outcome.replay
    assert replayed is not None
    if outcome.changes:
        rows = [_change_row(replayed.log.system, change) for change in outcome.changes]
        show_table(["Player", "Old", "Change", "New"], rows, right=(1, 2, 3))
    say("\n".join([outcome.summary, *map(str, outcome.corrections)]))
    if not outcome.blocks:
        say("Nothing has changed since the last recalculation.")
    elif not written:
        say("Nothing was written; xladdin recalc writes it.")


def _change_row(system: RatingSystem, change: RatingChange) -> list[str]:
    old, new = change.old, change.new
    moved = "" if old is None or new is None else rating_text(system, new - old, signed=True)
    return [change.player, rating_text(system, old), moved, rating_text(system, new)]


def show_standings(path: Path, replayed: Replay) -> None:
    """The standings of a workbook, best first."""
    system = replayed.log.system
    rows = [
        [
            "" if line.rank is None else str(line.rank),
            replayed.log.players[line.player].name,
            rating_text(system, line.rating),
            str(line.games),
        ]
        for line in replayed.ranking()
    ]
    played = "Games" if system.log_kind.is_paired else "Events"
    show_table(["Rank", "Player", "Rating", played], rows, right=(0, 2, 3), title=system.title)
    say(f"{path}\n")


def rating_text(system: RatingSystem, rating: Number | None, *, signed: bool = False) -> str:
    """A rating as the club prints it: whole, or with two decimals where events are rated."""
    if rating is None:
        return ""
    return rating_words(system, rating, signed)
