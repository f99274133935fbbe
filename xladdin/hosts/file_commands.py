"""Carry out the commands that change a club workbook file: recalculate, pair, import, rename, merge, roll over."""

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
from xladdin.hosts.launcher import make_finish_hint
from xladdin.hosts.workbook_file import Change, add_new_reports, change_file, warn_if_open, write_workbook
from xladdin.messages import Message, msg, ngettext
from xladdin.recalc import recalculate_workbook
from xladdin.workbook.computed_columns import read_ratings_by_name
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

    `accepted` has the numbers of the rows on Review to accept, or is None to accept all of them. If nothing changed,
    nothing is written. Of two concurrent runs in place, the second waits until the first has written the file. Raises
    WorkbookError if the file cannot be read or written, is not a club workbook, or is open elsewhere. The file is then
    unchanged.
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
        file = add_new_reports(open_club_file(path))
        outcome = _recalculate(file, now, progress)
        progress(msg("Writing {name}", name=output.name))
        mode = stat.S_IMODE(path.stat().st_mode)  # the copy must not be readable for more users than the workbook
        create_file(output, lambda target: _write(file, outcome, target), mode=mode)
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
        # With rows to fix only Notes change: copies before such changes would push out useful ones.
        return Change(outcome, outcome.blocks, outcome, keep_copy=not outcome.problems)

    outcome = change_file(path, "recalc", change, progress)
    return outcome if outcome.blocks else warn_if_open(path, outcome)


def has_been_recalculated(path: Path) -> bool:
    """Return whether the workbook has ever been recalculated. Raises WorkbookError if it cannot be read."""
    from xladdin.workbook.schema import NOT_RECALCULATED, RECALCULATED_NAME

    return open_club_file(path).names.get(RECALCULATED_NAME) not in (None, "", NOT_RECALCULATED)


def check_file(path: Path, now: datetime, progress: ProgressCallback = lambda step: None) -> RecalcResult:
    """Recalculate the file as `recalculate_file` does, without writing."""
    progress(msg("Reading {name}", name=path.name))
    return warn_if_open(path, _recalculate(add_new_reports(open_club_file(path)), now, progress, to_write=False))


def _recalculate(
    file: ClubFile,
    now: datetime,
    progress: ProgressCallback,
    accepted: Collection[int] | None = (),
    *,
    to_write: bool = True,
) -> RecalcResult:
    review_options = ReviewOptions(accepted_numbers=accepted)
    return recalculate_workbook(file, now, progress, review_options, make_finish_hint(file), to_write=to_write)


def _write(file: ClubFile, outcome: RecalcResult, target: BinaryIO) -> None:
    write_workbook(file, outcome.blocks, target, outcome)


def pair_file(
    path: Path, now: datetime, progress: ProgressCallback = lambda step: None, present: Collection[str] = ()
) -> NextRound:
    """Pair the next round of the evening in the file.

    If `present` has players, they replace the marks on Tonight.

    Raises the errors of `recalculate_file`, `mark_present_players` and `pair_next_round`.
    """
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.next_round import pair_next_round, validate_is_paired
    from xladdin.workbook.report_sheets.tonight import mark_present_players

    def change(original: ClubFile) -> Change[NextRound]:
        system = read_system(original)
        validate_is_paired(system)
        file = fill_workbook(original, mark_present_players(original, system, present)) if present else original
        next_round = pair_next_round(file, now, progress, make_finish_hint(file))
        return Change(next_round, next_round.blocks, next_round.recalc_result, file=file)

    return change_file(path, "pair", change, progress)


def enter_evening_in_file(path: Path, evening: TypedEvening, now: datetime, progress: ProgressCallback) -> RecalcResult:
    """Write typed games into a workbook file and recalculate it. Raises as `recalculate_file` and `enter_evening`."""
    from xladdin.next_round import enter_evening

    def change(file: ClubFile) -> Change[RecalcResult]:
        blocks, outcome = enter_evening(file, evening, now, progress, make_finish_hint(file))
        return Change(outcome, blocks, outcome)

    return change_file(path, "evening", change, progress)


