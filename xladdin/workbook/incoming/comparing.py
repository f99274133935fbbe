"""Rows from outside against those of a table: which are there already, which differ, which are new."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xladdin.cells.table import CellTable, CellValue
from xladdin.cells.text import is_blank, name_key, shown
from xladdin.log.readings import Reading, date_reader, read_number, read_score
from xladdin.systems.log_kinds import LogKind
from xladdin.systems.system import RatingSystem, outcome

IDENTITY = {
    "Players": ("Player",),
    "Groups": ("Group",),
    "Events": ("Event",),
    "Results": ("Event", "Player"),
    "Adjustments": ("Date", "Player", "Points", "Reason"),
    "Aliases": ("Alias",),
}
"""What makes a row of a table the same row, in another file too; the log of games has a rule of its own."""

Columns = Mapping[str, Sequence[CellValue]]
Key = Hashable
NO_SCORE = (None, None)


@dataclass
class Comparison:
    """Rows of a file by what they are to a table. differs: with the table's row; filled: likewise, the table's row has
    no result yet; all rows counted from 0."""

    new: list[int] = field(default_factory=list)
    there: list[int] = field(default_factory=list)
    differs: list[tuple[int, int]] = field(default_factory=list)
    filled: list[tuple[int, int]] = field(default_factory=list)


def compare(system: RatingSystem, table: CellTable, rows: Columns) -> Comparison:
    """How the rows of a file, with names as the workbook spells them, stand to those of the table."""
    if table.name == system.log_kind.table and system.log_kind.is_paired:
        return _compare_games(system.log_kind, table, rows)
    return _compare_rows(table, rows, IDENTITY[table.name])


def _compare_games(kind: LogKind, table: CellTable, rows: Columns) -> Comparison:
    """Games of a date and a pair are told apart by their scores; of two equal ones each counts."""
    theirs = _Games(kind, rows.get)
    ours = _Games(kind, table.column, set(theirs.days))
    equal: dict[Key, deque[int]] = defaultdict(deque)
    for row in ours.rows:
        equal[ours.key(row), ours.result(row)].append(row)
    comparison = Comparison()
    left: list[int] = []
    for row in theirs.rows:
        same = equal.get((theirs.key(row), theirs.result(row)))
        if same:
            same.popleft()
            comparison.there.append(row)
        else:
            left.append(row)
    blank: dict[Key, deque[int]] = defaultdict(deque)
    scored: dict[Key, deque[int]] = defaultdict(deque)
    for row in sorted(row for rows in equal.values() for row in rows):
        (blank if ours.result(row) == NO_SCORE else scored)[ours.key(row)].append(row)
    for row in left:
        key = theirs.key(row)
        if blank[key]:
            comparison.filled.append((row, blank[key].popleft()))
        elif not scored[key]:
            comparison.new.append(row)
        elif theirs.result(row) == NO_SCORE:
            scored[key].popleft()
            comparison.there.append(row)  # paired there, and played since
        else:
            comparison.differs.append((row, scored[key].popleft()))
    return comparison


class _Games:
    """Rows of games: their days, pairs and results, whichever player stands first."""

    def __init__(
        self, kind: LogKind, column: Callable[[str], Sequence[Any] | None], days: set[object] | None = None
    ) -> None:
        """days: where given, other rows are left out."""
        cells = column("Date") or ()
        dates = Reading(date_reader(None))
        self.days = [day if day is not None else shown(cell) for day, cell in zip(dates.column(cells), cells)]
        self.rows = [row for row, day in enumerate(self.days) if days is None or day in days]
        names: Reading[str] = Reading(lambda cell: name_key(shown(cell)))
        self._first, self._second = (names.column(column(heading) or ()) for heading in kind.players)
        self._results = self._read_results(kind, column)

    def _read_results(self, kind: LogKind, column: Callable[[str], Sequence[Any] | None]) -> list[tuple[Any, Any]]:
        scores: Reading[Any] = Reading(_or_shown(outcome if kind.result else read_score))
        columns = [scores.column(column(heading) or ()) for heading in kind.results]
        if len(columns) == 1:
            return [(one, -one if isinstance(one, int) else one) for one in columns[0]]
        return list(zip(*columns))

    def key(self, row: int) -> Key:
        first, second = self._first[row] or "", self._second[row] or ""
        return self.days[row], *((first, second) if first <= second else (second, first))

    def result(self, row: int) -> tuple[Any, Any]:
        """What the player first in the alphabet came to, and the other."""
        first, second = self._results[row]
        return (first, second) if (self._first[row] or "") <= (self._second[row] or "") else (second, first)


def _or_shown(read: Callable[[object], Any]) -> Callable[[object], Any]:
    def convert(cell: object) -> Any:
        try:
            return read(cell)
        except Exception as error:
            if type(error).__module__ != "xladdin.errors":
                raise
            return shown(cell)

    return convert


def _compare_rows(table: CellTable, rows: Columns, identity: Sequence[str]) -> Comparison:
    """Rows are the same by their identity; the rest differs only where both have something there.

    Two of the file that differ are both new: the check of all rows names them.
    """
    held: dict[Key, list[int]] = defaultdict(list)
    ours = [table.column(heading) or [None] * table.rows for heading in identity]
    for row, cells in enumerate(zip(*ours)):
        if not all(map(is_blank, cells)):
            held[tuple(map(_comparable, cells))].append(row)
    count = max(map(len, rows.values()), default=0)
    theirs = [rows.get(heading) or [None] * count for heading in identity]
    others = [heading for heading in rows if heading not in identity and table.column(heading) is not None]
    comparison = Comparison()
    seen: dict[Key, int] = {}
    for row, cells in enumerate(zip(*theirs)):
        key = tuple(map(_comparable, cells))
        if key not in held:
            whole = (key, *(_comparable(rows[heading][row]) for heading in others))
            first = seen.setdefault(key, row)
            again = first != row and all(_agree(rows[heading][row], rows[heading][first]) for heading in others)
            (comparison.there if again or whole in seen else comparison.new).append(row)
            seen[whole] = row
            continue
        there = held[key][0]
        if all(_agree(rows[heading][row], (table.column(heading) or ())[there]) for heading in others):
            comparison.there.append(row)
        else:
            comparison.differs.append((row, there))
    return comparison


def _comparable(cell: object) -> Key:
    """What two cells that say the same share."""
    if is_blank(cell):
        return None
    for read in (read_number, date_reader(None)):
        if isinstance(cell, (str, bool)) and read is not read_number:
            break
        try:
            return read(cell)
        except Exception as error:
            if type(error).__module__ != "xladdin.errors":
                raise
    return name_key(shown(cell))


def _agree(one: object, other: object) -> bool:
    return is_blank(one) or _comparable(one) == _comparable(other)
