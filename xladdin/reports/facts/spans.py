"""A part of the log, a session, a season or all of it, and all its counts."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from math import fsum
from typing import Any, NamedTuple

from xladdin.model import GameKind, Period, UnratedGame
from xladdin.replay import Replay
from xladdin.reports.facts.runs import Runs, runs
from xladdin.reports.facts.tallies import (
    ByOpponent,
    EventRecord,
    GameColumns,
    Meetings,
    Record,
    Tally,
    meetings,
    tally,
    there,
)


class Attendance(NamedTuple):
    """One session or event. `players` were there, or were in the event. `games` were played, or are results.

    `average` is the mean score of all players in the rated games of a session of Scrabble.
    """

    date: date
    title: str
    players: int
    games: int
    average: float | None


class Span:
    """Some rating periods of a replay with the rows beside them. Each figure is counted once, on request."""

    def __init__(self, replay: Replay, periods: Sequence[Period], unrated: Sequence[UnratedGame]) -> None:
        self.replay = replay
        self.periods = periods
        self.unrated = unrated
        self._system = replay.log.system
        self._everybody = len(replay.log.players)

    def of_column(self, column: Sequence[Any]) -> Sequence[Any]:
        """The entries of a column of the log that belong to the span, in their order."""
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
        games, kind = log.games, self._system.log_schema
        if not kind.is_paired:
            return GameColumns(*[()] * 10)
        figures = (rated[heading] for heading in (*kind.ratings, *kind.changes))
        typed: tuple[Sequence[Any], ...] = games.date, games.player1, games.score1, games.player2, games.score2
        columns = (*typed, games.double, *figures)
        return GameColumns(*map(self.of_column, columns))

    @cached_property
    def tally(self) -> Tally:
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
        """The players who were there."""
        rated = {player for side in self.replay.log.played.players for player in self.of_column(side)}
        return rated.union(*map(there, self.unrated))

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
        log, kind = self.replay.log, self._system.log_schema
        if not kind.is_paired:
            events = [(log.events[log.placings.event[one.start]], one.stop - one.start) for one in self.periods]
            return [Attendance(event.date, event.name, event.players, rows, None) for event, rows in events[::-1]]
        periods: defaultdict[date, list[Period]] = defaultdict(list)
        beside: defaultdict[date, list[UnratedGame]] = defaultdict(list)
        for period in self.periods:
            periods[period.date].append(period)
        for game in self.unrated:
            beside[game.date].append(game)
        days = (Span(self.replay, periods[day], beside[day]) for day in sorted({*periods, *beside}, reverse=True))
        return [day.session for day in days if day.games_played]

    @property
    def session(self) -> Attendance:
        """The attendance of a span of one day."""
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
        """The player's results against each opponent."""
        return self._met[player] if self._system.log_schema.is_paired else self._met_at_events(player)

    def total(self, player: int) -> Meetings:
        """The player's total against all others: the record and spread of the tally, or at events of all meetings."""
        if self._system.log_schema.is_paired:
            tally = self.tally
            return Meetings(tally.wins[player], tally.losses[player], tally.ties[player], tally.spread(player))
        met = self.against(player).values()
        wins, losses, ties = (sum(counts) for counts in zip((0, 0, 0), *((m.wins, m.losses, m.ties) for m in met)))
        return Meetings(wins, losses, ties, fsum(one.spread for one in met))

    @cached_property
    def _met(self) -> Sequence[ByOpponent]:
        even = self._system.tie_counts_as_win
        return meetings(self.games, self._everybody, self.unrated, tie_counts_as_win=even)

    def _met_at_events(self, player: int) -> ByOpponent:
        """Who finished ahead of whom in the player's events, the latest event first, in the order of its results."""
        placings = self.replay.log.placings
        percentiles = self.replay.rated[self._system.log_schema.percentile]
        found: dict[int, Meetings] = {}
        for period, own in reversed(self._placed.get(player, ())):
            for row in range(period.start, period.stop):
                if row != own:
                    met = found.setdefault(placings.player[row], Meetings())
                    met.add((percentiles[own] or 0) - (percentiles[row] or 0))
        return found

    def record(self, player: int) -> Record | EventRecord:
        """The record of the player's games, or events: how many there were, how many were won, and the averages."""
        if self._system.log_schema.is_paired:
            return self.tally.record(player)
        rows = [row for _, row in self._placed.get(player, ())]
        percentiles = self.replay.rated.get(self._system.log_schema.percentile, ())
        won = sum(self.replay.log.placings.place[row] == 1 for row in rows)
        percentile = fsum(
            percentiles[row] or 0 for row in rows
        )  # a plain sum of Python 3.12 rounds otherwise than 3.11's
        return EventRecord(len(rows), won, percentile / len(rows) if rows else None)

    @cached_property
    def _placed(self) -> Mapping[int, Sequence[tuple[Period, int]]]:
        """The events of each player, and the row in each."""
        placed: defaultdict[int, list[tuple[Period, int]]] = defaultdict(list)
        if not self._system.log_schema.is_paired:
            for period in self.periods:
                for row in range(period.start, period.stop):
                    placed[self.replay.log.placings.player[row]].append((period, row))
        return placed
