"""A club's own table. It is of the same family as Mississauga and Montreal, and all of it is on the sheet Rules."""

from __future__ import annotations

from dataclasses import dataclass

from xladdin.cells.numbers import LARGEST_NUMBER, Number
from xladdin.errors import OutOfRangeError
from xladdin.messages import msg
from xladdin.model import RatingState
from xladdin.systems.mississauga import SYSTEM as MISSISSAUGA
from xladdin.systems.montreal import SYSTEM as MONTREAL
from xladdin.systems.points import NO_LIMIT, ChampionshipSystem, PointsSystem
from xladdin.systems.sessions import GAME, SESSION, TOGETHER
from xladdin.systems.system import YES_OR_NO, BandTable, setting, table

OWN = msg("The club's own")


@dataclass(frozen=True)
class Bands(ChampionshipSystem[RatingState], PointsSystem):
    """A club's own rule. Ratings and changes are in rating points, scores and spread in points of the game."""

    key = "bands"
    title = "Our Own Table"
    source = "The club's own rules"
    change_function = ""
    log_schema = MONTREAL.log_schema
    has_list_marks = True
    start_games_count = True
    author = ""
    presets = MISSISSAUGA.key, MONTREAL.key

    began_as: str = setting(
        presets[0], msg("Began as (do not change)"), msg("The rules under As printed are this club's"), choices=presets
    )
    words: str = setting("", msg("The rules in the club's own words"), msg("The club's own: on the page How it works"))
    basic: BandTable = table(
        MISSISSAUGA.basic, msg("Points by ratings difference"), msg("The club's own: rows may be added below")
    )
    tie_step: Number = setting(0, msg("In a tie, a point for each difference of"), msg("0: the column of the table"))
    spread: BandTable = table(MISSISSAUGA.spread, msg("Points for spread"), OWN)
    spread_limit: int = setting(
        MISSISSAUGA.spread_limit, msg("Spread counts up to a difference of"), msg("The club's own; 999999: always")
    )
    by_games: BandTable = table(
        MISSISSAUGA.by_games,
        msg("Changes of a session, by games played before it"),
        msg("The club's own; 1: as they are"),
    )
    by_rating: BandTable = table(MISSISSAUGA.expert, msg("Changes of a session, by rating before it"), OWN)
    double_share: Number = setting(
        1, msg("Share of a loss in a double game"), msg("The club's own; 1: the whole loss"), most=1
    )
    rounding: str = setting(
        SESSION,
        msg("Rounded: each session or each game"),
        msg("The club's own: halves away from zero"),
        choices=TOGETHER,
    )
    rated_together: str = setting(SESSION, msg("Rated together: session or game"), OWN, choices=TOGETHER)
    floor: Number = setting(
        -NO_LIMIT, msg("No rating below"), msg("The club's own; -999999: no floor"), least=-LARGEST_NUMBER
    )
    new_rating: Number = setting(MISSISSAUGA.new_rating, msg("New player's rating"), OWN, least=-LARGEST_NUMBER)
    win_points: Number = setting(MISSISSAUGA.win_points, msg("Championship points for a win"), OWN)
    tie_points: Number = setting(MISSISSAUGA.tie_points, msg("Championship points for a tie"), OWN)
    loss_points: Number = setting(MISSISSAUGA.loss_points, msg("Championship points for a loss"), OWN)
    bye_points: Number = setting(0, msg("Championship points of a bye"), OWN)
    forfeits_count: str = setting(
        "Yes", msg("Forfeits count"), msg("The club's own: for championship points"), choices=YES_OR_NO
    )
    forfeit_points: Number = setting(0, msg("Championship points for forfeiting"), OWN, later=True)
    spare_rows = 6

    @property
    def source_text(self) -> tuple[str, ...]:  # type: ignore[override]  # of a club, not of the system
        """The club's own words, from the sheet Rules."""
        return (self.words,) if self.words else ()

    @property
    def explained_as(self) -> str:
        """The function of Montreal, since a club may have double games."""
        return MONTREAL.change_function

    def like(self, preset: str) -> Bands:
        """Return the system with the rules of the club of that key."""
        if preset and preset not in self.presets:
            raise OutOfRangeError(
                msg("like {preset}: must be {presets}", preset=preset, presets=" or ".join(self.presets))
            )
        return PRESETS[preset] if preset else self

    @property
    def printed(self) -> Bands:
        """The system with the rules that the club began with."""
        return PRESETS[self.began_as]


SYSTEM = Bands()
"""The system with the rules of Mississauga, which took its own from Montreal's."""
PRESETS = {
    "mississauga": SYSTEM,
    "montreal": Bands(
        began_as="montreal",
        basic=BandTable(
            MISSISSAUGA.basic.columns,
            tuple((*row, int(row[0] // MONTREAL.tie_step)) for row in MONTREAL.points.rows),
            MONTREAL.points.remarks,
        ),
        tie_step=MONTREAL.tie_step,
        spread=BandTable(
            MISSISSAUGA.spread.columns,
            tuple((points * MONTREAL.spread_step, points) for points in range(MONTREAL.spread_maximum + 1)),
        ),
        spread_limit=NO_LIMIT,
        by_games=BandTable(MISSISSAUGA.by_games.columns, ((0, 1),)),
        by_rating=BandTable(MISSISSAUGA.expert.columns, ((0, 1),)),
        double_share=MONTREAL.double_share,
        rounding=GAME,
        floor=MONTREAL.floor,
        new_rating=MONTREAL.new_rating,
    ),
}
"""The rules that a club may begin with, by the key of the club that they are from."""
