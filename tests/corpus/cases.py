"""What a case of the corpus is: a little club, what is spoilt in it, and the outcome that is stated for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.corpus.editing import type_cells

TODAY = "{today}"
"""In a stated message, for the day on which the test runs."""


GONE = float("nan")
"""Instead of a rating: the club's workbook lists no such player any more."""


@dataclass(frozen=True)
class Accepted:
    """Rated. ratings: those that are not the club's own, None for a blank; notes: of rows not rated, by "Games!2"."""

    ratings: Mapping[object, float | None] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ToMend:
    """Rows to fix, status 1, and no rating changes: the lines on stderr in order, each with place and remedy."""

    lines: tuple[str, ...]

    def __init__(self, *lines: str) -> None:
        object.__setattr__(self, "lines", lines)


@dataclass(frozen=True)
class Cannot:
    """Refused whole, status 2, not a byte changed. What the message must say: what is wrong, and what to do."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)


class CannotWrite(Cannot):
    """Read and checked well, but refused whole when values are to be written."""


Outcome = Accepted | ToMend | Cannot


@dataclass(frozen=True)
class BookCase:
    """A club's recalculated workbook, spoilt in place, then checked and recalculated."""

    name: str
    club: str
    spoil: Callable[[Path], None]
    outcome: Outcome


@dataclass(frozen=True)
class CsvCase:
    """CSV files, by table, of which `xladdin new` makes a workbook that is then recalculated."""

    name: str
    club: str
    files: Mapping[str, str | bytes]
    outcome: Outcome
    options: tuple[str, ...] = ()


def typed(name: str, club: str, cells: Mapping[str, object], outcome: Outcome) -> BookCase:
    """A case of values typed into cells, "Games!C4" for one."""
    return BookCase(name, club, lambda path: type_cells(path, cells), outcome)
