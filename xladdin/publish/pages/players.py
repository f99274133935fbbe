"""A page for each player: rating, best, record, every opponent, all games with the arithmetic in words, the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import NamedTuple

from xladdin.cells.numbers import Number, sign
from xladdin.publish.charts import rating_chart
from xladdin.publish.people import WITHIN
from xladdin.publish.site import File, Site
from xladdin.replay import season_of, season_title
from xladdin.reports.own_games.played import PlayedGame
from xladdin.reports.own_games.steps import Step
from xladdin.reports.player import PlayerReport, PlayerReports
from xladdin.reports.standings import StandingsLine

RESULTS = {1: "won", 0: "tied", -1: "lost"}
CHESS_RESULTS = {1: "won", 0: "drawn", -1: "lost"}
CHESS_SCORES = {1: "1–0", 0.5: "½–½", 0: "0–1"}


class GameShown(NamedTuple):
    """A game of a player's day, in texts but for the opponent, who is named as in the log. score: his first."""

    result: str
    score: str
    opponent: str
    opponent_rating: str
    change: str
    words: str


class DayShown(NamedTuple):
    """A day of play, an event or an adjustment. closing: how its changes became the list's, in words, one a step."""

    day: date
    event: str
    path: str
    before: Number | None
    after: Number
    games: Sequence[GameShown]
    closing: Sequence[str]


class Players:
    """The pages of a club's players."""

    def __init__(self, site: Site, lines: Mapping[str, StandingsLine], evening_paths: Mapping[date | str, str]) -> None:
        """lines: of the ratings list; evening_paths: pages by date, or by event."""
        self._site = site
        self._lines = lines
        self._evening_paths = evening_paths

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [self._site.people.path(position) for position in self._site.people.with_pages]

    def files(self) -> Iterator[File]:
        """The files with their content."""
        site = self._site
        reports = PlayerReports(site.replay)
        ranked = sum(line.rank is not None for line in site.replay.ranking())
        last = site.replay.last_date
        for position in site.people.with_pages:
            report = reports.of(position)
            days = self._days(report)
            played = [day for day in days if day.games or day.event]
            points = [(day.day, day.after) for day in days[::-1]]
            line = self._lines.get(report.name)
            yield site.rendered(
                site.people.path(position),
                "player.html",
                name=site.people.shown_name(position),
                report=report,
                line=line,
                ranked=ranked,
                seasons=self._seasons(days),
                latest=played[0] if played else None,
                was_there=bool(played) and played[0].day == last,
                points=points,
                chart=rating_chart(points),
            )

    def _days(self, report: PlayerReport) -> list[DayShown]:
        """The steps by day, the latest first."""
        days = [
            self._day(key, list(steps)) for key, steps in groupby(report.steps, key=lambda one: (one.date, one.event))
        ]
        return days[::-1]

    def _day(self, key: tuple[date, str], steps: list[Step]) -> DayShown:
        day, event = key
        games = [self._game(game) for step in steps for game in step.games]
        closing = [words.removeprefix(f"{event}: ") for step in steps for words in step.words[len(step.games) :]]
        if len(steps) == len(games) > 1:  # game by game: what each made of the rating is told once, for the day
            closing = []
        path = self._evening_paths.get(event or day, "") if games or event else ""
        return DayShown(day, event, path and WITHIN + path, steps[0].before, steps[-1].after, games, closing)

    def _game(self, game: PlayedGame) -> GameShown:
        site = self._site
        result = sign(game.score - game.opponent_score)
        if site.kind.has_scores:
            score = f"{site.score(game.score)}–{site.score(game.opponent_score)}"
            word = RESULTS[result]
        else:
            score, word = CHESS_SCORES[game.score], CHESS_RESULTS[result]
        text = site.language.text
        return GameShown(
            text(word),
            score,
            game.opponent,
            site.rating(game.opponent_rating),
            text("new") if game.change is None else site.change(game.change),
            site.language.told(game.words),
        )

    def _seasons(self, days: Sequence[DayShown]) -> list[tuple[str, list[DayShown]]]:
        month = self._site.system.season_month
        return [
            (season_title(season, month), list(group))
            for season, group in groupby(days, key=lambda one: season_of(one.day, month))
        ]
