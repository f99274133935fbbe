"""The Games table as columns of rated games, with a note for every row that is not rated."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from itertools import compress, islice, pairwise
from operator import attrgetter, is_, is_not
from typing import Any, NamedTuple

from xladdin.cells.numbers import Number
from xladdin.cells.table import CellTable
from xladdin.cells.text import is_blank
from xladdin.errors import InvalidTypeError, OutOfRangeError
from xladdin.game_log.parsing import DateError, Reading, TableValidator, date_reader, read_game_kind, read_score
from xladdin.game_log.players import NOBODY, NameReading
from xladdin.messages import Message, msg
from xladdin.model import GameKind, Games, Period, Player, UnratedGame
from xladdin.systems.log_schemas import GameSchema
from xladdin.systems.sessions import NOBODY_SCORED
from xladdin.systems.system import RatingSystem, outcome

NOT_PLAYED, BYE_NOTE, NO_OPPONENT = msg("not played yet"), msg("bye: not rated"), msg("no opponent: not rated")
KIND_NOTES = {
    GameKind.UNRATED: msg("unrated: on the Scoreboard and in attendance, nowhere else"),
    GameKind.FORFEIT: msg("forfeit: counts in won and lost alone, not rated"),
}
INTENDED = frozenset({BYE_NOTE, *KIND_NOTES.values()})
"""The notes on rows that were never meant to be rated."""
FORFEIT_WITHOUT_WINNER = msg("a forfeit needs a winner: give the winner the higher score, 1 and 0 will do")
CHESS_SCORES: dict[int | None, Number | None] = {1: 1, 0: 0.5, -1: 0, None: None}
"""The score of White by White's outcome. Black has the rest of the point."""

NOT_AT_CAMP = msg("Active is No on Players: set it to Left for a child who went home, or to Yes")


class _GameRow(NamedTuple):
    """A row of the table as far as its cells mean something. Players are positions, or `NOBODY` for a bye."""

    row: int
    day: date | None
    first: int | None
    score1: Number | None
    second: int | None
    score2: Number | None


