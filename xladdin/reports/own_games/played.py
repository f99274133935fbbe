"""The rated games of each player, from his own side, with the arithmetic of every change in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.replay import Replay


class PlayedGame(NamedTuple):
    """A game from the player's side. change: None where he was new and rated by all games so far.

    running: rating when the day was over, as it stood before his next one, adjustments included.
    """

    date: date
    opponent: str
    rating: Number
    opponent_rating: Number
    score: Number
    opponent_score: Number
    change: Number | None
    running: Number
    words: str


Played = Sequence["tuple[int, int]"]
"""Number and side, 0 or 1, of each of a player's games, in the log's order; of a placing the side is 0."""


def all_played(found: Replay) -> Sequence[Played]:
    """The games or placings of every player."""
    log = found.log
    played: list[list[tuple[int, int]]] = [[] for _ in log.players]
    for number, players in enumerate(zip(*log.played.players)):
        for side, player in enumerate(players):
            played[player].append((number, side))
    return played


def played_games(found: Replay, player: int, mine: Played) -> Iterator[PlayedGame]:
    """The player's rated games in order of time."""
    log = found.log
    kind, games, explain = log.system.log_kind, log.games, log.system.explain
    if not kind.is_paired:
        return
    sides = [(kind.rating1, kind.change1, kind.games1), (kind.rating2, kind.change2, kind.games2)]
    columns = [[found.rated[heading] if heading else [] for heading in side] for side in sides]
    now: Number = found.ledger.rating[player]
    after: dict[date, Number] = {}
    for number, side in reversed(mine):
        day = games.date[number]
        after.setdefault(day, now)
        now = columns[side][0][number] or 0
    for number, side in mine:
        (rating, change, before), (others, _, _) = (
            [column[number] if column else None for column in columns[chosen]] for chosen in (side, 1 - side)
        )
        scores = [games.score1[number], games.score2[number]]
        own, other = scores[side], scores[1 - side]
        assert rating is not None and others is not None
        if change is None:
            words = "new, rated by all games so far"
        elif kind.result:
            words = explain(rating, others, own)
        elif kind.double:
            words = explain(rating, others, own, other, games.double[number] == side + 1)
        else:
            words = explain(rating, others, own, other, *([before] if kind.games1 else []))
        opponent = log.players[(games.player2, games.player1)[side][number]].name
        day = games.date[number]
        yield PlayedGame(day, opponent, rating, others, own, other, change, after[day], words)
