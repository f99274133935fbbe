"""Elo, a second time: each player's K times score minus expected score, rounded once a rating period."""

from decimal import Decimal
from fractions import Fraction

from tests.oracle.typed import Figures, Gains, Game, Member, Typed, band, club_figures, members, nearest, rated_games

# The formula of Elo, and K typed from FIDE's Handbook B.02, 8.3.3.
RULES = {
    "logged_by": "results", "expected_by": "formula", "difference_limit": 400, "new_games": 30, "new_rating": 1500,
    "floor": 0, "rated_together": "session",
}  # fmt: skip
# FIDE 8.1.2: "0-3 .50", "4-10 .51", "11-17 .52" ... "620-735 .99", "> 735 1.0"
DIFFERENCES = (
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189,
    198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560,
    620, 736,
)  # fmt: skip
BANDS = {
    "factor": {"from": (0, 2400), "new_player": (40, 10), "others": (20, 10)},
    "expectation": {"from": DIFFERENCES, "higher_rated": [percent / 100 for percent in range(50, 101)]},
}


def figures(typed: Typed) -> Figures:
    by_results = typed.choice("logged_by", "results") == "results"
    by_table = typed.choice("expected_by", "formula") == "table"
    expectation = typed.bands("expectation", "higher_rated") if by_table else []
    development = typed.bands("factor", "new_player", "others")
    top = max(start for start, *_ in development)
    computed: Figures = {}

    def expected(difference: Fraction) -> Fraction:
        """By FIDE's table, a difference counts up to 400. Otherwise it is "1 / (1 + 10 ^ ((RB - RA) / 400))"."""
        if by_table:
            higher = band(expectation, nearest(min(abs(difference), typed.rule("difference_limit"))))[1]
            return higher if difference >= 0 else 1 - higher
        return Fraction(1 / (1 + Decimal(10) ** (Decimal(float(-difference)) / 400)))

    def k(player: Member) -> Fraction:
        """FIDE: "K = 40 ... at least 30 games", "K = 20 ... under 2400", "K = 10 ... even if the rating drops"."""
        _, new, others = band(development, max(player.rating, top) if player.best >= top else player.rating)
        return new if player.games < typed.rule("new_games") else others

    def gains(game: Game, first: Member, other: Member) -> Gains:
        score = Fraction((game.score > game.others) - (game.score < game.others) + 1, 2)
        sides = (k(first), score - expected(first.rating - other.rating)), (
            k(other), 1 - score - expected(other.rating - first.rating))  # fmt: skip
        for side, (factor, _) in enumerate(sides, 1):
            computed["Games", game.number, f"K {side}"] = factor
        return nearest(sides[0][0] * sides[0][1] * 100) / 100, nearest(sides[1][0] * sides[1][1] * 100) / 100

    club = members(typed, typed.rule("floor"))
    # "rounded to the nearest whole number. 0.5 is rounded away from zero"
    computed |= club_figures(typed, club, rated_games(typed, by_results), gains, lambda _, total: nearest(total))
    computed |= {("Players", member.number, "K"): k(member) for member in club.values()}
    if by_results:
        return {(table, row, NAMES.get(heading, heading)): value for (table, row, heading), value in computed.items()}
    return computed


NAMES = {
    f"{word} {side}": f"{colour} {word.lower()}"
    for word in ("Rating", "Change")
    for side, colour in ((1, "White"), (2, "Black"))
}
