"""What a recalculation writes: the rows from the first to the last in which a cell differs."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.clubs import LATER, book_of, random_tables, recalculated
from xladdin.cells.table import CellTable, CellValue
from xladdin.files.reading.club_file import open_club_file
from xladdin.recalc import recalculate
from xladdin.workbook.changes.differences import COMPARED_AT_ONCE, differing_columns, first_difference, same_column

VALUES = st.one_of(st.none(), st.just(""), st.booleans(), st.integers(-2, 2), st.floats(-2, 2), st.text(max_size=2))


def test_true_is_no_1() -> None:
    assert first_difference([1.0, True], [1, 1]) == 1
    assert first_difference([True, 1.0], [True, 1]) is None
    assert first_difference([1], [True]) == 0


def test_a_0_that_is_shown_as_a_date_is_read_as_midnight() -> None:
    assert same_column([time()], [0])
    assert not same_column([time()], [1]) and not same_column([time(9)], [0])


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
