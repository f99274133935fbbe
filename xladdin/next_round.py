"""The next round of an evening, paired and put into a club workbook: rows of Games without a score.

Who is here and how to pair stands on the sheet Tonight. The same code for every host; writes nothing itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from typing import Any

from xladdin.cells.table import CellBlock, CellTable, CellValue, ClubBook
from xladdin.cells.text import counted, is_blank, name_key, shown
from xladdin.errors import FileProblem, RowsToMend
from xladdin.log import read_log
from xladdin.log.roster import BYE
from xladdin.pairing.evening import Evening, read_evening
from xladdin.pairing.matching import SITS_OUT, Pairing, Seats, pair_round
from xladdin.recalc import Progress, recalculate
from xladdin.replay import Replay, replay
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of
from xladdin.workbook.report_sheets.blocks.placing import NotUpdated, find_places, sheet_of
from xladdin.workbook.report_sheets.evening.tonight import STANDING, TWO_AT_ONCE, TonightWishes, read_wishes
from xladdin.workbook.report_sheets.evening.tonight import layout as tonight_layout
from xladdin.workbook.rules.reading import system_of
from xladdin.workbook.schema import TONIGHT

RENEW = "Bring the workbook to today's template: xladdin renew OLD NEW."

MOST_PAIRED = 200
"""Players of one round: the work grows with the third power of their number."""
MISSING_COLUMN = "The table {table} has no column {heading}."


@dataclass(frozen=True)
class NextRound:
    """A round that was paired. headings: of the two sides; tables: both names of each, `Bye` for who sits out.

    said: what could not be kept, and who sits out; blocks: what is to be written, the recalculation after it included.
    """

    date: date
    round: int
    headings: Sequence[str]
    tables: Sequence[tuple[str, str]]
    said: Sequence[str]
    blocks: Sequence[CellBlock]

    @property
    def summary(self) -> str:
        """The round in a line."""
        return f"{self.date.isoformat()}, round {self.round}: {counted(len(self.tables), 'table')} paired."


def pair_next_round(book: ClubBook, now: datetime, progress: Progress = lambda step: None) -> NextRound:
    """Pairs who is marked on Tonight for the round after the last one of the evening.

    Raises FileProblem where the evening is paired already or too few are here, RowsToMend where a row is wrong.
    """
    system = system_of(book)
    kind = system.log_kind
    if not kind.is_paired:
        raise FileProblem(f"{system.title} rates placings of tournaments; there is no evening to pair.")
    _refuse_without_list(book, system)
    progress("Reading who is here")
    log = read_log(system, book.tables, now.date()).sound()
    replayed = replay(log)
    wishes = read_wishes(book, replayed)
    games = book.tables[kind.table]
    day = wishes.day or now.date()
    evening = read_evening(log, games, day, wishes.sessions)
    assert evening is not None
    _refuse_what_cannot_be(evening, wishes)
    progress("Pairing")
    draw = _Draw(replayed, evening, wishes)
    progress("Recalculating")
    rows = [{"Date": day, **row} for row in draw.rows(kind.players, kind.double)]
    computed = {name_key(column.heading) for column in tables_of(system)[games.name].columns if column.computed}
    appended, blocks = _appended(games, rows, computed)
    outcome = recalculate(_With(book, appended), now)
    if outcome.problems:
        raise RowsToMend(outcome.problems)
    return NextRound(day, evening.round + 1, kind.players, draw.names(), draw.said(), [*blocks, *outcome.blocks])


def _refuse_without_list(book: ClubBook, system: RatingSystem) -> None:
    shape = tonight_layout(system)
    if sheet_of(book, shape) is None:
        raise FileProblem(f"This workbook has no sheet {TONIGHT}. {RENEW}")
    try:
        places = find_places(book, shape)
    except NotUpdated as reason:
        raise FileProblem(f"{sheet_of(book, shape)} cannot be read: {reason}.") from None
    if shape.anchors[1].name not in places:
        raise FileProblem(f"The list of players is gone from {sheet_of(book, shape)}. {RENEW}")


def _refuse_what_cannot_be(evening: Evening, wishes: TonightWishes) -> None:
    if evening.round >= wishes.rounds:
        raise FileProblem(
            f"All {counted(wishes.rounds, 'round')} of {evening.date.isoformat()} are paired. "
            f"For another one raise the number of rounds on {TONIGHT}."
        )
    if len(wishes.here) > MOST_PAIRED:
        raise FileProblem(
            f"{counted(len(wishes.here), 'player')} are marked as here; at most {MOST_PAIRED} are paired at once. "
            f"Take marks away on the sheet {TONIGHT}, and pair in divisions."
        )
    if len(wishes.here) < 2:
        here = "Nobody is" if not wishes.here else "Only one player is"
        raise FileProblem(f"{here} marked as here. Mark who is here on the sheet {TONIGHT}, and save.")


class _Draw:
    """One round: the players in the order that they are paired by, and their pairing."""

    def __init__(self, replayed: Replay, evening: Evening, wishes: TonightWishes) -> None:
        self._players = replayed.log.players
        self._evening = evening
        self._order, strengths = _in_order(replayed, evening, wishes)
        places = {player: place for place, player in enumerate(self._order)}
        met: dict[Seats, int] = {}
        for (first, second), times in evening.met.items():
            if first in places and second in places:
                met[min(places[first], places[second]), max(places[first], places[second])] = times
        byes = [evening.byes[player] for player in self._order]
        two = None
        if wishes.odd == TWO_AT_ONCE and len(self._order) % 2:
            two = min(range(len(self._order)), key=lambda place: (evening.doubles[self._order[place]], place))
        self._double = None if two is None else self._order[two]
        self._pairing: Pairing = pair_round(strengths, met, byes, two)
        self._alternates = replayed.log.system.in_recorded_order

    def pairs(self) -> Iterator[tuple[int, int | None]]:
        """The two players of each table; None for a bye. In chess White is who has had White less often."""
        firsts = Counter(self._evening.firsts)
        for first, second in self._pairing.tables:
            one, other = self._order[first], None if second == SITS_OUT else self._order[second]
            if self._alternates and other is not None and firsts[other] <= firsts[one]:
                one, other = other, one
            yield one, other

    def rows(self, opponents: Sequence[str], double: str) -> Iterator[Mapping[str, CellValue]]:
        """Typed cells of the Games table by heading, one row a table."""
        for one, other in self.pairs():
            row: dict[str, CellValue] = dict(zip(opponents, (self._name(one), self._name(other))))
            if self._double in (one, other) and self._double is not None:
                row[double] = self._name(self._double)
            yield row

    def names(self) -> list[tuple[str, str]]:
        """Both names of each table."""
        return [(self._name(one), self._name(other)) for one, other in self.pairs()]

    def said(self) -> list[str]:
        """What could not be kept, and who sits out or plays two."""
        said = [
            f"{self._name(self._order[first])} and {self._name(self._order[second])} meet again: "
            "there is no pairing without a repeat."
            for first, second in self._pairing.repeats
        ]
        said += [f"{self._name(one)} sits out." for one, other in self.pairs() if other is None]
        if self._double is not None:
            said.append(f"{self._name(self._double)} plays two at once.")
        if self._evening.open:
            said.append(f"{counted(self._evening.open, 'game')} of the evening had no score yet.")
        return said

    def _name(self, player: int | None) -> str:
        return BYE if player is None else self._players[player].name


def _in_order(replayed: Replay, evening: Evening, wishes: TonightWishes) -> tuple[list[int], list[float]]:
    """The players who are here, the strongest first, and by how much they are to be told apart.

    By rating: the rating that an opponent faces. By standing: places of the evening so far, wins before spread.
    """
    ratings = {player: replayed.ledger.faced_rating(player) for player in wishes.here}
    by_rating = sorted(wishes.here, key=lambda player: (-ratings[player], name_key(replayed.log.players[player].name)))
    if wishes.by != STANDING or not evening.tables:
        return by_rating, [ratings[player] for player in by_rating]
    standing = {player: evening.standing(player) for player in by_rating}
    order = sorted(by_rating, key=lambda player: standing[player], reverse=True)
    return order, [-place for place in range(len(order))]


class _With:
    """A book in which one table has further rows; all else is the book's own."""

    def __init__(self, book: ClubBook, table: CellTable) -> None:
        self._book = book
        self.names = book.names
        self.tables = {**book.tables, table.name: table}
        self.place_of, self.range_values = book.place_of, book.range_values
        self.has_sheet, self.sheet_values = book.has_sheet, book.sheet_values


