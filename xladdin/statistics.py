"""Compute the statistics of a replay, from which all reports take their numbers.

`Statistics` has those of the last session, of its season and of all seasons: totals by player, by opponent and by
session, and the longest runs.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import fsum
from typing import Any, NamedTuple

from xladdin.cells import Number
from xladdin.game_log import Extreme
from xladdin.model import GameKind, Period, UnratedGame
from xladdin.replay import Replay, find_season, iter_states_by_day
from xladdin.systems.system import PLACINGS


class GameColumns(NamedTuple):
    """Columns of rated games, with one entry for each game. A player is a position in the log's list of players.

    `rating1` and `rating2` are the ratings before the game. A change is None for a newcomer, who gets a first rating
    from all games together.
    """

    date: Sequence[date]
    player1: Sequence[int]
    score1: Sequence[Number]
    player2: Sequence[int]
    score2: Sequence[Number]
    double: Sequence[int]
    rating1: Sequence[Number | None]
    rating2: Sequence[Number | None]
    change1: Sequence[Number | None]
    change2: Sequence[Number | None]

    def __len__(self) -> int:
        return len(self.date)

    @property
    def results(self) -> Iterable[tuple[int, Number, int, Number]]:
        """Player 1, the score of player 1, player 2 and the score of player 2, for each game."""
        return zip(self.player1, self.score1, self.player2, self.score2)


class PlayerTotals(NamedTuple):
    """The record of every player in some games. Each list has one entry for each player.

    `games`, `points_for` and `points_against` count only rated games. `wins` and `losses` include forfeits. `wins`
    includes byes if the club counts a bye as a win.
    """

    games: list[int]
    wins: list[int]
    losses: list[int]
    ties: list[int]
    points_for: list[Number]
    points_against: list[Number]
    forfeits_won: list[int]
    forfeits_lost: list[int]
    byes: list[int]

    def has_record(self, player: int) -> bool:
        """Return whether the player has a win, a loss or a tie."""
        return bool(self.wins[player] or self.losses[player] or self.ties[player])

    def spread(self, player: int) -> Number:
        """Return the points scored minus those conceded."""
        return self.points_for[player] - self.points_against[player]

    def average_for(self, player: int) -> float | None:
        """Return the mean score of the player, or None without a game."""
        return self.points_for[player] / self.games[player] if self.games[player] else None

    def average_against(self, player: int) -> float | None:
        """Return the mean score of the opponents, or None without a game."""
        return self.points_against[player] / self.games[player] if self.games[player] else None

    def record(self, player: int) -> "Record":
        """Return the player's record."""
        counts = self.wins[player], self.losses[player], self.ties[player]
        return Record(*counts, self.games[player], self.average_for(player), self.average_against(player))

    def points(self, player: int) -> float:
        """Return the number of wins plus half of the ties, by which the players of a session are ranked."""
        return self.wins[player] + self.ties[player] / 2


def count_totals(
    games: GameColumns,
    players: int,
    unrated: Iterable[UnratedGame],
    *,
    tie_counts_as_win: bool,
    bye_counts_as_win: bool,
) -> PlayerTotals:
    """Add up the results of each player.

    `players` is the number of players. With `tie_counts_as_win`, a tie is a win for both players.
    """
    game_counts, wins, losses, ties = ([0] * players for _ in range(4))
    points_for: list[Number] = [0] * players
    points_against: list[Number] = [0] * players
    ties_or_wins = wins if tie_counts_as_win else ties
    for player1, score1, player2, score2 in games.results:
        game_counts[player1] += 1
        game_counts[player2] += 1
        points_for[player1] += score1
        points_for[player2] += score2
        points_against[player1] += score2
        points_against[player2] += score1
        if score1 > score2:
            wins[player1] += 1
            losses[player2] += 1
        elif score1 < score2:
            losses[player1] += 1
            wins[player2] += 1
        else:
            ties_or_wins[player1] += 1
            ties_or_wins[player2] += 1
    forfeits_won, forfeits_lost, byes = ([0] * players for _ in range(3))
    for game in unrated:
        if game.kind is GameKind.BYE:
            byes[game.player1] += 1
            wins[game.player1] += bye_counts_as_win
        elif game.kind is GameKind.FORFEIT:
            winner, loser = find_forfeit_sides(game)
            forfeits_won[winner] += 1
            forfeits_lost[loser] += 1
            wins[winner] += 1
            losses[loser] += 1
    return PlayerTotals(game_counts, wins, losses, ties, points_for, points_against, forfeits_won, forfeits_lost, byes)


