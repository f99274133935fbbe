"""Names that are like a name: so like that they may be one person's, or near enough for a suggestion.

It compares names only if they have rare pieces in common, and only with few others. So a file of tens of thousands of
names, all alike, takes no longer than one of as many different ones.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from xladdin.cells.text import name_key, without_accents
from xladdin.workbook.incoming.whose_name.known import turned
from xladdin.workbook.incoming.whose_name.nicknames import groups_of, is_nickname

LIKE = 0.8
"""From this share of common letters on, two names may be one person's: Pierre and Piere, not Jon and Joe."""
UNLIKE = 0.5
"""Names of as many words are not alike if two of their words are less alike than that: Emil Kohl, Sebastian Kohl."""
NEAR = 0.6
"""From this share on, it suggests one for the other."""
SURELY = 0.99
"""The likeness of two names of which one is the other with words left out or cut short, or in another order. It also
holds for two neighbouring letters swapped, which in a short name leaves few in common, and for Bob and Robert."""
PIECE = 3
"""The letters of a piece of a name."""
SHORT = 12
"""Up to so many letters, the search also leaves one of them out: Jhon and John have no piece in common."""
MOST_LOOKED_AT = 200
"""The most names with a common piece. Those with the rarest pieces come first."""
MOST_COMPARED = 6
"""The most names to compare with a name: those with most pieces in common for their length."""
LONGEST = 60
"""The most letters of a name to compare."""
MOST_INITIALS = 3
"""A first word of so many letters may be initials: JF for Jean-François."""


_SIGNS = str.maketrans({**dict.fromkeys(".'’‘`´", ""), **dict.fromkeys("-‐‑–", " ")})


class Near(NamedTuple):
    """Another name, and its likeness from 0 to 1."""

    likeness: float
    name: str


class LikeNames:
    """The names to compare with. Two that differ in a number, such as "P024" and "P025", are not alike."""

    def __init__(self, names: Iterable[str]) -> None:
        self._by_piece: dict[str, list[str]] = {}
        for name in names:
            for piece in _pieces(_plain(name)):
                self._by_piece.setdefault(piece, []).append(name)

    def near(self, name: str) -> list[Near]:
        """The names nearest to this one, the likest first."""
        own = _plain(name)
        found = {other: _likeness(own, _plain(other)) for other in self._candidates(name, own)}
        return sorted((Near(like, other) for other, like in found.items() if like >= NEAR), key=lambda n: (-n[0], n[1]))

    def _candidates(self, name: str, own: str) -> Iterator[str]:
        shared: Counter[str] = Counter()
        looked_at = 0
        for names in sorted((self._by_piece.get(piece, []) for piece in _pieces(own)), key=len):
            shared.update(names[: MOST_LOOKED_AT - looked_at])
            looked_at += len(names)
            if looked_at >= MOST_LOOKED_AT:
                break
        del shared[name]
        likest = sorted(shared, key=lambda other: -shared[other] / (len(name) + len(other)))
        key = name_key(name)
        return (other for other in likest[:MOST_COMPARED] if name_key(other) != key)


def _plain(name: str) -> str:
    """Return the form of a name for comparisons: "Côté, T." -> "t cote", "J-F O'Hara" -> "j f ohara"."""
    return " ".join(without_accents(name_key(turned(name)[:LONGEST])).translate(_SIGNS).split())


def _pieces(plain: str) -> set[str]:
    """Pieces of a name. Two alike names have at least one in common."""
    bare = plain.replace(" ", "")
    pieces = {f" {word[:PIECE]}" for word in plain.split() if len(word) > 1}
    pieces.update(bare[at : at + PIECE] for at in range(len(bare) - PIECE + 1))
    words = plain.split()
    initials = "".join(word[0] for word in words)
    pieces.update(f"^{initials[:end]}" for end in range(2, len(initials) + 1))
    if words and len(words[0]) <= MOST_INITIALS:
        pieces.add(f"^{words[0]}")
    pieces.update(f"={group}" for group in groups_of(plain.partition(" ")[0]))
    if len(bare) <= SHORT:
        pieces.add(f"{bare} ")
        pieces.update(f"{bare[:at]}{bare[at + 1 :]} " for at in range(len(bare)))
    return pieces


def _likeness(one: str, other: str) -> float:
    if _numbers(one) != _numbers(other):
        return 0.0
    words, others = one.split() or [""], other.split() or [""]
    if _has_initials(words, others) or _has_initials(others, words):
        return SURELY
    if _is_shortened(words, others) or _is_shortened(others, words) or sorted(words) == sorted(others):
        return SURELY
    if _is_swapped(one, other) or (words[1:] == others[1:] and is_nickname(words[0], others[0])):
        return SURELY
    apart = [pair for pair in zip(words, others) if pair[0] != pair[1]] if len(words) == len(others) > 1 else []
    if any(len(word) == len(its) == 1 or _ratio(word, its) < UNLIKE for word, its in apart):
        return 0.0
    return _ratio(one, other)


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def _numbers(plain: str) -> list[str]:
    return [number.lstrip("0") for number in re.findall("[0-9]+", plain)]


def _is_swapped(one: str, other: str) -> bool:
    """Whether two neighbouring letters are swapped: Jhon, John."""
    apart = [at for at, (letter, its) in enumerate(zip(one, other)) if letter != its]
    if len(one) != len(other) or len(apart) != 2 or apart[1] - apart[0] != 1:
        return False
    first, second = apart
    return one[first] == other[second] and one[second] == other[first]


def _has_initials(words: Sequence[str], whole: Sequence[str]) -> bool:
    """Tell whether the first word is the initials of the first words of the whole name: JF Côté, Jean-François Côté."""
    first = words[0]
    if not 2 <= len(first) <= MOST_INITIALS or len(whole) < len(first):
        return False
    return all(word.startswith(letter) for word, letter in zip(whole, first)) and (
        len(words) == 1 or list(words[1:]) == list(whole[len(first) :])
    )


def _is_shortened(words: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the words are the whole name with words left out or cut to their beginnings: J Smith, John, Jo Smith."""
    if len(words) > len(whole) or words == whole:
        return False
    rest = iter(whole)
    return all(any(longer.startswith(word) for longer in rest) for word in words)
