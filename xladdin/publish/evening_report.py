"""One evening or event in figures: made from a replay, or kept beside a workbook whose log has moved on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple, TypeVar

from xladdin.model import Event
from xladdin.replay import Replay
from xladdin.reports.evenings import evenings
from xladdin.reports.events import PlacingLine, event_lines
from xladdin.reports.facts import Facts
from xladdin.reports.scoreboard import GameLine, SessionLine, session_games, session_players

_Line = TypeVar("_Line", bound=NamedTuple)


@dataclass(frozen=True)
class EveningReport:
    """One session, or one event with its event and value. Names are from the log, or ours from `renamed`.

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

    def renamed(self, names: Mapping[str, str]) -> EveningReport:
        """The same with other names, by the ones that it has."""
        return replace(
            self,
            played=[
                game._replace(player1=names[game.player1], player2=game.player2 and names[game.player2])
                for game in self.played
            ],
            lines=[line._replace(player=names[line.player]) for line in self.lines],
            placings=[line._replace(player=names[line.player]) for line in self.placings],
        )

    @property
    def names(self) -> set[str]:
        """Everybody with a name in it."""
        played = {name for game in self.played for name in (game.player1, game.player2) if name}
        return played | {line.player for line in self.lines} | {line.player for line in self.placings}


def report_of(view: Replay) -> EveningReport:
    """The report of the last session or event of a replay, as `evenings` gives one for each."""
    log = view.log
    if log.system.log_schema.is_paired:
        assert view.last_date is not None
        facts = Facts(view)
        played = session_games(facts, of_winner=log.system.log_schema.has_scores)
        here = len(facts.session.players), facts.session.games_played
        return EveningReport(view.last_date, "", *here, played, session_players(facts))
    event = log.events[log.placings.event[log.periods[0].start]]
    (value,) = log.system.event_columns([event])["Value"]
    placings = event_lines(view)
    return EveningReport(event.date, log.periods[0].event, event.players, len(placings), (), (), placings, event, value)


def all_reports(found: Replay) -> list[EveningReport]:
    """The reports of every evening. Equals are in the order of their rows on Players, which tells nothing of names."""
    players = found.log.players
    by_row = {f"{position:07d}": player.name for position, player in enumerate(players)}
    numbered = [player._replace(name=row) for player, row in zip(players, by_row)]
    views = evenings(replace(found, log=replace(found.log, players=numbered)))
    return [report_of(view).renamed(by_row) for view in views]


def as_json(report: EveningReport) -> dict[str, Any]:
    """The report in plain values."""
    return {
        "day": report.day.isoformat(),
        "title": report.title,
        "players": report.players,
        "games": report.games,
        "played": [list(line) for line in report.played],
        "lines": [list(line) for line in report.lines],
        "placings": [list(line) for line in report.placings],
        "event": report.event and {**report.event._asdict(), "date": report.event.date.isoformat()},
        "value": report.value,
    }


def from_json(kept: Mapping[str, Any]) -> EveningReport:
    """The report from plain values. Raises ValueError, TypeError or KeyError if they are no report."""
    event = kept["event"] and Event(**{**kept["event"], "date": date.fromisoformat(kept["event"]["date"])})
    report = EveningReport(
        date.fromisoformat(kept["day"]),
        kept["title"],
        kept["players"],
        kept["games"],
        _lines(GameLine, kept["played"]),
        _lines(SessionLine, kept["lines"]),
        _lines(PlacingLine, kept["placings"]),
        event,
        kept["value"],
    )
    if not all(isinstance(name, str) for name in {report.title, *report.names}):
        raise ValueError
    return report


def _lines(kind: type[_Line], rows: Sequence[Sequence[Any]]) -> list[_Line]:
    """Rows as lines of a kind."""
    return [kind(*row) for row in rows]
