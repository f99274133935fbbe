"""A log after a session, an event or a season: the base of the lists of that time."""

from dataclasses import fields, replace
from datetime import date
from typing import TypeVar

from xladdin.game_log import GameLog
from xladdin.model import Games, Period, Placings

Rows = TypeVar("Rows", Games, Placings)


def truncate_log(log: GameLog, day: date, event: str = "") -> GameLog:
    """Return the log up to and with a day. If `event` is given, it goes up to this event of that day."""
    kept = [period for period in log.periods if period.date <= day]
    if event:
        kept = kept[: [period.event for period in kept].index(event) + 1]
    periods: list[Period] = []
    for period in kept:
        start = periods[-1].stop if periods else 0
        periods.append(period._replace(start=start, stop=start + period.stop - period.start))
    return replace(
        log,
        games=_of_periods(log.games, kept),
        placings=_of_periods(log.placings, kept),
        periods=periods,
        adjustments=[adjustment for adjustment in log.adjustments if adjustment.date <= day],
        unrated=[game for game in log.unrated if game.date <= day],
    )


def _of_periods(rows: Rows, periods: list[Period]) -> Rows:
    columns = (getattr(rows, column.name) for column in fields(rows))
    return type(rows)(
        *([row for period in periods for row in column[period.start : period.stop]] for column in columns)
    )
