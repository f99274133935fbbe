"""Change a club workbook file as a command asks: recalculate, pair, import, rename, merge, roll over."""

from __future__ import annotations

import stat
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from xladdin.cells import CellTable, CellValue, Number, cell_number, cell_text, name_key
from xladdin.errors import InvalidRowsError, WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.package import open_package
from xladdin.files.safe_write import create_file
from xladdin.game_log.reading import make_name_reading
from xladdin.hosts.launcher import how_to_finish
from xladdin.hosts.workbook_file import Change, change_file, warn_if_open, with_new_reports, write_workbook
from xladdin.messages import Message, msg, ngettext
from xladdin.recalc import recalculate_workbook
from xladdin.workbook.computed_columns import stored_ratings_by_name
from xladdin.workbook.differences import WorkbookOverlay, diff_input_cells
from xladdin.workbook.review_sheet import ReviewOptions
from xladdin.workbook.rules import has_current_version, read_system, read_system_of_any_version

if TYPE_CHECKING:
    from xladdin.hosts.workbook_import import Import
    from xladdin.importing.questions import Answers
    from xladdin.next_round import NextRound, TypedEvening
    from xladdin.replay import Replay
    from xladdin.reports.player import PlayerReport
    from xladdin.systems.system import RatingSystem
    from xladdin.workbook.new_workbook import FinishCallback
    from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult


def recalculate_file(
    path: Path,
    output: Path | None,
    now: datetime,
    progress: ProgressCallback = lambda step: None,
    accepted: Collection[int] | None = (),
) -> RecalcResult:
    """Recalculate the file in place, or into `output`, which must not exist yet.

    `accepted` are numbers of the rows on Review to accept, or None for all of them. If nothing changed, nothing is
    written. Of two runs in place the second begins to read when the first has written. Raises WorkbookError if the file
    cannot be read or written, is not a club workbook, or is open elsewhere. The file then stays as it was.
    """
    if output is not None:
        if output.suffix.lower() != path.suffix.lower():
            raise WorkbookError(
                msg(
                    "{output} was not written: its name must end in {suffix}, like that of {name}.",
                    output=output,
                    suffix=path.suffix,
                    name=path.name,
                )
            )
        progress(msg("Reading {name}", name=path.name))
        file = with_new_reports(open_club_file(path))
        outcome = _recalculate(file, now, progress)
        progress(msg("Writing {name}", name=output.name))
        may = stat.S_IMODE(path.stat().st_mode)  # whoever may not read the workbook may not read the copy
        create_file(output, lambda target: _write(file, outcome, target), mode=may)
        return outcome

    def change(file: ClubFile) -> Change[RecalcResult]:
        outcome = _recalculate(file, now, progress, accepted)
        if outcome.blocks and path.stat().st_nlink > 1:
            outcome = outcome._replace(
                messages=[
                    *outcome.messages,
                    msg(
                        "{name} has another name on this disk (a hard link), under which the old content remains.",
                        name=path.name,
                    ),
                ],
            )
        # only Notes: many of these in an evening would push out useful copies
        return Change(outcome, outcome.blocks, outcome, keep_copy=not outcome.problems)

    outcome = change_file(path, "recalc", change, progress)
    return outcome if outcome.blocks else warn_if_open(path, outcome)


def was_recalculated(path: Path) -> bool:
    """Return whether a recalculation has ever written the workbook. Raises WorkbookError if it cannot be read."""
    from xladdin.workbook.schema import NOT_RECALCULATED, RECALCULATED_NAME

    return open_club_file(path).names.get(RECALCULATED_NAME) not in (None, "", NOT_RECALCULATED)


def check_file(path: Path, now: datetime, progress: ProgressCallback = lambda step: None) -> RecalcResult:
    """Check and replay as `recalculate_file` does, without writing."""
    progress(msg("Reading {name}", name=path.name))
    return warn_if_open(path, _recalculate(with_new_reports(open_club_file(path)), now, progress, to_write=False))


