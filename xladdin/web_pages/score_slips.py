"""The round that waits for its scores: its tables, and the score slips to print."""

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
from xladdin.web_pages.site import TABLES, TEMPLATES, TEXTS, File, MenuEntry, Site
from xladdin.workbook import styles
from xladdin.workbook.rules import read_club_paper, read_system
from xladdin.workbook.schema import TITLE_NAME, read_language

SLIPS_ON_A_PAGE = 10
_MADE_BY = "xladdin slips"
# The file of the slips. It replaces only an older file of its kind.
SLIPS_PAGE = OutputKind(msg("page of slips"), ".html", lambda beginning: f'content="{_MADE_BY}"'.encode() in beginning)


class Slip(NamedTuple):
    """A score slip. On a blank one there is no table and no name."""

    table: int | None = None
    names: tuple[str, str] = ("", "")


def fill_pages(tables: Sequence[tuple[int, str, str]]) -> list[list[Slip]]:
    """Return the slips of each page, the last one filled up with blank slips. Without tables one page is blank.

    `tables` has the number of each table and its two names.
    """
    slips = [Slip(number, (name, opponent)) for number, name, opponent in tables]
    slips += [Slip()] * (-len(slips) % SLIPS_ON_A_PAGE or (0 if slips else SLIPS_ON_A_PAGE))
    return [slips[first : first + SLIPS_ON_A_PAGE] for first in range(0, len(slips), SLIPS_ON_A_PAGE)]


def slip_texts(schema: LogSchema, language: Language) -> dict[str, object]:
    """Return the printed words of a slip: its two sides, and what is written into the boxes."""
    return {
        "sides": [language.render(as_heading(heading)) for heading in schema.players],
        "result": language.render(msg("Score") if schema.has_scores else msg("Result")),
    }


def render_slips(book: ClubWorkbook, day: date, round_number: int, tables: Sequence[tuple[str, str]]) -> bytes:
    """Return the page of the slips of a round, to print in a browser. A player who sits out gets none."""
    system, language = read_system(book), read_language(book)
    numbered = [(number, *names) for number, names in enumerate(tables, 1) if BYE not in names]
    title = cell_text(book.names.get(TITLE_NAME)) or system.title
    paper = read_club_paper(book, system)
    return render_page(language, system.log_schema, title, paper, (day, round_number), numbered)


def render_page(
    language: Language,
    schema: LogSchema,
    title: str,
    paper: str,
    of_round: tuple[date, int] | None,
    tables: Sequence[tuple[int, str, str]],
    *,
    made_by: str = _MADE_BY,
    club_id: str = "",
    noindex: bool = False,
) -> bytes:
    """Return the page of the slips of some tables, or of blank slips if there are none.

    `of_round` is the day and the number of the round. `made_by` and `club_id` say on a published page whose it is.
    """
    day, round_number = of_round or (None, None)
    page = templates_in(TEMPLATES).get_template("slips/page.html.j2")
    text = page.render(
        language=language,
        t=lambda text, **values: language.render(TEXTS[text].with_values(**values)),
        c=styles,
        made_by=made_by,
        club_id=club_id,
        noindex=noindex,
        club=title,
        paper=paper.lower(),
        date=day,
        round=round_number,
        pages=fill_pages(tables),
        **slip_texts(schema, language),
    )
    return text.encode("utf-8", "replace")


SLIPS = "wall/slips"


class EveningPages:
    """The pages of an evening that has not been played yet."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def entries(self) -> Sequence[MenuEntry]:
        """The entries of the menu."""
        tables = [MenuEntry(TABLES, msg("Tonight's tables"))] if self._tables else []
        return [*tables, *([MenuEntry(SLIPS, msg("Score slips"))] if self._site.schema.is_paired else [])]

    @property
    def paths(self) -> Sequence[str]:
        """The files."""
        return [f"{entry.page}.html" for entry in self.entries]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site, tonight = self._site, self._site.club.tonight
        names, shown_name = site.people.names, site.people.shown_name
        if tonight is not None and self._tables:
            out = ", ".join(map(shown_name, tonight.sits_out))
            pairs = [(number, names[player], names[opponent]) for number, player, opponent in self._tables]
            yield site.rendered(f"{TABLES}.html", "tonight.html", tonight=tonight, pairs=pairs, sits_out=out)
        if site.schema.is_paired:
            named = [(number, shown_name(player), shown_name(opponent)) for number, player, opponent in self._tables]
            of_round = (tonight.date, tonight.round) if tonight is not None else None
            page = render_page(
                site.language, site.schema, site.club.title, site.club.paper, of_round, named,
                made_by="xladdin publish", club_id=site.club.club_id, noindex=not site.people.are_all_public,
            )  # fmt: skip
            yield f"{SLIPS}.html", page

    @property
    def _tables(self) -> Sequence[tuple[int, int, int]]:
        return self._site.club.tonight.tables if self._site.club.tonight is not None else ()
