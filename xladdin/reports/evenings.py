"""Every session or event of a log as its report saw it when it was the last. One walk through the log makes all."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import overload

from xladdin.cells.numbers import Number
from xladdin.model import Period, RatingState, UnratedGame
from xladdin.replay import RatingSnapshot, Replay, states_by_day, states_by_period


def evenings(found: Replay) -> Iterator[Replay]:
    """Yield each session or event in turn as a replay of its own, for the reports of a last session alone.

    The replay has the state of the walk: make the report before you ask for the next. A day without any rated game
    comes after the last period before it.
    """
    log = found.log
    if not log.system.log_schema.is_paired:
        for period, state in zip(log.periods, states_by_period(log)):
            yield _as_last(found, state, [period], [])
        return
    unrated: dict[date, list[UnratedGame]] = {}
    for game in log.unrated:
        unrated.setdefault(game.date, []).append(game)
    periods: dict[date, list[Period]] = {}
    for period in log.periods:
        periods.setdefault(period.date, []).append(period)
    state = log.system.initial_state(log.players)
    if log.system.in_recorded_order:
        by_day = states_by_day(found)
        for day in log.sessions:
            before = state.known_ratings()
            if day in periods:
                _, _, state = next(by_day)
            last = _as_last(found, state, periods.get(day, []), unrated.get(day, []))
            yield replace(last, previous=before, opening=before)
        return
    lonely = [day for day in log.sessions if day not in periods]
    states = states_by_period(log)
    for period in log.periods:
        while lonely and lonely[0] < period.date:
            day = lonely.pop(0)
            yield _as_last(found, state, [], unrated[day])
        state = next(states)
        own = periods[period.date]
        if period is own[-1]:
            yield _as_last(found, state, own, unrated.get(period.date, []))
    for day in lonely:
        yield _as_last(found, state, [], unrated[day])


def _as_last(found: Replay, state: RatingState, periods: list[Period], unrated: list[UnratedGame]) -> Replay:
    log = replace(found.log, periods=periods, unrated=unrated)
    closings = [RatingSnapshot(periods[-1], _KnownRatings(state))] if periods else []
    return replace(found, log=log, state=state, closings=closings, without_effect=(), waiting=())


class _KnownRatings(Sequence["Number | None"]):
    """Gives what `RatingState.known_ratings` gives, only for requested players. Few of many come to an evening."""

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
