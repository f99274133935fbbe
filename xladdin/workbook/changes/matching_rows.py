"""Which row of a table was which before. Rows match first by their content, then by their place.

An unchanged row stayed, or was moved. Of the others a row matches the old one that shares at least half of its cells,
then the one that was in its place. A row without a match was added, or taken out.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

MOST_COMPARED = 40_000
"""The most pairs of rows to compare cell by cell. Above that, rows match only by their place."""

Cells = Sequence[str]


class RowMatch(NamedTuple):
    """A row with new content or a new place, by its positions. None means that there was or is no such row."""

    was: int | None
    now: int | None
    moved: bool = False
    """It is the same row in another place."""


def other_rows(
    old: Sequence[int],
    new: Sequence[int],
    old_cells: Callable[[int], Cells | None],
    new_cells: Callable[[int], Cells],
) -> list[RowMatch]:
    """The differences between the rows before and now, in the order of the rows.

    `old` and `new` have a digest of each row, 0 if it is blank. `old_cells` and `new_cells` give the cells of a row by
    its position, or None if they are not known any more.
    """
    first, end = _unchanged(old, new)
    same = _same_rows(old[first : len(old) - end], new[first : len(new) - end], first)
    stayed = _longest_in_order(same)
    moved = [RowMatch(was, now, True) for was, now in same if was not in stayed]
    kept, there = {was for was, _ in same}, {now for _, now in same}
    gone = [row for row in range(first, len(old) - end) if old[row] and row not in kept]
    come = [row for row in range(first, len(new) - end) if new[row] and row not in there]
    pairs = _alike(gone, come, old_cells, new_cells)
    pairs |= _in_place([row for row in gone if row not in pairs], _others(come, pairs), stayed)
    found = [RowMatch(was, pairs.get(was)) for was in gone]
    found += [RowMatch(None, now) for now in _others(come, pairs)]
    return sorted([*found, *moved], key=_place)


def _place(match: RowMatch) -> tuple[int, bool]:
    row = match.was if match.now is None else match.now
    assert row is not None
    return row, match.was is None


def _others(come: Sequence[int], pairs: dict[int, int]) -> list[int]:
    taken = set(pairs.values())
    return [row for row in come if row not in taken]


def _unchanged(old: Sequence[int], new: Sequence[int]) -> tuple[int, int]:
    """The number of unchanged rows at the head and at the foot. Mostly games are typed below the others."""
    both = min(len(old), len(new))
    head = both
    if old[:both] != new[:both]:
        head = next(number for number, (one, two) in enumerate(zip(old, new)) if one != two)
    below = zip(reversed(old[head:]), reversed(new[head:]))
    return head, next((number for number, (one, two) in enumerate(below) if one != two), both - head)


def _same_rows(old: Sequence[int], new: Sequence[int], first: int) -> list[tuple[int, int]]:
    """The positions of the rows that are there before and now. Of equal rows the first matches the first."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    for row in range(len(new) - 1, -1, -1):
        places[new[row]].append(first + row)
    return [(row, places[digest].pop()) for row, digest in enumerate(old, first) if digest and places[digest]]


def _longest_in_order(same: Sequence[tuple[int, int]]) -> dict[int, int]:
    """The most rows in the same order before and now, by the position before. The others were moved."""
    ends: list[int] = []
    last: list[int] = []
    before: list[int | None] = []
    for number, (_, now) in enumerate(same):
        length = bisect_left(ends, now)
        before.append(last[length - 1] if length else None)
        ends[length : length + 1], last[length : length + 1] = [now], [number]
    stayed, number_now = {}, last[-1] if last else None
    while number_now is not None:
        was, now = same[number_now]
        stayed[was] = now
        number_now = before[number_now]
    return stayed


def _alike(
    gone: Sequence[int],
    come: Sequence[int],
    old_cells: Callable[[int], Cells | None],
    new_cells: Callable[[int], Cells],
) -> dict[int, int]:
    """The rows that share at least half of their cells, those that share most first, of these the nearest."""
    if not gone or not come or len(gone) * len(come) > MOST_COMPARED:
        return {}
    before = {row: cells for row in gone if (cells := old_cells(row))}
    now = {row: new_cells(row) for row in come}
    near = []
    for was, other in product(before, now):
        shared = sum(one == two and one != "" for one, two in zip(before[was], now[other]))
        if 2 * shared >= sum(map(bool, before[was])):
            near.append((-shared, abs(was - other), was, other))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, was, other in sorted(near):
        if was not in pairs and other not in taken:
            pairs[was] = other
            taken.add(other)
    return pairs


def _in_place(gone: Sequence[int], come: Sequence[int], stayed: dict[int, int]) -> dict[int, int]:
    """The rows as far behind the last row above them that stayed."""
    held: dict[tuple[int, int], int] = {place: row for row, place in zip(gone, _places(gone, sorted(stayed)))}
    places = _places(come, sorted(stayed.values()))
    return {held[place]: row for row, place in zip(come, places) if place in held}


def _places(rows: Sequence[int], stayed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """For each row, how many above it stayed, and how far behind the last of them it is."""
    for row in rows:
        above = bisect_left(stayed, row)
        yield above, row - (stayed[above - 1] if above else -1)
