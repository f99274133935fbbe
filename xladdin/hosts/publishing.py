"""A club workbook published: only one that is up to date, and where every row is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from xladdin.cells.table import ClubBook
from xladdin.cells.text import counted, is_blank, shown
from xladdin.errors import FileProblem, NotFound, Problem, RowsToMend, WrongKind
from xladdin.files.reading.club_file import open_club_file
from xladdin.log import Log
from xladdin.log.roster import NOBODY, NameReading
from xladdin.publish.club import SHOWN, Club, Wishes
from xladdin.publish.folder import Published
from xladdin.recalc import Outcome, Progress, recalculate
from xladdin.workbook.rules.reading import club_settings
from xladdin.workbook.schema import CROSSTABLE_PLAYERS, NOT_YET, RECALCULATED_NAME, TITLE_NAME, WEB


def publish_file(
    path: Path, folder: Path, wishes: Wishes, now: datetime, progress: Progress = lambda step: None
) -> Published:
    """Writes the page of a workbook file into a folder. Raises as `publish_book`, and where the file cannot be read."""
    progress(f"Reading {path.name}")
    return publish_book(open_club_file(path), path.name, folder, wishes, now, progress)


def publish_book(
    book: ClubBook, name: str, folder: Path, wishes: Wishes, now: datetime, progress: Progress = lambda step: None
) -> Published:
    """Writes the page of an open workbook of any host into a folder. name: of the workbook, for messages.

    Raises RowsToMend where a row is wrong, FileProblem where the workbook is out of date or the folder is not ours,
    NotFound where the wishes name nobody.
    """
    from xladdin.publish.publisher import publish

    outcome = recalculate(book, now, progress)
    if outcome.replay is None:
        raise RowsToMend(outcome.problems)
    log = outcome.replay.log
    web = _web(book, log)
    wishes = Wishes(wishes.language, wishes.blank, _named(wishes.players, log))
    if outcome.blocks:
        raise FileProblem(_out_of_date(book, name, outcome))
    title = shown(book.names.get(TITLE_NAME)).strip() or log.system.title
    club = Club(title, outcome.replay, web, club_settings(book)[CROSSTABLE_PLAYERS.name])
    progress("Writing the pages")
    return publish(club, folder, wishes)


def published_words(published: Published) -> str:
    """What came of it, in a sentence or two."""
    folder, files = published.folder, counted(published.files, "file")
    if not published.written and not published.removed:
        return f"{folder}: {files}. Nothing has changed since the last time."
    removed = f", {published.removed:,} removed" if published.removed else ""
    return f"{folder}: {files}, {published.written:,} written{removed}. Open index.html there."


def _out_of_date(book: ClubBook, name: str, outcome: Outcome) -> str:
    if shown(book.names.get(RECALCULATED_NAME)) in ("", NOT_YET):
        return f"{name} is not published: it has not been recalculated yet. Recalculate it first."
    why = "something was typed since it was recalculated"
    if outcome.changes:
        first = outcome.changes[0].player
        others = len(outcome.changes) - 1
        also = f" and of {counted(others, 'other player')}" if others else ""
        why = f"it is out of date, the rating of {first}{also} would change"
    return f"{name} is not published: {why}. Recalculate it first."


def _web(book: ClubBook, log: Log) -> Sequence[str]:
    """The word of the column Web for each player, nothing where it is blank. Raises RowsToMend for any other."""
    table = book.tables["Players"]
    cells = table.column(WEB.heading)
    if cells is None:
        return [""] * len(log.players)
    words, problems = [], []
    for row in log.player_rows:
        word = "" if is_blank(cells[row]) else shown(cells[row]).strip().casefold()
        if word not in ("", *SHOWN):
            message = f"must be {', '.join(SHOWN[:-1])} or {SHOWN[-1]}, or blank"
            place = table.row + 1 + row
            problems.append(
                Problem(table.name, table.sheet, place, WEB.heading, shown(cells[row]), message, WrongKind.excel_error)
            )
        words.append(word)
    if problems:
        raise RowsToMend(problems)
    return words


def _named(players: Mapping[str, str], log: Log) -> dict[str, str]:
    """The wishes by the players' names as the log has them."""
    names = NameReading([player.name for player in log.players])
    named = {}
    for name, how in players.items():
        position = names[name]
        if position is None or position == NOBODY:
            raise NotFound(f'"{name}": {names.refused.get(name, "no such player")}.')
        named[log.players[position].name] = how
    return named
