"""The games of each player, from the player's side: the rated ones with the arithmetic of every change in words."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import BLANK, Message, msg
from xladdin.model import GameKind
from xladdin.replay import Replay
from xladdin.statistics import Rows, Statistics


class PlayedGame(NamedTuple):
    """A game from the player's side. `change` is None for a newcomer rated by all games so far.

    `running` is the rating at the end of the day, as in History.
    """

    date: date
    opponent: str
    rating: Number
    opponent_rating: Number
    score: Number
    opponent_score: Number
    change: Number | None
    running: Number
    words: Message


class NotRated(NamedTuple):
    """A row that moves no rating, from the player's side. The opponent and scores are None for a bye."""

    date: date
    kind: GameKind
    opponent: str | None
    score: Number | None
    opponent_score: Number | None


def played_games(found: Replay, mine: Rows, told_from: date = date.min) -> Iterator[PlayedGame]:
    """Yield the player's rated games in order of time. Those before the day `told_from` come without words."""
    log = found.log
    kind, games = log.system.log_schema, log.games
    if not kind.is_paired:
        return
    (rating1, rating2), (change1, change2) = (
        [found.rated[heading] for heading in pair] for pair in (kind.ratings, kind.changes)
    )
    by_side = (
        (rating1, rating2, change1, games.score1, games.score2, games.player2),
        (rating2, rating1, change2, games.score2, games.score1, games.player1),
    )
    for number, side in mine:
        ratings, opponents_ratings, changes, scores, opponents_scores, opponents = by_side[side]
        rating, others, change = ratings[number], opponents_ratings[number], changes[number]
        own, other = scores[number], opponents_scores[number]
        assert rating is not None and others is not None
        if games.date[number] < told_from:
            words = BLANK
        elif change is None:
            words = msg("new, rated by all games so far")
        else:
            words = game_words(found, number, side)
        opponent = log.players[opponents[number]].name
        then = found.after[side][number]
        yield PlayedGame(games.date[number], opponent, rating, others, own, other, change, then, words)


def game_words(found: Replay, game: int, side: int) -> Message:
    """Return the arithmetic of the change of a game of the log in words, from the side 0 or 1, like CLUBEXPLAIN."""
    system, games, kind = found.log.system, found.log.games, found.log.system.log_schema
    ratings = [found.rated[heading][game] or 0 for heading in kind.ratings]
    scores = [games.score1[game], games.score2[game]]
    if side:
        ratings, scores = ratings[::-1], scores[::-1]
    heading = (kind.basis1, kind.basis2)[side]
    basis = found.rated[heading][game] if heading else None
    return system.describe_game(*ratings, *scores, doubled=games.double[game] == side + 1, basis=basis)


def not_rated(statistics: Statistics, player: int) -> Iterator[NotRated]:
    """Yield the player's unrated games, forfeits and byes in order of time."""
    names = [one.name for one in statistics.replay.log.players]
    for kind, day, first, score, second, others, _ in statistics.unrated.get(player, ()):
        opponent, own, other = (second, score, others) if first == player else (first, others, score)
        yield NotRated(day, kind, None if opponent is None else names[opponent], own, other)
