"""Which row of a table was which before. Rows match first by their content, then by their place.

An unchanged row stayed, or was moved. Of the others a row matches the old one that shares at least half of its cells,
then the one that was in its place. A row without a match was added, or taken out. A row is a text of its cells, "" if
it is blank.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from xladdin.workbook.changes.snapshot import BETWEEN

MOST_COMPARED = 40_000
"""The most pairs of rows to compare cell by cell. Above that, rows match only by their place."""


class RowMatch(NamedTuple):
    """A row with new content or a new place, by its positions. None means that there was or is no such row."""

    was: int | None
    now: int | None
    moved: bool = False
    """It is the same row in another place."""


def match_rows(old: Sequence[str], new: Sequence[str]) -> list[RowMatch]:
    """Return the differences between the rows before and now, in the order of the rows."""
    first, end = _unchanged(old, new)
    same = _same_rows(old[first : len(old) - end], new[first : len(new) - end], first)
    stayed = _longest_in_order(same)
    moved = [RowMatch(was, now, True) for was, now in same if was not in stayed]
    old_matched, new_matched = {was for was, _ in same}, {now for _, now in same}
    removed = [row for row in range(first, len(old) - end) if old[row] and row not in old_matched]
    added = [row for row in range(first, len(new) - end) if new[row] and row not in new_matched]
    pairs = _alike(removed, added, old, new)
    pairs |= _in_place([row for row in removed if row not in pairs], _unpaired(added, pairs), stayed)
    matches = [RowMatch(was, pairs.get(was)) for was in removed]
    matches += [RowMatch(None, now) for now in _unpaired(added, pairs)]
    return sorted([*matches, *moved], key=_place)


def _place(match: RowMatch) -> tuple[int, bool]:
    row = match.was if match.now is None else match.now
    assert row is not None
    return row, match.was is None


def _unpaired(added: Sequence[int], pairs: dict[int, int]) -> list[int]:
    paired = set(pairs.values())
    return [row for row in added if row not in paired]


def _unchanged(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """Return the number of unchanged rows at the head and at the foot. Mostly games are typed below the others."""
    both = min(len(old), len(new))
    head = both
    if old[:both] != new[:both]:
        head = next(number for number, (one, two) in enumerate(zip(old, new)) if one != two)
    below = zip(reversed(old[head:]), reversed(new[head:]))
    return head, next((number for number, (one, two) in enumerate(below) if one != two), both - head)


def _same_rows(old: Sequence[str], new: Sequence[str], first: int) -> list[tuple[int, int]]:
    """Return the positions of the rows that are there before and now. Of equal rows the first matches the first."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for row in range(len(new) - 1, -1, -1):
        places[new[row]].append(first + row)
    return [(row, places[text].pop()) for row, text in enumerate(old, first) if text and places[text]]


def _longest_in_order(same: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the most rows in the same order before and now, by the position before. The others were moved."""
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


def _alike(removed: Sequence[int], added: Sequence[int], old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Return the rows that share at least half of their cells, those that share most first, of these the nearest."""
    if not removed or not added or len(removed) * len(added) > MOST_COMPARED:
        return {}
    before = {row: old[row].split(BETWEEN) for row in removed}
    now = {row: new[row].split(BETWEEN) for row in added}
    near = []
    for was, other in product(before, now):
        shared = sum(one == two and one != "" for one, two in zip(before[was], now[other]))
        if 2 * shared >= sum(map(bool, before[was])):
            near.append((-shared, abs(was - other), was, other))
    pairs: dict[int, int] = {}
    paired: set[int] = set()
    for _, _, was, other in sorted(near):
        if was not in pairs and other not in paired:
            pairs[was] = other
            paired.add(other)
    return pairs


def _in_place(removed: Sequence[int], added: Sequence[int], stayed: dict[int, int]) -> dict[int, int]:
    """Return the rows as far behind the last row above them that stayed."""
    old_places: dict[tuple[int, int], int] = {
        place: row for row, place in zip(removed, _places(removed, sorted(stayed)))
    }
    places = _places(added, sorted(stayed.values()))
    return {old_places[place]: row for row, place in zip(added, places) if place in old_places}


def _places(rows: Sequence[int], stayed: Sequence[int]) -> Iterator[tuple[int, int]]:
    """For each row, how many above it stayed, and how far behind the last of them it is."""
    for row in rows:
        above = bisect_left(stayed, row)
        yield above, row - (stayed[above - 1] if above else -1)
