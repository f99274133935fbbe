"""The lists: ratings, which is the first page, all players, the ladder of a camp, the championship."""

from collections.abc import Iterator, Sequence

from xladdin.cells.text import in_the_alphabet
from xladdin.publish.charts import SPARK_HEIGHT, SPARK_WIDTH
from xladdin.publish.poster import poster
from xladdin.publish.site import CHAMPIONSHIP, LADDER, LISTED_ALL, RATINGS, File, MenuEntry, Site
from xladdin.replay import season_title
from xladdin.reports.season.championship import ChampionshipLine, championship
from xladdin.reports.standings import StandingsLine, key_of_ratings, standings, with_marks


class Lists:
    """The lists of a club."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.lines = standings(site.statistics)
        self._championship = self._points()

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of the menu."""
        entries = [MenuEntry(RATINGS, "Ratings")]
        if self._site.system.key_groups:
            entries.append(MenuEntry(LADDER, "Ladder"))
        if self._championship:
            entries.append(MenuEntry(CHAMPIONSHIP, "Championship"))
        return entries

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [f"{entry.page}.html" for entry in self.entries] + [f"{LISTED_ALL}.html"]

    def files(self) -> Iterator[File]:
        """The files with their content."""
        site = self._site
        left_out, replay = site.people.left_out, site.replay
        seen = [line for line in self.lines if line.player not in left_out]
        evening = None
        if site.kind.is_paired and replay.last_date is not None:
            evening = site.statistics.session.games_played, len(site.statistics.session.players)
        event = replay.last_session[0].event if replay.last_session else ""
        shown = poster(site)
        marks = key_of_ratings(site.system, map(with_marks, seen))
        yield site.rendered(
            f"{RATINGS}.html", "ratings.html", lines=seen, evening=evening, event=event, last=replay.last_date,
            season=self._season(), poster=shown,
            spark=(SPARK_WIDTH, SPARK_HEIGHT),
            key=[site.language.key(words, **values) for words, values in marks],
        )  # fmt: skip
        names = {line.player: line for line in self.lines}
        everybody = sorted(
            (player.name for player in site.log.players if player.name not in left_out),
            key=lambda name: in_the_alphabet(site.people.shown_name(site.people.position[name])),
        )
        yield site.rendered(f"{LISTED_ALL}.html", "players.html", names=everybody, lines=names)
        if site.system.key_groups:
            groups = site.ladder(self.lines)
            yield site.rendered(f"{LADDER}.html", "ladder.html", groups=groups, last=replay.last_date)
        if self._championship:
            lines = [line for line in self._championship if line.player not in left_out]
            yield site.rendered(f"{CHAMPIONSHIP}.html", "championship.html", lines=lines, season=self._season())

    def by_name(self) -> dict[str, StandingsLine]:
        """The lines of the ratings list by the player's name."""
        return {line.player: line for line in self.lines}

    def _season(self) -> str:
        season = self._site.replay.season
        return "" if season is None else season_title(season, self._site.system.season_month)

    def _points(self) -> Sequence[ChampionshipLine]:
        """The championship, if the club has one, so that a system gives points for it."""
        lines = championship(self._site.statistics)
        return lines if any(line.points for line in lines) else []
