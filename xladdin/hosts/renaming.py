"""A player renamed, or two made one, in a club workbook file: recalculated, and written whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from xladdin.cells import CellTable, Number, cell_text, name_key, number_in
from xladdin.errors import InvalidRowsError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.hosts.launcher import how_to_finish
from xladdin.hosts.workbook_file import Change, changed_file
from xladdin.recalc import recalculate
from xladdin.reports.own_games import rating_words
from xladdin.systems.system import RatingSystem
from xladdin.workbook.computed_columns import stored_ratings_by_name
from xladdin.workbook.differences import WorkbookOverlay, diff_typed_cells
from xladdin.workbook.name_matching import merge_players, rename_player
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.review import ReviewOptions
from xladdin.workbook.rules import system_of

NewTables = Callable[[RatingSystem, Mapping[str, CellTable]], tuple[dict[str, CellTable], Sequence[str]]]


@dataclass(frozen=True)
class Renamed:
    """The outcome. `before` has the ratings that the workbook held, `after` those of now, both by player."""

    outcome: RecalcResult
    before: Mapping[str, Number | None]
    after: Mapping[str, Number | None]
    notes: Sequence[str] = field(default_factory=tuple)


def rename_in_file(
    path: Path,
    old: str,
    new: str,
    now: datetime,
    progress: ProgressCallback = lambda step: None,
    *,
    keep_alias: bool = True,
) -> Renamed:
    """Change a player's name everywhere in the inputs. The old one stays as an alias, if that is wished.

    Raises NotFoundError, OutOfRangeError or WorkbookError, and InvalidRowsError if the workbook has some. The file then
    stays.
    """

    def change(system: RatingSystem, tables: Mapping[str, CellTable]) -> tuple[dict[str, CellTable], Sequence[str]]:
        return rename_player(system, tables, old, new, keep_alias=keep_alias), ()

    return _changed(path, "rename", old, new, change, now, progress)


HEADINGS = ("Player", "Games", "Rating")


class PlayersToMerge(NamedTuple):
    """Two players who are to become one: a row of name, games and rating for each, below the headings."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def players_to_merge(path: Path, name: str, into: str) -> PlayersToMerge:
    """Return the two players as the workbook has them. It raises what `merge_in_file` would raise about the names."""
    file = open_club_file(path)
    system = system_of(file)
    merge_players(system, file.tables, name, into)
    players = file.tables["Players"]
    row_by_name = {name_key(cell_text(cell)): row for row, cell in enumerate(players.column("Player") or ())}
    rows = []
    for one in (name, into):
        row = row_by_name[name_key(one)]
        player, games, rating = (column[row] if column else None for column in map(players.column, HEADINGS))
        number = number_in(rating)
        rows.append(
            [cell_text(player).strip(), cell_text(games), "" if number is None else rating_words(system, number)]
        )
    return PlayersToMerge((HEADINGS[0], system.log_schema.counted, HEADINGS[2]), rows)


def merge_in_file(
    path: Path, name: str, into: str, now: datetime, progress: ProgressCallback = lambda step: None
) -> Renamed:
    "Merge two spellings, and keep the old one as an alias. Raises as `rename_in_file`."
    return _changed(
        path, "merge", name, into, lambda system, tables: merge_players(system, tables, name, into), now, progress
    )


def _changed(
    path: Path, command: str, old: str, new: str, change: NewTables, now: datetime, progress: ProgressCallback
) -> Renamed:
    def changed(file: ClubFile) -> Change[Renamed]:
        system = system_of(file)
        tables, notes = change(system, file.tables)
        options = ReviewOptions(renamed={_listed(file, old): " ".join(new.split())})
        outcome = recalculate(WorkbookOverlay(file, tables), now, progress, options, how_to_finish(file))
        if outcome.problems:
            raise InvalidRowsError(outcome.problems)
        before = stored_ratings_by_name(file.tables["Players"])
        assert outcome.replay is not None
        ratings = system.player_columns(outcome.replay.state)["Rating"]
        after = {player.name: number_in(rating) for player, rating in zip(outcome.replay.log.players, ratings)}
        blocks = [*diff_typed_cells(system, file, tables), *outcome.blocks]
        return Change(Renamed(outcome, before, after, tuple(notes)), blocks, outcome)

    return changed_file(path, command, changed, progress)


def _listed(file: ClubFile, name: str) -> str:
    """Return the name as Players has it."""
    players = map(cell_text, file.tables["Players"].column("Player") or ())
    return next((player.strip() for player in players if name_key(player) == name_key(name)), name)
