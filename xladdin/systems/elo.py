"""Define the Elo system, for a chess club or any game with a winner: K times the score above the expected score.

The expected score comes from Elo's formula or from FIDE's printed table. Games are logged by results, as in chess, or
by scores, of which the higher wins. They are rated by session, or one after another.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from xladdin.cells import MAX_NUMBER, ColumnType, Number, round_half_up, round_to_digits, sign
from xladdin.errors import OutOfRangeError
from xladdin.messages import BLANK, Message, format_decimals, list_values, msg
from xladdin.model import Adjustment, Games, Player, RatedGame, RatingState, parse_outcome
from xladdin.systems import formulas
from xladdin.systems.adapter import Calculator, Values, WorkbookAdapter, difference_formulas, games_before_formulas
from xladdin.systems.formulas import (
    GAMES_OR_START,
    RATING_OR_START,
    RULES,
    ArgumentFormulas,
    Cell,
    PrintedRules,
    RuleTerms,
)
from xladdin.systems.sessions import SESSION, SESSION_OR_GAME, RateGames, SessionSystem, close_session
from xladdin.systems.system import (
    CLUB_COLUMNS,
    BandTable,
    GameSchema,
    ResultSchema,
    ScoreSchema,
    computed_column,
    describe_result,
    players_table,
    setting,
    table,
    with_change,
)

# The two kinds of log, both with columns for the K of each player.
BY_RESULTS = ResultSchema(basis="K", decimal_changes=True)
BY_SCORES = ScoreSchema(basis="K", decimal_changes=True)
RESULTS_WORD, SCORES_WORD = "results", "scores"
FORMULA, TABLE = "formula", "table"
# The results as arguments of functions, by outcome.
RESULTS_BY_OUTCOME = {1: "W", 0: "T", -1: "L"}
NEW, ESTABLISHED = msg("New player"), msg("Others")
HIGHER = msg("Higher rated")
# The ratings difference at which the odds are 10 to 1: "EA = 1 / (1 + 10 ^ ((RB - RA) / 400))".
SPAN = 400
# The decimals of a game's change in a log, chosen because FIDE's table gives no more with a whole K.
CHANGE_PLACES = 2
# The largest exponent of ten to compute. Expected scores beyond it are 0, and larger exponents would overflow.
MAX_EXPONENT = 300
# The performance above the opponents' mean for a score of 100 %, and below it for 0 %. Source: FIDE 8.1.1, "1.0 800".
CLEAN_SCORE = 800
# FIDE 8.1.2, "conversion of difference in rating, D, into scoring probability PD": 0-3 .50, 4-10 .51 … > 735 1.0.
EXPECTED = BandTable(
    (msg("Difference from"), HIGHER),
    tuple(
        zip(
            (
                0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171,
                180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433,
                457, 485, 518, 560, 620, 736,
            ),
            [percent / 100 for percent in range(50, 101)],
        )
    ),
)  # fmt: skip
# FIDE 8.3.3: "K = 40 for a player new to the rating list until they have completed events with at least 30 games", "K
# = 20 as long as a player's rating remains under 2400", "K = 10 once a player's published rating has reached 2400".
DEVELOPMENT = BandTable((msg("Rating from"), NEW, ESTABLISHED), ((0, 40, 20), (2400, 10, 10)))


@dataclass(eq=False, repr=False)
class EloState(RatingState):
    """A state with, for each player, whether the rating has ever reached that of the last row of the table of K."""

    has_reached_last: list[bool] = field(default_factory=list)


@dataclass(frozen=True)
class Elo(SessionSystem[EloState]):
    """Elo's rule. Ratings and changes are in rating points, and a game's score is 1, ½ or 0."""

    key = "elo"
    title = "Elo Club"
    source = "FIDE Handbook B.02, chapter 8"
    change_function = "ELOCHANGE"
    has_rating_marks = True
    describes_sessions = True
    log_kinds = RESULTS_WORD, SCORES_WORD
    author = "FIDE"
    source_text = (
        "For each game played against a rated player, determine the difference in rating between the player and their "
        "opponent, D. […] determine the player's score probability PD for each game. Delta R = score − PD. […] "
        "Sigma Delta R × K = the Rating Change for a tournament or Rating Period.",
        "The Rating Change for a Rating Period is rounded to the nearest whole number. 0.5 is rounded away from zero.",
    )

    logged_by: str = setting(
        RESULTS_WORD, msg("Games logged by results or scores"),
        msg("xladdin's choice: chosen when the workbook is made, do not change"), choices=log_kinds,
    )  # fmt: skip
    expected_by: str = setting(
        FORMULA, msg("Expected score by formula or table"),
        msg("FIDE 8.3.2 uses the table; xladdin's choice: Elo's formula"),
        choices=(FORMULA, TABLE),
    )  # fmt: skip
    expectation: BandTable = table(EXPECTED, msg("Expected score by ratings difference"), msg("FIDE 8.1.2"))
    difference_limit: int = setting(
        400,
        msg("By the table: difference counted up to"),
        msg('"as though it were a difference of 400 points"; FIDE 8.3.1'),
    )
    factor: BandTable = table(
        DEVELOPMENT, msg("K by rating"), msg('FIDE 8.3.3, "K is the development coefficient"'), least=0
    )
    new_games: int = setting(30, msg("New player below games"), msg('"events with at least 30 games"; FIDE 8.3.3'))
    new_rating: Number = setting(1500, msg("New player's rating"), msg("xladdin's choice"), least=-MAX_NUMBER)
    floor: Number = setting(0, msg("No rating below"), msg("xladdin's choice"), least=-MAX_NUMBER)
    rated_together: str = setting(
        SESSION, msg("Rated together: session or game"), msg('FIDE 8.3.2: "Rating Period"'), choices=SESSION_OR_GAME
    )

    @property
    def log_schema(self) -> GameSchema:  # type: ignore[override]  # of a club, not of the system
        """The columns of games with results, or with scores."""
        return BY_SCORES if self.logged_by == SCORES_WORD else BY_RESULTS

    def with_log(self, logged_by: str) -> Elo:
        """Return the system with games logged by results or by scores. Raises OutOfRangeError for any other word."""
        if logged_by and logged_by not in self.log_kinds:
            raise OutOfRangeError(
                msg("--log {by}: must be {logs}", by=logged_by, logs=list_values([*self.log_kinds], alternative=True))
            )
        return replace(self, logged_by=logged_by) if logged_by else self

    def expected(self, diff: Number, by_table: bool = False) -> float:
        """Return the expected score of a player in a game [0-1].

        `diff` is the player's rating minus the opponent's.

        Source: FIDE 8.1.2, 392 to 411 points -> .92 and .08. The formula gives 0.6401 for 100 points.
        """
        if not by_table:
            return 1 / (1 + math.pow(10, min(-diff / SPAN, MAX_EXPONENT)))
        higher = self.expectation.value_at(round_half_up(abs(diff)), HIGHER)
        return higher if diff >= 0 else 1 - higher

    def change(self, rating1: Number, rating2: Number, result: object, k: Number, by_table: bool = False) -> float:
        """Return the change of player 1 by a game, not rounded. Source: FIDE 8.3.2, "Delta R = score - PD", times K."""
        diff = self.limit_difference(rating1 - rating2, by_table)
        return k * ((parse_outcome(result) + 1) / 2 - self.expected(diff, by_table))

    def limit_difference(self, diff: Number, by_table: bool) -> Number:
        """Return a ratings difference, limited to 400 points if the table is used. Source: FIDE 8.3.1."""
        return max(min(diff, self.difference_limit), -self.difference_limit) if by_table else diff

    def compute_game_change(self, rating1: Number, rating2: Number, result: object, k: Number, by_table: bool) -> float:
        """Return the change of player 1 by a game, rounded to two decimals, so that printed changes add up."""
        return round_to_digits(self.change(rating1, rating2, result, k, by_table), CHANGE_PLACES)

    def k(self, rating: Number, games: Number, has_reached_last: bool = False) -> Number:
        """Return the development coefficient K of a player, given the number of games before. Source: FIDE 8.3.3.

        A player whose rating has once reached the last row of the table keeps the K of that row, "even if the rating
        drops".
        """
        reference_rating = max(rating, self.factor.starts[-1]) if has_reached_last else rating
        return self.factor.value_at(reference_rating, NEW if games < self.new_games else ESTABLISHED)

    def create_initial_state(self, players: Sequence[Player]) -> EloState:
        """Return the state before the log, in which the highest ratings of earlier logs count as reached."""
        state = EloState(**vars(super().create_initial_state(players)))
        last = self.factor.starts[-1]
        state.has_reached_last = [player.best_before is not None and player.best_before >= last for player in players]
        self._mark_reached(state, range(len(players)))
        return state

    def adjust(self, state: EloState, adjustment: Adjustment) -> None:
        """Add the points of an adjustment. The new rating counts as reached for the table of K."""
        super().adjust(state, adjustment)
        self._mark_reached(state, range(len(state.rating)) if adjustment.player is None else [adjustment.player])

    def _mark_reached(self, state: EloState, players: Iterable[int]) -> None:
        last = self.factor.starts[-1]
        for player in players:
            if state.rating[player] >= last:
                state.has_reached_last[player] = True

    def player_columns(self, state: EloState) -> Mapping[str, Sequence[object]]:
        """Return the ratings, the numbers of games, and the K for each player's next game."""
        ks = map(self.k, state.rating, state.games, state.has_reached_last)
        return {**super().player_columns(state), "K": list(ks)}

    def performance(self, opponents: Sequence[Number], results: Sequence[object]) -> float:
        """Return the performance rating, at which the expected scores against the opponents sum to the actual scores.

        For a score of 100 % it is 800 above the opponents' mean, for 0 % 800 below. Source: FIDE 8.1.1, "1.0 800".
        """
        scored = sum((parse_outcome(result) + 1) / 2 for result in results)
        mean = sum(opponents) / len(opponents)
        if scored in (0, len(opponents)):
            return mean + (CLEAN_SCORE if scored else -CLEAN_SCORE)
        low, high = min(opponents) - 2 * CLEAN_SCORE, max(opponents) + 2 * CLEAN_SCORE
        while sum(self.expected(low - opponent) for opponent in opponents) > scored:
            low -= CLEAN_SCORE
        while sum(self.expected(high - opponent) for opponent in opponents) < scored:
            high += CLEAN_SCORE
        while high - low > 1e-9 * max(1, abs(high)):
            middle = (low + high) / 2
            if sum(self.expected(middle - opponent) for opponent in opponents) < scored:
                low = middle
            else:
                high = middle
        return (low + high) / 2

    def make_games_rater(self, state: EloState, games: Games) -> RateGames:
        """Return a function that rates games from the ratings before them, and rounds each sum once (FIDE 8.3.4)."""
        by_table, ratings = self.expected_by == TABLE, state.rating

        def rate(start: int, stop: int, day: date) -> tuple[Sequence[Number], ...]:
            span = slice(start, stop)
            first, second = games.player1[span], games.player2[span]
            columns: list[tuple[Number, ...]] = []
            for white, black, score, others_score in zip(first, second, games.score1[span], games.score2[span]):
                before = ratings[white], ratings[black]
                k1, k2 = (self.k(ratings[p], state.games[p], state.has_reached_last[p]) for p in (white, black))
                won = sign(score - others_score)
                changes = (
                    self.compute_game_change(*before, RESULTS_BY_OUTCOME[won], k1, by_table),
                    self.compute_game_change(*before[::-1], RESULTS_BY_OUTCOME[-won], k2, by_table),
                )
                columns.append((*before, *changes, k1, k2))
            rating1, rating2, change1, change2, ks1, ks2 = (list(column) for column in zip(*columns))
            sums = close_session(state, first, second, change1, change2, day)
            for player, plain_sum in sums.items():
                ratings[player] = self.apply_floor(ratings[player] + round_half_up(plain_sum))
            self._mark_reached(state, sums)
            return rating1, rating2, change1, change2, ks1, ks2

        return rate

    def get_rating_mark(self, state: RatingState, player: int) -> str:
        """Return "p" for a player whose rating is provisional, or ""."""
        return "p" if 0 < state.games[player] < self.new_games else ""

    def legend(self) -> dict[str, Message]:
        """Return the meaning of the marks, with that of a provisional rating."""
        return super().legend() | {"p": msg("p: provisional until {games} games.", games=self.new_games)}

    def describe_session(self, rating: Number, games: Number, plain_sum: Number) -> Message:
        """Explain the effect of the floor: "-8.24, but no rating below 100". The text is blank without an effect."""
        is_limited = rating + round_half_up(plain_sum) < self.floor
        message = msg("{change}, but no rating below {floor:g}", change=format_decimals(plain_sum, 2), floor=self.floor)
        return message if is_limited else BLANK

    def session_legend(self) -> Sequence[Message]:
        """Return sentences about the rule, and about K."""
        bands = [
            msg("From {rating} K is {k}, for new players {new}.", rating=start, k=k, new=new)
            for start, new, k in self.factor.rows
        ]
        return [msg("Change of a game: K × (score − expected score), rounded once a session."), *bands]

    def describe_game(self, game: RatedGame) -> Message:
        """Explain the change of a game, with the player's K from the log."""
        result = RESULTS_BY_OUTCOME[sign(game.score - game.opponent_score)]
        return self.explain(game.rating, game.opponent_rating, result, game.basis or 0, self.expected_by == TABLE)

    def explain(self, rating1: Number, rating2: Number, result: object, k: Number, by_table: bool = False) -> Message:
        """Explain a change: `favourite by 100 wins: 1 scored, 0.64 expected; K 20 × 0.36; change 7.20`."""
        won, diff = parse_outcome(result), rating1 - rating2
        change = self.change(rating1, rating2, result, k, by_table)
        scored = (won + 1) / 2
        expected = scored - change / k if k else scored
        message = msg(
            "{game}: {scored:g} scored, {expected} expected; K {k:g} × {over}",
            game=describe_result(diff, won, is_chess=True),
            scored=scored,
            expected=format_decimals(expected, 4),
            k=k,
            over=format_decimals(scored - expected, 4),
        )
        return with_change(message, format_decimals(change, 2))


