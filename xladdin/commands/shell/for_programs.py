"""What the command line says to another program: one JSON object instead of words, with the same exit status."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xladdin.functions.registration import Described
    from xladdin.hosts.finding import Finding
    from xladdin.recalc import Outcome

as_json = click.option("--json", "for_program", is_flag=True, help="Say it as one JSON object, for other programs.")


def say_outcome(outcome: Outcome, *, written: bool) -> None:
    """A recalculation: what it found, what it changed, what is to be mended. written: whether it was written."""
    problems = [
        {
            "table": problem.table,
            "sheet": problem.sheet,
            "row": problem.row,
            "column": problem.column,
            "value": problem.value,
            "message": problem.message,
        }
        for problem in outcome.problems
    ]
    changes = [{"player": change.player, "old": change.old, "new": change.new} for change in outcome.changes]
    _say({
        "summary": outcome.summary,
        "anything_new": bool(outcome.blocks),
        "written": written and bool(outcome.blocks),
        "changes": changes,
        "problems": problems,
    })  # fmt: skip


def say_functions(functions: Sequence[Described]) -> None:
    """The catalogue of functions."""
    _say({
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
    """What the doctor found."""
    _say({
        "well": all(finding.is_well for finding in findings),
        "findings": [
            {
                "subject": finding.subject,
                "found": finding.found,
                "meaning": finding.meaning,
                "remedy": finding.remedy,
                "well": finding.is_well,
            }
            for finding in findings
        ],
    })  # fmt: skip


def _say(thing: object) -> None:
    import json

    click.echo(json.dumps(thing, indent=2))