def _recalculate(
    file: ClubFile,
    now: datetime,
    progress: ProgressCallback,
    accepted: Collection[int] | None = (),
    *,
    to_write: bool = True,
) -> RecalcResult:
    review_options = ReviewOptions(accepted=accepted)
    return recalculate_workbook(file, now, progress, review_options, how_to_finish(file), to_write=to_write)


def _write(file: ClubFile, outcome: RecalcResult, target: BinaryIO) -> None:
    write_workbook(file, outcome.blocks, target, outcome)


def pair_file(
    path: Path, now: datetime, progress: ProgressCallback = lambda step: None, present: Collection[str] = ()
) -> NextRound:
    """Pair the next round of the evening in the file. First mark exactly the players in `present` on Tonight.

    Raises as `recalculate_file`, `marked` and `pair_next_round` do.
    """
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.next_round import pair_next_round, validate_is_paired
    from xladdin.workbook.report_sheets.tonight import mark_present_players

    def change(read: ClubFile) -> Change[NextRound]:
        system = read_system(read)
        validate_is_paired(system)
        file = fill_workbook(read, mark_present_players(read, system, present)) if present else read
        paired = pair_next_round(file, now, progress, how_to_finish(file))
        return Change(paired, paired.blocks, paired.recalc_result, file=file)

    return change_file(path, "pair", change, progress)


def enter_evening_in_file(path: Path, evening: TypedEvening, now: datetime, progress: ProgressCallback) -> RecalcResult:
    """Write typed games into a workbook file and recalculate it. Raises as `recalculate_file` and `enter_evening`."""
    from xladdin.next_round import enter_evening

    def change(file: ClubFile) -> Change[RecalcResult]:
        blocks, outcome = enter_evening(file, evening, now, progress, how_to_finish(file))
        return Change(outcome, blocks, outcome)

    return change_file(path, "evening", change, progress)


def rollover_file(
    old: Path,
    new: Path,
    now: datetime,
    *,
    keep_log: bool,
    progress: ProgressCallback = lambda step: None,
    language: str = "",
) -> tuple[RecalcResult, Sequence[Message]]:
    """Make the workbook that follows an old one and recalculate it. Return the outcome, and what is left behind.

    `keep_log` carries the whole log over. `language` is the code of the language of the new workbook, by default that
    of the old one. The old file is not changed. Raises WorkbookError if the new file exists or any rating would differ,
    and InvalidRowsError if a row of the old one is wrong.
    """
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.hosts.publishing import successor_blocks
    from xladdin.replay import replay_log
    from xladdin.workbook.journal import journal_lines, journal_rows
    from xladdin.workbook.new_workbook import fill_template, validate_new_path
    from xladdin.workbook.rollover import build_successor, describe_unmoved_parts, validate_same_ratings
    from xladdin.workbook.schema import language_code, read_language
    from xladdin.workbook.validation import read_club_log

    validate_new_path(new)
    progress(msg("Reading {name}", name=old.name))
    file = open_club_file(old)
    system = (read_system_of_any_version if keep_log else read_system)(file)
    log = read_club_log(file, system, now.date()).require_valid()
    replayed = replay_log(log, today=now.date())
    progress(msg("Creating {name}", name=new.name))
    journal: Sequence[Sequence[CellValue]] = ()
    if keep_log:  # corrections that no recalculation has reported yet come before the others
        corrections = recalculate_workbook(file, now).corrections if has_current_version(file) else ()
        journal = journal_rows(journal_lines(file, corrections, read_language(file)))
    made = build_successor(
        file, replayed, file.visible_sheets, new, now, keep_log=keep_log, journal=journal, language=language
    )
    outcome, whole = recalculate_workbook(made.file, now, progress, finish_hint=how_to_finish(made.file)), made.file
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    page = successor_blocks(made.file, file, old, outcome.replay.log, keep_log=keep_log)
    if page:
        whole = fill_workbook(made.file, page)
        outcome = recalculate_workbook(whole, now, progress, finish_hint=how_to_finish(whole))
    assert outcome.replay is not None
    validate_same_ratings(replayed, outcome.replay)
    progress(msg("Writing {name}", name=new.name))
    create_file(new, lambda target: _write(whole, outcome, target))
    alike = None
    if language_code(file.names) != language_code(made.file.names):
        alike, _ = fill_template(system, new, "", {}, now, language=language_code(file.names))
    return outcome, [*made.notes, *describe_unmoved_parts(file, made.file, alike)]


