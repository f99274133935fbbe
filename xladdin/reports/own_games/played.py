"""The games of each player, from his own side: the rated ones with the arithmetic of every change in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.model import GameKind
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


class NotRated(NamedTuple):
    """A row that moves no rating, from the player's side; opponent and scores are None for a bye."""

    date: date
    kind: GameKind
    opponent: str | None
    score: Number | None
    opponent_score: Number | None


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
    (rating1, rating2), (change1, change2), (games1, games2) = (
        [found.rated[heading] if heading else () for heading in pair]
        for pair in ((kind.rating1, kind.rating2), (kind.change1, kind.change2), (kind.games1, kind.games2))
    )
    by_side = (
        (rating1, rating2, change1, games1, games.score1, games.score2, games.player2),
        (rating2, rating1, change2, games2, games.score2, games.score1, games.player1),
    )
    now: Number = found.ledger.rating[player]
    after: dict[date, Number] = {}
    for number, side in reversed(mine):
        day = games.date[number]
        after.setdefault(day, now)
        now = by_side[side][0][number] or 0
    for number, side in mine:
        ratings, opponents_ratings, changes, before, scores, opponents_scores, opponents = by_side[side]
        rating, others, change = ratings[number], opponents_ratings[number], changes[number]
        own, other = scores[number], opponents_scores[number]
        assert rating is not None and others is not None
        if change is None:
            words = "new, rated by all games so far"
        elif kind.result:
            words = explain(rating, others, own)
        elif kind.double:
            words = explain(rating, others, own, other, games.double[number] == side + 1)
        elif before:
            words = explain(rating, others, own, other, before[number])
        else:
            words = explain(rating, others, own, other)
        opponent = log.players[opponents[number]].name
        day = games.date[number]
        yield PlayedGame(day, opponent, rating, others, own, other, change, after[day], words)


def all_not_rated(found: Replay) -> Mapping[int, Sequence[NotRated]]:
    """Unrated games, forfeits and byes by player, in order of time."""
    names = [player.name for player in found.log.players]
    by_player: defaultdict[int, list[NotRated]] = defaultdict(list)
    for kind, day, player, score, opponent, opponent_score, _ in found.log.unrated:
        if opponent is None:
            by_player[player].append(NotRated(day, kind, None, None, None))
        else:
            by_player[player].append(NotRated(day, kind, names[opponent], score, opponent_score))
            by_player[opponent].append(NotRated(day, kind, names[player], opponent_score, score))
    return by_player
