"""Mississauga, a second time. Source: the club's page, "Basic Change", "Spread Bonus", "Newcomer", "Expert"."""

from fractions import Fraction

from tests.oracle.bands import figures_by_points
from tests.oracle.evenings import band
from tests.oracle.typed import Figures, Typed, nearest

# Typed from the page of the club.
HUNDREDS = range(0, 800, 100)
RULES = {"spread_limit": 400, "newcomer_games": 50, "newcomer_multiplier": 2, "new_rating": 1000}
BANDS = {
    "basic": {
        "from": HUNDREDS,
        "if_favourite_wins": (10, 8, 6, 4, 3, 2, 1, 0),
        "if_underdog_wins": range(10, 18),
        "if_tie": range(8),
    },
    "spread": {"from": range(0, 300, 50), "bonus": range(6)},
    "expert": {"from": (0, 1800, 2000), "multiplier": (1, 0.8, 0.6)},
}


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players and Games."""
    basic = typed.bands("basic", "if_favourite_wins", "if_underdog_wins", "if_tie")
    spread_bonus, cushion = typed.bands("spread", "bonus"), typed.bands("expert", "multiplier")

    def won(apart: Fraction, favourite_won: bool, spread: Fraction) -> Fraction:
        _, favourite, underdog, _ = band(basic, apart)
        bonus = Fraction(0) if apart > typed.rule("spread_limit") else band(spread_bonus, spread)[1]
        return (favourite if favourite_won else underdog) + bonus

    def tied(apart: Fraction) -> Fraction:
        """Follow "The lower rated player will gain ... the higher rated player will lose that many"."""
        return band(basic, apart)[3]

    def listed(rating: Fraction, games: int, plain_sum: Fraction) -> Fraction:
        """Take "Doubled" below 50 games, "a fractional multiplier" for experts. It is rounded once."""
        newcomer = typed.rule("newcomer_multiplier") if games < typed.rule("newcomer_games") else Fraction(1)
        return nearest(plain_sum * newcomer * band(cushion, rating)[1])

    return figures_by_points(typed, won, tied, listed=listed)
