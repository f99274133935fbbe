"""One table under check: its columns by heading, and a list of everything wrong with it."""

from collections.abc import Mapping, Sequence
from typing import Any

from xladdin.cells.table import CellTable
from xladdin.cells.text import is_blank, shown
from xladdin.errors import Diagnostic, InvalidRowsError, InvalidTypeError, NotFoundError, XladdinError
from xladdin.game_log.readings import Reading
from xladdin.messages import Message, msg
from xladdin.systems.system import RatingSystem

KEY_COLUMNS = {
    "Players": ("Player",),
    "Groups": ("Group", "Initial rating"),
    "Events": ("Event", "Date", "Players", "Rounds"),
    "Adjustments": ("Date", "Points"),
    "Aliases": ("Alias", "Player"),
}
"""The headings that a table must have. Those of the log are its kind's."""
MISSING = msg("this column is missing from the table; undo its deletion, or give it its name again")


def key_columns(system: RatingSystem, table: str) -> Sequence[str]:
    """Return the headings that a table of a system must have."""
    return system.log_schema.keys if table == system.log_schema.table else KEY_COLUMNS[table]


def missing_table(name: str) -> NotFoundError:
    """Return the error for a workbook without one of its tables."""
    return NotFoundError(
        msg(
            "the table {name} is missing; undo what removed it, or select its rows with their headings, "
            "press Ctrl+T, and under Table Design name the table {name}",
            name=name,
        )
    )


class TableValidator:
    """Reads a table's columns and collects its problems, each with its place.

    `table` is what the host has read. `key_columns` are headings that must be there. A missing table or heading is a
    problem of the whole table. It raises InvalidRowsError at once, since nothing in the table can be read.
    """

    def __init__(self, tables: Mapping[str, CellTable], name: str, key_columns: Sequence[str]) -> None:
        if name not in tables:
            raise missing_table(name)
        self.table = tables[name]
        self.problems: list[Diagnostic] = []
        self._columns: dict[str, Sequence[object]] = {}
        missing = [heading for heading in key_columns if self.table.position(heading) is None]
        if missing:
            raise InvalidRowsError([self._problem(0, heading, None, MISSING, NotFoundError) for heading in missing])

    @property
    def rows(self) -> int:
        """The number of rows below the headings."""
        return self.table.rows

    def cells(self, heading: str) -> Sequence[object]:
        """Return the raw cells of a column. A missing column counts as blank."""
        if heading not in self._columns:
            cells = self.table.column(heading)
            self._columns[heading] = [None] * self.rows if cells is None else cells
        return self._columns[heading]

    def is_empty(self, heading: str) -> bool:
        """Return whether the column is missing or blank from top to bottom."""
        return all(map(is_blank, set(self.cells(heading))))

    def add_error(self, row: int, heading: str, message: Message, kind: type[XladdinError] = InvalidTypeError) -> None:
        """Note a problem with the cell of a row, counted from 0 below the headings."""
        self.problems.append(self._problem(row + 1, heading, self.cells(heading)[row], message, kind))

    def add_parse_error(
        self, row: int, heading: str, reading: Reading[Any], only: type[XladdinError] = XladdinError
    ) -> bool:
        """Note why a cell was refused, if it was. `only` is the kind of reason that counts."""
        if not reading.refused:
            return False
        cell = self.cells(heading)[row]
        reason = reading.refused.get(str(cell).upper() if isinstance(cell, bool) else cell)
        if not isinstance(reason, only):
            return False
        self.add_error(row, heading, reason.message, type(reason))
        return True

    def add_parse_errors(self, row: int, readings: Mapping[str, Reading[Any]]) -> bool:
        """Do so for the cells of several columns, and say whether any was refused. `readings` are by heading."""
        refused = [self.add_parse_error(row, heading, reading) for heading, reading in readings.items()]
        return any(refused)

    def _problem(
        self, offset: int, heading: str, cell: object, message: Message, kind: type[XladdinError]
    ) -> Diagnostic:
        table = self.table
        return Diagnostic(
            table.name, table.sheet, table.row + offset, heading, shown(cell), message, kind.excel_error, kind.for_many
        )
