"""The season: crosstable, records and attendance, and the report in figures."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from xladdin.messages import Message, msg
from xladdin.publish.site import CROSSTABLE, RECORDS, SEASON, File, MenuEntry, Site
from xladdin.replay import season_title
from xladdin.reports.crosstable import Crosstable, crosstable, key_of_crosstable, result
from xladdin.reports.season.record_lists import all_time_records, season_records
from xladdin.reports.season.season_report import (
    ActiveLine,
    HonourLine,
    active_players,
    active_title,
    honours,
    season_figures,
)
from xladdin.statistics import HeadToHead


class Season:
    """The season's pages."""

    def __init__(self, site: Site, evening_paths: Mapping[date | str, str]) -> None:
        self._site = site
        self._evening_paths = evening_paths
        self._crosstable = crosstable(site.statistics, site.club.crosstable_players)

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
        """The files with their content."""
        site, replay = self._site, self._site.replay
        if replay.season is None:
            return
        title = season_title(replay.season, site.system.season_month)
        yield site.rendered(f"{CROSSTABLE}.html", "crosstable.html", season=title, **self._table(self._crosstable))
        yield site.rendered(
            f"{RECORDS}.html", "records.html", season=title, now=season_records(site.statistics),
            ever=all_time_records(site.statistics),
            sessions=site.statistics.season.attendance, paths=self._evening_paths,
        )  # fmt: skip
        if site.kind.has_scores:
            least = site.system.active_games  # type: ignore[attr-defined]
            active = active_players(site.statistics, least)
            seen = [line for line in active if line.player not in site.people.left_out]
            yield site.rendered(
                f"{SEASON}.html", "season.html", season=title, figures=season_figures(site.statistics, least),
                honours=self._honours(active), active=seen,
                active_title=active_title(least),
            )  # fmt: skip

    def _honours(self, active: Sequence[ActiveLine]) -> list[tuple[Message, list[HonourLine]]]:
        """The players with an honour, by honour."""
        named: list[tuple[Message, list[HonourLine]]] = []
        for line in honours(self._site.statistics, active):
            if line.honour is not None:
                named.append((line.honour, []))
            named[-1][1].append(line)
        return named

    def _table(self, table: Crosstable) -> dict[str, object]:
        """The rows of the crosstable, without players who are left out."""
        site = self._site
        shown = [at for at, player in enumerate(table.players) if player not in site.people.left_out]
        rows = [
            (
                table.players[one],
                self._result(table.total[one]),
                [None if one == other else self._met(table, one, other) for other in shown],
            )
            for one in shown
        ]
        key = [*map(site.language.render, key_of_crosstable(site.kind))]
        return {"players": [table.players[at] for at in shown], "rows": rows, "key": key}

    def _met(self, table: Crosstable, one: int, other: int) -> tuple[str, str]:
        met = table.against.get((one, other))
        return ("", "") if met is None else self._result(met)

    def _result(self, met: HeadToHead) -> tuple[str, str]:
        """The result of some meetings, and their spread."""
        kind = self._site.kind
        spread = self._site.language.signed(round(met.spread)) if kind.has_spread else ""
        return result(met, kind.counts_points), spread
