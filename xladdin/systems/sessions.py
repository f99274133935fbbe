"""Rate the games of a session from the ratings at its start, and find the least spread with which a rating rises."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date
from math import inf
from operator import sub
from typing import Any, TypeAlias

from xladdin.cells import MAX_EXACT_NUMBER, Memo, Number
from xladdin.errors import NotFoundError, OutOfRangeError
from xladdin.messages import Message, msg
from xladdin.model import Event, Games, Period, Player, RatingState
from xladdin.systems.system import AnyState, ClubSystem, RatePeriod


class RepresentativeCache(dict[Number, Number]):
    """A cache that maps each number to the first number with the same result by a rule.

    `key` returns a key that is equal for all numbers with the same result, such as the sign and the band of a number.
    """

    def __init__(self, key: Callable[[Number], Hashable]) -> None:
        super().__init__()
        self._key = key
        self._representatives: dict[Hashable, Number] = {}

    def __missing__(self, number: Number) -> Number:
        representative = self[number] = self._representatives.setdefault(self._key(number), number)
        return representative


# A function that rates the games of a log from a first row to before another row, played on a day, and returns their
# computed columns.
RateGames: TypeAlias = Callable[[int, int, date], tuple[Sequence[Number], ...]]

# The choices on the sheet Rules for the period after which changes are applied or rounded.
SESSION_OR_GAME = SESSION, GAME = ("session", "game")
NOBODY_SCORED = msg("nobody scored; if it was not played, leave both scores blank")


def validate_played(score1: Number, score2: Number) -> None:
    """Raise OutOfRangeError for a game in which nobody scored, which was probably not played."""
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
    """A cache for a rule that depends on ratings difference and spread, both the player's minus the opponent's.

    Differences and spreads with the same results share an entry. A log of forty years needs a few hundred entries.

    Args:
        change: Returns the player's change for a ratings difference and a spread.
        difference_key: Returns the key of a difference, as for `RepresentativeCache`.
        spread_key: Returns the key of a spread, as for `RepresentativeCache`.
    """

    def __init__(
        self,
        change: Callable[[Number, Number], Number],
        difference_key: Callable[[Number], Hashable],
        spread_key: Callable[[Number], Hashable],
    ) -> None:
        self._differences = RepresentativeCache(difference_key)
        spreads = RepresentativeCache(spread_key)
        rules = Memo(lambda spread: Memo(lambda diff: change(diff, spread)))
        self._by_spread = Memo(lambda spread: rules[spreads[spread]])

    def rules(self, games: Games) -> list[Memo[Number]]:
        """Return the entries for the spread of each game of a log, to be passed to `changes`."""
        return list(map(self._by_spread.__getitem__, map(sub, games.score1, games.score2)))

    def changes(
        self, rules: Iterable[Memo[Number]], ratings1: Iterable[Number], ratings2: Iterable[Number]
    ) -> list[Number]:
        """Return the change of player 1 in each game of a session."""
        representatives = self._differences
        return [
            rule[representatives[rating - opponent_rating]]
            for rule, rating, opponent_rating in zip(rules, ratings1, ratings2)
        ]


def close_session(
    state: RatingState,
    first: Sequence[int],
    second: Sequence[int],
    change1: Sequence[Number],
    change2: Sequence[Number],
    played_on: date,
) -> dict[int, Number]:
    """Update the games and last dates of the players of a session, and return each one's sum of changes.

    The ratings are left for the system to update.
    """
    games, last_played = state.games, state.last_played
    # A list with an entry for every player of the club would take much longer.
    sums: dict[int, Number] = dict.fromkeys([*first, *second], 0)
    for player, opponent, gain, opponents_gain in zip(first, second, change1, change2):
        sums[player] += gain
        sums[opponent] += opponents_gain
        games[player] += 1
        games[opponent] += 1
    for player in sums:
        last_played[player] = played_on
    return sums


class SessionSystem(ClubSystem[AnyState]):
    """A system that rates the games of a session from the ratings at its start, or one by one if the club sets that."""

    period = "session"

    new_rating: Number
    floor: Number = -inf
    rated_together: str = SESSION

    def apply_floor(self, rating: Number) -> Number:
        """Return the rating, or the floor if that is higher."""
        return max(rating, self.floor)

    def create_initial_state(self, players: Sequence[Player]) -> Any:
        """Return the state before the first period.

        Players have their start rating, or that of a new player, or the floor if that is higher.
        """
        state = RatingState.at_start(players, self.new_rating)
        state.rating = list(map(self.apply_floor, state.rating))
        return state

    def make_period_rater(self, state: AnyState, games: Games, events: Sequence[Event]) -> RatePeriod:
        """Return a function that rates a session from the ratings at its start, or game by game."""
        rate = self.make_games_rater(state, games)
        return make_game_by_game_rater(rate) if self.rated_together == GAME else make_session_rater(rate)

    @abstractmethod
    def make_games_rater(self, state: AnyState, games: Games) -> RateGames:
        """Return a function that rates games of a log, all from the ratings before the first of them."""


def make_session_rater(rate: RateGames) -> Callable[[Period], tuple[Sequence[Number], ...]]:
    """Return a function that rates all games of a session from the ratings at its start."""
    return lambda session: rate(session.start, session.stop, session.date)


def make_game_by_game_rater(rate: RateGames) -> Callable[[Period], tuple[Sequence[Number], ...]]:
    """Return a function that rates each game of a session from the ratings after the game before it."""

    def rate_each(session: Period) -> tuple[Sequence[Number], ...]:
        games = [rate(game, game + 1, session.date) for game in range(session.start, session.stop)]
        return tuple([game[0] for game in column] for column in zip(*games))

    return rate_each


# The end of the search for a spread [points of a game]. No rule distinguishes spreads beyond a few hundred.
SEARCH_LIMIT = 10 * MAX_EXACT_NUMBER


def find_least(holds: Callable[[int], bool], lowest: int, otherwise: Message, highest: int = SEARCH_LIMIT) -> int:
    """Return the least whole number from `lowest` to `highest` for which a condition holds, by binary search.

    The condition must then hold for every larger number.

    Raises:
        NotFoundError: The condition holds for no number up to `highest`. The message is `otherwise`.
    """
    if holds(lowest):
        return lowest
    low, high = lowest, lowest + 1
    while not holds(high):
        if high >= highest:
            raise NotFoundError(otherwise)
        low, high = high, min(high + 2 * (high - low), highest)
    while high - low > 1:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle
    return high


def find_least_spread(change: Callable[[int], float]) -> int:
    """Return the least spread with which a player's rating rises, negative for a defeat.

    `change` returns the player's change for a spread. It must not decrease as the spread increases.

    Raises:
        NotFoundError: No spread raises the rating, or every defeat does.
    """
    if change(0) <= 0 and change(-1) <= 0:
        return find_least(lambda spread: change(spread) > 0, 1, msg("no spread raises the rating"))
    first_without_gain = find_least(
        lambda defeat: change(-defeat) <= 0, 0 if change(0) <= 0 else 1, msg("every defeat raises the rating")
    )
    return 1 - first_without_gain
