"""The one door between the page and xladdin. The page names a command and its arguments, as on the command line.

It runs in the browser's own Python. What a command would show on a terminal comes back as data that the page draws.
"""

import json
from collections.abc import Callable

import click

from xladdin.app.shown import Page
from xladdin.commands.main import app, words_for
from xladdin.commands.shell.terminal import CANNOT, shown_on, status_of
from xladdin.errors import AnotherForm, InvalidRowsError
from xladdin.files.reading.club_file import ClubFile
from xladdin.languages.language import Language
from xladdin.workbook.web_page import WebSettings, page_folder_of, read_web_settings

_last: list[Page] = []
"""What the last command has shown, for a reader who then chooses the other language. It is empty before the first."""


def answer(arguments: str, tell: Callable[[str], object] = lambda step: None, language: str = "en") -> str:
    """Runs a command. `arguments` is a JSON list, as a shell would pass them, and `language` is en or fr.

    The answer is JSON as well. Its `status` is the command line's exit status, and `shown` is what the command shows.
    `renews` is true if the workbook was refused because it is of another form, and can be updated.
    """
    _last.clear()  # its ratings take room that this one needs
    page = Page(tell, Language(language))
    renews = False
    with shown_on(page):
        try:
            status = app.main(json.loads(arguments), prog_name="xladdin", standalone_mode=False) or 0
        except click.ClickException as error:
            page.say(error.format_message(), err=True)
            status = CANNOT
        except Exception as error:
            page.say(words_for(error), err=True)
            status = status_of(error)
            renews = isinstance(error, AnotherForm)
    _last.append(page)
    return json.dumps({"status": status, "shown": page.shown(Language(language)), "renews": renews})


def said_again(language: str) -> str:
    """What the last command has shown in a language, as JSON. The list is empty before the first command."""
    say = Language(language)
    return json.dumps([one for page in _last for one in page.shown(say)])


def club(file: str) -> str:
    """What the page says of the open workbook, as JSON: title, system, sheets, players, rows of its log, who may come,
    and the names and the folder of its web page.

    Raises FileProblem if it is no club workbook.
    """
    from pathlib import Path

    from xladdin.cells.text import is_blank, shown
    from xladdin.files.reading.club_file import open_club_file
    from xladdin.workbook.report_sheets.tonight import read_tonight
    from xladdin.workbook.rules.as_edited import system_of
    from xladdin.workbook.schema import TITLE_NAME

    book = open_club_file(Path(file))
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
        **_web_page(book),
    })  # fmt: skip


def _web_page(book: ClubFile) -> dict[str, str]:
    """Return how the web page shows players, "" if nobody has chosen yet, and the name of its folder."""
    try:
        settings = read_web_settings(book)
    except InvalidRowsError:  # a publication names these cells
        settings = WebSettings("", "", "", "")
    return {"names": settings.names, "page": page_folder_of(book.path, settings).name}


def zipped(folder: str) -> bytes:
    """A folder as a zip archive."""
    import io
    import zipfile
    from pathlib import Path

    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Path(folder).rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return stream.getvalue()
