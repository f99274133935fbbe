"""A workbook compared with the second computation, cell by cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from importlib import import_module
from pathlib import Path

from tests.oracle.reference.typed import Figures, Typed, blank
from xladdin.cells.table import ClubBook
from xladdin.files.reading.club_file import open_club_file
from xladdin.workbook.rules.as_edited import system_of

CLOSE = Fraction(1, 10**9)
"""How far a stored figure may be from the exact one, as a part of its size. Engines round the last digits."""

LIVE = {"Difference", "Change 1", "Change 2", "White change", "Black change", "Percentile", "Value", "Change"}
"""Columns of formulas. A program that computes nothing saves them without a value, which is no disagreement."""


@dataclass(frozen=True)
class Disagreement:
    """A cell that holds another figure. `row`: of the sheet. `held`, `expected`: as a person writes them."""

    sheet: str
    row: int
    heading: str
    held: str
    expected: str

    def __str__(self) -> str:
        return f"{self.sheet}, row {self.row}, {self.heading}: the workbook holds {self.held}, computed {self.expected}"


@dataclass(frozen=True)
class Verdict:
    """How many figures agree, and every one that does not."""

    agreeing: int
    disagreements: list[Disagreement]


def verify(book: ClubBook, system: str, today: date) -> Verdict:
    """Computes every figure of the input tables a second time and compares it with what the workbook holds.

    `system` is the key of its rating system.
    """
    expected: Figures = import_module(f"tests.oracle.reference.{system}").figures(Typed(book, today))
    disagreements = list(_disagreeing(book, expected))
    return Verdict(len(expected) - len(disagreements), disagreements)


def verify_file(path: Path, now: datetime) -> Verdict:
    """Compute every figure of a workbook file a second time and compare it with what the file holds."""
    book = open_club_file(path)
    return verify(book, system_of(book).key, now.date())


def _disagreeing(book: ClubBook, expected: Figures) -> Iterator[Disagreement]:
    for (name, row, heading), figure in expected.items():
        table = book.tables[name]
        column = table.column(heading)
        held = None if column is None else column[row]
        if column is not None and not _same(held, figure) and not (heading in LIVE and blank(held)):
            yield Disagreement(table.sheet, table.row_number(row), heading, _written(held), _written(figure))


def _same(held: object, expected: object) -> bool:
    if isinstance(expected, (Fraction, int)) and isinstance(held, (int, float)) and not isinstance(held, bool):
        exact = Fraction(expected)
        return abs(Fraction(held) - exact) <= CLOSE * max(abs(exact), Fraction(1))
    if isinstance(held, datetime):
        held = held.date()
    return (blank(held) and expected is None) or held == expected


def _written(figure: object) -> str:
    if blank(figure):
        return "nothing"
    return f"{float(figure):.12g}" if isinstance(figure, (Fraction, float)) else str(figure)
