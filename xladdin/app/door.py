"""The one door between the page and xladdin: the page names a command and its arguments, as on the command line.

Runs in the browser's own Python. What a command would show on a terminal comes back as data that the page draws.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from xladdin.commands.main import app, words_for
from xladdin.commands.shell.for_programs import as_data, outcome_as_data
from xladdin.commands.shell.terminal import CANNOT, shown_on, status_of
from xladdin.errors import Problem
from xladdin.imports.material import QuestionOpen
from xladdin.languages.language import Language

CHANGE, STATE = "Change", "State"
"""Headings of columns: signed numbers, and words of ours."""

if TYPE_CHECKING:
    from xladdin.workbook.incoming.preview import Preview
    from xladdin.workbook.outcome import Outcome


class Page:
    """Collects what a command shows, each thing by its kind, in a language.

    tell: takes each step of what is being done.
    """

    def __init__(self, tell: Callable[[str], object], language: Language) -> None:
        self.shown: list[dict[str, object]] = []
        self._tell, self._language = tell, language

    def say(self, text: str, err: bool) -> None:
        """Lines of text."""
        self._show("text", text="\n".join(map(self._line, text.split("\n"))), wrong=err)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int], title: str) -> None:
        """A table. right: positions of the columns of numbers; the page draws those of signed ones with ▲ and ▼."""
        signed = [position for position, heading in enumerate(headings) if heading == CHANGE]
        worded = {position for position, heading in enumerate(headings) if heading == STATE}
        cells = [[self._word(cell) if at in worded else cell for at, cell in enumerate(row)] for row in rows]
        words = [*map(self._word, headings)]
        self._show("table", title=title, headings=words, rows=cells, right=[*right], signed=signed)

    def problems(self, problems: Sequence[Problem], then: str) -> None:
        """Rows to fix."""
        said = [as_data(problem) | {"message": self._language.message(problem.message)} for problem in problems]
        self._show("problems", problems=said, then=self._line(then))

    def outcome(self, outcome: Outcome, written: bool) -> None:
        """A recalculation: the changes as a table, and what else it says as data."""
        from xladdin.commands.ratings import CHANGE_HEADINGS, change_rows

        if outcome.changes:
            self.table(CHANGE_HEADINGS, change_rows(outcome), (1, 2, 3), "")
        say = self._language
        corrections = [correction.told(say) for correction in outcome.corrections]
        summary = "\n".join(map(self._line, outcome.summary.split("\n")))
        told = replace(outcome, summary=summary, looks=[look.told(say) for look in outcome.looks])
        self._show("outcome", **outcome_as_data(told, written=written), corrections=corrections)

    def unanswered(self, preview: Preview) -> None:
        """Whose names are, and how many games are behind ratings: the page offers answers to be pressed."""
        from xladdin.workbook.incoming.starts import NO_GAMES

        names = [{"name": one.name, "why": self._line(one.why), "near": [*one.near]} for one in preview.unknown]
        starts = [self._line(f"{look.where}: {look.what}") for look in preview.looks if look.why == NO_GAMES]
        self._show("unanswered", names=names, starts=starts)

    def ask(self, question: QuestionOpen) -> None:
        """What a file leaves open, with what may be answered."""
        choices = {choice: [*map(self._line, cells)] for choice, cells in question.choices.items()}
        is_asked = choices or question.about == "day"
        text = " ".join(map(self._line, [question.question, *([] if is_asked else [question.by_hand])]))
        self._show("question", text=text, about=question.about, wanted=question.wanted, choices=choices)

    def step(self, step: str) -> None:
        """What is being done, at once."""
        self._tell(self._line(step))

    def _line(self, text: str) -> str:
        """A line in the language; one that is set in may be the arithmetic of a change."""
        words = text.lstrip()
        said = self._language.message(words)
        if said == words and words != text:
            said = self._language.told(words)
        return text.removesuffix(words) + said

    def _word(self, text: str) -> str:
        """A heading in the language; as one of a table where it is another word elsewhere."""
        said = self._language.message(text)
        return self._language.heading(text) if said == text else said

    def _show(self, kind: str, **what: object) -> None:
        self.shown.append({"kind": kind, **what})


def answer(arguments: str, tell: Callable[[str], object] = lambda step: None, language: str = "en") -> str:
    """Runs a command. arguments: a JSON list, as a shell would hand them over; the answer is JSON as well:

    status: as the command line's exit status; shown: what the command shows, in its order; language: en or fr.
    """
    page = Page(tell, Language(language))
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
