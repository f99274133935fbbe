"""A club's own table, a second time: the sheet Rules read plainly, and what Mississauga and Montreal share.

The winner takes points, and the loser pays them.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

from tests.oracle.evenings import Game, band, game_figures, member_figures, members, rate_in_order, rated_games
from tests.oracle.typed import Figures, Typed, nearest


def figures(typed: Typed) -> Figures:
    """Compute every figure of Players and Games."""
    table = typed.bands("basic", "if_favourite_wins", "if_underdog_wins", "if_tie")
    spread_points = typed.bands("spread", "bonus")
    by_games, by_rating = (typed.bands(field, "multiplier") for field in ("by_games", "by_rating"))
    tie_step, by_game = typed.rule("tie_step"), typed.choice("rounding", "session") == "game"

    def won(apart: Fraction, favourite_won: bool, spread: Fraction) -> Fraction:
        _, favourite, underdog, _ = band(table, apart)
        bonus = band(spread_points, spread)[1] if apart <= typed.rule("spread_limit") else Fraction(0)
        return (favourite if favourite_won else underdog) + bonus

    def tied(apart: Fraction) -> Fraction:
        return Fraction(apart // tie_step) if tie_step else band(table, apart)[3]

    def taken(change: Fraction, doubled: bool) -> Fraction:
        """Take a share of a loss of a player of two opponents at once. It is rounded if each game is."""
        if doubled and change < 0:
            change *= typed.rule("double_share")
        return nearest(change) if by_game else change

    def listed(rating: Fraction, games: int, plain_sum: Fraction) -> Fraction:
        return nearest(plain_sum * band(by_games, Fraction(games))[1] * band(by_rating, rating)[1])

    return figures_by_points(typed, won, tied, taken=taken, listed=listed, floor=typed.rule("floor"))


def figures_by_points(
    typed: Typed,
    won: Callable[[Fraction, bool, Fraction], Fraction],
    tied: Callable[[Fraction], Fraction],
    *,
    taken: Callable[[Fraction, bool], Fraction] = lambda change, doubled: change,
    listed: Callable[[Fraction, int, Fraction], Fraction] = lambda rating, games, plain_sum: plain_sum,
    floor: Fraction | None = None,
) -> Figures:
    """Compute every figure of Players and Games.

    `won` gives the points of a winner, from the distance of the ratings, whether the favourite won, and the spread.
    `tied` gives the points of the lower rated. `taken` gives what counts of a change, for a player of two games at once
    or not. `listed` gives the list's change by a session, from the rating and the games before it and the plain sum.
    """
    club = members(typed, typed.rule("new_rating"))
    found: Figures = {}

    def change(rating: Fraction, others: Fraction, score: Fraction, others_score: Fraction) -> Fraction:
        """Return the player's change by a game. The loser's is the winner's with the sign turned."""
        if score < others_score:
            return -change(others, rating, others_score, score)
        apart = abs(rating - others)
        if score == others_score:  # what the lower rated gains, the higher loses
            return tied(apart) * ((rating < others) - (rating > others))
        return won(apart, rating >= others, score - others_score)

    def rate(games: list[Game]) -> None:
        sums: dict[str, Fraction] = {}
        played: Counter[str] = Counter()
        for game in games:
            one, other = club[game.one], club[game.other]
            points = change(one.rating, other.rating, game.score, game.others)
            gains = {
                game.one: taken(points, game.doubled == game.one),
                game.other: taken(-points, game.doubled == game.other),
            }
            found.update(game_figures(game, one.rating, other.rating, gains[game.one], gains[game.other]))
            for player, gain in gains.items():
                sums[player] = sums.get(player, Fraction(0)) + gain
                played[player] += 1
        for player, plain_sum in sums.items():
            member = club[player]
            member.raise_by(listed(member.rating, member.games, plain_sum), floor)
            member.games += played[player]
            member.rated = True

    rate_in_order(typed, club, rated_games(typed), rate, floor)
    return found | member_figures(club)