def player_of_file(path: Path, name: str, now: datetime, progress: ProgressCallback) -> tuple[Replay, PlayerReport]:
    """Return the replay of the file's log, and the report of one player. Nothing is written.

    Raises NotFoundError if there is no such player, and InvalidRowsError if a row is wrong.
    """
    from xladdin.replay import replay_log
    from xladdin.reports.player import PlayerReport
    from xladdin.statistics import Statistics
    from xladdin.workbook.validation import read_club_log

    progress(msg("Reading {name}", name=path.name))
    file = open_club_file(path)
    log = read_club_log(file, read_system(file), now.date()).require_valid()
    position = make_name_reading(log).require_player(name)
    progress(msg("Replaying from the first game"))
    replayed = replay_log(log, today=now.date())
    return replayed, PlayerReport(Statistics(replayed), position)


# A file that names the other files of its folder with games.
TSH_EVENT = "config.tsh"
MOST_FILES = 500


def build_workbook(
    system: RatingSystem,
    path: Path,
    now: datetime,
    *,
    title: str,
    lambda_names: bool,
    language: str,
) -> ClubFile:
    """Return an empty workbook in memory under its future name."""
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.workbook.new_workbook import clean_title, fill_template, validate_new_path

    validate_new_path(path)
    file, blocks = fill_template(
        system, path, clean_title(title), {}, now, lambda_names=lambda_names, language=language
    )
    return fill_workbook(file, blocks)


def write_new_workbook(file: ClubFile, result: Import, finish: FinishCallback | None) -> None:
    """Write the workbook with what the import found, never over an existing file."""
    from xladdin.workbook.new_workbook import write_new_file

    write_new_file(file.path, lambda target: write_workbook(file, result.blocks, target, result.outcome), finish)


def expand_sources(sources: Sequence[Path]) -> list[Path]:
    """Return the files to import.

    A folder stands for the file that names the others, or for its files that are not hidden.
    """
    files: list[Path] = []
    for source in sources:
        if not source.is_dir():
            files.append(source)
            continue
        event = source / TSH_EVENT
        inside = [event] if event.is_file() else sorted(
            file for file in source.iterdir() if file.is_file() and not file.name.startswith((".", "~"))
        )  # fmt: skip
        if not inside or len(inside) > MOST_FILES:
            raise WorkbookError(
                msg(
                    "{source} is a folder with {files}. Name the files with players and games.",
                    source=source,
                    files=ngettext("{n:,} file", "{n:,} files", len(inside)),
                )
            )
        files.extend(inside)
    return files


def import_into_file(
    path: Path,
    sources: Sequence[Path],
    answers: Answers,
    now: datetime,
    *,
    as_new: bool = False,
    dry_run: bool = False,
    progress: ProgressCallback = lambda step: None,
) -> Import:
    """Import files into a workbook file, with a dated copy of what it was: all of them, or nothing.

    Raises WorkbookError as `prepare_import`, and if the workbook cannot be written or is open elsewhere.
    """
    from xladdin.hosts.workbook_import import prepare_import
    from xladdin.importing.source import open_source

    open_package(path)  # reported before anything about the files to import
    opened = [open_source(source) for source in sources]
    if dry_run:
        return prepare_import(open_club_file(path), opened, answers, now, progress, as_new=as_new)

    def change(file: ClubFile) -> Change[Import]:
        result = prepare_import(file, opened, answers, now, progress, how_to_finish(file), as_new=as_new)
        return Change(result, result.blocks, result.outcome)

    return change_file(path, "import", change, progress)


