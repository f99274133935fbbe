"""Montreal, a second time. Source: the club's page, and its table from the sheet Rules."""

from fractions import Fraction

from tests.oracle.bands import figures_by_points
from tests.oracle.evenings import band
from tests.oracle.typed import Figures, Typed, nearest

# Typed from the page of the club. Its table is lost: we decided it from the prose and the examples.
RULES = {
    "spread_step": 50,
    "spread_maximum": 4,
    "tie_step": 100,
    "double_share": 0.5,
    "floor": 1000,
    "new_rating": 1000,
}
BANDS = {
    "points": {
        "from": range(0, 1000, 100),
        "if_favourite_wins": (10, 8, 6, 4, 3, 2, 1, 0, -1, -2),
        "if_underdog_wins": (10, 10, 10, 10, 11, 12, 13, 14, 15, 16),
    }
}


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players and Games."""
    table = typed.bands("points", "if_favourite_wins", "if_underdog_wins")

    def won(apart: Fraction, favourite_won: bool, spread: Fraction) -> Fraction:
        _, favourite, underdog = band(table, apart)
        bonus = min(Fraction(spread // typed.rule("spread_step")), typed.rule("spread_maximum"))
        return (favourite if favourite_won else underdog) + bonus

    def tied(apart: Fraction) -> Fraction:
        """Follow "The points are the 'hundreds column' of the ratings difference"."""
        return Fraction(apart // typed.rule("tie_step"))

    def taken(change: Fraction, doubled: bool) -> Fraction:
        """Follow "If such a player loses rating points the amount is halved"."""
        return nearest(change * typed.rule("double_share", "0.5")) if doubled and change < 0 else change

    return figures_by_points(typed, won, tied, taken=taken, floor=typed.rule("floor"))
