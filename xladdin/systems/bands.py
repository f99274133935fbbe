"""A rating system whose whole rule a club sets on its sheet Rules, in the family of Mississauga and Montreal."""

from __future__ import annotations

from dataclasses import dataclass

from xladdin.cells import MAX_NUMBER, ColumnType, Number
from xladdin.errors import OutOfRangeError
from xladdin.messages import list_values, msg
from xladdin.model import RatingState
from xladdin.systems import formulas
from xladdin.systems.adapter import (
    Calculator,
    Values,
    WorkbookAdapter,
    add_least_spreads,
    add_score_lines,
    compute_points_values,
    games_before_formulas,
)
from xladdin.systems.formulas import GAMES_OR_START, RULES, Cell
from xladdin.systems.mississauga import SYSTEM as MISSISSAUGA
from xladdin.systems.mississauga import build_basic_change, spread_bonus
from xladdin.systems.montreal import ADAPTER as MONTREAL_ADAPTER
from xladdin.systems.montreal import SYSTEM as MONTREAL
from xladdin.systems.montreal import build_limited_rating
from xladdin.systems.points import BONUS, NO_LIMIT, TIMES, ChampionshipSystem, PointsSystem
from xladdin.systems.sessions import GAME, SESSION, SESSION_OR_GAME
from xladdin.systems.system import CLUB_PLAYERS, YES_OR_NO, BandTable, setting, table

CLUBS_OWN = msg("The club's own")


@dataclass(frozen=True)
class Bands(ChampionshipSystem[RatingState], PointsSystem):
    """The rule that a club sets. Ratings and changes are in rating points, scores and spread in points of the game."""

    key = "bands"
    title = "Our Own Table"
    source = "The club's own rules"
    change_function = ""
    log_schema = MONTREAL.log_schema
    has_rating_marks = True
    uses_start_games = True
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
    spread: BandTable = table(MISSISSAUGA.spread, msg("Points for spread"), CLUBS_OWN)
    spread_limit: int = setting(
        MISSISSAUGA.spread_limit, msg("Spread counts up to a difference of"), msg("The club's own; 999999: always")
    )
    by_games: BandTable = table(
        MISSISSAUGA.by_games,
        msg("Changes of a session, by games played before it"),
        msg("The club's own; 1: as they are"),
    )
    by_rating: BandTable = table(MISSISSAUGA.expert, msg("Changes of a session, by rating before it"), CLUBS_OWN)
    double_share: Number = setting(
        1, msg("Share of a loss in a double game"), msg("The club's own; 1: the whole loss"), most=1
    )
    rounding: str = setting(
        SESSION,
        msg("Rounded: each session or each game"),
        msg("The club's own: halves away from zero"),
        choices=SESSION_OR_GAME,
    )
    rated_together: str = setting(SESSION, msg("Rated together: session or game"), CLUBS_OWN, choices=SESSION_OR_GAME)
    floor: Number = setting(
        -NO_LIMIT, msg("No rating below"), msg("The club's own; -999999: no floor"), least=-MAX_NUMBER
    )
    new_rating: Number = setting(MISSISSAUGA.new_rating, msg("New player's rating"), CLUBS_OWN, least=-MAX_NUMBER)
    win_points: Number = setting(MISSISSAUGA.win_points, msg("Championship points for a win"), CLUBS_OWN)
    tie_points: Number = setting(MISSISSAUGA.tie_points, msg("Championship points for a tie"), CLUBS_OWN)
    loss_points: Number = setting(MISSISSAUGA.loss_points, msg("Championship points for a loss"), CLUBS_OWN)
    bye_points: Number = setting(0, msg("Championship points of a bye"), CLUBS_OWN)
    forfeits_count: str = setting(
        "Yes", msg("Forfeits count"), msg("The club's own: for championship points"), choices=YES_OR_NO
    )
    forfeit_points: Number = setting(0, msg("Championship points for forfeiting"), CLUBS_OWN, later=True)
    spare_rows = 6

    @property
    def source_text(self) -> tuple[str, ...]:  # type: ignore[override]  # of a club, not of the system
        """The description of the rules that the club typed on the sheet Rules."""
        return (self.words,) if self.words else ()

    @property
    def explain_function(self) -> str:
        """The function of Montreal, whose arguments include double games, which a club may have."""
        return MONTREAL.change_function

    def with_preset(self, preset: str) -> Bands:
        """Return the system with the rules of another club, given its key. Raises OutOfRangeError for others."""
        if preset and preset not in self.presets:
            raise OutOfRangeError(
                msg(
                    "--like {preset}: must be {presets}",
                    preset=preset,
                    presets=list_values([*self.presets], alternative=True),
                )
            )
        return PRESETS[preset] if preset else self

    @property
    def printed_rules(self) -> Bands:
        """The system with the rules that the club started with."""
        return PRESETS[self.began_as]


# The system with the rules of Mississauga, which are the default.
SYSTEM = Bands()
# The rules that a club may start with, by the key of the club that they come from.
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

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema
# An example of a game.
RATINGS, SCORES = (1234, 1007), (416, 303)
# The formula for the games of a guest, who is not on the list, and is rated as an old member.
GUEST_GAMES = f"MAX({RULES.column('by_games')})"


def build_basic_points(diff: str, result: str) -> str:
    """Return the formula of a player's points before spread.

    `result` is positive for a win, 0 for a tie, negative for a loss.
    """
    step = RULES.setting("tie_step")
    tied = f"-SIGN({diff})*INT(ABS({diff})/{step})"
    return f"IF(AND({result}=0,{step}>0),{tied},{build_basic_change(RULES, diff, result)})"


