"""Rows below a table with a blank one between: named down to the next table, and no further."""

from __future__ import annotations

from collections.abc import Mapping

from tests.helpers.clubs import Rows
from xladdin.cells.table import CellTable
from xladdin.systems import system_named
from xladdin.workbook.stray_rows import stray_rows

GAME = ["2006-10-01", "Ann", 400, "Bob", 350]


class OneSheet:
    """A workbook of one sheet with tables on it."""

    def __init__(self, rows: Rows, tables: Mapping[str, CellTable]) -> None:
        self.tables, self._rows = tables, rows

    def sheet_values(self, sheet: str) -> Rows:
        return self._rows


def test_rows_are_strays_down_to_the_next_table() -> None:
    headings = ["Date", "Player 1", "Score 1", "Player 2", "Score 2"]
    rows = [headings, GAME, [], GAME, ["a remark"], headings, GAME, [], GAME]
    columns = tuple([value] for value in GAME)
    tables = {
        "Games": CellTable("Games", tuple(headings), columns, "Games", 1),
        "Archive": CellTable("Archive", tuple(headings), columns, "Games", 6),
        "Elsewhere": CellTable("Elsewhere", tuple(headings), columns, "Players", 3),
    }
    book = OneSheet(rows, tables)
    found = list(stray_rows(book, system_named("mississauga")))  # type: ignore[arg-type]
    assert [(problem.sheet, problem.row, problem.column) for problem in found] == [("Games", 4, "Date")]
