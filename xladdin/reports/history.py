"""Ratings at the end of the last rating periods: one line a period, one column a player."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.replay import Replay


class History(NamedTuple):
    """`players`: names, best first. `periods`: date and title, the latest first. `ratings`: a row for each period.

    A rating is None before the player has begun.
    """

    players: Sequence[str]
    periods: Sequence[tuple[date, str]]
    ratings: Sequence[Sequence[Number | None]]


def history(replay: Replay, periods: int, players: int) -> History:
    """Return the last so many periods of the first so many players of the ranking who have begun."""
    state, log = replay.state, replay.log
    ranking = [line.player for line in replay.ranking() if state.has_rating(line.player)]
    shown = ranking[:players]
    closings = replay.days[-periods:][::-1]
    return History(
        [log.players[player].name for player in shown],
        [(closing.period.date, closing.period.title) for closing in closings],
        [[closing.ratings[player] for player in shown] for closing in closings],
    )
