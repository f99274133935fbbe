"""Mississauga Scrabble Club.

A winner takes the basic change of the ratings difference and a bonus for the spread, and the loser pays it. The changes
of a session, all from the ratings at its start, are summed, doubled for newcomers, cushioned for experts, and rounded
once. The scoreboard shows the plain sum, the ratings list the multiplied change. Source: the club's page "Our rating
system" (mississauga.txt).
"""

from dataclasses import dataclass
from functools import cached_property

from xladdin.cells.numbers import LARGEST_NUMBER, Number
from xladdin.messages import msg
from xladdin.model import RatingState
from xladdin.systems.points import BONUS, FAVOURITE, TIE, TIMES, UNDERDOG, ChampionshipSystem, PointsSystem
from xladdin.systems.system import YES_OR_NO, BandTable, setting, table

BASIC_CHANGE = BandTable(
    (msg("Ratings difference from"), FAVOURITE, UNDERDOG, TIE),
    (
        (0, 10, 10, 0),
        (100, 8, 11, 1),
        (200, 6, 12, 2),
        (300, 4, 13, 3),
        (400, 3, 14, 4),
        (500, 2, 15, 5),
        (600, 1, 16, 6),
        (700, 0, 17, 7),
    ),
)
SPREAD_BONUS = BandTable((msg("Spread from"), BONUS), ((0, 0), (50, 1), (100, 2), (150, 3), (200, 4), (250, 5)))
EXPERT_CUSHION = BandTable((msg("Rating from"), TIMES), ((0, 1), (1800, 0.8), (2000, 0.6)))


@dataclass(frozen=True)
class Mississauga(ChampionshipSystem[RatingState], PointsSystem):
    """The Mississauga system. Ratings and changes are in rating points, scores and spread in Scrabble points."""

    key = "mississauga"
    title = "Mississauga Scrabble Club"
    source = "mississauga.txt"
    change_function = "MISSCHANGE"
    source_text = (
        "Rating changes are determined by several factors: the ratings of the two players before the match, the "
        "spread, the result, as well as newcomer or expert multipliers if applicable.",
        "If the Favourite (i.e. the higher rated player) wins the match, then the winner will gain as many rating "
        "points as shown in the second column, and the loser will lose that many points. […] If the Underdog (i.e. the "
        "lower rated player) wins the match, then the winner will gain as many rating points as shown in the third "
        "column, and the loser will lose that many points. […] In the event of a tie game, the lower rated player will "
        "gain as many rating points as indicated in the fourth column and the higher rated player will lose that many "
        "rating points.",
        "In addition to the Basic Change, the winner of the match also gains bonus points for the spread (i.e. the "
        "point difference in the score) of the game as shown in the following table and the loser loses that many "
        "points […] The spread bonus does NOT apply when the two players are more than 400 rating points apart.",
        "A new player who has played fewer than 50 games at the club will see their overall rating change doubled. "
        "After the 50th game, their rating change will no longer be doubled.",
        "An expert is a player with a club rating over 1800. An expert rated between 1800-1999 will see their overall "
        "rating change reduced by a fractional multiplier of 0.8. An expert rated higher than 2000 will see their "
        "overall rating change reduced by a fractional multiplier of 0.6.",
        "Players are awarded 2 points for a win, 1 point for a loss and 1.5 points for a tie. At the end of the "
        "season, our Club Champion will be crowned!",
    )
    has_list_marks = True
    start_games_count = True
    changes_mirror = True

    basic: BandTable = table(BASIC_CHANGE, msg("Basic change"), msg('Table under "Basic Change"'))
    spread: BandTable = table(SPREAD_BONUS, msg("Spread bonus"), msg('Table under "Spread Bonus"'))
    spread_limit: int = setting(
        400,
        msg("Spread bonus up to a difference of"),
        '"does NOT apply when ... more than 400 rating points apart"',
    )
    newcomer_games: int = setting(
        50, msg("Newcomer below games"), msg('"fewer than 50 games at the club"; games before the session')
    )
    newcomer_multiplier: Number = setting(2, msg("Newcomer multiplier"), '"overall rating change doubled"', most=100)
    expert: BandTable = table(
        EXPERT_CUSHION,
        msg("Expert cushion"),
        msg(
            '"between 1800-1999 ... 0.8", "higher than 2000 ... 0.6"; ours: exactly 2000 takes 0.6, '
            "both multipliers apply"
        ),
    )
    new_rating: Number = setting(
        1000, msg("New player's rating"), msg("Ours: the page names none"), least=-LARGEST_NUMBER
    )
    win_points: Number = setting(2, msg("Championship points for a win"), '"2 points for a win"')
    tie_points: Number = setting(1.5, msg("Championship points for a tie"), '"1.5 points for a tie"')
    loss_points: Number = setting(1, msg("Championship points for a loss"), '"1 point for a loss"')
    bye_points: Number = setting(0, msg("Championship points of a bye"), msg("Ours"), later=True)
    forfeits_count: str = setting(
        "Yes", msg("Forfeits count"), msg("Ours: for championship points"), choices=YES_OR_NO, later=True
    )
    forfeit_points: Number = setting(0, msg("Championship points for forfeiting"), msg("Ours"), later=True)

    @cached_property
    def by_games(self) -> BandTable:
        """The newcomer's multiplier as a table. Source: "Newcomer Multiplier", 944, 33 games, +28 -> +56."""
        newcomers = ((0, self.newcomer_multiplier),) if self.newcomer_games else ()
        return BandTable((msg("Games from"), TIMES), (*newcomers, (self.newcomer_games, 1)))

    @property
    def by_rating(self) -> BandTable:
        """The cushion. Source: "Expert Cushion", 1933, +15 -> +12."""
        return self.expert


SYSTEM = Mississauga()
"""The system with its printed tables."""
