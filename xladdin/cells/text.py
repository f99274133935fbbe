"""What a cell says: whether it is blank, how a user sees it, and what two spellings of one name share."""

import unicodedata
from datetime import datetime

from xladdin.cells.numbers import LARGEST_EXACT

_LARGEST_WRITTEN = 10**300
"""Python writes no integer of more than 4,300 digits, and nobody reads one of 300."""
SPELLED_PLAINLY = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"})
"""Small letters whose stroke or ligature Unicode does not take off as it does an accent."""


def is_blank(cell: object) -> bool:
    """Return whether a cell holds nothing, or only blanks."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def cell_text(cell: object) -> str:
    """Return a cell as the user sees it, for messages and names: 7.0 as 7, 1e300 as 1e+300, dates ISO, blank as
    nothing.
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < LARGEST_EXACT:
        return str(int(cell))
    if isinstance(cell, datetime):
        return cell.date().isoformat()
    if isinstance(cell, int) and abs(cell) > _LARGEST_WRITTEN:
        from decimal import Decimal

        return f"{Decimal(cell):.6g}"
    return as_text(cell)


def as_text(thing: object) -> str:
    """Return a thing that is no cell as Python writes it, or its type if it holds a number too long to be written."""
    try:
        return str(thing)
    except ValueError:
        return f"<{type(thing).__name__}>"


def name_key(name: str) -> str:
    """Return the key that spellings of one name share. Case, Unicode form, and blanks around or doubled do not count.

    Marks without width, such as a zero-width space, do not count either. Source: Unicode, NFKC_Casefold.
    """
    key = " ".join(name.split()).casefold()
    if key.isascii():
        return key
    visible = "".join(letter for letter in key if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold()).split())


def without_accents(key: str) -> str:
    """Return a name's key with plain letters: "zoë" -> "zoe", "łukasz" -> "lukasz". Several players may share it."""
    if key.isascii():
        return key
    letters = unicodedata.normalize("NFD", key).translate(SPELLED_PLAINLY)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def in_the_alphabet(name: str) -> tuple[str, str]:
    """Return the place of a name in a list by the alphabet: Émile comes between Eloise and Ernst."""
    key = name_key(name)
    return without_accents(key), key


JOINERS = frozenset("\u200c\u200d")
"""Between letters of Persian and Indian scripts they decide how a word is written."""


def can_be_seen(name: str) -> bool:
    """Return whether a name has only letters and signs that can be seen, and joiners only behind letters of other
    scripts.
    """
    return all(
        letter.isprintable() or (letter in JOINERS and before.isalpha() and not before.isascii())
        for before, letter in zip(" " + name, name)
    )
