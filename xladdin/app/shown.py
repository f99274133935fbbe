"""What a command shows in the browser: each thing by its kind, to show in one language and again in the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from xladdin.app.buttons import step_named, with_buttons
from xladdin.commands.shell.for_programs import as_data, outcome_as_data
from xladdin.errors import Diagnostic
from xladdin.languages.language import Language
from xladdin.messages import Message

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import
    from xladdin.importing.questions import Question
    from xladdin.workbook.recalc_result import RecalcResult
    from xladdin.workbook.review import ReviewLine

CHANGE, STATE, BEFORE = "Change", "State", "Before"
"""The headings of three kinds of columns: signed numbers, our own words, and commands."""
Said = Callable[[Language], Mapping[str, object]]
_NUMBER_WITH_POINT = re.compile(r"(?<![\w.«])(?<!«\u00a0)([+−-]?\d+)\.(?=\d+(?!\w|\.\w))")
"""A number by itself. One inside a name of a file, or in words that somebody typed, stays as it is."""


class Page:
    """Collects what a command shows.

    `tell` takes each step of the work, in the language of the moment.
    """

    def __init__(self, tell: Callable[[str], object], language: Language) -> None:
        self._shown: list[tuple[str, Said]] = []
        self._tell, self._language = tell, language

    def shown(self, say: Language) -> list[dict[str, object]]:
        """Everything in a language, as data that the page draws."""
        return [{"kind": kind, **said(say)} for kind, said in self._shown]

    def say(self, text: str, err: bool) -> None:
        """Shows lines of text."""
        self._show("text", lambda say: {"text": _lines(text, say), "wrong": err})

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[int], title: str) -> None:
        """A table. `right`: positions of the columns of numbers. The page draws signed numbers with ▲ and ▼."""
        signed = [position for position, heading in enumerate(headings) if heading == CHANGE]
        worded = {position for position, heading in enumerate(headings) if heading == STATE}

        def cell_in(cell: str, at: int, say: Language) -> str:
            if headings[at] == BEFORE:
                return step_named(cell, say)
            if at in worded:
                return _word(cell, say)
            return say.decimal(cell) if at in right else cell

        def said(say: Language) -> dict[str, object]:
            cells = [[cell_in(cell, at, say) for at, cell in enumerate(row)] for row in rows]
            words = [_word(heading, say) for heading in headings]
            return {"title": title, "headings": words, "rows": cells, "right": [*right], "signed": signed}

        self._show("table", said)

    def problems(self, problems: Sequence[Diagnostic], then: str) -> None:
        """Shows rows to fix."""

        def said(say: Language) -> dict[str, object]:
            found = [as_data(problem) | {"message": message_text(problem.message, say)} for problem in problems]
            return {"problems": found, "then": _line(then, say)}

        self._show("problems", said)

    def outcome(self, outcome: RecalcResult, written: bool) -> None:
        """A recalculation: the changes as a table, and all the rest as data."""
        from xladdin.commands.ratings import changes_table

        def said(say: Language) -> dict[str, object]:
            looks = [_look(look, say) for look in outcome.to_review]
            told = replace(outcome, summary=_lines(outcome.summary, say), to_review=looks)
            corrections = [_with_commas(correction.told(say), say) for correction in outcome.corrections]
            return {**outcome_as_data(told, written=written), "corrections": corrections}

        table = changes_table(outcome)
        if table is not None:
            self.table(table.headings, table.rows, table.right, "")
        self._show("outcome", said)

    def looks(self, title: str, looks: Sequence[ReviewLine]) -> None:
        """Shows open questions below a title, each as a line."""

        def said(say: Language) -> dict[str, object]:
            lines = [f"  {_look(look, say).in_a_line(say)}" for look in looks]
            return {"text": "\n".join([_line(title, say), *lines]), "wrong": False}

        self._show("text", said)

    def sources(self, found: Import) -> None:
        """The tables of an import's sources, and the questions that are open. The page offers the answers."""
        tables = [table.as_data() for table in found.answers.mapped.values()]
        questions = found.questions

        def said(say: Language) -> dict[str, object]:
            return {"tables": tables, "questions": [_question(question, say) for question in questions]}

        self._show("sources", said)

    def step(self, step: str) -> None:
        """Shows the current step at once."""
        self._tell(_line(step, self._language))

    def _show(self, kind: str, said: Said) -> None:
        self._shown.append((kind, said))


def _lines(text: str, say: Language) -> str:
    return "\n".join(_line(line, say) for line in text.split("\n"))


def _line(text: str, say: Language) -> str:
    """A line in the language. A line that is set in may be the arithmetic of a change."""
    words = text.lstrip()
    said = message_text(words, say)
    if said == words and words != text:
        said = say.told(words)
    return text.removesuffix(words) + said


def message_text(english: str, say: Language) -> str:
    """Return a message in a language, with the names of buttons in place of commands."""
    return with_buttons(english) if say.is_english else _with_commas(say.message(english), say)


def _question(question: Question, say: Language) -> dict[str, object]:
    from xladdin.importing.questions import LINES_TO_FIX

    choices = [{"value": value, "words": _rendered(words, say)} for value, words in question.choices]
    are_messages = question.id[-1] == LINES_TO_FIX  # the samples of other questions are cells of the source
    samples = [_line(sample, say) if are_messages else sample for sample in question.samples]
    return {
        "id": [*question.id],
        "text": _rendered(question.text, say),
        "choices": choices,
        "default": question.default,
        "samples": samples,
        "free": question.free,
    }


def _rendered(words: str, say: Language) -> str:
    """Return a message in the language. Words of a source, such as a name, stay as they are."""
    return say.render(words) if isinstance(words, Message) else words


def _look(look: ReviewLine, say: Language) -> ReviewLine:
    line = look.in_language(say)
    why = with_buttons(line.why) if say.is_english else line.why
    return line._replace(what=_with_commas(line.what, say), why=why)


def _with_commas(text: str, say: Language) -> str:
    """A text in the language, with a decimal comma in its numbers if that is French."""
    return text if say.is_english else _NUMBER_WITH_POINT.sub(lambda found: say.decimal(f"{found[0]}0")[:-1], text)


def _word(text: str, say: Language) -> str:
    """A heading in the language, or the word for it in a table if that is another."""
    said = say.message(text)
    return say.render_text(text) if said == text else said
