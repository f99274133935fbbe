"""Define the family of rules with tables of points, to which Mississauga, Montreal and Our Own Table belong.

A winner takes points for the ratings difference and for the spread, and the loser pays them. The changes of a session,
or of one game, are summed, multiplied by games played and by rating, and added to the rating, which may have a floor.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from datetime import date
from functools import cached_property
from itertools import pairwise
from math import inf
from operator import neg

from xladdin.cells import Memo, Number, int_if_whole, round_half_up, sign
from xladdin.messages import BLANK, Message, list_values, msg
from xladdin.model import Games, RatingState
from xladdin.systems.sessions import (
    GAME,
    SESSION,
    ChangesBySpread,
    RateGames,
    SessionSystem,
    close_session,
    find_least_spread,
    validate_played,
)
from xladdin.systems.system import YES, AnyState, BandTable, ClubSystem, describe_result, with_change

FAVOURITE, UNDERDOG, TIE = msg("If favourite wins"), msg("If underdog wins"), msg("If tie")
BONUS, TIMES = msg("Bonus"), msg("Multiplier")
# A number beyond all ratings and differences. On the sheet Rules it stands for no limit, and its negative for no floor.
NO_LIMIT = 999_999
# The table of a club without multipliers.
NO_MULTIPLIERS = BandTable((msg("From"), TIMES), ((0, 1),))


class PointsSystem(SessionSystem[RatingState]):
    """A rule with tables of points. Ratings and changes are in rating points, scores and spread in points of the game.

    Attributes:
        spread: The winner's points for spread.
        tie_step: Ratings difference that is worth one point in a tie, or 0 to use the column for ties of `basic`.
        spread_limit: Largest ratings difference up to which spread counts.
        double_share: Share of a loss that counts for a player who plays two opponents at once.
        rounding: "session" or "game", after which changes are rounded.
    """

    describes_sessions = True

    spread: BandTable
    tie_step: Number = 0
    spread_limit: Number = inf
    double_share: Number = 1
    rounding: str = SESSION

    @property
    @abstractmethod
    def basic(self) -> BandTable:
        """The points by ratings difference, with columns for a win of the favourite, a win of the underdog, and a tie.

        In a tie, the lower rated player gains the points.
        """

    @property
    def by_games(self) -> BandTable:
        """The multipliers of a session's changes by games played before it."""
        return NO_MULTIPLIERS

    @property
    def by_rating(self) -> BandTable:
        """The multipliers of a session's changes by the rating before it."""
        return NO_MULTIPLIERS

    def compute_basic_points(self, diff: Number, result: int) -> Number:
        """Return the player's points before spread.

        `diff` is the player's rating minus the opponent's. `result` is 1 for a win, 0 for a tie, -1 for a loss.
        """
        size = abs(diff)
        if result == 0:
            return -sign(diff) * (int(size // self.tie_step) if self.tie_step else self.basic.value_at(size, TIE))
        return result * self.basic.value_at(size, FAVOURITE if diff * result >= 0 else UNDERDOG)

    @property
    def counts_spread(self) -> bool:
        """Whether spread is worth points."""
        return any(self.spread.column(BONUS))

    def spread_points(self, spread: Number, diff: Number = 0) -> Number:
        """Return the winner's points for the spread, whose sign is ignored."""
        return 0 if abs(diff) > self.spread_limit else self.spread.value_at(abs(spread), BONUS)

    def compute_counted_change(self, change: Number, double: bool) -> Number:
        """Return the change of a game after the rules for double games and rounding.

        `double` is whether the player plays two opponents at once.
        """
        if double and change < 0:
            change *= self.double_share
        return round_half_up(change) if self.rounding == GAME else change

    def change(self, rating1: Number, rating2: Number, score1: Number, score2: Number, double: bool = False) -> Number:
        """Return the change of player 1 by a game, before multipliers.

        `double` is whether player 1 plays two opponents at once.

        Raises:
            OutOfRangeError: Nobody scored.
        """
        validate_played(score1, score2)
        return self.compute_counted_change(self._change(rating1 - rating2, score1 - score2), double)

    def _change(self, diff: Number, spread: Number) -> Number:
        result = sign(spread)
        return self.compute_basic_points(diff, result) + result * self.spread_points(spread, diff)

    def find_needed_spread(self, rating1: Number, rating2: Number, double: bool = False) -> int:
        """Return the least spread with which player 1 gains (negative: a defeat). Raises NotFoundError for none."""
        return find_least_spread(
            lambda spread: self.compute_counted_change(self._change(rating1 - rating2, spread), double)
        )

    def multiply_change(self, plain_sum: Number, times: Number) -> Number:
        """Return the sum of a session's changes, multiplied and then rounded once."""
        return round_half_up(plain_sum * times)

    def compute_session_change(self, rating: Number, games: Number, change: Number) -> Number:
        """Return the change of the list by a session.

        `rating` and `games` are those at its start, and `change` is the sum of the changes of its games.
        """
        return self.multiply_change(
            change, self.by_games.value_at(games, TIMES) * self.by_rating.value_at(rating, TIMES)
        )

    @cached_property
    def _changes(self) -> ChangesBySpread:
        step = self.tie_step
        return ChangesBySpread(
            self._change,
            lambda diff: (
                sign(diff), self.basic.find_band(abs(diff)), abs(diff) > self.spread_limit, step and abs(diff) // step
            ),
            lambda spread: (sign(spread), self.spread_points(spread)),
        )  # fmt: skip

    def make_games_rater(self, state: RatingState, games: Games) -> RateGames:
        """Return a function that rates games from the ratings before them, with all results of the rule cached."""
        look_up, ratings, game_counts = self._changes, state.rating, state.games
        rules, floor, has_doubles = look_up.rules(games), self.floor, any(games.double)
        by_times = Memo(lambda times: Memo(lambda plain_sum: self.multiply_change(plain_sum, times)))
        by_rating = Memo(lambda times: Memo(lambda rating: by_times[times * self.by_rating.value_at(rating, TIMES)]))
        by_games = Memo(lambda count: by_rating[self.by_games.value_at(count, TIMES)])
        list_changes = [by_games[count] for count in game_counts]
        """For each player, the cached changes of the list by rating, and then by the plain sum of a session."""

        def rate(start: int, stop: int, day: date) -> tuple[Sequence[Number], ...]:
            span = slice(start, stop)
            first, second = games.player1[span], games.player2[span]
            rating1, rating2 = [ratings[player] for player in first], [ratings[player] for player in second]
            change1 = look_up.changes(rules[span], rating1, rating2)
            change2 = list(map(neg, change1))
            if has_doubles or self.rounding == GAME:
                sides = games.double[span]
                change1 = [self.compute_counted_change(change, side == 1) for change, side in zip(change1, sides)]
                change2 = [self.compute_counted_change(change, side == 2) for change, side in zip(change2, sides)]
            for player, plain_sum in close_session(state, first, second, change1, change2, day).items():
                old_rating = ratings[player]
                rating = old_rating + list_changes[player][old_rating][plain_sum]
                ratings[player] = rating if rating >= floor else floor
                list_changes[player] = by_games[game_counts[player]]
            return rating1, rating2, change1, change2

        return rate

    @property
    def _newcomers(self) -> Sequence[tuple[Number, Number]]:
        """The numbers of games below which changes are multiplied, each with its multiplier."""
        return [(later, times) for (_, times), (later, _) in pairwise(self.by_games.rows) if times != 1]

    def get_rating_mark(self, state: RatingState, player: int) -> str:
        """Return "n" for a newcomer, whose changes are multiplied, or ""."""
        return "n" if self._newcomers and 0 < state.games[player] < self._newcomers[-1][0] else ""

    def legend(self) -> dict[str, Message]:
        """Return the meaning of the marks, with that of a newcomer if changes of newcomers are multiplied."""
        marks = super().legend()
        if self._newcomers:
            times = list_values([times for _, times in self._newcomers], alternative=True)
            message = msg("n: newcomer, changes count {times} times until {games} games.")
            marks["n"] = message.with_values(times=times, games=self._newcomers[-1][0])
        return marks

    def describe_session(self, rating: Number, games: Number, plain_sum: Number) -> Message:
        """Explain the multipliers and the floor: "15 × 2 newcomer × 0.6 expert = 18". The text is blank without any."""
        newcomer, expert = self.by_games.value_at(games, TIMES), self.by_rating.value_at(rating, TIMES)
        list_change = self.compute_session_change(rating, games, plain_sum)
        product = round(plain_sum * newcomer * expert, 9)
        message = msg("{sum:g}")
        if newcomer != 1 and expert != 1:
            message = msg("{sum:g} × {newcomer:g} newcomer × {expert:g} expert")
        elif newcomer != 1:
            message = msg("{sum:g} × {newcomer:g} newcomer")
        elif expert != 1:
            message = msg("{sum:g} × {expert:g} expert")
        has_factor = newcomer != 1 or expert != 1
        message = message.with_values(sum=plain_sum, newcomer=newcomer, expert=expert)
        if product != list_change:
            rounded_message = (
                msg("{words} = {product:g}, rounded {change:g}") if has_factor else msg("{words}, rounded {change:g}")
            )
            message = rounded_message.with_values(words=message, product=product, change=list_change)
        elif has_factor:
            message = msg("{words} = {change:g}", words=message, change=list_change)
        if rating + list_change < self.floor:
            return msg("{change}, but no rating below {floor:g}", change=message, floor=self.floor)
        return message if has_factor or product != list_change else BLANK

    def session_legend(self) -> Sequence[Message]:
        """Return sentences about multipliers, double games and the floor, as far as the club has them."""
        newcomer = msg("A newcomer (fewer than {games} games) gets {times} times the sum of the session.")
        keys = [newcomer.with_values(times=times, games=games) for games, times in self._newcomers]
        keys += [
            msg("From {rating} up, {share} of it.", rating=rating, share=share)
            for rating, share in self.by_rating.rows
            if share != 1
        ]
        if self.double_share != 1:
            keys.append(msg("In a double game, {share} of a loss counts.", share=self.double_share))
        if self.floor > -NO_LIMIT:
            keys.append(msg("No rating falls below {floor}.", floor=self.floor))
        return keys

    def explain(
        self, rating1: Number, rating2: Number, score1: Number, score2: Number, double: bool = False
    ) -> Message:
        """Explain the change of a game: `favourite by 510 wins: 2; spread 75: 1; change 3`."""
        validate_played(score1, score2)
        diff, spread = rating1 - rating2, score1 - score2
        result = sign(spread)
        basic, bonus = self.compute_basic_points(diff, result), result * self.spread_points(spread, diff)
        change = basic + bonus
        message = msg("{game}: {points:g}")
        if result and self.counts_spread and abs(diff) > self.spread_limit:
            message = msg("{game}: {points:g}; no spread bonus more than {limit:g} apart")
        elif result and self.counts_spread:
            message = msg("{game}: {points:g}; spread {spread:g}: {bonus:g}")
        message = message.with_values(
            game=describe_result(diff, result),
            points=int_if_whole(basic),
            limit=self.spread_limit,
            spread=abs(spread),
            bonus=bonus,
        )
        if double and change < 0 and self.double_share == 0.5:
            message = msg("{words}; {loss:g} halved in a double game", words=message, loss=change)
        elif double and change < 0 and self.double_share != 1:
            share = self.double_share
            message = msg("{words}; {loss:g} × {share:g} in a double game", words=message, loss=change, share=share)
        return with_change(message, self.compute_counted_change(change, double))


class ChampionshipSystem(ClubSystem[AnyState]):
    """A system with championship points for every game of a season, set by its settings."""

    win_points: Number
    tie_points: Number
    loss_points: Number
    bye_points: Number
    forfeits_count: str
    forfeit_points: Number

    def compute_championship_points(self, wins: Number, losses: Number, ties: Number) -> Number:
        """Return the championship points.

        Mississauga: "2 points for a win, 1 point for a loss and 1.5 points for a tie".
        """
        return int_if_whole(wins * self.win_points + losses * self.loss_points + ties * self.tie_points)

    def compute_season_points(self, *record: int) -> Number:
        """Return the championship points of a season's record, with forfeits and byes by the settings of the club.

        The winner of a forfeit gets the points of a win, and the other player `forfeit_points`.

        Args:
            *record: Wins (including forfeits, and byes if they count as wins), losses (including forfeits), ties,
                forfeits won, forfeits lost, and byes.
        """
        wins, losses, ties, forfeits_won, forfeits_lost, byes = record
        if self.counts_byes_as_wins:
            wins -= byes
        counts_forfeits = self.forfeits_count == YES
        if not counts_forfeits:
            wins -= forfeits_won
        points = self.compute_championship_points(wins, losses - forfeits_lost, ties) + byes * self.bye_points
        return int_if_whole(points + forfeits_lost * self.forfeit_points * counts_forfeits)
