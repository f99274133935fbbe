"""Rows to fix as messages list them: counted, with those alike as one line."""

from collections.abc import Sequence
from typing import NamedTuple

from xladdin.cells.text import counted
from xladdin.errors import Diagnostic, excerpt, printable

ALIKE = 4
"""This many problems of one kind share one line."""
ROWS_NAMED, VALUES_NAMED = 3, 8


class Line(NamedTuple):
    """A line of words for one problem or more, and their number."""

    text: str
    problems: int


def told(problems: Sequence[Diagnostic]) -> list[Line]:
    """Lists the problems in their order. Many cells of a column that are wrong alike share one line."""
    kinds: dict[tuple[str, str, str], list[Diagnostic]] = {}
    for problem in problems:
        kinds.setdefault(_kind(problem), []).append(problem)
    lines: list[Line] = []
    for problem in problems:
        alike = kinds[_kind(problem)]
        if len(alike) < ALIKE:
            lines.append(Line(str(problem), 1))
        elif problem is alike[0]:
            lines.append(Line(_as_one(alike), len(alike)))
    return lines


def _kind(problem: Diagnostic) -> tuple[str, str, str]:
    return problem.sheet or problem.table, problem.column, problem.message


def _as_one(alike: Sequence[Diagnostic]) -> str:
    where, column, message = _kind(alike[0])
    rows = _first(list(dict.fromkeys(str(problem.row) for problem in alike)), ROWS_NAMED)
    shown = dict.fromkeys(f'"{printable(excerpt(problem.value))}"' for problem in alike if problem.value)
    values = f" {_first(list(shown), VALUES_NAMED)}" if shown else ""
    remedy = f". {alike[0].for_many}" if alike[0].for_many else ""
    return f"{where} rows {rows}, {column}{values}: {message}{remedy}"


def _first(texts: Sequence[str], most: int) -> str:
    listed = ", ".join(texts[:most])
    return listed if len(texts) <= most else f"{listed} and {len(texts) - most:,} more"


def rows_to_mend(problems: Sequence[Diagnostic]) -> str:
    """How many rows have problems: "1 row", "9 rows"."""
    return counted(_rows(problems), "row")


def it_or_them(problems: Sequence[Diagnostic]) -> str:
    """The word for the rows that have problems: "it" or "them"."""
    return "it" if _rows(problems) == 1 else "them"


def _rows(problems: Sequence[Diagnostic]) -> int:
    return len({(problem.table, problem.row) for problem in problems})
