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
"""The two orders of day and month."""
COLUMN, DATES, SHEET, LEAVE_OUT = "Column ", "Dates", "Sheet", "Leave out "
"""The names of remembered settings: "Column Score 1", day or month first, a workbook's sheet, "Leave out Total"."""
FIRST_NAMED = 3
"""So many equal problems are named by their lines. A number tells of the rest."""


@dataclass(frozen=True)
class Options:
    """Answers of a person to what the file itself leaves open.

    `columns` has the file's heading for one of ours, by our heading. `dates` is "dmy" or "mdy" if both fit. `day` is
    the date of games that come without one. `sheet` is the sheet of a workbook to read. `leave_out` has texts of rows
    that are none of ours, such as "Total". `remembered` has answers of earlier imports, by the kind of file and the
    setting, which count unless there is a newer answer.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    dates: str = ""
    day: date | None = None
    sheet: str = ""
    leave_out: Collection[str] = ()
    remembered: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def for_kind(self, kind: str, sheets: Collection[str]) -> Options:
        """The same for a kind of file, with earlier answers about such files, as far as they make sense.

        `sheets` are in this file. Last year's may have other names.
        """
        known = self.remembered.get(kind, {})
        columns = _settings_of(known, COLUMN)
        dates, sheet = known.get(DATES, ""), known.get(SHEET, "")
        return replace(
            self,
            columns={**columns, **self.columns},
            dates=self.dates or (dates if dates in ORDERS else ""),
            sheet=self.sheet or (sheet if sheet in sheets else ""),
            leave_out=[*_settings_of(known, LEAVE_OUT), *self.leave_out],
        )

    @property
    def settings(self) -> dict[str, str]:
        """The answers about the file to remember. The day is not among them, since it is another each time."""
        columns = {f"{COLUMN}{ours}": theirs for ours, theirs in self.columns.items()}
        rows = {f"{LEAVE_OUT}{text}": "Yes" for text in self.leave_out}
        return {**columns, **rows, **{name: said for name, said in ((DATES, self.dates), (SHEET, self.sheet)) if said}}


def _settings_of(known: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {setting.removeprefix(prefix): value for setting, value in known.items() if setting.startswith(prefix)}


@dataclass(frozen=True)
class IncomingRows:
    """Rows for one input table: a column under each heading of ours that the file has, all of the same length.

    `lines` has the line of the file, or row of its sheet, of each. `columns_there` has the file's name of each column.
    `moment` is the form's name of the column with the time of a response. `of_today` names columns with today's figures
    for what a player comes with, by our heading.
    """

    columns: Mapping[str, Sequence[CellValue]]
    lines: Sequence[int]
    columns_there: Mapping[str, str] = field(default_factory=dict)
    moment: str = ""
    of_today: Mapping[str, str] = field(default_factory=dict)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.lines)

    def only(self, rows: Sequence[int]) -> IncomingRows:
        """The same with these rows, by their positions, in this order."""
        columns = {heading: [column[row] for row in rows] for heading, column in self.columns.items()}
        return replace(self, columns=columns, lines=[self.lines[row] for row in rows])


class WrongLine(NamedTuple):
    """A line of a file that makes no sense: where it is, what is there, and what is wrong with it."""

    file: str
    line: int
    column: str
    value: str
    message: str

    def __str__(self) -> str:
        return f"{self.file} line {self.line}{self.what}: {self.message}"

    @property
    def what(self) -> str:
        """The column and the value, as far as there are any."""
        value = f' "{printable(excerpt(self.value))}"' if self.value else ""
        return f", {self.column}{value}" if self.column else value


class Look(NamedTuple):
    """Something that comes in and that a person should check: what it is, where it is, and why it is asked.

    `place` is the file, and the part of it. `lines` has the numbers of its lines. `asks` and `table` are the workbook's
    question about the rows from there and their table, if it cannot find it by itself. `other` is a similar name.
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

    @property
    def sentence(self) -> str:
        """All of it, with the stop at its end."""
        return f"{self}{'' if self.why.endswith('?') else '.'}"


@dataclass(frozen=True)
class Incoming:
    """A file that was read. `format`: its kind in words. `tables`: rows by the name of our table. `notes`: the report.

    `players` has the lines of the players that a tournament's file lists, by name, and `ratings` their ratings, if the
    format has them. `wrong` are lines that make no sense. `looks` are things that came in and may mean something else.
    `kind` is the mark of such files, or "" if nothing is asked about them. `lacks` has the headings that somebody named
    and that the file has not.
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
    lacks: Collection[str] = ()


def refuse_lacking(options: Options, read: Collection[Incoming]) -> None:
    """Raises FileProblem if somebody named a column that none of the files has."""
    for ours, theirs in options.columns.items():
        if all(theirs in incoming.lacks for incoming in read):
            files = " and ".join(incoming.file for incoming in read)
            raise FileProblem(
                f'--column "{ours}={theirs}": there is no column {theirs} in {files}. Write it as the file has it.'
            )


class QuestionOpen(FileProblem):
    """A file leaves something open. The message asks, and says which option of the command line answers.

    `about` is the field of `Options` with the answer. `question` is the text without the option. `by_hand` says what to
    do without it. `wanted` is our heading that needs an answer. `choices` are the answers, each with some of its cells.
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
    """The question about a file that does not tell the day of its games."""
    return QuestionOpen("day", question, "Give the date of its games: --date 2006-10-01", by_hand)


def lines_named(lines: Sequence[int]) -> str:
    """The first of some lines, and that there are more: "line 3", "lines 3, 4, 5 ..."."""
    first = ", ".join(map(str, lines[:FIRST_NAMED]))
    return f"line{'s' if len(lines) > 1 else ''} {first}{' ...' if len(lines) > FIRST_NAMED else ''}"


def grouped(problems: Iterable[WrongLine]) -> list[str]:
    """The problems. Equal ones are one line with their count and the first of them."""

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
