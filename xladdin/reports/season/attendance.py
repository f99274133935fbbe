"""Who came to each session, or event, of the season."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from typing import NamedTuple

from xladdin.model import GameKind
from xladdin.replay import Replay
from xladdin.reports.tallies import season_periods, season_unrated, there


class AttendanceLine(NamedTuple):
    """One session or event. players: who was there, or of an event as many as took part; games: played, or results.

    average: mean score of all players in the rated games of a session of Scrabble.
    """

    date: date
    title: str
    players: int
    games: int
    average: float | None


def attendance(replay: Replay, season: int | None = None) -> list[AttendanceLine]:
    """Each session of a season, the last where None, the latest first.

    Games of one date count as one session wherever they stand.
    """
    games, kind = replay.log.games, replay.log.system.log_kind
    if not kind.is_paired:
        return _event_attendance(replay)
    by_date: dict[date, list[range]] = {}
    for period in season_periods(replay, season):
        by_date.setdefault(period.date, []).append(range(period.start, period.stop))
    beside = Counter(game.date for game in season_unrated(replay, season) if game.kind is GameKind.UNRATED)
    others: defaultdict[date, set[int]] = defaultdict(set)
    for game in season_unrated(replay, season):
        others[game.date].update(there(game))
    lines = []
    for day in sorted({*by_date, *beside}, reverse=True):
        came = others[day]
        played, points = 0, 0.0
        for span in (slice(span.start, span.stop) for span in by_date.get(day, [])):
            came.update(games.player1[span], games.player2[span])
            played += len(games.player1[span])
            points += sum(games.score1[span]) + sum(games.score2[span])
        average = points / (2 * played) if kind.has_scores and played else None
        lines.append(AttendanceLine(day, day.isoformat(), len(came), played + beside[day], average))
    return lines


def _event_attendance(replay: Replay) -> list[AttendanceLine]:
    lines = []
    for period in reversed(season_periods(replay)):
        event = replay.log.events[replay.log.placings.event[period.start]]
        lines.append(AttendanceLine(event.date, event.name, event.players, period.stop - period.start, None))
    return lines
