"""Define the rating system of the Lexington Scrabble Club, designed by Alan Frank and others.

A change depends on a player's percentage of the points scored, plus 4 for a win, minus the percentage expected from the
ratings difference. Up to 10, this difference is the change in rating points, and each further percent is worth less.
Players of 50 games and more get half of the change. The changes of a session are summed. Players of fewer than 10 games
are rated by the module `newcomers`. Source: the club's page (lexington.txt).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import neg, sub
from typing import NamedTuple

from xladdin.cells import (
    HIGHEST_SCORE,
    MAX_NUMBER,
    ColumnType,
    Memo,
    Number,
    round_all_half_up,
    round_half_up,
    round_to_digits,
    sign,
)
from xladdin.messages import Message, format_decimals, msg, ngettext, pgettext
from xladdin.model import Absence, Adjustment, Event, Games, Period, Player
from xladdin.systems import formulas
from xladdin.systems.adapter import (
    Calculator,
    Values,
    WorkbookAdapter,
    add_new_ratings,
    add_score_lines,
    games_before_formulas,
    score_values,
    search_or_none,
)
from xladdin.systems.formulas import (
    GAMES_OR_START,
    NONE_LITERAL,
    RULES,
    UNREACHABLE_SPREAD,
    ArgumentFormulas,
    Cell,
    PrintedRules,
    RuleTerms,
)
from xladdin.systems.newcomers import NewcomerState, find_performance
from xladdin.systems.sessions import close_session, find_least, validate_played
from xladdin.systems.system import (
    NEVER,
    START_COLUMNS,
    UNRANKED,
    UNRATED,
    ClubSystem,
    RatePeriod,
    ScoreSchema,
    computed_column,
    describe_result,
    input_column,
    players_table,
    setting,
    with_change,
)

SOURCE_TEXT = (
    "The basic idea of the system is that each player acquires a numerical rating which is an indication of the "
    "player's relative strength in the club. The rating numbers have no intrinsic meaning; they are just meaningful in "
    "how they relate to the other ratings.",
    "Unlike the national rating system, in which only win/loss is important, the Lexington Club Rating System does "
    "take into account game scores. Rather than focussing on point spreads or pure scores, the quantity of importance "
    "is the percentage of total points a player scores. Thus a point spread of 10 points is considered more important "
    "in a low-scoring game than in a high-scoring game. In the computations, the winner's percentage of total points "
    "is boosted by 4% (and the loser's percentage is reduced by 4%) to give a premium to the win. The boost is not "
    "used in a tied game.",
    "When a player first shows up at the club, during the first ten games, the rating a player gets is based on "
    "performance against the other players, who, for the most part, have established ratings.",
    "Each player is remembered in the club data for up to 99 weeks of inactivity. Once that time has passed, a "
    "returning player starts all over in the developing of statistics.",
    "The club operates on a fiscal year which restarts each September. For the year (from September through August) "
    "each player's number of wins, number of losses, and average scores are computed. As the new season begins, these "
    "are restarted afresh, but the ratings are carried across the season boundary.",
    "The idea of the rating system is that any two players in the club can play each other - even the strongest and "
    "the weakest, and the system provides a kind of handicapping mechanism. Based on the difference between the two "
    "players' ratings, there are expected outcomes of the games.",
)


class RoundedSteps(NamedTuple):
    """The steps of the arithmetic of a change, each computed from the rounded figures before it, for an explanation.

    Attributes:
        digits: Number of decimals of all figures.
        scored: Percentage of the points scored, with the win boost.
        expected: Percentage of the points expected.
        excess: `scored` minus `expected`.
        points: Full change for `excess`.
        share_taken: Share of `points` that the player takes.
        is_beyond: Whether `excess` is larger than the difference that counts in full.
        is_exactly_beyond: Whether `excess` before rounding is larger than that difference.
    """

    digits: int
    scored: float
    expected: float
    excess: float
    points: float
    share_taken: float
    is_beyond: bool
    is_exactly_beyond: bool

    @classmethod
    def with_digits(cls, digits: int, scored: float, expected: float, rules: Lexington, share: float) -> RoundedSteps:
        """Return the steps with `digits` decimals."""
        rounded_scored, rounded_expected = round_to_digits(scored, digits), round_to_digits(expected, digits)
        excess = round_to_digits(rounded_scored - rounded_expected, digits)
        points = round_to_digits(rules.points(excess), digits)
        is_beyond, is_exactly_beyond = (abs(value) > rules.straight_limit for value in (excess, scored - expected))
        share_taken = round_to_digits(points * share, digits)
        return cls(digits, rounded_scored, rounded_expected, excess, points, share_taken, is_beyond, is_exactly_beyond)

    @property
    def change(self) -> int:
        """The change that results from the rounded figures."""
        return round_half_up(self.share_taken)

    @property
    def has_same_rule(self) -> bool:
        """Whether the rounded difference is subject to the same one of the two rules as the exact difference."""
        return self.is_beyond == self.is_exactly_beyond


# The rating that the best player should have. Source: "the highest rated player is far below 1800".
TOP_RATING = 1800
# The percentage of the points that players with equal ratings are expected to score.
EVEN_SHARE = 50


@dataclass(frozen=True)
class Lexington(ClubSystem[NewcomerState]):
    """The Lexington system. Ratings and changes are in rating points, shares in percent of the points of a game."""

    key = "lexington"
    title = "Lexington Scrabble Club"
    period = "session"
    source = "lexington.txt"
    change_function = "LEXCHANGE"
    source_text = SOURCE_TEXT
    top_rating = TOP_RATING
    has_marks_around_rating = True
    has_par = True
    uses_start_games = True
    tie_counts_as_win = True
    log_schema = ScoreSchema(basis="Games")

    season_month: int = setting(
        9, msg("Season's first month"), '"a fiscal year which restarts each September"', least=1, most=12
    )
    win_boost: Number = setting(
        4, msg("Boost of a win in percent"), '"WINNER-PERCENT = WINNER-PERCENT + 4.0"', most=100
    )
    root_shift: Number = setting(6.25, msg("Expected percent: under the root"), '"sqrt(RATING-DIFF + 6.25)"')
    expected_base: Number = setting(47.5, msg("Expected percent: added"), '"+ 47.5"', most=100)
    straight_limit: Number = setting(10, msg("Percent counted in full up to"), '"less than or equal to 10.0"', least=1)
    log_factor: Number = setting(10, msg("Beyond: factor of the logarithm"), '"log(abs(PERCENT-DIFF)) * 10.0"')
    log_shift: Number = setting(
        13, msg("Beyond: subtracted"), msg('"- 13.0"; xladdin\'s choice: the sign of the difference is kept')
    )
    full_change_games: int = setting(50, msg("Full change below games"), '"played less than 50 games at the club"')
    veteran_share: Number = setting(0.5, msg("Share of the change from then on"), '"boosted half of that"', most=1)
    established_games: int = setting(10, msg("Established from games"), '"at least ten games in the club"', most=50)
    provisional_games: int = setting(
        4, msg("Unrated below games"), msg("xladdin's choice: UNR under 4 games, then provisional")
    )
    newcomer_bonus: Number = setting(
        35,
        msg("Newcomer bonus"),
        msg('"typically 25-50 rating points higher"; xladdin\'s choice: 35'),
        least=-MAX_NUMBER,
    )
    unrated_opponent: Number = setting(
        1300,
        msg("Unrated opponent"),
        msg("xladdin's choice: where no opponent has a rating yet"),
        least=-MAX_NUMBER,
    )
    remembered_weeks: int = setting(99, msg("Remembered for weeks"), '"up to 99 weeks of inactivity"', most=5000)
    absent_sessions: int = setting(4, msg("Absent (/A) from missed sessions"), UNRANKED)
    dropped_sessions: int = setting(10, msg("Not listed after missed sessions"), NEVER)
    dropped_games: int = setting(5, msg("Not listed when absent with fewer games than"), NEVER)

    def percent(self, score1: Number, score2: Number) -> Number:
        """Return player 1's percentage of the points, with the win boost.

        Source: "WINNER-PERCENT", 459-272 -> 66.8. Raises OutOfRangeError if nobody scored.
        """
        validate_played(score1, score2)
        return 100 * score1 / (score1 + score2) + self.win_boost * sign(score1 - score2)

    def expected(self, diff: Number) -> Number:
        """Return the percentage of the points that the player should score, with the win boost [0-100].

        `diff` is the player's rating minus the opponent's, before the session [rating points]. Source:
        "EXPECTED-PERCENT", 1824 against 1708 -> 58.6.
        """
        higher = math.sqrt(abs(diff) + self.root_shift) + self.expected_base
        return higher if diff >= 0 else 100 - higher

    def points(self, percent_diff: Number) -> Number:
        """Return the full change, unrounded, for a percentage above the expected one (negative: below).

        Source: "RATING-CHANGE".
        """
        size = abs(percent_diff)
        if size <= self.straight_limit:
            return percent_diff
        return math.copysign(math.log(size) * self.log_factor - self.log_shift, percent_diff)

    def share(self, games: Number) -> Number:
        """Return the share of the full change that a player takes, given the number of games before the session."""
        return 1 if games < self.full_change_games else self.veteran_share

    def change(self, rating1: Number, rating2: Number, score1: Number, score2: Number, games: Number) -> int:
        """Return the change of player 1, who is established. `games` is the number of games before the session.

        Source: the examples of 23-Jul-98, 1824 beats 1708 by 459-272, more than 50 games -> 4.
        """
        excess = self.percent(score1, score2) - self.expected(rating1 - rating2)
        return round_half_up(self.points(excess) * self.share(games))

    def changes(
        self,
        ratings1: Iterable[Number],
        ratings2: Iterable[Number],
        scores1: Iterable[Number],
        scores2: Iterable[Number],
        games: Iterable[Number],
    ) -> list[int]:
        """Return `change` for columns with one entry per game, in half the time.

        Raises:
            ZeroDivisionError: Nobody scored in a game.
        """
        return self._shares(self._full_changes(self._percents(scores1, scores2), map(sub, ratings1, ratings2)), games)

    def _percents(self, scores1: Iterable[Number], scores2: Iterable[Number]) -> list[Number]:
        """Return `percent` for columns, with its arithmetic inlined. Raises ZeroDivisionError if nobody scored."""
        boost = self.win_boost
        return [
            100 * score / (score + opponent_score)
            + (boost if score > opponent_score else -boost if score < opponent_score else 0)
            for score, opponent_score in zip(scores1, scores2)
        ]

    def _full_changes(self, percents: Iterable[Number], differences: Iterable[Number]) -> list[Number]:
        """Return `points` for columns of percentages and ratings differences, with its arithmetic inlined."""
        limit, factor, shift = self.straight_limit, self.log_factor, self.log_shift
        excess = map(sub, percents, map(self._expected_by_difference.__getitem__, differences))
        return [
            points if -limit <= points <= limit else math.copysign(math.log(abs(points)) * factor - shift, points)
            for points in excess
        ]

    def _shares(self, full: Iterable[Number], games: Iterable[Number]) -> list[int]:
        """Return the rounded share of each full change, given the numbers of games before the session."""
        most, veteran = self.full_change_games, self.veteran_share
        return round_all_half_up(
            [points if game_count < most else points * veteran for points, game_count in zip(full, games)]
        )

    def par(self, diff: Number, total: Number) -> int:
        """Return the player's par score, with which the ratings do not change, if both players score `total` together.

        It is at most `total`. Source: 200, 700 -> 405-295.
        """
        share = min(max(EVEN_SHARE, self.expected(abs(diff)) - self.win_boost), 100)
        higher = round_half_up(share * total / 100)
        return higher if diff >= 0 else round_half_up(total - higher)

    def find_needed_score(self, rating1: Number, rating2: Number, score2: Number, games: Number) -> int:
        """Return the least score of player 1 with which the rating does not fall, given the opponent's score.

        The sum of the scores is above 0.

        Raises:
            NotFoundError: With every score up to `HIGHEST_SCORE` the rating falls.
        """
        return find_least(
            lambda score: self.change(rating1, rating2, score, score2, games) >= 0,
            0 if score2 > 0 else math.floor(1 - score2),
            msg("no score keeps the rating"),
            HIGHEST_SCORE,
        )

    def par_game(self, rating1: Number | None, rating2: Number | None, score1: Number, score2: Number) -> str | None:
        """Return the par scores for the total of a game, that of player 1 first, or None without both ratings.

        Source: "PAR GAME", 459-272 -> 399-332.
        """
        if rating1 is None or rating2 is None:
            return None
        par = self.par(rating1 - rating2, score1 + score2)
        return f"{par}–{score1 + score2 - par:g}"

    def performance(
        self, opponents: Sequence[Number], percents: Sequence[Number], guess: Number | None = None
    ) -> float:
        """Return the rating at which the expected percentages against the opponents sum to those scored."""
        return find_performance(self.expected, opponents, percents, guess)

    def legend(self) -> dict[str, Message]:
        """Return the meaning of the marks, and of the texts in place of ratings that are based on few games."""
        provisional = msg("{rating}: provisional after {played} games, ranked from {games} on.")
        unrated = msg("{mark}: unrated, fewer than {games} games.")
        return super().legend() | {
            "/": provisional.with_values(rating="", played="", games=self.established_games),
            UNRATED: unrated.with_values(mark=UNRATED, games=self.provisional_games),
        }

    def session_legend(self) -> Sequence[Message]:
        """Return a sentence about the share of a change that players of many games take."""
        message = msg("From {games} games on, {share} of a change counts.")
        return [message.with_values(games=self.full_change_games, share=self.veteran_share)]

    def find_setting_errors(self) -> Mapping[str, Message]:
        """Return an error if the expected percentage between players with equal ratings is below 50.

        The expected percentage would then not increase everywhere with the ratings difference, so that a newcomer's
        results could fit two ratings.
        """
        root = math.sqrt(self.root_shift)
        if round(root + self.expected_base, 9) >= EVEN_SHARE:
            return {}
        least = math.ceil((EVEN_SHARE - root) * 100) / 100
        message = msg(
            "must be at least {least} with {root_shift} under the root, so that equal players are expected to score "
            "half the points",
            least=least,
            root_shift=self.root_shift,
        )
        return {"expected_base": message}

    def find_player_error(self, player: Player) -> Message | None:
        """Return an error for an established player without a start rating, or with start results, or None."""
        if player.start_games >= self.established_games and player.start_rating is None:
            return ngettext(
                "{n:,} start game without a start rating; type it",
                "{n:,} start games without a start rating; type it",
                player.start_games,
            )
        if player.start_games >= self.established_games and player.start_results:
            return ngettext(
                "with {n:,} start game the player is established; clear the start results",
                "with {n:,} start games the player is established; clear the start results",
                player.start_games,
            )
        return None

    def create_initial_state(self, players: Sequence[Player]) -> NewcomerState:
        """Return the state before the log. Players with 10 start games or more are established, others newcomers."""
        return NewcomerState.from_players(players, self)

    def adjust(self, state: NewcomerState, adjustment: Adjustment) -> None:
        """Add the points of an adjustment to established players. A newcomer's rating depends on games alone."""
        everybody = range(len(state.rating)) if adjustment.player is None else [adjustment.player]
        for player in everybody:
            if state.established[player]:
                state.rating[player] += adjustment.points
                state.effective_ratings[player] = state.rating[player]

    @cached_property
    def _expected_by_difference(self) -> Memo[Number]:
        return Memo(self.expected)

    def make_period_rater(self, state: NewcomerState, games: Games, events: Sequence[Event]) -> RatePeriod:
        """Return a function that rates a session from the ratings at its start, which are assigned for newcomers."""
        percents = self._percents(games.score1, games.score2)

        def rate(session: Period) -> tuple[Sequence[Number | None], ...]:
            span = slice(session.start, session.stop)
            first, second = games.player1[span], games.player2[span]
            newcomers = state.find_newcomers(first + second, session.date, self.remembered_weeks)
            if newcomers:
                state.assign_ratings(newcomers, first, second, percents[span], self)
            rating1 = list(map(state.effective_ratings.__getitem__, first))
            rating2 = list(map(state.effective_ratings.__getitem__, second))
            games1 = list(map(state.games.__getitem__, first))
            games2 = list(map(state.games.__getitem__, second))
            full = self._full_changes(percents[span], map(sub, rating1, rating2))
            change1 = self._shares(full, games1)
            both_veterans = min(games1 + games2) >= self.full_change_games
            change2 = list(map(neg, change1 if both_veterans else self._shares(full, games2)))
            sums = close_session(state, first, second, change1, change2, session.date)
            for player, change in sums.items():
                if state.established[player]:
                    state.rating[player] += change
                    state.effective_ratings[player] = state.rating[player]
            if not newcomers:
                return rating1, rating2, change1, change2, games1, games2
            logged1 = [None if player in newcomers else change for player, change in zip(first, change1)]
            logged2 = [None if player in newcomers else change for player, change in zip(second, change2)]
            state.update_performance_ratings(newcomers, first, second, rating1, rating2, percents[span], self)
            return rating1, rating2, logged1, logged2, games1, games2

        return rate

    def export_start_columns(self, state: NewcomerState, players: Sequence[Player]) -> Mapping[str, Sequence[object]]:
        """Return the ratings and games of established players, and the results on which newcomers' ratings depend."""
        return state.export_start_columns(players)

    def player_columns(self, state: NewcomerState) -> Mapping[str, Sequence[object]]:
        """Return the ratings, the assigned ratings of newcomers, the games, the last dates and the statuses."""
        players = range(len(state.rating))
        return {
            "Rating": [state.rating[p] if state.has_rating(p) else None for p in players],
            "Assigned": state.assigned,
            "Games": state.games,
            "Last played": state.last_played,
            "Status": [self.status(state, p) for p in players],
        }

    def status(self, state: NewcomerState, player: int) -> Message:
        """Return the status of a player.

        It is established, returned (a newcomer again after long absence), unrated (few games), or provisional.
        """
        if state.established[player]:
            return pgettext("status", "established")
        if state.returned[player]:
            return pgettext("status", "returned")
        if state.games[player] < self.provisional_games:
            return pgettext("status", "unrated")
        return pgettext("status", "provisional")

    def is_unranked(self, state: NewcomerState, player: int, absence: Absence) -> bool:
        """Return whether a player is unranked, as are newcomers and absent players."""
        return not state.established[player] or self.is_absent(absence)

    def get_printed_rating(self, state: NewcomerState, player: int) -> Number | str:
        """Return the rating as lists print it: UNR, then a provisional rating with games (1432/7), then the rating."""
        if state.established[player]:
            return state.rating[player]
        if state.games[player] < self.provisional_games or not state.has_rating(player):
            return UNRATED
        return f"{state.rating[player]:g}/{state.games[player]}"

    def explain(self, rating1: Number, rating2: Number, score1: Number, score2: Number, games: Number) -> Message:
        """Explain a change, with enough decimals that each figure follows from the one before it.

        `favourite by 116 wins: 62.79% + 4 = 66.79% scored; 58.56% expected; 8.23 over; half: 4.12;
        change 4`
        """
        change = self.change(rating1, rating2, score1, score2, games)
        diff, share = rating1 - rating2, self.share(games)
        scored, expected = self.percent(score1, score2), self.expected(diff)
        by_digits = (RoundedSteps.with_digits(digits, scored, expected, self, share) for digits in range(2, 10))
        exact = (steps for steps in by_digits if steps.change == change and steps.has_same_rule)
        steps = next(exact, None) or RoundedSteps.with_digits(9, scored, expected, self, share)
        digits, result = steps.digits, sign(score1 - score2)
        if steps.excess >= 0:
            message = msg("{game}: {scored}; {expected}% expected; {off} over")
            if steps.is_beyond:
                message = msg("{game}: {scored}; {expected}% expected; {off} over, counted as {points}")
        else:
            message = msg("{game}: {scored}; {expected}% expected; {off} under")
            if steps.is_beyond:
                message = msg("{game}: {scored}; {expected}% expected; {off} under, counted as {points}")
        message = message.with_values(
            game=describe_result(diff, result),
            scored=self._describe_percent(steps.scored, result, digits),
            expected=format_decimals(steps.expected, digits),
            off=format_decimals(abs(steps.excess), digits),
            points=format_decimals(abs(steps.points), digits),
        )
        share_taken = format_decimals(steps.share_taken, digits)
        if share == 0.5:
            message = msg("{words}; half: {counted}", words=message, counted=share_taken)
        elif share != 1:
            message = msg("{words}; {share:g} of it: {counted}", words=message, share=share, counted=share_taken)
        return with_change(message, change)

    def _describe_percent(self, percent: Number, result: int, digits: int) -> Message:
        """Describe the percentage of the points with the win boost (`percent`), and how it was computed."""
        boost = self.win_boost * result
        if boost > 0:
            message = msg("{share}% + {boost:g} = {percent}% scored")
        elif boost < 0:
            message = msg("{share}% - {boost:g} = {percent}% scored")
        else:
            message = msg("{share}% scored")
        share = format_decimals(percent - boost, digits)
        return message.with_values(share=share, boost=abs(boost), percent=format_decimals(percent, digits))


