"""A club workbook published, if it is up to date and every row is right."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from xladdin.cells.table import ClubBook
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import FileProblem, InvalidRowsError, OutOfDate
from xladdin.files.reading.club_file import open_club_file
from xladdin.files.safety.safekeeping import explained, refuse_as_folder
from xladdin.languages.language import NAMED
from xladdin.log import Log
from xladdin.publish.club import Club, Tonight, Wishes
from xladdin.publish.folder import Published
from xladdin.recalc import recalculate
from xladdin.replay import Replay
from xladdin.workbook.recalc_result import Progress, RecalcResult
from xladdin.workbook.report_sheets.tonight import waiting_evening
from xladdin.workbook.rules.as_edited import club_choices, club_settings
from xladdin.workbook.schema import ALIASES, CROSSTABLE_PLAYERS, LANGUAGE, NOT_YET, PAPER, RECALCULATED_NAME, TITLE_NAME
from xladdin.workbook.web_words import web_words


def publish_file(
    path: Path, folder: Path | None, wishes: Wishes, now: datetime, progress: Progress = lambda step: None
) -> Published:
    """Writes the page of a workbook file into a folder. Raises as `publish_book`, and if the file cannot be read."""
    progress(f"Reading {path.name}")
    return publish_book(open_club_file(path), path, folder, wishes, now, progress)


def publish_book(
    book: ClubBook,
    path: Path,
    folder: Path | None,
    wishes: Wishes,
    now: datetime,
    progress: Progress = lambda step: None,
) -> Published:
    """Writes the page of an open workbook of any host into a folder, or into that of the last time.

    `path` is the workbook's. The choices are remembered beside it. Raises InvalidRowsError if a row is wrong, OutOfDate
    if somebody typed something since the last recalculation, FileProblem if the folder is not ours, and NotFoundError
    if the wishes name nobody.
    """
    from xladdin.publish.publisher import publish

    outcome = recalculate(book, now, progress)
    if outcome.replay is None:
        raise InvalidRowsError(outcome.problems)
    log = outcome.replay.log
    web = web_words(book, log)
    wishes = Wishes(wishes.language, wishes.blank, _named(wishes.players, log))
    if outcome.blocks:
        raise OutOfDate(_out_of_date(book, path.name, outcome))
    title = shown(book.names.get(TITLE_NAME)).strip() or log.system.title
    chosen = club_choices(book, log.system)
    club = Club(
        title, outcome.replay, web, club_settings(book, log.system)[CROSSTABLE_PLAYERS.name], _aliases(book),
        chosen[PAPER.name], _tonight(book, outcome.replay), NAMED[chosen[LANGUAGE.name]],
    )  # fmt: skip
    progress("Writing the pages")
    return publish(club, path, folder, wishes)


def folder_of_pages(folder: Path, workbooks: Sequence[Path]) -> None:
    """Makes the folder that holds a page of each workbook, in a folder of its name.

    Raises FileProblem if it cannot be made, or two of the workbooks have one name.
    """
    names: dict[str, Path] = {}
    for path in workbooks:
        other = names.setdefault(path.stem.casefold(), path)
        if other is not path:
            raise FileProblem(
                f"{other} and {path} have the same name, and so would their pages. Publish one of them by itself."
            )
    refuse_as_folder(folder)
    with explained(folder):
        folder.mkdir(exist_ok=True)


def _out_of_date(book: ClubBook, name: str, outcome: RecalcResult) -> str:
    if shown(book.names.get(RECALCULATED_NAME)) in ("", NOT_YET):
        return f"{name} is not published: it has not been recalculated yet. Recalculate it first."
    why = "something was typed since it was recalculated"
    if outcome.changes:
        first = outcome.changes[0].player
        others = len(outcome.changes) - 1
        also = f" and of {counted(others, 'other player')}" if others else ""
        why = f"it is out of date, the rating of {first}{also} would change"
    return f"{name} is not published: {why}. Recalculate it first."


def _tonight(book: ClubBook, replayed: Replay) -> Tonight | None:
    """The round that waits for its scores, or None."""
    evening = waiting_evening(book, replayed) if replayed.log.system.log_schema.is_paired else None
    if evening is None or not evening.waiting:
        return None
    tables = [(number, table.player1, table.player2) for number, table in evening.waiting.items()]
    return Tonight(evening.date, evening.round, tables, evening.sits_out)


def _aliases(book: ClubBook) -> dict[str, str]:
    """The player behind each other spelling, by its name key."""
    table = book.tables.get(ALIASES.name)
    columns = [table and table.column(column.heading) for column in ALIASES.columns]
    if not all(columns):
        return {}
    return {name_key(shown(alias)): shown(player).strip() for alias, player in zip(*columns) if not is_blank(player)}


def _named(players: Mapping[str, str], log: Log) -> dict[str, str]:
    """The wishes by the players' names in the log."""
    names = log.name_reading()
    return {log.players[names.player(name)].name: how for name, how in players.items()}
