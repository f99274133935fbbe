"""Define the errors that a user can fix, each with its Excel error value, and list them for a message."""

import copyreg
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from xladdin.messages import Message, heading_message, join_lines, msg, ngettext

# The number of characters of a wrong value that a message repeats.
MAX_VALUE_LENGTH = 60


def excerpt(text: str) -> str:
    """Return a wrong value, shortened to the length that a message repeats."""
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[:MAX_VALUE_LENGTH]}…"


def escape_unprintable(text: str) -> str:
    """Return a text with its unprintable characters as escapes, to be safe for a terminal.

    Otherwise a control sequence in a workbook could move the cursor or set colours.
    """
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


class XladdinError(Exception):
    """An error that a user can fix. All other exceptions are faults of the program.

    Attributes:
        excel_error: Excel error value that a worksheet function returns for the error.
        bulk_remedy: Sentence about how to fix many errors of the kind at once, or None.
        message: What is wrong, and what is expected.
    """

    excel_error = "#VALUE!"
    bulk_remedy: Message | None = None

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the attributes, since worker processes pass errors on.

        The default calls the class with `args`, which fails for a subclass whose constructor takes other arguments.
        """
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class InvalidTypeError(XladdinError):
    """A value has the wrong type, such as text in place of a number, or TRUE in place of a rating."""

    excel_error = "#VALUE!"


class OutOfRangeError(XladdinError):
    """A value has the right type but is invalid, such as a negative count, or a place beyond the number of players."""

    excel_error = "#NUM!"


class NotFoundError(XladdinError):
    """A name or key does not exist."""

    excel_error = "#N/A"


class WorkbookError(XladdinError):
    """A file cannot be read or written. Nothing was changed."""


class OutdatedError(WorkbookError):
    """A workbook was edited after its last recalculation, so that a result from it would be wrong."""


class IncompatibleSchemaError(WorkbookError):
    """A club workbook has the format of another version, which `xladdin renew` can convert."""


def make_missing_file_error(path: Path) -> WorkbookError:
    """Return the error for a file that does not exist."""
    return WorkbookError(msg("{path} does not exist. Check the name and the folder.", path=path))


class PartialWriteError(WorkbookError):
    """A program stopped while writing into an open workbook, which now has a part of the new values."""


class Diagnostic(NamedTuple):
    """An error in a row of a table.

    Attributes:
        table: Name of the table.
        sheet: Name of its sheet, or "" for a range or a CSV file.
        row: Row on the sheet, from 1.
        column: Heading of the column, in English.
        value: Text of the cell. A message that mentions the cell has the text as its value `value`.
        message: What is wrong, and what to do.
        excel_error: Excel error value of the error.
        bulk_remedy: Sentence about how to fix many errors of the kind at once, or None.
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
        """The heading of the column as a message."""
        return heading_message(self.column)

    @property
    def unnamed_value(self) -> str:
        """The text of the cell, or "" if the message already mentions it."""
        return "" if "value" in self.message.values else self.value

    def as_message(self) -> Message:
        """Return the sheet, the row, the column, the value and the message as one sentence."""
        return msg("{sheet} row {row}, {cell}", sheet=self.sheet or self.table, row=self.row, cell=self.cell_message())

    def cell_message(self) -> Message:
        """Return the column, the value and the message, for use below a line that states the row."""
        if not self.unnamed_value:
            return msg("{column}: {message}", column=self.heading, message=self.message)
        value = escape_unprintable(excerpt(self.value))
        return msg('{column}: "{value}" – {message}', column=self.heading, value=value, message=self.message)

    def __str__(self) -> str:
        return str(self.as_message())


class InvalidRowsError(XladdinError):
    """Rows of the tables are wrong. `problems` has all of them, and nothing was rated."""

    def __init__(self, problems: Sequence[Diagnostic]) -> None:
        super().__init__(join_lines([problem.as_message() for problem in problems]))
        self.problems = tuple(problems)
        self.excel_error = problems[0].excel_error


# The least number of equal problems of a column that share a line.
MIN_GROUPED = 4
MAX_ROWS_LISTED, MAX_VALUES_LISTED = 3, 8


class DiagnosticLine(NamedTuple):
    """A line of a list of problems, and the number of problems that it is about."""

    text: Message
    problem_count: int


def list_problems(problems: Sequence[Diagnostic]) -> list[DiagnosticLine]:
    """Return lines about the problems, in their order. Many problems with the same column and message share a line."""
    groups: dict[tuple[str, str, Message], list[Diagnostic]] = {}
    for problem in problems:
        groups.setdefault(_group_key(problem), []).append(problem)
    lines: list[DiagnosticLine] = []
    for problem in problems:
        group = groups[_group_key(problem)]
        if len(group) < MIN_GROUPED:
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
    rows = _list_first(list(dict.fromkeys(str(problem.row) for problem in group)), MAX_ROWS_LISTED)
    values = list(
        dict.fromkeys(f'"{escape_unprintable(excerpt(problem.value))}"' for problem in group if problem.value)
    )
    if message.plural and len(values) > 1:
        values_by_name = {**message.values, "value": _list_first(values, MAX_VALUES_LISTED)}
        message = ngettext(message.template, message.plural, len(values), **values_by_name)
    elif message.plural:
        message = group[0].message
    if values and not names_value:
        line = msg(
            "{sheet} rows {rows}, {column}: {values} – {message}",
            sheet=sheet,
            rows=rows,
            column=column,
            values=_list_first(values, MAX_VALUES_LISTED),
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
    """Return the number of rows that have problems."""
    return len({(problem.table, problem.row) for problem in problems})


def count_rows_to_fix(problems: Sequence[Diagnostic]) -> Message:
    """Return the sentence with the number of rows to fix."""
    return ngettext("{n:,} row to fix.", "{n:,} rows to fix.", count_wrong_rows(problems))
