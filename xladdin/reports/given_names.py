"""What players are called where there is little room: by the given name alone where it is nobody else's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def given_names(players: Iterable[str]) -> dict[str, str]:
    """By the full name, the given name of each player, or the full one where two share the given name."""
    names = list(players)
    given = Counter(name.split()[0] for name in names)
    return {name: name.split()[0] if given[name.split()[0]] == 1 else name for name in names}
