"""Whose a name is: exactly, by the club's aliases, or as "Last, First"; and which names are like one another."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key, shown
from xladdin.errors import XladdinError
from xladdin.log.roster import BYE
from xladdin.workbook.schema import ALIASES

LIKE = 0.8
"""Share of letters in common from which two names may be one person's: Pierre and Piere, not Jon and Joe."""
LONG_NAME = 8
"""Letters from which two slips, not one, still make a name like another."""
BEGINNING = 3
"""Letters of a word that alike names share, or else all but a slip or two of the name."""
MOST_COMPARED = 100
"""Unknown names to which a near one is sought in the slow way."""


class FitsTwo(XladdinError):
    """A name that may be either of two players."""


def turned(name: str) -> str:
    """The name the other way round where it is "Last, First": "First Last"; any other as it is."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and last.strip() and "," not in first else name


@dataclass(frozen=True)
class _Known:
    """Players by the key of a spelling."""

    spelled: dict[str, str]
    aliases: dict[str, set[str]]
    either_way: dict[str, set[str]]


class KnownNames:
    """The players of a workbook, each to be found by any spelling that is surely his."""

    def __init__(self, tables: Mapping[str, CellTable]) -> None:
        self.names = [name for cell in tables["Players"].column("Player") or () if (name := shown(cell).strip())]
        spelled = {name_key(name): name for name in (*self.names, BYE)}
        either_way: dict[str, set[str]] = {}
        for name in self.names:
            either_way.setdefault(name_key(turned(name)), set()).add(name)
        aliases: dict[str, set[str]] = {}
        for alias, player in _aliases(tables):
            owner = spelled.get(name_key(player)) or next(iter(either_way.get(name_key(turned(player)), ())), None)
            if owner is not None:
                aliases.setdefault(name_key(turned(alias)), set()).add(owner)
        self._known = _Known(spelled, aliases, either_way)

    def player(self, name: str) -> str | None:
        """The player's name as the workbook spells it; None for nobody. Raises FitsTwo where two answer to it."""
        known, key, other = self._known, name_key(name), name_key(turned(name))
        if key in known.spelled:
            return known.spelled[key]
        found = known.aliases.get(other) or known.either_way.get(other) or set()
        if len(found) > 1:
            raise FitsTwo(f"fits {' and '.join(sorted(found))}; write the name as Players has it")
        return next(iter(found), None)

    @property
    def turns_names(self) -> bool:
        """Whether the club writes names the way they are said, so that "Last, First" is turned for a newcomer."""
        return bool(self.names) and not any("," in name for name in self.names)


def _aliases(tables: Mapping[str, CellTable]) -> Iterable[tuple[str, str]]:
    table = tables.get(ALIASES.name)
    if table is None:
        return ()
    columns = (table.column("Alias"), table.column("Player"))
    if columns[0] is None or columns[1] is None:
        return ()
    pairs = ((shown(alias).strip(), shown(player).strip()) for alias, player in zip(columns[0], columns[1]))
    return [(alias, player) for alias, player in pairs if alias and player]


class LikeNames:
    """Names to which others are compared; two that differ in a number only, as "P024" and "P025", are not alike."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_part: dict[str, set[str]] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """One name more."""
        for part in _parts(name):
            self._by_part.setdefault(part, set()).add(name)

    def like(self, name: str) -> list[str]:
        """The names that are like this one, the likest first."""
        candidates = set().union(*(self._by_part.get(part, ()) for part in _parts(name)))
        found = [(_likeness(name, other), other) for other in candidates if name_key(other) != name_key(name)]
        return [other for likeness, other in sorted(found, key=lambda one: (-one[0], one[1])) if likeness >= LIKE]


def nearest(name: str, names: Sequence[str]) -> list[str]:
    """The nearest names, where there are any; slow."""
    by_key = {name_key(turned(other)): other for other in names}
    return [by_key[key] for key in difflib.get_close_matches(name_key(turned(name)), by_key, n=2, cutoff=0.6)]


def _parts(name: str) -> set[str]:
    """What two alike names have in common at least one of: a word, or what is left without a letter or two."""
    key = name_key(turned(name))
    parts = {f"{word[:BEGINNING]} " for word in key.split() if len(word) > 1}
    bare = key.replace(" ", "").replace(".", "")
    for slips in (0, 1, *((2,) if LONG_NAME <= len(bare) <= 40 else ())):
        for gone in combinations(range(len(bare)), slips):
            parts.add("".join(letter for at, letter in enumerate(bare) if at not in gone))
    return parts


def _likeness(one: str, other: str) -> float:
    first, second = name_key(turned(one)), name_key(turned(other))
    if re.findall("[0-9]+", first) != re.findall("[0-9]+", second):
        return 0.0
    words, others = first.replace(".", "").split(), second.replace(".", "").split()
    if _shortened(words, others) or _shortened(others, words) or sorted(words) == sorted(others):
        return 0.99
    return difflib.SequenceMatcher(None, first, second).ratio()


def _shortened(words: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the words are the whole name with words left out or cut to their beginnings: J Smith, John, Jo Smith."""
    if len(words) > len(whole) or words == whole:
        return False
    rest = iter(whole)
    return all(any(longer.startswith(word) for longer in rest) for word in words)
