"""Lexington in fifty-digit decimals: what a player stands at before a session, by recursion."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from .log import Adjustment, Entry, Outcome, Row, ScoreGame, dates_of, due, nearest

UNRATED_OPPONENT = 1300
NEWCOMER_BONUS = 35
ESTABLISHED = 10
FULL_CHANGE = 50
REMEMBERED = dt.timedelta(weeks=99)

Result = tuple[int, int, int]
"""Opponent's rating, own score, opponent's score."""


def expected(difference: Decimal | int) -> Decimal:
    """Expected percentage, boost included."""
    share = (abs(Decimal(difference)) + Decimal("6.25")).sqrt() + Decimal("47.5")
    return share if difference >= 0 else 100 - share


def percent(score: int, opponent_score: int) -> Decimal:
    """Percentage of the points, four more for a win and four fewer for a loss."""
    boost = (score > opponent_score) - (score < opponent_score)
    return Decimal(100 * score) / Decimal(score + opponent_score) + 4 * boost


def points(percent_difference: Decimal) -> Decimal:
    """Full change before rounding."""
    if abs(percent_difference) <= 10:
        return percent_difference
    size = 10 * abs(percent_difference).ln() - 13
    return size.copy_sign(percent_difference)


def change(rating: int, opponent: int, score: int, opponent_score: int, games: int) -> int:
    """Change of an established player by one game."""
    full = points(percent(score, opponent_score) - expected(rating - opponent))
    return nearest(full if games < FULL_CHANGE else full / 2)


def performance(results: Sequence[Result]) -> Decimal:
    """The rating at which the expected percentages add up to the actual ones, to 1e-6."""
    actual = sum((percent(own, other) for _, own, other in results), Decimal(0))
    low, high = Decimal(-100000), Decimal(100000)
    while high - low > Decimal("1e-12"):
        middle = (low + high) / 2
        if sum((expected(middle - rating) for rating, _, _ in results), Decimal(0)) < actual:
            low = middle
        else:
            high = middle
    return ((low + high) / 2).quantize(Decimal("1e-6"), rounding=ROUND_HALF_UP)


@dataclass(frozen=True)
class Standing:
    """A player between sessions. `start`: rating and games brought along; `results`: those of a newcomer."""

    rating: int | None
    games: int
    last_played: dt.date | None
    assigned: int | None
    start: tuple[int, int] | None
    results: tuple[Result, ...] = field(default=())

    @property
    def established(self) -> bool:
        return self.games >= ESTABLISHED


NEW = Standing(None, 0, None, None, None)


def replay(players: Mapping[str, Entry], games: Sequence[ScoreGame], adjustments: Sequence[Adjustment] = ()) -> Outcome:
    """Rate a whole log."""
    dates = dates_of(games)

    def taken_part(player: str, session: int) -> list[tuple[str, int, int]]:
        """The player's games of the session: opponent, own score, opponent's score."""
        seen = []
        for game in games:
            if not game.rated or game.date != dates[session]:
                continue
            assert game.score_1 is not None and game.score_2 is not None
            if game.player_1 == player:
                seen.append((game.player_2, game.score_1, game.score_2))
            elif game.player_2 == player:
                seen.append((game.player_1, game.score_2, game.score_1))
        return seen

    def entered(player: str) -> Standing:
        entry = players[player]
        start_games = entry.start_games or 0
        start = None if entry.start_rating is None else (entry.start_rating, start_games)
        return Standing(entry.start_rating, start_games, entry.start_last_played, entry.start_rating, start)

    @cache
    def before(player: str, session: int) -> Standing:
        standing = entered(player) if session == 0 else after(player, session - 1)
        if standing.established:
            assert standing.rating is not None
            extra = sum(a.points for a in due(adjustments, dates, session) if a.player in (None, player))
            standing = replace(standing, rating=standing.rating + extra)
        returns = session < len(dates) and taken_part(player, session)
        if returns and standing.last_played and dates[session] - standing.last_played > REMEMBERED:
            return NEW
        return standing

    @cache
    def used(player: str, session: int) -> int:
        """The rating the player's opponents meet in the session."""
        standing = before(player, session)
        if standing.established:
            assert standing.rating is not None
            return standing.rating
        if standing.assigned is not None:
            return standing.assigned
        known = [
            (used(opponent, session), own, other)
            for opponent, own, other in taken_part(player, session)
            if before(opponent, session).established or before(opponent, session).assigned is not None
        ]
        unknown = [(UNRATED_OPPONENT, own, other) for _, own, other in taken_part(player, session)]
        return nearest(performance(known or unknown) + NEWCOMER_BONUS)

    @cache
    def after(player: str, session: int) -> Standing:
        standing, seen = before(player, session), taken_part(player, session)
        if not seen:
            return standing
        results = tuple((used(opponent, session), own, other) for opponent, own, other in seen)
        count = standing.games + len(seen)
        if standing.established:
            assert standing.rating is not None
            changes = sum(change(standing.rating, rating, own, other, standing.games) for rating, own, other in results)
            return replace(standing, rating=standing.rating + changes, games=count, last_played=dates[session])
        results = standing.results + results
        shown = performance(results)
        if standing.start is not None:
            start_rating, start_games = standing.start
            shown = (start_games * start_rating + len(results) * shown) / (start_games + len(results))
        return Standing(nearest(shown), count, dates[session], used(player, session), standing.start, results)

    def row(game: ScoreGame) -> Row:
        if not game.rated:
            return Row()
        assert game.score_1 is not None and game.score_2 is not None
        session = dates.index(game.date)
        first, second = before(game.player_1, session), before(game.player_2, session)
        one, two = used(game.player_1, session), used(game.player_2, session)
        return Row(
            one,
            two,
            change(one, two, game.score_1, game.score_2, first.games) if first.established else None,
            change(two, one, game.score_2, game.score_1, second.games) if second.established else None,
        )

    end = {player: before(player, len(dates)) for player in players}
    return Outcome(
        {player: standing.rating for player, standing in end.items()},
        {player: standing.games for player, standing in end.items()},
        [row(game) for game in games],
    )
