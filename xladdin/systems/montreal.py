"""Montreal Scrabble Club, a system designed by Stephen Fisher.

A winner takes the points of one table by hundreds of the ratings difference, and a point for each full 50 of spread, at
most 4. The loser pays them. A strong favourite pays for a narrow win. In a tie the lower rated player takes the
hundreds of the difference. A player who plays two opponents at once loses half. No rating falls below 1000. Source: the
club's page "Our rating system" (montreal.txt).
"""

from dataclasses import dataclass

from xladdin.cells.numbers import LARGEST_NUMBER, Number, rounded
from xladdin.messages import msg
from xladdin.systems.log_schemas import SCORES
from xladdin.systems.points import FAVOURITE, UNDERDOG, PointsSystem
from xladdin.systems.sessions import SESSION, TOGETHER
from xladdin.systems.system import BandTable, setting, table

# The page's own table did not survive. Its prose fixes the underdog's column whole ("an extra point if you're behind
# by 400 to 499 ... up to a maximum of 6") and the favourite's first row. The remarks say what fixes the others.
POINTS = BandTable(
    (msg("Ratings difference from"), FAVOURITE, UNDERDOG),
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
        msg('Prose: "a basic 10 points"'),
        msg('Prose: "docked 2 points or more"'),
        msg("Favourite: no example, the sister club's table"),
        msg("Favourite: no example, the sister club's table"),
        msg("Favourite: no example, the sister club's table"),
        msg("Example: 510 -> 2, -510 -> 12"),
        msg("Favourite: no example, the sister club's table"),
        msg("Favourite: no example, the sister club's table; example: -790 -> 14"),
        msg('Favourite: no example; prose: "more than 800 points ... actually lose points"'),
        msg("Example: 1300 -> -2"),
    ),
)


@dataclass(frozen=True)
class Montreal(PointsSystem):
    """The Montreal system. Ratings and changes are in rating points, scores and spread in Scrabble points."""

    key = "montreal"
    title = "Montreal Scrabble Club"
    source = "montreal.txt"
    change_function = "MTLCHANGE"
    source_text = (
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
    log_schema = SCORES._replace(double="Double")

    points: BandTable = table(POINTS, msg("Points by ratings difference"), '"a single combined table"')
    spread_step: Number = setting(50, msg("Spread for one point"), '"each 50 points you beat someone by"', least=1)
    spread_maximum: int = setting(4, msg("Spread points at most"), '"to a maximum of four"')
    tie_step: Number = setting(100, msg("Difference for one point in a tie"), '"the hundreds column"', least=1)
    double_share: Number = setting(0.5, msg("Share of a loss in a double game"), '"the amount is halved"', most=1)
    floor: Number = setting(
        1000, msg("No rating below"), '"No-one\'s rating is allowed to fall below 1000"', least=-LARGEST_NUMBER
    )
    new_rating: Number = setting(1000, msg("New player's rating"), msg("Ours: the floor"), least=-LARGEST_NUMBER)
    rated_together: str = setting(
        SESSION, msg("Rated together: session or game"), msg("Ours: the page does not say"), choices=TOGETHER
    )

    @property
    def basic(self) -> BandTable:
        """The table. Source: examples, 510 -> 2, -790 -> 14, 1300 -> -2, 510 in a tie -> -5."""
        return self.points

    def spread_points(self, spread: Number, diff: Number = 0) -> Number:
        """Return the spread points of the winner, 0-4, for any ratings difference. Source: examples, 75 -> 1."""
        return min(int(abs(spread) // self.spread_step), self.spread_maximum)

    def taken(self, change: Number, double: bool = False) -> Number:
        """Return the loss of a double game is halved and rounded. A gain stays whole.

        Source: examples, 2500 beats 1200 by 10 in a double game -> -1.
        """
        return rounded(change * self.double_share) if double and change < 0 else change

    def multiplied(self, plain_sum: Number, times: Number) -> Number:
        """Return the sum as it is, since the page knows no multipliers."""
        return plain_sum


SYSTEM = Montreal()
"""The system with its printed tables."""
