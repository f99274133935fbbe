"""Who came to each session, or event, of the season."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from xladdin.replay import Replay
from xladdin.reports.tallies import season_periods


class AttendanceLine(NamedTuple):
    """One session or event. players: who played, or of an event as many as took part; games: rated ones, or results.

    average: mean score of all players of a session of Scrabble.
    """

    date: date
    title: str
    players: int
    games: int
    average: float | None


def attendance(replay: Replay) -> list[AttendanceLine]:
    """Each session of the season, the latest first; games of one date count as one session wherever they stand."""
    games, kind = replay.log.games, replay.log.system.log_kind
    if not kind.is_paired:
        return _event_attendance(replay)
    by_date: dict[date, list[range]] = {}
    for period in season_periods(replay):
        by_date.setdefault(period.date, []).append(range(period.start, period.stop))
    lines = []
    for day in sorted(by_date, reverse=True):
        came: set[int] = set()
        played, points = 0, 0.0
        for span in (slice(span.start, span.stop) for span in by_date[day]):
            came.update(games.player1[span], games.player2[span])
            played += len(games.player1[span])
            points += sum(games.score1[span]) + sum(games.score2[span])
        average = points / (2 * played) if kind.has_scores else None
        lines.append(AttendanceLine(day, day.isoformat(), len(came), played, average))
    return lines


def _event_attendance(replay: Replay) -> list[AttendanceLine]:
    lines = []
    for period in reversed(season_periods(replay)):
        event = replay.log.events[replay.log.placings.event[period.start]]
        lines.append(AttendanceLine(event.date, event.name, event.players, period.stop - period.start, None))
    return lines
