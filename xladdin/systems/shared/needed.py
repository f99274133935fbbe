"""What a game must bring: the least score or spread with which a rating reaches a goal."""

from collections.abc import Callable

from xladdin.cells.numbers import LARGEST_EXACT
from xladdin.errors import NotFoundError
from xladdin.messages import Message, msg

FARTHEST = 10 * LARGEST_EXACT
"""The search gives up at so many points of a game. No rule here tells a spread beyond a few hundred from another."""


def least(holds: Callable[[int], bool], lowest: int, otherwise: Message, highest: int = FARTHEST) -> int:
    """Return the least whole number from `lowest` to `highest` for which a condition holds.

    It then holds for every larger number. The search doubles its step until it holds, then halves. Raises NotFoundError
    with the message `otherwise` if it never does.
    """
    if holds(lowest):
        return lowest
    failed, found = lowest, lowest + 1
    while not holds(found):
        if found >= highest:
            raise NotFoundError(otherwise)
        failed, found = found, min(found + 2 * (found - failed), highest)
    while found - failed > 1:
        middle = (failed + found) // 2
        if holds(middle):
            found = middle
        else:
            failed = middle
    return found


def least_spread_to_gain(change: Callable[[int], float]) -> int:
    """Return the least spread of player 1, negative for a defeat, with which the rating rises.

    `change` gives player 1's change by spread. It never falls as the spread grows, and a heavy defeat gains nothing.
    Raises NotFoundError if no spread gains.
    """
    if change(0) <= 0 and change(-1) <= 0:
        return least(lambda spread: change(spread) > 0, 1, msg("no spread lets the rating rise"))
    first_in_vain = least(lambda defeat: change(-defeat) <= 0, 0 if change(0) <= 0 else 1, msg("no defeat is in vain"))
    return 1 - first_in_vain
