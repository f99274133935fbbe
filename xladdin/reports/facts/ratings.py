"""Each player's rating: at best and at lowest, and after every period that moved the rating."""

from collections.abc import Sequence
from datetime import date

from xladdin.cells.numbers import Number
from xladdin.game_log import GameLog
from xladdin.game_log.past import Extreme
from xladdin.model import Period
from xladdin.replay import Replay, states_by_day

Rows = Sequence["tuple[int, int]"]
"""The number and side, 0 or 1, of each of a player's games, in the log's order. A placing has the side 0."""
Trail = Sequence["tuple[int, Number | None]"]
"""A player's rating after a period, by its number: with games, or with another rating at its end."""


def rows_by_player(log: GameLog) -> Sequence[Rows]:
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
    (now,) = log.system.initial_state([log.players[player]]).known_ratings()
    found = []
    for number, rating in sorted(stood.items()):
        if number in played or rating != now:
            found.append((number, rating))
        now = rating
    return found


class Extremes:
    """The best and the lowest rating of every player on a list, or None for a player who was never ranked.

    A list is made at the end of each session or event. On it count those who played, and those whom an adjustment gave
    another rating. The rating that a player comes with is on no list of the log. A newcomer's rating does not count,
    since the list does not rank it.
    """

    def __init__(self, replay: Replay) -> None:
        log = replay.log
        past, players = log.past, range(len(log.players))
        self.best, self.lowest = ([held.get(player) for player in players] for held in (past.best, past.lowest))
        if not log.is_in_date_order:
            for day, games, state in states_by_day(replay):
                for player in {side[game] for side in log.games.players for game in games}:
                    self._count(player, state.rating[player], day)
            return
        now = log.system.initial_state(log.players).known_ratings()
        adjusted = {made.number: made for made in replay.adjusted}
        sides = list(zip(log.played.players, replay.after, replay.established))
        for number, period in enumerate([*log.periods, Period(date.max, log.rows, log.rows)]):
            span = slice(period.start, period.stop)
            if made := adjusted.get(number):
                playing = {player for side in log.played.players for player in side[span]}
                for player, (before, rating, ranked) in enumerate(zip(now, made.ratings, made.established)):
                    if ranked and rating is not None and rating != before and player not in playing:
                        self._count(player, rating, made.date)
                now = list(made.ratings)
            for columns in sides:
                for player, after, ranked in zip(*(column[span] for column in columns)):
                    if ranked:
                        self._count(player, after, period.date)
                    now[player] = after

    def _count(self, player: int, rating: Number, day: date) -> None:
        best, lowest = self.best[player], self.lowest[player]
        if best is None or rating > best.rating:
            self.best[player] = Extreme(rating, day)
        if lowest is None or rating < lowest.rating:
            self.lowest[player] = Extreme(rating, day)