def rollover_file(
    old_path: Path,
    new_path: Path,
    now: datetime,
    *,
    keep_log: bool,
    progress: ProgressCallback = lambda step: None,
    language: str = "",
) -> tuple[RecalcResult, Sequence[Message]]:
    """Create and recalculate the workbook that follows an old one.

    Returns the result of the recalculation, and messages on the content that was not carried over. With `keep_log` the
    new workbook has the whole log. `language` is the code of its language, by default that of the old one. The old file
    is not changed. Raises WorkbookError if the new file exists or a rating would differ, and InvalidRowsError if a row
    of the old one is wrong.
    """
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.hosts.publishing import make_successor_blocks
    from xladdin.replay import replay_log
    from xladdin.workbook.journal import list_journal_lines, list_journal_rows
    from xladdin.workbook.new_workbook import fill_template, validate_new_path
    from xladdin.workbook.rollover import build_successor, describe_unmoved_parts, validate_same_ratings
    from xladdin.workbook.schema import read_language, read_language_code
    from xladdin.workbook.validation import read_club_log

    validate_new_path(new_path)
    progress(msg("Reading {name}", name=old_path.name))
    file = open_club_file(old_path)
    system = (read_system_of_any_version if keep_log else read_system)(file)
    log = read_club_log(file, system, now.date()).require_valid()
    old_replay = replay_log(log, today=now.date())
    progress(msg("Creating {name}", name=new_path.name))
    journal: Sequence[Sequence[CellValue]] = ()
    if keep_log:  # the corrections since the last recalculation are not on the Journal yet
        corrections = recalculate_workbook(file, now).corrections if has_current_version(file) else ()
        journal = list_journal_rows(list_journal_lines(file, corrections, read_language(file)))
    successor = build_successor(
        file, old_replay, file.visible_sheets, new_path, now, keep_log=keep_log, journal=journal, language=language
    )
    outcome = recalculate_workbook(successor.file, now, progress, finish_hint=make_finish_hint(successor.file))
    workbook = successor.file
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    page_blocks = make_successor_blocks(successor.file, file, old_path, outcome.replay.log, keep_log=keep_log)
    if page_blocks:
        workbook = fill_workbook(successor.file, page_blocks)
        outcome = recalculate_workbook(workbook, now, progress, finish_hint=make_finish_hint(workbook))
    assert outcome.replay is not None
    validate_same_ratings(old_replay, outcome.replay)
    progress(msg("Writing {name}", name=new_path.name))
    create_file(new_path, lambda target: _write(workbook, outcome, target))
    comparable_template = None
    if read_language_code(file.names) != read_language_code(successor.file.names):
        comparable_template, _ = fill_template(system, new_path, "", {}, now, language=read_language_code(file.names))
    return outcome, [*successor.notes, *describe_unmoved_parts(file, successor.file, comparable_template)]


def make_player_report(path: Path, name: str, now: datetime, progress: ProgressCallback) -> tuple[Replay, PlayerReport]:
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
    player_replay = replay_log(log, today=now.date())
    return player_replay, PlayerReport(Statistics(player_replay), position)


# The configuration of a tsh tournament, which names the other files of its folder.
TSH_CONFIGURATION = "config.tsh"
# The most files of a folder to import.
MAX_FILES = 500


def build_workbook(
    system: RatingSystem,
    path: Path,
    now: datetime,
    *,
    title: str,
    lambda_names: bool,
    language: str,
) -> ClubFile:
    """Return an empty workbook in memory, with the path of its future file."""
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.workbook.new_workbook import clean_title, fill_template, validate_new_path

    validate_new_path(path)
    file, blocks = fill_template(
        system, path, clean_title(title), {}, now, lambda_names=lambda_names, language=language
    )
    return fill_workbook(file, blocks)


def write_new_workbook(file: ClubFile, result: Import, finish: FinishCallback | None) -> None:
    """Write a new workbook with the result of an import. It never overwrites a file."""
    from xladdin.workbook.new_workbook import write_new_file

    write_new_file(file.path, lambda target: write_workbook(file, result.blocks, target, result.outcome), finish)


def expand_sources(sources: Sequence[Path]) -> list[Path]:
    """Return the files to import.

    A folder is replaced by its tsh configuration, or else by all its visible files. Raises WorkbookError for a folder
    without files, or with too many.
    """
    files: list[Path] = []
    for source in sources:
        if not source.is_dir():
            files.append(source)
            continue
        configuration = source / TSH_CONFIGURATION
        folder_files = [configuration] if configuration.is_file() else sorted(
            file for file in source.iterdir() if file.is_file() and not file.name.startswith((".", "~"))
        )  # fmt: skip
        if not folder_files or len(folder_files) > MAX_FILES:
            raise WorkbookError(
                msg(
                    "{source} is a folder with {files}. Name the files with players and games.",
                    source=source,
                    files=ngettext("{n:,} file", "{n:,} files", len(folder_files)),
                )
            )
        files.extend(folder_files)
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
    """Import files into a workbook file: all of them, or none after an error. The old content is backed up.

    Raises WorkbookError as `prepare_import`, and if the workbook cannot be written or is open elsewhere.
    """
    from xladdin.hosts.workbook_import import prepare_import
    from xladdin.importing.source import open_source

    open_package(path)  # an error of the workbook is reported before those of the sources
    opened = [open_source(source) for source in sources]
    if dry_run:
        return prepare_import(open_club_file(path), opened, answers, now, progress, as_new=as_new)

    def change(file: ClubFile) -> Change[Import]:
        result = prepare_import(file, opened, answers, now, progress, make_finish_hint(file), as_new=as_new)
        return Change(result, result.blocks, result.outcome)

    return change_file(path, "import", change, progress)


