"""Render score slips, and the pages of a paired round that has no scores yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells import ClubWorkbook, cell_text
from xladdin.files.safe_write import OutputKind
from xladdin.languages import BYE, Language
from xladdin.messages import msg
from xladdin.renderers.web import templates_in
from xladdin.systems.system import LogSchema, as_heading
from xladdin.web_pages.site import TEMPLATES, TEXTS, TONIGHT_TABLES, File, MenuEntry, Site
from xladdin.workbook import styles
from xladdin.workbook.rules import read_club_paper, read_system
from xladdin.workbook.schema import TITLE_NAME, read_language

SLIPS_PER_PAGE = 10
GENERATOR = "xladdin slips"
# The kind of the file of slips, which replaces only an older file of its kind.
SLIPS_PAGE = OutputKind(msg("page of slips"), ".html", lambda beginning: f'content="{GENERATOR}"'.encode() in beginning)


class Slip(NamedTuple):
    """A score slip. A blank slip has neither a table nor names."""

    table: int | None = None
    names: tuple[str, str] = ("", "")


def fill_pages(tables: Sequence[tuple[int, str, str]]) -> list[list[Slip]]:
    """Return the slips of each page. Blank slips fill up the last page, or one page if there are no tables.

    `tables` has the number of each table and its two names.
    """
    slips = [Slip(number, (name, opponent)) for number, name, opponent in tables]
    slips += [Slip()] * (-len(slips) % SLIPS_PER_PAGE or (0 if slips else SLIPS_PER_PAGE))
    return [slips[first : first + SLIPS_PER_PAGE] for first in range(0, len(slips), SLIPS_PER_PAGE)]


def make_slip_texts(schema: LogSchema, language: Language) -> dict[str, object]:
    """Return the printed texts of a slip: the labels of the two players and of the boxes."""
    return {
        "sides": [language.render(as_heading(heading)) for heading in schema.players],
        "result": language.render(msg("Score") if schema.has_scores else msg("Result")),
    }


def render_slips(workbook: ClubWorkbook, day: date, round_number: int, tables: Sequence[tuple[str, str]]) -> bytes:
    """Return the HTML page with the slips of a round. There is none for a player who sits out."""
    system, language = read_system(workbook), read_language(workbook)
    numbered_tables = [(number, *names) for number, names in enumerate(tables, 1) if BYE not in names]
    title = cell_text(workbook.names.get(TITLE_NAME)) or system.title
    paper = read_club_paper(workbook, system)
    return render_page(language, system.log_schema, title, paper, (day, round_number), numbered_tables)


def render_page(
    language: Language,
    schema: LogSchema,
    title: str,
    paper: str,
    session_round: tuple[date, int] | None,
    tables: Sequence[tuple[int, str, str]],
    *,
    generator: str = GENERATOR,
    club_id: str = "",
    noindex: bool = False,
) -> bytes:
    """Return the HTML page with the slips of some tables, or with blank slips if there are none.

    `session_round` has the day and the number of the round. `generator` and `club_id` identify the program and the club
    in the meta lines of the page.
    """
    day, round_number = session_round or (None, None)
    page = templates_in(TEMPLATES).get_template("slips/page.html.j2")
    text = page.render(
        language=language,
        t=lambda text, **values: language.render(TEXTS[text].with_values(**values)),
        c=styles,
        generator=generator,
        club_id=club_id,
        noindex=noindex,
        club=title,
        paper=paper.lower(),
        date=day,
        round=round_number,
        pages=fill_pages(tables),
        **make_slip_texts(schema, language),
    )
    return text.encode("utf-8", "replace")


# The page of score slips, without its suffix.
SLIPS = "wall/slips"


class EveningPages:
    """The pages of a round that has not been played yet."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def entries(self) -> Sequence[MenuEntry]:
        """The entries of the menu."""
        tables = [MenuEntry(TONIGHT_TABLES, msg("Tonight's tables"))] if self._tables else []
        return [*tables, *([MenuEntry(SLIPS, msg("Score slips"))] if self._site.schema.is_paired else [])]

    @property
    def paths(self) -> Sequence[str]:
        """The files."""
        return [f"{entry.page}.html" for entry in self.entries]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site, tonight = self._site, self._site.club.tonight
        names, displayed_name = site.people.names, site.people.displayed_name
        if tonight is not None and self._tables:
            names_sitting_out = ", ".join(map(displayed_name, tonight.sits_out))
            pairs = [(number, names[player], names[opponent]) for number, player, opponent in self._tables]
            yield site.render_page(
                f"{TONIGHT_TABLES}.html", "tonight.html", tonight=tonight, pairs=pairs, sits_out=names_sitting_out
            )
        if site.schema.is_paired:
            named_tables = [
                (number, displayed_name(player), displayed_name(opponent)) for number, player, opponent in self._tables
            ]
            session_round = (tonight.date, tonight.round) if tonight is not None else None
            page = render_page(
                site.language, site.schema, site.club.title, site.club.paper, session_round, named_tables,
                generator="xladdin publish", club_id=site.club.club_id, noindex=not site.people.are_all_public,
            )  # fmt: skip
            yield f"{SLIPS}.html", page

    @property
    def _tables(self) -> Sequence[tuple[int, int, int]]:
        return self._site.club.tonight.tables if self._site.club.tonight is not None else ()