# The system with FIDE's printed tables.
SYSTEM = Elo()

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)
RATINGS, RESULT = (1600, 1500), "(1-0)"
GAMES = (40, 40)
# The labels of the lines with the change by each possible result.
RESULT_LABELS = {msg("For a win"): "W", msg("For a draw"): "T", msg("For a loss"): "L"}


def build_elo_curve_formula(diff: str) -> str:
    """Return the formula of the expected score by Elo's curve."""
    return f"1/(1+10^MIN(-({diff})/{SPAN},{MAX_EXPONENT}))"


def build_table_formula(rules: RuleTerms, diff: str) -> str:
    """Return the formula of the expected score by the printed table, with the ratings difference limited."""
    limited_diff = f"MIN({formulas.rounded(f'ABS({diff})')},{rules.setting('difference_limit')})"
    higher = formulas.band(rules, "expectation", limited_diff, rules.column("expectation", HIGHER))
    return f"IF({diff}<0,1-{higher},{higher})"


def build_expected_formula(rules: RuleTerms, diff: str, table: str) -> str:
    """Return the formula of the expected score. `table` is the condition for using the table."""
    return f"IF({table},{build_table_formula(rules, diff)},{build_elo_curve_formula(diff)})"


def build_factor_formula(rules: RuleTerms, rating: str, games: str) -> str:
    """Return the formula of a player's K, by rating and number of games before."""
    new, established = (rules.column("factor", heading) for heading in (NEW, ESTABLISHED))
    return formulas.band(rules, "factor", rating, f"IF({games}<{rules.setting('new_games')},{new},{established})")


