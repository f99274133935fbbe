"""The season in figures, as Lexington reported its years: beside those before, who was active, improved, won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.text import counted
from xladdin.reports.season.attendance import attendance
from xladdin.reports.season.championship import championship
from xladdin.reports.season.records import gain_records
from xladdin.reports.tallies import ClubGames, season_unrated, tally, there

IMPROVED = 5
"""How many of the most improved are named."""


class FigureLine(NamedTuple):
    """One figure of the season beside those of the two before; None where there was no such season."""

    figure: str
    this: Number | None
    last: Number | None
    before: Number | None
    change: Number | None


class ActiveLine(NamedTuple):
    """A player of many games. won: of those played, a tie being half of one; percent: of games won; average: score."""

    player: str
    won: Number
    played: int
    percent: float
    average: float


class HonourLine(NamedTuple):
    """Who is named in the report, for what, and by what figure."""

    honour: str | None
    player: str
    figure: str


def season_figures(games: ClubGames, active_games: int) -> list[FigureLine]:
    """Games, sessions, attendance and scores of the last season and of the two before it."""
    season = games.replay.season
    if season is None:
        return []
    seasons = [_figures(games, year, active_games) for year in (season, season - 1, season - 2)]
    lines = []
    for figure in seasons[0]:
        this, last, before = (year.get(figure) for year in seasons)
        change = None if this is None or last is None else round(this - last, 1)
        lines.append(FigureLine(figure, this, last, before, change))
    return lines


def _figures(games: ClubGames, season: int, active_games: int) -> dict[str, Number | None]:
    replay = games.replay
    sessions = attendance(replay, season)
    if not sessions:
        return {}
    rated = games.of_season(season)
    played = tally(rated, len(replay.log.players)).games
    came = {player for player, count in enumerate(played) if count}
    came.update(player for game in season_unrated(replay, season) for player in there(game))
    points = sum(rated.score1) + sum(rated.score2)
    total = sum(line.games for line in sessions)
    return {
        "Games": total,
        "Sessions": len(sessions),
        "Average attendance": round(sum(line.players for line in sessions) / len(sessions), 1),
        "Games a session": round(total / len(sessions), 1),
        "Average score": round(points / (2 * len(rated)), 1) if len(rated) else None,
        "Different players": len(came),
        f"Players of {counted(active_games, 'game')} or more": sum(count >= active_games for count in played),
    }


def active_players(games: ClubGames, active_games: int) -> list[ActiveLine]:
    """Who has played so many rated games this season, by percentage won, then average score, then name."""
    replay = games.replay
    system = replay.log.system
    season = tally(games.season, len(replay.log.players), tie_counts_as_win=system.tie_counts_as_win)
    lines = [
        ActiveLine(
            player.name,
            season.points(number),
            season.games[number],
            100 * season.points(number) / season.games[number],
            season.average_for(number) or 0,
        )
        for number, player in enumerate(replay.log.players)
        if season.games[number] >= active_games
    ]
    return sorted(lines, key=lambda line: (-line.percent, -line.average, line.player.casefold()))


def honours(games: ClubGames, active: Sequence[ActiveLine]) -> list[HonourLine]:
    """The champions: by points of the club's championship, record, average and rating; then the most improved."""
    replay = games.replay
    lines: list[HonourLine] = []
    points = championship(games, replay.log.system.season_points)
    if points and points[0].points:
        lines.extend(
            HonourLine("Champion", line.player, f"{line.points:g} points") for line in points if line.rank == 1
        )
    if active:
        best = max(line.percent for line in active)
        lines.extend(
            HonourLine("Best record", line.player, f"{line.won:g} of {line.played}, {line.percent:.1f}%")
            for line in active
            if line.percent == best
        )
        highest = max(line.average for line in active)
        lines.extend(
            HonourLine("Highest average", line.player, f"{line.average:.1f}")
            for line in active
            if line.average == highest
        )
    played = games.season_tally.games
    ranked = [line for line in replay.ranking() if line.rank is not None and played[line.player]]
    lines.extend(
        HonourLine("Highest rating", replay.log.players[line.player].name, f"{line.rating:g}")
        for line in ranked
        if line.rating == ranked[0].rating
    )
    lines.extend(
        HonourLine("Most improved", gain.player, f"+{gain.value:g}: {gain.score}")
        for gain in gain_records(replay, IMPROVED)
    )
    said: set[str | None] = set()
    for number, line in enumerate(lines):
        if line.honour in said:
            lines[number] = line._replace(honour=None)
        said.add(line.honour)
    return lines
