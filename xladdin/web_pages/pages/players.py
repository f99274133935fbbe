"""A page for each player: rating, best, record, every opponent, all games with the arithmetic in words, the chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from xladdin.replay import season_of, season_title
from xladdin.reports.described.player import day_group, days_section, player_report, record_groups, records_section
from xladdin.reports.player import PlayedDay, PlayerReport
from xladdin.reports.report import Group, Section, plain_groups
from xladdin.reports.standings import StandingsLine
from xladdin.web_pages.charts import rating_chart
from xladdin.web_pages.people import WITHIN
from xladdin.web_pages.site import File, Site

if TYPE_CHECKING:
    from markupsafe import Markup


class Players:
    """The pages of a club's players.

    They have the arithmetic of a game for two seasons. For earlier games only the evening's page has it.
    """

    def __init__(self, site: Site, lines: Mapping[str, StandingsLine]) -> None:
        """`lines` are those of the ratings list by player."""
        self._site = site
        self._lines = lines
        season = site.replay.season
        self._told_from = date.min if season is None else date(season - 1, site.system.season_month, 1)
        described = player_report(site.system)
        self._opponents = described.sections[1]
        self._records, self._days = records_section(site.system), days_section(site.system)

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [self._site.people.path(position) for position in self._site.people.with_pages]

    def files(self) -> Iterator[File]:
        """Yield the files with their content."""
        for position in self._site.people.with_pages:
            yield self.file_of(position)

    def file_of(self, position: int) -> File:
        """Return the page of a player, by the position in the log."""
        site = self._site
        ranked = sum(rank is not None for rank in site.statistics.ranks.values())
        report = PlayerReport(site.statistics, position, self._told_from)
        days = report.days
        latest = next((day for day in days if day.was_played), None)
        rated = [(day.date, day.rating) for day in days[::-1] if day.is_rated and day.rating is not None]
        # a game that was typed late moves the rating on the latest day before it
        chart_days = accumulate((day for day, _ in rated), max)
        points = [(day, rating) for day, (_, rating) in zip(chart_days, rated)]
        page, name = site.people.path(position), site.people.shown_name(position)
        return site.rendered(
            page,
            "player.html",
            name=name,
            report=report,
            line=self._lines.get(report.name),
            ranked=ranked,
            records=site.render(self._records, groups=record_groups(report)),
            opponents=self._render(self._opponents, plain_groups(report.opponents)),
            seasons=self._seasons(days),
            latest=latest,
            last_games=self._last_games(latest),
            was_there=latest is not None and latest.date == site.replay.last_date,
            points=points,
            chart=rating_chart(points),
        )

    def _render(self, section: Section, groups: Iterable[Group]) -> Markup:
        return self._site.render(section, root=WITHIN, groups=groups)

    def _last_games(self, day: PlayedDay | None) -> Markup | str:
        """Return the games of the player's last day. A day without a game, of an event, has none."""
        if day is None or not (day.games or day.not_rated):
            return ""
        return self._render(self._days, [day_group(day, self._site.system, has_heading=False)])

    def _seasons(self, days: Sequence[PlayedDay]) -> list[tuple[str, Markup]]:
        """Return the days of each season, the latest first, by its title."""
        month = self._site.system.season_month
        return [
            (season_title(season, month), self._render(self._days, [day_group(day, self._site.system) for day in own]))
            for season, own in groupby(days, key=lambda day: season_of(day.date, month))
        ]