def find_forfeit_sides(game: UnratedGame) -> tuple[int, int]:
    """Return the winner and the loser of a forfeit."""
    assert game.player2 is not None and game.score1 is not None and game.score2 is not None
    players = game.player1, game.player2
    return players if game.score1 > game.score2 else players[::-1]


def list_attendees(game: UnratedGame) -> tuple[int, ...]:
    """Return the players of an unrated game or bye, who were present. A forfeit has no attendees."""
    if game.kind is GameKind.FORFEIT:
        return ()
    return (game.player1,) if game.player2 is None else (game.player1, game.player2)


@dataclass(slots=True, eq=False, repr=False)
class HeadToHead:
    """A player's results against one opponent: wins, losses and ties, and the sum of the spreads [points].

    For events, it counts how often the player finished ahead of, behind and level with the opponent. The spread is then
    the sum of the differences of their percentiles.
    """

    wins: int = 0
    losses: int = 0
    ties: int = 0
    spread: Number = 0

    def add(self, spread: Number) -> None:
        """Count a game or event by its spread, which is positive if the player won."""
        self.spread += spread
        if spread > 0:
            self.wins += 1
        elif spread < 0:
            self.losses += 1
        else:
            self.ties += 1


# A player's games in the log's order: the game's number, and the player's side (0 or 1). A placing has the side 0.
Rows = Sequence["tuple[int, int]"]
# Sorted by the last game, latest first. Opponents with only forfeits come at the end.
ByOpponent = Mapping[int, HeadToHead]


def count_head_to_head(
    games: GameColumns, player: int, rows: Rows, unrated: Iterable[UnratedGame], *, tie_counts_as_win: bool
) -> ByOpponent:
    """Return the results of a player, whose games are in these `rows`, against each opponent."""
    results: dict[int, HeadToHead] = {}
    for number, side in reversed(rows):
        opponent = (games.player2 if side == 0 else games.player1)[number]
        spread = games.score1[number] - games.score2[number]
        (results.get(opponent) or results.setdefault(opponent, HeadToHead())).add(-spread if side else spread)
    if tie_counts_as_win:
        for head_to_head in results.values():
            head_to_head.wins, head_to_head.ties = head_to_head.wins + head_to_head.ties, 0
    for game in unrated:
        if game.kind is GameKind.FORFEIT and player in (sides := find_forfeit_sides(game)):
            winner, loser = sides
            head_to_head = results.setdefault(loser if player == winner else winner, HeadToHead())
            head_to_head.wins += player == winner
            head_to_head.losses += player == loser
    return results


class Record(NamedTuple):
    """The record of a player: wins, losses, ties, rated games, and mean scores in them, or None without a game."""

    wins: int
    losses: int
    ties: int
    games: int
    average: float | None
    opponents_average: float | None

    @property
    def has_results(self) -> bool:
        return any((self.wins, self.losses, self.ties))


class EventRecord(NamedTuple):
    """The number of a player's events and of events won, and the mean percentile, or None without an event."""

    events: int
    won: int
    average: float | None

    @property
    def has_results(self) -> bool:
        return self.events > 0


# The weight of a win compared with a point of spread, large enough that wins always count first.
_WIN_WEIGHT = 1e7


