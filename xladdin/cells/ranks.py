"""Ranks that equals share, as every list of the field gives them: 1, 2, 2, 4."""

from collections.abc import Iterable


def shared_ranks(figures: Iterable[object]) -> list[int]:
    """Return the rank of each line, counted from 1.

    The lines are in order of the figures, and equal figures share a rank.
    """
    ranks: list[int] = []
    before: object = None
    for place, figure in enumerate(figures, 1):
        ranks.append(ranks[-1] if ranks and figure == before else place)
        before = figure
    return ranks