# The system with its printed tables.
SYSTEM = Lexington()

# The same rule as formulas of a workbook.
SCHEMA = SYSTEM.log_schema
PRINTED = PrintedRules(SYSTEM)
# The word in the Calculator in place of a newcomer's change, since a newcomer is rated by all games together.
NEWCOMER = "newcomer"


def build_percent_formula(rules: RuleTerms, score1: str, score2: str) -> str:
    """Return the formula of player 1's percentage of the points, with the win boost."""
    return f"100*{score1}/({score1}+{score2})+{rules.setting('win_boost')}*SIGN({score1}-{score2})"


def _higher(rules: RuleTerms, diff: str) -> str:
    """Return the formula of the higher rated player's expected percentage, with the win boost."""
    return f"SQRT(ABS({diff})+{rules.setting('root_shift')})+{rules.setting('expected_base')}"


def build_expected_formula(rules: RuleTerms, diff: str) -> str:
    """Return the formula of a player's expected percentage, with the win boost."""
    higher = _higher(rules, diff)
    return f"IF({diff}<0,100-({higher}),{higher})"


def build_full_change(rules: RuleTerms, over: str) -> str:
    """Return the formula of the full change for a percentage over the expected one, before rounding."""
    beyond = f"ABS(LN(ABS({over}))*{rules.setting('log_factor')}-{rules.setting('log_shift')})"
    return f"IF(ABS({over})<={rules.setting('straight_limit')},{over},SIGN({over})*{beyond})"


