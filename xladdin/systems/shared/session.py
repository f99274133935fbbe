"""What the Scrabble clubs share: games of a session rated from the ratings at its start, and summed by player."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import date
from operator import sub

from xladdin.cells.numbers import Number
from xladdin.errors import ImpossibleValue
from xladdin.model import Games, Ledger
from xladdin.systems.shared.tables import Alike, DirectLookUp

NOBODY_SCORED = "nobody scored; if it was not played, leave both scores blank"


def check_played(score1: Number, score2: Number) -> None:
    """Raises ImpossibleValue for a game in which nobody scored: it is no tie."""
    if score1 == 0 and score2 == 0:
        raise ImpossibleValue(f"scores 0 and 0: {NOBODY_SCORED}")


class ChangesBySpread:
    """A rule of ratings difference and spread turned into direct look-up.

    change: player's change, of ratings difference and spread (player's minus opponent's); of_difference, of_spread:
    what the rule looks at in each. What it does not tell apart shares one entry, so that a whole log works out each
    change once, and a log of forty years holds a few hundred.
    """

    def __init__(
        self,
        change: Callable[[Number, Number], Number],
        of_difference: Callable[[Number], Hashable],
        of_spread: Callable[[Number], Hashable],
    ) -> None:
        self._differences = Alike(of_difference)
        spreads = Alike(of_spread)
        rules = DirectLookUp(lambda spread: DirectLookUp(lambda diff: change(diff, spread)))
        self._by_spread = DirectLookUp(lambda spread: rules[spreads[spread]])

    def rules(self, games: Games) -> list[DirectLookUp[Number]]:
        """The look-up of each game of a log, for `changes`."""
        return list(map(self._by_spread.__getitem__, map(sub, games.score1, games.score2)))

    def changes(
        self, rules: Iterable[DirectLookUp[Number]], ratings1: Iterable[Number], ratings2: Iterable[Number]
    ) -> list[Number]:
        """Change of player 1 in each game of a session."""
        alike = self._differences
        return [rule[alike[own - other]] for rule, own, other in zip(rules, ratings1, ratings2)]


def close_session(
    ledger: Ledger,
    first: Sequence[int],
    second: Sequence[int],
    change1: Sequence[Number],
    change2: Sequence[Number],
    played_on: date,
) -> dict[int, Number]:
    """Counts the games of a session and marks its date; the ratings are left to the system.

    Gives for each player of the session the sum of the changes in it.
    """
    games, last_played = ledger.games, ledger.last_played
    sums: dict[int, Number] = dict.fromkeys([*first, *second], 0)  # a list of all players would take as long as them
    for player, opponent, gain, opponents_gain in zip(first, second, change1, change2):
        sums[player] += gain
        sums[opponent] += opponents_gain
        games[player] += 1
        games[opponent] += 1
    for player in sums:
        last_played[player] = played_on
    return sums
