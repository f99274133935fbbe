"""A table of cells finds its columns by heading, from every host."""

from __future__ import annotations

import re
from datetime import date

import pytest

from xladdin.cells.table import CellTable
from xladdin.errors import InvalidRowsError


def table(*headings: str, **where: object) -> CellTable:
    """A table with two rows below each heading, which hold its position and a hundred more."""
    columns = tuple([number, number + 100] for number in range(len(headings)))
    return CellTable("Games", headings, columns, **where)  # type: ignore[arg-type]


def test_a_column_is_found_wherever_it_stands() -> None:
    games = table("Remark", "Date", "Player 1")
    assert [games.position(heading) for heading in ("Remark", "Date", "Player 1")] == [0, 1, 2]
    assert games.column("Player 1") == [2, 102]
    assert games.rows == 2


def test_a_column_that_is_not_there_is_none() -> None:
    assert table("Date").position("Kind") is None
    assert table("Date").column("Kind") is None
    assert list(table("Date").alike("Kind")) == []
    assert CellTable("Games", (), ()).rows == 0


@pytest.mark.parametrize("spelling", ["player 1", " Player  1 ", "PLAYER 1", "Player\u200b 1"])
def test_case_and_blanks_of_a_heading_do_not_count(spelling: str) -> None:
    assert table("Date", spelling).position("Player 1") == 1
    assert list(table("Date", spelling).alike("Player 1")) == [1]


def test_the_exact_spelling_goes_before_the_clubs_own_column() -> None:
    games = table("player 1", "Player 1", "PLAYER 1")
    assert games.position("Player 1") == 1
    assert games.column("Player 1") == [1, 101]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({"sheet": "Games", "row": 4, "first_column": 2}, "C4 and D4 both read as this heading"),
        ({}, "column 2 and column 3 both read as this heading"),
    ],
)
def test_two_columns_that_answer_are_named(where: dict[str, object], said: str) -> None:
    games = table("Date", "player 1", "PLAYER 1", **where)
    assert list(games.alike("Player 1")) == [1, 2]
    with pytest.raises(InvalidRowsError, match=re.escape(said)):
        games.position("Player 1")
    with pytest.raises(InvalidRowsError, match=re.escape(said)):
        games.column("Player 1")


def test_the_number_of_a_column_counts_from_where_the_table_stands() -> None:
    assert table("Date").column_number(0) == 1
    assert table("Date", first_column=3).column_number(2) == 5


def test_days_counted_from_1904_are_counted_from_1900() -> None:
    # [MS-OI29500]: serial 0 of the 1904 system is 1 January 1904, which the 1900 system calls 1462
    day = date(2006, 3, 1)
    cells = [0, 36950.5, "1/2/2006", True, None, day]
    games = CellTable("Games", ("Date", "Score 1"), (cells, cells), counts_from_1904=True)
    assert games.column("Date") == [1462, 38412.5, "1/2/2006", True, None, day]
    assert games.column("Score 1") == cells
    assert CellTable("Games", ("Date",), (cells,)).column("Date") == cells
