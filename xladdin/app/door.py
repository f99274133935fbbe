"""The one door between the page and xladdin. The page names a command and its arguments, as on the command line.

It runs in the browser's own Python. What a command would show on a terminal comes back as data that the page draws.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from xladdin.app.shown import Page, message_text
from xladdin.commands.main import app, words_for
from xladdin.commands.shell.terminal import CANNOT, shown_on, status_of
from xladdin.errors import IncompatibleSchemaError, InvalidRowsError, NotFoundError
from xladdin.files.club_file import ClubFile
from xladdin.languages.language import Language
from xladdin.messages import msg
from xladdin.workbook.web_page import WebSettings, page_folder_of, read_web_settings

if TYPE_CHECKING:
    from xladdin.game_entry import TypedEvening
    from xladdin.systems.system import RatingSystem

_last: list[Page] = []
"""What the last command has shown, for a reader who then chooses the other language. It is empty before the first."""


def answer(arguments: str, tell: Callable[[str], object] = lambda step: None, language: str = "en") -> str:
    """Run a command. `arguments` is a JSON list, as a shell would pass them, and `language` is en or fr.

    The answer is JSON as well. Its `status` is the command line's exit status, and `shown` is what the command shows.
    `renews` is true if the workbook was refused because it is of another form, and can be updated.
    """
    return _answered(
        lambda: app.main(json.loads(arguments), prog_name="xladdin", standalone_mode=False), tell, language
    )


def enter(file: str, typed: str, tell: Callable[[str], object] = lambda step: None, language: str = "en") -> str:
    """Write the games of an evening into a workbook and recalculate it. `typed` is as in `check`, the answer as there.

    The answer is that of `answer`.
    """
    from datetime import datetime
    from pathlib import Path

    from xladdin.commands.ratings import show_changes
    from xladdin.commands.shell.terminal import steps
    from xladdin.hosts.file.club_file import enter_evening_in_file

    def work() -> None:
        with steps(msg("Nothing was written.")) as progress:
            outcome = enter_evening_in_file(Path(file), _typed_evening(typed), datetime.now(), progress)
        show_changes(outcome, written=True)

    return _answered(work, tell, language)


def check(file: str, typed: str, language: str = "en") -> str:
    """Return what a recalculation would say of typed games, as JSON: a list of `game`, its position, `message`, and
    `unknown`, a name that is not on Players.

    `typed` is JSON: `day` as 2026-05-19, `newcomers`, and `games`, each with `cells` by the headings of the log and the
    `row` of a game that waits in the workbook, or null.
    """
    from datetime import date

    from xladdin.game_entry import check_evening

    say = Language(language)
    problems = check_evening(_open_book(file), _typed_evening(typed), date.today())
    found = [
        {
            "game": game,
            "message": f"{problem.column}{say.colon}{message_text(problem.message, say)}",
            "unknown": problem.value if problem.excel_error == NotFoundError.excel_error else "",
        }
        for game, problem in problems
    ]
    return json.dumps(found)


def _typed_evening(typed: str) -> TypedEvening:
    from datetime import date

    from xladdin.game_entry import TypedEvening, TypedGame

    read = json.loads(typed)
    games = [TypedGame(one["cells"], one["row"]) for one in read["games"]]
    return TypedEvening(date.fromisoformat(read["day"]), games, read["newcomers"])


_books: dict[tuple[str, int, int], ClubFile] = {}
"""The open workbook by its path, time and size, so that each key stroke does not read it again."""


def _open_book(file: str) -> ClubFile:
    from pathlib import Path

    from xladdin.files.club_file import open_club_file

    stat = Path(file).stat()
    key = file, stat.st_mtime_ns, stat.st_size
    if key not in _books:
        _books.clear()
        _books[key] = open_club_file(Path(file))
    return _books[key]


def _answered(work: Callable[[], object], tell: Callable[[str], object], language: str) -> str:
    """Run something that shows what it does as a command does, and return what it showed."""
    _last.clear()  # its ratings take room that this one needs
    page = Page(tell, Language(language))
    renews = False
    with shown_on(page):
        try:
            status = work() or 0
        except click.ClickException as error:
            page.say([error.format_message()], err=True)
            status = CANNOT
        except click.exceptions.Exit as error:
            status = error.exit_code
        except Exception as error:
            page.say([words_for(error)], err=True)
            status = status_of(error)
            renews = isinstance(error, IncompatibleSchemaError)
    _last.append(page)
    return json.dumps({"status": status, "shown": page.shown(Language(language)), "renews": renews})


def said_again(language: str) -> str:
    """Return what the last command has shown in a language, as JSON. The list is empty before the first command."""
    say = Language(language)
    return json.dumps([one for page in _last for one in page.shown(say)])


def club(file: str) -> str:
    """Return what the page says of the open workbook, as JSON: title, system, sheets, players, rows of its log, who may
    come, and the names and the folder of its web page.

    Raises WorkbookError if it is no club workbook.
    """
    from xladdin.cells.text import is_blank, shown
    from xladdin.workbook.report_sheets.tonight import read_tonight
    from xladdin.workbook.rules import system_of
    from xladdin.workbook.schema import TITLE_NAME
    from xladdin.workbook.web_page import known_club_id

    book = _open_book(file)
    system = system_of(book)
    kind = system.log_schema
    log, players = book.tables[kind.table], book.tables["Players"].column("Player") or []
    names = [shown(name) for name in players if not is_blank(name)]
    tonight = read_tonight(book, system) if kind.is_paired else []
    sides = zip(*(log.column(heading) or [] for heading in kind.players))
    return json.dumps({
        "title": shown(book.names.get(TITLE_NAME)) or system.title,
        "system": system.title,
        "counted": kind.counted,
        "sheets": [*book.shown_sheets],
        "players": names,
        "rows": sum(not all(map(is_blank, row)) for row in sides),
        "paired": kind.is_paired,
        "groups": bool(system.key_groups),
        "tonight": [{"name": name, "here": here} for name, here in tonight],
        "id": known_club_id(book),
        "evening": _evening(book, system) if kind.is_paired else None,
        **_web_page(book),
    })  # fmt: skip


def _evening(book: ClubFile, system: RatingSystem) -> dict[str, object]:
    """Return the games that wait for a result with their date, today's date, and what a game is typed into."""
    from datetime import date

    from xladdin.game_entry import waiting_games

    schema = system.log_schema
    day, games = waiting_games(book, system)
    return {
        "day": day.isoformat() if day else "",
        "today": date.today().isoformat(),
        "players": schema.players,
        "results": schema.results,
        "scored": schema.has_scores,
        "games": [{"row": game.row, "cells": game.cells} for game in games],
    }


def _web_page(book: ClubFile) -> dict[str, str]:
    """Return how the web page shows players, "" if nobody has chosen yet, and the name of its folder."""
    try:
        settings = read_web_settings(book)
    except InvalidRowsError:  # a publication names these cells
        settings = WebSettings("", "", "", "")
    return {"names": settings.names, "page": page_folder_of(book.path, settings).name}


def player(file: str, name: str) -> str:
    """Return the page of a player with its style, as JSON: each text by its path."""
    from datetime import datetime

    from xladdin.hosts.publishing import render_player_page

    pages = render_player_page(_open_book(file), name, datetime.now())
    return json.dumps({path: content.decode() for path, content in pages.items()})


def zipped(folder: str) -> bytes:
    """Return a folder as a zip archive."""
    import io
    import zipfile
    from pathlib import Path

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return stream.getvalue()
