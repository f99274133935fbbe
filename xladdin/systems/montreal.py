"""Montreal Scrabble Club, a system designed by Stephen Fisher.

A winner takes the points of one table by hundreds of the ratings difference, and a point for each full 50 of spread,
at most 4; the loser pays them. A strong favourite pays for a narrow win. In a tie the lower rated takes the hundreds
of the difference. Who plays two opponents at once loses half. No rating falls below 1000.
Source: the club's page "Our rating system" (montreal.txt).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from operator import neg

from xladdin.cells.limits import LARGEST_NUMBER
from xladdin.cells.numbers import Number, rounded, sign, whole
from xladdin.model import Event, Games, Ledger, Period, Player
from xladdin.systems.log_kinds import SCORES
from xladdin.systems.shared.games import ScrabbleSystem
from xladdin.systems.shared.needed import least_spread_to_gain
from xladdin.systems.shared.session import ChangesBySpread, check_played, close_session
from xladdin.systems.shared.tables import BandTable
from xladdin.systems.shared.wording import RESULT_WORDS, standing
from xladdin.systems.system import KeyWords, RatePeriod, setting, table

FAVOURITE, UNDERDOG = "If favourite wins", "If underdog wins"

# The page's own table did not survive. Its prose fixes the underdog's column whole ("an extra point if you're behind
# by 400 to 499 ... up to a maximum of 6") and the favourite's first row; the remarks say what fixes the others.
POINTS = BandTable(
    ("Ratings difference from", FAVOURITE, UNDERDOG),
    (
        (0, 10, 10),
        (100, 8, 10),
        (200, 6, 10),
        (300, 4, 10),
        (400, 3, 11),
        (500, 2, 12),
        (600, 1, 13),
        (700, 0, 14),
        (800, -1, 15),
        (900, -2, 16),
    ),
    (
        'Prose: "a basic 10 points"',
        'Prose: "docked 2 points or more"',
        "Favourite: no example, the sister club's table",
        "Favourite: no example, the sister club's table",
        "Favourite: no example, the sister club's table",
        "Example: 510 -> 2, -510 -> 12",
        "Favourite: no example, the sister club's table",
        "Favourite: no example, the sister club's table; example: -790 -> 14",
        'Favourite: no example; prose: "more than 800 points ... actually lose points"',
        "Example: 1300 -> -2",
    ),
)


@dataclass(frozen=True)
class Montreal(ScrabbleSystem[Ledger]):
    """The Montreal system; ratings and changes in rating points, scores and spread in Scrabble points."""

    key = "montreal"
    title = "Montreal Scrabble Club"
    period = "session"
    source = "montreal.txt"
    change_function = "MTLCHANGE"
    in_its_words = (
        "Many Scrabble clubs – including ours – use a numerical rating system to represent the playing strength of "
        "their members. […] It differs from the NASPA rating system in that point spread is taken into account. The "
        "more you beat someone by, the more rating points you earn.",
        "Generally, the points gained by one player are lost by the other […] For winning a game you get a basic 10 "
        "points. However, each 50 points you beat someone by earn you an extra rating point, to a maximum of four.",
        "If you are the ‘underdog’ you get an extra point if you’re behind by 400 to 499 rating points, two if you’re "
        "behind by 500 to 599, and so on up to a maximum of 6 points. However, if you are the favourite by more than "
        "100 points you get docked 2 points or more depending on the extent of your lead in the ratings. If you’re "
        "ahead by more than 800 points you actually lose points for winning, unless you make up for it in spread "
        "points. If you tie, the points are the ‘hundreds column’ of the ratings difference.",
        "No-one’s rating is allowed to fall below 1000. Ratings below 1000 are automatically set to 1000.",
        "Often players take on two opponents at once to prevent someone from sitting out a game. If such a player "
        "loses rating points the amount is halved. The opponent gets full credit for the win.",
    )
    has_session_words = True
    log_kind = replace(SCORES, double="Double")

    points: BandTable = table(POINTS, "Points by ratings difference", '"a single combined table"')
    spread_step: Number = setting(50, "Spread for one point", '"each 50 points you beat someone by"', least=1)
    spread_maximum: int = setting(4, "Spread points at most", '"to a maximum of four"')
    tie_step: Number = setting(100, "Difference for one point in a tie", '"the hundreds column"', least=1)
    double_share: Number = setting(0.5, "Share of a loss in a double game", '"the amount is halved"', most=1)
    floor: Number = setting(
        1000, "No rating below", '"No-one\'s rating is allowed to fall below 1000"', least=-LARGEST_NUMBER
    )
    new_rating: Number = setting(1000, "New player's rating", "Ours: the floor", least=-LARGEST_NUMBER)
    rated_together: str = setting(
        "session", "Rated together: session or game", "Ours: the page does not say", choices=("session", "game")
    )

    def basic_points(self, diff: Number, result: int = 1) -> Number:
        """Table points of the player, before spread [rating points].

        diff: player's rating minus opponent's; result: 1 win, 0 tie, -1 loss.
        Source: examples; 510 -> 2, -790 -> 14, 1300 -> -2; 510 in a tie -> -5.
        """
        if result == 0:
            return -sign(diff) * int(abs(diff) // self.tie_step)
        favourite = diff * result >= 0
        return result * self.points.at(abs(diff), FAVOURITE if favourite else UNDERDOG)

    def spread_points(self, spread: Number) -> int:
        """Spread points of the winner, 0-4; the sign of `spread` is ignored. Source: examples; 75 -> 1."""
        return min(int(abs(spread) // self.spread_step), self.spread_maximum)

    def change(self, rating1: Number, rating2: Number, score1: Number, score2: Number, double: bool = False) -> Number:
        """Change of player 1 by the game; `double`: player 1 plays two opponents at once.

        Source: examples; 1710 beats 1200 by 75 -> 3; 2500 beats 1200 by 10 in a double game -> -1.
        """
        check_played(score1, score2)
        return self._change(rating1 - rating2, score1 - score2, double)

    def _change(self, diff: Number, spread: Number, double: bool = False) -> Number:
        result = sign(spread)
        change = self.basic_points(diff, result) + result * self.spread_points(spread)
        return self.halved(change) if double else change

    def needed_spread(self, rating1: Number, rating2: Number, double: bool = False) -> int:
        """Least spread with which player 1 gains, negative for a defeat: "the loser can still gain rating points"."""
        return least_spread_to_gain(lambda spread: self._change(rating1 - rating2, spread, double))

    def halved(self, change: Number) -> Number:
        """A loss in a double game, halved and rounded; a gain stays whole."""
        return rounded(change * self.double_share) if change < 0 else change

    def limited(self, rating: Number) -> Number:
        """The rating, never below the floor."""
        return max(rating, self.floor)

    def session_words(self, rating: Number, games: Number, plain_sum: Number) -> str:
        """Where the floor holds the rating: "-8, but no rating below 1000"."""
        return f"{plain_sum:g}, but no rating below {self.floor:g}" if rating + plain_sum < self.floor else ""

    def session_key(self) -> Sequence[KeyWords]:
        """The floor, and the double game."""
        return [
            KeyWords("In a double game {share} of a loss counts.", {"share": f"{self.double_share:g}"}),
            KeyWords("No rating falls below {floor}.", {"floor": f"{self.floor:g}"}),
        ]

    def open_ledger(self, players: Sequence[Player]) -> Ledger:
        """Everybody begins at the start rating, or at the new player's, and not below the floor."""
        ledger = Ledger.at_start(players, self.new_rating)
        ledger.rating = list(map(self.limited, ledger.rating))
        return ledger

    @cached_property
    def _changes(self) -> ChangesBySpread:
        return ChangesBySpread(
            self._change,
            lambda diff: (sign(diff), self.points.band(abs(diff)), abs(diff) // self.tie_step),
            lambda spread: (sign(spread), self.spread_points(spread)),
        )

    def rater(self, ledger: Ledger, games: Games, events: Sequence[Event]) -> RatePeriod:
        """Rates a session, all from the ratings at its start, or game by game where the club has set that."""
        look_up = self._changes
        rules = look_up.rules(games)
        ratings, floor, limited = ledger.rating, self.floor, self.limited

        def rate_together(start: int, stop: int, day: date) -> tuple[list[Number], ...]:
            span = slice(start, stop)
            first, second, double = games.player1[span], games.player2[span], games.double[span]
            rating1, rating2 = [ratings[player] for player in first], [ratings[player] for player in second]
            change1 = look_up.changes(rules[span], rating1, rating2)
            change2 = list(map(neg, change1))
            if any(double):
                change1 = [self.halved(c) if side == 1 else c for c, side in zip(change1, double)]
                change2 = [self.halved(c) if side == 2 else c for c, side in zip(change2, double)]
            sums = close_session(ledger, first, second, change1, change2, day)
            for player, change in sums.items():
                rating = ratings[player] + change
                ratings[player] = rating if rating >= floor else limited(rating)
            return rating1, rating2, change1, change2

        def rate(session: Period) -> tuple[list[Number], ...]:
            start, stop = session.start, session.stop
            if self.rated_together != "game":
                return rate_together(start, stop, session.date)
            one_by_one = [rate_together(game, game + 1, session.date) for game in range(start, stop)]
            return tuple([game[0] for game in column] for column in zip(*one_by_one))

        return rate

    def explain(self, rating1: Number, rating2: Number, score1: Number, score2: Number, double: bool = False) -> str:
        """The change of a game in words: "favourite by 510 wins: 2; spread 75: 1; change 3"."""
        check_played(score1, score2)
        diff, spread = rating1 - rating2, score1 - score2
        result = sign(spread)
        words = f"{standing(diff)} {RESULT_WORDS[result]}: {whole(self.basic_points(diff, result)):g}"
        if result:
            words += f"; spread {abs(spread):g}: {result * self.spread_points(spread):g}"
        change = self._change(diff, spread)
        if double and change < 0:
            words += f"; {change:g} halved in a double game"
        return f"{words}; change {self.change(rating1, rating2, score1, score2, double):g}"


SYSTEM = Montreal()
"""The system with its printed tables."""
