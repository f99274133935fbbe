"""Check codes: short digests that lead from a printed list or a page to its workbook.

A code depends only on what is shown beside it. So it tells nothing of what is hidden. It finds the workbook of a list,
or a slip of the pen in a copy. It is too short to stop somebody who forges one.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256

from xladdin.cells.numbers import Number, rounded_to
from xladdin.replay import Replay
from xladdin.reports.public.names_shown import NONE, as_shown, names_shown
from xladdin.reports.standings import listed

DIGITS = 8
"""The hexadecimal digits of a code, in two halves: 3F9A-12CD."""


def check_code(lines: Iterable[Sequence[str]]) -> str:
    """The first digits of the SHA-256 of lines in UTF-8: a tab between two fields, a newline behind each line."""
    text = "".join("\t".join(fields) + "\n" for fields in lines)
    found = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS].upper()
    return f"{found[: DIGITS // 2]}-{found[DIGITS // 2 :]}"


def code_of_list(day: date | None, ratings: Iterable[tuple[str, Number | str]], decimals: int) -> str:
    """The code of a ratings list: the day of its last session, then name and rating of each player as shown.

    `ratings` are in the order of the list. A rating has so many `decimals`.
    """
    head = [] if day is None else [(day.isoformat(),)]
    return check_code([*head, *((name, printed(rating, decimals)) for name, rating in ratings)])


def code_of_page(replay: Replay, shown: Sequence[str]) -> str:
    """The code of the ratings list as the page shows it. `shown` has name, initials or none for each player."""
    system = replay.log.system
    names = names_shown([player.name for player in replay.log.players], shown)
    seen = [line.player for line in listed(as_shown(replay, names)) if shown[line.player] != NONE]
    ratings = [(names[player], system.printed_rating(replay.ledger, player)) for player in seen]
    return code_of_list(replay.last_date, ratings, system.rating_decimals)


def printed(rating: Number | str | None, decimals: int) -> str:
    """A rating as a list prints it, with a point. It is blank if there is none."""
    if rating is None or isinstance(rating, str):
        return rating or ""
    return f"{rounded_to(rating, decimals):.{decimals}f}"
