"""The pairing of one round: the perfect matching of least cost, as networkx finds it.

What counts, one after the other: who sits out has sat out least; nobody meets again who need not; the ratings of
opponents lie close together in sum; and among equal sums no pair lies far apart. The same round gives the same pairing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from xladdin.cells.numbers import Number
from xladdin.errors import FileProblem

SITS_OUT = -1
"""Stands for the opponent of who sits out."""
STEPS_A_POINT = 1000
"""Differences are counted in thousandths of a rating point, so that sums are exact."""

Seats = tuple[int, int]


@dataclass(frozen=True)
class Pairing:
    """The tables of a round in order of strength, each with its two players; the last may be one who sits out.

    repeats: tables at which two meet again; difference: sum of the differences in strength.
    """

    tables: Sequence[Seats]
    repeats: Sequence[Seats]
    difference: Number


def pair_round(
    strengths: Sequence[Number],
    met: Mapping[Seats, int],
    byes: Sequence[int],
    plays_two: int | None = None,
) -> Pairing:
    """Pairs the players of a round, who are numbered by their place in `strengths`, the strongest first.

    met: how much it is to be avoided that two meet again, by their numbers, the lower first; byes: how often each has
    sat out; plays_two: who plays two opponents at once where the number is odd, instead of somebody sitting out.
    Raises FileProblem where networkx is not installed.
    """
    seats = list(range(len(strengths)))
    if len(seats) % 2:
        seats.append(SITS_OUT if plays_two is None else plays_two)
    pairs = [(first, second) for first, second in combinations(range(len(seats)), 2) if seats[first] != seats[second]]
    gaps = {
        pair: 0 if seats[pair[1]] == SITS_OUT else _steps(strengths[seats[pair[0]]] - strengths[seats[pair[1]]])
        for pair in pairs
    }
    again = {pair: met.get(_in_order(seats[pair[0]], seats[pair[1]]), 0) for pair in pairs}
    sat_out = {pair: byes[pair[0]] if seats[pair[1]] == SITS_OUT else 0 for pair in pairs}
    costs = _one_after_the_other([sat_out, again, gaps, {pair: gap * gap for pair, gap in gaps.items()}], len(seats))
    tables = sorted(
        (_in_order(seats[first], seats[second]) for first, second in _matching(pairs, costs)),
        key=lambda table: (SITS_OUT in table, table),
    )
    tables = [(second, first) if first == SITS_OUT else (first, second) for first, second in tables]
    played = [table for table in tables if SITS_OUT not in table]
    return Pairing(
        tables,
        [table for table in played if met.get(table)],
        sum(abs(strengths[first] - strengths[second]) for first, second in played),
    )


def _steps(difference: Number) -> int:
    return round(abs(difference) * STEPS_A_POINT)


def _in_order(first: int, second: int) -> Seats:
    return (first, second) if first <= second else (second, first)


def _one_after_the_other(costs: Sequence[Mapping[Seats, int]], players: int) -> dict[Seats, int]:
    """One cost for each pair, in which no sum of a later cost outweighs one point of an earlier."""
    total = dict.fromkeys(costs[0], 0)
    for cost in costs:
        more_than_any_sum = players * max(cost.values(), default=0) + 1
        total = {pair: total[pair] * more_than_any_sum + cost[pair] for pair in total}
    return total


def _matching(pairs: Sequence[Seats], costs: Mapping[Seats, int]) -> set[Seats]:
    try:
        import networkx
    except ImportError:
        raise FileProblem(
            "Pairing needs the package networkx, which is not installed here: pip install networkx, "
            "or in xlwings Lite add networkx to requirements.txt."
        ) from None
    graph = networkx.Graph()
    graph.add_weighted_edges_from((first, second, -costs[first, second]) for first, second in pairs)
    found: set[Seats] = networkx.max_weight_matching(graph, maxcardinality=True)
    return found
