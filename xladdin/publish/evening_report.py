"""One evening or event in figures, made from a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from xladdin.model import Event
from xladdin.replay import Replay
from xladdin.reports.events import PlacingLine, event_lines
from xladdin.reports.scoreboard import GameLine, SessionLine, session_games, session_players
from xladdin.statistics import Statistics


@dataclass(frozen=True)
class EveningReport:
    """One session, or one event with its event and value.

    `players` counts the people there. `games` counts the games, or an event's placings on file.
    """

    day: date
    title: str
    players: int
    games: int
    played: Sequence[GameLine] = ()
    lines: Sequence[SessionLine] = ()
    placings: Sequence[PlacingLine] = ()
    event: Event | None = None
    value: object = None


def report_of(view: Replay) -> EveningReport:
    """The report of the last session or event of a replay, as `evenings` gives one for each."""
    log = view.log
    if log.system.log_schema.is_paired:
        assert view.last_date is not None
        statistics = Statistics(view)
        played = session_games(statistics, of_winner=log.system.log_schema.has_scores)
        here = len(statistics.session.players), statistics.session.games_played
        return EveningReport(view.last_date, "", *here, played, session_players(statistics))
    event = log.events[log.placings.event[log.periods[0].start]]
    (value,) = log.system.event_columns([event])["Value"]
    placings = event_lines(view)
    return EveningReport(event.date, log.periods[0].event, event.players, len(placings), (), (), placings, event, value)
