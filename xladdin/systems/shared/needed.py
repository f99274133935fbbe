"""What a game must bring: the least score or spread with which a rating does what is asked of it."""

from __future__ import annotations

from collections.abc import Callable

from xladdin.cells.limits import LARGEST_EXACT
from xladdin.errors import NotFound

FARTHEST = 10 * LARGEST_EXACT
"""Points of a game at which the search gives up: no rule here knows one spread beyond a few hundred from another."""


def least(holds: Callable[[int], bool], lowest: int, what: str) -> int:
    """The least whole number from `lowest` on that holds, of a condition that goes on to hold once it does.

    Doubles its step until it holds, then halves. Raises NotFound, with `what` there is none of, where none does.
    """
    if holds(lowest):
        return lowest
    failed, step = lowest, 1
    while not holds(failed + step):
        failed, step = failed + step, 2 * step
        if step > FARTHEST:
            raise NotFound(f"no {what}")
    found = failed + step
    while found - failed > 1:
        middle = (failed + found) // 2
        if holds(middle):
            found = middle
        else:
            failed = middle
    return found


def least_spread_to_gain(change: Callable[[int], float]) -> int:
    """The least spread of player 1, negative for a defeat, with which the rating rises.

    change: of player 1 by spread; it never falls as the spread grows, and a heavy defeat gains nothing.
    Raises NotFound where no spread gains.
    """
    if change(0) <= 0 and change(-1) <= 0:
        return least(lambda spread: change(spread) > 0, 1, "spread lets the rating rise")
    first_in_vain = least(lambda defeat: change(-defeat) <= 0, 0 if change(0) <= 0 else 1, "defeat is in vain")
    return 1 - first_in_vain
