"""What the log says of an evening and of those before it: rounds, results so far, who has met whom, who sat out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import compress
from typing import Any

from xladdin.cells.numbers import Number, sign
from xladdin.cells.table import CellTable
from xladdin.log import Log
from xladdin.log.checking import TableCheck
from xladdin.log.readings import Reading, date_reader, read_score
from xladdin.log.roster import NOBODY, NameReading
from xladdin.pairing.matching import Seats
from xladdin.systems.system import outcome

TONIGHT_AGAIN = 1000
"""How many meetings of earlier sessions one of tonight weighs."""


@dataclass(frozen=True)
class PairedTable:
    """A row of the Games table of one evening: its round, the two players' positions (`NOBODY` for a bye).

    row: counted from 0; double: position of who plays two opponents at once; won: 1, 0 or -1 by the first player, None
    before there is a score; spread: the first player's, 0 where only the result counts.
    """

    row: int
    round: int
    player1: int
    player2: int
    double: int | None
    won: int | None
    spread: Number

    @property
    def is_bye(self) -> bool:
        """Whether one of the two sits out."""
        return NOBODY in (self.player1, self.player2)


@dataclass(frozen=True)
class Evening:
    """The evening of a date as far as it is in the Games table.

    tables: its rows; met: how much it is to be avoided that two meet again, by positions, the lower first; byes,
    doubles, firsts: how often each player has sat out, played two at once, and stood first (White).
    """

    date: date
    tables: Sequence[PairedTable]
    met: Mapping[Seats, int]
    byes: Counter[int]
    doubles: Counter[int]
    firsts: Counter[int]

    @property
    def round(self) -> int:
        """Number of the last round that is paired; 0 where none is."""
        return max((table.round for table in self.tables), default=0)

    @property
    def waiting(self) -> dict[int, PairedTable]:
        """Tables of the last round that have no score yet, by their number; who sits out has none."""
        last = self.round
        numbered = enumerate((table for table in self.tables if table.round == last and not table.is_bye), 1)
        return {number: table for number, table in numbered if table.won is None}

    @property
    def open(self) -> int:
        """How many games of the evening have no score yet."""
        return sum(table.won is None and not table.is_bye for table in self.tables)

    def standing(self, player: int) -> tuple[Number, Number]:
        """Wins of the evening, a tie for half of one, and spread: the more, the better."""
        wins: Number = 0
        spread: Number = 0
        for table in self.tables:
            side = 1 if table.player1 == player else -1 if table.player2 == player else 0
            if side and table.won is not None:
                wins += (1 + side * table.won) / 2
                spread += side * table.spread
        return wins, spread


def read_evening(log: Log, games: CellTable, day: date | None, sessions: int) -> Evening | None:
    """The evening of that date, or of the latest date in the table; None where there is none.

    log: a sound one of the same table; sessions: how many sessions before the evening count for who has met.
    """
    rows = _Rows(log, games)
    days = sorted({found for found in rows.days if found is not None and (day is None or found <= day)})
    if day is None:
        if not days:
            return None
        day = days[-1]
    earlier = [found for found in days if found < day]
    window = set(earlier[len(earlier) - sessions :] if sessions else [])
    met: Counter[Seats] = Counter()
    for pair in rows.pairs(window):
        met[pair] += 1
    for pair in rows.pairs({day}):
        met[pair] += TONIGHT_AGAIN
    return Evening(day, rows.tables(day), met, rows.byes(), rows.doubles(), rows.firsts())


class _Rows:
    """The columns of a Games table that has been checked: dates, positions of players, and who won by how much."""

    def __init__(self, log: Log, games: CellTable) -> None:
        kind = log.system.log_kind
        check = TableCheck({games.name: games}, games.name, kind.keys)
        names = NameReading([player.name for player in log.players])
        self.days = Reading(date_reader(None)).column(check.cells("Date"))
        self.first, self.second = (names.column(check.cells(heading)) for heading in kind.players)
        self.double = names.column(check.cells(kind.double)) if kind.double else [None] * games.rows
        results: Reading[Any] = Reading(read_score if kind.has_scores else outcome)
        self._scores: list[list[Any]] = [results.column(check.cells(heading)) for heading in kind.results]

    def tables(self, day: date) -> list[PairedTable]:
        """The rows of one date, each in the first round in which both players are free."""
        last_round: Counter[int] = Counter()
        tables = []
        for row in compress(range(len(self.days)), (found == day for found in self.days)):
            first, second, double = self.first[row], self.second[row], self.double[row]
            if first is None or second is None:
                continue
            players = [player for player in (first, second) if player != NOBODY]
            in_turn = [player for player in players if player != double] or players
            number = 1 + max((last_round[player] for player in in_turn), default=0)
            for player in players:
                last_round[player] = max(last_round[player], number)
            won, spread = self._result(row)
            tables.append(PairedTable(row, number, first, second, double, won, spread))
        return tables

    def pairs(self, days: set[date]) -> list[Seats]:
        """The two players of every game of those dates, by positions, the lower first."""
        return [
            (min(first, second), max(first, second))
            for day, first, second in zip(self.days, self.first, self.second)
            if day in days and first is not None and second is not None and NOBODY not in (first, second)
        ]

    def byes(self) -> Counter[int]:
        """How often each player has sat out."""
        return Counter(
            second if first == NOBODY else first
            for first, second in zip(self.first, self.second)
            if NOBODY in (first, second) and first is not None and second is not None
        )

    def doubles(self) -> Counter[int]:
        """How many games each player has played two at once."""
        return Counter(player for player in self.double if player is not None)

    def firsts(self) -> Counter[int]:
        """How often each player has stood first."""
        return Counter(player for player in self.first if player is not None)

    def _result(self, row: int) -> tuple[int | None, Number]:
        cells = [column[row] for column in self._scores]
        if any(cell is None for cell in cells):
            return None, 0
        spread = cells[0] - cells[1] if len(cells) == 2 else 0
        return (sign(spread) if len(cells) == 2 else cells[0]), spread
