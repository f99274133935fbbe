"""The lists: ratings, which is the first page, all players, the ladder of a camp, the championship."""

from collections.abc import Iterator
from datetime import date

from xladdin.cells.text import in_the_alphabet
from xladdin.messages import msg
from xladdin.renderers.web import render_legend
from xladdin.replay import season_title
from xladdin.reports.described.ratings_lists import ladder_report, standings
from xladdin.reports.described.season import championship_report
from xladdin.reports.report import WEB, Report
from xladdin.reports.season.championship import championship
from xladdin.reports.standings import StandingsLine
from xladdin.systems.points import ChampionshipSystem
from xladdin.web_pages.charts import SPARK_HEIGHT, SPARK_WIDTH
from xladdin.web_pages.poster import poster
from xladdin.web_pages.site import CHAMPIONSHIP, LADDER, LISTED_ALL, RATINGS, File, MenuEntry, Site

RATINGS_TABLE = "ratings"
"""The element that the search looks through."""


class Lists:
    """The lists of a club."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.lines = site.context.standings
        self._ratings, self._championship = standings(site.system), self._points()

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of the menu."""
        entries = [MenuEntry(RATINGS, msg("Ratings"))]
        if self._site.system.key_groups:
            entries.append(MenuEntry(LADDER, msg("Ladder")))
        if self._championship:
            entries.append(MenuEntry(CHAMPIONSHIP, msg("Championship")))
        return entries

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [f"{entry.page}.html" for entry in self.entries] + [f"{LISTED_ALL}.html"]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        site, replay = self._site, self._site.replay
        evening = None
        if site.kind.is_paired and replay.last_date is not None:
            evening = site.statistics.session.games_played, len(site.statistics.session.players)
        event = replay.last_session[0].event if replay.last_session else ""
        (ratings,) = self._ratings.sections_on(WEB)
        yield site.rendered(
            f"{RATINGS}.html", "ratings.html", evening=evening, event=event, last=replay.last_date,
            season=self._season(), poster=poster(site), spark=(SPARK_WIDTH, SPARK_HEIGHT),
            table=site.render(ratings, table_id=RATINGS_TABLE), rows=site.rows_of(ratings),
            legend=render_legend(self._ratings, site.context),
        )  # fmt: skip
        names = {line.player: line for line in self.lines}
        everybody = sorted(
            (player.name for player in site.log.players if player.name not in site.people.left_out),
            key=lambda name: in_the_alphabet(site.people.shown_name(site.people.position[name])),
        )
        yield site.rendered(f"{LISTED_ALL}.html", "players.html", names=everybody, lines=names)
        if site.system.key_groups:
            yield self._list(LADDER, ladder_report(site.system), replay.last_date)
        if self._championship:
            yield self._list(CHAMPIONSHIP, self._championship)

    def _list(self, page: str, report: Report, day: date | None = None) -> File:
        """Return the page of a report that is one list."""
        site, (section,) = self._site, report.sections_on(WEB)
        return site.rendered(
            f"{page}.html", "list.html", title=section.title, day=day, season=self._season(),
            table=site.render(section), rows=site.rows_of(section), legend=render_legend(report, site.context),
        )  # fmt: skip

    def by_name(self) -> dict[str, StandingsLine]:
        """Return the lines of the ratings list by the player's name."""
        return {line.player: line for line in self.lines}

    def _season(self) -> str:
        season = self._site.replay.season
        return "" if season is None else season_title(season, self._site.system.season_month)

    def _points(self) -> Report | None:
        """Return the championship, if the club has one, so that a system gives points for it."""
        system = self._site.system
        if not isinstance(system, ChampionshipSystem):
            return None
        return championship_report(system) if any(line.points for line in championship(self._site.statistics)) else None
