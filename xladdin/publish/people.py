"""The players as the page names them: by name, by initials, or not at all; each with an address that stays."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, MutableMapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from xladdin.cells.text import name_key
from xladdin.model import Player
from xladdin.publish.addresses import addressed
from xladdin.publish.club import INITIALS, NAME, NONE

if TYPE_CHECKING:
    from markupsafe import Markup

FOLDER = "player"
ROOT, WITHIN = "", "../"
"""What leads from a page to the folder's root: from one that stands there, and from one in a folder of it."""


def player_mark(name: str) -> str:
    """What stands for a player in a file that others may read: it gives no name away, nor does it change."""
    return hashlib.sha256(f"player {name_key(name)}".encode()).hexdigest()[:16]


def initials(name: str) -> str:
    """The first letter of each word: Jean-François L'Été is J. F. L."""
    words = "".join(letter if letter.isalnum() else " " for letter in name.replace("'", "").replace("’", "")).split()
    return " ".join(f"{word[0].upper()}." for word in words) or "?"


class People:
    """Every player of a club as the page shows him. Positions are those in the log."""

    def __init__(
        self, players: Sequence[Player], shown: Sequence[str], addresses: MutableMapping[str, str], nobody: str
    ) -> None:
        """shown: name, initials or none for each; addresses: the earlier ones by mark, put right here; nobody: what
        stands for a player who is left out."""
        self._names = [player.name for player in players]
        self._shown = shown
        self._nobody = nobody
        marks = {
            position: f"{how} {player_mark(self._names[position])}" for position, how in enumerate(shown) if how != NONE
        }
        wanted = {mark: self.shown_name(position) for position, mark in marks.items()}
        addresses.update(addressed(wanted, addresses))
        for mark in set(addresses) - set(wanted):
            del addresses[mark]
        self._slugs = {position: addresses[mark] for position, mark in marks.items()}
        self.position = {name: position for position, name in enumerate(self._names)}
        self.left_out = {name for name, how in zip(self._names, shown) if how == NONE}

    @property
    def with_pages(self) -> Sequence[int]:
        """Who has a page."""
        return list(self._slugs)

    @property
    def are_all_public(self) -> bool:
        """Whether everybody is shown by name."""
        return all(how == NAME for how in self._shown)

    def shown_name(self, position: int) -> str:
        """The name as the page has it."""
        name, how = self._names[position], self._shown[position]
        return initials(name) if how == INITIALS else self._nobody if how == NONE else name

    def path(self, position: int) -> str:
        """The player's page in the folder."""
        return f"{FOLDER}/{self._slugs[position]}.html"

    def links(self, root: str) -> Mapping[str, Markup]:
        """What stands for each player by his name in the log: a link, or words alone for who is left out."""
        from markupsafe import Markup

        links = {}
        for position, name in enumerate(self._names):
            words = f"<bdi>{escape(self.shown_name(position))}</bdi>"
            if position in self._slugs:
                words = f'<a href="{root}{self.path(position)}">{words}</a>'
            links[name] = Markup(words)
        return links
