"""Each player's rating: at best and at lowest, and after every period that moved the rating."""

from collections.abc import Sequence
from datetime import date

from xladdin.cells.numbers import Number
from xladdin.log import Log
from xladdin.log.past import Extreme
from xladdin.model import Period
from xladdin.replay import Replay

Rows = Sequence["tuple[int, int]"]
"""The number and side, 0 or 1, of each of a player's games, in the log's order. A placing has the side 0."""
Trail = Sequence["tuple[int, Number | None]"]
"""A player's rating after a period, by its number: with games, or with another rating at its end."""


def rows_by_player(log: Log) -> Sequence[Rows]:
    """The games or placings of every player."""
    rows: list[list[tuple[int, int]]] = [[] for _ in log.players]
    for number, players in enumerate(zip(*log.played.players)):
        for side, player in enumerate(players):
            rows[player].append((number, side))
    return rows


def trail(replay: Replay, player: int, mine: Rows) -> Trail:
    """The player's trail. It leaves out what is due after the last period."""
    log = replay.log
    stood: dict[int, Number | None] = {made.number: made.ratings[player] for made in replay.adjusted}
    stood.pop(len(log.periods), None)
    played = {log.period_of_row[row]: replay.after[side][row] for row, side in mine}
    stood.update(played)
    (now,) = log.system.open_ledger([log.players[player]]).begun_ratings()
    found = []
    for number, rating in sorted(stood.items()):
        if number in played or rating != now:
            found.append((number, rating))
        now = rating
    return found


class Extremes:
    """The best and the lowest rating of every player, or None for a player who was never ranked.

    A player has had each rating that a game was rated from by changes, and also each rating on the list at the end of a
    session, or by an adjustment. A newcomer's rating does not count, since the list does not rank it.
    """

    def __init__(self, replay: Replay) -> None:
        log, kind = replay.log, replay.log.system.log_kind
        past, players = log.past, range(len(log.players))
        self.best, self.lowest = ([held.get(player) for player in players] for held in (past.best, past.lowest))
        now = log.system.open_ledger(log.players).begun_ratings()
        adjusted = {made.number: made for made in replay.adjusted}
        figures = ([replay.rated[heading] for heading in headings] for headings in (kind.ratings, kind.changes))
        sides = list(zip(log.played.players, *figures, replay.after, replay.established))
        for number, period in enumerate([*log.periods, Period(date.max, log.rows, log.rows)]):
            span = slice(period.start, period.stop)
            if made := adjusted.get(number):
                there = {player for side in log.played.players for player in side[span]}  # theirs count as rated from
                for player, (before, rating, ranked) in enumerate(zip(now, made.ratings, made.established)):
                    if ranked and rating is not None and rating != before and player not in there:
                        self._stood(player, rating, made.date)
                now = list(made.ratings)
            for columns in sides:
                for player, before, change, after, ranked in zip(*(column[span] for column in columns)):
                    if change is not None and before is not None:
                        self._stood(player, before, period.date)
                    if ranked:
                        self._stood(player, after, period.date)
                    now[player] = after

    def _stood(self, player: int, rating: Number, day: date) -> None:
        best, lowest = self.best[player], self.lowest[player]
        if best is None or rating > best.rating:
            self.best[player] = Extreme(rating, day)
        if lowest is None or rating < lowest.rating:
            self.lowest[player] = Extreme(rating, day)
