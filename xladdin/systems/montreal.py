"""Define the rating system of the Montreal Scrabble Club, designed by Stephen Fisher.

A winner gains points from a table by hundreds of the ratings difference, and a point for each full 50 of spread, at
most 4. The loser loses as many. A strong favourite loses points by a narrow win. In a tie the lower rated player gains
the hundreds of the difference. A player who plays two opponents at once loses only half. No rating falls below 1000.
Source: the club's page "Our rating system" (montreal.txt).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from xladdin.cells import MAX_NUMBER, ColumnType, Number, round_half_up
from xladdin.messages import msg
from xladdin.systems import formulas
from xladdin.systems.adapter import (
    Calculator,
    Values,
    WorkbookAdapter,
    add_least_spreads,
    add_score_lines,
    compute_points_values,
)
from xladdin.systems.formulas import RULES, UNREACHABLE_SPREAD, ArgumentFormulas, Cell, PrintedRules, RuleTerms
from xladdin.systems.points import FAVOURITE, UNDERDOG, PointsSystem
from xladdin.systems.sessions import SESSION, SESSION_OR_GAME
from xladdin.systems.system import CLUB_PLAYERS, BandTable, ScoreSchema, setting, table

# The table of the page is lost. Its prose determines the whole column of the underdog ("an extra point if you're behind
# by 400 to 499 ... up to a maximum of 6") and the first row of the favourite. The remarks state the source of each row.
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
    log_schema = ScoreSchema(double="Double")

    points: BandTable = table(POINTS, msg("Points by ratings difference"), '"a single combined table"')
    spread_step: Number = setting(50, msg("Spread for one point"), '"each 50 points you beat someone by"', least=1)
    spread_maximum: int = setting(4, msg("Spread points at most"), '"to a maximum of four"')
    tie_step: Number = setting(100, msg("Difference for one point in a tie"), '"the hundreds column"', least=1)
    double_share: Number = setting(0.5, msg("Share of a loss in a double game"), '"the amount is halved"', most=1)
    floor: Number = setting(
        1000, msg("No rating below"), '"No-one\'s rating is allowed to fall below 1000"', least=-MAX_NUMBER
    )
    new_rating: Number = setting(
        1000, msg("New player's rating"), msg("xladdin's choice: the floor"), least=-MAX_NUMBER
    )
    rated_together: str = setting(
        SESSION,
        msg("Rated together: session or game"),
        msg("xladdin's choice: the page does not say"),
        choices=SESSION_OR_GAME,
    )

    @property
    def basic(self) -> BandTable:
        """The table of points. Source: examples, 510 -> 2, -790 -> 14, 1300 -> -2, 510 in a tie -> -5."""
        return self.points

    @property
    def counts_spread(self) -> bool:
        """Whether spread is worth points."""
        return self.spread_maximum > 0

    def spread_points(self, spread: Number, diff: Number = 0) -> Number:
        """Return the winner's spread points, 0-4, which do not depend on `diff`. Source: examples, 75 -> 1."""
        return min(int(abs(spread) // self.spread_step), self.spread_maximum)

    def compute_counted_change(self, change: Number, double: bool) -> Number:
        """Return the change of a game, of which a loss is halved and rounded in a double game.

        Source: examples, 2500 beats 1200 by 10 in a double game -> -1.
        """
        return round_half_up(change * self.double_share) if double and change < 0 else change

    def multiply_change(self, plain_sum: Number, times: Number) -> Number:
        """Return the sum unchanged, since the club has no multipliers."""
        return plain_sum


# The system with its printed tables.
SYSTEM = Montreal()

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)


def build_basic_points(rules: RuleTerms, diff: str, result: str) -> str:
    """Return the formula of a player's points from the table.

    `result` is positive for a win, 0 for a tie, negative for a loss.
    """
    favourite, underdog = (rules.column("points", heading) for heading in (FAVOURITE, UNDERDOG))
    won = formulas.band(rules, "points", f"ABS({diff})", f"IF({diff}*{result}<0,{underdog},{favourite})")
    return f"IF({result}=0,-SIGN({diff})*INT(ABS({diff})/{rules.setting('tie_step')}),SIGN({result})*{won})"


def spread_points(rules: RuleTerms, spread: str) -> str:
    """Return the formula of the winner's spread points."""
    return f"MIN(INT(ABS({spread})/{rules.setting('spread_step')}),{rules.setting('spread_maximum')})"


def build_needed_spread(rules: RuleTerms, diff: str) -> str:
    """Return the formula of the least spread with which the player gains (negative: a defeat), or the word for none."""
    step, most = rules.setting("spread_step"), rules.setting("spread_maximum")
    won, tied, lost = (build_basic_points(rules, diff, result) for result in ("1", "0", "-1"))

    def build_least_spread(points: str) -> str:
        """Return the formula of the least spread that is worth a number of points."""
        return f"IF({points}>{most},{UNREACHABLE_SPREAD},MAX(1,ROUNDUP({points}*{step},0)))"

    win = build_least_spread(f"(INT(-({won}))+1)")
    defeat = build_least_spread(f"ROUNDUP({lost},0)")
    return formulas.least_spread(win, tied, defeat)


def _points(rules: RuleTerms, diff: str, spread: str) -> str:
    """Return the formula of player 1's points by a game, before the rule for double games."""
    return f"{build_basic_points(rules, diff, spread)}+SIGN({spread})*{spread_points(rules, spread)}"


def build_reduced_loss(rules: RuleTerms, change: str, plays_two: str) -> str:
    """Return the formula of a change, of which a loss is halved if the condition `plays_two` holds."""
    share = formulas.rounded(f"{change}*{rules.setting('double_share')}")
    return f"IF(AND({change}<0,{plays_two}),{share},{change})"


def build_limited_rating(rules: RuleTerms, rating: str) -> str:
    """Return the formula of a rating, or of the floor if that is higher."""
    return f"MAX({rating},{rules.setting('floor')})"


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    def change(points: str, plays_two: str) -> str:
        return formulas.blank_if(
            formulas.unplayed_condition(cell, SCHEMA), build_reduced_loss(RULES, points, plays_two)
        )

    return {
        SCHEMA.change1: change("game_points", "game_double_1"),
        SCHEMA.change2: change("-game_points", "game_double_2"),
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    return {
        "game_spread": f"{cell(SCHEMA.score1)}-{cell(SCHEMA.score2)}",
        "game_basic_points": build_basic_points(RULES, cell(SCHEMA.difference), "game_spread"),
        "game_spread_points": spread_points(RULES, "game_spread"),
        "game_points": "game_basic_points+SIGN(game_spread)*game_spread_points",
        **formulas.double_names(cell, SCHEMA),
    }


def _change(args: ArgumentFormulas) -> str:
    points = _points(PRINTED, "_xlpm.diff", "_xlpm.spread")
    change = formulas.let(
        build_reduced_loss(PRINTED, "_xlpm.points", args["double"]),
        diff=f"{args['r1']}-{args['r2']}",
        spread=f"{args['s1']}-{args['s2']}",
        points=points,
    )
    return formulas.if_played(args, change)


# The source's example of a game, with any scores of its spread.
RATINGS, SCORES = (1710, 1200), (400, 325)


def _build_example(system: Montreal) -> Values:
    values, changes = compute_points_values(system, RATINGS, SCORES, msg("Points by the table"), msg("Spread points"))
    return values | {
        msg("Change"): changes,
        msg("New rating"): [system.apply_floor(rating + change) for rating, change in zip(RATINGS, changes)],
    }


def _fill_calculator(calculator: Calculator) -> None:
    _, ratings = calculator.add_players(RATINGS)
    double = calculator.add_inputs(
        msg("Plays two at once"), ColumnType.YES, ("", ""), msg("Yes: a loss of points is halved")
    )
    _, rating, diff, spread = add_score_lines(calculator, SCORES, ratings)
    lines = list(zip(diff, spread))
    basic = calculator.add_formulas(
        msg("Points by the table"),
        ColumnType.CHANGE,
        [formulas.if_numbers((d, s), build_basic_points(RULES, d, s)) for d, s in lines],
    )
    points = calculator.add_formulas(
        msg("Spread points"),
        ColumnType.CHANGE,
        [formulas.if_numbers((s,), f"SIGN({s})*{spread_points(RULES, s)}") for s in spread],
        msg("The winner takes them from the loser"),
    )
    changes = [
        formulas.if_numbers((b, p), build_reduced_loss(RULES, f"({b}+{p})", formulas.yes_condition(d)))
        for b, p, d in zip(basic, points, double)
    ]
    change = calculator.add_formulas(msg("Change"), ColumnType.CHANGE, changes, result=True)
    new = [formulas.if_numbers(pair, build_limited_rating(RULES, "+".join(pair))) for pair in zip(rating, change)]
    calculator.add_formulas(msg("New rating"), ColumnType.RATING, new, msg("Never below the floor"), result=True)
    add_least_spreads(calculator, diff, partial(build_needed_spread, RULES))


ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=CLUB_PLAYERS,
    list_ratings=(
        "IF(ISNUMBER(Players[Rating]),Players[Rating],IF(ISNUMBER(Players[Start rating]),"
        "IF(Players[Start rating]<rule_floor,rule_floor,Players[Start rating]),MAX(rule_new_rating,rule_floor)))"
    ),
    list_games="",
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={
        "MTLBASIC": lambda args: build_basic_points(PRINTED, args["diff"], args["result"]),
        "MTLSPREAD": lambda args: spread_points(PRINTED, args["spread"]),
        "MTLCHANGE": _change,
        "MTLRATING": lambda args: build_limited_rating(PRINTED, f"{args['rating']}+{args['change']}"),
    },
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Standings", "Scoreboard"),
)
