"""Check codes: short digests by which a printed list or a page is traced to the workbook that it was made from.

A code follows from what is shown beside it and from nothing else, so that it tells nothing of what is hidden. It finds
the workbook of a list, or a slip of the pen in a copy; it is too short to stop somebody who forges one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256

from xladdin.cells.numbers import Number, rounded_to
from xladdin.replay import Replay
from xladdin.reports.public.names_shown import NONE, as_shown, names_shown
from xladdin.reports.standings import listed

DIGITS = 8
"""Hexadecimal digits of a code, in two halves: 3F9A-12CD."""


def check_code(lines: Iterable[Sequence[str]]) -> str:
    """The first digits of the SHA-256 of lines in UTF-8: a tab between two fields, a newline behind each line."""
    text = "".join("\t".join(fields) + "\n" for fields in lines)
    found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS].upper()
    return f"{found[: DIGITS // 2]}-{found[DIGITS // 2 :]}"


def code_of_list(day: date | None, ratings: Iterable[tuple[str, Number | str]], decimals: int) -> str:
    """Of a ratings list: the day of its last session, then name and rating of each player as the list shows them.

    ratings: in the order of the list; decimals: of a rating.
    """
    head = [] if day is None else [(day.isoformat(),)]
    return check_code([*head, *((name, printed(rating, decimals)) for name, rating in ratings)])


def code_of_page(replay: Replay, shown: Sequence[str]) -> str:
    """Of the ratings list as the page shows it. shown: name, initials or none for each player."""
    system = replay.log.system
    names = names_shown([player.name for player in replay.log.players], shown)
    seen = [line.player for line in listed(as_shown(replay, names)) if shown[line.player] != NONE]
    ratings = [(names[player], system.printed_rating(replay.ledger, player)) for player in seen]
    return code_of_list(replay.last_date, ratings, system.rating_decimals)


def printed(rating: Number | str | None, decimals: int) -> str:
    """A rating as a list prints it, with a point; nothing where there is none."""
    if rating is None or isinstance(rating, str):
        return rating or ""
    return f"{rounded_to(rating, decimals):.{decimals}f}"
