"""How people write names, numbers, ratings, results and scores. Each function gives None for what it cannot read."""

import re
import unicodedata
from datetime import date

from xladdin.cells.table import CellValue
from xladdin.game_log.roster import BYE
from xladdin.importing.words import words_of

DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−:", "-"))
_GROUPED = re.compile(r"([+-]?\d{1,3})((?:[ ,]\d{3})+)(?:[.](\d+))?")
"""A number with blanks or commas between thousands: 1 234, 1,204, 1,204.5."""
_DECIMAL = re.compile(r"[+-]?\d*[.,]?\d+|[+-]?\d+[.,]")
_RATING_WITH_GAMES = re.compile(r"(\d{1,4})\s?[/p]\s?(\d{1,4})")
_NO_RATING = {
    "",
    "0",
    "-",
    "unr",
    "unrated",
    "none",
    "nr",
    "n/a",
    "ur",
    "new",
    "neu",
    "nouveau",
    "nouvelle",
    "nan",
    "null",
    "undefined",
}
_BYE = re.compile(
    r"(?:(?:pairing.allocated|full.point|half.point|zero.point|full|half) )?bye|exempte?|spielfrei|freilos", re.I
)
_FORFEIT = re.compile(r"\(|\)|\bff?\b|(?<=\d)f\b|forfeit|forf\b|forfait|kampflos")
DRAWS = words_of("½-½ ½ = =-= draw drawn remis tie nul nulle tablas patta d t x unentschieden")
FIRST_WON = words_of("1-0 1 w + white whitewon whitewins won win weiss weiß blancs gewonnen gagne gagné")
SECOND_WON = words_of("0-1 0 l 2 black blackwon blackwins lost loss schwarz noirs verloren perdu")
_FIRST_CAME, _SECOND_CAME = {"+-", "+--", "+-0", "1--"}, {"-+", "--+", "0-+"}
NOBODY_CAME = {"--", "---", "0-0"}


def clean(cell: object) -> str:
    """Return a cell as people see it: each kind of blank is one blank, and signs without width are gone."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    text = " ".join(str("" if cell is None else cell).split())
    if text.isascii():
        return text
    visible = "".join(
        sign for before, sign in zip(" " + text, text)
        if unicodedata.category(sign) != "Cf" or (sign in "\u200c\u200d" and before.isalpha() and not before.isascii())
    )  # fmt: skip
    return unicodedata.normalize("NFC", " ".join(visible.split()))


def read_number(cell: object) -> float | None:
    """Return a number, also one with a decimal comma or with blanks or commas between thousands."""
    if isinstance(cell, (bool, date)) or cell is None:
        return None
    if isinstance(cell, (int, float)):
        return cell
    text = str(cell)
    if not text.isascii() or text[:1] in "'=" or text != text.strip():
        text = unicodedata.normalize("NFKC", clean(text)).lstrip("'=").replace("−", "-")
    text = text.strip()
    if grouped := _GROUPED.fullmatch(text):
        whole = grouped[1] + re.sub("[ ,]", "", grouped[2])
        text = f"{whole}.{grouped[3]}" if grouped[3] else whole
    if len(text) > 20 or not _DECIMAL.fullmatch(text):
        return None
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def read_rating(cell: object) -> tuple[CellValue, int | None] | None:
    """Return rating and number of games of a cell. 0, "unr" and a dash are none; "1480P12" and "1432/7" have games."""
    text = clean(cell).casefold().rstrip(".").translate(DASHES)
    if text in _NO_RATING:
        return None, None
    if found := _RATING_WITH_GAMES.fullmatch(text):
        return int(found[1]) or None, int(found[2])
    number = read_number(re.sub(r"(?<=\d)(?:\+\d+|[p*?])$", "", text) if isinstance(cell, str) else cell)
    return None if number is None else (number or None, None)


def read_result(cell: object) -> tuple[float | None, str] | None:
    """Return the points of the first player, 1, 0.5 or 0, and the kind of game, "" or "Forfeit".

    The points are None if neither player came.
    """
    if isinstance(cell, date) or (isinstance(cell, float) and cell not in (0, 0.5, 1)):
        return None
    text = clean(cell).casefold().translate(DASHES)
    if len(text) > 24:
        return None
    text = re.sub(r"1/2|0[.,]5|(?<!\d)[.,]5", "½", text).replace("½.0", "½")
    text = re.sub(r"\b([01])[.,]0\b", r"\1", text)
    is_forfeit = bool(re.search(r"\+|\bff?\b|(?<=\d)f\b|forf|kampflos", text))
    text = re.sub(r"\s*-\s*", "-", _FORFEIT.sub("", text).strip()).replace(" ", "")
    kind = "Forfeit" if is_forfeit else ""
    if text in _FIRST_CAME:
        return 1, "Forfeit"
    if text in _SECOND_CAME:
        return 0, "Forfeit"
    if text in NOBODY_CAME:
        return None, "Forfeit"
    for points, words in ((0.5, DRAWS), (1, FIRST_WON), (0, SECOND_WON)):
        if text in words:
            return points, kind
    return None


def read_scores(cell: object) -> tuple[int, int] | None:
    """Return the two scores of a cell such as "412 - 388"."""
    if isinstance(cell, date):
        return None
    text = clean(cell).casefold().replace(" to ", "-").replace(" vs ", "-").translate(DASHES).replace("/", "-")
    found = re.fullmatch(r"(-?\d{1,4}) ?- ?(-?\d{1,4})", text)
    return (int(found[1]), int(found[2])) if found else None


def read_name(cell: object) -> str:
    """Return a name with single blanks and without the apostrophe that an export puts before a formula."""
    text = clean(cell)
    return text[1:] if text[:1] == "'" and text[1:2] in tuple("=+-@") else text


def read_opponent(cell: object) -> str:
    """Return a name of a game. A bye by any of its names is ours."""
    name = read_name(cell)
    return BYE if _BYE.fullmatch(name) else name
