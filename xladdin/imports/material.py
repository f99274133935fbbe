"""What every reader gives: rows for the workbook's tables with their places in the file, and a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from xladdin.cells.table import CellValue
from xladdin.cells.text import counted
from xladdin.errors import FileProblem, excerpt, printable

FIRST_NAMED = 3
"""Of equal problems so many are named by their lines; their number tells of the rest."""


@dataclass(frozen=True)
class Options:
    """What the person says beside the file, where the file itself leaves it open.

    columns: the file's heading for one of ours, by our heading; dates: "dmy" or "mdy" where both fit; day: the date of
    games that come without one; sheet: the sheet of a workbook to read.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    dates: str = ""
    day: date | None = None
    sheet: str = ""


@dataclass(frozen=True)
class IncomingRows:
    """Rows for one input table: a column under each heading of ours that the file has, all of the same length.

    lines: the line of the file, or row of its sheet, of each; columns_there: what the file calls each column.
    """

    columns: Mapping[str, Sequence[CellValue]]
    lines: Sequence[int]
    columns_there: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many they are."""
        return len(self.lines)


@dataclass(frozen=True)
class WrongLine:
    """A line of a file that cannot be meant: where it stands, what stands there, and what is wrong with it."""

    file: str
    line: int
    column: str
    value: str
    message: str

    def __str__(self) -> str:
        return f"{self.file} line {self.line}{self.what}: {self.message}"

    @property
    def what(self) -> str:
        """Column and value, as far as there are any."""
        value = f' "{printable(excerpt(self.value))}"' if self.value else ""
        return f", {self.column}{value}" if self.column else value


@dataclass(frozen=True)
class Incoming:
    """A file that was read. format: what it is, in words; tables: rows by the name of our table; notes: the report.

    players: lines of those whom a tournament's file lists, by name; ratings: theirs, where the format has them;
    wrong: lines that cannot be meant.
    """

    file: str
    format: str
    tables: Mapping[str, IncomingRows]
    notes: Sequence[str] = ()
    wrong: Sequence[WrongLine] = ()
    players: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, CellValue] = field(default_factory=dict)


class QuestionOpen(FileProblem):
    """A file leaves something open; the message asks, and says which option of the command line answers.

    about: the field of `Options` that would; question: without the option; by_hand: what to do where there is none.
    """

    def __init__(self, about: str, question: str, option: str, by_hand: str) -> None:
        super().__init__(f"{question} {option}")
        self.about, self.question, self.by_hand = about, question, by_hand


def day_wanted(question: str, by_hand: str) -> QuestionOpen:
    """What is asked where a file does not tell the day of its games."""
    return QuestionOpen("day", question, "Give the date of its games: --date 2006-10-01", by_hand)


def grouped(problems: Iterable[WrongLine]) -> list[str]:
    """The problems, equal ones as one line with their count and the first of them."""

    def likeness(problem: WrongLine) -> tuple[str, str, str]:
        return problem.file, problem.column, problem.message

    order: dict[tuple[str, str, str], int] = {}
    members = list(problems)
    for problem in members:
        order.setdefault(likeness(problem), len(order))
    said: list[str] = []
    for (file, column, message), group in groupby(sorted(members, key=lambda p: order[likeness(p)]), key=likeness):
        equal = list(group)
        if len(equal) < FIRST_NAMED:
            said.extend(map(str, equal))
            continue
        first = ", ".join(f'{p.line} "{printable(excerpt(p.value))}"' if p.value else str(p.line)
                          for p in equal[:FIRST_NAMED])  # fmt: skip
        where = f"{file} lines {first}{' ...' if len(equal) > FIRST_NAMED else ''}"
        said.append(f"{where}{f', {column}' if column else ''}: {message} ({counted(len(equal), 'line')})")
    return said
