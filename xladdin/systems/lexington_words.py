"""The figures of a Lexington change as it is explained: rounded, and each worked out from those before it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from xladdin.cells.numbers import Number, rounded, rounded_to


class PercentRules(Protocol):
    """The rules that turn a difference in percent into a change."""

    @property
    def straight_limit(self) -> Number: ...
    def points(self, percent_diff: Number) -> Number: ...


class ShownSteps(NamedTuple):
    """The arithmetic of a change as it is shown. Each figure is rounded, and worked out from the rounded one before it.

    `places` is the number of decimals. `beyond` says whether the difference shown is beyond what counts in full, and
    `was_beyond` whether it was so before rounding.
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
        """Return the steps with so many decimals."""
        shown_scored, shown_expected = rounded_to(scored, places), rounded_to(expected, places)
        off = rounded_to(shown_scored - shown_expected, places)
        points = rounded_to(rules.points(off), places)
        beyond, was_beyond = (abs(value) > rules.straight_limit for value in (off, scored - expected))
        taken = rounded_to(points * share, places)
        return cls(places, shown_scored, shown_expected, off, points, taken, beyond, was_beyond)

    @property
    def change(self) -> int:
        """The change that the figures shown give."""
        return rounded(self.taken)

    @property
    def is_told_truly(self) -> bool:
        """Whether so many decimals show which of the two rules for a difference applies."""
        return self.beyond == self.was_beyond
