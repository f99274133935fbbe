"""A page for each player: rating, best, record, every opponent, all games with the arithmetic in words, the chart."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from heapq import merge
from html import escape
from itertools import accumulate, groupby
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells.numbers import Number, sign
from xladdin.messages import msg
from xladdin.publish.charts import rating_chart
from xladdin.publish.people import WITHIN
from xladdin.publish.site import File, Site
from xladdin.replay import season_of, season_title
from xladdin.reports.own_games.played import NotRated, PlayedGame
from xladdin.reports.own_games.steps import Step
from xladdin.reports.player import PlayerReport
from xladdin.reports.scoreboard import NOT_RATED_WORDS
from xladdin.reports.standings import StandingsLine
from xladdin.systems.shared.wording import without_change

RESULTS = {1: msg("won"), 0: msg("tied"), -1: msg("lost")}
CHESS_RESULTS = {1: msg("won"), 0: msg("drawn"), -1: msg("lost")}
_SAT_OUT = "–"
"""The result of a bye."""


class OwnGame(NamedTuple):
    """A game in texts. The opponent is the name in `seen`, or None for a bye."""

    result: str
    score: str
    opponent: str | None
    change: str


class DayShown(NamedTuple):
    """A day of play, an event or an adjustment.

    `title` is the day or the event in a text. `after` is the rating, or None for a day without a rated game.
    `was_played` means that it is more than an adjustment. `rows` has a table's rows, the day with its rating first.
    `beside` has the games that are not rated.
    """

    day: date
    title: str
    after: Number | None
    was_played: bool
    games: Sequence[PlayedGame]
    beside: Sequence[NotRated]
    rows: str


class Players:
    """The pages of a club's players.

    They have the arithmetic of a game for two seasons. For earlier games only the evening's page has it.
    """

    def __init__(self, site: Site, lines: Mapping[str, StandingsLine], evening_paths: Mapping[date | str, str]) -> None:
        """`lines` come from the ratings list. `evening_paths` are pages by date, or by event."""
        self._site = site
        self._lines = lines
        self._evening_paths = evening_paths
        season = site.replay.season
        self._told_from = date.min if season is None else date(season - 1, site.system.season_month, 1)

    @property
    def paths(self) -> list[str]:
        """The files."""
        return [self._site.people.path(position) for position in self._site.people.with_pages]

    def files(self) -> Iterator[File]:
        """The files with their content."""
        site = self._site
        ranked = sum(rank is not None for rank in site.statistics.ranks.values())
        last = site.replay.last_date
        for position in site.people.with_pages:
            report = PlayerReport(site.statistics, position, self._told_from)
            days = self._days(report)
            played = [day for day in days if day.was_played]
            evening = played[0] if played else None
            rated = [(day.day, day.after) for day in days[::-1] if day.after is not None]
            # a game that was typed late moves the rating on the latest day before it
            latest = accumulate((day for day, _ in rated), max)
            points = [(day, after) for day, (_, after) in zip(latest, rated)]
            line, chart = self._lines.get(report.name), rating_chart(points)
            page, name = site.people.path(position), site.people.shown_name(position)
            yield site.rendered(
                page,
                "player.html",
                name=name,
                report=report,
                line=line,
                ranked=ranked,
                opponents=self._opponents(report),
                seasons=self._seasons(days),
                latest=evening,
                last_games=[] if evening is None else list(self._shown(evening)),
                was_there=evening is not None and evening.day == last,
                points=points,
                chart=chart,
            )

    def _opponents(self, report: PlayerReport) -> str:
        """Everybody met, each with a link. Only here a page gives an opponent a link."""
        site, links = self._site, self._site.beside
        rows = []
        for met in report.opponents:
            cells = [links[met.opponent], str(met.wins), str(met.losses)]
            if not site.system.tie_counts_as_win:
                cells.append(str(met.ties))
            if site.kind.has_scores:
                cells.append(site.signed(met.spread))
            rows.append(f"<tr><th>{'<td>'.join(cells)}")
        return "\n".join(rows)

    def _days(self, report: PlayerReport) -> list[DayShown]:
        """The changes of the rating and the other games, by day, the latest first."""
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
        site = self._site
        games = [game for step in steps for game in step.games]
        was_played = bool(games or beside or event)
        path = self._evening_paths.get(event or day, "") if was_played else ""
        title = event or site.language.full_day(day)
        on = escape(title)
        rows = [f"<tr><th colspan=3>{f'<a href={WITHIN}{path}>{on}</a>' if path else on}<td>{rating}"]
        for game in games:
            change = site.change_of_game(game.change)
            result = " ".join(self._result(game.score, game.opponent_score))
            opponent, rated = site.plain[game.opponent], site.rating(game.opponent_rating)
            words = self._words(game.words) if game.words else ""
            rows.append(f"<tr><td>{result}<td>{opponent}<td>{rated}<td>{change}{words}")
        for one in beside:
            result = " ".join(self._beside(one))
            opponent = site.plain[one.opponent] if one.opponent else site.language.render(msg("Bye"))
            rows.append(f"<tr><td>{result}<td>{opponent}<td><td>{self._words(NOT_RATED_WORDS[one.kind])}")
        if not len(steps) == len(games) > 1:  # game by game: what each made of the rating is told once, for the day
            rows += [self._words(words, "closing")[1:] for step in steps for words in step.closing]
        after = steps[-1].after if steps else None
        return DayShown(day, title, after, was_played, games, beside, "\n".join(rows))

    def _words(self, words: str, kind: str = "") -> str:
        """A row of words. The change at their end is beside them."""
        told = self._site.told(without_change(words))
        return f"\n<tr{f' class={kind}' if kind else ''}><td colspan=4>{told}"

    def _shown(self, day: DayShown) -> Iterator[OwnGame]:
        """The games of a day, without words."""
        for game in day.games:
            change = self._site.change_of_game(game.change)
            yield OwnGame(*self._result(game.score, game.opponent_score), game.opponent, change)
        for one in day.beside:
            yield OwnGame(*self._beside(one), one.opponent, "")

    def _beside(self, game: NotRated) -> tuple[str, str]:
        """The result and score of a row that is not rated."""
        if game.score is None or game.opponent_score is None:
            return _SAT_OUT, ""
        return self._result(game.score, game.opponent_score)

    def _result(self, own: Number, other: Number) -> tuple[str, str]:
        """A result in a word and in figures."""
        words = RESULTS if self._site.kind.has_scores else CHESS_RESULTS
        return self._site.language.render(words[sign(own - other)]), self._site.score(own, other)

    def _seasons(self, days: Sequence[DayShown]) -> list[tuple[str, str]]:
        """The rows of each season, by its title."""
        month = self._site.system.season_month
        return [
            (season_title(season, month), "\n".join(f"<tbody>{day.rows}" for day in group))
            for season, group in groupby(days, key=lambda one: season_of(one.day, month))
        ]


def _day_of(one: Step | NotRated) -> tuple[date, str]:
    """The heading of a row on a player's page: a day, or an event."""
    return one.date, one.event if isinstance(one, Step) else ""
