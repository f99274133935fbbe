"""Define the rating system of the Mississauga Scrabble Club.

A winner gains the basic change for the ratings difference and a bonus for the spread, and the loser loses as much. The
changes of a session, all from the ratings at its start, are summed, multiplied by 2 for newcomers and by less than 1
for experts, and rounded once. The scoreboard has the plain sum, and the ratings list the multiplied change. Source: the
club's page "Our rating system" (mississauga.txt).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

from xladdin.cells import MAX_NUMBER, ColumnType, Number
from xladdin.messages import msg
from xladdin.model import RatingState
from xladdin.systems import formulas
from xladdin.systems.adapter import (
    Calculator,
    Values,
    WorkbookAdapter,
    add_least_spreads,
    add_new_ratings,
    add_score_lines,
    compute_points_values,
    games_before_formulas,
)
from xladdin.systems.formulas import (
    GAMES_OR_START,
    RATING_OR_START,
    RULES,
    ArgumentFormulas,
    Cell,
    PrintedRules,
    RuleTerms,
)
from xladdin.systems.points import BONUS, FAVOURITE, TIE, TIMES, UNDERDOG, ChampionshipSystem, PointsSystem
from xladdin.systems.system import CLUB_PLAYERS, YES_OR_NO, BandTable, ScoreSchema, setting, table

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
    log_schema = ScoreSchema()
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
    has_rating_marks = True
    uses_start_games = True
    has_mirrored_changes = True

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
            '"between 1800-1999 ... 0.8", "higher than 2000 ... 0.6"; xladdin\'s choice: exactly 2000 '
            "takes 0.6, both multipliers apply"
        ),
    )
    new_rating: Number = setting(
        1000, msg("New player's rating"), msg("xladdin's choice: the page names none"), least=-MAX_NUMBER
    )
    win_points: Number = setting(2, msg("Championship points for a win"), '"2 points for a win"')
    tie_points: Number = setting(1.5, msg("Championship points for a tie"), '"1.5 points for a tie"')
    loss_points: Number = setting(1, msg("Championship points for a loss"), '"1 point for a loss"')
    bye_points: Number = setting(0, msg("Championship points of a bye"), msg("xladdin's choice"), later=True)
    forfeits_count: str = setting(
        "Yes", msg("Forfeits count"), msg("xladdin's choice: for championship points"), choices=YES_OR_NO, later=True
    )
    forfeit_points: Number = setting(0, msg("Championship points for forfeiting"), msg("xladdin's choice"), later=True)

    @cached_property
    def by_games(self) -> BandTable:
        """The newcomer multiplier as a table by games. Source: "Newcomer Multiplier", 944, 33 games, +28 -> +56."""
        newcomers = ((0, self.newcomer_multiplier),) if self.newcomer_games else ()
        return BandTable((msg("Games from"), TIMES), (*newcomers, (self.newcomer_games, 1)))

    @property
    def by_rating(self) -> BandTable:
        """The multiplier of experts by rating. Source: "Expert Cushion", 1933, +15 -> +12."""
        return self.expert


# The system with its printed tables.
SYSTEM = Mississauga()

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)


def build_basic_change(rules: RuleTerms, diff: str, result: str) -> str:
    """Return the formula of a player's basic change.

    `result` is positive for a win, 0 for a tie, negative for a loss.
    """
    favourite, underdog, tie = (rules.column("basic", heading) for heading in (FAVOURITE, UNDERDOG, TIE))
    won = formulas.band(rules, "basic", f"ABS({diff})", f"IF({diff}*{result}<0,{underdog},{favourite})")
    tied = formulas.band(rules, "basic", f"ABS({diff})", tie)
    return f"IF({result}=0,-SIGN({diff})*{tied},SIGN({result})*{won})"


def spread_bonus(rules: RuleTerms, spread: str, diff: str) -> str:
    """Return the formula of the winner's spread bonus."""
    bonus = formulas.band(rules, "spread", f"ABS({spread})", rules.column("spread", "Bonus"))
    return f"(ABS({diff})<={rules.setting('spread_limit')})*{bonus}"