TableEdit = Callable[["RatingSystem", Mapping[str, CellTable]], tuple[dict[str, CellTable], Sequence[str]]]


class RenameResult(NamedTuple):
    """The result of renaming or merging a player, with the ratings before and after it by player."""

    outcome: RecalcResult
    old_ratings: Mapping[str, Number | None]
    new_ratings: Mapping[str, Number | None]
    notes: Sequence[str] = ()


def rename_in_file(
    path: Path,
    old_name: str,
    new_name: str,
    now: datetime,
    progress: ProgressCallback,
    *,
    keep_alias: bool,
) -> RenameResult:
    """Change a player's name in all input tables. With `keep_alias` the old name becomes an alias.

    Raises NotFoundError for an unknown name, OutOfRangeError for a new name that is in use, InvalidRowsError for wrong
    rows of the workbook, and WorkbookError. The file is then unchanged.
    """
    from xladdin.workbook.name_matching import rename_player

    def change(system: RatingSystem, tables: Mapping[str, CellTable]) -> tuple[dict[str, CellTable], Sequence[str]]:
        return rename_player(system, tables, old_name, new_name, keep_alias=keep_alias), ()

    return _change_names(path, "rename", old_name, new_name, change, now, progress)


# The columns of Players that the preview of a merge shows.
MERGE_HEADINGS = ("Player", "Games", "Rating")


class MergePreview(NamedTuple):
    """The two players of a merge: headings, and a row with name, games and rating for each player."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


def preview_merge(path: Path, name: str, target_name: str) -> MergePreview:
    """Return the two players of a merge for confirmation. Raises as `merge_in_file` for invalid names."""
    from xladdin.reports.wording import rating_text
    from xladdin.workbook.name_matching import merge_players

    file = open_club_file(path)
    system = read_system(file)
    merge_players(system, file.tables, name, target_name)
    players = file.tables["Players"]
    row_by_name = {name_key(cell_text(cell)): row for row, cell in enumerate(players.column("Player") or ())}
    rows = []
    for spelling in (name, target_name):
        row = row_by_name[name_key(spelling)]
        player, games, rating = (column[row] if column else None for column in map(players.column, MERGE_HEADINGS))
        number = cell_number(rating)
        rows.append(
            [cell_text(player).strip(), cell_text(games), "" if number is None else rating_text(system, number)]
        )
    return MergePreview((MERGE_HEADINGS[0], system.log_schema.count_heading, MERGE_HEADINGS[2]), rows)


def merge_in_file(path: Path, name: str, target_name: str, now: datetime, progress: ProgressCallback) -> RenameResult:
    """Merge two spellings of a player, and keep the old one as an alias. Raises as `rename_in_file`."""
    from xladdin.workbook.name_matching import merge_players

    return _change_names(
        path,
        "merge",
        name,
        target_name,
        lambda system, tables: merge_players(system, tables, name, target_name),
        now,
        progress,
    )


def _change_names(
    path: Path,
    command: str,
    old_name: str,
    new_name: str,
    change: TableEdit,
    now: datetime,
    progress: ProgressCallback,
) -> RenameResult:
    def change_file_names(file: ClubFile) -> Change[RenameResult]:
        system = read_system(file)
        tables, notes = change(system, file.tables)
        options = ReviewOptions(renamed_players={_find_listed_name(file, old_name): " ".join(new_name.split())})
        outcome = recalculate_workbook(WorkbookOverlay(file, tables), now, progress, options, make_finish_hint(file))
        if outcome.problems:
            raise InvalidRowsError(outcome.problems)
        old_ratings = read_ratings_by_name(file.tables["Players"])
        assert outcome.replay is not None
        ratings = system.player_columns(outcome.replay.state)["Rating"]
        new_ratings = {player.name: cell_number(rating) for player, rating in zip(outcome.replay.log.players, ratings)}
        blocks = [*diff_input_cells(system, file, tables), *outcome.blocks]
        return Change(RenameResult(outcome, old_ratings, new_ratings, tuple(notes)), blocks, outcome)

    return change_file(path, command, change_file_names, progress)


def _find_listed_name(file: ClubFile, name: str) -> str:
    """Return a name in the spelling of the sheet Players, or unchanged if it is not there."""
    players = map(cell_text, file.tables["Players"].column("Player") or ())
    return next((player.strip() for player in players if name_key(player) == name_key(name)), name)
