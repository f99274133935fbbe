"""List the persons of a federation and write its web page, with the ratings of all clubs or of the pool.

The page hides the names that a club's workbook hides. For a person in several clubs the strictest club's choice counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from xladdin import Message, WorkbookError, msg, name_key, write_file
from xladdin.federation.folder import ALL, POOL, Federation, keys_of, rows_of

HIGHEST, LATEST = ("highest", "latest")
# The values of the column `web`: how much of a player's name a club lets web pages show.
NAME, INITIALS, NONE = "name", "initials", "none"
# A person is active with a game within this many days before the federation's last session.
ACTIVE_DAYS = 365


@dataclass
class Line:
    """A person on the list.

    Attributes:
        person: The person's name.
        rating: The rating by which the list is sorted.
        games: The number of games in all clubs.
        last_played: The last session or event in any club.
        highest: The highest rating on any list.
        ranked: Whether any club, or the pool, ranks the person.
        web: NAME, INITIALS or NONE, from each club of the person.
        clubs: The rating in each club of the person, by club.
    """

    person: str
    rating: float | None = None
    games: int = 0
    last_played: date | None = None
    highest: float | None = None
    ranked: bool = False
    web: set[str] = field(default_factory=set)
    clubs: dict[str, float | None] = field(default_factory=dict)


def lines_of(federation: Federation, order: str = HIGHEST, *, active: bool = False, club: str = "") -> list[Line]:
    """Return the persons by rating, highest first, and those with the same rating by name. Unranked persons are last.

    Args:
        federation: The federation.
        order: The rating of a person in several clubs: HIGHEST of them, or the LATEST played for. A pool has only one.
        active: Whether to list only persons who have played within ACTIVE_DAYS.
        club: The club whose members to list. Blank: all clubs.

    Raises:
        WorkbookError: Before the first update, and for an unknown club.
    """
    lines = _collect_lines(federation, order)
    days = [line.last_played for line in lines if line.last_played]
    if active and days:
        since = max(days) - timedelta(days=ACTIVE_DAYS)
        lines = [line for line in lines if line.last_played is not None and line.last_played > since]
    if club:
        clubs = clubs_of(federation)
        name = next((known for known in clubs if name_key(known) == name_key(club)), None)
        if name is None:
            raise WorkbookError(
                msg(
                    '"{club}" is not a club of this federation. Its clubs are {clubs}.',
                    club=club,
                    clubs=", ".join(clubs),
                )
            )
        lines = [line for line in lines if name in line.clubs]
    return sorted(lines, key=lambda line: (*_by_rank(line), line.person.casefold()))


def _collect_lines(federation: Federation, order: str = HIGHEST) -> list[Line]:
    """Combine each person's rows from all clubs, or take the ratings of the pool."""
    persons = rows_of(federation.data, "persons", ALL)
    if not persons:
        raise federation.not_yet_read()
    players_by_club = {
        club: {row["player"]: row for row in rows_of(federation.data, "players", club)} for club in clubs_of(federation)
    }
    lines: dict[str, Line] = {}
    for row in persons:
        person, club = row["person"], row["club"]
        if club not in players_by_club:
            continue
        player = players_by_club[club][row["player"]]
        line = lines.setdefault(name_key(person), Line(person))
        rating = player["rating"]
        line.clubs[club] = rating
        line.web.add(player["web"])
        line.games += player["games"]
        is_later = (player["last_played"] or date.min) > (line.last_played or date.min)
        if rating is not None and (line.rating is None or (is_later if order == LATEST else rating > line.rating)):
            line.rating = rating
        line.last_played = max(filter(None, (line.last_played, player["last_played"])), default=None)
        line.highest = max(filter(None, (line.highest, player["highest"])), default=None)
        line.ranked = line.ranked or player["rank"] is not None
    for pool in keys_of(federation.data, "pools") if federation.rating == POOL else ():
        for row in rows_of(federation.data, "pool_players", pool):
            if rated := lines.get(name_key(row["person"])):
                rated.rating, rated.games, rated.highest = row["rating"], row["games"], row["highest"]
                rated.ranked = row["rank"] is not None
    return list(lines.values())


