"""The nearest known name for a misspelt one, as long as the search is cheap."""

from collections.abc import Mapping, Sequence

from xladdin.cells.text import in_the_alphabet, name_key
from xladdin.messages import Message, msg, ngettext

LIKENESS = 0.6
"""The share of the letters of two names that are alike in order. From there on it suggests one for the other."""
LONGEST_COMPARED = 60
"""The most letters. It compares no longer name."""
MOST_COMPARED = 3_000_000
"""The most comparisons of letters, for all names of a table together: a hundred misspelt names in a club of 500. A
table full of unknown names has another fault, and each search takes time."""
MOST_NAMED = 20
"""The most players of a club whose names are listed where one is not known."""


class Suggestions:
    """Suggests names for unknown keys. `names` are by their keys, from `name_key`."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._room = MOST_COMPARED

    def for_key(self, key: str) -> Message | str:
        """Words that suggest the nearest name, or nothing."""
        near = self.nearest(key)
        return "" if near is None else msg(' (did you mean "{name}"?)', name=near)

    def nearest(self, key: str) -> str | None:
        """Return the name most like that of a key, other than its own, or None if none is like it."""
        if len(key) > LONGEST_COMPARED:
            return None
        from difflib import SequenceMatcher  # imported where a name is not known

        matcher = SequenceMatcher(None, "", key)
        nearest, best = None, LIKENESS
        for known in self._names:
            together = len(known) + len(key)
            self._room -= 1
            if self._room < 0:
                return None
            if known == key or 2 * min(len(known), len(key)) < best * together or len(known) > LONGEST_COMPARED:
                continue
            self._room -= together
            matcher.set_seq1(known)
            if matcher.quick_ratio() < best:
                continue
            self._room -= len(known) * len(key)
            likeness = matcher.ratio()
            if likeness > best or (nearest is None and likeness >= best):
                nearest, best = known, likeness
        return None if nearest is None else self._names[nearest]


def did_you_mean(key: str, names: Mapping[str, str]) -> Message | str:
    """Words that suggest the nearest name for one key, or nothing."""
    return Suggestions(names).for_key(key)


def not_a_player(name: str, names: Sequence[str]) -> Message:
    """Sentences for a name that no player of a club has: the nearest one, or else who the players are."""
    known = {name_key(one): one for one in names}
    last, _, first = name.partition(",")
    near = did_you_mean(name_key(name), known) or did_you_mean(name_key(f"{first} {last}"), known)
    if near or not names:
        return msg('"{name}" is not a player{suggestion}.', name=name, suggestion=near)
    if len(names) > MOST_NAMED:
        players = ngettext("{n:,} player", "{n:,} players", len(names))
        return msg('"{name}" is not a player. The sheet Players lists all {players}.', name=name, players=players)
    listed = ", ".join(sorted(names, key=in_the_alphabet))
    return msg('"{name}" is not a player. The players are {players}.', name=name, players=listed)
