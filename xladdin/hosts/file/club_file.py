"""A club workbook file recalculated: read, checked, replayed, and written back whole or not at all."""

from __future__ import annotations

import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from xladdin.cells.table import CellTable, CellValue
from xladdin.errors import FileProblem, RowsToMend
from xladdin.files.package import open_package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.safety.backups import backups_of
from xladdin.files.safety.locks import only_one
from xladdin.files.safety.safekeeping import safely_create, safely_replace

if TYPE_CHECKING:
    from xladdin.next_round import NextRound
    from xladdin.recalc import Outcome, Progress
    from xladdin.replay import Replay
    from xladdin.reports.player import PlayerReport

OTHER_NAME = "{} had another name on this disk (a hard link); under that name the old content stays."


COPIES_ASKED = 3
"""Dated copies that the journal looks into: a round that was paired in between has made one, too."""


def recalculate_file(path: Path, output: Path | None, now: datetime, progress: Progress = lambda step: None) -> Outcome:
    """Recalculates the file in place, or into `output`, which must not be there yet.

    Where nothing changed nothing is written. Of two runs in place the second begins to read when the first has written.
    Raises FileProblem where the file cannot be read or written, is no club workbook, or is open elsewhere; the file
    then stays as it was.
    """
    if output is not None:
        if output.suffix.lower() != path.suffix.lower():
            raise FileProblem(
                f"{output} is not written: its name must end in {path.suffix}, as that of {path.name} does."
            )
        file, outcome = _recalculated(path, now, progress)
        progress(f"Writing {output.name}")
        may = stat.S_IMODE(path.stat().st_mode)  # nobody reads the copy who may not read the workbook
        safely_create(output, lambda target: _write(file, outcome, target), mode=may)
        return outcome
    open_package(path)  # nothing is put beside what is no workbook, not even a lock
    with only_one(path):
        file, outcome = _recalculated(path, now, progress)
        if outcome.blocks:
            progress(f"Writing {path.name}")
            names = path.stat().st_nlink
            safely_replace(
                path,
                lambda target: _write(file, outcome, target),
                read_as=file.package,
                keep_copy=not outcome.problems,  # Notes alone: many of those in an evening would push out good copies
            )
            if names > 1:
                return replace(outcome, summary=f"{outcome.summary}\n{OTHER_NAME.format(path.name)}")
    return outcome


def check_file(path: Path, now: datetime, progress: Progress = lambda step: None) -> Outcome:
    """The same checks and the same replay; nothing is written."""
    return _recalculated(path, now, progress)[1]


def _recalculated(path: Path, now: datetime, progress: Progress) -> tuple[ClubFile, Outcome]:
    progress(f"Reading {path.name}")
    file = open_club_file(path)
    with suppress(FileProblem):  # said where the tables are asked for
        file.read_ahead(file.sheets_with_tables()[:1])
    from xladdin.recalc import recalculate  # imported while the largest sheet is read
    from xladdin.workbook.schema import JOURNAL_ROWS

    file.read_ahead([JOURNAL_ROWS])
    return file, recalculate(file, now, progress, lambda: tables_of_copies(path))


def _write(file: ClubFile, outcome: Outcome, target: BinaryIO) -> None:
    from xladdin.hosts.file.dressed import write_dressed

    write_dressed(file, outcome.blocks, target, outcome)


def tables_of_copies(path: Path) -> Iterator[Mapping[str, CellTable]]:
    """The tables of the last dated copies, for what stood in a row that is another now."""
    for copy in reversed(backups_of(path)[-COPIES_ASKED:]):
        with suppress(FileProblem):
            yield open_club_file(copy).tables


def pair_file(path: Path, now: datetime, progress: Progress = lambda step: None) -> NextRound:
    """Pairs the next round of the evening in the file. Raises as `recalculate_file` and `pair_next_round` do."""
    from xladdin.hosts.file.dressed import write_dressed
    from xladdin.next_round import pair_next_round

    open_package(path)
    with only_one(path):
        progress(f"Reading {path.name}")
        file = open_club_file(path)
        paired = pair_next_round(file, now, progress)
        progress(f"Writing {path.name}")
        safely_replace(path, lambda target: write_dressed(file, paired.blocks, target), read_as=file.package)
    return paired


def rollover_file(
    old: Path, new: Path, now: datetime, *, keep_log: bool, progress: Progress = lambda step: None
) -> tuple[Outcome, Sequence[str]]:
    """Makes the workbook that follows on an old one, recalculated; gives its outcome, and what stays behind.

    keep_log: whether the log comes along whole. The old file is not touched. Raises FileProblem where the new one is
    there already or would rate anybody otherwise, RowsToMend where a row of the old one is wrong.
    """
    from xladdin.log import read_log
    from xladdin.recalc import recalculate
    from xladdin.replay import replay
    from xladdin.workbook.changes.journal import journal_lines
    from xladdin.workbook.new_book import refuse_name
    from xladdin.workbook.rollover import refuse_other_ratings, successor
    from xladdin.workbook.rules.reading import system_of

    refuse_name(new)
    progress(f"Reading {old.name}")
    file = open_club_file(old)
    log = read_log(system_of(file), file.tables, now.date()).sound()
    replayed = replay(log)
    progress(f"Making {new.name}")
    journal: Sequence[Sequence[CellValue]] = ()
    if keep_log:  # corrections that no recalculation of the old one has told yet stand above those that one has
        found = recalculate(file, now, old_tables=lambda: tables_of_copies(old)).corrections
        journal = journal_lines(file, found)
    made = successor(file, replayed, file.shown_sheets, new, now, keep_log=keep_log, journal=journal)
    outcome = recalculate(made.file, now, progress)
    if outcome.replay is None:
        raise RowsToMend(outcome.problems)
    refuse_other_ratings(replayed, outcome.replay)
    progress(f"Writing {new.name}")
    safely_create(new, lambda target: _write(made.file, outcome, target))
    return outcome, made.said


def player_of_file(
    path: Path, name: str, now: datetime, progress: Progress = lambda step: None
) -> tuple[Replay, PlayerReport]:
    """The replay of the file's log, and the report of one player in it; nothing is written.

    Raises FileProblem where there is no such player, RowsToMend where a row is wrong.
    """
    from xladdin.log import read_log
    from xladdin.log.roster import NOBODY, NameReading
    from xladdin.replay import replay
    from xladdin.reports.player import player_report
    from xladdin.workbook.rules.reading import system_of

    progress(f"Reading {path.name}")
    file = open_club_file(path)
    log = read_log(system_of(file), file.tables, now.date()).sound()
    names = NameReading([player.name for player in log.players])
    position = names[name]
    if position is None or position == NOBODY:
        raise FileProblem(f'"{name}": {names.refused.get(name, "no such player")}.')
    progress("Replaying from the first game")
    found = replay(log)
    return found, player_report(found, position)
