"""Define the rating system of the SCA chess camp ladder.

The winner gains 16 points from the loser, less one point for each full 25 by which the winner is rated higher, or plus
one if lower, at most 15. In a draw only these points move, to the lower rated player. Games are rated one by one in
recorded order, with both new ratings from the ratings before the game. The weekly rating starts at that of the group.
The permanent rating is computed from the same games, and continues over the weeks. Source: "SCA Chess Camp Ladder
Rating Algorithm", prose and VBA (sca.txt).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import neg, sub

from xladdin.cells import ColumnType, Memo, Number, sign
from xladdin.messages import Message, msg
from xladdin.model import Absence, Event, Games, Period, Player, RatingState, parse_outcome
from xladdin.systems import formulas
from xladdin.systems.adapter import Calculator, Values, WorkbookAdapter, add_new_ratings, difference_formulas
from xladdin.systems.formulas import RULES, ArgumentFormulas, Cell, PrintedRules, RuleTerms
from xladdin.systems.system import (
    RESULTS,
    GameSystem,
    RatePeriod,
    computed_column,
    describe_result,
    input_column,
    players_table,
    setting,
    with_change,
)


@dataclass(eq=False, repr=False)
class CampState(RatingState):
    """A state with the weekly ratings in `rating`, and the permanent ratings. All lists have one entry per camper.

    Attributes:
        permanent: Permanent ratings, valid where `has_permanent` is set.
        has_permanent: Whether the camper has a permanent rating, which requires a group or a start rating.
        active: Whether the camper is at camp and so has a weekly rating.
        left: Whether the camper has left the camp.
    """

    permanent: list[Number] = field(default_factory=list)
    has_permanent: list[bool] = field(default_factory=list)
    active: list[bool] = field(default_factory=list)
    left: list[bool] = field(default_factory=list)


@dataclass(frozen=True)
class ScaCamp(GameSystem[CampState]):
    """The camp ladder. Ratings and changes are in rating points."""

    key = "sca"
    title = "SCA Chess Camp Ladder"
    period = "game"
    source = "sca.txt"
    change_function = "SCACHANGE"
    source_text = (
        "If the winner's rating is 375 or less more than the loser's rating: Winner's rating changes by: 16 added to "
        "it and also 1/25 of the difference subtracted from it. Loser's rating changes by: 16 subtracted from it and "
        "also 1/25 of the difference added to it.",
        "If the winner's rating is 376 or more greater than the loser's rating: Winner's rating changes by: 1 added to "
        "it. Loser's rating changes by: 1 subtracted from it.",
        "If the winner's rating is 375 or less below the loser's rating: Winner's rating changes by: 16 added to it "
        "and also 1/25 of the difference added to it. […] If the winner's rating is 376 or more below the loser's "
        "rating: Winner's rating changes by: 31 added to it.",
        "If it is a draw: If the higher rated player's rating is 375 or less more than the opponent's rating: Player's "
        "rating changes by: 1/25 of the difference subtracted from it. Opponent's rating changes by: 1/25 of the "
        "difference added to it.",
        "The rating of interest is the Weekly Rating. The Permanent Rating is only used for internal comparison "
        "purposes. It is not the posted rating.",
    )
    has_mirrored_changes = True
    log_schema = RESULTS
    rates_in_recorded_order = True
    has_adjustments = False
    start_column = "Start permanent"
    has_groups = True

    win_points: Number = setting(16, msg("Points for a win"), '"16 added to it"')
    difference_step: Number = setting(
        25, msg("Difference for one point"), msg('"1/25 of the difference"; VBA: Int, truncated'), least=1
    )
    difference_limit: Number = setting(375, msg("Difference counted up to"), '"375 or less"')
    beyond_limit: int = setting(15, msg("Points beyond that difference"), 'VBA: "> 375, 15 * Sgn"')

    def change(self, rating1: Number, rating2: Number, result: object) -> Number:
        """Return the change of player 1 by a game, given the result from player 1's side: 1-0, 0-1, 1/2-1/2, W, L, T.

        Source: "If there is a winner", "If it is a draw", VBA `Int((Abs(..)) / 25) * Sgn(..)`.
        """
        return self._change(rating1 - rating2, parse_outcome(result))

    def compute_difference_points(self, diff: Number) -> int:
        """Return the rating points to subtract from a player's change for the ratings difference, with its sign."""
        if abs(diff) > self.difference_limit:
            return sign(diff) * self.beyond_limit
        return sign(diff) * int(abs(diff) // self.difference_step)

    def _change(self, diff: Number, result: int) -> Number:
        return result * self.win_points - self.compute_difference_points(diff)

    @cached_property
    def _change_by_result(self) -> dict[int, Memo[Number]]:
        def rule(result: int) -> Memo[Number]:
            return Memo(lambda diff: self._change(diff, result))

        return {result: rule(result) for result in (1, 0, -1)}

    def create_initial_state(self, players: Sequence[Player]) -> CampState:
        """Return the state before the log.

        Weekly ratings begin at the group's initial rating, permanent ones at `Start permanent` or the group's.
        """
        initial = [player.initial_rating or 0 for player in players]
        return CampState(
            rating=initial,
            games=[player.start_games for player in players],
            last_played=[None] * len(players),
            entered_rated=[player.active for player in players],
            permanent=[
                group if player.start_rating is None else player.start_rating for player, group in zip(players, initial)
            ],
            has_permanent=[player.start_rating is not None or player.initial_rating is not None for player in players],
            active=[player.active for player in players],
            left=[player.left for player in players],
        )

    def make_period_rater(self, state: CampState, games: Games, events: Sequence[Event]) -> RatePeriod:
        """Return a function that rates the games of a period one by one in the order of the table, as the VBA does."""
        by_result = self._change_by_result
        rules = list(map(by_result.__getitem__, map(sub, games.score1, games.score2)))
        weekly, permanent = state.rating, state.permanent
        game_counts, last_played = state.games, state.last_played

        def rate(period: Period) -> tuple[Sequence[Number], ...]:
            span = slice(period.start, period.stop)
            whites, blacks = games.player1[span], games.player2[span]
            white_ratings, black_ratings, changes = [], [], []
            for white, black, rule in zip(whites, blacks, rules[span]):
                white_rating, black_rating = weekly[white], weekly[black]
                change = rule[white_rating - black_rating]
                weekly[white] = white_rating + change
                weekly[black] = black_rating - change
                white_ratings.append(white_rating)
                black_ratings.append(black_rating)
                changes.append(change)
                permanent_change = rule[permanent[white] - permanent[black]]
                permanent[white] += permanent_change
                permanent[black] -= permanent_change
                game_counts[white] += 1
                game_counts[black] += 1
            for player in {*whites, *blacks}:
                last_played[player] = max(last_played[player] or period.date, period.date)
            return white_ratings, black_ratings, changes, list(map(neg, changes))

        return rate

    def export_start_columns(self, state: CampState, players: Sequence[Player]) -> Mapping[str, Sequence[object]]:
        """Return the permanent ratings of players who have one. Weekly ratings start anew in the next log."""
        has_one = [player.start_rating is not None or games > 0 for player, games in zip(players, state.games)]
        return {
            self.start_column: [rating if has_rating else None for rating, has_rating in zip(state.permanent, has_one)]
        }

    def player_columns(self, state: CampState) -> Mapping[str, Sequence[object]]:
        """Return the weekly ratings of active campers, the permanent ratings as far as they exist, and the games."""
        weekly = [rating if active else None for rating, active in zip(state.rating, state.active)]
        permanent = [rating if has_rating else None for rating, has_rating in zip(state.permanent, state.has_permanent)]
        return {"Rating": weekly, "Permanent": permanent, "Games": state.games}

    def is_unranked(self, state: CampState, player: int, absence: Absence) -> bool:
        """Return whether a camper is unranked, as are those who are inactive or have left the camp."""
        return self._is_gone(state, player) or super().is_unranked(state, player, absence)

    def is_listed(self, state: CampState, player: int, absence: Absence) -> bool:
        """Return whether the printed lists include a camper, who must be active and not have left the camp."""
        return not self._is_gone(state, player) and super().is_listed(state, player, absence)

    @staticmethod
    def _is_gone(state: CampState, player: int) -> bool:
        return not state.active[player] or state.left[player]

    def explain(self, rating1: Number, rating2: Number, result: object) -> Message:
        """Explain the change of a game: `favourite by 100 wins: 16; difference 100: -4; change 12`."""
        diff, won = rating1 - rating2, parse_outcome(result)
        message = msg(
            "{game}: {points:g}; difference {difference:g}: {less:g}",
            game=describe_result(diff, won, is_chess=True),
            points=won * self.win_points,
            difference=abs(diff),
            less=-self.compute_difference_points(diff),
        )
        return with_change(message, self._change(diff, won))


# The system with its printed tables.
SYSTEM = ScaCamp()

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema


def build_change_formula(rules: RuleTerms, diff: str, result: str) -> str:
    """Return the formula of a player's change. `result` is 1 for a win, 0 for a draw, -1 for a loss."""
    step = f"INT(ABS({diff})/{rules.setting('difference_step')})"
    points = f"IF(ABS({diff})>{rules.setting('difference_limit')},INT({rules.setting('beyond_limit')}),{step})"
    return f"{result}*{rules.setting('win_points')}-SIGN({diff})*{points}"


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    diff, change_cell = cell(SCHEMA.difference), cell(SCHEMA.change1)
    to_come = formulas.blank_condition(diff, or_else="ISERROR(game_outcome)")
    return {
        SCHEMA.change1: formulas.blank_if(to_come, build_change_formula(RULES, diff, "game_outcome")),
        SCHEMA.change2: formulas.blank_if(formulas.blank_condition(change_cell), f"-{change_cell}"),
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    return {"game_outcome": formulas.outcome(cell(SCHEMA.result))}


def _change(args: ArgumentFormulas) -> str:
    return formulas.let(
        build_change_formula(PrintedRules(SYSTEM), "_xlpm.diff", args["result"]), diff=f"{args['r1']}-{args['r2']}"
    )


RATINGS = (1100, 1000)
RESULT = "(1-0)"


def _build_example(system: ScaCamp) -> Values:
    (rating1, rating2), change, won = RATINGS, system.change(*RATINGS, RESULT), parse_outcome(RESULT)
    return {
        msg("Rating"): RATINGS,
        msg("Difference"): (rating1 - rating2, rating2 - rating1),
        msg("Won, drawn or lost"): (won, -won),
        msg("Change"): (change, -change),
        msg("New rating"): (rating1 + change, rating2 - change),
    }


def _fill_calculator(calculator: Calculator) -> None:
    _, ratings = calculator.add_players(RATINGS)
    (result,) = calculator.add_inputs(msg("Result"), ColumnType.RESULT, (RESULT,))
    calculator.add_gap()
    rating = calculator.add_formulas(msg("Rating"), ColumnType.RATING, ratings)
    diff = calculator.add_formulas(msg("Difference"), ColumnType.SIGNED, difference_formulas(*rating))
    white = f'IFERROR({formulas.outcome(result)},"")'
    won = calculator.add_formulas(
        msg("Won, drawn or lost"),
        ColumnType.SIGNED,
        [white, f'IFERROR(-{formulas.outcome(result)},"")'],
        msg("+1, 0 or -1"),
    )
    changes = [formulas.if_numbers(pair, build_change_formula(RULES, *pair)) for pair in zip(diff, won)]
    moved = calculator.add_formulas(
        msg("Change"), ColumnType.CHANGE, changes, msg("Points for a win, less some for a higher rating"), result=True
    )
    add_new_ratings(calculator, rating, moved)


# The array with a row per player and a column per group, 1 if the player is in the group. SUMIF is not suitable,
# because it reads < in a name as a comparison and * as a wildcard.
_IN_GROUP = '(TRIM(Players[Group])=TRANSPOSE(TRIM(Groups[Group])))*(TRIM(Players[Group])<>"")'
_HAS_RATING = f"MMULT({_IN_GROUP},--ISNUMBER(Groups[Initial rating]))"
_GROUP_RATING = f"MMULT({_IN_GROUP},IF(ISNUMBER(Groups[Initial rating]),Groups[Initial rating],0))"

ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=players_table(
        input_column("Group", ColumnType.GROUP),
        input_column("Active", ColumnType.ACTIVE),
        input_column(ScaCamp.start_column, ColumnType.RATING),
        computed_column("Rating", ColumnType.RATING),
        computed_column("Permanent", ColumnType.RATING),
        computed_column("Games", ColumnType.COUNT),
    ),
    list_ratings=f'IF(ISNUMBER(Players[Rating]),Players[Rating],IF({_HAS_RATING},{_GROUP_RATING},""))',
    list_games="",
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={"SCACHANGE": _change},
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Ladder",),
    web_names="initials",  # the players are children
)