def build_counted_change(rules: RuleTerms, points: str, games: str) -> str:
    """Return the formula of an established player's change, given the number of games before the session."""
    full = f"{games}<{rules.setting('full_change_games')}"
    return formulas.rounded(f"{points}*IF({full},1,{rules.setting('veteran_share')})")


def build_needed_score(rules: RuleTerms, diff: str, games: str, against: str) -> str:
    """Return the array formula of the least score with which the rating does not fall against the score `against`.

    The formula tries all scores up to `HIGHEST_SCORE`.
    """
    scores = f"(ROW($1:${HIGHEST_SCORE + 1})-1)"
    over = f"({build_percent_formula(rules, scores, against)}-({build_expected_formula(rules, diff)}))"
    change = build_counted_change(rules, build_full_change(rules, over), games)
    holds = f"IFERROR(({scores}+{against}>0)*({change}>=0),FALSE)"
    least = f"MIN(IF({holds},{scores},{UNREACHABLE_SPREAD}))"
    score = f"IF({least}={UNREACHABLE_SPREAD},{NONE_LITERAL},{least})"
    return formulas.if_numbers(
        (diff, against), f'IF({games}<{rules.setting("established_games")},"{NEWCOMER}",{score})'
    )


def par(rules: RuleTerms, diff: str, total: str) -> str:
    """Return the formula of a player's par score if both players score `total` together."""
    higher = formulas.rounded(
        f"MIN(MAX({EVEN_SHARE},{_higher(rules, diff)}-{rules.setting('win_boost')}),100)*{total}/100"
    )
    return f"IF({diff}<0,{formulas.rounded(f'{total}-{higher}')},{higher})"


