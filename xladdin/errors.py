"""Describe errors that a user can fix. Each exception has the Excel error value for its kind."""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from xladdin.messages import Message, heading_message, join_lines, msg, ngettext

# The number of characters of a wrong value that a message repeats.
LONGEST_VALUE = 60


def excerpt(text: str) -> str:
    """Shorten a wrong value to what a message repeats."""
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def escape_unprintable(text: str) -> str:
    """Make a text safe for a terminal. A letter that moves the cursor or sets a colour becomes its number."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


class XladdinError(Exception):
    """The base of all errors that a user can fix. Its message says what is wrong and what is wanted.

    `bulk_remedy` is a sentence that says how to fix many problems of one kind at once.
    """

    excel_error = "#VALUE!"
    bulk_remedy: Message | None = None

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the attributes, because a process hands its errors on, and a subclass may take other arguments."""
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class InvalidTypeError(XladdinError):
    """A value has the wrong kind: text for a number, or TRUE for a rating."""

    excel_error = "#VALUE!"


class OutOfRangeError(XladdinError):
    """A value has the right kind but cannot be: a negative count, or a place beyond the field."""

    excel_error = "#NUM!"


class NotFoundError(XladdinError):
    """A name or key is not there."""

    excel_error = "#N/A"


class WorkbookError(XladdinError):
    """A file cannot be read or written as it is. Nothing was changed."""


class OutdatedError(WorkbookError):
    """Somebody typed into a workbook since it was recalculated, so the answer would be wrong."""


class IncompatibleSchemaError(WorkbookError):
    """A club workbook is of another form than this version reads. `xladdin renew` reads it."""


def missing_file_error(path: Path) -> WorkbookError:
    """Return the error for a file that is not where xladdin looked for it."""
    return WorkbookError(msg("{path} does not exist. Check the name and the folder.", path=path))


class PartialWriteError(WorkbookError):
    """A program stopped while it was writing. Part of its open workbook is new, and the rest is as it was."""


class Diagnostic(NamedTuple):
    """One thing to fix in a table: where it is, what is there, and what to do about it.

    `table` is the name of the table. `sheet` is the sheet that it is on ("" for a range or a CSV file). `row` is the
    row on that sheet, counted from 1. `column` is the heading. `value` is the cell as the user sees it. A message that
    names the cell itself has it as its value `value`. `bulk_remedy` is as in XladdinError.
    """

    table: str
    sheet: str
    row: int
    column: str
    value: str
    message: Message
    excel_error: str = XladdinError.excel_error
    bulk_remedy: Message | None = XladdinError.bulk_remedy

    @property
    def heading(self) -> Message:
        """The heading of the column, to be rendered."""
        return heading_message(self.column)

    @property
    def unnamed_value(self) -> str:
        """The cell, or nothing if the message itself names it."""
        return "" if "value" in self.message.values else self.value

    def as_message(self) -> Message:
        """Return the place, the value, what is wrong and what to do as one sentence."""
        return msg("{sheet} row {row}, {cell}", sheet=self.sheet or self.table, row=self.row, cell=self.cell_message())

    def cell_message(self) -> Message:
        """Return the column, the value, what is wrong and what to do, for a place that names the row itself."""
        if not self.unnamed_value:
            return msg("{column}: {message}", column=self.heading, message=self.message)
        value = escape_unprintable(excerpt(self.value))
        return msg('{column}: "{value}" – {message}', column=self.heading, value=value, message=self.message)

    def __str__(self) -> str:
        return str(self.as_message())


class InvalidRowsError(XladdinError):
    """Rows of the tables are wrong. The error carries every one of them, and nothing was rated."""

    def __init__(self, problems: Sequence[Diagnostic]) -> None:
        super().__init__(join_lines([problem.as_message() for problem in problems]))
        self.problems = tuple(problems)
        self.excel_error = problems[0].excel_error


# This many problems of one kind share one line.
LEAST_GROUPED = 4
MOST_ROWS_LISTED, MOST_VALUES_LISTED = 3, 8


class DiagnosticLine(NamedTuple):
    """A line for one problem or more, and their number."""

    text: Message
    problem_count: int


def list_problems(problems: Sequence[Diagnostic]) -> list[DiagnosticLine]:
    """List the problems in their order. Many cells of a column that are wrong alike share one line."""
    groups: dict[tuple[str, str, Message], list[Diagnostic]] = {}
    for problem in problems:
        groups.setdefault(_group_key(problem), []).append(problem)
    lines: list[DiagnosticLine] = []
    for problem in problems:
        group = groups[_group_key(problem)]
        if len(group) < LEAST_GROUPED:
            lines.append(DiagnosticLine(problem.as_message(), 1))
        elif problem is group[0]:
            lines.append(DiagnosticLine(_group_message(group), len(group)))
    return lines


def _group_key(problem: Diagnostic) -> tuple[str, str, Message]:
    message = problem.message.with_values(value="") if problem.message.plural else problem.message
    return problem.sheet or problem.table, problem.column, message


def _group_message(group: Sequence[Diagnostic]) -> Message:
    sheet, _, message = _group_key(group[0])
    column = group[0].heading
    names_value = "value" in message.values
    rows = _list_first(list(dict.fromkeys(str(problem.row) for problem in group)), MOST_ROWS_LISTED)
    values = list(
        dict.fromkeys(f'"{escape_unprintable(excerpt(problem.value))}"' for problem in group if problem.value)
    )
    if message.plural and len(values) > 1:
        values_by_name = {**message.values, "value": _list_first(values, MOST_VALUES_LISTED)}
        message = ngettext(message.template, message.plural, len(values), **values_by_name)
    elif message.plural:
        message = group[0].message
    if values and not names_value:
        line = msg(
            "{sheet} rows {rows}, {column}: {values} – {message}",
            sheet=sheet,
            rows=rows,
            column=column,
            values=_list_first(values, MOST_VALUES_LISTED),
            message=message,
        )
    else:
        line = msg("{sheet} rows {rows}, {column}: {message}", sheet=sheet, rows=rows, column=column, message=message)
    return msg("{line}. {remedy}", line=line, remedy=group[0].bulk_remedy) if group[0].bulk_remedy else line


def _list_first(texts: Sequence[str], most: int) -> Message | str:
    text = ", ".join(texts[:most])
    if len(texts) <= most:
        return text
    return msg("{listed} and {number:,} more", listed=text, number=len(texts) - most)


def count_wrong_rows(problems: Sequence[Diagnostic]) -> int:
    """Count the rows that have problems."""
    return len({(problem.table, problem.row) for problem in problems})


def count_rows_to_fix(problems: Sequence[Diagnostic]) -> Message:
    """Return how many rows have problems, as a sentence."""
    return ngettext("{n:,} row to fix.", "{n:,} rows to fix.", count_wrong_rows(problems))
