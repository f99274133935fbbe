"""The season: crosstable, records and attendance, and the report in figures."""

from collections.abc import Iterator
from math import floor

from xladdin.messages import msg
from xladdin.renderers.web import render_legend
from xladdin.replay import season_title
from xladdin.reports.described.crosstable import CrosstableLine, crosstable_report
from xladdin.reports.described.season import records_report, season_report
from xladdin.reports.report import WEB, Report, Section
from xladdin.reports.season.season_report import active_title
from xladdin.web_pages.site import CROSSTABLE, RECORDS, SEASON, File, MenuEntry, Site

_MOST_ACROSS = 45
"""The most players whose crosstable is printed as a table."""
_ACROSS, _CELL = 590.0, 2.9
"""The width of all opponents on a page that is printed across [points], and that of one [sizes of the type]."""
_LEAST_TYPE, _LARGEST_TYPE = 4.5, 9.0
"""The least and the largest size of its type [points]."""


class Season:
    """The season's pages."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of the menu."""
        if self._site.replay.season is None:
            return []
        report = [MenuEntry(SEASON, msg("Season report"))] if self._site.kind.has_scores else []
        return [MenuEntry(CROSSTABLE, msg("Crosstable")), MenuEntry(RECORDS, msg("Records")), *report]

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [f"{entry.page}.html" for entry in self.entries]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site, system = self._site, self._site.system
        if site.replay.season is None:
            return
        (against,) = crosstable_report(system).sections_on(WEB)
        pairs = list(self._pairs(against))
        yield self._page(CROSSTABLE, crosstable_report(system), pairs=pairs, print_class=_print_class(len(pairs)))
        yield self._page(RECORDS, records_report(system))
        if site.kind.has_scores:
            active = active_title(system.active_games)  # type: ignore[attr-defined]
            yield self._page(SEASON, season_report(system), active_title=active)

    def _page(self, page: str, report: Report, **values: object) -> File:
        """Return the page of a report, with a table for each of its sections."""
        site = self._site
        season = season_title(site.replay.season or 0, site.system.season_month)
        tables = [site.render(section) for section in report.sections_on(WEB)]
        legend = render_legend(report, site.context)
        return site.rendered(f"{page}.html", f"{page}.html", season=season, tables=tables, legend=legend, **values)

    def _pairs(self, section: Section) -> Iterator[tuple[CrosstableLine, list[tuple[str, object]]]]:
        """Yield each player of the crosstable with everybody whom the player met, as a phone has them."""
        left_out = self._site.people.left_out
        lines: list[CrosstableLine] = [
            row.line for group in section.groups_of(self._site.context) for row in group.rows
        ]
        for line in lines:
            if line.player not in left_out:
                met = [(other.player, cell) for other, cell in zip(lines, line.met) if cell and other is not line]
                yield line, [(player, cell) for player, cell in met if player not in left_out]


def _print_class(players: int) -> str:
    """Return the class of a crosstable for print: the size of its type, or that it is too wide for a page."""
    size = min(max(_ACROSS / max(players, 1) / _CELL, _LEAST_TYPE), _LARGEST_TYPE)
    return f"t{floor(2 * size)}" if players <= _MOST_ACROSS else "long"