class GamesReading:
    """Reads one Games table: `games` in order of their periods, `notes` by row, `problems`, `rows` in the table.

    `unrated` are rows that move no rating but count otherwise, by date.
    """

    def __init__(
        self,
        system: RatingSystem,
        tables: Mapping[str, CellTable],
        players: Sequence[Player],
        names: NameReading,
        today: date | None,
    ) -> None:
        self._system, self._kind = system, system.log_schema
        self._inactive = {position for position, player in enumerate(players) if not player.active}
        self._names = names
        self._check = TableValidator(tables, self._kind.table, self._kind.keys)
        self.rows = self._check.rows
        self.problems = self._check.problems
        self.notes: dict[int, Message] = {}
        self._kinds = Reading(read_game_kind)
        self._kind_cells = self._check.cells(GameSchema.kind_of_game)
        self.unrated: list[UnratedGame] = []
        self._dates = Reading(date_reader(today))
        self._scores: Reading[Any] = Reading(read_score if self._kind.has_scores else outcome)
        self.games, self.periods = self._sort_into_periods(self._read())
        self.unrated.sort(key=attrgetter("date", "row"))

    def _read(self) -> Games:
        check = self._check
        days = self._dates.column(check.cells("Date"))
        first, second = (self._names.column(check.cells(heading)) for heading in self._kind.players)
        results = [self._scores.column(check.cells(heading)) for heading in self._kind.results]
        if self._kind.has_scores:
            score1, score2 = results
        else:
            score1 = list(map(CHESS_SCORES.__getitem__, results[0]))
            score2 = list(map({1: 0, 0.5: 0.5, 0: 1, None: None}.__getitem__, score1))
        games: list[list[Any]] = [days, first, score1, second, score2]
        rated: Sequence[int] = range(self.rows)
        if not self._are_all_rated(first, second):
            kinds = self._kinds.column(self._kind_cells)
            plain = list(map(is_blank, self._kind_cells))
            rated = [
                row
                for row, game in enumerate(zip(*games))
                if (plain[row] and self._is_plain(*game)) or self._is_rated(_GameRow(row, *game), kinds[row])
            ]
        columns: list[Any] = [*games, self._read_doubles(first, second)]
        if len(rated) < self.rows:
            columns = [list(map(column.__getitem__, rated)) for column in columns]
        return Games(*[*columns, rated])

    def _are_all_rated(self, first: Sequence[int | None], second: Sequence[int | None]) -> bool:
        """Return whether every row is a rated game, without a look at each. No cell then says otherwise."""
        return not (
            any(reading.has_gaps for reading in (self._dates, self._names, self._scores))
            or NOBODY in self._names.values()
            or (self._kind.has_scores and any((score or 0) <= 0 for score in self._scores.values()))
            or not self._check.is_empty(GameSchema.kind_of_game)
            or self._inactive
            or any(map(is_, first, second))  # both columns hold the positions of one reading, object for object
        )

    def _is_plain(
        self,
        day: date | None,
        first: int | None,
        score1: Number | None,
        second: int | None,
        score2: Number | None,
    ) -> bool:
        """Return whether a row is plainly a rated game. Most are, and need no closer look."""
        return (
            day is not None
            and score1 is not None
            and score2 is not None
            and not (first is None or first == NOBODY or first in self._inactive)
            and not (second is None or second == NOBODY or second in self._inactive)
            and first != second
            and score1 + score2 != 0
        )

    def _is_rated(self, game: _GameRow, kind: GameKind | None) -> bool:
        """Decide on one row: a rated game, a row left alone with a note, or one with errors."""
        headings, results = self._kind.players, self._kind.results
        unnamed = [heading for heading in headings if self._is_blank(game.row, heading)]
        blank_scores = [heading for heading in results if self._is_blank(game.row, heading)]
        if self._has_refused_cell(game, kind, needs_date=len(blank_scores) < len(results)):
            return False
        if NOBODY in (game.first, game.second):
            self._note_bye(game)
            return False
        if len(blank_scores) == len(results) and not (kind is GameKind.FORFEIT and not unnamed):
            if len(unnamed) < len(headings):
                self.notes[game.row] = NO_OPPONENT if unnamed else NOT_PLAYED
            return False
        if self._has_error(game, kind, unnamed, blank_scores):
            return False
        if kind is None:
            return True
        assert game.day is not None and game.first is not None
        self.unrated.append(UnratedGame(kind, game.day, game.first, game.score1, game.second, game.score2, game.row))
        self.notes[game.row] = KIND_NOTES[kind]
        return False

    def _is_blank(self, row: int, heading: str) -> bool:
        return is_blank(self._check.cells(heading)[row])

    def _has_refused_cell(self, game: _GameRow, kind: GameKind | None, needs_date: bool) -> bool:
        """Add the errors of cells that mean nothing. A game to come, or a bye to come, needs no sound date yet."""
        check, before = self._check, len(self.problems)
        for heading in self._kind.players:
            check.add_parse_error(game.row, heading, self._names)
        for heading in self._kind.results:
            check.add_parse_error(game.row, heading, self._scores)
        check.add_parse_error(game.row, GameSchema.kind_of_game, self._kinds)
        if NOBODY in (game.first, game.second):
            check.add_parse_error(game.row, "Date", self._dates, only=DateError)  # an evening to come may be paired
        elif needs_date:
            check.add_parse_error(game.row, "Date", self._dates)
        return len(self.problems) > before

    def _note_bye(self, game: _GameRow) -> None:
        self.notes[game.row] = BYE_NOTE
        present = game.second if game.first == NOBODY else game.first
        if game.day is not None and present is not None and present != NOBODY:
            self.unrated.append(UnratedGame(GameKind.BYE, game.day, present, None, None, None, game.row))

    def _has_error(
        self, game: _GameRow, kind: GameKind | None, unnamed: Sequence[str], blank_scores: Sequence[str]
    ) -> bool:
        """Add the errors of a row that was played, or forfeited, whose cells are right one by one."""
        check, before = self._check, len(self.problems)
        (heading1, heading2), results = self._kind.players, self._kind.results
        if unnamed:
            for heading in unnamed:
                check.add_error(game.row, heading, msg("a score without an opponent: name the player, or Bye"))
        elif len(blank_scores) == len(results):
            check.add_error(game.row, results[0], FORFEIT_WITHOUT_WINNER)
        elif blank_scores:
            check.add_error(game.row, blank_scores[0], msg("the other score is missing: type both, or none"))
        elif game.first == game.second:
            check.add_error(game.row, heading2, msg("both players are the same"), OutOfRangeError)
        elif kind is GameKind.FORFEIT and game.score1 == game.score2:
            check.add_error(game.row, results[0], FORFEIT_WITHOUT_WINNER, OutOfRangeError)
        elif (game.score1 or 0) + (game.score2 or 0) == 0:
            check.add_error(game.row, results[0], NOBODY_SCORED, OutOfRangeError)
        else:
            for heading, player in ((heading1, game.first), (heading2, game.second)):
                if player in self._inactive:
                    check.add_error(game.row, heading, NOT_AT_CAMP, OutOfRangeError)
            if game.day is None:
                check.add_error(game.row, "Date", msg("a game needs the date it was played"))
        return len(self.problems) > before

    def _read_doubles(self, first: Sequence[int | None], second: Sequence[int | None]) -> list[int]:
        """1 or 2 for the player who plays two opponents at once, else 0."""
        heading = self._kind.double
        if not heading or self._check.is_empty(heading):
            return [0] * self.rows
        doubles, cells = [], self._check.cells(heading)
        for row, (cell, player) in enumerate(zip(cells, self._names.column(cells))):
            side = 0
            if player is not None and player in (first[row], second[row]):
                side = 1 if player == first[row] else 2
            elif not is_blank(cell) and not self._check.add_parse_error(row, heading, self._names, InvalidTypeError):
                self._check.add_error(row, heading, msg("must be one of the two players of the game"))
            doubles.append(side)
        return doubles

    def _sort_into_periods(self, games: Games) -> tuple[Games, list[Period]]:
        """Return the games in the order of their periods, and the periods."""
        periods = _group_by_date(games.date)
        if self._system.in_recorded_order or all(now.date < then.date for now, then in pairwise(periods)):
            return games, periods
        order = sorted(range(len(games.date)), key=games.date.__getitem__)
        games = Games(*(list(map(getattr(games, column.name).__getitem__, order)) for column in fields(games)))
        return games, _group_by_date(games.date)


def _group_by_date(days: Sequence[date]) -> list[Period]:
    """Return a period for each run of games of one date."""
    if not days:
        return []
    others = compress(range(1, len(days)), map(is_not, islice(days, 1, None), days))  # most share the very same date
    starts = [0, *(game for game in others if days[game] != days[game - 1])]
    return [Period(days[start], start, stop) for start, stop in zip(starts, [*starts[1:], len(days)])]
