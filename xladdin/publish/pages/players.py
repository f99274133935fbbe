"""A page for each player: rating, best, record, every opponent, all games with the arithmetic in words, the chart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from heapq import merge
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells.numbers import Number, sign
from xladdin.publish.charts import rating_chart
from xladdin.publish.people import WITHIN
from xladdin.publish.site import File, Site
from xladdin.replay import season_of, season_title
from xladdin.reports.own_games.played import NotRated, PlayedGame
from xladdin.reports.own_games.steps import Step
from xladdin.reports.player import PlayerReport, PlayerReports
from xladdin.reports.scoreboard import NOT_RATED_WORDS
from xladdin.reports.standings import StandingsLine

RESULTS = {1: "won", 0: "tied", -1: "lost"}
CHESS_RESULTS = {1: "won", 0: "drawn", -1: "lost"}
_SAT_OUT = "–"
"""What stands for the result of a bye."""


class GameShown(NamedTuple):
    """A row of a player's day, in texts but for the opponent, who is named as in the log, and None for a bye.

    score: his first; opponent_rating, change: nothing where the row is not rated.
    """

    result: str
    score: str
    opponent: str | None
    opponent_rating: str
    change: str
    words: str


class DayShown(NamedTuple):
    """A day of play, an event or an adjustment. on: its date in words; after: the rating, None of a day without a rated
    game; rating: as it stands after the day, printed; closing: how its changes became the list's, in words, one a step.
    """

    day: date
    on: str
    event: str
    path: str
    after: Number | None
    rating: str
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
            points = [(day.day, day.after) for day in days[::-1] if day.after is not None]
            line = self._lines.get(report.name)
            yield site.rendered(
                site.people.path(position),
                "player.html",
                name=site.people.shown_name(position),
                report=report,
                line=line,
                ranked=ranked,
                days=days,
                seasons=self._seasons(days),
                latest=played[0] if played else None,
                was_there=bool(played) and played[0].day == last,
                points=points,
                chart=rating_chart(points),
            )

    def _days(self, report: PlayerReport) -> list[DayShown]:
        """What moved the rating and what was played besides, by day, the latest first."""
        rows: Iterator[Step | NotRated] = merge(report.steps, report.not_rated, key=attrgetter("date"))
        days: list[DayShown] = []
        rating = ""
        for (day, event), of_day in groupby(rows, key=_day_of):
            steps: list[Step] = []
            beside: list[NotRated] = []
            for one in of_day:
                if isinstance(one, Step):
                    steps.append(one)
                else:
                    beside.append(one)
            if steps:
                rating = self._site.rating(steps[-1].after)
            days.append(self._day(day, event, rating, steps, beside))
        return days[::-1]

    def _day(self, day: date, event: str, rating: str, steps: Sequence[Step], beside: Sequence[NotRated]) -> DayShown:
        language = self._site.language
        games = [self._game(game) for step in steps for game in step.games]
        closing = []
        if not len(steps) == len(games) > 1:  # game by game: what each made of the rating is told once, for the day
            closing = [language.told(words) for step in steps for words in step.closing]
        games.extend(map(self._not_rated, beside))
        path = self._evening_paths.get(event or day, "") if games or event else ""
        after = steps[-1].after if steps else None
        return DayShown(day, language.full_day(day), event, path and WITHIN + path, after, rating, games, closing)

    def _game(self, game: PlayedGame) -> GameShown:
        site = self._site
        return GameShown(
            *self._result(game.score, game.opponent_score),
            game.opponent,
            site.rating(game.opponent_rating),
            site.language.text("new") if game.change is None else site.change(game.change),
            site.language.told(game.words),
        )

    def _not_rated(self, game: NotRated) -> GameShown:
        words = self._site.language.told(NOT_RATED_WORDS[game.kind])
        if game.score is None or game.opponent_score is None:
            return GameShown(_SAT_OUT, "", game.opponent, "", "", words)
        return GameShown(*self._result(game.score, game.opponent_score), game.opponent, "", "", words)

    def _result(self, own: Number, other: Number) -> tuple[str, str]:
        """A result in a word and in figures."""
        words = RESULTS if self._site.kind.has_scores else CHESS_RESULTS
        return self._site.language.text(words[sign(own - other)]), self._site.score(own, other)

    def _seasons(self, days: Sequence[DayShown]) -> list[tuple[str, list[DayShown]]]:
        month = self._site.system.season_month
        return [
            (season_title(season, month), list(group))
            for season, group in groupby(days, key=lambda one: season_of(one.day, month))
        ]


def _day_of(one: Step | NotRated) -> tuple[date, str]:
    """What stands under one heading of a player's page: the rows of a day, or an event."""
    return one.date, one.event if isinstance(one, Step) else ""
