"""The Games table as columns of rated games, with a note for every row that is not rated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from itertools import chain
from operator import eq, le
from typing import Any

from xladdin.cells import CellTable
from xladdin.errors import ImpossibleValue
from xladdin.log.checking import TableCheck
from xladdin.log.readings import Reading, date_reader, is_blank, read_score
from xladdin.log.roster import BYE, NOBODY, NameReading
from xladdin.model import Games, Period, Player
from xladdin.systems.system import RatingSystem, outcome
from xladdin.tables import Number

NOT_PLAYED, BYE_NOTE, NO_OPPONENT = "not played yet", "bye: not rated", "no opponent: not rated"
CHESS_SCORES: dict[int, tuple[Number, Number]] = {1: (1, 0), 0: (0.5, 0.5), -1: (0, 1)}
"""Scores of White and Black by White's outcome."""


class GamesReading:
    """Reads one Games table: `games` in order of their periods, `notes` by row, `problems`, `rows` in the table."""

    def __init__(
        self,
        system: RatingSystem,
        tables: Mapping[str, CellTable],
        players: Sequence[Player],
        names: NameReading,
        today: date | None,
    ) -> None:
        self._system = system
        self._players = players
        self._names = names
        self._check = TableCheck(tables, "Games", ["Date", *system.opponents, *system.scores])
        self.rows = self._check.rows
        self.problems = self._check.problems
        self.notes: dict[int, str] = {}
        self._dates = Reading(date_reader(today))
        self._scores: Reading[Any] = Reading(outcome if system.scores == ("Result",) else read_score)
        self.games = self._in_period_order(self._read())

    def _read(self) -> Games:
        check = self._check
        days = self._dates.column(check.cells("Date"))
        first, second = (self._names.column(check.cells(heading)) for heading in self._system.opponents)
        if len(self._system.scores) == 1:
            results = self._scores.column(check.cells(*self._system.scores))
            pairs = [(None, None) if result is None else CHESS_SCORES[result] for result in results]
            score1, score2 = map(list, zip(*pairs)) if pairs else ([], [])
        else:
            score1, score2 = (self._scores.column(check.cells(heading)) for heading in self._system.scores)
        columns: list[list[Any]] = [days, first, score1, second, score2, self._doubles(first, second)]
        rated = list(range(self.rows))
        if not self._all_rated(columns):
            rated = [row for row in rated if self._is_rated(row, *(column[row] for column in columns[:5]))]
            columns = [[column[row] for row in rated] for column in columns]
        return Games(*[*columns, rated])

    def _all_rated(self, columns: Sequence[Sequence[object]]) -> bool:
        """Whether every row is a game to be rated, without a look at each."""
        if self.problems or any(None in column for column in columns):
            return False
        _, first, score1, second, score2, _ = columns
        return not (
            NOBODY in first
            or NOBODY in second
            or any(map(eq, first, second))
            or (self._system.total_above_zero and not all(a or b for a, b in zip(score1, score2)))
            or not all(player.active for player in self._players)
        )

    def _is_rated(
        self,
        row: int,
        day: date | None,
        first: int | None,
        score1: Number | None,
        second: int | None,
        score2: Number | None,
    ) -> bool:
        """Decides on one row: a game to be rated, a row to leave alone with a note, or one with problems."""
        check, (heading1, heading2), scores = self._check, self._system.opponents, self._system.scores
        before = len(self.problems)
        for heading in (heading1, heading2):
            check.complain_of_refused(row, heading, self._names)
        for heading in scores:
            check.complain_of_refused(row, heading, self._scores)
        blank_scores = [heading for heading in scores if is_blank(check.cells(heading)[row])]
        if len(blank_scores) < len(scores) and NOBODY not in (first, second):
            check.complain_of_refused(row, "Date", self._dates)
        missing_names = [heading for heading in (heading1, heading2) if is_blank(check.cells(heading)[row])]
        if len(self.problems) > before:
            return False
        if NOBODY in (first, second):
            self.notes[row] = BYE_NOTE
        elif len(blank_scores) == len(scores):
            if not missing_names:
                self.notes[row] = NOT_PLAYED
            elif len(missing_names) == 1:
                self.notes[row] = NO_OPPONENT
        elif missing_names:
            for heading in missing_names:
                check.complain(row, heading, f"a score without an opponent: name the player, or {BYE}")
        elif blank_scores:
            check.complain(row, blank_scores[0], "the other score stands alone: type both, or none")
        elif first == second:
            check.complain(row, heading2, "a player against himself", ImpossibleValue)
        elif self._system.total_above_zero and not score1 and not score2:
            check.complain(row, scores[0], "the total score of a game must be above 0", ImpossibleValue)
        else:
            for heading, player in ((heading1, first), (heading2, second)):
                if player is not None and not self._players[player].active:
                    check.complain(row, heading, "is not active; set Active to Yes on Players", ImpossibleValue)
            if day is None:
                check.complain(row, "Date", "a game needs the date it was played")
            return len(self.problems) == before
        return False

    def _doubles(self, first: Sequence[int | None], second: Sequence[int | None]) -> list[int]:
        """1 or 2 for the player who plays two opponents at once, else 0."""
        heading = self._system.double
        if not heading or self._check.is_empty(heading):
            return [0] * self.rows
        doubles = []
        for row, player in enumerate(self._names.column(self._check.cells(heading))):
            side = 0
            if player is not None and player in (first[row], second[row]):
                side = 1 if player == first[row] else 2
            elif not self._check.complain_of_refused(row, heading, self._names) and player is not None:
                self._check.complain(row, heading, "must be one of the two players of the game")
            doubles.append(side)
        return doubles

    def _in_period_order(self, games: Games) -> Games:
        days = games.date
        if self._system.in_recorded_order or all(map(le, days, days[1:])):
            return games
        order = sorted(range(len(days)), key=days.__getitem__)
        return Games(*([getattr(games, column.name)[game] for game in order] for column in fields(games)))


def sessions(days: Sequence[date]) -> list[Period]:
    """The games of each date as a period; in a log that is not in date order, each run of one date."""
    starts = [game for game, (day, before) in enumerate(zip(days, chain([None], days))) if day != before]
    return [
        Period(days[start], days[start].isoformat(), start, stop)
        for start, stop in zip(starts, [*starts[1:], len(days)])
    ]