def build_listed_k(player: str, otherwise: str) -> str:
    """Return the formula of a player's K from the list, which considers ratings once reached, or else `otherwise`."""
    k = f"IFERROR({formulas.list_value(player, 'list_k')},-1)"
    return f"IF({k}>=0,{k},{otherwise})"


def build_new_rating_formula(rating: str, change: str) -> str:
    """Return the formula of the rating after a session or game: rounded once, and at least the floor."""
    return f"MAX({rating}+{formulas.rounded(change)},{RULES.setting('floor')})"


BY_TABLE = f'{RULES.setting("expected_by")}="{TABLE}"'


def build_game_change_formula(diff: str, won: str, k: str) -> str:
    """Return the formula of a game's change in a log. `won` is 1, 0 or -1 from the player's point of view."""
    change = f"{k}*((({won})+1)/2-{build_expected_formula(RULES, diff, BY_TABLE)})"
    return f"ROUND(ROUND({change},9),{CHANGE_PLACES})"


def _won(cell: Cell) -> str:
    """Return the formula of a game's outcome for player 1 (1, 0 or -1), from the result or the scores."""
    if cell(BY_RESULTS.result) != '""':
        return formulas.outcome(cell(BY_RESULTS.result))
    return f"SIGN({cell(BY_SCORES.score1)}-{cell(BY_SCORES.score2)})"


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    diff = cell(SCHEMA.difference)
    result_to_come = formulas.blank_condition(diff, or_else="ISERROR(game_outcome)")
    scores_to_come = formulas.unplayed_condition(cell, BY_SCORES)
    change1, change2 = (
        f"ROUND(ROUND({k}*((game_outcome+1)/2-game_expected),9),{CHANGE_PLACES})" for k in ("game_k_1", "-game_k_2")
    )
    return {
        BY_RESULTS.change1: formulas.blank_if(result_to_come, change1),
        BY_RESULTS.change2: formulas.blank_if(result_to_come, change2),
        BY_SCORES.change1: formulas.blank_if(scores_to_come, change1),
        BY_SCORES.change2: formulas.blank_if(scores_to_come, change2),
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    schema = BY_RESULTS if cell(BY_RESULTS.result) != '""' else BY_SCORES

    def k(number: int) -> str:
        rated, player = cell(schema.bases[number]), cell(schema.players[number])
        by_list = build_factor_formula(RULES, f"list_rating_{number + 1}", formulas.list_value(player, "list_games"))
        return f"IF(ISNUMBER({rated}),{rated},{build_listed_k(player, by_list)})"

    return {
        "list_k": "IF(ISNUMBER(Players[K]),Players[K],-1)",
        "game_outcome": _won(cell),
        "game_expected": build_expected_formula(RULES, cell(schema.difference), BY_TABLE),
        "game_k_1": k(0),
        "game_k_2": k(1),
    }


def _change(args: ArgumentFormulas) -> str:
    change = f"{args['k']}*(({args['result']}+1)/2-{build_expected_formula(PRINTED, '_xlpm.diff', args['by_table'])})"
    return formulas.let(change, diff=f"{args['r1']}-{args['r2']}")


def _build_example(system: Elo) -> Values:
    (rating1, rating2), table = RATINGS, system.expected_by == TABLE
    ks = [system.k(rating, games) for rating, games in zip(RATINGS, GAMES)]
    changes = [
        system.change(rating1, rating2, "W", ks[0], table),
        system.change(rating2, rating1, "L", ks[1], table),
    ]
    diff = system.limit_difference(rating1 - rating2, table)
    changes_by_result = {
        word: [system.compute_game_change(*pair, result, k, table) for pair, k in zip((RATINGS, RATINGS[::-1]), ks)]
        for word, result in RESULT_LABELS.items()
    }
    return {
        msg("Rating"): RATINGS,
        msg("Difference"): (rating1 - rating2, rating2 - rating1),
        msg("Games"): GAMES,
        msg("K"): ks,
        msg("Expected score"): (system.expected(diff, table), 1 - system.expected(diff, table)),
        msg("Change"): changes,
        msg("New rating"): [
            system.apply_floor(rating + round_half_up(change)) for rating, change in zip(RATINGS, changes)
        ],
        **changes_by_result,
    }


def _fill_calculator(calculator: Calculator) -> None:
    names, ratings = calculator.add_players(RATINGS)
    typed_games = calculator.add_inputs(
        msg("Games before the session"), ColumnType.COUNT, GAMES, msg("Blank: from the list")
    )
    (result,) = calculator.add_inputs(msg("Result"), ColumnType.RESULT, (RESULT,))
    calculator.add_gap()
    rating = calculator.add_formulas(msg("Rating"), ColumnType.RATING, ratings)
    diff = calculator.add_formulas(msg("Difference"), ColumnType.SIGNED, difference_formulas(*rating))
    games = calculator.add_formulas(
        msg("Games"), ColumnType.COUNT, games_before_formulas(names, typed_games, RULES.setting("new_games"))
    )
    ks = calculator.add_formulas(
        msg("K"),
        ColumnType.COUNT,
        [
            formulas.if_numbers((r,), f'IF({typed_k}="",{build_listed_k(name, k)},{k})')
            for r, k, typed_k, name in zip(
                rating, map(partial(build_factor_formula, RULES), rating, games), typed_games, names
            )
        ],
    )
    scores = calculator.add_formulas(
        msg("Expected score"),
        ColumnType.DECIMAL,
        [formulas.if_numbers((d,), build_expected_formula(RULES, d, BY_TABLE)) for d in diff],
    )
    sides = (formulas.outcome(result), f"-{formulas.outcome(result)}")
    changes = [
        f'IFERROR({formulas.if_numbers((k, score), f"{k}*(({side}+1)/2-{score})")},"")'
        for k, score, side in zip(ks, scores, sides)
    ]
    moved = calculator.add_formulas(
        msg("Change"), ColumnType.DECIMAL_CHANGE, changes, msg("K × (score − expected score)"), result=True
    )
    new = [formulas.if_numbers(pair, build_new_rating_formula(*pair)) for pair in zip(rating, moved)]
    calculator.add_formulas(
        msg("New rating"), ColumnType.RATING, new, msg("If it were the session's only game: rounded once"), result=True
    )
    for word, result in RESULT_LABELS.items():
        won = str(parse_outcome(result))
        calculator.add_formulas(
            word,
            ColumnType.DECIMAL_CHANGE,
            [formulas.if_numbers((d, k), build_game_change_formula(d, won, k)) for d, k in zip(diff, ks)],
        )


ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=players_table(*CLUB_COLUMNS, computed_column("K", ColumnType.COUNT)),
    list_ratings=RATING_OR_START,
    list_games=GAMES_OR_START,
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={
        "ELOCHANGE": _change,
        "ELOEXPECTED": lambda args: f"100*{build_expected_formula(PRINTED, args['diff'], args['by_table'])}",
    },
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Standings", "Scoreboard"),
)