class Run(NamedTuple):
    """The length of a player's longest run, and the day on which it first reached this length."""

    length: int
    day: date


NO_RUN = Run(0, date.min)
ByPlayer = Mapping[int, Run]


class Runs(NamedTuple):
    """The longest runs of each kind, by player."""

    games_won: ByPlayer
    games_lost: ByPlayer
    sessions_won: ByPlayer
    sessions_attended: ByPlayer


class _LongestRuns(dict[int, Run]):
    def extend_run(self, player: int, run: int, day: date) -> int:
        """Return a player's run extended by one game or session, and record it if it is the longest."""
        run += 1
        if run > self.get(player, NO_RUN).length:
            self[player] = Run(run, day)
        return run


def find_runs(
    games: GameColumns, unrated: Iterable[UnratedGame], sessions: Sequence[date], *, tie_counts_as_win: bool
) -> Runs:
    """Return the longest runs of each player in some rated and unrated games.

    A session is won by the player with the most wins, and then with the highest spread; a tie is half a win, or a win
    with `tie_counts_as_win`. A run of sessions won skips the sessions without a rated game of the player. A tie ends a
    run of wins or losses, unless it counts as a win. Forfeits do not count as attendance.

    `sessions` has the dates of all sessions of the club, in order.
    """
    games_won, games_lost, sessions_won, sessions_attended = (
        _LongestRuns(),
        _LongestRuns(),
        _LongestRuns(),
        _LongestRuns(),
    )
    evenings: defaultdict[date, dict[int, float]] = defaultdict(dict)
    current_wins: defaultdict[int, int] = defaultdict(int)
    current_losses: defaultdict[int, int] = defaultdict(int)
    for day, (player1, score1, player2, score2) in zip(games.date, games.results):
        spread = score1 - score2
        evening = evenings[day]
        if spread == 0:
            for player in (player1, player2):
                evening[player] = evening.get(player, 0) + (_WIN_WEIGHT if tie_counts_as_win else _WIN_WEIGHT / 2)
                current_wins[player] = (
                    games_won.extend_run(player, current_wins[player], day) if tie_counts_as_win else 0
                )
                current_losses[player] = 0
            continue
        winner, loser = (player1, player2) if spread > 0 else (player2, player1)
        evening[winner] = evening.get(winner, 0) + _WIN_WEIGHT + abs(spread)
        evening[loser] = evening.get(loser, 0) - abs(spread)
        current_wins[winner], current_losses[winner] = games_won.extend_run(winner, current_wins[winner], day), 0
        current_wins[loser], current_losses[loser] = 0, games_lost.extend_run(loser, current_losses[loser], day)
    present: defaultdict[date, set[int]] = defaultdict(set)
    for game in unrated:
        present[game.date].update(list_attendees(game))
    first_runs: dict[int, int] = {}
    came_runs: dict[int, int] = {}
    for day in sessions:
        if day not in evenings and not present.get(day):
            continue
        evening = evenings.get(day, {})
        best = max(evening.values(), default=None)
        for player, strength in evening.items():
            first_runs[player] = (
                sessions_won.extend_run(player, first_runs.get(player, 0), day) if strength == best else 0
            )
        session_players = present[day] | evening.keys()
        came_runs = {
            player: sessions_attended.extend_run(player, came_runs.get(player, 0), day) for player in session_players
        }
    return Runs(games_won, games_lost, sessions_won, sessions_attended)


# The number of each rating period in which a player played or got another rating, and the rating at its end.
RatingHistory = Sequence["tuple[int, Number | None]"]


def group_rows_by_player(sides: Iterable[Sequence[int]], players: int) -> Sequence[Rows]:
    """Return the games or placings of every player, given the players of each side. `players` is their number."""
    rows: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    for number, row_players in enumerate(zip(*sides)):
        for side, player in enumerate(row_players):
            rows[player].append((number, side))
    return rows


