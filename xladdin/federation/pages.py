"""The page of a federation: a list across clubs, a page for each club, and one for each person with all clubs.

It hides what a club's workbook hides. A person in several clubs is shown as little as the strictest club allows.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from xladdin.cells.text import shown
from xladdin.federation.folder import POOL, Federation
from xladdin.federation.lists import Line, clubs_of, lines_of, table_of
from xladdin.model import Player
from xladdin.reports.public.names_shown import INITIALS, NAME, NONE
from xladdin.web_pages.addresses import addressed
from xladdin.web_pages.folder import Published, page_folder
from xladdin.web_pages.people import People
from xladdin.web_pages.rendering import templates_in

RATINGS = "Ratings"
NUMBERS = ("Rank", "Rating", "Games", "Events", "Highest")
NOBODY = "a player"
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
    lines = lines_of(federation, by_name=False)
    people = People([Player(line.person) for line in lines], [_shown(line) for line in lines], NOBODY)
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


def _shown(line: Line) -> str:
    return next((how for how in (NONE, INITIALS) if how in line.web), NAME)


def _files(federation: Federation, lines: Sequence[Line], people: People, clubs: Sequence[ClubPage]) -> Iterator[File]:
    template = templates_in(Path(__file__).parent).get_template("page.html.j2")
    path_of = {club.name: club.path for club in clubs}
    position = {id(line): at for at, line in enumerate(lines)}
    with_pages = set(people.with_pages)

    def page(path: str, title: str, heading: str, headings: Sequence[str], rows: Sequence[Sequence[Cell]]) -> File:
        text = template.render(
            identity=_identity(federation),
            title=title, heading=heading, headings=headings, rows=rows, numbers=(*NUMBERS, *path_of),
            root="../" if "/" in path else "", federation=federation.title, noindex=not people.are_all_public,
            clubs=clubs if path == "index.html" else (),
        )  # fmt: skip
        return path, text.encode("utf-8", "replace")

    def listed(path: str, title: str, heading: str, own: Sequence[Line]) -> File:
        headings, *rows = table_of(federation, own)
        cells = []
        for line, row in zip(own, rows):
            at = position[id(line)]
            person = Cell(people.shown_name(at), people.path(at) if at in with_pages else "")
            cells.append([Cell(shown(row[0])), person, *(Cell(shown(cell)) for cell in row[2:])])
        return page(path, title, heading, [shown(one) for one in headings], cells)

    yield listed("index.html", RATINGS, federation.title, lines)
    for club in clubs:
        yield listed(club.path, club.name, club.name, [line for line in lines if club.name in line.clubs])
    places = federation.system.rating_decimals or 9
    for at in people.with_pages:
        line, name = lines[at], people.shown_name(at)
        rows = [
            [Cell(club, path_of[club]), Cell("" if rating is None else shown(round(rating, places)))]
            for club, rating in line.clubs.items()
        ]
        if federation.rating == POOL:
            rows.append([Cell("All clubs"), Cell("" if line.rating is None else shown(round(line.rating, places)))])
        yield page(people.path(at), name, name, ["Club", "Rating"], rows)