def build_session_change(rules: RuleTerms, rating: str, games: str, change: str) -> str:
    """Return the formula of the list's change for `change`, the sum of a session's changes."""
    newcomer = f"IF({games}<{rules.setting('newcomer_games')},{rules.setting('newcomer_multiplier')},1)"
    expert = formulas.band(rules, "expert", rating, rules.column("expert", "Multiplier"))
    return formulas.rounded(f"{change}*{newcomer}*{expert}")


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    change_cell = cell(SCHEMA.change1)
    return {
        SCHEMA.change1: formulas.blank_if(
            formulas.unplayed_condition(cell, SCHEMA), "game_basic_change+SIGN(game_spread)*game_spread_bonus"
        ),
        SCHEMA.change2: formulas.blank_if(formulas.blank_condition(change_cell), f"-{change_cell}"),
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    diff = cell(SCHEMA.difference)
    return {
        "game_spread": f"{cell(SCHEMA.score1)}-{cell(SCHEMA.score2)}",
        "game_basic_change": build_basic_change(RULES, diff, "game_spread"),
        "game_spread_bonus": spread_bonus(RULES, "game_spread", diff),
    }


def build_needed_spread(rules: RuleTerms, diff: str) -> str:
    """Return the formula of the least spread with which the player gains (negative: a defeat), or the word for none."""
    starts, bonus = rules.column("spread"), rules.column("spread", "Bonus")
    spread_counts = f"(ABS({diff})<={rules.setting('spread_limit')})"
    won, tied, lost = (build_basic_change(rules, diff, result) for result in ("1", "0", "-1"))
    win = formulas.least_satisfying(starts, f"({won})+{spread_counts}*{bonus}>0")
    defeat = formulas.least_satisfying(starts, f"({lost})-{spread_counts}*{bonus}<=0")
    return formulas.least_spread(win, tied, defeat)


def _game_change(rules: RuleTerms, diff: str, spread: str) -> str:
    return f"{build_basic_change(rules, diff, spread)}+SIGN({spread})*{spread_bonus(rules, spread, diff)}"


def _change(args: ArgumentFormulas) -> str:
    change = _game_change(PRINTED, "_xlpm.diff", "_xlpm.spread")
    return formulas.if_played(
        args, formulas.let(change, diff=f"{args['r1']}-{args['r2']}", spread=f"{args['s1']}-{args['s2']}")
    )


def _points(args: ArgumentFormulas) -> str:
    settings = {"wins": "win_points", "losses": "loss_points", "ties": "tie_points"}
    return "+".join(f"{args[count]}*{PRINTED.setting(points)}" for count, points in settings.items())


# The source's example of a game.
RATINGS, SCORES = (1234, 1007), (416, 303)


def _build_example(system: Mississauga) -> Values:
    values, changes = compute_points_values(system, RATINGS, SCORES, msg("Basic change"), msg("Spread bonus"))
    games = system.newcomer_games
    multiplied = [system.compute_session_change(rating, games, change) for rating, change in zip(RATINGS, changes)]
    return values | {
        msg("Games"): (games, games),
        msg("Change of the game"): changes,
        msg("What the list takes"): multiplied,
        msg("New rating"): [rating + change for rating, change in zip(RATINGS, multiplied)],
    }


def _fill_calculator(calculator: Calculator) -> None:
    names, ratings = calculator.add_players(RATINGS)
    typed_games = calculator.add_inputs(
        msg("Games before the session"),
        ColumnType.COUNT,
        ("", ""),
        msg("Blank: from the list; a guest is not a newcomer"),
    )
    _, rating, diff, spread = add_score_lines(calculator, SCORES, ratings)
    games = calculator.add_formulas(
        msg("Games"), ColumnType.COUNT, games_before_formulas(names, typed_games, RULES.setting("newcomer_games"))
    )
    lines = list(zip(diff, spread))
    basic = calculator.add_formulas(
        msg("Basic change"),
        ColumnType.CHANGE,
        [formulas.if_numbers((d, s), build_basic_change(RULES, d, s)) for d, s in lines],
    )
    bonus = calculator.add_formulas(
        msg("Spread bonus"),
        ColumnType.CHANGE,
        [formulas.if_numbers((d, s), f"SIGN({s})*{spread_bonus(RULES, s, d)}") for d, s in lines],
        msg("The winner takes it from the loser"),
    )
    change = calculator.add_formulas(
        msg("Change of the game"),
        ColumnType.CHANGE,
        [formulas.if_numbers(pair, "+".join(pair)) for pair in zip(basic, bonus)],
        result=True,
    )
    multiplied = [
        formulas.if_numbers((r, c), build_session_change(RULES, r, g, c)) for r, g, c in zip(rating, games, change)
    ]
    list_change = calculator.add_formulas(
        msg("What the list takes"),
        ColumnType.CHANGE,
        multiplied,
        msg("If it were the session's only game: newcomers double, experts less"),
    )
    add_new_ratings(calculator, rating, list_change)
    add_least_spreads(calculator, diff, partial(build_needed_spread, RULES))


ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=CLUB_PLAYERS,
    list_ratings=RATING_OR_START,
    list_games=GAMES_OR_START,
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={
        "MISSBASIC": lambda args: build_basic_change(PRINTED, args["diff"], args["result"]),
        "MISSSPREAD": lambda args: spread_bonus(PRINTED, args["spread"], args["diff"]),
        "MISSCHANGE": _change,
        "MISSSESSION": lambda args: build_session_change(PRINTED, args["rating"], args["games"], args["change"]),
        "MISSPOINTS": _points,
    },
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Standings", "Scoreboard"),
)
