"""Mississauga, a second time. Source: the club's page, "Basic Change", "Spread Bonus", "Newcomer", "Expert"."""

from fractions import Fraction

from tests.oracle.reference.bands import figures_by_points
from tests.oracle.reference.evenings import band
from tests.oracle.reference.typed import Figures, Typed, nearest


def figures(typed: Typed) -> Figures:
    """Every computed figure of Players and Games."""
    basic = typed.bands("basic", "if_favourite_wins", "if_underdog_wins", "if_tie")
    spread_bonus, cushion = typed.bands("spread", "bonus"), typed.bands("expert", "multiplier")

    def won(apart: Fraction, favourite_won: bool, spread: Fraction) -> Fraction:
        _, favourite, underdog, _ = band(basic, apart)
        bonus = Fraction(0) if apart > typed.rule("spread_limit") else band(spread_bonus, spread)[1]
        return (favourite if favourite_won else underdog) + bonus

    def tied(apart: Fraction) -> Fraction:
        """The page: "The lower rated player will gain ... the higher rated player will lose that many"."""
        return band(basic, apart)[3]

    def listed(rating: Fraction, games: int, plain_sum: Fraction) -> Fraction:
        """The page: "Doubled" below 50 games, "a fractional multiplier" for experts. It is rounded once."""
        newcomer = typed.rule("newcomer_multiplier") if games < typed.rule("newcomer_games") else Fraction(1)
        return nearest(plain_sum * newcomer * band(cushion, rating)[1])

    return figures_by_points(typed, won, tied, listed=listed)
