"""Count everything in a replay once. Every sheet, page, table and hidden value uses these figures.

`Statistics` has a part for the last session, for its season and for all seasons. A part counts what was played in it:
by player, by opponent, by session, and the longest runs. Every player's ratings are in `ratings`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from math import fsum
from typing import Any, NamedTuple

from xladdin.cells import Number
from xladdin.game_log import Extreme, GameLog
from xladdin.model import GameKind, Period, UnratedGame
from xladdin.replay import Replay, season_of, states_by_day
from xladdin.systems.system import PLACINGS


class GameColumns(NamedTuple):
    """Rated games, one entry a game in each column. Players are positions in the log's list of players.

    Ratings are those a game was rated from. A change is None if the game gives the player none (a newcomer's own).
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
        """Player 1 with the score, player 2 with theirs, game by game."""
        return zip(self.player1, self.score1, self.player2, self.score2)


class PlayerTotals(NamedTuple):
    """The record of every player in some games, one entry a player in each list.

    `games` and `points` are of rated games alone. `wins` and `losses` count forfeits too, which also have counts of
    their own. `wins` counts the byes of a club that counts them so.
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
        """Return whether the player has won, lost or tied anything."""
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

    def record(self, player: int) -> Record:
        """Return the player's record."""
        counts = self.wins[player], self.losses[player], self.ties[player]
        return Record(*counts, self.games[player], self.average_for(player), self.average_against(player))

    def points(self, player: int) -> float:
        """Return the wins and half of the ties, which place the players of an evening."""
        return self.wins[player] + self.ties[player] / 2


def tally(
    games: GameColumns,
    players: int,
    unrated: Iterable[UnratedGame],
    *,
    tie_counts_as_win: bool,
    bye_counts_as_win: bool,
) -> PlayerTotals:
    """Add up the games for each of a number of players. With `tie_counts_as_win`, a tie is a win for both."""
    played, wins, losses, ties = ([0] * players for _ in range(4))
    points_for: list[Number] = [0] * players
    points_against: list[Number] = [0] * players
    even = wins if tie_counts_as_win else ties
    for player1, score1, player2, score2 in games.results:
        played[player1] += 1
        played[player2] += 1
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
            even[player1] += 1
            even[player2] += 1
    forfeits_won, forfeits_lost, byes = ([0] * players for _ in range(3))
    for game in unrated:
        if game.kind is GameKind.BYE:
            byes[game.player1] += 1
            wins[game.player1] += bye_counts_as_win
        elif game.kind is GameKind.FORFEIT:
            winner, loser = sides_of_forfeit(game)
            forfeits_won[winner] += 1
            forfeits_lost[loser] += 1
            wins[winner] += 1
            losses[loser] += 1
    return PlayerTotals(played, wins, losses, ties, points_for, points_against, forfeits_won, forfeits_lost, byes)


def sides_of_forfeit(game: UnratedGame) -> tuple[int, int]:
    """Return the winner and the loser."""
    assert game.player2 is not None and game.score1 is not None and game.score2 is not None
    players = game.player1, game.player2
    return players if game.score1 > game.score2 else players[::-1]


def attendees(game: UnratedGame) -> tuple[int, ...]:
    """Return the players who were present for a row that is not rated. For a forfeit there are none."""
    if game.kind is GameKind.FORFEIT:
        return ()
    return (game.player1,) if game.player2 is None else (game.player1, game.player2)


@dataclass(slots=True)
class HeadToHead:
    """A player's results against another: won, lost and tied as in the tally, and the spread.

    For events it is how often the player finished ahead, behind and level, and the sum of percentiles between them.
    """

    wins: int = 0
    losses: int = 0
    ties: int = 0
    spread: Number = 0

    def add(self, spread: Number) -> None:
        """Count one meeting by its spread, from the player's side."""
        self.spread += spread
        if spread > 0:
            self.wins += 1
        elif spread < 0:
            self.losses += 1
        else:
            self.ties += 1


# The opponent met last comes first. Opponents with only forfeits come at the end.
ByOpponent = Mapping[int, HeadToHead]


def head_to_head(
    games: GameColumns, players: int, unrated: Iterable[UnratedGame], *, tie_counts_as_win: bool
) -> Sequence[ByOpponent]:
    """Return the results of each of a number of players against each opponent."""
    met_by_player: list[dict[int, HeadToHead]] = [{} for _ in range(players)]
    for player1, score1, player2, score2 in reversed(list(games.results)):
        _between(met_by_player, player1, player2).add(score1 - score2)
        _between(met_by_player, player2, player1).add(score2 - score1)
    if tie_counts_as_win:
        for opponents in met_by_player:
            for met in opponents.values():
                met.wins, met.ties = met.wins + met.ties, 0
    for game in unrated:
        if game.kind is GameKind.FORFEIT:
            winner, loser = sides_of_forfeit(game)
            _between(met_by_player, winner, loser).wins += 1
            _between(met_by_player, loser, winner).losses += 1
    return met_by_player


def _between(met_by_player: Sequence[dict[int, HeadToHead]], player: int, opponent: int) -> HeadToHead:
    opponents = met_by_player[player]
    met = opponents.get(opponent)
    if met is None:
        met = opponents[opponent] = HeadToHead()
    return met


class Record(NamedTuple):
    """Won, lost and tied as in the tally, the number of rated games, and their mean scores, or None without one."""

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
    """The events with and won by the player, and the mean percentile, or None without an event."""

    events: int
    won: int
    average: float | None

    @property
    def has_results(self) -> bool:
        return self.events > 0


# The weight of a win compared with the spread, so that one number ranks an evening.
_WIN = 1e7


class Run(NamedTuple):
    """The length of a run, and the day on which it first reached it."""

    length: int
    day: date


NO_RUN = Run(0, date.min)
ByPlayer = Mapping[int, Run]


class Runs(NamedTuple):
    """The longest runs by player, without players who had none."""

    won: ByPlayer
    lost: ByPlayer
    sessions_won: ByPlayer
    attended: ByPlayer


class _Longest(dict[int, Run]):
    def extended(self, player: int, run: int, day: date) -> int:
        """Return the player's run, extended by one."""
        run += 1
        if run > self.get(player, NO_RUN).length:
            self[player] = Run(run, day)
        return run


def runs(
    games: GameColumns, unrated: Iterable[UnratedGame], sessions: Sequence[date], *, tie_counts_as_win: bool
) -> Runs:
    """Return the longest runs among some rated games and the unrated rows.

    `sessions` are the club's, in order of time.

    The first in a session wins it: by wins (a tie is half a win unless the system counts it whole), then by spread.
    Sessions won count among those in which the player had a rated game. A tie ends every run of games, unless it counts
    as a win. A forfeit was not played.
    """
    won, lost, firsts, attended = _Longest(), _Longest(), _Longest(), _Longest()
    evenings: defaultdict[date, dict[int, float]] = defaultdict(dict)
    winning: defaultdict[int, int] = defaultdict(int)
    losing: defaultdict[int, int] = defaultdict(int)
    for day, (player1, score1, player2, score2) in zip(games.date, games.results):
        spread = score1 - score2
        evening = evenings[day]
        if spread == 0:
            for player in (player1, player2):
                evening[player] = evening.get(player, 0) + (_WIN if tie_counts_as_win else _WIN / 2)
                winning[player] = won.extended(player, winning[player], day) if tie_counts_as_win else 0
                losing[player] = 0
            continue
        winner, loser = (player1, player2) if spread > 0 else (player2, player1)
        evening[winner] = evening.get(winner, 0) + _WIN + abs(spread)
        evening[loser] = evening.get(loser, 0) - abs(spread)
        winning[winner], losing[winner] = won.extended(winner, winning[winner], day), 0
        winning[loser], losing[loser] = 0, lost.extended(loser, losing[loser], day)
    present: defaultdict[date, set[int]] = defaultdict(set)
    for game in unrated:
        present[game.date].update(attendees(game))
    first_runs: dict[int, int] = {}
    came_runs: dict[int, int] = {}
    for day in sessions:
        if day not in evenings and not present.get(day):
            continue
        evening = evenings.get(day, {})
        best = max(evening.values(), default=None)
        for player, figure in evening.items():
            first_runs[player] = firsts.extended(player, first_runs.get(player, 0), day) if figure == best else 0
        came = present[day] | evening.keys()
        came_runs = {player: attended.extended(player, came_runs.get(player, 0), day) for player in came}
    return Runs(won, lost, firsts, attended)


# The number and side, 0 or 1, of each of a player's games, in the log's order. A placing has the side 0.
Rows = Sequence["tuple[int, int]"]
# A player's rating after a period, by its number: with games, or with another rating at its end.
RatingHistory = Sequence["tuple[int, Number | None]"]


def rows_by_player(log: GameLog) -> Sequence[Rows]:
    """Return the games or placings of every player."""
    rows: list[list[tuple[int, int]]] = [[] for _ in log.players]
    for number, players in enumerate(zip(*log.played.players)):
        for side, player in enumerate(players):
            rows[player].append((number, side))
    return rows


def rating_history(replay: Replay, player: int, rows: Rows) -> RatingHistory:
    """Return the player's rating history, without adjustments that are due after the last period."""
    log = replay.log
    stood: dict[int, Number | None] = {made.number: made.ratings[player] for made in replay.adjusted}
    stood.pop(len(log.periods), None)
    played = {log.period_of_row[row]: replay.after[side][row] for row, side in rows}
    stood.update(played)
    (now,) = log.system.initial_state([log.players[player]]).known_ratings()
    trail = []
    for number, rating in sorted(stood.items()):
        if number in played or rating != now:
            trail.append((number, rating))
        now = rating
    return trail


class RatingRanges:
    """The best and the lowest rating of every player on a list, or None for a player who was never ranked.

    A list is made at the end of each session or event. On it count those who played, and those whom an adjustment gave
    another rating. The rating that a player comes with is on no list of the log. A newcomer's rating does not count,
    since the list does not rank it.
    """

    def __init__(self, replay: Replay) -> None:
        log = replay.log
        past, players = log.past, range(len(log.players))
        self.best, self.lowest = ([ratings.get(player) for player in players] for ratings in (past.best, past.lowest))
        if not log.is_in_date_order:
            for day, games, state in states_by_day(replay):
                for player in {side[game] for side in log.games.players for game in games}:
                    self._count(player, state.rating[player], day)
            return
        now = log.system.initial_state(log.players).known_ratings()
        adjusted = {made.number: made for made in replay.adjusted}
        sides = list(zip(log.played.players, replay.after, replay.established))
        for number, period in enumerate([*log.periods, Period(date.max, log.rows, log.rows)]):
            span = slice(period.start, period.stop)
            if made := adjusted.get(number):
                playing = {player for side in log.played.players for player in side[span]}
                for player, (before, rating, ranked) in enumerate(zip(now, made.ratings, made.established)):
                    if ranked and rating is not None and rating != before and player not in playing:
                        self._count(player, rating, made.date)
                now = list(made.ratings)
            for columns in sides:
                for player, after, ranked in zip(*(column[span] for column in columns)):
                    if ranked:
                        self._count(player, after, period.date)
                    now[player] = after

    def _count(self, player: int, rating: Number, day: date) -> None:
        best, lowest = self.best[player], self.lowest[player]
        if best is None or rating > best.rating:
            self.best[player] = Extreme(rating, day)
        if lowest is None or rating < lowest.rating:
            self.lowest[player] = Extreme(rating, day)


class Attendance(NamedTuple):
    """A session or event.

    `players` were present, or took part in the event. `games` counts games played, or results.

    `average` is the mean score of all players in the rated games of a session of Scrabble.
    """

    date: date
    title: str
    players: int
    games: int
    average: float | None


class PeriodStatistics:
    """Some rating periods of a replay with the unrated rows of their time.

    Each figure is computed once, when it is needed.
    """

    def __init__(self, replay: Replay, periods: Sequence[Period], unrated: Sequence[UnratedGame]) -> None:
        self.replay = replay
        self.periods = periods
        self.unrated = unrated
        self._system = replay.log.system
        self._everybody = len(replay.log.players)

    def of_column(self, column: Sequence[Any]) -> Sequence[Any]:
        """Return the entries of a column of the log that belong to these periods, in their order."""
        periods = self.periods
        if not periods:
            return column[:0]
        if periods[-1].stop - periods[0].start == sum(period.stop - period.start for period in periods):
            return column[periods[0].start : periods[-1].stop]
        return [entry for period in periods for entry in column[period.start : period.stop]]

    @cached_property
    def games(self) -> GameColumns:
        """The rated games, or none if the system rates placings."""
        log, rated = self.replay.log, self.replay.rated
        games, schema = log.games, self._system.log_schema
        if not schema.is_paired:
            return GameColumns(*[()] * 10)
        figures = (rated[heading] for heading in (*schema.ratings, *schema.changes))
        typed: tuple[Sequence[Any], ...] = games.date, games.player1, games.score1, games.player2, games.score2
        columns = (*typed, games.double, *figures)
        return GameColumns(*map(self.of_column, columns))

    @cached_property
    def tally(self) -> PlayerTotals:
        """The record of each player in the games."""
        return tally(
            self.games,
            self._everybody,
            self.unrated,
            tie_counts_as_win=self._system.tie_counts_as_win,
            bye_counts_as_win=self._system.counts_byes_as_wins,
        )

    @cached_property
    def played(self) -> Mapping[int, int]:
        """The number of rated games or events of each player who has any."""
        if self._system.log_schema.is_paired:
            return {player: games for player, games in enumerate(self.tally.games) if games}
        return Counter(self.of_column(self.replay.log.placings.player))

    @cached_property
    def players(self) -> set[int]:
        """The players who were present."""
        rated = {player for side in self.replay.log.played.players for player in self.of_column(side)}
        return rated.union(*map(attendees, self.unrated))

    @cached_property
    def games_played(self) -> int:
        """How many games were played, with unrated ones. At events, it is the number of results."""
        rated = sum(period.stop - period.start for period in self.periods)
        return rated + sum(game.kind is GameKind.UNRATED for game in self.unrated)

    @cached_property
    def runs(self) -> Runs:
        """The longest runs of each player."""
        even = self._system.tie_counts_as_win
        return runs(self.games, self.unrated, self.replay.log.sessions, tie_counts_as_win=even)

    @cached_property
    def attendance(self) -> Sequence[Attendance]:
        """Each session or event, the latest first. Games of one date are one session, anywhere in the log."""
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
        """The attendance of a single day."""
        day = (self.periods or self.unrated)[0].date
        return Attendance(day, day.isoformat(), len(self.players), self.games_played, self.average_score)

    @property
    def average_score(self) -> float | None:
        """The mean score of all players in the rated games, or None without a game or without scores."""
        games = self.games
        if not len(games) or not self._system.log_schema.has_scores:
            return None
        return (sum(games.score1) + sum(games.score2)) / (2 * len(games))

    def against(self, player: int) -> ByOpponent:
        """Return the player's results against each opponent."""
        return self._met[player] if self._system.log_schema.is_paired else self._met_at_events(player)

    def total(self, player: int) -> HeadToHead:
        """Return the player's total against all others.

        It is the record and spread of the tally, or at events of all meetings.
        """
        if self._system.log_schema.is_paired:
            tally = self.tally
            return HeadToHead(tally.wins[player], tally.losses[player], tally.ties[player], tally.spread(player))
        met = self.against(player).values()
        wins, losses, ties = (sum(counts) for counts in zip((0, 0, 0), *((m.wins, m.losses, m.ties) for m in met)))
        return HeadToHead(wins, losses, ties, fsum(record.spread for record in met))

    @cached_property
    def _met(self) -> Sequence[ByOpponent]:
        even = self._system.tie_counts_as_win
        return head_to_head(self.games, self._everybody, self.unrated, tie_counts_as_win=even)

    def _met_at_events(self, player: int) -> ByOpponent:
        """Return who finished ahead of whom in the player's events.

        The latest event comes first, in the order of its results.
        """
        placings = self.replay.log.placings
        percentiles = self.replay.rated[PLACINGS.percentile]
        results: dict[int, HeadToHead] = {}
        for period, placing_row in reversed(self._placed.get(player, ())):
            for row in range(period.start, period.stop):
                if row != placing_row:
                    met = results.setdefault(placings.player[row], HeadToHead())
                    met.add((percentiles[placing_row] or 0) - (percentiles[row] or 0))
        return results

    def record(self, player: int) -> Record | EventRecord:
        """Return the record of the player's games, or events: how many, how many won, and the averages."""
        if self._system.log_schema.is_paired:
            return self.tally.record(player)
        rows = [row for _, row in self._placed.get(player, ())]
        percentiles = self.replay.rated.get(PLACINGS.percentile, ())
        won = sum(self.replay.log.placings.place[row] == 1 for row in rows)
        percentile = fsum(
            percentiles[row] or 0 for row in rows
        )  # a plain sum of Python 3.12 rounds otherwise than 3.11's
        return EventRecord(len(rows), won, percentile / len(rows) if rows else None)

    @cached_property
    def _placed(self) -> Mapping[int, Sequence[tuple[Period, int]]]:
        """The events of each player, and the player's row in each."""
        placed: defaultdict[int, list[tuple[Period, int]]] = defaultdict(list)
        if not self._system.log_schema.is_paired:
            for period in self.periods:
                for row in range(period.start, period.stop):
                    placed[self.replay.log.placings.player[row]].append((period, row))
        return placed


class Lifetime(PeriodStatistics):
    """The whole log, combined with the results of earlier logs for counts by player and by opponent."""

    def __init__(self, replay: Replay) -> None:
        super().__init__(replay, replay.log.periods, replay.log.unrated)
        self._past = replay.log.past

    @cached_property
    def played(self) -> Mapping[int, int]:
        """The number of rated games or events of each player who has any."""
        games = Counter({player: past.games for player, past in self._past.players.items() if past.games})
        games.update(super().played)
        return games

    def record(self, player: int) -> Record | EventRecord:
        """Return the record of the player's games, or events: how many, how many won, and the averages."""
        record, past = super().record(player), self._past.players.get(player)
        if past is None:
            return record
        if isinstance(record, EventRecord):
            events = record.events + past.games
            percentiles = (record.average or 0) * record.events + past.points_for
            return EventRecord(events, record.won + past.wins, percentiles / events if events else None)
        tally = self.tally
        games = tally.games[player] + past.games
        return Record(
            record.wins + past.wins,
            record.losses + past.losses,
            record.ties + past.ties,
            games,
            _average(tally.points_for[player] + past.points_for, games),
            _average(tally.points_against[player] + past.points_against, games),
        )

    def against(self, player: int) -> ByOpponent:
        """Return the player's results against each opponent."""
        past = self._past.pairs.get(player)
        if not past:
            return super().against(player)
        results = {other: copy(met) for other, met in super().against(player).items()}
        for opponent, before in past.items():
            met = results.setdefault(opponent, HeadToHead())
            met.wins += before.wins
            met.losses += before.losses
            met.ties += before.ties
            met.spread += before.spread
        return results


def _average(points: Number, games: int) -> float | None:
    return points / games if games else None


class Statistics:
    """The counts of one replay."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.system = replay.log.system

    @cached_property
    def session(self) -> PeriodStatistics:
        """The last session, or event."""
        replay = self.replay
        unrated = [game for game in replay.log.unrated if game.date == replay.last_date]
        return PeriodStatistics(replay, replay.last_session, unrated)

    @cached_property
    def season(self) -> PeriodStatistics:
        """The season of the last session."""
        return self.of_season(self.replay.season)

    @cached_property
    def lifetime(self) -> Lifetime:
        """All seasons."""
        return Lifetime(self.replay)

    def of_season(self, season: int | None) -> PeriodStatistics:
        """Return the season that began in a year. It is empty for None."""
        log, month = self.replay.log, self.system.season_month
        periods = [period for period in log.periods if season_of(period.date, month) == season]
        return PeriodStatistics(
            self.replay, periods, [game for game in log.unrated if season_of(game.date, month) == season]
        )

    @cached_property
    def ratings(self) -> Sequence[object]:
        """The rating of each player as in the table Players."""
        return self.system.player_columns(self.replay.state)["Rating"]

    @cached_property
    def ranks(self) -> Mapping[int, int | None]:
        """The rank of each player, or None for a player who is not ranked."""
        return {line.player: line.rank for line in self.replay.ranking()}

    @cached_property
    def rows(self) -> Sequence[Rows]:
        """The games or placings of each player."""
        return rows_by_player(self.replay.log)

    @cached_property
    def unrated(self) -> Mapping[int, Sequence[UnratedGame]]:
        """The rows that move no rating, by player, without players who have none."""
        unrated: defaultdict[int, list[UnratedGame]] = defaultdict(list)
        for game in self.replay.log.unrated:
            for player in (game.player1, game.player2):
                if player is not None:
                    unrated[player].append(game)
        return unrated

    @cached_property
    def extremes(self) -> RatingRanges:
        """The best and the lowest rating of each player."""
        return RatingRanges(self.replay)

    def rating_history(self, player: int) -> RatingHistory:
        """Return the player's rating after each period that moved the rating."""
        return rating_history(self.replay, player, self.rows[player])

    @cached_property
    def rated_from(self) -> Mapping[int, Number | None]:
        """The rating that each player of the last session was rated from, or None for one not yet rated by changes."""
        schema, session = self.system.log_schema, self.session
        ratings: dict[int, Number | None] = {}
        if not schema.is_paired:
            placed = session.of_column(self.replay.log.placings.player)
            return dict(zip(placed, session.of_column(self.replay.rated[schema.rating1])))
        games = session.games
        sides = zip(games.player1, games.rating1, games.change1, games.player2, games.rating2, games.change2)
        for player, rating, change, opponent, opponent_rating, opponents_change in sides:
            ratings.setdefault(player, None if change is None else rating)
            ratings.setdefault(opponent, None if opponents_change is None else opponent_rating)
        if self.system.in_recorded_order:  # a game of another day may be between those of the session
            return {player: self.replay.opening[player] for player in ratings}
        return ratings