def _build_live_formulas(cell: Cell) -> dict[str, str]:
    def change(points: str, games: str) -> str:
        return formulas.blank_if(
            formulas.unplayed_condition(cell, SCHEMA),
            formulas.blank_if(f"{games}<rule_established_games", build_counted_change(RULES, points, games)),
        )

    return {
        SCHEMA.change1: change("game_points", "game_games_1"),
        SCHEMA.change2: change("-game_points", "game_games_2"),
    }


def _build_name_formulas(cell: Cell) -> dict[str, str]:
    def games(heading: str, player: str) -> str:
        return f"IF(ISNUMBER({cell(heading)}),{cell(heading)},{formulas.list_value(cell(player), 'list_games')})"

    return {
        "game_games_1": games(SCHEMA.bases[0], SCHEMA.player1),
        "game_games_2": games(SCHEMA.bases[1], SCHEMA.player2),
        "game_percent": build_percent_formula(RULES, cell(SCHEMA.score1), cell(SCHEMA.score2)),
        "game_expected": build_expected_formula(RULES, cell(SCHEMA.difference)),
        "game_percent_over": "game_percent-game_expected",
        "game_points": build_full_change(RULES, "game_percent_over"),
    }


def _percent(args: ArgumentFormulas) -> str:
    return formulas.if_played(args, build_percent_formula(PRINTED, args["s1"], args["s2"]))