def list_rating_history(replay: Replay, player: int, rows: Rows) -> RatingHistory:
    """Return a player's rating history. Adjustments after the last period are left out."""
    log = replay.log
    ratings_by_period: dict[int, Number | None] = {
        adjustment.number: adjustment.ratings[player] for adjustment in replay.adjusted_ratings
    }
    ratings_by_period.pop(len(log.periods), None)
    played_ratings = {log.period_of_row[row]: replay.ratings_after[side][row] for row, side in rows}
    ratings_by_period.update(played_ratings)
    (current,) = log.system.create_initial_state([log.players[player]]).known_ratings()
    history = []
    for number, rating in sorted(ratings_by_period.items()):
        if number in played_ratings or rating != current:
            history.append((number, rating))
        current = rating
    return history


class RatingRanges:
    """The highest and the lowest rating of every player in a list, or None for a player who was never ranked.

    A rating counts at the end of a session or event in which the player played or an adjustment changed the rating, if
    the list then ranks the player. Start ratings and provisional ratings of newcomers do not count.
    """

    def __init__(self, replay: Replay) -> None:
        log = replay.log
        past, players = log.past, range(len(log.players))
        self.best, self.lowest = ([ratings.get(player) for player in players] for ratings in (past.best, past.lowest))
        if not log.is_in_date_order:
            for day, games, state in iter_states_by_day(replay):
                for player in {side[game] for side in log.games.players for game in games}:
                    self._count(player, state.rating[player], day)
            return
        current = log.system.create_initial_state(log.players).known_ratings()
        adjusted = {adjustment.number: adjustment for adjustment in replay.adjusted_ratings}
        sides = list(zip(log.rated_entries.players, replay.ratings_after, replay.established))
        for number, period in enumerate([*log.periods, Period(date.max, log.rows, log.rows)]):
            span = slice(period.start, period.stop)
            if adjustment := adjusted.get(number):
                period_players = {player for side in log.rated_entries.players for player in side[span]}
                for player, (old_rating, rating, is_established) in enumerate(
                    zip(current, adjustment.ratings, adjustment.established)
                ):
                    if is_established and rating is not None and rating != old_rating and player not in period_players:
                        self._count(player, rating, adjustment.date)
                current = list(adjustment.ratings)
            for columns in sides:
                for player, new_rating, is_established in zip(*(column[span] for column in columns)):
                    if is_established:
                        self._count(player, new_rating, period.date)
                    current[player] = new_rating

    def _count(self, player: int, rating: Number, day: date) -> None:
        best, lowest = self.best[player], self.lowest[player]
        if best is None or rating > best.rating:
            self.best[player] = Extreme(rating, day)
        if lowest is None or rating < lowest.rating:
            self.lowest[player] = Extreme(rating, day)


class Attendance(NamedTuple):
    """The attendance of a session or event.

    `players` were present at the session or took part in the event. `games` counts games played, or results of the
    event. `average` is the mean score of all players in the rated games, if games have scores.
    """

    date: date
    title: str
    players: int
    games: int
    average: float | None


