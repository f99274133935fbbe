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
from xladdin.federation.folder import ALL_PERSONS, POOL, Federation, list_keys, read_rows

HIGHEST, LATEST = ("highest", "latest")
# The values of the column `web`: the part of a player's name that the club publishes.
NAME, INITIALS, NONE = "name", "initials", "none"
# A person is active if the last game is within this many days before the federation's last session.
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
        is_ranked: Whether any club, or the pool, ranks the person.
        web: The choices of the person's clubs: NAME, INITIALS or NONE.
        clubs: The rating in each club of the person, by club.
    """

    person: str
    rating: float | None = None
    games: int = 0
    last_played: date | None = None
    highest: float | None = None
    is_ranked: bool = False
    web: set[str] = field(default_factory=set)
    clubs: dict[str, float | None] = field(default_factory=dict)


def list_persons(federation: Federation, order: str = HIGHEST, *, active: bool = False, club: str = "") -> list[Line]:
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
        earliest_day = max(days) - timedelta(days=ACTIVE_DAYS)
        lines = [line for line in lines if line.last_played is not None and line.last_played > earliest_day]
    if club:
        clubs = list_clubs(federation)
        name = next((known_club for known_club in clubs if name_key(known_club) == name_key(club)), None)
        if name is None:
            raise WorkbookError(
                msg(
                    '"{club}" is not a club of this federation. Its clubs are {clubs}.',
                    club=club,
                    clubs=", ".join(clubs),
                )
            )
        lines = [line for line in lines if name in line.clubs]
    return sorted(lines, key=lambda line: (*_get_sort_key(line), line.person.casefold()))


def _collect_lines(federation: Federation, order: str = HIGHEST) -> list[Line]:
    """Combine each person's rows from all clubs, or take the ratings of the pool."""
    persons = read_rows(federation.data, "persons", ALL_PERSONS)
    if not persons:
        raise federation.not_updated_error()
    players_by_club = {
        club: {row["player"]: row for row in read_rows(federation.data, "players", club)}
        for club in list_clubs(federation)
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
        line.is_ranked = line.is_ranked or player["rank"] is not None
    for pool in list_keys(federation.data, "pools") if federation.rating == POOL else ():
        for row in read_rows(federation.data, "pool_players", pool):
            if pool_line := lines.get(name_key(row["person"])):
                pool_line.rating, pool_line.games, pool_line.highest = row["rating"], row["games"], row["highest"]
                pool_line.is_ranked = row["rank"] is not None
    return list(lines.values())


def _get_sort_key(line: Line) -> tuple[bool, float]:
    return not line.is_ranked, -(line.rating or 0)


def make_table(federation: Federation, lines: Sequence[Line]) -> list[list[object]]:
    """Return the list as rows of cells, with the headings first. Persons with the same rating have the same rank."""
    clubs = [] if federation.rating == POOL else list_clubs(federation)
    digits = federation.system.rating_decimals
    headings = [
        msg("Rank"),
        msg("Person"),
        msg("Rating"),
        _count_heading(federation),
        msg("Highest"),
        msg("Last played"),
    ]
    rows: list[list[object]] = [[*map(federation.language.render, headings), *clubs]]
    rank, previous_rating = 0, None
    for number, line in enumerate(lines, 1):
        rank, previous_rating = (rank if line.rating == previous_rating else number), line.rating
        rows.append([
            rank if line.is_ranked else None,
            line.person,
            _round_rating(line.rating, digits),
            line.games,
            _round_rating(line.highest, digits),
            line.last_played,
            *(_round_rating(line.clubs.get(club), digits) for club in clubs),
        ])  # fmt: skip
    return rows


def _count_heading(federation: Federation) -> Message:
    return msg("Games") if federation.system.log_schema.is_paired else msg("Events")


def list_clubs(federation: Federation) -> list[str]:
    """Return the clubs that have data and have not left the federation."""
    return [club for club in list_keys(federation.data, "clubs") if name_key(club) not in federation.former_clubs]


def _round_rating(value: float | None, digits: int) -> float | None:
    """Round a rating to the decimals of its system.

    With `digits` 0 it is rounded to 9 decimals, to remove errors of floating-point arithmetic.
    """
    if value is None:
        return None
    value = round(value, digits or 9) + 0  # adding 0 turns -0.0 into 0.0
    return value if value % 1 else int(value)


# The file name of the federation's web page.
PAGE = "index.html"


def publish(federation: Federation, folder: Path) -> Path:
    """Write the web page, with the list and the players of each club, into a folder, and return its path.

    Raises WorkbookError before the first update, and if the folder has an index.html that was not written for this
    federation.
    """
    from jinja2 import Environment, FileSystemLoader

    # Sorting equal ratings by name could reveal hidden names.
    lines = sorted(_collect_lines(federation), key=_get_sort_key)
    names = {id(line): _format_public_name(federation, line) for line in lines}
    render, digits = federation.language.render, federation.system.rating_decimals
    all_persons = make_table(federation, lines)
    for row, line in zip(all_persons[1:], lines):
        row[1] = names[id(line)]
    tables: list[tuple[str, list[list[object]]]] = [("", all_persons)]
    for club in list_clubs(federation):
        members = sorted((line for line in lines if club in line.clubs), key=lambda line: -(line.clubs[club] or 0))
        rows: list[list[object]] = [[names[id(line)], _round_rating(line.clubs[club], digits)] for line in members]
        tables.append((club, [[render(msg("Person")), render(msg("Rating"))], *rows]))
    identity = f'<meta name="club" content="federation-{hashlib.sha256(federation.title.encode()).hexdigest()[:16]}">'
    page = folder / PAGE
    if page.exists() and identity.encode() not in page.read_bytes():
        raise WorkbookError(
            msg("{place} already exists and was not created by xladdin publish. Move or rename it first.", place=page)
        )
    environment = Environment(autoescape=True, loader=FileSystemLoader(Path(__file__).parent), trim_blocks=True)
    text = environment.get_template("page.html.j2").render(
        identity=identity,
        language=federation.language.code,
        title=federation.title,
        tables=tables,
        numbers={
            *map(render, (msg("Rank"), msg("Rating"), _count_heading(federation), msg("Highest"))),
            *list_clubs(federation),
        },
        is_public=all(line.web == {NAME} for line in lines),
    )
    folder.mkdir(exist_ok=True)
    write_file(page, lambda target: target.write(text.encode("utf-8", "replace")))
    return page


def _format_public_name(federation: Federation, line: Line) -> str:
    """Return the name that the page may show: in full, as initials, or "a player"."""
    if NONE in line.web:
        return federation.language.render(msg("a player"))
    if INITIALS not in line.web:
        return line.person
    plain = line.person.replace("'", "").replace("’", "")
    parts = "".join(letter if letter.isalnum() else " " for letter in plain).split()
    return " ".join(f"{part[0].upper()}." for part in parts) or "?"
