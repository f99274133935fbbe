"""The one door between the page and xladdin: the page names a command and its arguments, as on the command line.

Runs in the browser's own Python. What a command would show on a terminal comes back as data that the page draws.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

import click

from xladdin.commands.main import app, words_for
from xladdin.commands.shell.for_programs import as_data, outcome_as_data
from xladdin.commands.shell.terminal import CANNOT, shown_on, status_of
from xladdin.errors import Problem
from xladdin.imports.material import QuestionOpen

CHANGE = "Change"

if TYPE_CHECKING:
    from xladdin.workbook.incoming.preview import Preview
    from xladdin.workbook.outcome import Outcome


class Page:
    """Collects what a command shows, each thing by its kind. tell: takes each step of what is being done."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self.shown: list[dict[str, object]] = []
        self._tell = tell

    def say(self, text: str, err: bool) -> None:
        """Lines of text."""
        self._show("text", text=text, wrong=err)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int], title: str) -> None:
        """A table. right: positions of the columns of numbers; the page draws those of signed ones with ▲ and ▼."""
        signed = [position for position, heading in enumerate(headings) if heading == CHANGE]
        self._show("table", title=title, headings=[*headings], rows=[*map(list, rows)], right=[*right], signed=signed)

    def problems(self, problems: Sequence[Problem], then: str) -> None:
        """Rows to fix."""
        self._show("problems", problems=[*map(as_data, problems)], then=then)

    def outcome(self, outcome: Outcome, written: bool) -> None:
        """A recalculation: the changes as a table, and what else it says as data."""
        from xladdin.commands.ratings import CHANGE_HEADINGS, change_rows

        if outcome.changes:
            self.table(CHANGE_HEADINGS, change_rows(outcome), (1, 2, 3), "")
        corrections = [*map(str, outcome.corrections)]
        self._show("outcome", **outcome_as_data(outcome, written=written), corrections=corrections)

    def unanswered(self, preview: Preview) -> None:
        """Whose names are, and how many games are behind ratings: the page offers answers to be pressed."""
        from xladdin.workbook.incoming.starts import NO_GAMES

        names = [{"name": one.name, "why": one.why, "near": [*one.near]} for one in preview.unknown]
        starts = [f"{look.where}: {look.what}" for look in preview.looks if look.why == NO_GAMES]
        self._show("unanswered", names=names, starts=starts)

    def ask(self, question: QuestionOpen) -> None:
        """What a file leaves open, with what may be answered."""
        choices = {choice: [*cells] for choice, cells in question.choices.items()}
        text = question.question if choices or question.about == "day" else str(question)
        self._show("question", text=text, about=question.about, wanted=question.wanted, choices=choices)

    def step(self, step: str) -> None:
        """What is being done, at once."""
        self._tell(step)

    def _show(self, kind: str, **what: object) -> None:
        self.shown.append({"kind": kind, **what})


def answer(arguments: str, tell: Callable[[str], object] = lambda step: None, language: str = "en") -> str:
    """Runs a command. arguments: a JSON list, as a shell would hand them over; the answer is JSON as well:

    status: as the command line's exit status; shown: what the command shows, in its order.
    """
    page = Page(tell)
    with shown_on(page):
        try:
            status = app.main(json.loads(arguments), prog_name="xladdin", standalone_mode=False) or 0
        except click.ClickException as error:
            page.say(error.format_message(), err=True)
            status = CANNOT
        except QuestionOpen as open_:
            page.ask(open_)
            status = CANNOT
        except Exception as error:
            page.say(words_for(error), err=True)
            status = status_of(error)
    return json.dumps({"status": status, "shown": page.shown})


def club(file: str) -> str:
    """What the page says of the open workbook, as JSON: title, system, sheets, players, rows of its log, who may come.

    Raises FileProblem where it is no club workbook.
    """
    from pathlib import Path

    from xladdin.cells.text import is_blank, shown
    from xladdin.files.reading.club_file import open_club_file
    from xladdin.workbook.report_sheets.evening.who_is_here import read_tonight
    from xladdin.workbook.rules.as_edited import system_of
    from xladdin.workbook.schema import TITLE_NAME

    book = open_club_file(Path(file))
    system = system_of(book)
    kind = system.log_kind
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
    })  # fmt: skip


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