NewTables = Callable[["RatingSystem", Mapping[str, CellTable]], tuple[dict[str, CellTable], Sequence[str]]]


class Renamed(NamedTuple):
    """The result. `before` has the ratings that the workbook had, `after` the present ones, both by player."""

    outcome: RecalcResult
    before: Mapping[str, Number | None]
    after: Mapping[str, Number | None]
    notes: Sequence[str] = ()


def rename_in_file(
    path: Path,
    old: str,
    new: str,
    now: datetime,
    progress: ProgressCallback,
    *,
    keep_alias: bool,
) -> Renamed:
    """Change a player's name everywhere in the inputs. With `keep_alias` the old one becomes an alias.

    Raises NotFoundError, OutOfRangeError or WorkbookError, and InvalidRowsError if the workbook has wrong rows. The
    file then stays as it was.
    """
    from xladdin.workbook.name_matching import rename_player

    def change(system: RatingSystem, tables: Mapping[str, CellTable]) -> tuple[dict[str, CellTable], Sequence[str]]:
        return rename_player(system, tables, old, new, keep_alias=keep_alias), ()

    return _changed(path, "rename", old, new, change, now, progress)


HEADINGS = ("Player", "Games", "Rating")


class PlayersToMerge(NamedTuple):
    """Two players who are to become one: a row of name, games and rating for each, below the headings."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def players_to_merge(path: Path, name: str, into: str) -> PlayersToMerge:
    """Return the two players as the workbook has them. Raises as `merge_in_file` does about the names."""
    from xladdin.reports.games import rating_words
    from xladdin.workbook.name_matching import merge_players

    file = open_club_file(path)
    system = read_system(file)
    merge_players(system, file.tables, name, into)
    players = file.tables["Players"]
    row_by_name = {name_key(cell_text(cell)): row for row, cell in enumerate(players.column("Player") or ())}
    rows = []
    for spelling in (name, into):
        row = row_by_name[name_key(spelling)]
        player, games, rating = (column[row] if column else None for column in map(players.column, HEADINGS))
        number = cell_number(rating)
        rows.append(
            [cell_text(player).strip(), cell_text(games), "" if number is None else rating_words(system, number)]
        )
    return PlayersToMerge((HEADINGS[0], system.log_schema.count_heading, HEADINGS[2]), rows)


def merge_in_file(path: Path, name: str, into: str, now: datetime, progress: ProgressCallback) -> Renamed:
    """Merge two spellings, and keep the old one as an alias. Raises as `rename_in_file`."""
    from xladdin.workbook.name_matching import merge_players

    return _changed(
        path, "merge", name, into, lambda system, tables: merge_players(system, tables, name, into), now, progress
    )


def _changed(
    path: Path, command: str, old: str, new: str, change: NewTables, now: datetime, progress: ProgressCallback
) -> Renamed:
    def changed(file: ClubFile) -> Change[Renamed]:
        system = read_system(file)
        tables, notes = change(system, file.tables)
        options = ReviewOptions(renamed={_listed_name(file, old): " ".join(new.split())})
        outcome = recalculate_workbook(WorkbookOverlay(file, tables), now, progress, options, how_to_finish(file))
        if outcome.problems:
            raise InvalidRowsError(outcome.problems)
        before = stored_ratings_by_name(file.tables["Players"])
        assert outcome.replay is not None
        ratings = system.player_columns(outcome.replay.state)["Rating"]
        after = {player.name: cell_number(rating) for player, rating in zip(outcome.replay.log.players, ratings)}
        blocks = [*diff_input_cells(system, file, tables), *outcome.blocks]
        return Change(Renamed(outcome, before, after, tuple(notes)), blocks, outcome)

    return change_file(path, command, changed, progress)


def _listed_name(file: ClubFile, name: str) -> str:
    """Return the name as Players has it."""
    players = map(cell_text, file.tables["Players"].column("Player") or ())
    return next((player.strip() for player in players if name_key(player) == name_key(name)), name)