class PeriodStatistics:
    """The statistics of some rating periods of a replay, with the unrated games of the same dates.

    Each figure is computed when it is first used.
    """

    def __init__(self, replay: Replay, periods: Sequence[Period], unrated: Sequence[UnratedGame]) -> None:
        self.replay = replay
        self.periods = periods
        self.unrated = unrated
        self._system = replay.log.system
        self._everybody = len(replay.log.players)

    def select_rows(self, column: Sequence[Any]) -> Sequence[Any]:
        """Return the entries of a column of the log in these periods, in the log's order."""
        periods = self.periods
        if not periods:
            return column[:0]
        if periods[-1].stop - periods[0].start == sum(period.stop - period.start for period in periods):
            return column[periods[0].start : periods[-1].stop]
        return [entry for period in periods for entry in column[period.start : period.stop]]

    @cached_property
    def games(self) -> GameColumns:
        """The rated games. They are empty if the system rates placings."""
        log, rated = self.replay.log, self.replay.rated_columns
        games, schema = log.games, self._system.log_schema
        if not schema.is_paired:
            return GameColumns(*[()] * 10)
        rated_columns = (rated[heading] for heading in (*schema.ratings, *schema.changes))
        typed_columns: tuple[Sequence[Any], ...] = games.date, games.player1, games.score1, games.player2, games.score2
        columns = (*typed_columns, games.double, *rated_columns)
        return GameColumns(*map(self.select_rows, columns))

    @cached_property
    def totals(self) -> PlayerTotals:
        """The totals of each player."""
        return count_totals(
            self.games,
            self._everybody,
            self.unrated,
            tie_counts_as_win=self._system.tie_counts_as_win,
            bye_counts_as_win=self._system.counts_byes_as_wins,
        )

    @cached_property
    def game_counts(self) -> Mapping[int, int]:
        """The number of rated games or events, by player. Players without any are left out."""
        if self._system.log_schema.is_paired:
            return {player: games for player, games in enumerate(self.totals.games) if games}
        return Counter(self.select_rows(self.replay.log.placings.player))

    @cached_property
    def players(self) -> set[int]:
        """The players who were present."""
        rated = {player for side in self.replay.log.rated_entries.players for player in self.select_rows(side)}
        return rated.union(*map(list_attendees, self.unrated))

    @cached_property
    def games_played(self) -> int:
        """The number of games played, rated or unrated, or the number of results at events."""
        rated = sum(period.stop - period.start for period in self.periods)
        return rated + sum(game.kind is GameKind.UNRATED for game in self.unrated)

    @cached_property
    def runs(self) -> Runs:
        """The longest runs of each player."""
        return find_runs(
            self.games,
            self.unrated,
            self.replay.log.sessions,
            tie_counts_as_win=self._system.tie_counts_as_win,
        )

    @cached_property
    def attendance(self) -> Sequence[Attendance]:
        """The attendance of each session or event, latest first. All games of one date are one session."""
        log, schema = self.replay.log, self._system.log_schema
        if not schema.is_paired:
            events = [
                (log.events[log.placings.event[period.start]], period.stop - period.start) for period in self.periods
            ]
            return [Attendance(event.date, event.name, event.players, rows, None) for event, rows in events[::-1]]
        periods: defaultdict[date, list[Period]] = defaultdict(list)
        unrated: defaultdict[date, list[UnratedGame]] = defaultdict(list)
        for period in self.periods:
            periods[period.date].append(period)
        for game in self.unrated:
            unrated[game.date].append(game)
        days = (
            PeriodStatistics(self.replay, periods[day], unrated[day])
            for day in sorted({*periods, *unrated}, reverse=True)
        )
        return [day.session for day in days if day.games_played]

    @property
    def session(self) -> Attendance:
        """The attendance of the only session or event of these periods."""
        day = (self.periods or self.unrated)[0].date
        return Attendance(day, day.isoformat(), len(self.players), self.games_played, self.average_score)

    @property
    def average_score(self) -> float | None:
        """The mean score of all players in the rated games, or None without a game or without scores."""
        games = self.games
        if not len(games) or not self._system.log_schema.has_scores:
            return None
        return (sum(games.score1) + sum(games.score2)) / (2 * len(games))

    def results_against(self, player: int) -> ByOpponent:
        """Return the player's results against each opponent."""
        if not self._system.log_schema.is_paired:
            return self._results_at_events(player)
        rows, tie_counts_as_win = self.player_rows[player], self._system.tie_counts_as_win
        return count_head_to_head(self.games, player, rows, self.unrated, tie_counts_as_win=tie_counts_as_win)

    def total_results(self, player: int) -> HeadToHead:
        """Return a player's total against all opponents.

        At events, every opponent of every event counts.
        """
        if self._system.log_schema.is_paired:
            totals = self.totals
            return HeadToHead(totals.wins[player], totals.losses[player], totals.ties[player], totals.spread(player))
        results = self.results_against(player).values()
        wins, losses, ties = (sum(counts) for counts in zip((0, 0, 0), *((m.wins, m.losses, m.ties) for m in results)))
        return HeadToHead(wins, losses, ties, fsum(record.spread for record in results))

    @cached_property
    def player_rows(self) -> Sequence[Rows]:
        """The games or placings of each player, counted from the first of these periods."""
        return group_rows_by_player(map(self.select_rows, self.replay.log.rated_entries.players), self._everybody)

    def _results_at_events(self, player: int) -> ByOpponent:
        """Return a player's results against the other players of the same events.

        Opponents are in the order of their last common event, latest first, and then in the order of its results.
        """
        placings = self.replay.log.placings
        percentiles = self.replay.rated_columns[PLACINGS.percentile]
        results: dict[int, HeadToHead] = {}
        for period, placing_row in reversed(self._event_rows.get(player, ())):
            for row in range(period.start, period.stop):
                if row != placing_row:
                    opponent_results = results.setdefault(placings.player[row], HeadToHead())
                    opponent_results.add((percentiles[placing_row] or 0) - (percentiles[row] or 0))
        return results

    def record(self, player: int) -> Record | EventRecord:
        """Return the record of a player's games or events: the number, how many were won, and the averages."""
        if self._system.log_schema.is_paired:
            return self.totals.record(player)
        rows = [row for _, row in self._event_rows.get(player, ())]
        percentiles = self.replay.rated_columns.get(PLACINGS.percentile, ())
        won = sum(self.replay.log.placings.place[row] == 1 for row in rows)
        # sum() of floats rounds differently in Python 3.11 and 3.12; fsum() gives the same result in both.
        percentile = fsum(percentiles[row] or 0 for row in rows)
        return EventRecord(len(rows), won, percentile / len(rows) if rows else None)

    @cached_property
    def _event_rows(self) -> Mapping[int, Sequence[tuple[Period, int]]]:
        """The events of each player, with the position of the player's result in each."""
        placings_by_player: defaultdict[int, list[tuple[Period, int]]] = defaultdict(list)
        if not self._system.log_schema.is_paired:
            for period in self.periods:
                for row in range(period.start, period.stop):
                    placings_by_player[self.replay.log.placings.player[row]].append((period, row))
        return placings_by_player


