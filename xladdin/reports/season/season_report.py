"""The season in figures, as Lexington reported its years: beside those before, who was active, improved, won."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple, TypeVar

from xladdin.cells.numbers import Number
from xladdin.game_log.past import FIGURES
from xladdin.messages import Message, msg, ngettext
from xladdin.reports.season.championship import championship
from xladdin.reports.season.records import gain_records
from xladdin.statistics import PeriodStatistics, Statistics
from xladdin.systems.system import RatingSystem

Line = TypeVar("Line")
ACTIVE = FIGURES[-1]
_GAMES, _SESSIONS, _ATTENDANCE = msg("Games"), msg("Sessions"), msg("Average attendance")
_GAMES_A_SESSION, _AVERAGE_SCORE = msg("Games a session"), msg("Average score")
_PLAYERS = msg("Different players")
_FIGURES = (_GAMES, _SESSIONS, _ATTENDANCE, _GAMES_A_SESSION, _AVERAGE_SCORE, _PLAYERS)
MOST_IMPROVED = msg("Most improved")
IMPROVED = 5
"""The report names this many of the most improved."""


class FigureLine(NamedTuple):
    """One figure of the season beside those of the two before. It is None if there was no such season."""

    figure: Message
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

    honour: Message | None
    player: str
    figure: Message | str


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


def _carried(statistics: Statistics, season: int, active_games: int) -> dict[Message, Number | None]:
    """Return the figures of a season of an earlier log."""
    past = statistics.replay.log.past.seasons.get(season, {})
    figures: dict[Message, Number | None] = {heading: past[heading] for heading in _FIGURES if heading in past}
    if past:
        figures[active_title(active_games)] = past.get(ACTIVE)
    return figures


def active_title(games: int) -> Message:
    """Return the name of the figure, and of the list, of the players of so many games."""
    return ngettext("Players of {n} game or more", "Players of {n} games or more", games)


def past_figures(span: PeriodStatistics, active_games: int) -> list[Number | None]:
    """Return the figures of a season as the next log remembers them, in the order of `FIGURES`."""
    figures = _figures(span, active_games)
    return [*(figures.get(heading) for heading in _FIGURES), figures.get(active_title(active_games))]


def _figures(span: PeriodStatistics, active_games: int) -> dict[Message, Number | None]:
    sessions, average = span.attendance, span.average_score
    if not sessions:
        return {}
    return {
        _GAMES: span.games_played,
        _SESSIONS: len(sessions),
        _ATTENDANCE: round(sum(line.players for line in sessions) / len(sessions), 1),
        _GAMES_A_SESSION: round(span.games_played / len(sessions), 1),
        _AVERAGE_SCORE: None if average is None else round(average, 1),
        _PLAYERS: len(span.players),
        active_title(active_games): sum(g >= active_games for g in span.played.values()),
    }


def active_players(statistics: Statistics, active_games: int) -> list[ActiveLine]:
    """Return the players with so many rated games this season, by percentage won, then average score, then name.

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


def highest_in_words(system: RatingSystem, rating: Number) -> Message:
    """Return the highest rating of a club, beside the one that its page expects at the top, if it names one."""
    mark = system.top_rating
    if mark is None or rating == mark:
        return msg("{rating:g}", rating=rating)
    return msg("{rating:g} ({mark:g} {beyond:+g})", rating=rating, mark=mark, beyond=rating - mark)


def honours(statistics: Statistics, active: Sequence[ActiveLine]) -> list[HonourLine]:
    """Return the champions: by points of the club's championship, record, average and rating.

    Then come the most improved.
    """
    replay, system = statistics.replay, statistics.system
    ranked = [line for line in replay.ranking() if line.rank is not None and line.player in statistics.season.played]
    lines = [
        *(
            HonourLine(msg("Champion"), line.player, msg("{points:g} points", points=line.points))
            for line in championship(statistics)
            if line.rank == 1 and line.points
        ),
        *(
            HonourLine(
                msg("Best record"),
                line.player,
                msg("{won:g} of {played}, {percent:.1f}%", won=line.won, played=line.played, percent=line.percent),
            )
            for line in _highest(active, attrgetter("percent"))
        ),
        *(
            HonourLine(msg("Highest average"), line.player, msg("{average:.1f}", average=line.average))
            for line in _highest(active, attrgetter("average"))
        ),
        *(
            HonourLine(
                msg("Highest rating"), replay.log.players[line.player].name, highest_in_words(system, line.rating)
            )
            for line in _highest(ranked, attrgetter("rating"))
        ),
        *(
            HonourLine(MOST_IMPROVED, gain.player, msg("+{gain:g}: {ratings}", gain=gain.value, ratings=gain.score))
            for gain in gain_records(statistics, IMPROVED)
        ),
    ]
    first = {line.honour: number for number, line in reversed(list(enumerate(lines)))}
    return [line if first[line.honour] == number else line._replace(honour=None) for number, line in enumerate(lines)]


def _highest(lines: Sequence[Line], figure: Callable[[Line], Number]) -> list[Line]:
    """Return the lines with the highest figure, of which there may be several."""
    highest = max(map(figure, lines), default=None)
    return [line for line in lines if figure(line) == highest]
