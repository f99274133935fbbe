"""The list of a federation and its page: every person once, with the ratings of all clubs, or that of the pool.

The page hides what a club's workbook hides. A person in several clubs is shown as little as the strictest club allows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from xladdin.cells import Number, cell_text, name_key, round_rating, shared_ranks, whole
from xladdin.errors import WorkbookError
from xladdin.federation.folder import ALL, POOL, Federation, keys_of, rows_of
from xladdin.languages import IN_ENGLISH, Language
from xladdin.messages import msg
from xladdin.model import Player
from xladdin.renderers.web import templates_in
from xladdin.reports.wording import INITIALS, NAME, NONE
from xladdin.web_pages.page_folder import Published, page_folder
from xladdin.web_pages.site import People, addressed
from xladdin.workbook.schema import language_for

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


def lines_of(federation: Federation, order: str = HIGHEST, *, active: bool = False, club: str = "") -> list[Line]:
    """Return the persons, best first. `order` uses the highest or the latest of a person's ratings, if clubs rate.

    `active` keeps only persons who have played lately, and `club` those of that club. Equals are in order of their
    names. Raises WorkbookError before the first update.
    """
    lines = _collect_lines(federation, order)
    if active:
        lines = _active_lines(lines)
    if club:
        lines = _lines_of_club(lines, club, clubs_of(federation))
    return sorted(lines, key=lambda line: (*_by_rank(line), line.person.casefold()))


def _collect_lines(federation: Federation, order: str = HIGHEST) -> list[Line]:
    """Return the persons in the order of the clubs' tables."""
    rows = _persons(federation)
    players_by_club = {club: _players_by_name(federation, club) for club in clubs_of(federation)}
    lines: dict[str, Line] = {}
    for person, own_club, name in rows:
        if own_club not in players_by_club:
            continue
        own = players_by_club[own_club][name]
        line = lines.setdefault(name_key(person), Line(person))
        rating = _as_number(own["rating"])
        line.clubs[own_club] = rating
        line.web.add(own["web"])
        line.games += own["games"]
        is_later = (own["last_played"] or date.min) > (line.last_played or date.min)
        if rating is not None and (line.rating is None or (is_later if order == LATEST else rating > line.rating)):
            line.rating = rating
        line.last_played = max(filter(None, (line.last_played, own["last_played"])), default=None)
        line.highest = max(filter(None, (line.highest, _as_number(own["highest"]))), default=None)
        line.ranked = line.ranked or own["rank"] is not None
    if federation.rating == POOL:
        _add_pool_ratings(federation, lines)
    return list(lines.values())


def _active_lines(lines: Sequence[Line]) -> list[Line]:
    last = max((line.last_played for line in lines if line.last_played), default=None)
    if last is None:
        return list(lines)
    since = last - timedelta(days=ACTIVE_DAYS)
    return [line for line in lines if line.last_played is not None and line.last_played > since]


def _lines_of_club(lines: Sequence[Line], club: str, clubs: Sequence[str]) -> list[Line]:
    named = next((one for one in clubs if name_key(one) == name_key(club)), None)
    if named is None:
        raise WorkbookError(
            msg(
                '"{club}" is not a club of this federation. Its clubs are {clubs}.',
                club=club,
                clubs=", ".join(clubs),
            )
        )
    return [line for line in lines if named in line.clubs]


def _by_rank(line: Line) -> tuple[bool, Number]:
    return not line.ranked, -(line.rating or 0)


