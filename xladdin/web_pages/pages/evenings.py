"""The evenings, or events: the last one, every earlier one with its changes in words, and the list of all."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from xladdin.messages import msg
from xladdin.renderers.web import render_legend
from xladdin.replay import season_of, season_title
from xladdin.reports.context import ReportContext
from xladdin.reports.described.session import event_facts, has_explanations, scoreboard
from xladdin.reports.evenings import evenings
from xladdin.reports.events import event_lines, last_event
from xladdin.reports.report import WEB
from xladdin.web_pages.addresses import addressed
from xladdin.web_pages.people import ROOT, WITHIN
from xladdin.web_pages.site import ARCHIVE, LAST, MOST_ROWS_IN_TWO, File, MenuEntry, Site

FOLDER = "evening"
_HEADING_ROWS = 12
"""The height of the headings and the legend on a printed evening [rows]."""


class EveningPage(NamedTuple):
    """One session or event. `path` is its page's. `title` is the name of an event."""

    path: str
    day: date
    title: str


class SeasonPage(NamedTuple):
    """The evenings of a season, the latest first. `season` is the year in which it began."""

    season: int
    title: str
    evenings: Sequence[EveningPage]

    @property
    def path(self) -> str:
        """The path of its list, if it is an earlier season."""
        return f"{ARCHIVE}/{self.season}.html"


class Evenings:
    """The evenings of a club. Those of an earlier workbook are on its own page."""

    def __init__(self, site: Site) -> None:
        self._site = site
        log, month = site.log, site.system.season_month
        own = [(day, "") for day in log.sessions]
        if not site.kind.is_paired:
            own = [(period.date, period.event) for period in log.periods]
        slugs = addressed({one: one[1] or one[0].isoformat() for one in own})
        pages = [EveningPage(f"{FOLDER}/{slugs[one]}.html", *one) for one in own]
        self.all = sorted(pages, key=attrgetter("day"))
        self.path_of: dict[date | str, str] = {title or day: f"{FOLDER}/{slugs[day, title]}.html" for day, title in own}
        self._seasons = [
            SeasonPage(season, season_title(season, month), list(group)[::-1])
            for season, group in groupby(self.all, key=lambda one: season_of(one.day, month))
        ][::-1]

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of the menu."""
        titles = (
            (msg("Last evening"), msg("All evenings"))
            if self._site.kind.is_paired
            else (msg("Last event"), msg("All events"))
        )
        entries = [MenuEntry(page, title) for page, title in zip((LAST, ARCHIVE), titles)]
        if self.all:
            return entries
        return entries[1:] if self._site.club.earlier else []

    @property
    def paths(self) -> list[str]:
        """The files."""
        listed = [f"{entry.page}.html" for entry in self.entries]
        return [*listed, *(one.path for one in self.all), *(one.path for one in self._seasons[1:])]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site = self._site
        if not self.all:
            if site.club.earlier:
                yield site.rendered(f"{ARCHIVE}.html", "evenings.html", elsewhere=site.club.earlier)
            return
        around = {
            (one.day, one.title): (before, one, after)
            for before, one, after in zip([None, *self.all], self.all, [*self.all[1:], None])
        }
        facts: dict[str, tuple[int, int]] = {}
        for view in evenings(site.replay):
            context = replace(site.context, replay=view)
            day, title = _session_of(context)
            before, one, after = around[day, title]
            facts[one.path] = _counts(context)
            around_it = {"before": before, "after": after, "one": one, "facts": facts[one.path]}
            for path in (one.path, f"{LAST}.html") if one is self.all[-1] else (one.path,):
                yield self._page(path, context, around_it)
        for season in self._seasons:
            is_latest = season is self._seasons[0]
            yield site.rendered(
                f"{ARCHIVE}.html" if is_latest else season.path, "evenings.html", season=season, facts=facts,
                earlier=self._seasons[1:] if is_latest else [], elsewhere=site.club.earlier if is_latest else "",
            )  # fmt: skip

    def _page(self, path: str, context: ReportContext, values: Mapping[str, object]) -> File:
        """Return the page of a session or event, which is the last one of the context."""
        site, root = self._site, WITHIN if "/" in path else ROOT
        report = scoreboard(site.system)
        sections = report.sections_on(WEB)
        tables = [site.render(section, context, root) for section in sections]
        rows = sum(site.rows_of(section, context) for section in sections)
        legend = render_legend(report, context)
        if not site.kind.is_paired:
            facts = event_facts(context.replay, site.language) or ""
            return site.rendered(
                path, "event.html", **{**values, "facts": facts.partition(" · ")[2]}, table=tables[0], rows=rows,
                legend=legend,
            )  # fmt: skip
        has_words = has_explanations(context)
        rows = min(rows + _HEADING_ROWS, MOST_ROWS_IN_TWO)
        return site.rendered(
            path, "evening.html", **values, games=tables[0], players=tables[1], rows=rows, legend=legend,
            has_words=has_words,
        )  # fmt: skip


def _session_of(context: ReportContext) -> tuple[date, str]:
    """Return the day of the last session, or the day and the name of the last event."""
    if not context.system.log_schema.is_paired:
        event = last_event(context.replay)
        assert event is not None
        return event.date, event.name
    assert context.replay.last_date is not None
    return context.replay.last_date, ""


def _counts(context: ReportContext) -> tuple[int, int]:
    """Return how many people came and how many games they played, or how many placings of an event are on file."""
    if not context.system.log_schema.is_paired:
        lines = event_lines(context.replay)
        return lines[0].players, len(lines)
    return len(context.statistics.session.players), context.statistics.session.games_played
