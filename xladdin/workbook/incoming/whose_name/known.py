"""The player of a name: exactly, by the club's aliases, as "Last, First", or without accents if that is one player.

An alias counts without its accents too, and so does the name of its player.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key, without_accents
from xladdin.errors import XladdinError
from xladdin.game_log.roster import BYE, listed_names, read_aliases

_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´ʼ", "'"))


class FitsTwo(XladdinError):
    """A name that may be any of several players."""

    def __init__(self, players: Iterable[str]) -> None:
        self.players = sorted(players)
        super().__init__(f"fits {' and '.join(self.players)}; write the name as Players has it")


def turned(name: str) -> str:
    """The name the other way round if it is "Last, First": "First Last". Any other stays as it is."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and last.strip() and "," not in first else name


def spoken_key(name: str) -> str:
    """Return the key of a name in spoken order, which "Last, First" has as well. All apostrophes are one."""
    return name_key(turned(name)).translate(_APOSTROPHES)


class KnownNames:
    """The players of a workbook, found by any spelling that is surely theirs."""

    def __init__(self, tables: Mapping[str, CellTable]) -> None:
        self.names = listed_names(tables)
        self._spelled = {name_key(name): name for name in (*self.names, BYE)}
        self._aliases: defaultdict[str, set[str]] = defaultdict(set)
        self._either_way: defaultdict[str, set[str]] = defaultdict(set)
        self._plain: defaultdict[str, set[str]] = defaultdict(set)
        for name in self.names:
            self._either_way[spoken_key(name)].add(name)
            self._plain[without_accents(spoken_key(name))].add(name)
        meant = [(alias, self._fitting(player)) for alias, player in read_aliases(tables)]
        for alias, owners in meant:
            if len(owners) == 1:
                self._aliases[spoken_key(alias)] |= owners
        for key, owners in self._aliases.items():
            self._plain[without_accents(key)] |= owners

    def player(self, name: str) -> str | None:
        """The player's name as the workbook spells it, or None for nobody. Raises FitsTwo if two players fit."""
        found = self._fitting(name)
        if len(found) > 1:
            raise FitsTwo(found)
        return next(iter(found), None)

    def _fitting(self, name: str) -> Set[str]:
        if known := self._spelled.get(name_key(name)):
            return {known}
        key = spoken_key(name)
        ways = (self._aliases, key), (self._either_way, key), (self._plain, without_accents(key))
        return next((way[spelling] for way, spelling in ways if spelling in way), set())

    def is_sure(self, name: str) -> bool:
        """Whether the name is that of one player, so that nobody need say whose it is."""
        try:
            return self.player(name) is not None
        except FitsTwo:
            return False

    @property
    def turns_names(self) -> bool:
        """Whether the club writes names in spoken order, so that it turns "Last, First" for a newcomer."""
        return bool(self.names) and not any("," in name for name in self.names)
