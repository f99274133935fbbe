"""The evenings, or events: the last one, every earlier one with its changes in words, and the list of all."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from xladdin.publish.addresses import addressed
from xladdin.publish.evening_report import EveningReport, report_of
from xladdin.publish.site import ARCHIVE, LAST, File, MenuEntry, Site
from xladdin.replay import season_of, season_title
from xladdin.reports.evenings import evenings
from xladdin.reports.scoreboard import GameLine, SessionLine
from xladdin.systems.shared.wording import without_change

FOLDER = "evening"


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
        titles = ("Last evening", "All evenings") if self._site.kind.is_paired else ("Last event", "All events")
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
        """The files with their content."""
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
        template = "evening.html" if site.kind.is_paired else "event.html"
        for report in map(report_of, evenings(site.replay)):
            before, one, after = around[report.day, report.title]
            facts[one.path] = report.players, report.games
            around_it = {"before": before, "after": after, "one": one, "facts": facts[one.path]}
            for path in (one.path, f"{LAST}.html") if one is self.all[-1] else (one.path,):
                values = self._session(report, path) if site.kind.is_paired else self._event(report)
                yield site.rendered(path, template, **values, **around_it)
        for season in self._seasons:
            is_latest = season is self._seasons[0]
            yield site.rendered(
                f"{ARCHIVE}.html" if is_latest else season.path, "evenings.html", season=season, facts=facts,
                earlier=self._seasons[1:] if is_latest else [], elsewhere=site.club.earlier if is_latest else "",
            )  # fmt: skip

    def _session(self, report: EveningReport, path: str) -> dict[str, object]:
        """The games and players of an evening, as rows of tables of the page that has this path."""
        links = self._site.from_folder if "/" in path else self._site.from_root
        lines = [line for line in report.lines if line.player not in self._site.people.left_out]
        has_words = any(line.words for line in lines)
        return {
            "games": "\n".join(map(self._game, report.played)),
            "lines": "\n".join(self._line(line, links, has_words=has_words) for line in lines),
            "has_words": has_words,
            "rows": 2 * len(report.played) + len(lines) + 12,  # and two headings with their key
        }

    def _game(self, game: GameLine) -> str:
        """A game as rows: the two players one below the other, the winner first if there are scores, then words."""
        site = self._site
        sides = [(game.player1, game.score1, game.change1), (game.player2, game.score2, game.change2)]
        is_rated = game.rating1 is not None or game.rating2 is not None
        told: list[str] = (
            [self._told(one, game) for one in game.words] if is_rated else list(map(site.told, game.words))
        )
        if site.kind.has_scores and (game.score1 or 0) < (game.score2 or 0):
            sides, told = sides[::-1], told[::-1]
        rows = ["<tbody>"]
        for name, score, change in sides:
            who = site.plain[name] if name else site.language.text("Bye")
            points = "" if score is None else site.points(score)
            moved = "" if not is_rated or not name else site.change_of_game(change)
            rows.append(f"<tr><td>{who}<td>{points}<td>{moved}")
        if game.par:
            told.append(f"{site.language.text('Par game')}{site.language.colon}{escape(game.par)}")
        return "".join([*rows, f"<tr><td colspan=3>{'<br>'.join(told)}"])

    def _told(self, words: str, game: GameLine) -> str:
        """Words with the player of the change, from "Player 1: favourite by 227 wins: 6". Alone they mean the first."""
        heading, _, told = words.partition(": ")
        name = (game.player1, game.player2)[self._site.kind.players.index(heading)]
        assert name is not None
        whose = f"<bdi>{self._site.plain[name]}</bdi>{self._site.language.colon}" if len(game.words) > 1 else ""
        return f"{whose}{self._site.told(without_change(told))}"

    def _line(self, line: SessionLine, links: Mapping[str, str], *, has_words: bool) -> str:
        """The result of the evening for one player, as a row."""
        site = self._site
        cells = [links[line.player], site.record(line)]
        if site.kind.has_scores:
            cells.append(site.signed(line.spread))
        cells.append(site.rating(line.old))
        if has_words:
            cells.append("" if line.plain_sum is None else site.signed(line.plain_sum))
        cells += [site.change(line.taken), site.rating(line.new)]
        if has_words:
            cells.append(site.told(line.words or ""))
        return f"<tr><th>{'<td>'.join(cells)}"

    def _event(self, report: EveningReport) -> dict[str, object]:
        """An event, and its placings."""
        seen = [line for line in report.placings if line.player not in self._site.people.left_out]
        return {"event": report.event, "value": report.value, "lines": seen}