class Lifetime(PeriodStatistics):
    """The statistics of the whole log.

    Counts by player and by opponent include the results of earlier logs that the club has entered as totals.
    """

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay, replay.log.periods, replay.log.unrated)
        self._past = replay.log.past

    @cached_property
    def game_counts(self) -> Mapping[int, int]:
        """The number of rated games or events, by player. Players without any are left out."""
        games = Counter({player: past.games for player, past in self._past.players.items() if past.games})
        games.update(super().game_counts)
        return games

    def record(self, player: int) -> Record | EventRecord:
        """Return the record of a player's games or events: the number, how many were won, and the averages."""
        record, past = super().record(player), self._past.players.get(player)
        if past is None:
            return record
        if isinstance(record, EventRecord):
            events = record.events + past.games
            percentiles = (record.average or 0) * record.events + past.points_for
            return EventRecord(events, record.won + past.wins, percentiles / events if events else None)
        totals = self.totals
        games = totals.games[player] + past.games
        return Record(
            record.wins + past.wins,
            record.losses + past.losses,
            record.ties + past.ties,
            games,
            _compute_average(totals.points_for[player] + past.points_for, games),
            _compute_average(totals.points_against[player] + past.points_against, games),
        )

    def results_against(self, player: int) -> ByOpponent:
        """Return the player's results against each opponent."""
        past = self._past.pairs.get(player)
        if not past:
            return super().results_against(player)
        results = {
            opponent: copy(opponent_results) for opponent, opponent_results in super().results_against(player).items()
        }
        for opponent, past_results in past.items():
            opponent_results = results.setdefault(opponent, HeadToHead())
            opponent_results.wins += past_results.wins
            opponent_results.losses += past_results.losses
            opponent_results.ties += past_results.ties
            opponent_results.spread += past_results.spread
        return results