def _by_rank(line: Line) -> tuple[bool, float]:
    return not line.ranked, -(line.rating or 0)


def table_of(federation: Federation, lines: Sequence[Line]) -> list[list[object]]:
    """Return the list as rows of cells, with the headings first. Persons with the same rating have the same rank."""
    clubs = [] if federation.rating == POOL else clubs_of(federation)
    places = federation.system.rating_decimals
    headings = [msg("Rank"), msg("Person"), msg("Rating"), _counted(federation), msg("Highest"), msg("Last played")]
    rows: list[list[object]] = [[*map(federation.language.render, headings), *clubs]]
    rank, before = 0, None
    for number, line in enumerate(lines, 1):
        rank, before = (rank if line.rating == before else number), line.rating
        rows.append([
            rank if line.ranked else None,
            line.person,
            _round(line.rating, places),
            line.games,
            _round(line.highest, places),
            line.last_played,
            *(_round(line.clubs.get(club), places) for club in clubs),
        ])  # fmt: skip
    return rows


def _counted(federation: Federation) -> Message:
    return msg("Games") if federation.system.log_schema.is_paired else msg("Events")


def clubs_of(federation: Federation) -> list[str]:
    """Return the clubs that have data and have not left the federation."""
    return [club for club in keys_of(federation.data, "clubs") if name_key(club) not in federation.left]


def _round(value: float | None, places: int) -> float | None:
    """Round a rating to the decimals of its system.

    With `places` 0 it is rounded to 9 decimals, to remove errors of floating-point arithmetic.
    """
    if value is None:
        return None
    value = round(value, places or 9) + 0  # adding 0 turns -0.0 into 0.0
    return value if value % 1 else int(value)


PAGE = "index.html"


def publish(federation: Federation, folder: Path) -> Path:
    """Write the web page, with the list and the players of each club, into a folder, and return its path.

    Raises WorkbookError before the first update, and if the folder has an index.html that was not written for this
    federation.
    """
    from jinja2 import Environment, FileSystemLoader

    lines = sorted(_collect_lines(federation), key=_by_rank)  # sorting equal ratings by name could reveal hidden names
    names = {id(line): _shown_name(federation, line) for line in lines}
    render, places = federation.language.render, federation.system.rating_decimals
    listed = table_of(federation, lines)
    for row, line in zip(listed[1:], lines):
        row[1] = names[id(line)]
    tables: list[tuple[str, list[list[object]]]] = [("", listed)]
    for club in clubs_of(federation):
        members = sorted((line for line in lines if club in line.clubs), key=lambda line: -(line.clubs[club] or 0))
        rows: list[list[object]] = [[names[id(line)], _round(line.clubs[club], places)] for line in members]
        tables.append((club, [[render(msg("Person")), render(msg("Rating"))], *rows]))
    identity = f'<meta name="club" content="federation-{hashlib.sha256(federation.title.encode()).hexdigest()[:16]}">'
    page = folder / PAGE
    if page.exists() and identity.encode() not in page.read_bytes():
        raise WorkbookError(
            msg("{place} exists and was not written by xladdin publish. Move it away first.", place=page)
        )
    environment = Environment(autoescape=True, loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True)
    text = environment.get_template("page.html.j2").render(
        identity=identity,
        language=federation.language.code,
        title=federation.title,
        tables=tables,
        numbers={
            *map(render, (msg("Rank"), msg("Rating"), _counted(federation), msg("Highest"))),
            *clubs_of(federation),
        },
        is_public=all(line.web == {NAME} for line in lines),
    )
    folder.mkdir(exist_ok=True)
    write_file(page, lambda target: target.write(text.encode("utf-8", "replace")))
    return page


def _shown_name(federation: Federation, line: Line) -> str:
    """Return the name that the page may show: in full, as initials, or "a player"."""
    if NONE in line.web:
        return federation.language.render(msg("a player"))
    if INITIALS not in line.web:
        return line.person
    plain = line.person.replace("'", "").replace("’", "")
    words = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return " ".join(f"{word[0].upper()}." for word in words) or "?"
