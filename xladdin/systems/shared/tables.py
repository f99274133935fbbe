"""Band tables ("the last row whose `from` is at most the key"), direct look-up, and the one rounding rule."""

from bisect import bisect_right
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from xladdin.cells.numbers import Number
from xladdin.errors import OutOfRangeError
from xladdin.messages import msg

T = TypeVar("T")


@dataclass(frozen=True)
class BandTable:
    """A printed table of bands. Each row begins with the key from which it holds, ascending from the first row.

    `columns` are the headings, the first of them for the key. `rows` has one tuple of numbers for each band. `remarks`
    says for each row which words of the source fix it, or is empty.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Number, ...], ...]
    remarks: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.rows:
            raise OutOfRangeError(msg("a table needs at least one row"))
        if any(later <= earlier for earlier, later in zip(self.starts, self.starts[1:])):
            raise OutOfRangeError(msg('the column "{columns}" must ascend from row to row', columns=self.columns[0]))

    @cached_property
    def starts(self) -> tuple[Number, ...]:
        """The key from which each band holds."""
        return tuple(row[0] for row in self.rows)

    def column(self, heading: str) -> tuple[Number, ...]:
        """Return all values below one heading."""
        position = self.columns.index(heading)
        return tuple(row[position] for row in self.rows)

    def band(self, key: Number) -> int:
        """Return the number of the last row whose `from` is at most the key, counted from 0.

        It is 0 for a lower key.
        """
        return max(bisect_right(self.starts, key) - 1, 0)

    def at(self, key: Number, heading: str) -> Number:
        """Return the value of the heading in the key's band."""
        return self.rows[self.band(key)][self.columns.index(heading)]


class DirectLookUp(dict[Number, T], Generic[T]):
    """A rule of one number turned into direct look-up. Each key is worked out once, when it first occurs."""

    def __init__(self, rule: Callable[[Number], T]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, key: Number) -> T:
        value = self[key] = self._rule(key)
        return value


class Alike(dict[Number, Number]):
    """For each number, the first number that the rule does not tell apart from it.

    `looked_at` gives what the rule looks at in a number, such as its sign and its band.
    """

    def __init__(self, looked_at: Callable[[Number], Hashable]) -> None:
        super().__init__()
        self._looked_at = looked_at
        self._first: dict[Hashable, Number] = {}

    def __missing__(self, number: Number) -> Number:
        first = self[number] = self._first.setdefault(self._looked_at(number), number)
        return first
