"""Compare a workbook with the second computation, cell by cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path

from tests.oracle.replaying import COMPUTATIONS
from tests.oracle.typed import Figures, Typed, blank
from xladdin.cells import ClubWorkbook
from xladdin.files.club_file import open_club_file
from xladdin.workbook.rules import read_system

# How far a stored figure may be from the exact one, as a part of its size. Engines round the last digits.
CLOSE = Fraction(1, 10**9)
# Columns of formulas. A program that computes nothing saves them without a value, which is no disagreement.
LIVE = {"Difference", "Change 1", "Change 2", "White change", "Black change", "Percentile", "Value", "Change"}


@dataclass(frozen=True)
class Verdict:
    """How many figures agree, and every one that does not, with its place."""

    agreeing: int
    disagreements: list[str]


def verify_file(path: Path, now: datetime) -> Verdict:
    """Compute every figure of the input tables a second time and compare it with what the file holds."""
    club_file = open_club_file(path)
    expected = COMPUTATIONS[read_system(club_file).key](Typed(club_file, now.date()))
    disagreements = list(_disagreeing(club_file, expected))
    return Verdict(len(expected) - len(disagreements), disagreements)


def _disagreeing(club_file: ClubWorkbook, expected: Figures) -> Iterator[str]:
    for (name, row, heading), figure in expected.items():
        table = club_file.tables[name]
        column = table.column(heading)
        stored = None if column is None else column[row]
        if column is not None and not _same(stored, figure) and not (heading in LIVE and blank(stored)):
            yield f"{table.sheet} row {table.row_number(row)}, {heading}: {stored!r} instead of {figure}"


def _same(stored: object, expected: object) -> bool:
    if isinstance(expected, (Fraction, int)) and isinstance(stored, (int, float)) and not isinstance(stored, bool):
        exact = Fraction(expected)
        return abs(Fraction(stored) - exact) <= CLOSE * max(abs(exact), Fraction(1))
    if isinstance(stored, datetime):
        stored = stored.date()
    return (blank(stored) and expected is None) or stored == expected
