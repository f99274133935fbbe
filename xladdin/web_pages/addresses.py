"""Addresses of pages made from names alone. They are the same from week to week, with clashes numbered in order."""

import unicodedata
from collections.abc import Hashable, Mapping
from typing import TypeVar

from xladdin.cells.text import SPELLED_PLAINLY

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
    found: dict[_Key, str] = {}
    taken: set[str] = set()
    for key, name in names.items():
        made, number = slug(name), 1
        address = made
        while address in taken:
            number += 1
            address = f"{made}-{number}"
        found[key] = address
        taken.add(address)
    return found
