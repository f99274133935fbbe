"""Rows to fix as messages list them: counted, with those alike as one line."""

from collections.abc import Sequence
from typing import NamedTuple

from xladdin.errors import Diagnostic, excerpt, printable
from xladdin.messages import Message, msg, ngettext

ALIKE = 4
"""This many problems of one kind share one line."""
ROWS_NAMED, VALUES_NAMED = 3, 8


class Line(NamedTuple):
    """A line for one problem or more, and their number."""

    text: Message
    problems: int


def list_problems(problems: Sequence[Diagnostic]) -> list[Line]:
    """List the problems in their order. Many cells of a column that are wrong alike share one line."""
    kinds: dict[tuple[str, str, Message], list[Diagnostic]] = {}
    for problem in problems:
        kinds.setdefault(_kind(problem), []).append(problem)
    lines: list[Line] = []
    for problem in problems:
        alike = kinds[_kind(problem)]
        if len(alike) < ALIKE:
            lines.append(Line(problem.as_message(), 1))
        elif problem is alike[0]:
            lines.append(Line(_as_one(alike), len(alike)))
    return lines


def _kind(problem: Diagnostic) -> tuple[str, str, Message]:
    return problem.sheet or problem.table, problem.column, problem.message


def _as_one(alike: Sequence[Diagnostic]) -> Message:
    sheet, column, message = _kind(alike[0])
    rows = _first(list(dict.fromkeys(str(problem.row) for problem in alike)), ROWS_NAMED)
    values = list(dict.fromkeys(f'"{printable(excerpt(problem.value))}"' for problem in alike if problem.value))
    if values:
        line = msg(
            "{sheet} rows {rows}, {column} {values}: {message}",
            sheet=sheet,
            rows=rows,
            column=column,
            values=_first(values, VALUES_NAMED),
            message=message,
        )
    else:
        line = msg("{sheet} rows {rows}, {column}: {message}", sheet=sheet, rows=rows, column=column, message=message)
    return msg("{line}. {remedy}", line=line, remedy=alike[0].for_many) if alike[0].for_many else line


def _first(texts: Sequence[str], most: int) -> Message | str:
    listed = ", ".join(texts[:most])
    if len(texts) <= most:
        return listed
    return msg("{listed} and {number:,} more", listed=listed, number=len(texts) - most)


def count_wrong_rows(problems: Sequence[Diagnostic]) -> int:
    """Count the rows that have problems."""
    return len({(problem.table, problem.row) for problem in problems})


def count_rows_to_fix(problems: Sequence[Diagnostic]) -> Message:
    """Return how many rows have problems, as a sentence."""
    return ngettext("{n:,} row to fix.", "{n:,} rows to fix.", count_wrong_rows(problems))
