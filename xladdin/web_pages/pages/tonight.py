"""The round that waits for its scores: who plays whom at which table, and the score slips, both to print."""

from collections.abc import Iterator, Sequence

from xladdin.messages import msg
from xladdin.web_pages.site import TABLES, File, MenuEntry, Site
from xladdin.web_pages.slips import render_page

SLIPS = "wall/slips"


class Tonight:
    """The pages of an evening that has not been played yet."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def entries(self) -> Sequence[MenuEntry]:
        """The entries of the menu."""
        tables = [MenuEntry(TABLES, msg("Tonight's tables"))] if self._tables else []
        return [*tables, *([MenuEntry(SLIPS, msg("Score slips"))] if self._site.kind.is_paired else [])]

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
            pairs = [(number, names[one], names[other]) for number, one, other in self._tables]
            yield site.rendered(f"{TABLES}.html", "tonight.html", tonight=tonight, pairs=pairs, sits_out=out)
        if site.kind.is_paired:
            named = [(number, shown_name(one), shown_name(other)) for number, one, other in self._tables]
            of_round = (tonight.date, tonight.round) if tonight is not None else None
            page = render_page(
                site.language, site.kind, site.club.title, site.club.paper, of_round, named,
                made_by="xladdin publish", club_id=site.club.club_id, noindex=not site.people.are_all_public,
            )  # fmt: skip
            yield f"{SLIPS}.html", page

    @property
    def _tables(self) -> Sequence[tuple[int, int, int]]:
        return self._site.club.tonight.tables if self._site.club.tonight is not None else ()
