"""Publish a club workbook as web pages, if it is up to date and has no rows to fix.

Settings of the page that are not chosen yet are asked for first.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from xladdin.cells import CellBlock, CellValue, ClubWorkbook, cell_text, is_blank, name_key
from xladdin.errors import InvalidRowsError, OutdatedError, WorkbookError
from xladdin.files.club_file import ClubFile, open_club_file
from xladdin.files.locks import make_sibling_path
from xladdin.files.safe_write import translate_os_errors, validate_folder_path
from xladdin.game_log import GameLog
from xladdin.game_log.reading import make_name_reading
from xladdin.messages import Message, heading_message, msg, ngettext
from xladdin.recalc import recalculate_workbook
from xladdin.replay import Replay
from xladdin.reports.wording import INITIALS, NAME, VISIBILITIES, resolve_visibility
from xladdin.web_pages.page_folder import Published, has_page, validate_page_folder
from xladdin.web_pages.site import Club, WaitingRound
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.tonight import read_waiting_evening
from xladdin.workbook.rules import generate_club_id, read_club_paper, read_club_settings
from xladdin.workbook.schema import (
    CLUB_ID_NAME,
    CROSSTABLE_PLAYERS,
    NOT_RECALCULATED,
    RECALCULATED_NAME,
    TITLE_NAME,
    WEB,
    WEB_EARLIER,
    WEB_EVENING,
    WEB_FOLDER,
    WEB_NAMES,
    read_language_code,
)
from xladdin.workbook.web_settings import (
    WEB_WORDS_BY_CHOICE,
    build_web_blocks,
    find_page_folder,
    is_plain_name,
    make_earlier_link,
    read_valid_club_id,
    read_web_column,
    read_web_settings,
)

# The value of the setting on Rules, by the visibility of players.
NAMES_BY_VISIBILITY = {visibility: names for names, visibility in WEB_WORDS_BY_CHOICE.items()}
INITIALS_NOTE = msg(
    'Players are shown by initials, because "Names on the web page" on Rules is blank. Choose there how to show them.'
)


class PageQuestions(Protocol):
    """Ask for settings of the web page that are not chosen yet. The answer None means that nobody can be asked."""

    def wants_page(self, workbook: str, folder: str) -> bool | None:
        """Return the answer whether finishing an evening publishes the page into this folder."""

    def ask_names(self, workbook: str) -> str | None:
        """Return the answer how the page shows players: names, initials or none."""


def make_page_question(workbook: str, folder: str) -> Message:
    """Return the text of the question whether finishing an evening publishes the page."""
    return msg(
        'Should finishing an evening also write the web page of {workbook}? It is the folder "{folder}" next to the '
        "workbook, which you can copy to a website or a memory stick.",
        workbook=workbook,
        folder=folder,
    )


@dataclass(frozen=True)
class PreparedPage:
    """A page before it is written. `blocks` are the cells that store new answers in the workbook."""

    club: Club
    folder: Path
    blocks: Sequence[CellBlock]
    notes: Sequence[Message]


def publish_file(
    path: Path,
    folder: Path | None,
    now: datetime,
    progress: ProgressCallback = lambda step: None,
    *,
    private: str = "",
    questions: PageQuestions | None = None,
    with_evening: str = "",
) -> Published:
    """Write the web page of a workbook file. Raises as `prepare_page`, and if the file cannot be read or written.

    New answers are written into the workbook first, so that an interrupted run never publishes a hidden name.
    """
    from xladdin.web_pages.publisher import publish

    progress(msg("Reading {name}", name=path.name))
    workbook = open_club_file(path)
    page = prepare_page(
        workbook, path, folder, now, progress, private=private, questions=questions, with_evening=with_evening
    )
    if page.blocks:
        store_answers(path, workbook, page.blocks, now, progress)
    remove_record(path)
    progress(msg("Writing the pages"))
    return replace(publish(page.club, page.folder), notes=page.notes)


def render_player_page(workbook: ClubWorkbook, name: str, now: datetime) -> dict[str, bytes]:
    """Return the page of a player and its style sheet, by path, with all names. It is meant for use within the club.

    Raises NotFoundError if there is no such player, and InvalidRowsError if a row is wrong.
    """
    from xladdin.web_pages.publisher import render_player

    return render_player(_make_public_club(workbook, now), name)


def render_wall_pages(workbook: ClubWorkbook, reports: Collection[str], now: datetime) -> dict[str, bytes]:
    """Return a page to print with some reports, as `render_for_wall` does, with all names, for use within the club.

    Raises InvalidRowsError if a row is wrong.
    """
    from xladdin.web_pages.publisher import render_for_wall

    return render_for_wall(_make_public_club(workbook, now), reports)


def _make_public_club(workbook: ClubWorkbook, now: datetime) -> Club:
    from xladdin.workbook.validation import validate_workbook

    replay = validate_workbook(workbook, now.date()).replay(now.date()).replay
    return _make_club(workbook, replay, [NAME] * len(replay.log.players), read_valid_club_id(workbook), "")


def store_answers(
    path: Path,
    workbook: ClubFile,
    blocks: Sequence[CellBlock],
    now: datetime,
    progress: ProgressCallback,
) -> None:
    """Write answers into a workbook file and recalculate it.

    `workbook` is the file as it was read before the questions. Raises WorkbookError if the file has changed since, and
    InvalidRowsError if a row is wrong.
    """
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.hosts.launcher import make_finish_hint
    from xladdin.hosts.workbook_file import Change, change_file

    def change(current: ClubFile) -> Change[RecalcResult]:
        if current.package.data != workbook.package.data:
            raise WorkbookError(msg("{name} has changed in the meantime. Try again.", name=path.name))
        answered = fill_workbook(current, blocks)
        outcome = recalculate_workbook(answered, now, progress, finish_hint=make_finish_hint(current))
        if outcome.replay is None:
            raise InvalidRowsError(outcome.problems)
        return Change(outcome, outcome.blocks, outcome, file=answered)

    change_file(path, "publish", change, progress)


def prepare_page(
    workbook: ClubWorkbook,
    path: Path,
    folder: Path | None,
    now: datetime,
    progress: ProgressCallback,
    *,
    private: str = "",
    questions: PageQuestions | None,
    with_evening: str,
) -> PreparedPage:
    """Check the workbook of any host, ask for missing settings, and return its page without writing it.

    `path` is the path of the workbook. `folder` is the folder that the user has given, by default the one of the
    setting. `private` (names, initials or none) and `with_evening` (yes or no) replace questions. Raises
    InvalidRowsError if a row is wrong, OutdatedError if the inputs have changed since the last recalculation, and
    WorkbookError if the folder has other content.
    """
    outcome = recalculate_workbook(workbook, now, progress, with_reports=False)  # the page shows no sheet
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    log = outcome.replay.log
    web, settings = read_web_column(workbook, log), read_web_settings(workbook)
    if outcome.blocks:
        raise OutdatedError(_describe_outdated(workbook, path.name, outcome))
    answers: dict[str, CellValue] = {}
    club_id = read_valid_club_id(workbook)
    if not club_id:
        answers[CLUB_ID_NAME] = club_id = generate_club_id()
    default_folder = find_page_folder(path, settings)
    if folder is None:
        folder = default_folder
        if folder.is_symlink():
            raise WorkbookError(msg("{folder} is a link. Give the folder that it points to.", folder=folder))
    elif is_plain_folder_beside(folder, path) and folder.name != default_folder.name:
        answers[WEB_FOLDER.name] = folder.name
    validate_folder_path(folder)
    validate_page_folder(folder, club_id)
    record = read_record(path)
    web, web_cells = _apply_record(workbook, log, web, record)
    names = private or settings.names or NAMES_BY_VISIBILITY.get(record.get("", ""), "")
    if not names and questions is not None:
        names = questions.ask_names(path.name) or ""
    notes = [] if names else [INITIALS_NOTE]
    if names and names != settings.names:
        answers[WEB_NAMES.name] = names
    if with_evening and with_evening != settings.publishes_with_evening:
        answers[WEB_EVENING.name] = with_evening
    blocks = [*build_web_blocks(workbook, answers), *web_cells]
    shown_players = resolve_visibility(web, WEB_WORDS_BY_CHOICE.get(names, INITIALS))
    club = _make_club(workbook, outcome.replay, shown_players, club_id, make_earlier_link(settings))
    return PreparedPage(club, folder, blocks, notes)


def create_pages_folder(folder: Path, workbooks: Sequence[Path]) -> None:
    """Create the folder for the pages of several workbooks. Each page gets a subfolder with the workbook's name.

    Raises WorkbookError if it cannot be created, or if two of the workbooks have the same name.
    """
    names: dict[str, Path] = {}
    for path in workbooks:
        first_path = names.setdefault(path.stem.casefold(), path)
        if first_path is not path:
            raise WorkbookError(
                msg(
                    "{other} and {path} have the same name, so their pages would, too. Publish them one at a time.",
                    other=first_path,
                    path=path,
                )
            )
    validate_folder_path(folder)
    with translate_os_errors(folder):
        folder.mkdir(exist_ok=True)


def make_successor_blocks(
    successor: ClubWorkbook, old_workbook: ClubWorkbook, old_path: Path, log: GameLog, *, keep_log: bool
) -> list[CellBlock]:
    """Return the cells with settings of the page for the workbook that follows another.

    They have the choices in the old workbook's NAME.page.json and, if it has a page, the page's folder, or after a
    rollover a link to it. `log` is that of the new workbook. Raises WorkbookError if NAME.page.json is damaged.
    """
    answers: dict[str, CellValue] = {}
    cells: list[CellBlock] = []
    record = read_record(old_path)
    if record:
        _, cells = _apply_record(successor, log, read_web_column(successor, log), record)
        if "" in record and is_blank(successor.names.get(WEB_NAMES.name)):
            answers[WEB_NAMES.name] = NAMES_BY_VISIBILITY[record[""]]
    with suppress(InvalidRowsError):  # a publication writes the names of these cells
        folder = find_page_folder(old_path, read_web_settings(old_workbook))
        if has_page(folder, read_valid_club_id(old_workbook)):
            answers |= {WEB_FOLDER.name: folder.name} if keep_log else {WEB_EARLIER.name: f"../{folder.name}"}
    return [*cells, *build_web_blocks(successor, answers)]


def is_plain_folder_beside(folder: Path, workbook: Path) -> bool:
    """Return whether a folder can be the setting on Rules: a plain name in the folder of the workbook, and no link."""
    return (
        folder.absolute().parent.resolve() == workbook.absolute().parent.resolve()
        and is_plain_name(folder.name)
        and not folder.is_symlink()
    )


def _apply_record(
    workbook: ClubWorkbook, log: GameLog, web: Sequence[str], private: Mapping[str, str]
) -> tuple[list[str], list[CellBlock]]:
    """Combine the column Web with the choices in NAME.page.json. Return the new column, and the cells that change.

    Of two choices for a player the stricter one counts. Raises WorkbookError if Players has no column Web.
    """
    web_entries, blocks = list(web), []
    record = match_record(private, [player.name for player in log.players], make_name_reading(log).find_player)
    table = workbook.tables["Players"]
    position = table.position(WEB.heading)
    for number, (player, row) in enumerate(zip(log.players, log.player_rows)):
        visibility = record.get(player.name, "")
        if not visibility or (
            web_entries[number] and VISIBILITIES.index(web_entries[number]) >= VISIBILITIES.index(visibility)
        ):
            continue
        web_entries[number] = visibility
        if position is None:
            raise WorkbookError(
                msg(
                    "Until now the page has hidden the name of {name}, but Players has no column {heading} to record "
                    "this. Add that column, and publish again.",
                    name=player.name,
                    heading=heading_message(WEB.heading),
                )
            )
        cell = table.row_number(row), table.column_number(position)
        blocks.append(CellBlock(table.sheet, *cell, ([visibility],), table=table.name))
    return web_entries, blocks


def _make_club(
    workbook: ClubWorkbook, replay: Replay, shown_players: Sequence[str], club_id: str, earlier: str
) -> Club:
    system = replay.log.system
    return Club(
        cell_text(workbook.names.get(TITLE_NAME)).strip() or system.title,
        replay,
        shown_players,
        read_club_settings(workbook, system)[CROSSTABLE_PLAYERS.name],
        read_club_paper(workbook, system),
        _find_waiting_round(workbook, replay),
        read_language_code(workbook.names),
        club_id,
        earlier,
    )


def _describe_outdated(workbook: ClubWorkbook, name: str, outcome: RecalcResult) -> Message:
    if cell_text(workbook.names.get(RECALCULATED_NAME)) in ("", NOT_RECALCULATED):
        return msg("{name} was not published: it has not been recalculated yet. Recalculate it first.", name=name)
    reason = msg("it has changed since it was recalculated")
    if outcome.changes:
        player = outcome.changes[0].player
        other_count = len(outcome.changes) - 1
        reason = msg("it is out of date: the rating of {player} would change", player=player)
        if other_count:
            reason = ngettext(
                "it is out of date: the ratings of {player} and {n:,} other player would change",
                "it is out of date: the ratings of {player} and {n:,} other players would change",
                other_count,
                player=player,
            )
    return msg("{name} was not published: {reason}. Recalculate it first.", name=name, reason=reason)


def _find_waiting_round(workbook: ClubWorkbook, replay: Replay) -> WaitingRound | None:
    """Return the round without scores, or None."""
    evening = read_waiting_evening(workbook, replay) if replay.log.system.log_schema.is_paired else None
    if evening is None or not evening.waiting_tables:
        return None
    tables = [(number, table.player1, table.player2) for number, table in evening.waiting_tables.items()]
    return WaitingRound(evening.date, evening.round, tables, evening.players_sitting_out)


# The most bytes of a record of names.
_MAX_RECORD = 256_000_000


def get_record_path(workbook: Path) -> Path:
    """Return the path of NAME.page.json next to a workbook."""
    return make_sibling_path(workbook, "", ".page.json", stem=workbook.stem)


def read_record(workbook: Path) -> Mapping[str, str]:
    """Return the choices in NAME.page.json, by player, with that for all other players under "".

    Earlier versions wrote this file. It is empty if there is none. Raises WorkbookError if it is damaged.
    """
    path = get_record_path(workbook)
    if not os.path.lexists(path):
        return {}
    try:
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _MAX_RECORD:
            raise ValueError
        private = json.loads(path.read_bytes())["private"]
        if not set(private.values()) <= set(VISIBILITIES):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise WorkbookError(
            msg(
                "{place} cannot be read. An earlier version stored there which players are not shown by name. Choose "
                "this in the column Web on Players, then move the file elsewhere.",
                place=path,
            )
        ) from None
    return dict(private)


def remove_record(workbook: Path) -> None:
    """Delete NAME.page.json, which has hidden names in full, after the workbook has its choices."""
    get_record_path(workbook).unlink(missing_ok=True)


def match_record(
    private: Mapping[str, str], names: Sequence[str], find_player: Callable[[str], int | None]
) -> dict[str, str]:
    """Return the recorded choices by the present names of the players.

    `find_player` returns the position of the player with a spelling: None if it is unknown, below 0 for a bye. A choice
    under another spelling counts for a player without an exact entry, so that adding an accent to a name reveals
    nobody.
    """
    name_by_key = {name_key(name): name for name in names}
    record = {
        name_by_key[name_key(name)]: visibility
        for name, visibility in private.items()
        if name and name_key(name) in name_by_key
    }
    for name, visibility in private.items():
        position = find_player(name) if name else None
        if position is not None and position >= 0:
            record.setdefault(names[position], visibility)
    return record
