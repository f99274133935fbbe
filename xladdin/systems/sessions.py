"""Rate the games of a session from the ratings at its start, and find the least score for a goal."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date
from math import inf
from operator import sub
from typing import Any, TypeAlias

from xladdin.cells import LARGEST_EXACT, Memo, Number
from xladdin.errors import NotFoundError, OutOfRangeError
from xladdin.messages import Message, msg
from xladdin.model import Event, Games, Period, Player, RatingState
from xladdin.systems.system import AnyState, ClubSystem, RatePeriod


class Alike(dict[Number, Number]):
    """For each number, the first number that the rule treats in the same way.

    `looked_at` returns what the rule depends on in a number, such as its sign and its band.
    """

    def __init__(self, looked_at: Callable[[Number], Hashable]) -> None:
        super().__init__()
        self._looked_at = looked_at
        self._first: dict[Hashable, Number] = {}

    def __missing__(self, number: Number) -> Number:
        first = self[number] = self._first.setdefault(self._looked_at(number), number)
        return first


# A function that rates the games of a log from one row to before another, on a day, and returns the computed columns.
RateGames: TypeAlias = Callable[[int, int, date], tuple[Sequence[Number], ...]]

# The words on the sheet Rules for what is rated together, or rounded.
SESSION_OR_GAME = SESSION, GAME = ("session", "game")
NOBODY_SCORED = msg("nobody scored; if it was not played, leave both scores blank")


def check_played(score1: Number, score2: Number) -> None:
    """Raise OutOfRangeError for a game in which nobody scored, since it is not a tie and has no percentages."""
    if score1 + score2 == 0:
        raise OutOfRangeError(
            msg(
                "scores {score1:g} and {score2:g}: {nobody_scored}",
                score1=score1,
                score2=score2,
                nobody_scored=NOBODY_SCORED,
            )
        )


class ChangesBySpread:
    """A rule of ratings difference and spread as a look-up table.

    `change` is the player's change by ratings difference and spread (player's minus opponent's). `of_difference` and
    `of_spread` return what the rule depends on in each. Numbers that it does not distinguish share one entry, so a
    whole log computes each change once, and a log of forty years has a few hundred of them.
    """

    def __init__(
        self,
        change: Callable[[Number, Number], Number],
        of_difference: Callable[[Number], Hashable],
        of_spread: Callable[[Number], Hashable],
    ) -> None:
        self._differences = Alike(of_difference)
        spreads = Alike(of_spread)
        rules = Memo(lambda spread: Memo(lambda diff: change(diff, spread)))
        self._by_spread = Memo(lambda spread: rules[spreads[spread]])

    def rules(self, games: Games) -> list[Memo[Number]]:
        """Return the look-up of each game of a log, for `changes`."""
        return list(map(self._by_spread.__getitem__, map(sub, games.score1, games.score2)))

    def changes(
        self, rules: Iterable[Memo[Number]], ratings1: Iterable[Number], ratings2: Iterable[Number]
    ) -> list[Number]:
        """Return the change of player 1 in each game of a session."""
        alike = self._differences
        return [
            rule[alike[rating - opponent_rating]] for rule, rating, opponent_rating in zip(rules, ratings1, ratings2)
        ]


def close_session(
    state: RatingState,
    first: Sequence[int],
    second: Sequence[int],
    change1: Sequence[Number],
    change2: Sequence[Number],
    played_on: date,
) -> dict[int, Number]:
    """Count the games of a session and mark its date. The system then sets the ratings.

    Return for each player of the session the sum of the changes in it.
    """
    games, last_played = state.games, state.last_played
    sums: dict[int, Number] = dict.fromkeys(
        [*first, *second], 0
    )  # a list of all players would take as long as the session's games
    for player, opponent, gain, opponents_gain in zip(first, second, change1, change2):
        sums[player] += gain
        sums[opponent] += opponents_gain
        games[player] += 1
        games[opponent] += 1
    for player in sums:
        last_played[player] = played_on
    return sums


class SessionSystem(ClubSystem[AnyState]):
    """A system that rates games of a session together, or one after another if the club has set that."""

    period = "session"

    new_rating: Number
    floor: Number = -inf
    rated_together: str = SESSION

    def limited(self, rating: Number) -> Number:
        """Return the rating, never below the floor."""
        return max(rating, self.floor)

    def initial_state(self, players: Sequence[Player]) -> Any:
        """Return the state in which all begin at the start rating, or at the new player's, not below the floor."""
        state = RatingState.at_start(players, self.new_rating)
        state.rating = list(map(self.limited, state.rating))
        return state

    def make_period_rater(self, state: AnyState, games: Games, events: Sequence[Event]) -> RatePeriod:
        """Return a function that rates a session from the ratings at its start, or game by game."""
        rate = self.rate_games(state, games)
        return game_by_game_rater(rate) if self.rated_together == GAME else session_rater(rate)

    @abstractmethod
    def rate_games(self, state: AnyState, games: Games) -> RateGames:
        """Return the rule on one log: a function that rates games from the ratings before the first of them."""


def session_rater(rate: RateGames) -> Callable[[Period], tuple[Sequence[Number], ...]]:
    """Return a function that rates all games of a session from the ratings at its start."""
    return lambda session: rate(session.start, session.stop, session.date)


def game_by_game_rater(rate: RateGames) -> Callable[[Period], tuple[Sequence[Number], ...]]:
    """Return a function that rates each game of a session from the ratings after the game before it."""

    def rate_each(session: Period) -> tuple[Sequence[Number], ...]:
        games = [rate(game, game + 1, session.date) for game in range(session.start, session.stop)]
        return tuple([game[0] for game in column] for column in zip(*games))

    return rate_each


# Where the search gives up [points of a game]. No rule distinguishes a spread beyond a few hundred from another.
SEARCH_LIMIT = 10 * LARGEST_EXACT


def least(holds: Callable[[int], bool], lowest: int, otherwise: Message, highest: int = SEARCH_LIMIT) -> int:
    """Return the least whole number from `lowest` to `highest` for which a condition holds.

    It then holds for every larger number. The search doubles its step until it holds, then halves. Raises NotFoundError
    with the message `otherwise` if it never does.
    """
    if holds(lowest):
        return lowest
    failed, holding = lowest, lowest + 1
    while not holds(holding):
        if holding >= highest:
            raise NotFoundError(otherwise)
        failed, holding = holding, min(holding + 2 * (holding - failed), highest)
    while holding - failed > 1:
        middle = (failed + holding) // 2
        if holds(middle):
            holding = middle
        else:
            failed = middle
    return holding


def least_spread_to_gain(change: Callable[[int], float]) -> int:
    """Return the least spread of player 1, negative for a defeat, with which the rating rises.

    `change` gives player 1's change by spread. It never falls as the spread grows, and a heavy defeat gains nothing.
    Raises NotFoundError if no spread gains.
    """
    if change(0) <= 0 and change(-1) <= 0:
        return least(lambda spread: change(spread) > 0, 1, msg("no spread lets the rating rise"))
    first_without_gain = least(
        lambda defeat: change(-defeat) <= 0, 0 if change(0) <= 0 else 1, msg("every defeat raises the rating")
    )
    return 1 - first_without_gain
