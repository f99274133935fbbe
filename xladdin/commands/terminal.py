"""What the command line shows: changes, standings, and the catalogue of functions as tables."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from xladdin.cells.numbers import Number
from xladdin.errors import NotFound, printable
from xladdin.log.roster import did_you_mean
from xladdin.recalc import Outcome
from xladdin.replay import Replay
from xladdin.systems.system import RatingSystem


def show_changes(outcome: Outcome, *, written: bool) -> None:
    """A table of old, change and new for every player whose rating changed."""
    console = Console()
    replayed = outcome.replay
    assert replayed is not None
    if outcome.changes:
        table = Table("Player", "Old", "Change", "New")
        for column in table.columns[1:]:
            column.justify = "right"
        for change in outcome.changes:
            old, new = change.old, change.new
            moved = "" if old is None or new is None else rating_text(replayed.log.system, new - old, signed=True)
            shown = (rating_text(replayed.log.system, rating) for rating in (old, new))
            before, after = shown
            table.add_row(Text(printable(change.player)), before, moved, after)
        console.print(table)
    console.print(Text(outcome.summary))
    if not outcome.blocks:
        console.print("Nothing has changed since the last recalculation.")
    elif not written:
        console.print("Nothing was written; xladdin recalc writes it.")


def show_standings(path: Path, replayed: Replay) -> None:
    """The standings of a workbook, best first."""
    system = replayed.log.system
    table = Table("Rank", "Player", "Rating", "Events" if system.period == "event" else "Games", title=system.title)
    for column in (table.columns[0], table.columns[2], table.columns[3]):
        column.justify = "right"
    for line in replayed.ranking():
        rank = "" if line.rank is None else str(line.rank)
        name = Text(printable(replayed.log.players[line.player].name))
        table.add_row(rank, name, rating_text(system, line.rating), str(line.games))
    console = Console()
    console.print(table)
    console.print(Text(f"{path}\n"))


def rating_text(system: RatingSystem, rating: Number | None, *, signed: bool = False) -> str:
    """A rating as the club prints it: whole, or with two decimals where events are rated."""
    if rating is None:
        return ""
    return f"{rating:{'+' if signed else ''}{'.2f' if system.period == 'event' else 'g'}}"


def show_functions(name: str) -> None:
    """All worksheet functions, or the help of one. Raises NotFound for a name that is not there."""
    from xladdin.functions.catalogue import CATALOGUE

    console = Console()
    if not name:
        table = Table("Function", "What it gives")
        for function in CATALOGUE.values():
            table.add_row(Text(function.syntax), Text(function.description))
        console.print(table)
        return
    if name.upper() not in CATALOGUE:
        suggestion = did_you_mean(name.upper(), {known: known for known in CATALOGUE})
        raise NotFound(f"function {name}: there is none of that name{suggestion}; xladdin functions lists them")
    function = CATALOGUE[name.upper()]
    console.print(Text(f"{function.syntax}\n{function.description}\n"))
    table = Table("Argument", "Meaning")
    for argument, kind in function.arguments.items():
        table.add_row(Text(argument), Text(kind.help))
    console.print(table)
    console.print(Text(f"={function.example} gives {function.gives}"))
