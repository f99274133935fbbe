"""The figures of a Lexington change as they are told: rounded, and each worked out from those told before it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from xladdin.cells.numbers import Number, rounded, rounded_to


class PercentRules(Protocol):
    """The rules that a difference in percent goes through."""

    @property
    def straight_limit(self) -> Number: ...
    def points(self, percent_diff: Number) -> Number: ...


class ShownSteps(NamedTuple):
    """The arithmetic of a change as it is shown: each figure rounded, and worked out from the rounded one before it.

    places: decimals; beyond: whether the difference shown is beyond what counts in full; was_beyond: whether it was
    before rounding.
    """

    places: int
    scored: float
    expected: float
    off: float
    points: float
    taken: float
    beyond: bool
    was_beyond: bool

    @classmethod
    def with_places(cls, places: int, scored: float, expected: float, rules: PercentRules, share: float) -> ShownSteps:
        """The steps with so many decimals."""
        shown_scored, shown_expected = rounded_to(scored, places), rounded_to(expected, places)
        off = rounded_to(shown_scored - shown_expected, places)
        points = rounded_to(rules.points(off), places)
        beyond, was_beyond = (abs(value) > rules.straight_limit for value in (off, scored - expected))
        taken = rounded_to(points * share, places)
        return cls(places, shown_scored, shown_expected, off, points, taken, beyond, was_beyond)

    @property
    def change(self) -> int:
        """What the figures shown come to."""
        return rounded(self.taken)

    @property
    def is_told_truly(self) -> bool:
        """Whether so many decimals are enough to tell which of the two rules for a difference holds."""
        return self.beyond == self.was_beyond