def _appended(
    table: CellTable, rows: Sequence[Mapping[str, CellValue]], computed: Collection[str]
) -> tuple[CellTable, list[CellBlock]]:
    """The table with rows behind its last filled one, and blocks of their typed cells.

    rows: cells by heading; computed: keys of the headings under which nothing is typed.
    """
    headings = [name_key(shown(heading)) for heading in table.headings]
    typed = [column for heading, column in zip(headings, table.columns) if heading not in computed]
    filled = [row for row in range(table.rows) if any(not is_blank(column[row]) for column in typed)]
    start = max(filled, default=-1) + 1
    columns = [[*column, *[None] * (start + len(rows) - len(column))] for column in table.columns]
    positions = []
    for heading in dict.fromkeys(heading for row in rows for heading in row):
        position = table.position(heading)
        if position is None:
            raise FileProblem(f"{MISSING_COLUMN.format(table=table.name, heading=heading)} {RENEW}")
        columns[position][start : start + len(rows)] = [row.get(heading) for row in rows]
        positions.append(position)
    blocks = []
    for _, run in groupby(enumerate(sorted(positions)), key=lambda item: item[1] - item[0]):
        neighbours = [position for _, position in run]
        cells: Any = tuple(columns[position][start : start + len(rows)] for position in neighbours)
        row, column = table.row + 1 + start, table.column_number(neighbours[0])
        blocks.append(CellBlock(table.sheet, row, column, cells, {}, table.name))
    return replace(table, columns=tuple(columns)), blocks
