"""Montreal, a second time. Source: the club's page, and its table from the sheet Rules."""

from fractions import Fraction

from tests.oracle.reference.bands import figures_by_points
from tests.oracle.reference.evenings import band
from tests.oracle.reference.typed import Figures, Typed, nearest


def figures(typed: Typed) -> Figures:
    """Every computed figure of Players and Games."""
    table = typed.bands("points", "if_favourite_wins", "if_underdog_wins")

    def won(apart: Fraction, favourite_won: bool, spread: Fraction) -> Fraction:
        _, favourite, underdog = band(table, apart)
        bonus = min(Fraction(spread // typed.rule("spread_step")), typed.rule("spread_maximum"))
        return (favourite if favourite_won else underdog) + bonus

    def tied(apart: Fraction) -> Fraction:
        """The page: "The points are the 'hundreds column' of the ratings difference"."""
        return Fraction(apart // typed.rule("tie_step"))

    def taken(change: Fraction, doubled: bool) -> Fraction:
        """The page: "If such a player loses rating points the amount is halved"."""
        return nearest(change * typed.rule("double_share", "0.5")) if doubled and change < 0 else change

    return figures_by_points(typed, won, tied, taken=taken, floor=typed.rule("floor"))
