"""The pairing of one round: the perfect matching of least cost, found by networkx.

These count, one after the other: whose turn it is to sit out, or to play two at once, and that nobody meets again
without need (the club chooses which of these two comes first). Then the ratings of opponents should be close in sum,
and among equal sums no pair should be far apart. The same round gives the same pairing.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.errors import FileProblem

SITS_OUT = -1
"""The place of the opponent of a player who sits out has this."""
STEPS_A_POINT = 1000
"""Differences are counted in thousandths of a rating point, so that sums are exact."""

Seats = tuple[int, int]


def in_order(one: int, other: int) -> Seats:
    """Two players by their numbers, the lower first."""
    return (one, other) if one <= other else (other, one)


class Pairing(NamedTuple):
    """The tables of a round in order of strength, each with its two players. The last may have one who sits out.

    `repeats` are tables at which two meet again, and `again` is the sum of their costs. `odd` is who sits out or plays
    two opponents at once, or None for an even number.
    """

    tables: Sequence[Seats]
    repeats: Sequence[Seats]
    again: int
    odd: int | None


def pair_round(
    strengths: Sequence[Number],
    met: Mapping[Seats, int],
    turns: Sequence[int],
    *,
    two_at_once: bool = False,
    repeats_first: bool = False,
) -> Pairing:
    """Pairs the players of a round, who are numbered by their place in `strengths`, the strongest first.

    `met` says how much a repeat must be avoided, by their numbers, the lower first. `turns` says how often each has sat
    out. With `two_at_once` somebody plays two opponents if the number is odd, and `turns` counts that. With
    `repeats_first` somebody may sit out too early so that nobody meets again. Raises FileProblem if networkx is not
    installed.
    """
    players = range(len(strengths))
    costs = {
        pair: _Cost(0, met.get(pair, 0), _steps(strengths[pair[0]] - strengths[pair[1]]))
        for pair in combinations(players, 2)
    }
    sums = _Sums([*costs.values(), *(_Cost(turn, 0, 0) for turn in turns)], len(players) + 1, repeats_first)
    total = {pair: sums.of(cost) for pair, cost in costs.items()}
    others: dict[int, int] = {}
    if len(players) % 2:
        odd_one = len(players)
        for player in players:
            if two_at_once and len(players) > 1:
                ways = (
                    (sums.of(costs[in_order(player, other)]._replace(turn=turns[other])), other)
                    for other in players
                    if other != player
                )
                total[player, odd_one], others[player] = min(ways)
            else:
                total[player, odd_one] = sums.of(_Cost(turns[player], 0, 0))
    found = [in_order(*seats) for seats in _matching(total)]
    alone = next((first for first, second in found if second == len(players)), None)
    tables = sorted(table for table in found if table[1] < len(players))
    odd = alone
    if alone is not None and alone in others:
        odd = others[alone]
        tables = sorted([*tables, in_order(alone, odd)])
    played = list(tables)
    if alone is not None and alone not in others:
        tables.append((alone, SITS_OUT))
    return Pairing(
        tables,
        [table for table in played if met.get(table)],
        sum(met.get(table, 0) for table in played),
        odd,
    )


class _Cost(NamedTuple):
    """The cost of a table: turns taken before the player's own, meetings, and the gap between the two [steps]."""

    turn: int
    again: int
    gap: int


class _Sums:
    """One number for each cost. No sum of what counts later outweighs one point of what counts before."""

    def __init__(self, costs: Sequence[_Cost], most: int, repeats_first: bool) -> None:
        self._repeats_first = repeats_first
        levels = zip(*map(self._levels, costs))
        self._room = [most * max(level) + 1 for level in levels]

    def of(self, cost: _Cost) -> int:
        """The number."""
        total = 0
        for room, level in zip(self._room, self._levels(cost)):
            total = total * room + level
        return total

    def _levels(self, cost: _Cost) -> tuple[int, ...]:
        first = (cost.again, cost.turn) if self._repeats_first else (cost.turn, cost.again)
        return (*first, cost.gap, cost.gap * cost.gap)


def _steps(difference: Number) -> int:
    return round(abs(difference) * STEPS_A_POINT)


def _matching(costs: Mapping[Seats, int]) -> set[Seats]:
    try:
        import networkx
    except ImportError:
        raise FileProblem(
            "Pairing needs the package networkx, which is not installed here: pip install networkx, "
            "or in xlwings Lite add networkx to requirements.txt."
        ) from None
    graph = networkx.Graph()
    graph.add_weighted_edges_from((first, second, -cost) for (first, second), cost in costs.items())
    found: set[Seats] = networkx.max_weight_matching(graph, maxcardinality=True)
    return found
