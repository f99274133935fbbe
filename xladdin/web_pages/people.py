"""The players as the page names them, by name, by initials or not at all, and the addresses of their pages."""

from __future__ import annotations

import unicodedata
from collections.abc import Hashable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, TypeVar

from xladdin.cells.text import SPELLED_PLAINLY
from xladdin.model import Player
from xladdin.replay import Replay
from xladdin.reports.wording import INITIALS, NAME, NONE, STRANGER, as_shown, initials, names_shown

if TYPE_CHECKING:
    from markupsafe import Markup

_Key = TypeVar("_Key", bound=Hashable)
LONGEST = 60
"""The most letters of an address. With its folder it fits every file system."""
_PLAIN_LETTERS = {**SPELLED_PLAINLY, ord("ı"): "i"}
_WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
"""Names that no file can have on Windows."""
NAMELESS = "page"


def slug(name: str) -> str:
    """Return a name in plain letters: Jean-François L'Été is jean-francois-l-ete."""
    letters = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN_LETTERS)).casefold()
    plain = "".join(
        letter if letter.isascii() and letter.isalnum() else "" if unicodedata.combining(letter) else " "
        for letter in letters
    )
    made = "-".join(plain.split())[:LONGEST].strip("-") or NAMELESS
    return f"{made}-page" if made in _WINDOWS else made


def addressed(names: Mapping[_Key, str]) -> dict[_Key, str]:
    """Return an address for each name by its key, the first that is free in their order."""
    addresses: dict[_Key, str] = {}
    used: set[str] = set()
    for key, name in names.items():
        made, number = slug(name), 1
        address = made
        while address in used:
            number += 1
            address = f"{made}-{number}"
        addresses[key] = address
        used.add(address)
    return addresses


FOLDER = "player"
ROOT, WITHIN = "", "../"
"""The way from a page to the folder's root: from one at the root, and from one in a folder of it."""


class People:
    """Every player of a club as the page shows them. Positions are those in the log."""

    def __init__(self, players: Sequence[Player], visibility: Sequence[str], nobody: str) -> None:
        """`visibility` has name, initials or none for each. `nobody` is the text for a player who is left out."""
        self._nobody = nobody
        self._visibility = visibility
        self.names = names_shown([player.name for player in players], visibility)
        plain = {
            at: initials(player.name) if how == INITIALS else player.name
            for at, (player, how) in enumerate(zip(players, visibility))
            if how != NONE
        }
        self._slugs = addressed(plain)
        self.position = {name: position for position, name in enumerate(self.names)}
        self.left_out = {STRANGER, *(name for name, how in zip(self.names, visibility) if how == NONE)}

    @property
    def with_pages(self) -> Sequence[int]:
        """The players who have a page."""
        return list(self._slugs)

    @property
    def are_all_public(self) -> bool:
        """Whether the page shows everybody by name."""
        return all(how == NAME for how in self._visibility)

    def seen(self, replay: Replay) -> Replay:
        """Return a replay in which all players have their shown names.

        A left-out player gets a name that is never printed.
        """
        return as_shown(replay, self.names)

    def shown_name(self, position: int) -> str:
        """Return the name as the page has it."""
        return self._nobody if self._visibility[position] == NONE else self.names[position]

    def words(self, name: str) -> str:
        """Return the name as the page has it, by the one in `seen`."""
        return self._nobody if name in self.left_out else name

    @property
    def paths(self) -> Mapping[int, str]:
        """The page of each player who has one, by position."""
        return {position: self.path(position) for position in self._slugs}

    def path(self, position: int) -> str:
        """Return the player's page in the folder."""
        return f"{FOLDER}/{self._slugs[position]}.html"

    def plain(self) -> dict[str, str]:
        """Return the text for each player in HTML without a link, by the name in `seen`."""
        return {name: escape(self.words(name)) for name in (*self.names, STRANGER)}

    def links(self, root: str) -> Mapping[str, Markup]:
        """Return the text for each player by the name in `seen`: a link, or only words for a player who is left out."""
        from markupsafe import Markup

        links = {}
        for position, name in enumerate(self.names):
            words = f"<bdi>{escape(self.shown_name(position))}</bdi>"
            if position in self._slugs:
                words = f'<a href="{root}{self.path(position)}">{words}</a>'
            links[name] = Markup(words)
        links[STRANGER] = Markup(f"<bdi>{escape(self._nobody)}</bdi>")
        return links
