"""Every session or event of a log as its report saw it when it was the last. One walk through the log makes all."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import overload

from xladdin.cells.numbers import Number
from xladdin.model import Ledger, Period, UnratedGame
from xladdin.replay import Closing, Replay, ledger_by_day, ledger_by_period


def evenings(found: Replay) -> Iterator[Replay]:
    """Each session or event in turn as a replay of its own, for the reports of a last session alone.

    The replay has the ledger of the walk: make the report before you ask for the next. A day without any rated game
    comes after the last period before it.
    """
    log = found.log
    if not log.system.log_schema.is_paired:
        for period, ledger in zip(log.periods, ledger_by_period(log)):
            yield _as_last(found, ledger, [period], [])
        return
    unrated: dict[date, list[UnratedGame]] = {}
    for game in log.unrated:
        unrated.setdefault(game.date, []).append(game)
    periods: dict[date, list[Period]] = {}
    for period in log.periods:
        periods.setdefault(period.date, []).append(period)
    ledger = log.system.open_ledger(log.players)
    if log.system.in_recorded_order:
        by_day = ledger_by_day(found)
        for day in log.sessions:
            before = ledger.begun_ratings()
            if day in periods:
                _, _, ledger = next(by_day)
            last = _as_last(found, ledger, periods.get(day, []), unrated.get(day, []))
            yield replace(last, previous=before, opening=before)
        return
    lonely = [day for day in log.sessions if day not in periods]
    ledgers = ledger_by_period(log)
    for period in log.periods:
        while lonely and lonely[0] < period.date:
            day = lonely.pop(0)
            yield _as_last(found, ledger, [], unrated[day])
        ledger = next(ledgers)
        own = periods[period.date]
        if period is own[-1]:
            yield _as_last(found, ledger, own, unrated.get(period.date, []))
    for day in lonely:
        yield _as_last(found, ledger, [], unrated[day])


def _as_last(found: Replay, ledger: Ledger, periods: list[Period], unrated: list[UnratedGame]) -> Replay:
    log = replace(found.log, periods=periods, unrated=unrated)
    closings = [Closing(periods[-1], _BegunRatings(ledger))] if periods else []
    return replace(found, log=log, ledger=ledger, closings=closings, without_effect=(), waiting=())


class _BegunRatings(Sequence["Number | None"]):
    """Gives what `Ledger.begun_ratings` gives, only for requested players. Few of many come to an evening."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def __len__(self) -> int:
        return len(self._ledger.rating)

    @overload
    def __getitem__(self, player: int) -> Number | None: ...
    @overload
    def __getitem__(self, player: slice) -> list[Number | None]: ...
    def __getitem__(self, player: int | slice) -> Number | list[Number | None] | None:
        if isinstance(player, slice):
            return self._ledger.begun_ratings()[player]
        return self._ledger.rating[player] if self._ledger.has_begun(player) else None
