"""Montreal as prose: ten for a win, an extra point a hundred from 400 behind, docked when ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache

from .log import Adjustment, Entry, Outcome, Row, ScoreGame, dates_of, due, nearest

FLOOR = 1000
NEW_PLAYER = 1000
DOCKED = {0: 0, 1: 2, 2: 4, 3: 6}


def winner_points(ahead: int) -> int:
    """Points for winning from so far ahead (behind: negative), before spread."""
    hundreds = abs(ahead) // 100
    if ahead < 0:
        return 10 + max(0, min(hundreds - 3, 6))
    return 10 - DOCKED.get(hundreds, min(hundreds, 9) + 3)


def exchange(rating: int, opponent: int, score: int, opponent_score: int) -> int:
    """Change of the first player by one game, before the double game's halving."""
    if score < opponent_score:
        return -exchange(opponent, rating, opponent_score, score)
    if score == opponent_score:
        hundreds = abs(rating - opponent) // 100
        return hundreds if rating < opponent else -hundreds
    return winner_points(rating - opponent) + min((score - opponent_score) // 50, 4)


def replay(
    players: Mapping[str, Entry],
    games: Sequence[ScoreGame],
    adjustments: Sequence[Adjustment] = (),
    *,
    by_game: bool = False,
) -> Outcome:
    """Rate a whole log by session, or by game where the club says so."""
    rated = [game for game in games if game.rated]
    in_order = sorted(rated, key=lambda game: game.date)
    if by_game:
        periods = [[game] for game in in_order]
    else:
        periods = [[game for game in in_order if game.date == date] for date in dates_of(games)]
    dates = [period[0].date for period in periods]

    @cache
    def rating(player: str, period: int) -> int:
        if period == 0:
            start = players[player].start_rating
            before = max(FLOOR, NEW_PLAYER if start is None else start)
        else:
            net = sum(change(game, player, period - 1) for game in periods[period - 1])
            before = max(FLOOR, rating(player, period - 1) + net)
        begun = players[player].start_rating is not None or played(player, period) > 0
        for adjustment in due(adjustments, dates, period):
            if adjustment.player == player or (adjustment.player is None and begun):
                before = max(FLOOR, before + adjustment.points)
        return before

    def change(game: ScoreGame, player: str, period: int) -> int:
        assert game.score_1 is not None and game.score_2 is not None
        if player not in (game.player_1, game.player_2):
            return 0
        ratings = rating(game.player_1, period), rating(game.player_2, period)
        points = exchange(*ratings, game.score_1, game.score_2)
        if player == game.player_2:
            points = -points
        if game.double == player and points < 0:
            return nearest(Fraction(points, 2))
        return points

    def row(game: ScoreGame) -> Row:
        if not game.rated:
            return Row()
        period = next(i for i, members in enumerate(periods) if any(game is member for member in members))
        return Row(
            rating(game.player_1, period),
            rating(game.player_2, period),
            change(game, game.player_1, period),
            change(game, game.player_2, period),
        )

    def played(player: str, period: int) -> int:
        earlier = [game for members in periods[:period] for game in members]
        return (players[player].start_games or 0) + sum(player in (game.player_1, game.player_2) for game in earlier)

    return Outcome(
        {player: rating(player, len(periods)) for player in players},
        {player: played(player, len(periods)) for player in players},
        [row(game) for game in games],
    )