def _change(args: ArgumentFormulas) -> str:
    return formulas.let(
        build_counted_change(PRINTED, "_xlpm.points", args["games"]),
        diff=f"{args['r1']}-{args['r2']}",
        over=f"{_percent(args)}-{build_expected_formula(PRINTED, '_xlpm.diff')}",
        points=build_full_change(PRINTED, "_xlpm.over"),
    )


# The source's example of a game.
RATINGS, SCORES = (1824, 1708), (459, 272)


def _build_example(system: Lexington) -> Values:
    lines = score_values(RATINGS, SCORES)
    games, sides = system.full_change_games, ((*RATINGS, *SCORES), (*RATINGS[::-1], *SCORES[::-1]))
    scored = [system.percent(score, opponent_score) for _, _, score, opponent_score in sides]
    expected_percents = [system.expected(rating - opponent_rating) for rating, opponent_rating, _, _ in sides]
    over = [percent - expected_percent for percent, expected_percent in zip(scored, expected_percents)]
    is_new = games < system.established_games
    changes = [system.change(*side, games) for side in sides]
    scores_needed = [
        search_or_none(system.find_needed_score, rating, opponent_rating, opponent_score, games)
        for rating, opponent_rating, _, opponent_score in sides
    ]
    newcomers = (NEWCOMER, NEWCOMER)
    return lines | {
        msg("Games"): (games, games),
        msg("Par score"): [
            system.par(rating - opponent_rating, score + opponent_score)
            for rating, opponent_rating, score, opponent_score in sides
        ],
        msg("Percentage scored"): scored,
        msg("Percentage expected"): expected_percents,
        msg("Scored over expected"): over,
        msg("Full change"): [system.points(percent) for percent in over],
        msg("Change"): newcomers if is_new else changes,
        msg("New rating"): ("", "") if is_new else [rating + change for rating, change in zip(RATINGS, changes)],
        msg("Score needed"): newcomers if is_new else scores_needed,
    }