def _compute_average(points: Number, games: int) -> float | None:
    return points / games if games else None


class Statistics:
    """The statistics of a replay, for the last session, its season and all seasons."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.system = replay.log.system

    @cached_property
    def session(self) -> PeriodStatistics:
        """The last session or event."""
        replay = self.replay
        unrated = [game for game in replay.log.unrated if game.date == replay.last_date]
        return PeriodStatistics(replay, replay.last_session, unrated)

    @cached_property
    def season(self) -> PeriodStatistics:
        """The season of the last session."""
        return self.season_statistics(self.replay.season)

    @cached_property
    def lifetime(self) -> Lifetime:
        """All seasons."""
        return Lifetime(self.replay)

    @cached_property
    def earlier_seasons(self) -> Sequence[PeriodStatistics]:
        """The two seasons before that of the last session, the later one first. There are none without a session."""
        season = self.replay.season
        return [] if season is None else [self.season_statistics(season - 1), self.season_statistics(season - 2)]

    def season_statistics(self, season: int | None) -> PeriodStatistics:
        """Return the statistics of the season that began in a year. They are empty for None."""
        log, month = self.replay.log, self.system.season_month
        periods = [period for period in log.periods if find_season(period.date, month) == season]
        return PeriodStatistics(
            self.replay, periods, [game for game in log.unrated if find_season(game.date, month) == season]
        )

    @cached_property
    def ratings(self) -> Sequence[object]:
        """The rating of each player, as in the table Players."""
        return self.system.player_columns(self.replay.state)["Rating"]

    @cached_property
    def ranks(self) -> Mapping[int, int | None]:
        """The rank of each player, or None for a player who is not ranked."""
        return {line.player: line.rank for line in self.replay.ranking()}

    @cached_property
    def player_rows(self) -> Sequence[Rows]:
        """The games or placings of each player."""
        return self.lifetime.player_rows

    @cached_property
    def unrated(self) -> Mapping[int, Sequence[UnratedGame]]:
        """The unrated games, forfeits and byes of each player. Players without any are left out."""
        unrated: defaultdict[int, list[UnratedGame]] = defaultdict(list)
        for game in self.replay.log.unrated:
            for player in (game.player1, game.player2):
                if player is not None:
                    unrated[player].append(game)
        return unrated

    @cached_property
    def rating_ranges(self) -> RatingRanges:
        """The highest and the lowest rating of each player."""
        return RatingRanges(self.replay)

    def rating_history(self, player: int) -> RatingHistory:
        """Return a player's rating after each period in which the player played or got another rating."""
        return list_rating_history(self.replay, player, self.player_rows[player])

    @cached_property
    def session_start_ratings(self) -> Mapping[int, Number | None]:
        """The rating before the last session of each of its players, or None for a newcomer without one."""
        schema, session = self.system.log_schema, self.session
        ratings: dict[int, Number | None] = {}
        if not schema.is_paired:
            event_players = session.select_rows(self.replay.log.placings.player)
            return dict(zip(event_players, session.select_rows(self.replay.rated_columns[schema.rating1])))
        games = session.games
        sides = zip(games.player1, games.rating1, games.change1, games.player2, games.rating2, games.change2)
        for player, rating, change, opponent, opponent_rating, opponents_change in sides:
            ratings.setdefault(player, None if change is None else rating)
            ratings.setdefault(opponent, None if opponents_change is None else opponent_rating)
        if self.system.rates_in_recorded_order:  # games of other days may be between those of the session
            return {player: self.replay.opening_ratings[player] for player in ratings}
        return ratings
