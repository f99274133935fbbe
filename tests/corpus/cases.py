"""What a case of the corpus is: a little club, what we spoil in it, and the outcome that we state for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.corpus.editing import type_cells

TODAY = "{today}"
"""In a stated message, this is the day on which the test runs."""
GONE = float("nan")
"""This replaces a rating where the workbook of the club no longer lists the player."""


@dataclass(frozen=True)
class Accepted:
    """xladdin rates it.

    ratings: those that differ from the rest of the club, None for a blank.
    notes: what it says of rows that it does not rate, by "Games!2".
    """

    ratings: Mapping[object, float | None] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ToMend:
    """Rows to fix: status 1, and no rating changes. `lines` are those on stderr in order, with place and remedy."""

    lines: tuple[str, ...]

    def __init__(self, *lines: str) -> None:
        object.__setattr__(self, "lines", lines)


@dataclass(frozen=True)
class Cannot:
    """Refused whole: status 2, and not a byte changes. `words` say what is wrong and what to do."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)


class CannotWrite(Cannot):
    """xladdin reads and checks it well, but refuses it whole when it comes to writing values."""


Outcome = Accepted | ToMend | Cannot


@dataclass(frozen=True)
class BookCase:
    """The recalculated workbook of a club, which we spoil in place, then check and recalculate."""

    name: str
    club: str
    spoil: Callable[[Path], None]
    outcome: Outcome


def typed(name: str, club: str, cells: Mapping[str, object], outcome: Outcome) -> BookCase:
    """A case of values typed into cells, such as "Games!C4"."""
    return BookCase(name, club, lambda path: type_cells(path, cells), outcome)
