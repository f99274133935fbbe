"""What the Scrabble clubs share: games of a session rated from the ratings at its start, and summed by player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from operator import sub

from xladdin.model import Games, Ledger
from xladdin.tables import DirectLookUp, Number, sign


class ChangeBySpread(dict[Number, "DirectLookUp[Number]"]):
    """For each spread (player's score minus opponent's), the player's change by ratings difference.

    change: the rule, of ratings difference and spread. band: what of the size of a spread the rule goes by; spreads of
    one sign and band share one look-up, so that a whole log works out each change once.
    """

    def __init__(self, change: Callable[[Number, Number], Number], band: Callable[[Number], Number]) -> None:
        super().__init__()
        self._change = change
        self._band = band
        self._shared: dict[tuple[int, Number], DirectLookUp[Number]] = {}

    def __missing__(self, spread: Number) -> DirectLookUp[Number]:
        kind = sign(spread), self._band(abs(spread))
        if kind not in self._shared:
            self._shared[kind] = DirectLookUp(lambda diff: self._change(diff, spread))
        look_up = self[spread] = self._shared[kind]
        return look_up

    def rules(self, games: Games) -> list[DirectLookUp[Number]]:
        """The look-up of each game of a log."""
        return list(map(self.__getitem__, map(sub, games.score1, games.score2)))


def close_session(
    ledger: Ledger,
    first: Sequence[int],
    second: Sequence[int],
    change1: Sequence[Number],
    change2: Sequence[Number],
    played_on: date,
) -> tuple[set[int], list[Number], list[int]]:
    """Counts the games of a session and marks its date; the ratings are left to the system.

    Gives the players of the session, and by player the sum of the changes in it and the games before it.
    """
    games, before, last_played = ledger.games, ledger.games.copy(), ledger.last_played
    sums: list[Number] = [0] * len(games)
    for player, opponent, gain, opponents_gain in zip(first, second, change1, change2):
        sums[player] += gain
        sums[opponent] += opponents_gain
        games[player] += 1
        games[opponent] += 1
    players = {*first, *second}
    for player in players:
        last_played[player] = played_on
    return players, sums, before
