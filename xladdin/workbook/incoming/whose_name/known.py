"""The player of a name: exactly, by the club's aliases, as "Last, First", or without accents if that is one player.

An alias counts without its accents too, and so does the name of its player.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from xladdin.cells.table import CellTable
from xladdin.cells.text import name_key, without_accents
from xladdin.errors import XladdinError
from xladdin.log.roster import BYE, listed_names, read_aliases


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
    """The key of a name in spoken order, which "Last, First" has as well."""
    return name_key(turned(name))


@dataclass(frozen=True)
class _Known:
    """Players by the key of a spelling."""

    spelled: dict[str, str]
    aliases: dict[str, set[str]]
    either_way: dict[str, set[str]]
    plain: dict[str, set[str]]


class KnownNames:
    """The players of a workbook, found by any spelling that is surely theirs."""

    def __init__(self, tables: Mapping[str, CellTable]) -> None:
        self.names = listed_names(tables)
        spelled = {name_key(name): name for name in (*self.names, BYE)}
        either_way: dict[str, set[str]] = {}
        plain: dict[str, set[str]] = {}
        for name in self.names:
            either_way.setdefault(spoken_key(name), set()).add(name)
            plain.setdefault(without_accents(spoken_key(name)), set()).add(name)
        aliases: dict[str, set[str]] = {}
        for alias, player in read_aliases(tables):
            key = spoken_key(player)
            known = spelled.get(name_key(player))
            owners = {known} if known else either_way.get(key) or plain.get(without_accents(key)) or set()
            if len(owners) == 1:
                aliases.setdefault(spoken_key(alias), set()).update(owners)
        for key, owners in aliases.items():
            plain.setdefault(without_accents(key), set()).update(owners)
        self._known = _Known(spelled, aliases, either_way, plain)

    def player(self, name: str) -> str | None:
        """The player's name as the workbook spells it, or None for nobody. Raises FitsTwo if two players fit."""
        known, key, other = self._known, name_key(name), spoken_key(name)
        if key in known.spelled:
            return known.spelled[key]
        plain = without_accents(other)
        found = known.aliases.get(other) or known.either_way.get(other) or known.plain.get(plain) or set()
        if len(found) > 1:
            raise FitsTwo(found)
        return next(iter(found), None)

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
