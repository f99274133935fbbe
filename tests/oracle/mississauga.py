"""Mississauga by recursion: a rating before session k is the one before k-1 plus what k-1 gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from .log import Adjustment, Entry, Outcome, Row, ScoreGame, dates_of, due, nearest

NEW_PLAYER = 1000


def gain(rating: int, opponent: int, score: int, opponent_score: int) -> int:
    """Change of the first player by one game."""
    if score < opponent_score:
        return -gain(opponent, rating, opponent_score, score)
    hundreds = min(abs(rating - opponent) // 100, 7)
    if score == opponent_score:
        return -hundreds if rating > opponent else hundreds
    bonus = min((score - opponent_score) // 50, 5) if abs(rating - opponent) <= 400 else 0
    if rating < opponent:
        return 10 + hundreds + bonus
    if hundreds <= 3:
        return 10 - 2 * hundreds + bonus
    return 7 - hundreds + bonus


def multiplied(rating: int, games: int, change: int) -> int:
    """The session's change as the ratings list takes it."""
    factor = Fraction(1)
    if games < 50:
        factor *= 2
    if rating >= 2000:
        factor *= Fraction(6, 10)
    elif rating >= 1800:
        factor *= Fraction(8, 10)
    return nearest(change * factor)


def replay(players: Mapping[str, Entry], games: Sequence[ScoreGame], adjustments: Sequence[Adjustment] = ()) -> Outcome:
    """Rate a whole log."""
    dates = dates_of(games)

    @cache
    def rating(player: str, session: int) -> int:
        if session == 0:
            start = players[player].start_rating
            before = NEW_PLAYER if start is None else start
        else:
            net = sum(change(game, player) for game in taken_part(player, session - 1))
            before = rating(player, session - 1)
            before += multiplied(before, played(player, session - 1), net)
        begun = players[player].start_rating is not None or played(player, session) > 0
        return before + sum(
            a.points for a in due(adjustments, dates, session) if a.player == player or (a.player is None and begun)
        )

    def taken_part(player: str, session: int) -> list[ScoreGame]:
        return [
            game
            for game in games
            if game.rated and game.date == dates[session] and player in (game.player_1, game.player_2)
        ]

    def played(player: str, session: int) -> int:
        earlier = sum(len(taken_part(player, i)) for i in range(session))
        return (players[player].start_games or 0) + earlier

    def change(game: ScoreGame, player: str) -> int:
        session = dates.index(game.date)
        assert game.score_1 is not None and game.score_2 is not None
        if player == game.player_1:
            return gain(rating(player, session), rating(game.player_2, session), game.score_1, game.score_2)
        return gain(rating(player, session), rating(game.player_1, session), game.score_2, game.score_1)

    def row(game: ScoreGame) -> Row:
        if not game.rated:
            return Row()
        session = dates.index(game.date)
        return Row(
            rating(game.player_1, session),
            rating(game.player_2, session),
            change(game, game.player_1),
            change(game, game.player_2),
        )

    end = len(dates)
    return Outcome(
        {player: rating(player, end) for player in players},
        {player: played(player, end) for player in players},
        [row(game) for game in games],
    )
