"""One player: rating, best and lowest, records, opponents, and every game with its arithmetic in words.

The facts count. This file describes each game, event and step.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from heapq import merge, nlargest
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from xladdin.cells.numbers import Number
from xladdin.messages import Message
from xladdin.reports.own_games.placed import PlacedEvent, placed_events
from xladdin.reports.own_games.played import NotRated, PlayedGame, not_rated, played_games
from xladdin.reports.own_games.steps import Step, player_steps
from xladdin.statistics import NO_RUN, Statistics

LAST_SHOWN = 60
"""A page with room for few describes this many of a player's games or events."""
OPPONENTS_SHOWN = 60


class OpponentLine(NamedTuple):
    """The player's record against one opponent. `spread` is points scored minus points conceded.

    For events it is how often the player finished ahead, behind and level, and the sum of percentiles between them.
    """

    opponent: str
    wins: int
    losses: int
    ties: int
    spread: Number


class PlayedDay(NamedTuple):
    """A day of play, an event or an adjustment. `event` is the name of an event.

    `rating` is the rating at its end, or None before the first, and `is_rated` says whether it was set then. `closing`
    is the arithmetic of the day where the games do not say it.
    """

    date: date
    event: str
    rating: Number | None
    is_rated: bool
    games: Sequence[PlayedGame]
    not_rated: Sequence[NotRated]
    closing: Sequence[Message]

    @property
    def was_played(self) -> bool:
        """Whether it is more than an adjustment."""
        return bool(self.games or self.not_rated or self.event)


class PlayerReport:
    """A player's report. It has games or events, as the club keeps its log, and records of either.

    `rating` is as the list prints it. `number` is as Players holds it. `played` counts rated games or events. `best`
    and `lowest` are None for a player who was never ranked. Its lines are made on request.
    """

    def __init__(self, statistics: Statistics, player: int, told_from: date = date.min) -> None:
        """`player` is the position in the log. `games` before the day `told_from` come without words."""
        self._statistics, self._player, self._told_from = statistics, player, told_from
        self._found, self._rows = statistics.replay, statistics.rows[player]
        runs = statistics.lifetime.runs
        self.name = self._found.log.players[player].name
        self.rating: Number | str = statistics.system.printed_rating(self._found.state, player)
        self.number = statistics.ratings[player]
        self.rank = statistics.ranks[player]
        self.best, self.lowest = statistics.extremes.best[player], statistics.extremes.lowest[player]
        self.played = len(self._rows)
        self.season, self.lifetime = statistics.season.record(player), statistics.lifetime.record(player)
        self.won_in_a_row, self.lost_in_a_row = (of.get(player, NO_RUN).length for of in (runs.won, runs.lost))

    @cached_property
    def games(self) -> Sequence[PlayedGame]:
        """All rated games, the latest first."""
        return list(played_games(self._found, self._rows, self._told_from))[::-1]

    @property
    def last(self) -> Sequence[PlayedGame] | Sequence[PlacedEvent]:
        """The last games or events, the latest first."""
        rows = self._rows[-LAST_SHOWN:]
        if self._statistics.system.log_schema.is_paired:
            return list(played_games(self._found, rows))[::-1]
        return list(placed_events(self._found, rows))[::-1]

    @cached_property
    def opponents(self) -> Sequence[OpponentLine]:
        """All opponents, the last one met first."""
        names = self._found.log.players
        met = self._statistics.lifetime.against(self._player).items()
        return [OpponentLine(names[other].name, one.wins, one.losses, one.ties, one.spread) for other, one in met]

    @property
    def most_met(self) -> Sequence[OpponentLine]:
        """The opponents met most, in the same order."""
        if len(self.opponents) <= OPPONENTS_SHOWN:
            return self.opponents
        most = set(nlargest(OPPONENTS_SHOWN, self.opponents, key=lambda line: line.wins + line.losses + line.ties))
        return [line for line in self.opponents if line in most]

    @cached_property
    def steps(self) -> Sequence[Step]:
        """The changes of the rating, in order of time."""
        return list(player_steps(self._statistics, self._player, self.games[::-1]))

    @property
    def days(self) -> Sequence[PlayedDay]:
        """The steps of the rating and what was not rated, by day or by event, the latest first."""
        rows: Iterator[Step | NotRated] = merge(self.steps, self.not_rated, key=attrgetter("date"))
        days: list[PlayedDay] = []
        rating: Number | None = None
        for (day, event), own in groupby(rows, key=lambda row: (row.date, row.event if isinstance(row, Step) else "")):
            of_day = list(own)
            steps = [row for row in of_day if isinstance(row, Step)]
            games = [game for step in steps for game in step.games]
            rating = steps[-1].after if steps else rating
            # Where each game is a step of its own, its row says what it made of the rating.
            closing = [] if len(steps) == len(games) > 1 else [words for step in steps for words in step.closing]
            not_rated = [row for row in of_day if isinstance(row, NotRated)]
            days.append(PlayedDay(day, event, rating, bool(steps), games, not_rated, closing))
        return days[::-1]

    @property
    def not_rated(self) -> Sequence[NotRated]:
        """Unrated games, forfeits and byes, in order of time."""
        return list(not_rated(self._statistics, self._player))
