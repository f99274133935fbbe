"""A figure that a club says somewhere, and whether another place says it differently."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from xladdin.systems.system import RatingSystem

NUMBER = re.compile(r"([▲▼+-]?)\s*(\d+(?:\.(\d+))?)$")
UNRANKED = "unranked"
RECORD_HEADINGS = ("Won–lost–tied", "Won–lost", "Won–drawn–lost")


class Figure(NamedTuple):
    """One figure as one place says it.

    of: a player, a pair, a session or the club.
    decimals: how many it shows.
    """

    place: str
    of: object
    what: str
    value: Any
    decimals: int | None


def disagreements(figures: Iterable[Figure]) -> list[tuple[object, str, dict[str, Any]]]:
    """What two places say differently: its subject, which figure it is, and the values by place."""
    said: defaultdict[tuple[object, str], list[Figure]] = defaultdict(list)
    for figure in figures:
        said[figure.of, figure.what].append(figure)
    return [(*key, {one.place: one.value for one in own}) for key, own in said.items() if not _agree(own)]


def _agree(own: Sequence[Figure]) -> bool:
    first = max(own, key=lambda one: 99 if one.decimals is None else one.decimals)
    return all(_same(first.value, one.value, one.decimals) for one in own)


def _same(exact: Any, value: Any, decimals: int | None) -> bool:
    if isinstance(exact, float) and isinstance(value, float):
        return abs(exact - value) <= (1e-6 if decimals is None else 0.5 * 10**-decimals + 1e-9)
    return bool(exact == value)


def figure(place: str, of: object, what: str, cell: Any) -> Iterator[Figure]:
    """The figure of a cell, or nothing where the cell is blank."""
    decimals = None
    if isinstance(cell, str):
        cell = " ".join(cell.replace("−", "-").replace("\N{NO-BREAK SPACE}", " ").replace(",", "").split())
        if cell == "=":
            cell = "0"
        if number := NUMBER.match(cell):
            sign, digits, places = number.groups()
            cell, decimals = float(digits) * (-1 if sign in ("▼", "-") else 1), len(places or "")
    if isinstance(cell, datetime):
        cell = cell.date()
    if cell not in (None, ""):
        yield Figure(place, of, what, float(cell) if isinstance(cell, (int, float)) else cell, decimals)


def record(place: str, of: object, what: str, cell: Any, system: RatingSystem) -> Iterator[Figure]:
    """Won, lost and tied of a cell like 3–1–0. A blank cell says that nothing was played."""
    counts = [int(part) for part in str(cell or "0–0–0").split("–")]
    won, lost, tied = counts if len(counts) == 3 else (*counts, 0)
    if system.log_schema.counts_points:
        lost, tied = tied, lost
    yield Figure(place, of, what, (won, lost, tied), None)


def rating(place: str, of: object, cell: Any) -> Iterator[Figure]:
    """A rating as a list prints it, and the number in it."""
    text = re.sub(r"(\d)\s*(/A)?( n)?$", r"\1", str(cell)) if isinstance(cell, str) else cell
    if text != "UNR":
        yield from figure(place, of, "rating", text.partition("/")[0] if isinstance(text, str) else text)
    yield from figure(place, of, "printed rating", text)


def evening(place: str, name: str, line: dict[str, Any], system: RatingSystem) -> Iterator[Figure]:
    """The line of a player for an evening."""
    for what, heading in (("old", "Old"), ("change", "Change")):
        yield from figure(place, name, f"evening {what}", line.get(heading))
    yield from figure(place, name, "evening new", line["New"])
    for heading in RECORD_HEADINGS:
        if heading in line:
            yield from record(place, name, "evening", line[heading], system)


def crossed(place: str, name: Any, other: Any, cell: Any, spread: Any, system: RatingSystem) -> Iterator[Figure]:
    """A cell of the crosstable, about a pair or about a player against everybody."""
    if cell in ("", "×", None):
        return
    what, of = ("season", name) if other == "All" else ("met this season", (name, other))
    if system.log_schema.counts_points:
        yield Figure(place, of, f"{what} in points", cell, None)
    else:
        yield from record(place, of, what if system.log_schema.is_paired else f"{what} ahead", cell, system)
    yield from figure(place, of, f"{what} spread", str(round(spread)) if isinstance(spread, float) else spread)
