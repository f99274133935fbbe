"""Rate Lexington's newcomers, the players of fewer than 10 games.

The club has not published its rule for newcomers, so this one is xladdin's. A newcomer's rating is the performance
rating of all games so far: the rating at which the expected percentages against the opponents sum to the percentages
scored. The opponents' changes are computed with an assigned rating, which is fixed after the newcomer's first session
and used until the newcomer is established. A player who is absent for more than 99 weeks becomes a newcomer again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Protocol

from xladdin.cells import Number, int_if_whole, round_half_up
from xladdin.model import Player, RatingState, Result, format_results

_START_COLUMNS = (
    "Start rating", "Start games", "Start last played", "Start assigned", "Start results", "Start returned",
)  # fmt: skip
# For the secant method: the most steps, the first step [rating points per percent], and the excess at which it ends
# [percent].
MAX_SECANT_STEPS, STEP, SECANT_TOLERANCE = 12, 30, 1e-12
# The precision of a performance rating [percent of points, and rating points]. The rules need 1e-6.
PRECISION = 1e-10


def find_performance(
    expected: Callable[[Number], Number],
    opponents: Sequence[Number],
    percents: Sequence[Number],
    guess: Number | None,
) -> float:
    """Return the rating at which the expected percentages sum to the percentages scored.

    A few steps of the secant method from `near` usually suffice. Otherwise the Illinois variant of the false position
    method is used.

    Args:
        expected: Returns the expected percentage for a ratings difference. It must be increasing.
        opponents: Rating of the opponent of each game. There is at least one game.
        percents: Percentage scored in each game.
        guess: A rating to start from, such as the rating after the last session, or None.
    """
    scored = sum(percents)

    def excess(rating: float) -> float:
        return sum([expected(rating - opponent) for opponent in opponents]) - scored

    if guess is not None and (root := _by_secant(excess, guess, STEP / len(opponents))) is not None:
        return root
    low, high, reach = float(min(opponents)), float(max(opponents)), 1.0
    while (low_excess := excess(low)) > 0:
        low, reach = low - reach, reach * 2
    while (high_excess := excess(high)) < 0:
        high, reach = high + reach, reach * 2
    last_moved = 0
    while high - low > PRECISION and high_excess > low_excess:
        middle = (low * high_excess - high * low_excess) / (high_excess - low_excess)
        middle_excess = excess(middle)
        if abs(middle_excess) < PRECISION or not low < middle < high:
            return middle
        if middle_excess < 0:
            low, low_excess = middle, middle_excess
            high_excess = high_excess / 2 if last_moved < 0 else high_excess
            last_moved = -1
        else:
            high, high_excess = middle, middle_excess
            low_excess = low_excess / 2 if last_moved > 0 else low_excess
            last_moved = 1
    return low


def _by_secant(excess: Callable[[float], float], guess: float, step: float) -> float | None:
    """Return the rating near `near` at which the excess is zero, or None if the steps do not converge."""
    rating, current_excess = float(guess), excess(guess)
    next_rating, next_excess = rating - current_excess * step, 0.0
    for _ in range(MAX_SECANT_STEPS):
        if abs(current_excess) < SECANT_TOLERANCE:
            return rating
        next_excess = excess(next_rating)
        if next_excess == current_excess:
            break
        rating, current_excess, next_rating = (
            next_rating,
            next_excess,
            next_rating - next_excess * (next_rating - rating) / (next_excess - current_excess),
        )
    return None


class NewcomerRules(Protocol):
    """The settings for rating newcomers."""

    @property
    def newcomer_bonus(self) -> Number: ...
    @property
    def unrated_opponent(self) -> Number: ...
    @property
    def established_games(self) -> int: ...
    def performance(
        self, opponents: Sequence[Number], percents: Sequence[Number], guess: Number | None = None
    ) -> float: ...


@dataclass(eq=False, repr=False)
class NewcomerState(RatingState):
    """A state with the data of newcomers. All lists have one entry per player.

    Attributes:
        effective_ratings: Rating with which opponents' changes are computed: the assigned rating of a newcomer, or the
            rating of an established player.
        assigned: Assigned rating of a newcomer after the first session, or None.
        established: Whether the player is established.
        returned: Date on which the player became a newcomer again after a long absence, or None.
        start_weight: Start games and start rating, which are averaged with the performance rating.
        opponents: Ratings of a newcomer's opponents, one for each game.
        percents: Percentages that a newcomer scored, one for each game.
    """

    effective_ratings: list[Number] = field(default_factory=list)
    assigned: list[Number | None] = field(default_factory=list)
    established: list[bool] = field(default_factory=list)
    returned: list[date | None] = field(default_factory=list)
    start_weight: list[tuple[int, Number]] = field(default_factory=list)
    opponents: list[list[Number]] = field(default_factory=list)
    percents: list[list[Number]] = field(default_factory=list)

    @classmethod
    def from_players(cls, players: Sequence[Player], rules: NewcomerRules) -> NewcomerState:
        """Return the state before the log. The setting "unrated opponent" is the rating of a player who has none."""
        start = RatingState.at_start(players, rules.unrated_opponent)
        established = [player.start_games >= rules.established_games for player in players]
        assigned = [
            None if is_established else _assigned_before(player) for player, is_established in zip(players, established)
        ]
        state = cls(
            **vars(start),
            effective_ratings=[
                rating if assigned_rating is None else assigned_rating
                for rating, assigned_rating in zip(start.rating, assigned)
            ],
            assigned=assigned,
            established=established,
            returned=[player.start_returned for player in players],
            start_weight=[
                (0, 0) if player.start_rating is None else (player.start_games, player.start_rating)
                for player in players
            ],
            opponents=[[result.opponent for result in player.start_results] for player in players],
            percents=[[result.percent for result in player.start_results] for player in players],
        )
        for number, player in enumerate(players):
            if player.start_results:
                state.games[number] += len(player.start_results)
                state.rating[number] = state._compute_rating(number, rules)
        return state

    def export_start_columns(self, players: Sequence[Player]) -> dict[str, list[object]]:
        """Return the start columns of a log that continues this one, by heading, with one entry per player.

        A newcomer keeps the start rating and games of this log, unless the player has become a newcomer again in it.
        """
        columns: dict[str, list[object]] = {heading: [] for heading in _START_COLUMNS}
        for number, player in enumerate(players):
            is_established = self.established[number]
            came_with = is_established or self.returned[number] is None
            rating = self.rating[number] if is_established else player.start_rating
            games = self.games[number] if is_established else player.start_games
            results = map(Result, self.opponents[number], self.percents[number])
            cells = (
                rating if came_with else None,
                (games or None) if came_with else None,
                self.last_played[number],
                None if is_established or (came_with and rating is not None) else self.assigned[number],
                format_results(list(results)) or None,
                None if is_established else self.returned[number],
            )
            for column, cell in zip(columns.values(), cells):
                column.append(cell)
        return columns

    def has_rating(self, player: int) -> bool:
        """Return whether the player has a rating. Start games alone give none."""
        return self.established[player] or self.assigned[player] is not None

    def has_earned_rating(self, player: int, start_games: int) -> bool:
        """Return whether the player has a rating. Start games alone never give one."""
        return self.has_rating(player)

    def effective_rating(self, player: int) -> Number:
        """Return the assigned rating of a newcomer, or the rating of an established player."""
        return self.effective_ratings[player]

    def known_ratings(self) -> list[Number | None]:
        """Return one rating per player, None for a player who has none."""
        players = zip(self.rating, self.established, self.assigned)
        return [
            rating if is_established or assigned_rating is not None else None
            for rating, is_established, assigned_rating in players
        ]

    def are_established(self, players: Sequence[int]) -> Sequence[bool]:
        """Return whether each of these players is established."""
        return list(map(self.established.__getitem__, players))

    def has_started_over(self, player: int, since: date) -> bool:
        """Return whether the player became a newcomer again, after a long absence, on the date `since` or later."""
        returned = self.returned[player]
        return returned is not None and returned >= since

    def find_newcomers(self, players: Iterable[int], today: date, remembered_weeks: int) -> Collection[int]:
        """Return the newcomers among some players, after players absent for too long have become newcomers again."""
        memory_limit = today - timedelta(weeks=remembered_weeks)
        newcomers = {}
        for player in dict.fromkeys(players):
            last_played = self.last_played[player]
            if last_played is not None and last_played < memory_limit:
                self._start_over(player, today)
            if not self.established[player]:
                newcomers[player] = True
        return newcomers.keys()

    def _start_over(self, player: int, today: date) -> None:
        self.games[player] = 0
        self.last_played[player] = None
        self.assigned[player] = None
        self.established[player] = False
        self.returned[player] = today
        self.start_weight[player] = (0, 0)
        self.opponents[player], self.percents[player] = [], []

    def assign_ratings(
        self,
        newcomers: Collection[int],
        first: Sequence[int],
        second: Sequence[int],
        percents: Sequence[Number],
        rules: NewcomerRules,
    ) -> None:
        """Assign a rating to each newcomer who has none: the performance in this session plus the newcomer bonus.

        Only games against opponents with a rating count. If there are none, all games count, and each opponent has the
        rating of an unrated opponent.
        """
        unassigned_players = {player for player in newcomers if self.assigned[player] is None}
        if not unassigned_players:
            return
        games: dict[int, list[tuple[int, Number]]] = {player: [] for player in unassigned_players}
        for player, opponent, percent in zip(first, second, percents):
            if player in unassigned_players:
                games[player].append((opponent, percent))
            if opponent in unassigned_players:
                games[opponent].append((player, 100 - percent))
        for player, player_games in games.items():
            against_known = [
                (self.effective_ratings[o], percent) for o, percent in player_games if o not in unassigned_players
            ]
            counted_games = against_known or [(rules.unrated_opponent, percent) for _, percent in player_games]
            opponents, percents_scored = zip(*counted_games)
            performance = rules.performance(opponents, percents_scored)
            self.assigned[player] = self.effective_ratings[player] = round_half_up(performance + rules.newcomer_bonus)

    def update_performance_ratings(
        self,
        newcomers: Collection[int],
        first: Sequence[int],
        second: Sequence[int],
        rating1: Sequence[Number],
        rating2: Sequence[Number],
        percents: Sequence[Number],
        rules: NewcomerRules,
    ) -> None:
        """Update the ratings of newcomers after a session, whose games must be counted already."""
        for player, opponent, rating, opponent_rating, percent in zip(first, second, rating1, rating2, percents):
            if player in newcomers:
                self.opponents[player].append(opponent_rating)
                self.percents[player].append(percent)
            if opponent in newcomers:
                self.opponents[opponent].append(rating)
                self.percents[opponent].append(100 - percent)
        for player in newcomers:
            self.rating[player] = self._compute_rating(player, rules)
            if self.games[player] >= rules.established_games:
                self._establish(player)

    def _compute_rating(self, player: int, rules: NewcomerRules) -> int:
        """Return the rating of a newcomer: the average of performance and start rating, weighted by games."""
        performance = rules.performance(self.opponents[player], self.percents[player], self.rating[player])
        start_games, start_rating = self.start_weight[player]
        games = len(self.opponents[player])
        return round_half_up((start_games * start_rating + games * performance) / (start_games + games))

    def _establish(self, player: int) -> None:
        self.established[player] = True
        self.assigned[player] = None
        self.effective_ratings[player] = self.rating[player] = int_if_whole(self.rating[player])
        self.opponents[player], self.percents[player] = [], []


def _assigned_before(player: Player) -> Number | None:
    """Return a newcomer's assigned rating at the beginning of the log: that of an earlier log, or the typed one."""
    return player.start_rating if player.start_assigned is None else player.start_assigned
