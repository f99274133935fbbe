"""Publish a club workbook if it is up to date and every row is right. Ask first what nobody has chosen yet."""

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
from xladdin.files.locks import sibling_path
from xladdin.files.safe_write import friendly_os_errors, validate_folder_path
from xladdin.game_log import GameLog
from xladdin.game_log.reading import make_name_reading
from xladdin.messages import Message, heading_message, msg, ngettext
from xladdin.recalc import recalculate_workbook
from xladdin.replay import Replay
from xladdin.reports.wording import INITIALS, NAME, SHOWN, shown_of
from xladdin.web_pages.page_folder import Published, has_page, refuse_another
from xladdin.web_pages.site import Club, WaitingRound
from xladdin.workbook.recalc_result import ProgressCallback, RecalcResult
from xladdin.workbook.report_sheets.tonight import read_waiting_evening
from xladdin.workbook.rules import new_club_id, read_club_paper, read_club_settings
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
    language_code,
)
from xladdin.workbook.web_settings import (
    WEB_WORDS_BY_CHOICE,
    earlier_seasons_link,
    find_page_folder,
    is_plain_name,
    read_valid_club_id,
    read_web_column,
    read_web_settings,
    web_blocks,
)

NAMES_BY_SHOWN = {how: names for names, how in WEB_WORDS_BY_CHOICE.items()}
CAREFUL = msg(
    'Players are shown by initials, because "Names on the web page" on Rules is blank. Choose there how to show them.'
)


class PageQuestions(Protocol):
    """Asks a person what a workbook leaves open about its web page. The answer None means that nobody can be asked."""

    def wants_page(self, workbook: str, folder: str) -> bool | None:
        """Ask whether finishing an evening publishes the page into this folder."""

    def names(self, workbook: str) -> str | None:
        """Ask how the page shows players: names, initials or none."""


