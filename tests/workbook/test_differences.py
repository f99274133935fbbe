"""What a recalculation writes: the rows from the first to the last in which a cell differs."""

from __future__ import annotations

from datetime import date, time
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import LATER, book_of, random_tables, recalculated, typed
from xladdin.cells.addresses import column_letters
from xladdin.cells.table import Area, CellTable, CellValue
from xladdin.files.package import Package
from xladdin.files.reading.club_file import ClubFile, open_club_file
from xladdin.files.writing.blocks import write_blocks
from xladdin.recalc import recalculate
from xladdin.systems import system_named
from xladdin.workbook.changes.differences import (
    COMPARED_AT_ONCE,
    differing_columns,
    first_difference,
    overwriting,
    same_column,
)
from xladdin.workbook.contents import tables_of
from xladdin.workbook.schema import SNAPSHOT

HIDDEN = (SNAPSHOT,)
"""The sheets of values that a file gets as whole rows."""
VALUES = st.one_of(st.none(), st.just(""), st.booleans(), st.integers(-2, 2), st.floats(-2, 2), st.text(max_size=2))


def test_true_is_no_1() -> None:
    assert first_difference([1.0, True], [1, 1]) == 1
    assert first_difference([True, 1.0], [True, 1]) is None
    assert first_difference([1], [True]) == 0


def test_a_0_that_is_shown_as_a_date_is_read_as_midnight() -> None:
    assert same_column([time()], [0])
    assert not same_column([time()], [1]) and not same_column([time(9)], [0])


def test_a_date_in_a_cell_without_its_format_is_read_as_a_number() -> None:
    assert same_column([45545.0], [date(2024, 9, 10)])
    assert not same_column([45545.0], [date(2024, 9, 11)]) and not same_column(["45545"], [date(2024, 9, 10)])


def test_a_block_says_how_many_rows_above_its_first_difference_are_held() -> None:
    table = CellTable("Games", ("Rating 1", "Rating 2", "Note"), ([1.0, 2.0, 3.0], [1.0, 2.0, ""], ["", "", ""]), "S")
    wanted = {"Rating 1": [1, 2, 4], "Rating 2": [1, 3, 4], "Note": [None, None, None]}
    (block,) = differing_columns(table, wanted, {})
    assert (block.held, len(block.columns), len(block.columns[0])) == (1, 2, 3)


@given(st.lists(VALUES, max_size=6), st.lists(VALUES, max_size=6), st.sampled_from([0, COMPARED_AT_ONCE - 2]))
def test_the_first_difference_is_where_cells_begin_to_differ(
    held: list[CellValue], wanted: list[CellValue], above: int
) -> None:
    size = min(len(held), len(wanted))
    held, wanted = [1] * above + held[:size], [1.0] * above + wanted[:size]
    first = first_difference(held, wanted)
    alike = [same_column([old], [new]) for old, new in zip(held, wanted)]
    assert first == (alike.index(False) if False in alike else None)


@pytest.mark.parametrize("key", ["montreal", "dptr"])
def test_a_game_corrected_late_leaves_the_rows_above_it(key: str, tmp_path: Path) -> None:
    tables = random_tables(key, 120, 12, 3)
    path = book_of(key, tmp_path, tables)
    recalculated(path)
    log = "Results" if key == "dptr" else "Games"
    before = open_club_file(path)
    table = before.tables[log]
    column = "Place" if key == "dptr" else "Score 1"
    position = table.position(column)
    assert position is not None
    table.columns[position][110] = 12 if key == "dptr" else 999  # type: ignore[index]
    outcome = recalculate(before, LATER)
    blocks = [block for block in outcome.blocks if block.table == log]
    assert blocks
    assert all(block.held >= 110 - 12 for block in blocks)


def test_a_sheet_of_values_written_whole_is_the_one_that_is_compared(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, random_tables("montreal", 120, 12, 3))
    recalculated(path)
    table = open_club_file(path).tables["Games"]
    typed_columns = (column for column in tables_of(system_named("montreal"))["Games"].columns if not column.computed)
    positions = (table.position(column.heading) for column in typed_columns)
    letters = [column_letters(table.column_number(position)) for position in positions if position is not None]
    typed(path, *((table.sheet, f"{letter}{table.row + row}", None) for row in range(80, 121) for letter in letters))
    books = []
    for whole in (True, False):
        file, into = open_club_file(path), BytesIO()
        file.writes_whole_rows = whole  # type: ignore[misc]
        blocks = [block for block in recalculate(file, LATER).blocks if block.sheet in HIDDEN]
        assert {block.whole_rows for block in blocks} == {whole}
        write_blocks(file, blocks, into)
        books.append(ClubFile(path, Package(into.getvalue(), path.name)))
    for sheet in HIDDEN:
        held, compared = (book.sheet_values(sheet) for book in books)
        assert held == compared
        assert len(held) < len(open_club_file(path).sheet_values(sheet)), "games were taken out"


def test_the_last_of_whole_rows_go_too(tmp_path: Path) -> None:
    path = book_of("montreal", tmp_path, random_tables("montreal", 40, 8, 3))
    recalculated(path)
    file, into = open_club_file(path), BytesIO()
    write_blocks(file, list(overwriting(file, [Area(SNAPSHOT, 3, 1, 9, [])])), into)
    assert len(file.sheet_values(SNAPSHOT)) > 2
    assert len(ClubFile(path, Package(into.getvalue(), path.name)).sheet_values(SNAPSHOT)) == 1
