"""Tables of cells turned into a checked model: names, dates and results, every error with its place.

The worksheet functions and the recalculation use it in the same way. It checks every row, and collects everything wrong
in `GameLog.problems`. Only a log without problems is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from xladdin.cells.table import CellTable
from xladdin.errors import Diagnostic, InvalidRowsError
from xladdin.game_log.games import GamesReading
from xladdin.game_log.parsing import near_misses
from xladdin.game_log.past import Past, read_past
from xladdin.game_log.placings import PlacingsReading
from xladdin.game_log.players import Aliases, NameReading, read_adjustments, read_aliases, read_players
from xladdin.messages import Message
from xladdin.model import Adjustment, Event, GameKind, Games, Period, Placings, Player, UnratedGame
from xladdin.systems.system import RatingSystem

_READ = ("Players", "Games", "Events", "Results", "Adjustments")
"""The tables whose headings may be missing."""


@dataclass(frozen=True)
class GameLog:
    """A club's log, checked. It has games, or placings if the system rates events, and none of the other.

    `unrated` are rows of Games that move no rating but count otherwise, by date. `rows` is the number of rows of the
    log's table. `notes` say why a row is not rated, by row counted from 0. `player_rows` and `event_rows` are the table
    row of each player and event. `problems` is everything to fix. `aliases` are other spellings of players. `past` is
    what earlier logs have left behind.
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
    notes: Mapping[int, Message]
    problems: Sequence[Diagnostic]
    unrated: Sequence[UnratedGame] = ()
    aliases: Aliases = ()
    past: Past = field(default_factory=Past)

    def name_reading(self) -> NameReading:
        """Read cells that name players, by the spellings that count in this club."""
        return NameReading([player.name for player in self.players], self.aliases)

    @property
    def played(self) -> Games | Placings:
        """What the system rates: the games, or the placings if it rates events."""
        return self.games if self.system.log_schema.is_paired else self.placings

    @property
    def rated_rows(self) -> Sequence[int]:
        """The table row of each rated game or placing."""
        return self.played.row

    @property
    def rated_players(self) -> set[int]:
        """The players of rated games or placings."""
        if self.system.log_schema.is_paired:
            return {*self.games.player1, *self.games.player2}
        return set(self.placings.player)

    @cached_property
    def period_of_row(self) -> Sequence[int]:
        """The number of the period of each game or placing."""
        return [number for number, period in enumerate(self.periods) for _ in range(period.start, period.stop)]

    @cached_property
    def sessions(self) -> Sequence[date]:
        """The date of every session with any game, rated or not. For events it is the date of each event."""
        if not self.system.log_schema.is_paired:
            return [period.date for period in self.periods]
        unrated = (game.date for game in self.unrated if game.kind is GameKind.UNRATED)
        return sorted({*(period.date for period in self.periods), *unrated})

    @cached_property
    def is_in_date_order(self) -> bool:
        """Whether the periods ascend by date. Only games that count in recorded order need not."""
        return all(period.date <= later.date for period, later in pairwise(self.periods))

    @cached_property
    def last_seen(self) -> Mapping[int, date]:
        """When a player was last there without a rated game, by player: an unrated game, or a bye."""
        last_dates: dict[int, date] = {}
        for game in self.unrated:  # in order of date
            if game.kind is not GameKind.FORFEIT:
                last_dates.update((player, game.date) for player in (game.player1, game.player2) if player is not None)
        return last_dates

    def sound(self) -> GameLog:
        """Return the log itself, if nothing is wrong in it. Raises InvalidRowsError otherwise."""
        if self.problems:
            raise InvalidRowsError(self.problems)
        return self


def read_log(system: RatingSystem, tables: Mapping[str, CellTable], today: date | None = None) -> GameLog:
    """Check every row of the system's tables. If `today` is given, it refuses later dates.

    Raises NotFoundError for a missing table, and InvalidRowsError for a missing key column. All else is in `problems`.
    """
    problems = [problem for name in _READ if name in tables for problem in near_misses(system, tables[name])]
    players, player_rows, wrong = read_players(system, tables, today)
    problems.extend(wrong)
    aliases = read_aliases(tables)
    names = NameReading([player.name for player in players], aliases)
    past = read_past(tables, [player.name for player in players], aliases)
    for position, best in past.best.items():
        players[position] = players[position]._replace(best_before=best.rating)
    if not system.log_schema.is_paired:
        placings = PlacingsReading(tables, names, today)
        return GameLog(
            system, players, player_rows, Games(), placings.placings, placings.periods(), [], placings.events,
            placings.event_rows, placings.rows, placings.notes, [*problems, *placings.problems],
            aliases=aliases, past=past,
        )  # fmt: skip
    reading = GamesReading(system, tables, players, names, today)
    adjustments, wrong = read_adjustments(tables, names) if system.adjustable else ([], [])
    return GameLog(
        system, players, player_rows, reading.games, Placings(), reading.periods, adjustments, [], [],
        reading.rows, reading.notes, [*problems, *sorted(reading.problems, key=attrgetter("row")), *wrong],
        reading.unrated, aliases, past,
    )  # fmt: skip
