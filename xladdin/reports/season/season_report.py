"""The season in figures, as Lexington reported its years: beside those before, who was active, improved, won."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from xladdin.cells.numbers import Number
from xladdin.cells.text import counted
from xladdin.game_log.past import FIGURES
from xladdin.reports.season.championship import championship
from xladdin.reports.season.records import gain_records
from xladdin.statistics import PeriodStatistics, Statistics
from xladdin.systems.system import RatingSystem

Line = TypeVar("Line")
ACTIVE = FIGURES[-1]
MOST_IMPROVED = "Most improved"
IMPROVED = 5
"""The report names this many of the most improved."""


class FigureLine(NamedTuple):
    """One figure of the season beside those of the two before. It is None if there was no such season."""

    figure: str
    this: Number | None
    last: Number | None
    before: Number | None
    change: Number | None


class ActiveLine(NamedTuple):
    """A player of many games. `won`: of those played, a tie as half. `percent`: of games won. `average`: score."""

    player: str
    won: Number
    played: int
    percent: float
    average: float


class HonourLine(NamedTuple):
    """A player in the report, the honour, and the figure for it."""

    honour: str | None
    player: str
    figure: str


def season_figures(statistics: Statistics, active_games: int) -> list[FigureLine]:
    """Games, sessions, attendance and scores of the last season and of the two before it."""
    season = statistics.replay.season
    if season is None:
        return []
    spans = statistics.season, statistics.of_season(season - 1), statistics.of_season(season - 2)
    past = (_carried(statistics, year, active_games) for year in (season, season - 1, season - 2))
    seasons = [_figures(span, active_games) or carried for span, carried in zip(spans, past)]
    lines = []
    for figure in seasons[0]:
        this, last, before = (year.get(figure) for year in seasons)
        change = None if this is None or last is None else round(this - last, 1)
        lines.append(FigureLine(figure, this, last, before, change))
    return lines


def _carried(statistics: Statistics, season: int, active_games: int) -> dict[str, Number | None]:
    """The figures of a season of an earlier log."""
    figures = dict(statistics.replay.log.past.seasons.get(season, {}))
    if figures:
        figures[_active(active_games)] = figures.pop(ACTIVE, None)
    return figures


def _active(games: int) -> str:
    return f"Players of {counted(games, 'game')} or more"


def past_figures(span: PeriodStatistics, active_games: int) -> list[Number | None]:
    """The figures of a season as the next log remembers them, in the order of `FIGURES`."""
    figures = _figures(span, active_games)
    figures[ACTIVE] = figures.get(_active(active_games))
    return [figures.get(figure) for figure in FIGURES]


def _figures(span: PeriodStatistics, active_games: int) -> dict[str, Number | None]:
    sessions, average = span.attendance, span.average_score
    if not sessions:
        return {}
    return {
        "Games": span.games_played,
        "Sessions": len(sessions),
        "Average attendance": round(sum(line.players for line in sessions) / len(sessions), 1),
        "Games a session": round(span.games_played / len(sessions), 1),
        "Average score": None if average is None else round(average, 1),
        "Different players": len(span.players),
        _active(active_games): sum(g >= active_games for g in span.played.values()),
    }


def active_players(statistics: Statistics, active_games: int) -> list[ActiveLine]:
    """The players with so many rated games this season, by percentage won, then average score, then name.

    Forfeits and byes were not played, and count neither as won nor as played.
    """
    tally, players = statistics.season.tally, statistics.replay.log.players
    byes = tally.byes if statistics.system.counts_byes_as_wins else [0] * len(players)
    lines = []
    for number, games in statistics.season.played.items():
        if games >= active_games:
            won = tally.points(number) - tally.forfeits_won[number] - byes[number]
            average = tally.average_for(number) or 0
            lines.append(ActiveLine(players[number].name, won, games, 100 * won / games, average))
    return sorted(lines, key=lambda line: (-line.percent, -line.average, line.player.casefold()))


def highest_in_words(system: RatingSystem, rating: Number) -> str:
    """The highest rating of a club, beside the one that its page expects at the top, if it names one."""
    mark = system.top_rating
    if mark is None or rating == mark:
        return f"{rating:g}"
    return f"{rating:g} ({mark:g} {rating - mark:+g})"


def honours(statistics: Statistics, active: Sequence[ActiveLine]) -> list[HonourLine]:
    """The champions: by points of the club's championship, record, average and rating. Then come the most improved."""
    replay, system = statistics.replay, statistics.system
    ranked = [line for line in replay.ranking() if line.rank is not None and line.player in statistics.season.played]
    lines = [
        *(
            HonourLine("Champion", line.player, f"{line.points:g} points")
            for line in championship(statistics)
            if line.rank == 1 and line.points
        ),
        *(
            HonourLine("Best record", line.player, f"{line.won:g} of {line.played}, {line.percent:.1f}%")
            for line in _highest(active, attrgetter("percent"))
        ),
        *(
            HonourLine("Highest average", line.player, f"{line.average:.1f}")
            for line in _highest(active, attrgetter("average"))
        ),
        *(
            HonourLine("Highest rating", replay.log.players[line.player].name, highest_in_words(system, line.rating))
            for line in _highest(ranked, attrgetter("rating"))
        ),
        *(
            HonourLine(MOST_IMPROVED, gain.player, f"+{gain.value:g}: {gain.score}")
            for gain in gain_records(statistics, IMPROVED)
        ),
    ]
    first = {line.honour: number for number, line in reversed(list(enumerate(lines)))}
    return [line if first[line.honour] == number else line._replace(honour=None) for number, line in enumerate(lines)]


def _highest(lines: Sequence[Line], figure: Callable[[Line], Number]) -> list[Line]:
    """The lines with the highest figure, of which there may be several."""
    highest = max(map(figure, lines), default=None)
    return [line for line in lines if figure(line) == highest]
