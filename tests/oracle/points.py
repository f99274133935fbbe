"""Mississauga, Montreal and a club's own table, a second time: the winner takes points, and the loser pays them.

Sources: the pages of the two clubs. Montreal's table is lost: we decided it from the prose and the examples.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.typed import Figures, Gains, Game, Member, Typed, band, club_figures, members, nearest, rated_games

# Typed from the pages of the clubs.
RULES: dict[str, dict[str, object]] = {
    "mississauga": {"spread_limit": 400, "newcomer_games": 50, "newcomer_multiplier": 2, "new_rating": 1000},
    "montreal": {
        "spread_step": 50, "spread_maximum": 4, "tie_step": 100, "double_share": 0.5, "floor": 1000, "new_rating": 1000,
    },
}  # fmt: skip
BANDS = {
    "mississauga": {
        "basic": {
            "from": range(0, 800, 100),
            "if_favourite_wins": (10, 8, 6, 4, 3, 2, 1, 0),
            "if_underdog_wins": range(10, 18),
            "if_tie": range(8),
        },
        "spread": {"from": range(0, 300, 50), "bonus": range(6)},
        "expert": {"from": (0, 1800, 2000), "multiplier": (1, 0.8, 0.6)},
    },
    "montreal": {
        "points": {
            "from": range(0, 1000, 100),
            "if_favourite_wins": (10, 8, 6, 4, 3, 2, 1, 0, -1, -2),
            "if_underdog_wins": (10, 10, 10, 10, 11, 12, 13, 14, 15, 16),
        }
    },
}
Band = tuple[Fraction, ...]
ONCE = ((Fraction(0), Fraction(1)),)


@dataclass
class Points:
    """What a game is worth. `by_games` and `by_rating` multiply the sum of a session."""

    table: Sequence[Band]
    spread: Sequence[Band]
    spread_limit: Fraction | None = None
    tie_step: Fraction = Fraction(0)
    double_share: Fraction = Fraction(1)
    by_games: Sequence[Band] = ONCE
    by_rating: Sequence[Band] = ONCE
    rounded_by_game: bool = False
    floor: Fraction | None = None

    def change(self, rating: Fraction, others: Fraction, score: Fraction, others_score: Fraction) -> Fraction:
        """Return the player's change by a game. The loser's is the winner's with the sign turned."""
        if score < others_score:
            return -self.change(others, rating, others_score, score)
        apart = abs(rating - others)
        row = band(self.table, apart)
        if score == others_score:  # "The lower rated player will gain ... the higher rated player will lose that many"
            points = Fraction(apart // self.tie_step) if self.tie_step else row[3]  # "the 'hundreds column'"
            return points * ((rating < others) - (rating > others))
        counts = self.spread_limit is None or apart <= self.spread_limit
        return row[1 if rating >= others else 2] + (band(self.spread, score - others_score)[1] if counts else 0)

    def counted(self, change: Fraction, doubled: bool) -> Fraction:
        """Follow "If such a player loses rating points the amount is halved" for two games at once."""
        change *= self.double_share if doubled and change < 0 else 1
        return nearest(change) if self.rounded_by_game else change


def mississauga(typed: Typed) -> Figures:
    newcomers = [(Fraction(0), typed.rule("newcomer_multiplier")), (typed.rule("newcomer_games"), Fraction(1))]
    return _figures(typed, Points(
        typed.bands("basic", "if_favourite_wins", "if_underdog_wins", "if_tie"),
        typed.bands("spread", "bonus"),
        typed.rule("spread_limit"),
        by_games=newcomers,
        by_rating=typed.bands("expert", "multiplier"),
    ))  # fmt: skip


def montreal(typed: Typed) -> Figures:
    step, most = typed.rule("spread_step"), typed.rule("spread_maximum")
    spread = [(step * points, Fraction(points)) for points in range(int(most) + 1)]
    return _figures(typed, Points(
        typed.bands("points", "if_favourite_wins", "if_underdog_wins"),
        spread,
        tie_step=typed.rule("tie_step"),
        double_share=typed.rule("double_share", "0.5"),
        rounded_by_game=True,
        floor=typed.rule("floor"),
    ))  # fmt: skip


def bands(typed: Typed) -> Figures:
    """Compute every figure of Players and Games, as the sheet Rules has the tables."""
    return _figures(typed, Points(
        typed.bands("basic", "if_favourite_wins", "if_underdog_wins", "if_tie"),
        typed.bands("spread", "bonus"),
        typed.rule("spread_limit"),
        typed.rule("tie_step"),
        typed.rule("double_share"),
        typed.bands("by_games", "multiplier"),
        typed.bands("by_rating", "multiplier"),
        typed.choice("rounding", "session") == "game",
        typed.rule("floor"),
    ))  # fmt: skip


def _figures(typed: Typed, points: Points) -> Figures:
    def gains(game: Game, side: Member, other: Member) -> Gains:
        change = points.change(side.rating, other.rating, game.score, game.others)
        return points.counted(change, game.doubled == game.player), points.counted(-change, game.doubled == game.other)

    def listed(member: Member, plain_sum: Fraction) -> Fraction:
        """Take "Doubled" below 50 games, "a fractional multiplier" for experts. It is rounded once."""
        by_games, by_rating = band(points.by_games, Fraction(member.games)), band(points.by_rating, member.rating)
        return nearest(plain_sum * by_games[1] * by_rating[1])

    return club_figures(typed, members(typed, points.floor), rated_games(typed), gains, listed)
