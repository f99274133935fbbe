"""The answers to other programs: one JSON object instead of words, with the same exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from xladdin.commands.shell.terminal import say_as_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xladdin.errors import Diagnostic
    from xladdin.functions.described import Described
    from xladdin.hosts.doctor import Finding
    from xladdin.messages import Message
    from xladdin.workbook.recalc_result import RecalcResult

as_json = click.option("--json", "for_program", is_flag=True, help="Print one JSON object, for other programs.")


def outcome_as_data(outcome: RecalcResult, *, written: bool) -> dict[str, object]:
    """Return a recalculation: what it found, what it changed, what to fix. `written` says whether it was written."""
    problems = [as_data(problem) for problem in outcome.problems]
    return {
        "summary": outcome.summary,
        "messages": [message.as_data() for message in outcome.messages],
        "anything_new": bool(outcome.blocks),
        "written": written and bool(outcome.blocks),
        "changes": _changes(outcome),
        "problems": problems,
        "questions": [
            {"number": look.number, "what": look.what, "where": look.where, "why": look.why}
            for look in outcome.to_review
        ],
    }


def _changes(outcome: RecalcResult) -> list[dict[str, object]]:
    from xladdin.renderers.terminal import section_data
    from xladdin.reports.context import ReportContext
    from xladdin.reports.described.ratings_lists import changes_section

    if outcome.replay is None:
        return []
    return section_data(changes_section(outcome.changes), ReportContext(outcome.replay))


def as_data(problem: Diagnostic) -> dict[str, object]:
    """Return a row to fix: where it is, what it says, what is wrong."""
    return {
        "table": problem.table,
        "sheet": problem.sheet,
        "row": problem.row,
        "column": problem.column,
        "value": problem.value,
        "message": str(problem.message),
        **message_parts(problem.message),
    }


def message_parts(message: Message) -> dict[str, object]:
    """Return the id and the values of a message, by which a program knows it whatever its English becomes."""
    data = message.as_data()
    return {"id": data["id"], "values": data["values"]}


def say_functions(functions: Sequence[Described]) -> None:
    """Print the catalogue of functions."""
    say_as_json({
        "functions": [
            {
                "name": function.name,
                "syntax": function.syntax,
                "description": function.description,
                "arguments": [
                    {"name": name, "help": argument.help, "optional": name in function.optional}
                    for name, argument in function.arguments.items()
                ],
                "example": f"={function.example}",
                "gives": function.gives,
            }
            for function in functions
        ]
    })  # fmt: skip


def say_findings(findings: Sequence[Finding]) -> None:
    """Print the findings of the doctor."""
    say_as_json({
        "well": all(finding.is_well for finding in findings),
        "findings": [
            {
                "subject": finding.subject,
                "found": finding.found,
                "remedy": finding.remedy,
                "well": finding.is_well,
            }
            for finding in findings
        ],
    })  # fmt: skip