def _fill_calculator(calculator: Calculator) -> None:
    names, ratings = calculator.add_players(RATINGS)
    typed_games = calculator.add_inputs(
        msg("Games before the session"), ColumnType.COUNT, ("", ""), msg("Blank: from the list; a guest is a veteran")
    )
    score, rating, diff, spread = add_score_lines(calculator, SCORES, ratings)
    games = calculator.add_formulas(
        msg("Games"), ColumnType.COUNT, games_before_formulas(names, typed_games, RULES.setting("full_change_games"))
    )
    total, (first, second) = "+".join(score), score
    calculator.add_formulas(
        msg("Par score"),
        ColumnType.SCORE,
        [formulas.if_numbers((d, *score), par(RULES, d, f"({total})")) for d in diff],
        msg("With the same total; with it no rating would change"),
    )
    scored = calculator.add_formulas(
        msg("Percentage scored"),
        ColumnType.DECIMAL,
        [
            formulas.if_numbers((s,), build_percent_formula(RULES, score, opponent_score))
            for s, score, opponent_score in zip(spread, (first, second), (second, first))
        ],
        msg("Of the points of the game, win boost included"),
    )
    due = calculator.add_formulas(
        msg("Percentage expected"),
        ColumnType.DECIMAL,
        [formulas.if_numbers((d,), build_expected_formula(RULES, d)) for d in diff],
    )
    over = calculator.add_formulas(
        msg("Scored over expected"),
        ColumnType.DECIMAL_CHANGE,
        [formulas.if_numbers(pair, "-".join(pair)) for pair in zip(scored, due)],
    )
    points = calculator.add_formulas(
        msg("Full change"),
        ColumnType.DECIMAL_CHANGE,
        [formulas.if_numbers((o,), build_full_change(RULES, o)) for o in over],
        msg("Large surprises count less per percent"),
    )
    established = [
        f'IF({g}<{RULES.setting("established_games")},"{NEWCOMER}",{build_counted_change(RULES, p, g)})'
        for p, g in zip(points, games)
    ]
    change = calculator.add_formulas(
        msg("Change"),
        ColumnType.CHANGE,
        [formulas.if_numbers((p,), formula) for p, formula in zip(points, established)],
        msg("Rounded; half of it for veterans. Newcomers are rated by all their games together"),
        result=True,
    )
    add_new_ratings(calculator, rating, change)
    sides = zip(diff, games, reversed(score))
    calculator.add_array_formulas(
        msg("Score needed"),
        ColumnType.SCORE,
        [build_needed_score(RULES, *side) for side in sides],
        msg("Against the opponent's score, so that the rating does not fall"),
    )


