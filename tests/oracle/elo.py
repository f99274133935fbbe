"""Elo, a second time: each player's K times score minus expected score, rounded once a rating period."""

from decimal import Decimal
from fractions import Fraction

from tests.oracle.evenings import Game, band, member_figures, members, rate_in_order, rated_games
from tests.oracle.typed import Figures, Typed, blank, day, nearest, outcome

# The formula of Elo, and K typed from FIDE's Handbook B.02, 8.3.3.
RULES = {
    "logged_by": "results",
    "expected_by": "formula",
    "difference_limit": 400,
    "new_games": 30,
    "new_rating": 1500,
    "floor": 0,
    "rated_together": "session",
}
BANDS = {"factor": {"from": (0, 2400), "new_player": (40, 10), "others": (20, 10)}}


def results(typed: Typed) -> list[Game]:
    """Return the rated games. In a log by results the score of each player is 1, ½ or 0."""
    if typed.choice("logged_by", "results") == "scores":
        return list(rated_games(typed))
    found = []
    for row_number, row in typed.rows("Games"):
        white, black, result = typed.player(row["white"]), typed.player(row["black"]), row["result"]
        played_on = None if blank(result) else day(row["date"])
        if white and black and played_on and blank(row["kind"]):
            score = Fraction(outcome(result) + 1, 2)
            found.append(Game(row_number, played_on, white, black, score, 1 - score))
    return found


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players and Games."""
    by_results = typed.choice("logged_by", "results") == "results"
    by_table = typed.choice("expected_by", "formula") == "table"
    limit, floor = typed.rule("difference_limit"), typed.rule("floor")
    expectation = typed.bands("expectation", "higher_rated") if by_table else []
    development = typed.bands("factor", "new_player", "others")

    def expected(difference: Fraction) -> Fraction:
        """By FIDE's table, a difference counts up to 400. Otherwise it is "1 / (1 + 10 ^ ((RB - RA) / 400))"."""
        if by_table:
            higher = band(expectation, nearest(min(abs(difference), limit)))[1]
            return higher if difference >= 0 else 1 - higher
        power = Decimal(10) ** (Decimal(float(-difference)) / 400)
        return Fraction(1 / (1 + power))

    top = max(start for start, *_ in development)
    club = members(typed, typed.rule("new_rating"))
    reached: set[str] = set()

    def note_who_reached() -> None:
        reached.update(player for player, member in club.items() if member.rating >= top)

    def k(player: str) -> Fraction:
        """FIDE: "K = 40 ... at least 30 games", "K = 20 ... under 2400", "K = 10 ... even if the rating drops"."""
        note_who_reached()
        _, new, others = band(development, max(club[player].rating, top) if player in reached else club[player].rating)
        return new if club[player].games < typed.rule("new_games") else others

    found: Figures = {}

    def name_of(what: str, side: int) -> str:
        return f"{('White', 'Black')[side]} {what}" if by_results else f"{what.capitalize()} {side + 1}"

    def rate(games: list[Game]) -> None:
        sums: dict[str, Fraction] = {}
        for game in games:
            score = Fraction((game.score > game.others) - (game.score < game.others) + 1, 2)
            sides = (game.one, game.other)
            ratings = [club[player].rating for player in sides]
            for side, player in enumerate(sides):
                own = score if side == 0 else 1 - score
                factor = k(player)
                full = factor * (own - expected(ratings[side] - ratings[1 - side]))
                gain = nearest(full * 100) / 100
                sums[player] = sums.get(player, Fraction(0)) + gain
                found["Games", game.number, name_of("rating", side)] = ratings[side]
                found["Games", game.number, name_of("change", side)] = gain
                found["Games", game.number, f"K {side + 1}"] = factor
            found["Games", game.number, "Difference"] = ratings[0] - ratings[1]
        for game in games:
            for player in (game.one, game.other):
                club[player].games += 1
                club[player].rated = True
        for player, gain in sums.items():  # "rounded to the nearest whole number. 0.5 is rounded away from zero"
            club[player].raise_by(nearest(gain), floor)
        note_who_reached()

    rate_in_order(typed, club, results(typed), rate, floor)
    ks: Figures = {("Players", member.number, "K"): k(player) for player, member in club.items()}
    return found | member_figures(club) | ks
