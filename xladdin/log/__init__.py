"""Tables of cells turned into a checked model: names, dates and results, every error with its place.

Serves the worksheet functions and the recalculation alike. Every row is checked; what is wrong is collected in
`Log.problems`, and only a log without problems is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from operator import attrgetter

from xladdin.cells.table import CellTable
from xladdin.errors import Problem, RowsToMend
from xladdin.log.games import GamesReading
from xladdin.log.headings import near_misses
from xladdin.log.past import Past, read_past
from xladdin.log.placings import PlacingsReading
from xladdin.log.roster import Aliases, NameReading, read_adjustments, read_aliases, read_players
from xladdin.model import Adjustment, Event, GameKind, Games, Period, Placings, Player, UnratedGame
from xladdin.systems.system import RatingSystem

_READ = ("Players", "Games", "Events", "Results", "Adjustments")
"""Tables with headings that may be missing."""


@dataclass(frozen=True)
class Log:
    """A club's log, checked: its games, or its placings where the system rates events; the others are none.

    unrated: rows of Games that move no rating but count otherwise, by date;
    rows: number of rows of the log's table; notes: why a row is not rated, by row counted from 0;
    player_rows, event_rows: the table row of each player and event; problems: everything to fix; aliases: other
    spellings of players; past: what earlier logs have left behind.
    """

    system: RatingSystem
    players: Sequence[Player]
    player_rows: Sequence[int]
    games: Games
    placings: Placings
    periods: Sequence[Period]
    adjustments: Sequence[Adjustment]
    events: Sequence[Event]
    event_rows: Sequence[int]
    rows: int
    notes: Mapping[int, str]
    problems: Sequence[Problem]
    unrated: Sequence[UnratedGame] = ()
    aliases: Aliases = ()
    past: Past = field(default_factory=Past)

    def name_reading(self) -> NameReading:
        """Reads cells that name players, by the spellings that count in this club."""
        return NameReading([player.name for player in self.players], self.aliases)

    @property
    def played(self) -> Games | Placings:
        """What the system rates: the games, or the placings where it rates events."""
        return self.games if self.system.log_kind.is_paired else self.placings

    @property
    def rated_rows(self) -> Sequence[int]:
        """The table row of each rated game or placing."""
        return self.played.row

    @cached_property
    def sessions(self) -> Sequence[date]:
        """Date of every session in which anything was played, rated or not; of every event, one for each."""
        if not self.system.log_kind.is_paired:
            return [period.date for period in self.periods]
        unrated = (game.date for game in self.unrated if game.kind is GameKind.UNRATED)
        return sorted({*(period.date for period in self.periods), *unrated})

    @cached_property
    def last_seen(self) -> Mapping[int, date]:
        """When a player was last there without a rated game, by player: an unrated game, or a bye."""
        there: dict[int, date] = {}
        for game in self.unrated:  # in order of date
            if game.kind is not GameKind.FORFEIT:
                there.update((player, game.date) for player in (game.player1, game.player2) if player is not None)
        return there

    def sound(self) -> Log:
        """The log itself, if nothing is wrong in it. Raises RowsToMend otherwise."""
        if self.problems:
            raise RowsToMend(self.problems)
        return self


def read_log(system: RatingSystem, tables: Mapping[str, CellTable], today: date | None = None) -> Log:
    """Checks every row of the system's tables. Where `today` is given, later dates are refused.

    Raises NotFound for a missing table, RowsToMend for a missing key column; all else is in `problems`.
    """
    problems = [problem for name in _READ if name in tables for problem in near_misses(system, tables[name])]
    players, player_rows, amiss = read_players(system, tables, today)
    problems.extend(amiss)
    aliases = read_aliases(tables)
    names = NameReading([player.name for player in players], aliases)
    past = read_past(tables, [player.name for player in players], aliases)
    if not system.log_kind.is_paired:
        placings = PlacingsReading(tables, names, today)
        return Log(
            system, players, player_rows, Games(), placings.placings, placings.periods(), [], placings.events,
            placings.event_rows, placings.rows, placings.notes, [*problems, *placings.problems],
            aliases=aliases, past=past,
        )  # fmt: skip
    reading = GamesReading(system, tables, players, names, today)
    adjustments, amiss = read_adjustments(tables, names) if system.adjustable else ([], [])
    return Log(
        system, players, player_rows, reading.games, Placings(), reading.periods, adjustments, [], [],
        reading.rows, reading.notes, [*problems, *sorted(reading.problems, key=attrgetter("row")), *amiss],
        reading.unrated, aliases, past,
    )  # fmt: skip
