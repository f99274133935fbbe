"""Names of players where there is little room: the given name alone, or a long name in two lines."""

import re
from collections import Counter
from collections.abc import Iterable

_LETTERS = 20
"""The most letters of a name in one line of the Crosstable. A longer one would shrink too much."""


def given_names(players: Iterable[str]) -> dict[str, str]:
    """Return the given name of each player by the full name, or the full one if two share the given name.

    "Former player 1" and other names with a number stay whole, because none of their words is a given name.
    """
    names = list(players)
    given = Counter(name.split()[0] for name in names)
    return {
        name: name if given[name.split()[0]] > 1 or name.split()[-1].isdecimal() else name.split()[0] for name in names
    }


def in_two(name: str) -> tuple[str, str | None]:
    """Return the halves of a long name, parted after the space or hyphen that leaves the longer one shortest."""
    parts = re.split("(?<=[ -])", name)
    if len(name) <= _LETTERS or len(parts) == 1:
        return name, None
    halves = (("".join(parts[:number]).rstrip(), "".join(parts[number:])) for number in range(1, len(parts)))
    return min(halves, key=lambda two: max(map(len, two)))
