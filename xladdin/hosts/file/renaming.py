"""A player renamed, or two made one, in a club workbook file: recalculated, and written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key, shown
from xladdin.errors import RowsToMend
from xladdin.files.package import open_package
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.safekeeping import safely_replace
from xladdin.hosts.file.dressed import write_dressed
from xladdin.recalc import Outcome, Progress, recalculate
from xladdin.systems.system import RatingSystem
from xladdin.workbook.incoming.grown_book import GrownBook, typed_blocks
from xladdin.workbook.incoming.renaming import merged, renamed
from xladdin.workbook.rules.reading import system_of

Change = Callable[[RatingSystem, Mapping[str, CellTable]], tuple[dict[str, CellTable], Sequence[str]]]


@dataclass(frozen=True)
class Renamed:
    """What became of it. before: ratings that the workbook held, after: those of now, both by player."""

    outcome: Outcome
    before: Mapping[str, Number | None]
    after: Mapping[str, Number | None]
    notes: Sequence[str] = field(default_factory=tuple)


def rename_in_file(path: Path, old: str, new: str, now: datetime, progress: Progress = lambda step: None) -> Renamed:
    """Changes a player's name everywhere in the inputs.

    Raises NotFound, ImpossibleValue or FileProblem, RowsToMend where the workbook has some; the file then stays.
    """
    return _changed(path, lambda system, tables: (renamed(system, tables, old, new), ()), now, progress)


def merge_in_file(path: Path, name: str, into: str, now: datetime, progress: Progress = lambda step: None) -> Renamed:
    """Makes two spellings one player, and keeps the old one as an alias. Raises as `rename_in_file`."""
    return _changed(path, lambda system, tables: merged(system, tables, name, into), now, progress)


def _changed(path: Path, change: Change, now: datetime, progress: Progress) -> Renamed:
    open_package(path)  # nothing is put beside what is no workbook, not even a lock
    with only_one(path):
        progress(f"Reading {path.name}")
        file = open_club_file(path)
        system = system_of(file)
        tables, notes = change(system, file.tables)
        outcome = recalculate(GrownBook(file, tables), now, progress)
        if outcome.problems:
            raise RowsToMend(outcome.problems)
        before = _ratings(file.tables["Players"])
        assert outcome.replay is not None
        new = system.player_columns(outcome.replay.ledger)["Rating"]
        after = {player.name: _number(rating) for player, rating in zip(outcome.replay.log.players, new)}
        blocks = [*typed_blocks(system, file, tables), *outcome.blocks]
        if blocks:
            progress(f"Writing {path.name}")
            safely_replace(path, lambda target: write_dressed(file, blocks, target, outcome), read_as=file.package)
    return Renamed(outcome, before, after, tuple(notes))


def _ratings(players: CellTable) -> dict[str, Number | None]:
    names, ratings = players.column("Player") or (), players.column("Rating") or ()
    return {shown(name).strip(): _number(rating) for name, rating in zip(names, ratings) if name_key(shown(name))}


def _number(cell: object) -> Number | None:
    return cell if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None