ADAPTER = WorkbookAdapter(
    system=SYSTEM,
    players=players_table(
        *START_COLUMNS,
        input_column("Start last played", ColumnType.DATE),
        computed_column("Rating", ColumnType.RATING),
        computed_column("Assigned", ColumnType.RATING),
        computed_column("Games", ColumnType.COUNT),
        computed_column("Last played", ColumnType.DATE),
        computed_column("Status", ColumnType.TEXT),
    ),
    list_ratings=(
        "IF(ISNUMBER(Players[Assigned]),Players[Assigned],IF(ISNUMBER(Players[Rating]),Players[Rating],"
        'IF(ISNUMBER(Players[Start rating]),Players[Start rating],"")))'
    ),
    list_games=GAMES_OR_START,
    live_formulas=_build_live_formulas,
    name_formulas=_build_name_formulas,
    lambdas={
        "LEXCHANGE": _change,
        "LEXPERCENT": _percent,
        "LEXEXPECTED": lambda args: build_expected_formula(PRINTED, args["diff"]),
        "LEXPOINTS": lambda args: build_full_change(PRINTED, args["percent_diff"]),
        "LEXPAR": lambda args: par(PRINTED, args["diff"], args["total"]),
    },
    calculator=_fill_calculator,
    example=_build_example,
    evening_sheets=("Weekly sheet",),
)
