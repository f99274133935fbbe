"""What can go wrong, each exception with the Excel error value it stands for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

LONGEST_VALUE = 60
"""Characters of a wrong value that a message repeats."""


def excerpt(text: str) -> str:
    """A wrong value as a message repeats it."""
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def printable(text: str) -> str:
    """Text as a terminal may show it: what would move the cursor, change colours or hide letters, as its number."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in text)


class XladdinError(Exception):
    """Base of all errors that a user can fix; its message says what is wrong and what is wanted."""

    excel_error = "#VALUE!"
    for_many = ""
    """What fixes many of one kind at once, as a sentence."""


class WrongKind(XladdinError):
    """A value is not of the kind that is wanted: text for a number, TRUE for a rating."""

    excel_error = "#VALUE!"


class ImpossibleValue(XladdinError):
    """A value is of the right kind but cannot be: a negative count, a place beyond the field."""

    excel_error = "#NUM!"


class NotFound(XladdinError):
    """A name or key that is not there."""

    excel_error = "#N/A"


class FileProblem(XladdinError):
    """A file cannot be read or written as it is; nothing was changed."""


class OutOfDate(FileProblem):
    """Something was typed into a workbook since it was recalculated, so that what was asked for would be wrong."""


def not_there(path: Path) -> FileProblem:
    """A file that is not where it was looked for, in words."""
    return FileProblem(f"{path} is not there. Check the name and the folder.")


class WrittenInPart(FileProblem):
    """A program refused to write on the way: part of the workbook that it has open is new, the rest is as it was."""


class Problem(NamedTuple):
    """One thing to fix in a table: where it is, what is there, and what to do about it.

    `table` is the table's name, `sheet` the sheet it is on ("" for a range or a CSV file), `row` the row on that
    sheet counted from 1, `column` the heading, `value` the cell as the user sees it; `for_many` as in XladdinError.
    """

    table: str
    sheet: str
    row: int
    column: str
    value: str
    message: str
    excel_error: str = XladdinError.excel_error
    for_many: str = XladdinError.for_many

    def __str__(self) -> str:
        shown = f' "{printable(excerpt(self.value))}"' if self.value else ""
        return f"{self.sheet or self.table} row {self.row}, {self.column}{shown}: {self.message}"


class RowsToMend(XladdinError):
    """Rows of the tables are wrong. Carries every one of them; nothing was rated."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = tuple(problems)
        self.excel_error = problems[0].excel_error
