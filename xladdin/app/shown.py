"""What a command shows in the browser: each thing by its kind, to show in one language and again in the other."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from xladdin.app.buttons import for_page, step_named, with_buttons
from xladdin.commands.shell.for_programs import outcome_as_data
from xladdin.errors import Diagnostic
from xladdin.languages.language import Language
from xladdin.messages import Message

if TYPE_CHECKING:
    from xladdin.hosts.file.prepared_import import Import
    from xladdin.importing.questions import Question
    from xladdin.reports.review_items import ReviewLine
    from xladdin.workbook.recalc_result import RecalcResult

CHANGE, BEFORE = "Change", "Before"
"""The headings of two kinds of columns: signed numbers, and commands."""
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

    def say(self, lines: Sequence[Message | str], err: bool) -> None:
        """Shows lines of text."""
        self._show("text", lambda say: {"text": "\n".join(_text(line, say) for line in lines), "wrong": err})

    def table(
        self,
        headings: Sequence[Message | str],
        rows: Sequence[Sequence[Message | str]],
        right: Collection[int],
        title: Message | str,
    ) -> None:
        """A table. `right`: positions of the columns of numbers. The page draws signed numbers with ▲ and ▼."""
        signed = [position for position, heading in enumerate(headings) if heading == CHANGE]

        def cell_in(cell: Message | str, at: int, say: Language) -> str:
            if isinstance(cell, Message):
                return message_text(cell, say)
            if headings[at] == BEFORE:
                return step_named(cell, say)
            return say.decimal(cell) if at in right else cell

        def said(say: Language) -> dict[str, object]:
            cells = [[cell_in(cell, at, say) for at, cell in enumerate(row)] for row in rows]
            words = [_text(heading, say) for heading in headings]
            return {"title": _text(title, say), "headings": words, "rows": cells, "right": [*right], "signed": signed}

        self._show("table", said)

    def problems(self, problems: Sequence[Diagnostic], then: Message) -> None:
        """Shows rows to fix."""

        def said(say: Language) -> dict[str, object]:
            found = [_problem(problem, say) for problem in problems]
            return {"problems": found, "then": message_text(then, say)}

        self._show("problems", said)

    def outcome(self, outcome: RecalcResult, written: bool) -> None:
        """A recalculation: the changes as a table, and all the rest as data."""
        from xladdin.commands.ratings import changes_table

        def said(say: Language) -> dict[str, object]:
            corrections = [message_text(correction.as_message(), say) for correction in outcome.corrections]
            questions = [_look(look, say) for look in outcome.to_review]
            summary = "\n".join(message_text(message, say) for message in outcome.messages)
            data = {**outcome_as_data(outcome, written=written), "questions": questions, "summary": summary}
            del data["messages"]
            return {**data, "corrections": corrections}

        table = changes_table(outcome)
        if table is not None:
            self.table(table.headings, table.rows, table.right, "")
        self._show("outcome", said)

    def looks(self, title: Message, looks: Sequence[ReviewLine]) -> None:
        """Shows open questions below a title, each as a line."""

        def said(say: Language) -> dict[str, object]:
            lines = [f"  {message_text(look.as_message(), say)}" for look in looks]
            return {"text": "\n".join([message_text(title, say), *lines]), "wrong": False}

        self._show("text", said)

    def sources(self, found: Import) -> None:
        """The tables of an import's sources, and the questions that are open. The page offers the answers."""
        tables = [table.as_data() for table in found.answers.mapped.values()]
        questions = found.questions

        def said(say: Language) -> dict[str, object]:
            return {"tables": tables, "questions": [_question(question, say) for question in questions]}

        self._show("sources", said)

    def step(self, step: Message) -> None:
        """Shows the current step at once."""
        self._tell(message_text(step, self._language))

    def _show(self, kind: str, said: Said) -> None:
        self._shown.append((kind, said))


def _text(line: Message | str, say: Language) -> str:
    if isinstance(line, Message) and line.template != "{text}":
        return message_text(line, say)
    return _lines(str(line), say)


def _lines(text: str, say: Language) -> str:
    return "\n".join(_line(line, say) for line in text.split("\n"))


def _line(text: str, say: Language) -> str:
    """Return a line in the language, set in as it is."""
    words = text.lstrip()
    return text.removesuffix(words) + message_text(words, say)


def message_text(message: Message | str, say: Language) -> str:
    """Return a message in a language, with the names of buttons in place of commands."""
    if isinstance(message, Message) and message.template != "{text}":
        return say.render(for_page(message))
    return with_buttons(str(message)) if say.is_english else _with_commas(say.message(message), say)


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


def _problem(problem: Diagnostic, say: Language) -> dict[str, object]:
    place = {"sheet": problem.sheet, "table": problem.table, "row": problem.row, "column": problem.column}
    return {**place, "value": problem.value, "message": message_text(problem.message, say)}


def _look(look: ReviewLine, say: Language) -> dict[str, object]:
    what, where, why = (message_text(message, say) for message in (look.what, look.where, look.why))
    return {"number": look.number, "what": what, "where": where, "why": why}


def _with_commas(text: str, say: Language) -> str:
    """A text in the language, with a decimal comma in its numbers if that is French."""
    return text if say.is_english else _NUMBER_WITH_POINT.sub(lambda found: say.decimal(f"{found[0]}0")[:-1], text)
