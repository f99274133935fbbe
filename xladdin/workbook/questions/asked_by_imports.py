"""Questions about rows from an import. Each holds as long as its row is unchanged.

No later recalculation sees what the file said. So the key of a question names the cells of its row, and finds the row
by them at any place.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from xladdin.cells.table import CellTable, ClubBook
from xladdin.cells.text import is_blank, shown
from xladdin.imports.asked import AFTER_MIDNIGHT, NO_CROSS
from xladdin.replay import Replay
from xladdin.reports.questions import BETWEEN, NAMES_ALIKE, Question, alike_question, key_of
from xladdin.systems.system import RatingSystem
from xladdin.workbook.contents import tables_of

BROUGHT_BACK, TWICE = "A game brought back", "The same row twice"
WHY: Mapping[str, str] = {
    BROUGHT_BACK: "it was taken out before, and an import brought it back",
    AFTER_MIDNIGHT: "it was sent in the night and counts for the evening before; is the date right?",
    NO_CROSS: "others had a cross, and a blank counts as Yes; type No or Left for children who are not there",
    TWICE: "a file had it more than once, and each counts",
}


class Asked(NamedTuple):
    """A row that came in with a question. `row`: of the table, counted from 0. `other`: the name that its is like."""

    what: str
    table: str
    row: int
    other: str = ""


def import_questions(book: ClubBook, replay: Replay, asked: Iterable[Asked], held: Iterable[str]) -> Iterator[Question]:
    """The questions about rows that come in, and about rows that came in earlier and are still unchanged.

    `held` are keys of the questions that the workbook has.
    """
    system = replay.log.system
    names = {player.name: row for player, row in zip(replay.log.players, replay.log.player_rows)}
    for one in asked:
        cells = _Cells(system, book.tables[one.table], one.what)
        if one.what == NAMES_ALIKE:
            yield alike_question(one.row, cells.of(one.row)[0], one.other)
        else:
            yield cells.question(one.row)
    earlier: defaultdict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for key in held:
        what, *rest = key.split(BETWEEN)
        if what in WHY and rest and rest[0] in book.tables:
            earlier[what, rest[0]].add(tuple(rest[1:]))
        elif what == NAMES_ALIKE and len(set(rest)) > 1 and set(rest) <= names.keys():  # not yet one player
            yield alike_question(max(names[name] for name in rest), *rest)
    for (what, table), rows in earlier.items():
        yield from _Cells(system, book.tables[table], what).there(rows)


class _Cells:
    """The cells that identify a row of a table."""

    def __init__(self, system: RatingSystem, table: CellTable, what: str) -> None:
        kind = system.log_kind
        headings = [column.heading for column in tables_of(system)[table.name].columns if not column.computed]
        if table.name == kind.table:
            headings = [heading for heading in headings if heading in kind.keys]
        elif table.name == "Players":
            headings = ["Player", "Active"] if what == NO_CROSS else ["Player"]
        self._what, self._table = what, table
        self._columns = {heading: column for heading in headings if (column := table.column(heading)) is not None}
        self._name = kind.player1 if table.name == kind.table else "Player"

    def of(self, row: int) -> tuple[str, ...]:
        """The cells as text."""
        return tuple(shown(column[row]).strip() for column in self._columns.values())

    def question(self, row: int) -> Question:
        cells = self.of(row)
        words = " · ".join(filter(None, cells))
        key = key_of(self._what, self._table.name, *cells)
        return Question(key, self._what, self._table.name, row, f"{words}: {WHY[self._what]}")

    def there(self, wanted: set[tuple[str, ...]]) -> Iterator[Question]:
        """The question about the first row of each of these."""
        at = list(self._columns).index(self._name)
        names = {cells[at] for cells in wanted if len(cells) == len(self._columns)}
        left = set(wanted)
        for row, name in enumerate(self._columns[self._name]):
            if (name in names or (is_blank(name) and "" in names)) and (cells := self.of(row)) in left:
                left.remove(cells)
                yield self.question(row)