def rounded_game(points: str) -> str:
    """Return the formula of a game's change, which rounds it if the club rounds each game."""
    return f'ROUND(ROUND({points},9),IF({RULES.setting("rounding")}="{GAME}",0,9))'


def build_counted_change(points: str, plays_two: str) -> str:
    """Return the formula of a game's change, with the share of a loss for a player who plays two opponents at once."""
    return rounded_game(f"{points}*IF(AND({points}<0,{plays_two}),{RULES.setting('double_share')},1)")


def build_session_change(rating: str, games: str, change: str) -> str:
    """Return the formula of the list's change for `change`, the sum of a session's changes."""
    by_games = formulas.band(RULES, "by_games", games, RULES.column("by_games", TIMES))
    by_rating = formulas.band(RULES, "by_rating", rating, RULES.column("by_rating", TIMES))
    return formulas.rounded(f"{change}*{by_games}*{by_rating}")


def build_new_rating_formula(rating: str, games: str, change: str) -> str:
    """Return the formula of the rating after a session."""
    return build_limited_rating(RULES, f"{rating}+{build_session_change(rating, games, change)}")


def build_needed_spread(diff: str) -> str:
    """Return the formula of the least spread with which the player gains (negative: a defeat), or the word for none."""
    starts, bonus = RULES.column("spread"), RULES.column("spread", BONUS)
    least = f"{starts}*({starts}>MIN({starts}))"  # the first row applies from a spread of 1, whatever its start
    spread_counts = f"(ABS({diff})<={RULES.setting('spread_limit')})"
    won, tied, lost = (build_basic_points(diff, result) for result in ("1", "0", "-1"))
    win = formulas.least_satisfying(least, f"ISNUMBER({starts})*({rounded_game(f'({won})+{spread_counts}*{bonus}')}>0)")
    defeat = formulas.least_satisfying(
        least, f"ISNUMBER({starts})*({rounded_game(f'({lost})-{spread_counts}*{bonus}')}<=0)"
    )
    return formulas.least_spread(win, rounded_game(tied), defeat)


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    def change(points: str, plays_two: str) -> str:
        return formulas.blank_if(formulas.unplayed_condition(cell, SCHEMA), build_counted_change(points, plays_two))

    return {
        SCHEMA.change1: change("game_points", "game_double_1"),
        SCHEMA.change2: change("-game_points", "game_double_2"),
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    diff = cell(SCHEMA.difference)
    return {
        "game_spread": f"{cell(SCHEMA.score1)}-{cell(SCHEMA.score2)}",
        "game_basic_points": build_basic_points(diff, "game_spread"),
        "game_spread_points": spread_bonus(RULES, "game_spread", diff),
        "game_points": "game_basic_points+SIGN(game_spread)*game_spread_points",
        **formulas.double_names(cell, SCHEMA),
    }


def _build_example(system: Bands) -> Values:
    values, changes = compute_points_values(system, RATINGS, SCORES, msg("Points by the table"), msg("Spread points"))
    games = system.by_games.starts[-1]
    list_changes = [system.compute_session_change(rating, games, change) for rating, change in zip(RATINGS, changes)]
    return values | {
        msg("Games"): (games, games),
        msg("Change of the game"): changes,
        msg("What the list takes"): list_changes,
        msg("New rating"): [system.apply_floor(rating + change) for rating, change in zip(RATINGS, list_changes)],
    }


def _fill_calculator(calculator: Calculator) -> None:
    names, ratings = calculator.add_players(RATINGS)
    typed_games = calculator.add_inputs(
        msg("Games before the session"),
        ColumnType.COUNT,
        ("", ""),
        msg("Blank: from the list; a guest is not a newcomer"),
    )
    double = calculator.add_inputs(
        msg("Plays two at once"), ColumnType.YES, ("", ""), msg("Yes: only the share of a loss set on Rules counts")
    )
    _, rating, diff, spread = add_score_lines(calculator, SCORES, ratings)
    games = calculator.add_formulas(
        msg("Games"), ColumnType.COUNT, games_before_formulas(names, typed_games, GUEST_GAMES)
    )
    lines = list(zip(diff, spread))
    basic = calculator.add_formulas(
        msg("Points by the table"),
        ColumnType.CHANGE,
        [formulas.if_numbers((d, s), build_basic_points(d, s)) for d, s in lines],
    )
    points = calculator.add_formulas(
        msg("Spread points"),
        ColumnType.CHANGE,
        [formulas.if_numbers((d, s), f"SIGN({s})*{spread_bonus(RULES, s, d)}") for d, s in lines],
        msg("The winner takes them from the loser"),
    )
    changes = [
        formulas.if_numbers((b, p), build_counted_change(f"({b}+{p})", formulas.yes_condition(two)))
        for b, p, two in zip(basic, points, double)
    ]
    change = calculator.add_formulas(msg("Change of the game"), ColumnType.CHANGE, changes, result=True)
    list_changes = [
        formulas.if_numbers((r, c), build_session_change(r, g, c)) for r, g, c in zip(rating, games, change)
    ]
    calculator.add_formulas(
        msg("What the list takes"),
        ColumnType.CHANGE,
        list_changes,
        msg("If it were the session's only game: by games and by rating"),
    )
    new = [formulas.if_numbers((r, c), build_new_rating_formula(r, g, c)) for r, g, c in zip(rating, games, change)]
    calculator.add_formulas(msg("New rating"), ColumnType.RATING, new, msg("Never below the floor"), result=True)
    add_least_spreads(calculator, diff, build_needed_spread)


ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=CLUB_PLAYERS,
    list_ratings=MONTREAL_ADAPTER.list_ratings,
    list_games=GAMES_OR_START,
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={},
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Standings", "Scoreboard"),
)
