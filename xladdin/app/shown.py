"""What a command shows in the browser: each thing by its kind, to show in one language and again in the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from xladdin.app.buttons import for_page, step_named
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


class Page:
    """Collects what a command shows.

    `tell` takes each step of the work, in the language of the moment.
    """

    def __init__(self, tell: Callable[[str], object], language: Language) -> None:
        self._shown: list[tuple[str, Said]] = []
        self._tell, self._language = tell, language

    def shown(self, say: Language) -> list[dict[str, object]]:
        """Return everything in a language, as data that the page draws."""
        return [{"kind": kind, **said(say)} for kind, said in self._shown]

    def say(self, lines: Sequence[Message | str], err: bool) -> None:
        """Show lines of text."""
        self._show("text", lambda say: {"text": "\n".join(message_text(line, say) for line in lines), "wrong": err})

    def table(
        self,
        headings: Sequence[Message | str],
        rows: Sequence[Sequence[Message | str]],
        right: Collection[int],
        title: Message | str,
    ) -> None:
        """Show a table. `right`: positions of the columns of numbers. The page draws signed numbers with ▲ and ▼."""
        signed = [position for position, heading in enumerate(headings) if heading == CHANGE]

        def cell_in(cell: Message | str, at: int, say: Language) -> str:
            if isinstance(cell, Message):
                return message_text(cell, say)
            if headings[at] == BEFORE:
                return step_named(cell, say)
            return say.decimal(cell) if at in right else cell

        def said(say: Language) -> dict[str, object]:
            cells = [[cell_in(cell, at, say) for at, cell in enumerate(row)] for row in rows]
            words = [message_text(heading, say) for heading in headings]
            return {
                "title": message_text(title, say),
                "headings": words,
                "rows": cells,
                "right": [*right],
                "signed": signed,
            }

        self._show("table", said)

    def problems(self, problems: Sequence[Diagnostic], then: Message) -> None:
        """Show rows to fix."""

        def said(say: Language) -> dict[str, object]:
            found = [_problem(problem, say) for problem in problems]
            return {"problems": found, "then": message_text(then, say)}

        self._show("problems", said)

    def outcome(self, outcome: RecalcResult, written: bool) -> None:
        """Show a recalculation: the changes as a table, and all the rest as data."""
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
        """Show open questions below a title, each as a line."""

        def said(say: Language) -> dict[str, object]:
            lines = [f"  {message_text(look.as_message(), say)}" for look in looks]
            return {"text": "\n".join([message_text(title, say), *lines]), "wrong": False}

        self._show("text", said)

    def sources(self, found: Import) -> None:
        """Show the tables of an import's sources, and the open questions. The page offers the answers."""
        tables = [table.as_data() for table in found.answers.mapped.values()]
        questions = found.questions

        def said(say: Language) -> dict[str, object]:
            return {"tables": tables, "questions": [_question(question, say) for question in questions]}

        self._show("sources", said)

    def step(self, step: Message) -> None:
        """Show the current step at once."""
        self._tell(message_text(step, self._language))

    def _show(self, kind: str, said: Said) -> None:
        self._shown.append((kind, said))


def message_text(message: Message | str, say: Language) -> str:
    """Return a message in a language, with the names of buttons in place of commands. Other text stays as it is."""
    return say.render(for_page(message)) if isinstance(message, Message) else message


def _question(question: Question, say: Language) -> dict[str, object]:
    choices = [{"value": value, "words": say.render_text(words)} for value, words in question.choices]
    return {
        "id": [*question.id],
        "text": say.render_text(question.text),
        "choices": choices,
        "default": question.default,
        "samples": [say.render_text(sample) for sample in question.samples],
        "free": question.free,
    }


def _problem(problem: Diagnostic, say: Language) -> dict[str, object]:
    place = {"sheet": problem.sheet, "table": problem.table, "row": problem.row, "column": problem.column}
    return {**place, "value": problem.value, "message": message_text(problem.message, say)}


def _look(look: ReviewLine, say: Language) -> dict[str, object]:
    what, where, why = (message_text(message, say) for message in (look.what, look.where, look.why))
    return {"number": look.number, "what": what, "where": where, "why": why}
