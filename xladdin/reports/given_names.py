"""Short names of players: only the given name if nobody else has it."""

from collections import Counter
from collections.abc import Iterable


def given_names(players: Iterable[str]) -> dict[str, str]:
    """The given name of each player by the full name, or the full one if two share the given name.

    "Former player 1" and other names with a number stay whole, because none of their words is a given name.
    """
    names = list(players)
    given = Counter(name.split()[0] for name in names)
    return {
        name: name if given[name.split()[0]] > 1 or name.split()[-1].isdecimal() else name.split()[0] for name in names
    }
