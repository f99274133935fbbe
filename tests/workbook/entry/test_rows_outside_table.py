"""Rows below a table, after a blank one. xladdin names them down to the next table, and no further."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.helpers.clubs import Rows, edited, recalculated, sample_book
from xladdin.cells.table import CellTable
from xladdin.systems import system_named
from xladdin.workbook.validation import rows_outside_table, unrated_rows

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
    found = list(rows_outside_table(book, system_named("mississauga")))  # type: ignore[arg-type]
    assert [(problem.sheet, problem.row, problem.column) for problem in found] == [("Games", 4, "Date")]


def test_a_player_below_a_blank_row_is_named_and_a_remark_is_not() -> None:
    headings = ["Player", "Start rating", "Rating", "Note"]
    rows = [
        headings,
        ["Ann", 1200, 1210, ""],
        [],
        ["Bob", "", 1190, "a note"],
        ["24 members"],
        ["Cyd", 900],
        ["Dov", 0],
    ]
    table = CellTable("Players", tuple(headings), tuple([cell] for cell in rows[1]), "Players", 1)
    book, system = OneSheet(rows, {"Players": table}), system_named("mississauga")
    assert list(rows_outside_table(book, system)) == []  # type: ignore[arg-type]
    assert unrated_rows(book, system) == [  # type: ignore[arg-type]
        'Players row 6, Player "Cyd": is below the table Players with a blank row between, and is not part of it; '
        "move it up, or away. The same holds for 1 more row."
    ]
    assert unrated_rows(OneSheet(rows[:5], {"Players": table}), system) == []  # type: ignore[arg-type]


def test_the_totals_right_below_a_table_are_no_stray() -> None:
    headings = ["Player", "Start rating"]
    table = CellTable("Players", tuple(headings), (["Ann"], [1200]), "Players", 1)
    book = OneSheet([headings, ["Ann", 1200], ["Total", 1200]], {"Players": table})
    assert unrated_rows(book, system_named("mississauga")) == []  # type: ignore[arg-type]


def test_a_recalculation_says_so_and_rates_the_others(tmp_path: Path) -> None:
    path = sample_book("lexington", tmp_path)
    edited(path, ("Players", "A12", "Cyd"), ("Players", "B12", 900))
    outcome = recalculated(path)
    assert 'Players row 12, Player "Cyd": is below the table' in outcome.summary
    assert not outcome.problems
    assert not recalculated(path).blocks
