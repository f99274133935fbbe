"""What every reader gives: rows for the workbook's tables with their places in the file, and a report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from xladdin.cells import CellValue
from xladdin.errors import excerpt, printable
from xladdin.messages import Message, msg, ngettext

AFTER_MIDNIGHT, NO_CROSS = "Sent after midnight", "No cross under Active"
"""The workbook's names for what it asks about rows that come in."""
FIRST_NAMED = 3
"""So many equal problems are named by their lines. A number tells of the rest."""


@dataclass(frozen=True)
class IncomingRows:
    """Rows for one input table: a column under each heading of ours that the file has, all of the same length.

    Attributes:
        columns: The cells by our heading.
        lines: The line of the file, or row of its sheet, of each.
        columns_there: The file's name of each column, by our heading.
        moment: The form's name of the column with the time of a response.
        of_today: Our headings of columns that may have the figures of today and not those that a player came with.
        as_of: The day of those figures, if the file tells it.
        told_apart: What tells equal rows apart that the workbook has no column for, as scores where it logs results.
    """

    columns: Mapping[str, Sequence[CellValue]]
    lines: Sequence[int]
    columns_there: Mapping[str, str] = field(default_factory=dict)
    moment: str = ""
    of_today: Collection[str] = ()
    as_of: date | None = None
    told_apart: Sequence[object] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.lines)

    def only(self, rows: Sequence[int]) -> IncomingRows:
        """Return the same with these rows, by their positions, in this order."""
        columns = {heading: [column[row] for row in rows] for heading, column in self.columns.items()}
        apart = [self.told_apart[row] for row in rows] if self.told_apart else ()
        return replace(self, columns=columns, lines=[self.lines[row] for row in rows], told_apart=apart)

    def seem_once(self, rows: Sequence[int]) -> list[Sequence[int]]:
        """Return those of rows that are equal in the workbook which are equal in the file too, by what it says."""
        if not self.told_apart:
            return [rows]
        groups: dict[object, list[int]] = {}
        for row in rows:
            groups.setdefault(self.told_apart[row], []).append(row)
        return [group for group in groups.values() if len(group) > 1]


class WrongLine(NamedTuple):
    """A line of a file that makes no sense: where it is, what is there, and what is wrong with it."""

    file: str
    line: int
    column: str
    value: str
    message: Message

    def as_message(self) -> Message:
        """Return the place, the value and what is wrong as one sentence."""
        place = {"file": self.file, "line": self.line, "column": self.column, "value": printable(excerpt(self.value))}
        if self.column and self.value:
            return msg('{file} line {line}, {column} "{value}": {message}', **place, message=self.message)
        if self.column:
            return msg("{file} line {line}, {column}: {message}", **place, message=self.message)
        if self.value:
            return msg('{file} line {line} "{value}": {message}', **place, message=self.message)
        return msg("{file} line {line}: {message}", **place, message=self.message)

    def __str__(self) -> str:
        return str(self.as_message())


class Look(NamedTuple):
    """Something that comes in and that a person should check: what it is, where it is, and why it is asked.

    `place` is the file, and the part of it. `lines` has the numbers of its lines. `asks` and `table` are the workbook's
    question about the rows from there and their table, if it cannot find it by itself. `other` is a similar name.
    """

    description: Message
    place: str
    lines: Sequence[int]
    reason: Message
    asks: str = ""
    table: str = ""
    other: str = ""

    @property
    def where(self) -> Message:
        """The place with its lines."""
        return Message("{place} {lines}", {"place": self.place, "lines": lines_named(self.lines)})

    def as_message(self) -> Message:
        """Return all of it as one sentence."""
        values = {"place": self.where, "description": self.description, "reason": self.reason}
        if self.reason.endswith("?"):
            return msg("{place}: {description}; {reason}", **values)
        return msg("{place}: {description}; {reason}.", **values)


@dataclass(frozen=True)
class Incoming:
    """A file, or a table of it, that was read.

    Attributes:
        file: The name of the file, and of its sheet.
        format: Its kind in words.
        tables: Rows by the name of our table.
        notes: What was taken for what, and what was left out.
        wrong: Lines that make no sense.
        players: The line of each player that the file lists by number. None of them is another of them.
        ratings: Their ratings, if the file has them.
        looks: Things that came in and may mean something else.
        kind: What files of this kind share, for answers that hold for the next one.
    """

    file: str
    format: Message
    tables: Mapping[str, IncomingRows]
    notes: Sequence[Message] = ()
    wrong: Sequence[WrongLine] = ()
    players: Mapping[str, int] = field(default_factory=dict)
    ratings: Mapping[str, CellValue] = field(default_factory=dict)
    looks: Sequence[Look] = ()
    kind: str = ""


def lines_named(lines: Sequence[int]) -> Message:
    """Return the first of some lines, and that there are more: "line 3", "lines 3, 4, 5 ..."."""
    first = ", ".join(map(str, lines[:FIRST_NAMED]))
    named = f"{first}{' ...' if len(lines) > FIRST_NAMED else ''}"
    return ngettext("line {lines}", "lines {lines}", max(len(lines), 1), lines=named)


def grouped(problems: Iterable[WrongLine]) -> list[Message]:
    """Return the problems in words. Equal ones are one line with their count and the first of them."""

    def likeness(problem: WrongLine) -> tuple[str, str, Message]:
        return problem.file, problem.column, problem.message

    order: dict[tuple[str, str, Message], int] = {}
    members = list(problems)
    for problem in members:
        order.setdefault(likeness(problem), len(order))
    messages: list[Message] = []
    for (file, column, message), group in groupby(sorted(members, key=lambda p: order[likeness(p)]), key=likeness):
        equal = list(group)
        if len(equal) < FIRST_NAMED:
            messages.extend(problem.as_message() for problem in equal)
            continue
        first = ", ".join(f'{p.line} "{printable(excerpt(p.value))}"' if p.value else str(p.line)
                          for p in equal[:FIRST_NAMED])  # fmt: skip
        values = {
            "file": file,
            "lines": f"{first} ..." if len(equal) > FIRST_NAMED else first,
            "column": column,
            "message": message,
            "count": ngettext("{n:,} line", "{n:,} lines", len(equal)),
        }
        if column:
            messages.append(msg("{file} lines {lines}, {column}: {message} ({count})", **values))
        else:
            messages.append(msg("{file} lines {lines}: {message} ({count})", **values))
    return messages
