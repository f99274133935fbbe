"""The list of a federation: every person once, with the ratings of all clubs side by side, or that of the pool."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from xladdin.cells.numbers import Number, shared_ranks, whole
from xladdin.cells.text import name_key
from xladdin.errors import WorkbookError
from xladdin.federation.folder import POOL, Federation
from xladdin.federation.store import ALL, keys_of, rows_of
from xladdin.messages import msg

HIGHEST, LATEST = ("highest", "latest")
ACTIVE_DAYS = 365
"""A person is active after a game within so many days before the federation's last session."""


@dataclass
class Line:
    """A person. The list is in order of `rating`. `games` counts all clubs. `clubs` has the rating in each club."""

    person: str
    rating: Number | None = None
    games: int = 0
    last_played: date | None = None
    highest: Number | None = None
    ranked: bool = False
    web: set[str] = field(default_factory=set)
    clubs: dict[str, Number | None] = field(default_factory=dict)


def lines_of(
    federation: Federation, order: str = HIGHEST, *, active: bool = False, club: str = "", by_name: bool = True
) -> list[Line]:
    """Return the persons, best first. `order` uses the highest or the latest of a person's ratings, if clubs rate.

    `active` keeps only persons who have played lately, and `club` those of that club. With `by_name` equals are in
    order of their names, else of the clubs' tables, which reveals no name. Raises WorkbookError before the first
    update.
    """
    rows = _persons(federation)
    players = {name: _by_name(federation, name) for name in clubs_of(federation)}
    lines: dict[str, Line] = {}
    for person, own_club, name in rows:
        if own_club not in players:
            continue
        own = players[own_club][name]
        line = lines.setdefault(name_key(person), Line(person))
        rating = _number(own["rating"])
        line.clubs[own_club] = rating
        line.web.add(own["web"])
        line.games += own["games"]
        is_later = (own["last_played"] or date.min) > (line.last_played or date.min)
        if rating is not None and (line.rating is None or (is_later if order == LATEST else rating > line.rating)):
            line.rating = rating
        line.last_played = max(filter(None, (line.last_played, own["last_played"])), default=None)
        line.highest = max(filter(None, (line.highest, _number(own["highest"]))), default=None)
        line.ranked = line.ranked or own["rank"] is not None
    if federation.rating == POOL:
        _take_pool(federation, lines)
    found = list(lines.values())
    last = max((line.last_played for line in found if line.last_played), default=None)
    if active and last is not None:
        since = last - timedelta(days=ACTIVE_DAYS)
        found = [line for line in found if line.last_played is not None and line.last_played > since]
    if club:
        named = next((one for one in players if name_key(one) == name_key(club)), None)
        if named is None:
            raise WorkbookError(
                msg(
                    '"{club}" is not a club of this federation. Its clubs are {players}.',
                    club=club,
                    players=", ".join(players),
                )
            )
        found = [line for line in found if named in line.clubs]
    return sorted(
        found, key=lambda line: (not line.ranked, -(line.rating or 0), line.person.casefold() if by_name else "")
    )


def table_of(federation: Federation, lines: Sequence[Line]) -> list[list[object]]:
    """Return a list as rows of cells, headings first."""
    clubs = clubs_of(federation)
    beside = [] if federation.rating == POOL else clubs
    word = federation.system.log_schema.counted
    ranks = iter(shared_ranks(line.rating for line in lines if line.ranked))
    places = federation.system.rating_decimals
    rows: list[list[object]] = [["Rank", "Person", "Rating", word, "Highest", "Last played", *beside]]
    for line in lines:
        rows.append([
            next(ranks) if line.ranked else None,
            line.person,
            _shown(line.rating, places),
            line.games,
            _shown(line.highest, places),
            line.last_played,
            *(_shown(line.clubs.get(club), places) for club in beside),
        ])  # fmt: skip
    return rows


def clubs_of(federation: Federation) -> list[str]:
    """Return the clubs that were read at any time and have not left."""
    return [club for club in keys_of(federation.data, "clubs") if name_key(club) not in federation.left]


def _persons(federation: Federation) -> list[tuple[str, str, str]]:
    persons = rows_of(federation.data, "persons", ALL)
    if not persons["person"]:
        raise federation.not_yet_read()
    return list(zip(persons["person"], persons["club"], persons["player"]))


def _by_name(federation: Federation, club: str) -> Mapping[str, Mapping[str, Any]]:
    players = rows_of(federation.data, "players", club)
    return {row[0]: dict(zip(players, row)) for row in zip(*(players[name] for name in players))}


def _take_pool(federation: Federation, lines: Mapping[str, Line]) -> None:
    for pool in keys_of(federation.data, "pools"):
        rated = rows_of(federation.data, "pool_players", pool)
        for person, rating, games, highest, rank in zip(
            *(rated[name] for name in ("person", "rating", "games", "highest", "rank"))
        ):
            if line := lines.get(name_key(person)):
                line.rating, line.games, line.highest = _number(rating), games, _number(highest)
                line.ranked = rank is not None


def _number(value: float | None) -> Number | None:
    return None if value is None else whole(value)


def _shown(value: Number | None, places: int) -> Number | None:
    return value if value is None else whole(round(value, places or 9))