def wants_page_question(workbook: str, folder: str) -> Message:
    """Return the question whether finishing an evening publishes the page."""
    return msg(
        "Should finishing an evening also write the web page of {workbook}? It is the folder "
        '"{folder}" next to the workbook, which you put on the web or on a memory stick.',
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
    """Write the page of a workbook file. Raises as `prepare_page`, and if the file cannot be read or written.

    New answers are written into the workbook first, so that an interrupted run never shows a hidden player.
    """
    from xladdin.web_pages.publisher import publish

    progress(msg("Reading {name}", name=path.name))
    book = open_club_file(path)
    page = prepare_page(
        book, path, folder, now, progress, private=private, questions=questions, with_evening=with_evening
    )
    if page.blocks:
        keep_answers(path, book, page.blocks, now, progress)
    remove_record(path)
    progress(msg("Writing the pages"))
    return replace(publish(page.club, page.folder), notes=page.notes)


def render_player_page(book: ClubWorkbook, name: str, now: datetime) -> dict[str, bytes]:
    """Return the page of a player and its style, by their paths, for people at the club: with all names.

    Raises NotFoundError if there is no such player, and InvalidRowsError if a row is wrong.
    """
    from xladdin.web_pages.publisher import render_player

    return render_player(_club_by_name(book, now), name)


def render_wall_pages(book: ClubWorkbook, reports: Collection[str], now: datetime) -> dict[str, bytes]:
    """Return a page that prints reports, as `render_for_wall` does, for people at the club: with all names.

    Raises InvalidRowsError if a row is wrong.
    """
    from xladdin.web_pages.publisher import render_for_wall

    return render_for_wall(_club_by_name(book, now), reports)


def _club_by_name(book: ClubWorkbook, now: datetime) -> Club:
    from xladdin.workbook.validation import validate_workbook

    replay = validate_workbook(book, now.date()).replay(now.date()).replay
    return _club(book, replay, [NAME] * len(replay.log.players), read_valid_club_id(book), "")


def keep_answers(
    path: Path,
    book: ClubFile,
    blocks: Sequence[CellBlock],
    now: datetime,
    progress: ProgressCallback,
) -> None:
    """Write answers into a workbook file and recalculate it. `book` is the file as it was read before the questions.

    Raises WorkbookError if the file has changed since, and InvalidRowsError if a row is wrong.
    """
    from xladdin.files.workbook_writer import fill_workbook
    from xladdin.hosts.launcher import how_to_finish
    from xladdin.hosts.workbook_file import Change, change_file

    def change(read: ClubFile) -> Change[RecalcResult]:
        if read.package.data != book.package.data:
            raise WorkbookError(msg("{name} has changed in the meantime. Try again.", name=path.name))
        made = fill_workbook(read, blocks)
        outcome = recalculate_workbook(made, now, progress, finish_hint=how_to_finish(read))
        if outcome.replay is None:
            raise InvalidRowsError(outcome.problems)
        return Change(outcome, outcome.blocks, outcome, file=made)

    change_file(path, "publish", change, progress)


def prepare_page(
    book: ClubWorkbook,
    path: Path,
    folder: Path | None,
    now: datetime,
    progress: ProgressCallback,
    *,
    private: str = "",
    questions: PageQuestions | None,
    with_evening: str,
) -> PreparedPage:
    """Check the open workbook of any host, ask what it leaves open, and return its page, not yet written.

    `path` is the workbook's. `folder` is one that a person has named, by default next to the workbook. `private`
    (names, initials or none) and `with_evening` (yes or no) answer before anybody is asked. Raises InvalidRowsError if
    a row is wrong, OutdatedError if the inputs have changed since the last recalculation, and WorkbookError if the
    folder belongs to something else.
    """
    outcome = recalculate_workbook(book, now, progress)
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    log = outcome.replay.log
    web, settings = read_web_column(book, log), read_web_settings(book)
    if outcome.blocks:
        raise OutdatedError(_out_of_date(book, path.name, outcome))
    answers: dict[str, CellValue] = {}
    club_id = read_valid_club_id(book)
    if not club_id:
        answers[CLUB_ID_NAME] = club_id = new_club_id()
    default_folder = find_page_folder(path, settings)
    if folder is None:
        folder = default_folder
        if folder.is_symlink():
            raise WorkbookError(msg("{folder} is a link. Give the folder that it points to.", folder=folder))
    elif is_plain_folder_beside(folder, path) and folder.name != default_folder.name:
        answers[WEB_FOLDER.name] = folder.name
    validate_folder_path(folder)
    refuse_another(folder, club_id)
    old = read_record(path)
    web, web_cells = _apply_record(book, log, web, old)
    names = private or settings.names or NAMES_BY_SHOWN.get(old.get("", ""), "")
    if not names and questions is not None:
        names = questions.names(path.name) or ""
    notes = [] if names else [CAREFUL]
    if names and names != settings.names:
        answers[WEB_NAMES.name] = names
    if with_evening and with_evening != settings.with_evening:
        answers[WEB_EVENING.name] = with_evening
    blocks = [*web_blocks(book, answers), *web_cells]
    shown_players = shown_of(web, WEB_WORDS_BY_CHOICE.get(names, INITIALS))
    club = _club(book, outcome.replay, shown_players, club_id, earlier_seasons_link(settings))
    return PreparedPage(club, folder, blocks, notes)


def folder_of_pages(folder: Path, workbooks: Sequence[Path]) -> None:
    """Create the folder for the pages of several workbooks, each in a folder of its name.

    Raises WorkbookError if it cannot be created, or if two of the workbooks have the same name.
    """
    names: dict[str, Path] = {}
    for path in workbooks:
        other = names.setdefault(path.stem.casefold(), path)
        if other is not path:
            raise WorkbookError(
                msg(
                    "{other} and {path} have the same name, so their pages would, too. Publish them one at a time.",
                    other=other,
                    path=path,
                )
            )
    validate_folder_path(folder)
    with friendly_os_errors(folder):
        folder.mkdir(exist_ok=True)


def successor_blocks(
    made: ClubWorkbook, old_book: ClubWorkbook, old: Path, log: GameLog, *, keep_log: bool
) -> list[CellBlock]:
    """Return the cells about the page in a workbook that follows another.

    They have what the old one's NAME.page.json hides, and if the old one has a page, its folder, or after a rollover
    the link to it. `log` is that of the workbook that follows. Raises WorkbookError if that file is damaged.
    """
    answers: dict[str, CellValue] = {}
    cells: list[CellBlock] = []
    record = read_record(old)
    if record:
        _, cells = _apply_record(made, log, read_web_column(made, log), record)
        if "" in record and is_blank(made.names.get(WEB_NAMES.name)):
            answers[WEB_NAMES.name] = NAMES_BY_SHOWN[record[""]]
    with suppress(InvalidRowsError):  # a publication writes the names of these cells
        folder = find_page_folder(old, read_web_settings(old_book))
        if has_page(folder, read_valid_club_id(old_book)):
            answers |= {WEB_FOLDER.name: folder.name} if keep_log else {WEB_EARLIER.name: f"../{folder.name}"}
    return [*cells, *web_blocks(made, answers)]


def is_plain_folder_beside(folder: Path, workbook: Path) -> bool:
    """Return whether a folder can be named on Rules: it has a plain name in the workbook's own folder."""
    return (
        folder.absolute().parent.resolve() == workbook.absolute().parent.resolve()
        and is_plain_name(folder.name)
        and not folder.is_symlink()
    )


def _apply_record(
    book: ClubWorkbook, log: GameLog, web: Sequence[str], old: Mapping[str, str]
) -> tuple[list[str], list[CellBlock]]:
    """Return the words of the column Web combined with those of NAME.page.json, and the cells that change.

    Of two words for a player the one that shows less counts. Raises WorkbookError if Players has no column Web.
    """
    words, blocks = list(web), []
    record = record_by_player(old, [player.name for player in log.players], make_name_reading(log).find_player)
    table = book.tables["Players"]
    position = table.position(WEB.heading)
    for number, (player, row) in enumerate(zip(log.players, log.player_rows)):
        how = record.get(player.name, "")
        if not how or (words[number] and SHOWN.index(words[number]) >= SHOWN.index(how)):
            continue
        words[number] = how
        if position is None:
            raise WorkbookError(
                msg(
                    "Until now the page has hidden the name of {name}, but Players has no column {heading} to record "
                    "this. Add that column, and publish again.",
                    name=player.name,
                    heading=heading_message(WEB.heading),
                )
            )
        place = table.row_number(row), table.column_number(position)
        blocks.append(CellBlock(table.sheet, *place, ([how],), table=table.name))
    return words, blocks


def _club(book: ClubWorkbook, replay: Replay, shown_players: Sequence[str], club_id: str, earlier: str) -> Club:
    system = replay.log.system
    return Club(
        cell_text(book.names.get(TITLE_NAME)).strip() or system.title,
        replay,
        shown_players,
        read_club_settings(book, system)[CROSSTABLE_PLAYERS.name],
        read_club_paper(book, system),
        _tonight(book, replay),
        language_code(book.names),
        club_id,
        earlier,
    )


def _out_of_date(book: ClubWorkbook, name: str, outcome: RecalcResult) -> Message:
    if cell_text(book.names.get(RECALCULATED_NAME)) in ("", NOT_RECALCULATED):
        return msg("{name} was not published: it has not been recalculated yet. Recalculate it first.", name=name)
    reason = msg("it has changed since it was recalculated")
    if outcome.changes:
        first = outcome.changes[0].player
        others = len(outcome.changes) - 1
        reason = msg("it is out of date: the rating of {player} would change", player=first)
        if others:
            reason = ngettext(
                "it is out of date: the ratings of {player} and {n:,} other player would change",
                "it is out of date: the ratings of {player} and {n:,} other players would change",
                others,
                player=first,
            )
    return msg("{name} was not published: {reason}. Recalculate it first.", name=name, reason=reason)


def _tonight(book: ClubWorkbook, replayed: Replay) -> WaitingRound | None:
    """Return the round that waits for its scores, or None."""
    evening = read_waiting_evening(book, replayed) if replayed.log.system.log_schema.is_paired else None
    if evening is None or not evening.waiting_tables:
        return None
    tables = [(number, table.player1, table.player2) for number, table in evening.waiting_tables.items()]
    return WaitingRound(evening.date, evening.round, tables, evening.players_sitting_out)


_LARGEST = 256_000_000


def record_path(workbook: Path) -> Path:
    """Return the path of the record next to a workbook."""
    return sibling_path(workbook, "", ".page.json", stem=workbook.stem)


def read_record(workbook: Path) -> Mapping[str, str]:
    """Return how the record next to a workbook shows each player, by name, and all others under a blank name.

    It is empty if there is no record. Raises WorkbookError if it is damaged.
    """
    place = record_path(workbook)
    if not os.path.lexists(place):
        return {}
    try:
        status = place.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > _LARGEST:
            raise ValueError
        private = json.loads(place.read_bytes())["private"]
        if not set(private.values()) <= set(SHOWN):
            raise ValueError
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise WorkbookError(
            msg(
                "{place} cannot be read. An earlier version stored there which players are not shown by name. Choose "
                "this in the column Web on Players, then move the file elsewhere.",
                place=place,
            )
        ) from None
    return dict(private)


def remove_record(workbook: Path) -> None:
    """Remove the record, which names players in full, once the workbook has its content."""
    record_path(workbook).unlink(missing_ok=True)


def record_by_player(
    private: Mapping[str, str], names: Sequence[str], meant: Callable[[str], int | None]
) -> dict[str, str]:
    """Return how to show these players, by their present names.

    `meant` returns the position of the player whom a spelling means: None if unknown, below 0 for a bye. An entry for
    another spelling counts for a player who has none, so that an accent added by hand reveals nobody.
    """
    exact = {name_key(name): name for name in names}
    record = {exact[name_key(name)]: how for name, how in private.items() if name and name_key(name) in exact}
    for name, how in private.items():
        position = meant(name) if name else None
        if position is not None and position >= 0:
            record.setdefault(names[position], how)
    return record