def table_of(federation: Federation, lines: Sequence[Line], language: Language = IN_ENGLISH) -> list[list[object]]:
    """Return a list as rows of cells, headings first."""
    clubs = clubs_of(federation)
    club_columns = [] if federation.rating == POOL else clubs
    counted = msg("Games") if federation.system.log_schema.is_paired else msg("Events")
    ranks = iter(shared_ranks(line.rating for line in lines if line.ranked))
    places = federation.system.rating_decimals
    headings = (msg("Rank"), msg("Person"), msg("Rating"), counted, msg("Highest"), msg("Last played"))
    rows: list[list[object]] = [[*map(language.render, headings), *club_columns]]
    for line in lines:
        rows.append([
            next(ranks) if line.ranked else None,
            line.person,
            _round(line.rating, places),
            line.games,
            _round(line.highest, places),
            line.last_played,
            *(_round(line.clubs.get(club), places) for club in club_columns),
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


def _players_by_name(federation: Federation, club: str) -> Mapping[str, Mapping[str, Any]]:
    players = rows_of(federation.data, "players", club)
    return {row[0]: dict(zip(players, row)) for row in zip(*(players[name] for name in players))}


def _add_pool_ratings(federation: Federation, lines: Mapping[str, Line]) -> None:
    for pool in keys_of(federation.data, "pools"):
        rated = rows_of(federation.data, "pool_players", pool)
        for person, rating, games, highest, rank in zip(
            *(rated[name] for name in ("person", "rating", "games", "highest", "rank"))
        ):
            if line := lines.get(name_key(person)):
                line.rating, line.games, line.highest = _as_number(rating), games, _as_number(highest)
                line.ranked = rank is not None


def _as_number(value: float | None) -> Number | None:
    return None if value is None else whole(value)


def _round(value: Number | None, places: int) -> Number | None:
    return value if value is None else whole(round_rating(value, places))


NUMBERS = (msg("Rank"), msg("Rating"), msg("Games"), msg("Events"), msg("Highest"))
File = tuple[str, bytes]


class Cell(NamedTuple):
    """A cell of a table. `path` is the page that it leads to, or blank."""

    text: str
    path: str = ""


class ClubPage(NamedTuple):
    """A club and its page."""

    name: str
    path: str


def publish(federation: Federation, folder: Path) -> Published:
    """Write the changed pages into a folder that is new, empty, or this federation's.

    Raises WorkbookError if the folder holds something else, or nothing was read yet.
    """
    lines = sorted(_collect_lines(federation), key=_by_rank)  # the order of equals reveals no name
    visibility = [_visibility(line) for line in lines]
    nobody = language_for(federation.language, federation.system).render(msg("a player"))
    people = People([Player(line.person) for line in lines], visibility, nobody)
    slugs = addressed({club: club for club in clubs_of(federation)})
    clubs = [ClubPage(club, f"club/{slug}.html") for club, slug in slugs.items()]
    files = list(_files(federation, lines, people, clubs))
    with page_folder(folder, _identity(federation)) as pages:
        planned = [path for path, _ in files]
        pages.refuse_strangers(planned)
        return pages.update(planned, files)


def _identity(federation: Federation) -> str:
    """Return what stands on every page, by which the folder is known again: it follows from the title alone."""
    return f"federation-{hashlib.sha256(federation.title.encode()).hexdigest()[:16]}"


def _visibility(line: Line) -> str:
    return next((how for how in (NONE, INITIALS) if how in line.web), NAME)


def _files(federation: Federation, lines: Sequence[Line], people: People, clubs: Sequence[ClubPage]) -> Iterator[File]:
    template = templates_in(Path(__file__).parent).get_template("page.html.j2")
    language = language_for(federation.language, federation.system)
    path_of = {club.name: club.path for club in clubs}
    numbers, clubs_label = {*map(language.render, NUMBERS), *path_of}, language.render(msg("Clubs: "))
    position = {id(line): at for at, line in enumerate(lines)}
    with_pages = set(people.with_pages)

    def page(path: str, title: str, heading: str, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> File:
        text = template.render(
            identity=_identity(federation),
            title=title, heading=heading, headings=headings, rows=rows, numbers=numbers, is_first=path == "index.html",
            root="../" if "/" in path else "", federation=federation.title, noindex=not people.are_all_public,
            clubs=clubs if path == "index.html" else (), language=language.code,
            clubs_label=clubs_label,
        )  # fmt: skip
        return path, text.encode("utf-8", "replace")

    def rating_list(path: str, title: str, heading: str, own: Sequence[Line]) -> File:
        headings, *rows = table_of(federation, own, language)
        cells = []
        for line, row in zip(own, rows):
            at = position[id(line)]
            person = Cell(people.shown_name(at), people.path(at) if at in with_pages else "")
            cells.append([Cell(cell_text(row[0])), person, *(Cell(cell_text(cell)) for cell in row[2:])])
        return page(path, title, heading, [cell_text(one) for one in headings], cells)

    yield rating_list("index.html", language.render(msg("Ratings")), federation.title, lines)
    for club in clubs:
        yield rating_list(club.path, club.name, club.name, [line for line in lines if club.name in line.clubs])
    places = federation.system.rating_decimals
    for at in people.with_pages:
        line, name = lines[at], people.shown_name(at)
        rows = [
            [Cell(club, path_of[club]), Cell("" if rating is None else cell_text(round_rating(rating, places)))]
            for club, rating in line.clubs.items()
        ]
        if federation.rating == POOL:
            rows.append(
                [
                    Cell(language.render(msg("All clubs"))),
                    Cell("" if line.rating is None else cell_text(round_rating(line.rating, places))),
                ]
            )
        yield page(people.path(at), name, name, [language.render(msg("Club")), language.render(msg("Rating"))], rows)
