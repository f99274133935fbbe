"""What every report is made from: one replay, its statistics, and the language of its words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import overload

from xladdin.cells import CLOSINGS_KEPT, Number
from xladdin.languages import IN_ENGLISH, Language
from xladdin.messages import msg
from xladdin.model import Period, RatingState, UnratedGame
from xladdin.replay import RatingSnapshot, Replay, replay_as_of, season_title, states_by_day, states_by_period
from xladdin.reports.records import RecordLine, season_and_all_time_records
from xladdin.reports.standings import StandingsLine, list_standings
from xladdin.reports.wording import count_games, count_players
from xladdin.statistics import Statistics
from xladdin.systems.system import RatingSystem


@dataclass(frozen=True)
class ReportContext:
    """A replay, the club's own settings for its reports, and the language.

    `is_chosen` says whether it shows a chosen session or season, and not the last. `player` is the name of the player
    whose report it is, or blank for the first of the list. Legends give no figure of players who are `left_out`.
    """

    replay: Replay
    language: Language = IN_ENGLISH
    crosstable_players: int = 40
    history_periods: int = CLOSINGS_KEPT
    is_chosen: bool = False
    player: str = ""
    left_out: Collection[str] = frozenset()

    def as_of(self, day: date, event: str = "") -> ReportContext:
        """Return the same at the end of a day, or after an event of that day."""
        return replace(self, replay=replay_as_of(self.replay, day, event), is_chosen=True)

    @property
    def season_title(self) -> str:
        """The season of the last session as people call it. It is blank before the first."""
        season = self.replay.season
        if season is None:
            return ""
        return self.language.render(msg("Season {season}", season=season_title(season, self.system.season_month)))

    @property
    def system(self) -> RatingSystem:
        """The rating system."""
        return self.replay.log.system

    @cached_property
    def statistics(self) -> Statistics:
        """All counts of the replay."""
        return Statistics(self.replay)

    @cached_property
    def standings(self) -> list[StandingsLine]:
        """The ratings list."""
        lines = list_standings(self.statistics)
        return [line for line in lines if line.games] if self.is_chosen else lines

    @cached_property
    def records(self) -> Sequence[tuple[Sequence[RecordLine], Sequence[RecordLine]]]:
        """The season's records of each kind, and those of all time of earlier seasons."""
        return season_and_all_time_records(self.statistics)

    def last_session(self) -> str | None:
        """Return the last session in words: its date, who came and how many games they played.

        It is None before the first.
        """
        if self.replay.last_date is None:
            return None
        came, played = len(self.statistics.session.players), self.statistics.session.games_played
        language, day = self.language, self.replay.last_date
        title = msg("Session of {day}", day=language.day(day)) if self.is_chosen else language.title_of(day)
        words = msg(
            "{session} · {players} · {games}", session=title, players=count_players(came), games=count_games(played)
        )
        return language.render(words)


def evenings(replay: Replay) -> Iterator[Replay]:
    """Yield each session or event in turn as a replay of its own, for the reports of a last session alone.

    The replay has the state of the walk: make the report before you ask for the next. A day without any rated game
    comes after the last period before it.
    """
    log = replay.log
    if not log.system.log_schema.is_paired:
        for period, state in zip(log.periods, states_by_period(log)):
            yield _as_last(replay, state, [period], [])
        return
    unrated: dict[date, list[UnratedGame]] = {}
    for game in log.unrated:
        unrated.setdefault(game.date, []).append(game)
    periods: dict[date, list[Period]] = {}
    for period in log.periods:
        periods.setdefault(period.date, []).append(period)
    state = log.system.initial_state(log.players)
    if log.system.in_recorded_order:
        by_day = states_by_day(replay)
        for day in log.sessions:
            before = state.known_ratings()
            if day in periods:
                _, _, state = next(by_day)
            last = _as_last(replay, state, periods.get(day, []), unrated.get(day, []))
            yield replace(last, previous=before, opening=before)
        return
    lonely = [day for day in log.sessions if day not in periods]
    states = states_by_period(log)
    for period in log.periods:
        while lonely and lonely[0] < period.date:
            day = lonely.pop(0)
            yield _as_last(replay, state, [], unrated[day])
        state = next(states)
        own = periods[period.date]
        if period is own[-1]:
            yield _as_last(replay, state, own, unrated.get(period.date, []))
    for day in lonely:
        yield _as_last(replay, state, [], unrated[day])


def _as_last(replay: Replay, state: RatingState, periods: list[Period], unrated: list[UnratedGame]) -> Replay:
    log = replace(replay.log, periods=periods, unrated=unrated)
    closings = [RatingSnapshot(periods[-1], _KnownRatings(state))] if periods else []
    return replace(replay, log=log, state=state, closings=closings, without_effect=(), waiting=())


class _KnownRatings(Sequence["Number | None"]):
    """The sequence of `RatingState.known_ratings`, computed for requested players alone: few come to an evening."""

    def __init__(self, state: RatingState) -> None:
        self._state = state

    def __len__(self) -> int:
        return len(self._state.rating)

    @overload
    def __getitem__(self, player: int) -> Number | None: ...
    @overload
    def __getitem__(self, player: slice) -> list[Number | None]: ...
    def __getitem__(self, player: int | slice) -> Number | list[Number | None] | None:
        if isinstance(player, slice):
            return self._state.known_ratings()[player]
        return self._state.rating[player] if self._state.has_rating(player) else None
