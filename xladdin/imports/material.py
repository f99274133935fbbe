"""What every reader gives: rows for the workbook's tables with their places in the file, and a report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from xladdin.cells.table import CellValue
from xladdin.cells.text import counted
from xladdin.errors import FileProblem, excerpt, printable

ORDERS = ("dmy", "mdy")
"""Of day and month."""
COLUMN, DATES, SHEET = "Column ", "Dates", "Sheet"
"""Settings as they are remembered: "Column Score 1", day or month first, the sheet of a workbook."""
FIRST_NAMED = 3
"""Of equal problems so many are named by their lines; their number tells of the rest."""


@dataclass(frozen=True)
class Options:
    """What the person says beside the file, where the file itself leaves it open.

    columns: the file's heading for one of ours, by our heading; dates: "dmy" or "mdy" where both fit; day: the date of
    games that come without one; sheet: the sheet of a workbook to read; remembered: answers of earlier imports, by the
    kind of file and the setting, which count where nothing else is said.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    dates: str = ""
    day: date | None = None
    sheet: str = ""
    remembered: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def for_kind(self, kind: str, sheets: Collection[str]) -> Options:
        """The same for a kind of file, with what was answered about such files earlier, as far as it makes sense.

        sheets: of this file; last year's may be called otherwise.
        """
        known = self.remembered.get(kind, {})
        columns = {
            setting.removeprefix(COLUMN): value for setting, value in known.items() if setting.startswith(COLUMN)
        }
        dates, sheet = known.get(DATES, ""), known.get(SHEET, "")
        return replace(
            self,
            columns={**columns, **self.columns},
            dates=self.dates or (dates if dates in ORDERS else ""),
            sheet=self.sheet or (sheet if sheet in sheets else ""),
        )

    @property
    def settings(self) -> dict[str, str]:
        """What is said of the file and may be remembered: not the day, which is another each time."""
        columns = {f"{COLUMN}{ours}": theirs for ours, theirs in self.columns.items()}
        return {**columns, **{name: said for name, said in ((DATES, self.dates), (SHEET, self.sheet)) if said}}


@dataclass(frozen=True)
class IncomingRows:
    """Rows for one input table: a column under each heading of ours that the file has, all of the same length.

    lines: the line of the file, or row of its sheet, of each; columns_there: what the file calls each column; moment:
    what a form's file calls the column that tells when a response was sent; of_today: columns for what a player comes
    with that hold the figures of today, by our heading.
    """

    columns: Mapping[str, Sequence[CellValue]]
    lines: Sequence[int]
    columns_there: Mapping[str, str] = field(default_factory=dict)
    moment: str = ""
    of_today: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """How many they are."""
        return len(self.lines)


class WrongLine(NamedTuple):
    """A line of a file that cannot be meant: where it is, what is there, and what is wrong with it."""

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


AFTER_MIDNIGHT, NO_CROSS = "Sent after midnight", "No cross under Active"
"""What is asked of rows that come in, as the workbook calls it."""


class Look(NamedTuple):
    """Something that comes in and that a person should look at: what it is, where it is, and why it is asked.

    place: the file, and what of it; lines: those of the file; asks, table: what the workbook shall ask of the rows that
    come in from there, and their table, where the workbook cannot find it by itself; other: the name that one is like.
    """

    what: str
    place: str
    lines: Sequence[int]
    why: str
    asks: str = ""
    table: str = ""
    other: str = ""

    @property
    def where(self) -> str:
        """The place with its lines."""
        return f"{self.place} {lines_named(self.lines)}"

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.why}"


@dataclass(frozen=True)
class Incoming:
    """A file that was read. format: what it is, in words; tables: rows by the name of our table; notes: the report.

    players: lines of those whom a tournament's file lists, by name; ratings: theirs, where the format has them;
    wrong: lines that cannot be meant; looks: what was taken and may be meant otherwise; kind: by what such files are
    known again, "" where nothing of them is asked.
    """

    file: str
    format: str
    tables: Mapping[str, IncomingRows]
    notes: Sequence[str] = ()
    wrong: Sequence[WrongLine] = ()
    players: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, CellValue] = field(default_factory=dict)
    looks: Sequence[Look] = ()
    kind: str = ""


class QuestionOpen(FileProblem):
    """A file leaves something open; the message asks, and says which option of the command line answers.

    about: the field of `Options` that would; question: without the option; by_hand: what to do where there is none.
    wanted: our heading that is asked for; choices: what may be answered, each with some of its cells.
    """

    def __init__(
        self,
        about: str,
        question: str,
        option: str,
        by_hand: str,
        *,
        wanted: str = "",
        choices: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        super().__init__(f"{question} {option}")
        self.about, self.question, self.by_hand = about, question, by_hand
        self.wanted, self.choices = wanted, choices or {}


def day_wanted(question: str, by_hand: str) -> QuestionOpen:
    """What is asked where a file does not tell the day of its games."""
    return QuestionOpen("day", question, "Give the date of its games: --date 2006-10-01", by_hand)


def lines_named(lines: Sequence[int]) -> str:
    """The first of some lines, and that there are more: "line 3", "lines 3, 4, 5 ..."."""
    first = ", ".join(map(str, lines[:FIRST_NAMED]))
    return f"line{'s' if len(lines) > 1 else ''} {first}{' ...' if len(lines) > FIRST_NAMED else ''}"


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
